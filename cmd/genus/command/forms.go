package command

import (
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// vocabulary is how the things that a concept speaks of are named and stated.
type vocabulary struct {
	prefixes      syntax.Prefixes // of names that are written for genus to read again
	document      syntax.Prefixes // of documents, which declare them
	labels        map[string]string
	kinds         map[string][]dl.Kind // of values, where the data is known
	statistics    queries.Statistics   // likewise
	typing, below string               // properties for classes and superclasses; empty: those of RDF
	closure       bool
}

// form writes a concept in one of the forms that need no query.
func (a *app) form(name string, c dl.Concept, v vocabulary) (string, error) {
	if !a.cfg.Labels {
		v.labels = nil
	}
	notation := func(n syntax.Notation) string {
		o := syntax.Options{Notation: n, Prefixes: v.prefixes, Exact: true, Kinds: v.kinds}
		if v.labels != nil {
			o.Titles = syntax.Titles(c, v.labels, v.prefixes)
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
		return syntax.English(c, syntax.EnglishOptions{Labels: v.labels, Prefixes: v.document}), nil
	}
	as, target, err := a.named(v.document)
	if err != nil {
		return "", err
	}
	var text string
	switch name {
	case "turtle":
		text, err = syntax.Turtle(c, syntax.OWLOptions{Class: as, Prefixes: v.document, Kinds: v.kinds})
	case "functional":
		text, err = syntax.Functional(c, syntax.OWLOptions{Class: as, Prefixes: v.document, Kinds: v.kinds})
	case "shacl":
		text, err = syntax.SHACL(c, syntax.SHACLOptions{
			Shape: as, Target: target, Prefixes: v.document, Kinds: v.kinds,
			Type: v.typing, SubClassOf: v.below, Closure: v.closure,
		})
	default:
		return "", usagef("unknown form %q", name)
	}
	return text, usage(err)
}

// named are the IRIs that the user gives to what is written and to its target.
func (a *app) named(p syntax.Prefixes) (as, target string, err error) {
	if as, err = iriFlag("--as", a.cfg.As, p); err != nil {
		return "", "", err
	}
	target, err = iriFlag("--target", a.cfg.Target, p)
	return as, target, err
}

// iriFlag is the IRI that a flag gives, whole or with a prefix.
func iriFlag(flag, value string, p syntax.Prefixes) (string, error) {
	if value == "" {
		return "", nil
	}
	iri, err := extract.Expand(value, p)
	if err != nil {
		return "", usagef("%s: %w", flag, err)
	}
	return iri, nil
}
