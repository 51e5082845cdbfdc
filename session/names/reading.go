package names

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/source"
)

// The members of a user's query are compared with those of the concept that it is read as. These are
// the largest number of members, the largest number of facts of the files, and the longest time for both.
const (
	mostCompared  = 100
	mostServed    = 200_000
	compareWithin = 20 * time.Second
)

// A Reading is a SPARQL query of a user with the concept that it is read as.
type Reading = read.Reading

// readQuery reads a SPARQL query as a concept, and compares the two.
func (s Finder) readQuery(ctx context.Context, text, variable string, p syntax.Prefixes,
	individuals []string) (dl.Concept, *read.Reading, error) {
	v := s.Config.Vocabulary().WithDefaults()
	o := read.Options{
		Prefixes: p, Type: v.Type, SubClassOf: v.SubClassOf, NoClosure: v.NoClosure, Redirect: v.Redirect,
		Labels: s.Config.LabelProperty,
		Graphs: s.Config.Graph, Classes: s.Config.Individuals == extract.Classes && !v.ClassTriples(),
		Variable: strings.TrimLeft(variable, "?$"),
	}
	if s.Source != nil {
		o.HasSubclasses, o.Values = s.Source.Subclasses(ctx, s.Use), s.Source.Values(ctx, s.Use)
	}
	r, err := read.Read(text, o)
	if err == nil {
		if to := s.OtherForms(ctx, r.Concept); len(to) > 0 {
			o.Prefixes = respelledPrefixes(p, to)
			r, err = read.Read(respelled(text, to), o)
		}
	}
	if err != nil {
		return nil, nil, source.Usage(err)
	}
	for _, note := range r.Notes {
		s.Reporter.Note("note: the query, %s", note)
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

// spelledOut returns the IRIs of individuals with prefixes, as far as they have some.
func (s Finder) spelledOut(individuals []string) (iris []string) {
	for _, text := range individuals {
		if iri, err := source.IRIFlag("individual", text, s.Source.Prefixes()); err == nil {
			iris = append(iris, iri)
		}
	}
	return iris
}

// compare asks the source for members of the user's query and of the concept. A difference is an
// error. checked is false if the source cannot say. Files are asked only where the reading assumes
// something of the data, otherwise it is exact, and only those of mostServed facts; the engine for files knows
// SPARQL 1.1, so nothing about reifiers. With reasoning,
// members follow from axioms, which the user's query knows nothing of.
func (s Finder) compare(ctx context.Context, r *read.Reading, individuals []string) (checked bool, err error) {
	src := s.Source
	if src == nil || s.Config.Reasons() {
		return false, nil
	}
	if !src.Slow() && (!src.Complete() || len(r.Assumes) == 0) || !src.Runs(r.Concept, mostServed) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(connector.Interactive(ctx), compareWithin)
	defer cancel()
	differs, err := s.differences(ctx, r, individuals)
	switch {
	case err != nil && (ctx.Err() == nil && errors.Is(err, context.Canceled) ||
		errors.Is(context.Cause(ctx), context.Canceled)):
		return false, err
	case err != nil:
		s.Reporter.Note("note: the query could not be compared with the concept that it is read as: %v", err)
		return false, nil
	case differs != "":
		text := "the concept that the query is read as, " +
			syntax.Print(r.Concept, syntax.Options{Prefixes: src.Prefixes()}) +
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
	client, err := s.Source.Client(ctx, s.Use)
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
	port, err := source.Port(ctx, s.Use, nil)
	if err != nil {
		return "", err
	}
	members, missing, err := port.Ask(ctx, ask.Question{Concept: r.Concept, Limit: mostCompared - 1}) // and one more
	if err = cmp.Or(err, missing.Err()); err != nil {
		return "", err
	}
	asked := slices.Clone(individuals)
	for iri := range first {
		asked = append(asked, iri)
	}
	asked = append(asked, members.IRIs()...)
	slices.Sort(asked)
	asked = slices.DeleteFunc(slices.Compact(asked), func(iri string) bool { return !isIRI(iri) })
	if len(asked) == 0 {
		return "", nil
	}
	byQuery, err := own(r.About(asked))
	if err != nil {
		return "", err
	}
	byConcept, err := ask.Of(ctx, port, r.Concept, asked)
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
				only[i] = s.Source.Prefixes().Shorten(iri)
			}
			said = append(said, fmt.Sprintf("only %s has %s", side.what, strings.Join(only[:min(n, 3)], ", ")))
			if n > 3 {
				said[len(said)-1] += fmt.Sprintf(" and %d more", n-3)
			}
		}
	}
	return strings.Join(said, "; "), nil
}

// isIRI reports whether the name of an individual is an IRI and not the label of a blank node.
func isIRI(name string) bool { return strings.Contains(name, ":") && !strings.HasPrefix(name, "_:") }
