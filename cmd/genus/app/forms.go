package app

import (
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// Writer writes concepts in the forms and with the names that the settings say.
type Writer struct{ Session }

// Writer is that of the session.
func (s Session) Writer() Writer { return Writer{s} }

// Form writes a concept in one of the forms that need no query.
func (s Writer) Form(name string, c dl.Concept, v Vocabulary) (string, error) {
	if !s.Config.Labels {
		v.Labels = nil
	}
	notation := func(n syntax.Notation) string {
		o := syntax.Options{Notation: n, Prefixes: v.Prefixes, Exact: true, Kinds: v.Kinds}
		if v.Labels != nil {
			o.Titles = syntax.Titles(c, v.Labels, v.Prefixes)
		}
		return syntax.Print(c, o)
	}
	switch name {
	case "dl":
		return notation(syntax.DL), nil
	case "ascii":
		return notation(syntax.ASCII), nil
	case "manchester":
		return notation(syntax.Manchester), nil
	case "text":
		return syntax.English(c, syntax.EnglishOptions{Labels: v.Labels, Prefixes: v.Document}), nil
	}
	as, target, err := s.OutputNames(v.Document)
	if err != nil {
		return "", err
	}
	var text string
	switch name {
	case "turtle":
		text, err = syntax.Turtle(c, syntax.OWLOptions{Class: as, Prefixes: v.Document, Kinds: v.Kinds})
	case "functional":
		text, err = syntax.Functional(c, syntax.OWLOptions{Class: as, Prefixes: v.Document, Kinds: v.Kinds})
	case "shacl":
		text, err = syntax.SHACL(c, syntax.SHACLOptions{
			Shape: as, Target: target, Prefixes: v.Document, Kinds: v.Kinds,
			Type: v.Vocabulary.Type, SubClassOf: v.Vocabulary.SubClassOf, Closure: v.Vocabulary.Closure,
		})
	default:
		return "", Usagef("unknown form %q", name)
	}
	return text, Usage(err)
}

// OutputNames are the IRIs of the class or shape that is written, and of the target
// of a shape, by the settings.
func (s Writer) OutputNames(p syntax.Prefixes) (as, target string, err error) {
	if as, err = IRIFlag("--as", s.Config.As, p); err != nil {
		return "", "", err
	}
	target, err = IRIFlag("--target", s.Config.Target, p)
	return as, target, err
}

// IRIFlag expands the IRI that a flag gives, whole or with a prefix.
func IRIFlag(flag, value string, p syntax.Prefixes) (string, error) {
	if value == "" {
		return "", nil
	}
	iri, err := extract.Expand(value, p)
	if err != nil {
		return "", Usagef("%s: %w", flag, err)
	}
	return iri, nil
}
