package names

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/source"
)

// A user's query and the concept that it is read as are both asked for so many members, of files with so
// many facts, and may take so long together.
const (
	mostCompared  = 100
	mostServed    = 200_000
	compareWithin = 20 * time.Second
	sampleWithin  = 5 * time.Second
)

// A Reading is a SPARQL query of a user with the concept that it is read as.
type Reading = read.Reading

// readQuery reads a SPARQL query as a concept, and compares the two.
func (s Finder) readQuery(ctx context.Context, text, variable string, p syntax.Prefixes, individuals []string) (dl.Concept, *read.Reading, error) {
	v := s.Config.Vocabulary().WithDefaults()
	o := read.Options{
		Prefixes: p, Type: v.Type, SubClassOf: v.SubClassOf, NoClosure: v.NoClosure, Labels: s.Config.LabelProperty, Values: s.valuesOf(ctx),
		Graphs:   s.Config.Graph,
		Variable: strings.TrimLeft(variable, "?$"),
	}
	if s.Source != nil && s.Source.IsWhole() && s.Source.Graph() != nil {
		o.HasSubclasses = s.Source.Graph().HasSubclasses
	}
	if s.Source != nil && s.Source.IsEndpoint() {
		o.HasSubclasses = func(class string) bool { return s.hasSubclasses(ctx, v.SubClassOf, class) }
	}
	r, err := read.Read(text, o)
	if err != nil {
		return nil, nil, source.Usage(err)
	}
	for _, note := range r.Notes {
		s.Reporter.Detail("the query, %s", note)
	}
	checked, err := s.compare(ctx, r, s.spelledOut(individuals))
	if err != nil {
		return nil, nil, err
	}
	if !checked {
		for _, assumed := range r.Assumes {
			s.Reporter.Note("note: the concept is the query if, as %s", assumed)
		}
	}
	return r.Concept, r, nil
}

// hasSubclasses asks an endpoint whether a class has subclasses. It says no where it cannot.
func (s Finder) hasSubclasses(ctx context.Context, property, class string) bool {
	ctx, cancel := context.WithTimeout(connector.Interactive(ctx), sampleWithin)
	defer cancel()
	above, err := s.holds(ctx, dl.Exists{Role: dl.Role{IRI: property, Inverse: true}, C: dl.Top{}})
	if err != nil {
		return false
	}
	has, err := above.of([]string{class})
	return err == nil && has[class]
}

// spelledOut returns the IRIs of individuals with prefixes, as far as they have some.
func (s Finder) spelledOut(individuals []string) (iris []string) {
	for _, text := range individuals {
		if iri, err := source.IRIFlag("individual", text, s.Source.Prefixes); err == nil {
			iris = append(iris, iri)
		}
	}
	return iris
}

// valuesOf returns which values properties have: of files all, at an endpoint some; nil for other sources.
func (s Finder) valuesOf(ctx context.Context) func(string) read.Values {
	if s.Source != nil && s.Source.IsEndpoint() {
		return s.sampleValues(ctx)
	}
	if s.Source == nil || !s.Source.IsWhole() {
		return nil
	}
	roles, valued := map[string]bool{}, map[string]bool{}
	kinds := map[string][]dl.Kind{}
	load := sync.OnceFunc(func() {
		_, p, err := s.WholeGraph(ctx, extract.Examples{}, nil)
		if err != nil || p == nil {
			return
		}
		sig := p.Structure.Signature()
		for r := range sig.NumRoles() {
			roles[sig.Role(interp.RoleID(r)).IRI] = true
		}
		for _, f := range p.Structure.Valued() {
			valued[f] = true
		}
		kinds = p.Info.Kinds
	})
	return func(property string) read.Values {
		load()
		return read.Values{Known: roles[property] || valued[property], Things: roles[property], Literals: valued[property], Kinds: kinds[property]}
	}
}

// mostSampled is how many values of a property are looked at.
const mostSampled = 100

// sampleValues asks an endpoint for some values of a property, once. It says nothing where it cannot.
func (s Finder) sampleValues(ctx context.Context) func(string) read.Values {
	seen := map[string]read.Values{}
	return func(property string) read.Values {
		if v, ok := seen[property]; ok {
			return v
		}
		v := read.Values{Sampled: true}
		query, err := queries.SomeValues(property, mostSampled, s.Config.Graph)
		if err == nil {
			within, cancel := context.WithTimeout(connector.Interactive(ctx), sampleWithin)
			defer cancel()
			table, err := s.Source.Client.Select(within, query)
			for i := 0; err == nil && i < len(table.Rows); i++ {
				if o := table.Rows[i][0]; o != nil {
					v.Known = true
					v.Literals = v.Literals || o.Type() == rdf.TermLiteral
					v.Things = v.Things || o.Type() != rdf.TermLiteral
				}
			}
		}
		seen[property] = v
		return v
	}
}

// compare asks the source for members of the user's query and of the concept. A difference is an
// error. checked is false if the source cannot say. Files are asked only where the reading assumes
// something of the data, otherwise it is exact, and only those of mostServed facts. With reasoning,
// members follow from axioms, which the user's query knows nothing of.
func (s Finder) compare(ctx context.Context, r *read.Reading, individuals []string) (checked bool, err error) {
	src := s.Source
	if src == nil || src.IsDatabase() || s.Config.Reasoning != config.None {
		return false, nil
	}
	if g := src.Graph(); !src.IsEndpoint() && (len(r.Assumes) == 0 || g == nil || g.Size().Facts > mostServed) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(connector.Interactive(ctx), compareWithin)
	defer cancel()
	differs, err := s.differences(ctx, r, individuals)
	switch {
	case err != nil && (ctx.Err() == nil && errors.Is(err, context.Canceled) || errors.Is(context.Cause(ctx), context.Canceled)):
		return false, err
	case err != nil:
		s.Reporter.Note("note: the query could not be compared with the concept that it is read as: %v", err)
		return false, nil
	case differs != "":
		text := "the concept that the query is read as, " + syntax.Print(r.Concept, syntax.Options{Prefixes: src.Prefixes}) +
			", has not the same members: " + differs
		if len(r.Assumes) > 0 {
			text += "; the reading assumes: " + strings.Join(r.Assumes, "; ")
		}
		return true, source.Usagef("%s", text)
	}
	return true, nil
}

// differences returns what only one of the two has; empty if there is no difference.
func (s Finder) differences(ctx context.Context, r *read.Reading, individuals []string) (string, error) {
	client, err := s.Client(ctx)
	if err != nil {
		return "", err
	}
	own := func(query string) (map[string]bool, error) {
		table, err := client.Select(ctx, query)
		if err != nil {
			return nil, err
		}
		has := map[string]bool{}
		for _, row := range table.Rows {
			if len(row) > 0 && row[0] != nil && isIRI(row[0].String()) {
				has[row[0].String()] = true
			}
		}
		return has, nil
	}
	first, err := own(r.First(mostCompared))
	if err != nil {
		return "", err
	}
	has, err := s.holds(ctx, r.Concept)
	if err != nil {
		return "", err
	}
	members, err := has.first()
	if err != nil {
		return "", err
	}
	asked := slices.Clone(individuals)
	for iri := range first {
		asked = append(asked, iri)
	}
	asked = append(asked, members...)
	slices.Sort(asked)
	asked = slices.DeleteFunc(slices.Compact(asked), func(iri string) bool { return !isIRI(iri) })
	if len(asked) == 0 {
		return "", nil
	}
	byQuery, err := own(r.About(asked))
	if err != nil {
		return "", err
	}
	byConcept, err := has.of(asked)
	if err != nil {
		return "", err
	}
	var said []string
	for _, side := range []struct {
		has, lacks map[string]bool
		what       string
	}{{byQuery, byConcept, "the query"}, {byConcept, byQuery, "the concept"}} {
		only := slices.DeleteFunc(slices.Clone(asked), func(iri string) bool { return !side.has[iri] || side.lacks[iri] })
		if n := len(only); n > 0 {
			for i, iri := range only {
				only[i] = s.Source.Prefixes.Shorten(iri)
			}
			said = append(said, fmt.Sprintf("only %s has %s", side.what, strings.Join(only[:min(n, 3)], ", ")))
			if n > 3 {
				said[len(said)-1] += fmt.Sprintf(" and %d more", n-3)
			}
		}
	}
	return strings.Join(said, "; "), nil
}

// A membership answers who is a member of a concept.
type membership struct {
	first func() ([]string, error)
	of    func(individuals []string) (map[string]bool, error)
}

// holds returns the membership of a concept: by the query that genus writes, or in the files.
func (s Finder) holds(ctx context.Context, c dl.Concept) (membership, error) {
	if s.Source.IsEndpoint() {
		v, err := s.Writing(ctx)
		if err != nil {
			return membership{}, err
		}
		o := v.Options
		if o.Dialect, err = s.Dialect(ctx); err != nil {
			return membership{}, err
		}
		o.Graphs, o.Limit = s.Config.Graph, mostCompared
		return membership{
			first: func() ([]string, error) { return graph.FirstRows(ctx, s.Source.Client, c, o) },
			of: func(individuals []string) (map[string]bool, error) {
				return graph.Returned(ctx, s.Source.Client, c, individuals, o)
			},
		}, nil
	}
	g, _, err := s.WholeGraph(ctx, extract.Examples{}, nil)
	if err != nil {
		return membership{}, err
	}
	lists, err := g.Members(ctx, []dl.Concept{c}, 1<<30)
	if err != nil {
		return membership{}, err
	}
	has := map[string]bool{}
	for _, iri := range lists[0] {
		has[iri] = true
	}
	return membership{
		first: func() ([]string, error) { return lists[0][:min(len(lists[0]), mostCompared)], nil },
		of:    func([]string) (map[string]bool, error) { return has, nil },
	}, nil
}

// isIRI reports whether the name of an individual is an IRI and not the label of a blank node.
func isIRI(name string) bool { return strings.Contains(name, ":") && !strings.HasPrefix(name, "_:") }
