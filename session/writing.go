package session

import (
	"context"
	"strings"
	"sync"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// A Writing says how concepts over some data are written: by the prefixes, the labels, and the way
// in which the data states its symbols. Fields that need data which is not known are empty.
type Writing struct {
	queries.Options                 // with the prefixes that genus reads back
	Document        syntax.Prefixes // the prefixes of documents, which declare them
}

// Writing returns how concepts are written by the settings and by what is known about the
// source. Counting what files have takes seconds where they are large; the error may be that of
// the context.
func (s use) Writing(ctx context.Context) (Writing, error) {
	var v Writing
	known := false
	if s.Source != nil {
		v, known = s.Source.describe()
		v.Prefixes = s.Source.Prefixes
		if err := ctx.Err(); err != nil {
			return v, err
		}
	} else {
		own, err := s.OwnPrefixes()
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

// describe returns how concepts over the data or the latest extraction are written; false if
// there is none.
func (s *Source) describe() (Writing, bool) {
	data := s.Data
	if data == nil {
		s.kept.mu.Lock()
		data = s.kept.data
		s.kept.mu.Unlock()
	}
	k := &s.writing
	k.mu.Lock()
	defer k.mu.Unlock()
	if data != nil && k.data != data {
		k.data = data
		k.writing = Writing{Options: queries.Options{Labels: data.Labels(), Kinds: data.Kinds(), Axioms: data.Axioms(), Domain: data.Domain(),
			Statistics: data.Statistics()}}
	}
	return k.writing, data != nil
}

// Writing returns how concepts over the problem's data are written. Its notations use only the
// prefixes own, so that genus query reads them back.
func (p *Problem) Writing(own syntax.Prefixes) Writing {
	i := p.Info
	return Writing{Document: p.Source.Prefixes, Options: queries.Options{
		Prefixes: own, Labels: i.Labels, Kinds: i.Kinds, Zones: i.Zones, Statistics: i.Statistics, Axioms: i.Axioms, Domain: i.Domain,
		Vocabulary: i.Vocabulary.Vocabulary,
	}}
}

func (s use) queryOptions(p *Problem, c dl.Concept, d queries.Dialect) queries.Options {
	o := p.Writing(p.Source.PrefixesOf(c)).Options
	if o.Dialect = d; p.Source.IsEndpoint() {
		o.Graphs = s.Config.Graph
	}
	return o
}

// A Question says what SPARQL asks about a concept. The zero value asks for all members.
type Question struct {
	Ask           string // whether this IRI is a member
	Count         bool   // the number of members
	Limit, Offset int    // a page of them
	Ordered       bool   // by IRI, as pages with an offset always are
	ShowLabels    bool   // with labels
	// Columns are roles and features whose values the query returns, too, each an IRI or a
	// name with a prefix, and its inverse with ^ before it.
	Columns []string
	// Of is a user's query whose columns a query for all members keeps, unless Columns are given; nil: there is none.
	Of *read.Reading
}

// keepsColumns reports whether the question is for all members and names no columns of its own.
func (q Question) keepsColumns() bool {
	return q.Of != nil && !q.Count && q.Ask == "" && !q.ShowLabels && len(q.Columns) == 0 && q.Limit == 0 && q.Offset == 0
}

// Query returns the query that asks the question about c.
func (s use) Query(ctx context.Context, q Question, c dl.Concept, v Writing) (string, error) {
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return "", err
	}
	if !s.Config.Labels {
		v.Labels = nil
	}
	o := v.Options
	o.Dialect, o.Graphs = dialect, s.Config.Graph
	o.Limit = q.Limit
	o.Offset = q.Offset
	o.Ordered = q.Ordered
	for _, text := range q.Columns {
		name, inverse := strings.CutPrefix(strings.TrimSpace(text), "^")
		if _, hasEmpty := v.Prefixes[""]; hasEmpty && !strings.Contains(name, ":") {
			name = ":" + name // as in a concept
		}
		iri, err := IRIFlag("--columns", name, v.Prefixes)
		if err != nil {
			return "", err
		}
		o.Columns = append(o.Columns, queries.Column{
			Role: dl.Role{IRI: iri, Inverse: inverse}, Labelled: inverse || len(v.Kinds[iri]) == 0,
		})
	}
	if s.Config.Anchor != config.Auto && s.Config.Anchor != config.None {
		if o.Anchor, err = IRIFlag("--anchor", s.Config.Anchor, v.Prefixes); err != nil {
			return "", err
		}
	}
	switch {
	case q.Count:
		return queries.Count(c, o)
	case q.Ask != "":
		individual, err := IRIFlag("--ask", q.Ask, v.Prefixes)
		if err != nil {
			return "", err
		}
		text, err := queries.Ask(c, individual, o)
		return text, Usage(err)
	case q.ShowLabels:
		if o.ShowLabels, err = showLabels(s.Config); err != nil {
			return "", err
		}
	}
	text, err := queries.Select(c, o)
	if err == nil && q.keepsColumns() {
		return q.Of.WithColumns(text)
	}
	return text, err
}

// showLabels returns which labels to ask for, by the settings.
func showLabels(c config.Config) (queries.ShowLabels, error) {
	l := queries.ShowLabels{Languages: c.LabelLanguage}
	if len(l.Languages) == 0 {
		l.Languages = []string{"en", ""}
	}
	switch len(c.LabelProperty) {
	case 0:
	case 1:
		l.Property = c.LabelProperty[0]
	default:
		return l, Usagef("--show-labels needs exactly one --label-property, but there are %d: %s", len(c.LabelProperty),
			strings.Join(c.LabelProperty, ", "))
	}
	return l, nil
}

// Form writes a concept in one of the forms that need no query.
func (s use) Form(name string, c dl.Concept, v Writing) (string, error) {
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
	case "shacl":
		text, err = syntax.SHACL(c, syntax.SHACLOptions{
			Shape: as, Target: target, Prefixes: v.Document, Kinds: v.Kinds,
			Type: v.Vocabulary.Type, SubClassOf: v.Vocabulary.SubClassOf, Closure: !v.Vocabulary.NoClosure,
		})
	default:
		return "", Usagef("unknown form %q", name)
	}
	return text, Usage(err)
}

// OutputNames returns the IRIs of the class or shape that is written, and of the target
// of a shape, by the settings.
func (s use) OutputNames(p syntax.Prefixes) (as, target string, err error) {
	if as, err = IRIFlag("--as", s.Config.As, p); err != nil {
		return "", "", err
	}
	if class := s.Config.Anchor; class != config.Auto && class != config.None {
		target, err = IRIFlag("--anchor", class, p)
	}
	return as, target, err
}

// IRIFlag expands the value of a flag, an IRI or a prefixed name. It returns "" for "".
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
