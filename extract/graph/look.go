package graph

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// MostSuccessors is the largest number of successors of an individual by one role, in one
// direction, that are read.
const MostSuccessors = 500

// The number of terms in the first request, and the largest number in one.
const (
	firstTerms = 200
	mostTerms  = 800
)

// mostAround is the largest number of terms whose labels are asked for with their statements.
const mostAround = 100

// mostRows is the largest number of rows that one request for statements expects.
const mostRows = 15_000

// Look reads the statements about the individuals and those that point to them, the
// statements about the successors of further and of their parts (ask.IsPart), and the classes of all these. further are
// individuals, too. If a role has too many successors at an individual, none of them are
// facts. A later look at more individuals, after an answer, also reads the superclasses of these successors: it takes
// another request.
func (w *Whole) Look(ctx context.Context, further, individuals []string) (ask.Facts, error) {
	if w.extracted != nil {
		return ask.Facts{Structure: w.extracted.Structure}, nil
	}
	s, err := w.look(ctx, further, individuals)
	return ask.Facts{Structure: s}, err
}

func (w *Whole) look(ctx context.Context, further, individuals []string) (*interp.Structure, error) {
	n := w.near
	individuals = slices.Concat(further, individuals)
	more := n.first > 0 && len(individuals) > n.first
	if n.first == 0 {
		n.first = len(individuals)
	}
	for _, iri := range individuals {
		n.b.Individual(iri)
	}
	if err := w.readStatements(ctx, Question{Kind: Out, Around: w.around()}, individuals); err != nil {
		return nil, err
	}
	if err := w.readStatements(ctx, Question{Kind: In}, individuals); err != nil {
		return nil, err
	}
	if err := w.readPresences(ctx, individuals); err != nil {
		return nil, err
	}
	next := n.successors(further)
	for range ask.MostParts {
		parts := n.parts(further, next)
		if len(parts) == 0 {
			break
		}
		if err := w.readStatements(ctx, Question{Kind: Out}, parts); err != nil {
			return nil, err
		}
		next = uniqueSorted(append(next, n.successors(parts)...))
	}
	if err := w.readStatements(ctx, Question{Kind: Out}, next); err != nil {
		return nil, err
	}
	if more && w.symbols.vocabulary.SubClassOf != "" {
		if err := w.readAbove(ctx, next); err != nil {
			return nil, err
		}
	}
	individuals = append(individuals, next...)
	if err := w.readClasses(ctx, uniqueSorted(append(individuals, n.successors(individuals)...))); err != nil {
		return nil, err
	}
	return n.build(ctx)
}

// around returns what one request asks for with the statements about individuals.
func (w *Whole) around() []Kind {
	if w.symbols.existence {
		return []Kind{In, Labels, Presences}
	}
	return []Kind{In, Labels}
}

// readPresences reads what counts by its existence at the individuals, such as external identifiers and
// articles, unless it was read with the statements. An endpoint that does not say adds none.
func (w *Whole) readPresences(ctx context.Context, individuals []string) error {
	n := w.near
	fresh := slices.DeleteFunc(uniqueSorted(individuals),
		func(iri string) bool { return n.present[iri] || !queries.IsIRI(iri) })
	if len(fresh) == 0 || !w.symbols.existence {
		return nil
	}
	for _, iri := range fresh {
		n.present[iri] = true
	}
	return w.askEach(ctx, Question{Kind: Presences, Terms: fresh, Phase: "what is present"}, w.addPresences)
}

// addPresences adds what counts by its existence at a term.
func (w *Whole) addPresences(a Answer) {
	n := w.near
	n.present[a.Term] = true
	if n.listed[a.Term] = a.Incomplete == ""; !n.listed[a.Term] {
		return
	}
	properties, articles := w.symbols.Existence(a.Rows)
	for _, p := range properties {
		n.b.AddOther(p, a.Term, "")
	}
	for _, r := range articles {
		n.b.AddRole(ArticleAbout, r.Property, a.Term)
		n.b.AddRole(ArticleIn, r.Property, r.Value)
	}
}

// readAbove adds the pairs of the values and all above them with their superclasses. With rdfs:subClassOf, only what is
// declared to be a class has some.
func (w *Whole) readAbove(ctx context.Context, values []string) error {
	n, property := w.near, w.symbols.vocabulary.SubClassOf
	for {
		fresh := slices.DeleteFunc(uniqueSorted(values), func(iri string) bool {
			return n.above[iri] || !queries.IsIRI(iri) || property == RDFSchema+"subClassOf" && !n.declared[iri]
		})
		if values = nil; len(fresh) == 0 {
			return nil
		}
		for _, iri := range fresh {
			n.above[iri] = true
		}
		err := w.askEach(ctx, Question{Kind: Superclasses, Terms: fresh, Phase: "superclasses"}, func(a Answer) {
			n.above[a.Term] = true // the graph may answer about those above, too
			for _, r := range a.Rows {
				if r.Property == property && queries.IsIRI(r.Value) && !IsLiteral(r) {
					n.b.AddRole(property, a.Term, r.Value)
					n.declared[r.Value] = true
					values = append(values, r.Value)
				}
			}
		})
		if err != nil {
			return err
		}
	}
}

// parts returns those of the nodes that are parts of the individuals and were not read.
func (n *neighbourhood) parts(individuals, nodes []string) (parts []string) {
	for _, b := range nodes {
		if !n.sides[Out].asked[b] && slices.ContainsFunc(individuals, func(a string) bool { return ask.IsPart(a, b) }) {
			parts = append(parts, b)
		}
	}
	return parts
}

// Classes reads what is around the individuals, and their classes.
func (w *Whole) Classes(ctx context.Context, individuals []string) (ask.Facts, error) {
	if w.extracted != nil {
		return ask.Facts{Structure: w.extracted.Structure}, nil
	}
	if err := w.readStatements(ctx, Question{Kind: Out, Around: w.around()}, individuals); err != nil {
		return ask.Facts{}, err
	}
	if err := w.readClasses(ctx, individuals); err != nil {
		return ask.Facts{}, err
	}
	s, err := w.near.build(ctx)
	return ask.Facts{Structure: s}, err
}

// readStatements reads the statements about individuals, or those that point to them,
// unless they were read before.
func (w *Whole) readStatements(ctx context.Context, q Question, individuals []string) error {
	side := w.near.sides[q.Kind]
	var fresh []string
	for _, iri := range uniqueSorted(individuals) {
		if !side.asked[iri] && canAsk(iri) {
			side.asked[iri] = true
			fresh = append(fresh, iri)
		}
	}
	q.Terms, q.Limit, q.Needs, q.Phase = fresh, MostSuccessors, w.isNeeded, "looking around"
	return w.askEach(ctx, q, func(a Answer) {
		if a.Kind == Presences {
			w.addPresences(a)
			return
		}
		side := w.near.sides[a.Kind]
		side.asked[a.Term] = true
		w.addStatements(a.Kind, side, a)
	})
}

// askEach passes each answer of the kind on; the graph may have counted, too.
func (w *Whole) askEach(ctx context.Context, q Question, receive func(a Answer)) error {
	return w.graph.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			if q.isAnsweredBy(a) {
				receive(a)
			}
		}
		return nil
	})
}

// Unread says why the statements of some individual that was looked at could not be read. It is
// empty if all were.
func (w *Whole) Unread() string {
	if w.near == nil {
		return ""
	}
	return w.near.unread
}

// isNeeded reports whether statements with the property are facts, or lead to classes.
func (w *Whole) isNeeded(p string) bool { return w.symbols.IsType(p) || w.symbols.Uses(p) }

func (w *Whole) addStatements(kind Kind, side *side, a Answer) {
	n := w.near
	switch {
	case a.Incomplete != "" && a.Properties == nil:
		n.unread = cmp.Or(n.unread, a.Incomplete)
		return // nothing is known about the term in this direction
	case a.Incomplete != "":
		for _, p := range a.Properties {
			side.lacks[edge{a.Term, p}] = true
		}
		return
	}
	side.read[a.Term] = true
	number := map[string]int{}
	for _, r := range a.Rows {
		if number[r.Property] += Number(r); r.Value == Blank || r.Value == Invalid && !IsLiteral(r) {
			side.lacks[edge{a.Term, r.Property}] = true
		}
	}
	for p, k := range number {
		if k > MostSuccessors {
			side.lacks[edge{a.Term, p}] = true
		}
	}
	if kind == Out {
		n.typed[a.Term] = true
	}
	for _, r := range a.Rows {
		isClass := kind == Out && w.symbols.IsType(r.Property)
		if isClass || number[r.Property] <= MostSuccessors && w.symbols.Uses(r.Property) {
			w.addRow(kind, a.Term, r, isClass)
		}
	}
}

// addRow adds a class of the term, or a statement about it or that points to it.
func (w *Whole) addRow(kind Kind, term string, r Row, isClass bool) {
	n := w.near
	switch {
	case r.Value == Blank || r.Value == Invalid:
	case isClass:
		if !IsLiteral(r) {
			n.addClass(term, r.Value)
		}
	case kind == Out && w.existsOnly(r):
		n.b.AddOther(r.Property, term, r.Value)
	default:
		n.add(term, r, kind == In)
	}
}

// existsOnly reports whether of the value of the row only the presence counts.
func (w *Whole) existsOnly(r Row) bool {
	return w.symbols.OnlyPresence(r.Property) || !IsLiteral(r) && w.symbols.NamesNothing(r.Value)
}

// readClasses reads the classes of individuals whose statements were not read, and the
// superclasses of all classes.
func (w *Whole) readClasses(ctx context.Context, individuals []string) error {
	n := w.near
	var iris, fresh []string
	for _, iri := range individuals {
		if !queries.IsIRI(iri) {
			continue
		}
		if iris = append(iris, iri); !n.typed[iri] {
			n.typed[iri] = true
			fresh = append(fresh, iri)
		}
	}
	q := Question{
		Kind: Out, Terms: fresh, Properties: []string{w.symbols.vocabulary.Type}, Needs: w.isNeeded, Phase: "classes",
		Around: []Kind{Labels},
	}
	if !w.symbols.vocabulary.NoClosure {
		q.Around = append(q.Around, Superclasses)
	}
	if len(fresh) > 0 && len(iris) <= mostAround { // all need labels
		q.Terms = iris
	}
	err := w.askEach(
		ctx,
		q,
		func(a Answer) {
			n.untyped = n.untyped || a.Incomplete != ""
			for _, r := range a.Rows {
				if r.Value != Blank && r.Value != Invalid && !IsLiteral(r) {
					n.addClass(a.Term, r.Value)
				}
			}
		},
	)
	if err != nil {
		return err
	}
	for len(n.met) > 0 {
		var ask []string
		for _, c := range uniqueSorted(n.met) {
			if n.classes[c] {
				continue
			}
			n.classes[c] = true
			if !w.symbols.IsName(c) {
				n.b.Hide(c)
			}
			if !w.symbols.vocabulary.NoClosure && queries.IsIRI(c) {
				ask = append(ask, c)
			}
		}
		n.met = nil
		if err := w.readSuperclasses(ctx, ask); err != nil {
			return err
		}
	}
	return nil
}

// readSuperclasses reads the superclasses of classes. Those of a class that the graph
// answers about in addition are in its cache.
func (w *Whole) readSuperclasses(ctx context.Context, classes []string) error {
	n := w.near
	return w.askEach(ctx, Question{Kind: Superclasses, Terms: classes, Phase: "superclasses"}, func(a Answer) {
		n.untyped = n.untyped || a.Incomplete != ""
		if !n.classes[a.Term] {
			n.classes[a.Term] = true
			if !w.symbols.IsName(a.Term) {
				n.b.Hide(a.Term)
			}
		}
		for _, r := range a.Rows {
			if r.Value != Blank && r.Value != Invalid && !IsLiteral(r) {
				n.b.AddInclusion(a.Term, r.Value)
				n.met = append(n.met, r.Value)
			}
		}
	})
}
