package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
)

// Browser looks around in the source, for people who are looking for examples.
type Browser struct{ Session }

// Browse looks around in the source of the session.
func (s Session) Browse() Browser { return Browser{s} }

// ClassJSON is a class.
type ClassJSON struct {
	TermJSON
	Members *int `json:"members" jsonschema:"how many there are; null if nobody has counted them"`
}

// Classes are at most limit classes of the source, those with most members first;
// more: there are others. An endpoint counts stated members, files and databases
// those of subclasses, too. The endpoint has as long as a search by name.
func (s Browser) Classes(ctx context.Context, limit int) (list []ClassJSON, more bool, err error) {
	list = []ClassJSON{}
	if g := s.Source.Graph(); g != nil {
		sizes := g.ClassSizes()
		for _, c := range sizes[:min(limit, len(sizes))] {
			list = append(list, ClassJSON{TermJSON{c.IRI, g.Label(c.IRI)}, &c.Members})
		}
		return list, len(sizes) > limit, nil
	}
	if s.isLarge() {
		return nil, false, Usagef("this endpoint is too large to list its classes: search by name")
	}
	ctx, cancel := s.searching(ctx)
	defer cancel()
	typing, _ := s.typing()
	q, err := queries.Classes(typing, limit+len(vocabularies)*10)
	rows, err := ask(ctx, s.Source.Client, "listing the classes", q, err, "c", "n")
	if err != nil {
		return nil, false, err
	}
	var iris []string
	for _, row := range rows {
		iri := row[0].String()
		n, err := strconv.Atoi(row[1].String())
		if err != nil || queries.BlankNode(iri) || s.isHidden(iri) {
			continue
		}
		list, iris = append(list, ClassJSON{TermJSON{IRI: iri}, &n}), append(iris, iri)
	}
	if more = len(list) > limit; more {
		list, iris = list[:limit], iris[:limit]
	}
	for i, term := range s.Terms(ctx, iris) {
		list[i].TermJSON = term
	}
	return list, more, nil
}

// vocabularies are the namespaces whose classes say what kind of term something is.
var vocabularies = []string{
	"http://www.w3.org/2002/07/owl#", "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	"http://www.openlinksw.com/schemas/", "http://www.w3.org/ns/sparql-service-description#",
}

// isLarge reports whether the settings say that no question may look at everything
// that the endpoint has.
func (s Browser) isLarge() bool {
	return cmp.Or(queries.Finder(s.Config.Search), queries.FindScan) != queries.FindScan
}

// isHidden reports whether nobody looks for members of the class.
func (s Browser) isHidden(class string) bool {
	starts := func(prefix string) bool { return strings.HasPrefix(class, prefix) }
	return slices.ContainsFunc(vocabularies, starts) || slices.ContainsFunc(s.Config.ExcludeClass, starts)
}

// typing are the properties that lead to classes and to superclasses.
func (s Browser) typing() (typing, subclass string) {
	v := s.Config.Vocabulary().WithDefaults()
	return v.Type[0], v.SubClass[0]
}

// slowError is a [context.DeadlineExceeded] of a request that a person waits for.
type slowError time.Duration

func (e slowError) Error() string {
	return fmt.Sprintf("no answer within %s: try again later, or write IRIs in place of names", time.Duration(e))
}

func (slowError) Unwrap() error { return context.DeadlineExceeded }

// searching bounds a request that a person waits for.
func (s Browser) searching(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := min(searchTimeout, s.Config.RequestTimeout)
	return context.WithTimeoutCause(ctx, limit, slowError(limit))
}

// Members are at most limit members of the class; more: there are others. Those of
// files are sorted by name.
func (s Browser) Members(ctx context.Context, class string, limit int) (found []TermJSON, more bool, err error) {
	found = []TermJSON{}
	if g := s.Source.Graph(); g != nil {
		for _, iri := range g.Members(class) {
			found = append(found, TermJSON{iri, g.Label(iri)})
		}
		slices.SortFunc(found, func(a, b TermJSON) int {
			return cmp.Or(strings.Compare(strings.ToLower(cmp.Or(a.Label, a.IRI)), strings.ToLower(cmp.Or(b.Label, b.IRI))), strings.Compare(a.IRI, b.IRI))
		})
		return found[:min(limit, len(found))], len(found) > limit, nil
	}
	typing, _ := s.typing()
	ctx, cancel := s.searching(ctx)
	defer cancel()
	q, err := queries.Members(typing, class, limit+1)
	rows, err := ask(ctx, s.Source.Client, "listing the members", q, err, "s")
	if err != nil {
		return nil, false, err
	}
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	var iris []string
	for _, row := range rows {
		iris = append(iris, row[0].String())
	}
	return s.Terms(ctx, iris), more, nil
}

// Terms are the IRIs with their labels.
func (s Browser) Terms(ctx context.Context, iris []string) []TermJSON {
	return labelled(iris, s.Labels(ctx, iris))
}

// ClassExamples are examples of the class, at most limit members and limit others.
func (s Browser) ClassExamples(ctx context.Context, class string, limit int) (found extract.ClassExamples, err error) {
	if _, err := queries.IRI(class); err != nil {
		return found, Usage(err)
	}
	if s.Source.Data != nil {
		found, err = s.Source.Data.ClassExamples(ctx, class, limit)
	} else {
		elsewhere := func() (iris []string) {
			list, _, err := s.Classes(ctx, limit)
			if err != nil {
				s.Reporter.Detail("others of <%s>: %s", class, OneLine(err.Error()))
			}
			for _, c := range list {
				iris = append(iris, c.IRI)
			}
			return iris
		}
		found, err = extract.FindClass(ctx, s.Source.Client, class, elsewhere, limit, extract.SiblingOptions{Vocabulary: s.Config.Vocabulary(), Exclusions: s.Config.Exclusions()})
	}
	if err == nil && len(found.Members) == 0 {
		err = Usagef("the source states no member of <%s>", class)
	}
	return found, err
}

// mostSeparated is how many things that were found by name are looked at at once.
const mostSeparated = 30

// separate divides things that an endpoint has found by name into individuals and
// classes. It leaves out properties. If the endpoint does not say, all are individuals.
func (s Browser) separate(ctx context.Context, found []TermJSON) (individuals, classes []TermJSON) {
	individuals = []TermJSON{}
	var iris []string
	for _, m := range found {
		iris = append(iris, m.IRI)
	}
	uses, _ := s.uses(ctx, iris)
	for _, m := range found {
		switch uses[m.IRI] {
		case "class":
			classes = append(classes, m)
		case "":
			individuals = append(individuals, m)
		}
	}
	return individuals, classes
}

// uses says of the terms that the endpoint uses as a class or as a property which they
// are; false if it did not say so of some.
func (s Browser) uses(ctx context.Context, iris []string) (map[string]string, bool) {
	typing, subclass := s.typing()
	uses, whole := map[string]string{}, true
	for batch := range slices.Chunk(iris, mostSeparated) {
		q, err := queries.Uses(typing, subclass, batch)
		rows, err := ask(ctx, s.Source.Client, "which terms are classes", q, err, "s", "use")
		if err != nil {
			whole = false
			s.Reporter.Detail("%s", OneLine(err.Error()))
		}
		for _, row := range rows {
			if iri := row[0].String(); uses[iri] != "class" {
				uses[iri] = row[1].String()
			}
		}
	}
	return uses, whole
}

// SourceState is what a source says when it is tried.
type SourceState struct {
	Server     string  `json:"server"`     // header of the endpoint, often the name of the engine; may be empty
	Labels     bool    `json:"labels"`     // it has names for things
	Classes    *int    `json:"classes"`    // that have members; null: not counted in time
	MoreThan   bool    `json:"more_than"`  // there are more classes than that
	Statements *int    `json:"statements"` // null: not counted in time
	Seconds    float64 `json:"seconds"`
}

// mostCounted is how many classes a trial of an endpoint counts.
const mostCounted = 200

// Try asks an endpoint a few small questions; files and databases are as they are. An
// error says that the source is of no use.
func (s Browser) Try(ctx context.Context) (SourceState, error) {
	var state SourceState
	if g := s.Source.Graph(); g != nil {
		n := g.Size()
		return SourceState{Labels: true, Classes: &n.Classes, Statements: &n.Facts}, nil
	}
	begun := time.Now()
	limited, cancel := s.searching(ctx)
	defer cancel()
	q, err := queries.AnyStatement()
	rows, err := ask(limited, s.Source.Client, "the endpoint does not answer a small question", q, err, "s")
	if err != nil {
		return state, err
	}
	state.Seconds = time.Since(begun).Seconds()
	if c, ok := s.Source.Client.(interface{ Server() string }); ok {
		state.Server = c.Server()
	}
	if len(rows) == 0 {
		return state, Usagef("the endpoint answers, but it has no statements%s", ofGraphs(s.Config.Graph))
	}
	q, err = queries.AnyLabel(s.Config.Vocabulary().WithDefaults().Label[0])
	rows, err = ask(limited, s.Source.Client, "", q, err, "s")
	state.Labels = err == nil && len(rows) > 0
	classes, more, err := s.Classes(ctx, mostCounted)
	if err != nil { // too large to be counted
		return state, ctx.Err()
	}
	n := len(classes)
	state.Classes, state.MoreThan = &n, more
	counting, cancel := s.searching(ctx)
	defer cancel()
	q, err = queries.CountGraph()
	if rows, err = ask(counting, s.Source.Client, "", q, err, "n"); err == nil && len(rows) == 1 {
		if n, err := strconv.Atoi(rows[0][0].String()); err == nil {
			state.Statements = &n
		}
	}
	return state, ctx.Err()
}

func ofGraphs(graphs []string) string {
	if len(graphs) == 0 {
		return " in its default graph: name the graph that has them"
	}
	return " in " + strings.Join(graphs, " ") + ": is the name of the graph right?"
}
