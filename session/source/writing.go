package source

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// A Writing says how concepts over some data are written: by the prefixes, the labels, and the way
// in which the data states its symbols. Fields that need data which is not known are empty.
type Writing struct {
	queries.Options                                   // with the prefixes that genus reads back
	Document        syntax.Prefixes                   // the prefixes of documents, which declare them
	values          func(property string) read.Values // nil: not known
}

// Presence returns the concept with ∃r.⊤ and ≥n r.⊤ in place of (∃r) and (≥n r) where all values of r are
// individuals: OWL's presence is about literals. mixed are the properties that have both.
func (v Writing) Presence(c dl.Concept) (out dl.Concept, mixed []string) {
	if v.values == nil {
		return c, nil
	}
	out = dl.MapLeaves(c, func(leaf dl.Concept) dl.Concept {
		f, ok := leaf.(dl.Compare)
		if !ok || f.Op != dl.Present && f.Op != dl.Many {
			return leaf
		}
		switch known := v.values(f.Feature); {
		case !known.Known || !known.Things:
			return leaf
		case known.Literals:
			mixed = append(mixed, f.Feature)
			return leaf
		}
		if f.Op == dl.Many {
			return dl.AtLeast{N: f.N(), Role: dl.Role{IRI: f.Feature}, C: dl.Top{}}
		}
		return dl.Exists{Role: dl.Role{IRI: f.Feature}, C: dl.Top{}}
	})
	slices.Sort(mixed)
	return out, slices.Compact(mixed)
}

// English returns the concept in words.
func (v Writing) English(c dl.Concept) string {
	return syntax.English(c,
		syntax.EnglishOptions{Labels: v.Labels, Prefixes: v.Document, Nouns: v.Nouns, SubClassOf: v.Vocabulary.SubClassOf})
}

// Writing returns how concepts are written by the settings and by what is known about the
// source. Counting what files have takes seconds where they are large; the error may be that of
// the context.
func (s Use) Writing(ctx context.Context) (Writing, error) {
	var v Writing
	known := false
	if s.Source != nil {
		v, known = s.Source.Describe()
		v.Prefixes, v.Nouns, v.values = s.Source.Prefixes(), nounsOf(ctx, s.Source), s.Source.Values(ctx, s)
		if err := ctx.Err(); err != nil {
			return v, err
		}
	} else {
		own, err := OwnPrefixes(s.Config)
		if err != nil {
			return v, err
		}
		v.Prefixes = own
	}
	if !known {
		v.Domain = s.Config.Exclusions().Domain(s.Config.Vocabulary())
	}
	v.Document = v.Prefixes
	v.Vocabulary = s.Config.Vocabulary().Vocabulary
	return v, nil
}

// A writingCache keeps how concepts over some data are written.
type writingCache struct {
	mu      sync.Mutex
	data    *extract.Data
	writing Writing
}

// describe returns how concepts over the data are written; false if it is nil.
func (c *common) describe(data *extract.Data) (Writing, bool) {
	k := &c.writing
	k.mu.Lock()
	defer k.mu.Unlock()
	if data != nil && k.data != data {
		k.data = data
		k.writing = Writing{Options: queries.Options{
			Labels:     data.Labels(),
			Kinds:      data.Kinds(),
			Axioms:     data.Axioms(),
			Domain:     data.Domain(),
			Statistics: data.Statistics(),
		}}
	}
	return k.writing, data != nil
}

// Writing returns how concepts over the problem's data are written. Its notations use only the
// prefixes own, so that genus query reads them back.
func (p *Problem) Writing(own syntax.Prefixes) Writing {
	i := p.Info
	return Writing{Document: p.Source.Prefixes(), values: p.values, Options: queries.Options{
		Nouns:      nounsOf(context.Background(), p.Source),
		Prefixes:   own,
		Labels:     i.Labels,
		Kinds:      i.Kinds,
		Zones:      i.Zones,
		Statistics: i.Statistics,
		Axioms:     i.Axioms,
		Domain:     i.Domain,
		Vocabulary: i.Vocabulary.Vocabulary,
	}}
}

// values returns what the values of a property are in the problem.
func (p *Problem) values(property string) (v read.Values) {
	if s := p.Structure; s != nil {
		r, isRole := s.Signature().RoleID(dl.Role{IRI: property})
		v.Things = isRole && len(s.Sources(r)) > 0
		v.Literals = slices.Contains(s.Valued(), property)
	}
	v.Known = v.Things || v.Literals
	return v
}

func QueryOptions(s Use, p *Problem, c dl.Concept, d queries.Dialect) queries.Options {
	o := p.Writing(p.Source.PrefixesOf(c)).Options
	o.Dialect, o.Graphs = d, p.Source.queryGraphs(s.Config)
	return o
}

// IRIFlag expands the value of a flag, an IRI or a prefixed name. It returns "" for "".
func IRIFlag(flag, value string, p syntax.Prefixes) (string, error) {
	if value == "" {
		return "", nil
	}
	iri, err := ExpandName(value, p)
	if err != nil {
		return "", Usagef("%s: %w", flag, err)
	}
	return iri, nil
}

// ExpandName returns the IRI of a name, as extract.Expand does. Prefixes such as rdfs need no declaration, as in a
// concept.
func ExpandName(name string, p syntax.Prefixes) (string, error) {
	iri, err := extract.Expand(name, p)
	if standard, ok := p.Expand(name); ok && errors.Is(err, extract.ErrUnknownPrefix) {
		return standard, nil
	}
	return iri, err
}
