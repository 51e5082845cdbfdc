package graph

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// MostTime limits one request about concepts. Concepts that are not counted in time have
// bounds.
const MostTime = 15 * time.Second

// Whole answers the questions of package intent about all that a graph holds: numbers of
// members, some members, and where concepts hold. Three rules reduce the work of an engine:
//
//   - One tally of successors counts all ∃r.C and ≥n r.C with the same role and filler.
//   - The members of conjuncts with at most 9000 members are fetched, and the conjunctions
//     counted here. Of the conjunctions that join larger conjuncts only the first few are
//     counted.
//   - The graph is not asked whether an individual is a member if the facts near the
//     individual decide it: all statements that the concept is about were read.
//
// It is not safe for concurrent use.
type Whole struct {
	ask.Remote
	graph     Graph
	symbols   *Symbols
	extracted *Extracted
	near      *neighbourhood
	known     extensions
	named     map[string]string // labels of what Named found
}

// Extracted is what a crawl has extracted around examples. A Whole that has it proposes
// nothing from other facts, and bounds the numbers that the graph does not know from below.
type Extracted struct {
	Structure *interp.Structure
	Labels    map[string]string
	Examples  []string
	// Covers reports whether the truth of the concept at the examples is its truth in the
	// whole graph.
	Covers func(c dl.Concept) bool
}

// NewWhole returns a Whole of the graph. The vocabulary and the exclusions of the symbols
// are those of the graph. extracted may be nil.
func NewWhole(g Graph, symbols *Symbols, extracted *Extracted) *Whole {
	w := &Whole{
		graph:     g,
		symbols:   symbols,
		extracted: extracted,
		near:      newNeighbourhood(),
		named:     map[string]string{},
		known: extensions{
			number:  map[dl.Concept]int64{},
			refused: map[dl.Concept]bool{},
			members: map[dl.Concept]*extension{},
			atMost:  map[dl.Concept]int64{},
			atLeast: map[dl.Concept]int64{},
			stated:  map[string]int64{},
		},
	}
	w.near.statements = symbols.vocabulary.Statements
	w.known.near = func(c dl.Concept, iris []string) []ask.Truth {
		truths, _ := w.near.decideAt(context.Background(), c, iris) // unknown beside an error
		return truths
	}
	if extracted != nil {
		w.near.use(extracted.Structure)
	}
	return w
}

// NewWholeEndpoint returns a Whole of an endpoint and the Graph that asks it. The options
// say how concepts are written as SPARQL; their vocabulary is filled in.
func NewWholeEndpoint(client Client, v Vocabulary, e Exclusions, o queries.Options) (*Whole, *Endpoint) {
	endpoint := NewWholeGraph(client, v, e, o)
	return NewWhole(endpoint, NewSymbols(v.WithDefaults(), e.WithDefaults()), nil), endpoint
}

// NewWholeGraph returns an Endpoint with the limits of requests that a person waits for.
func NewWholeGraph(client Client, v Vocabulary, e Exclusions, o queries.Options) *Endpoint {
	v = v.WithDefaults()
	o.Vocabulary = v.Vocabulary
	return NewEndpoint(client, EndpointOptions{
		Vocabulary:  v,
		Exclusions:  e.WithDefaults(),
		Concepts:    o,
		ConceptTime: MostTime,
		First:       firstTerms,
		Batch:       mostTerms,
		Rows:        mostRows,
		Workers:     1,
	})
}

// phases say what a question about concepts is for.
var phases = map[Kind]string{
	Members:     "counting the members of candidates",
	SomeMembers: "looking for an individual to ask about",
	Memberships: "asking which candidates have an individual as a member",
}

func (w *Whole) askAbout(ctx context.Context, q Question, cs []dl.Concept, receive func(i int, a Answer)) error {
	if len(cs) == 0 {
		return nil
	}
	place := make(map[string]int, len(cs))
	for i, c := range cs {
		term := syntax.Print(c, syntax.Options{})
		if _, twice := place[term]; !twice {
			place[term] = i
			q.Terms = append(q.Terms, term)
		}
	}
	q.Concept = func(term string) dl.Concept { return cs[place[term]] }
	q.Phase = phases[q.Kind]
	return w.graph.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			receive(place[a.Term], a)
		}
		return nil
	})
}

// count asks for the numbers of members of different concepts. It asks about cheap
// concepts first, because those at the end may get no number.
func (w *Whole) count(ctx context.Context, cs []dl.Concept) error {
	cs = slices.Clone(cs)
	slices.SortStableFunc(cs, func(c, d dl.Concept) int { return cost(c) - cost(d) })
	q := Question{Kind: Members}
	if w.known.hasRoom(len(cs)) {
		q.Around, q.Limit = []Kind{SomeMembers}, mostRows/len(cs)
	}
	some := map[dl.Concept][]string{}
	err := w.askAbout(ctx, q, cs, func(i int, a Answer) {
		switch {
		case a.Kind == SomeMembers:
			some[cs[i]] = []string{}
			for _, r := range a.Rows {
				some[cs[i]] = append(some[cs[i]], r.Value)
			}
		case a.Incomplete == "" && len(a.Rows) == 1 && a.Rows[0].Value == AtLeast:
			w.known.atLeast[cs[i]], w.known.isLarge = a.Rows[0].N, true
		case a.Incomplete == "" && len(a.Rows) == 1:
			w.known.count(cs[i], a.Rows[0].N)
		case a.Incomplete != NotAsked:
			w.known.refused[cs[i]] = true
		}
	})
	for c, list := range some {
		n, counted := w.known.number[c]
		if isAll := n == int64(len(list)); counted && isAll && w.known.members[c] == nil {
			w.known.members[c] = newExtension(list)
		}
	}
	return err
}

// Count bounds the numbers of members; where the graph has no number, also
// after an error, the bounds are wide.
// Conjunctions of conjuncts with few members are counted here. Of the conjunctions that
// take an endpoint long only the first few are counted: the ranking puts the most promising
// ones first. A concept that ranges over all individuals of the graph, such as ∀r.C, is not
// counted, and C ⊓ ¬D by |C| - |C ⊓ D|.
func (w *Whole) Count(ctx context.Context, cs []dl.Concept) ([]ask.Bounds, error) {
	countWith := func(features []string) (map[string]int64, error) { return w.countWith(ctx, features) }
	failed := cmp.Or(w.known.fetch(ctx, cs, w.askMembers), w.known.boundComparisons(cs, countWith))
	var open []dl.Concept
	need := func(cs ...dl.Concept) {
		for _, c := range cs {
			if !w.known.asked(c) && !slices.Contains(open, c) {
				open = append(open, c)
			}
		}
	}
	here := map[dl.Concept]int64{}
	costly := 0
	for _, c := range cs {
		if members, ok := w.known.all(c); ok {
			here[c] = int64(len(members))
			continue
		}
		if without, is := difference(c); is {
			need(without[:]...)
			continue
		}
		if dl.OnlyExcludes(c) {
			continue
		}
		if _, bounded := w.known.atMost[c]; bounded {
			continue
		}
		if w.known.isCostly(c) {
			if costly++; costly > mostCostly {
				continue
			}
		}
		need(c)
	}
	err := cmp.Or(w.count(ctx, open), failed)
	out := make([]ask.Bounds, len(cs))
	for i, c := range cs {
		n, ok := here[c]
		if !ok {
			n, ok = w.known.of(c)
		}
		switch {
		case ok:
			out[i] = ask.Exactly(n)
		default:
			out[i] = w.known.within(c, w.lowerBound(ctx, c))
		}
	}
	return out, cmp.Or(err, ctx.Err()) // without the time, the bounds from what was extracted are wide, too
}

// countTimeout limits how long counting the statements of a feature may take.
const countTimeout = 5 * time.Second

// countWith returns the numbers of statements with the features; one larger than any graph's if counting takes too
// long or ends at mostOfFeature, and none if the graph does not tell. If counting all together takes too long, each is
// counted by itself.
func (w *Whole) countWith(ctx context.Context, features []string) (map[string]int64, error) {
	out := map[string]int64{}
	if len(features) == 0 {
		return out, nil
	}
	numbers, err := CountsWith(connector.Within(ctx, countTimeout), w.graph, features, mostOfFeature+1)
	switch {
	case IsRefused(ctx, err) && len(features) > 1:
		for _, f := range features {
			one, err := w.countWith(ctx, []string{f})
			if err != nil {
				return nil, err
			}
			maps.Copy(out, one)
		}
		return out, nil
	case IsRefused(ctx, err):
		out[features[0]] = math.MaxInt64
		return out, nil
	case errors.Is(err, ErrIncomplete), errors.Is(err, ErrExpired):
	case err != nil:
		return nil, err
	}
	for f, n := range numbers {
		if out[f] = int64(n); n > mostOfFeature {
			out[f] = math.MaxInt64
		}
	}
	return out, nil
}

// lowerBound counts the members in what was extracted: there may be more.
func (w *Whole) lowerBound(ctx context.Context, c dl.Concept) ask.Bounds {
	if w.extracted == nil || !isMonotone(c) {
		return ask.Unbounded
	}
	members, err := w.near.e.MembersWithin(ctx, c)
	if err != nil {
		return ask.Unbounded
	}
	return ask.Bounds{Lower: int64(members.Count()), Upper: math.MaxInt64}
}

// Members returns the members that the graph returns first, and of those that it does not
// know the extracted ones. It asks for none that other members tell.
func (w *Whole) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	var open []dl.Concept
	var places []int
	for i, c := range cs {
		if members, ok := w.known.all(c); ok {
			out[i] = members[:min(limit, len(members))]
		} else {
			open, places = append(open, c), append(places, i)
		}
	}
	if len(open) == 0 {
		return out, nil
	}
	found, err := w.askMembers(ctx, open, limit)
	for i, members := range found {
		out[places[i]] = members
	}
	return out, err
}

func (w *Whole) askMembers(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	out := make([][]string, len(cs))
	lacks := make([]bool, len(cs))
	err := w.askAbout(ctx, Question{Kind: SomeMembers, Limit: max(limit, 1)}, cs, func(i int, a Answer) {
		lacks[i] = a.Incomplete == NotAsked
		for _, row := range a.Rows[:min(limit, len(a.Rows))] {
			if row.Value != AtLeast {
				out[i] = append(out[i], row.Value)
			}
		}
	})
	for i, c := range cs {
		if j := slices.Index(cs, c); j < i { // equal concepts were asked about once
			out[i] = out[j]
		} else if lacks[i] && w.extracted != nil && isMonotone(c) {
			var failed error
			out[i], failed = w.near.members(ctx, c, limit)
			err = cmp.Or(err, failed)
		}
	}
	return out, err
}

// Holds decides from the facts near the individuals, and from members that were fetched, where concepts hold, and asks
// for the rest. If the graph does not answer, the truth is unknown.
func (w *Whole) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]ask.Truth, error) {
	out := make([][]ask.Truth, len(cs))
	for i, c := range cs {
		out[i] = make([]ask.Truth, len(individuals))
		if w.extracted == nil || !w.extracted.Covers(c) {
			continue
		}
		if err := w.near.decideCovered(ctx, c, individuals, w.extracted.Examples, out[i]); err != nil {
			return out, err
		}
	}
	places, rest := w.open(cs, individuals, out)
	open := conceptsAt(cs, places)
	fetched, err := w.known.fetchAll(ctx, open, mostFetchedInstead, w.askMembers)
	if err != nil {
		return out, err
	}
	if fetched {
		places, rest = w.open(cs, individuals, out)
		open = conceptsAt(cs, places)
	}
	if len(rest) == 0 {
		return out, nil
	}
	column := map[string][]int{}
	for j, iri := range individuals {
		column[iri] = append(column[iri], j)
	}
	return out, w.askAbout(ctx, Question{Kind: Memberships, Properties: rest}, open, func(k int, a Answer) {
		if a.Incomplete != "" {
			return
		}
		is := map[string]bool{}
		for _, row := range a.Rows {
			is[row.Property] = true
		}
		for _, iri := range a.Properties {
			for _, j := range column[iri] {
				at := &out[places[k]][j]
				switch {
				case is[iri]:
					*at = ask.Yes
				case *at == ask.Unknown:
					*at = ask.No
				}
			}
		}
	})
}

// mostFetchedInstead is how many members are fetched so that the graph need not be asked which individuals are among
// them, now and later.
const mostFetchedInstead = 2 * mostRows

// open decides by what is known what is unknown, and returns the places of the concepts and the individuals of
// which something is still unknown.
func (w *Whole) open(cs []dl.Concept, individuals []string, truths [][]ask.Truth) (places []int, rest []string) {
	lacks := make([]bool, len(individuals))
	for i, c := range cs {
		isOpen, known := false, w.known.at(c, individuals)
		for j := range individuals {
			if truths[i][j] == ask.Unknown {
				truths[i][j] = known[j]
			}
			if truths[i][j] == ask.Unknown {
				isOpen, lacks[j] = true, true
			}
		}
		if isOpen {
			places = append(places, i)
		}
	}
	for j, iri := range individuals {
		if lacks[j] {
			rest = append(rest, iri)
		}
	}
	return places, rest
}

func conceptsAt(cs []dl.Concept, places []int) (out []dl.Concept) {
	for _, i := range places {
		out = append(out, cs[i])
	}
	return out
}

// Labels returns the extracted labels and those of the graph, in the best language of the
// vocabulary. A request also asks for labels of symbols around the individuals, which later answers name.
func (w *Whole) Labels(ctx context.Context, iris []string) (map[string]string, error) {
	out := map[string]string{}
	var missing []string
	for _, iri := range iris {
		l := w.named[iri]
		if w.extracted != nil {
			l = cmp.Or(w.extracted.Labels[iri], l)
		}
		if l != "" {
			out[iri] = l
		} else {
			missing = append(missing, iri)
		}
	}
	more, err := bestLabels(ctx, w.graph, w.symbols.vocabulary, missing, w.symbolsAround())
	maps.Copy(out, more)
	return out, err
}

// symbolsAround returns some of the symbols around the individuals.
func (w *Whole) symbolsAround() (iris []string) {
	if w.near.built == nil || w.extracted != nil {
		return nil
	}
	of := w.near.built.Signature()
	for r := range interp.RoleID(of.NumRoles()) {
		iris = append(iris, of.Role(r).IRI)
	}
	iris = append(iris, of.Features()...)
	for _, c := range of.Atoms() {
		if name, is := c.(dl.Name); is {
			iris = append(iris, name.IRI)
		}
	}
	return iris[:min(len(iris), mostAround)]
}

// mostNamed is how many names Named returns.
const mostNamed = 60

// Named asks in one request, for which every engine has an index.
func (w *Whole) Named(ctx context.Context, texts []string) ([]ask.Named, error) {
	named, _, err := FindNamed(ctx, w.graph, queries.FindExact, mostNamed, texts...)
	var out []ask.Named
	for _, x := range named {
		out = append(out, ask.Named{IRI: x.IRI, Name: x.Name})
		if x.IsLabel() {
			w.named[x.IRI] = x.Name
		}
	}
	return out, err
}
