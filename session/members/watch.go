package members

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// A Watch is who joined and left a concept since its members were listed before.
type Watch struct {
	Members      []string // now; sorted IRIs
	Joined, Left []string
	Stayed       int
	// the nearest query that has the earlier members again; nil if nothing changed or none is wanted
	Repair    *answer.Repair
	RepairErr error             // why there is none; nil if there is one, none is wanted, or nothing changed
	Labels    map[string]string // of those who joined and left
}

// mostWatched is how many of those who joined, left and stayed a repair is given.
const mostWatched = 10

// Watch compares the members of the concept with those before. With repair it looks for the nearest
// concept that has those who left and not those who joined. Members are IRIs. A
// database of an endpoint's data does not have all members: that is an error.
func (s Lister) Watch(ctx context.Context, c dl.Concept, before []string, repair bool) (*Watch, error) {
	members, err := s.members(ctx, c)
	if err != nil {
		return nil, err
	}
	before = inFormsOf(members, before)
	w := &Watch{Members: members, Labels: map[string]string{}}
	var stayed []string
	was := make(map[string]bool, len(before))
	for _, iri := range before {
		was[iri] = true
	}
	for _, iri := range members {
		if was[iri] {
			stayed = append(stayed, iri)
		} else {
			w.Joined = append(w.Joined, iri)
		}
		delete(was, iri)
	}
	for _, iri := range before {
		if was[iri] {
			w.Left = append(w.Left, iri)
		}
	}
	if w.Stayed = len(stayed); len(w.Joined)+len(w.Left) == 0 {
		return w, nil
	}
	some := func(list []string) []string { return list[:min(len(list), mostWatched)] }
	if repair {
		w.Repair, w.RepairErr = answer.On(s.Use).Repair(ctx, answer.RepairTask{
			Concept: c, Missing: some(w.Left), Wrong: some(w.Joined), Right: some(stayed), Confirm: answer.On(s.Use).Confirms(),
		})
	}
	if g, _, err := s.Source.WholeGraph(ctx, s.Use, extract.Examples{}, nil); err == nil {
		if labels, err := g.Labels(ctx, slices.Concat(some(w.Joined), some(w.Left))); err == nil {
			w.Labels = labels
		}
	}
	return w, ctx.Err()
}

// inFormsOf returns the IRIs of before in the Unicode normal forms that the members have.
func inFormsOf(members, before []string) []string {
	before = slices.Clone(before)
	for i, iri := range before {
		for _, form := range source.OtherForms(iri) {
			_, is := slices.BinarySearch(members, iri)
			if _, formIs := slices.BinarySearch(members, form); formIs && !is {
				before[i] = form
			}
		}
	}
	return before
}

// members returns all members of the concept that are IRIs, sorted. An endpoint that returns fewer
// than it counts is an error.
func (s Lister) members(ctx context.Context, c dl.Concept) (iris []string, err error) {
	s.Reporter.Progress("listing", "the members")
	p, err := answer.On(s.Use).ProblemToQuery(ctx, extract.Examples{}, c)
	if err != nil {
		return nil, err
	}
	t, err := s.newReader(ctx, p, c)
	if err != nil {
		return nil, err
	}
	q := t.question()
	q.Count = true
	a, missing, err := t.port.Ask(ctx, q)
	switch {
	case err != nil:
		return nil, fmt.Errorf("listing the members: %w", err)
	case missing.Count != nil:
		return nil, fmt.Errorf("counting the members: %w", missing.Count)
	case missing.What != nil:
		return nil, missing.What
	case len(a.Members) < *a.Total:
		return nil, fmt.Errorf("the endpoint returns %d members of %d: its answers have changed meanwhile",
			len(a.Members), *a.Total)
	}
	iris = a.IRIs()
	all := len(iris)
	iris = slices.DeleteFunc(iris, func(iri string) bool { return len(iri) > 1 && iri[:2] == "_:" })
	if blank := all - len(iris); blank > 0 {
		s.Reporter.Note("note: %s left out: they are blank nodes, which have no names to compare",
			say.Plural(blank, "member"))
	}
	slices.Sort(iris)
	return iris, nil
}

// A WatchDocument is a Watch as JSON.
type WatchDocument struct {
	Version int                    `json:"version"`
	Concept notation.Written       `json:"concept"`
	First   bool                   `json:"first"` // there were no members to compare with
	Members int                    `json:"members"`
	Joined  []source.Term          `json:"joined"`
	Left    []source.Term          `json:"left"`
	Stayed  int                    `json:"stayed"`
	Repair  *answer.RepairDocument `json:"repair"` // null if nothing changed, or none was asked for or found
}

// FirstWatch lists the members of the concept for the first time.
func (s Lister) FirstWatch(ctx context.Context, c dl.Concept) (*Watch, error) {
	members, err := s.members(ctx, c)
	return &Watch{Members: members}, err
}

// Document returns the watch as JSON. first: nobody was listed before.
func (w *Watch) Document(c dl.Concept, v source.Writing, first bool) WatchDocument {
	terms := func(iris []string) []source.Term {
		out := []source.Term{}
		for _, iri := range iris {
			out = append(out, source.Term{IRI: iri, Label: w.Labels[iri]})
		}
		return out
	}
	d := WatchDocument{
		Version: 1, Concept: notation.Write(c, v), First: first, Members: len(w.Members),
		Joined: terms(w.Joined), Left: terms(w.Left), Stayed: w.Stayed,
	}
	if w.Repair != nil {
		r := w.Repair.Document()
		d.Repair = &r
	}
	return d
}
