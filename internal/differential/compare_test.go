package differential

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

var pairs = flag.Int("pairs", 200, "pairs of a graph and a concept to compare on each engine")

// perGraph is the number of concepts for each graph.
const perGraph = 25

// checkGraphs checks the property with as many graphs as -pairs asks for.
func checkGraphs(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	testsize.CheckTimes(t, testsize.Rounds(max(1, (*pairs+perGraph-1)/perGraph)), property)
}

// An engine is the engine under test.
type engine struct {
	name string

	// serve replaces the graph and returns a client for it.
	serve func(t *rapid.T, ntriples string) *connector.Client

	// stores reports whether the engine keeps the literal; nil: all.
	stores func(graphs.Literal) bool

	// covers reports whether a comparison with the value can be asked; nil: all.
	covers func(dl.Value) bool

	// refused reports whether the engine declines to evaluate. This is an error to the user
	// and not a wrong answer; nil: never.
	refused func(error) bool

	dialect queries.Dialect
}

// counts are the statistics of a run.
type counts struct {
	pairs, empty, full, refused, crawled, derived int
	symbols                                       map[string]int // pairs with each kind of derived symbol
	refusal                                       string         // the last one
}

// derivedKinds are the kinds of derived symbols, as countDerived names them.
var derivedKinds = []string{"∃", "≥", "starts", "ends", "has-word", "lang", "≐", "<", "⁺", "*"}

// countDerived counts the kinds of derived symbols in the concept of a pair.
func (n *counts) countDerived(c dl.Concept) {
	kinds := map[string]bool{}
	dl.Walk(c, func(c dl.Concept) bool {
		if _, agrees := c.(dl.Agree); agrees {
			kinds["≐"] = true
		}
		if _, compares := c.(dl.Less); compares {
			kinds["<"] = true
		}
		if v, compares := c.(dl.Compare); compares && v.Op > dl.Equal {
			kinds[v.Op.String()] = true
		}
		for _, r := range dl.Roles(c) {
			if r.Closure != dl.NoClosure {
				kinds[r.Closure.String()] = true
			}
		}
		return true
	})
	if len(kinds) > 0 {
		n.derived++
	}
	for kind := range kinds {
		n.symbols[kind]++
	}
}

// check fails the test if the pairs show too little.
func (n *counts) check(t *testing.T) {
	check.That(t, n.refused <= n.pairs/20, "of %d pairs, %d were refused", n.pairs, n.refused)
	if n.pairs < 200 {
		return // a few graphs may be easy
	}
	check.That(t, n.crawled >= n.pairs/5, "of %d pairs, %d were compared with a crawl: too few", n.pairs, n.crawled)
	check.That(t, n.empty+n.full <= n.pairs*3/5, "of %d pairs, %d are empty and %d are everything: too easy", n.pairs,
		n.empty, n.full)
	for _, kind := range derivedKinds {
		check.That(t, n.symbols[kind] >= n.pairs/100, "%d of %d pairs have the derived symbol %s", n.symbols[kind], n.pairs,
			kind)
	}
}

func compare(t *testing.T, e engine) {
	if e.stores == nil {
		e.stores = func(graphs.Literal) bool { return true }
	}
	if e.covers == nil {
		e.covers = func(dl.Value) bool { return true }
	}
	n := counts{symbols: map[string]int{}}
	dir := t.TempDir()
	checkGraphs(t, func(t *rapid.T) {
		g := graphs.DrawRandom(t, e.stores)
		closure := g.Axioms || rapid.Bool().Draw(t, "closure")
		k := newOracle(t, dir, g, closure)
		client := e.serve(t, g.String())
		named := slices.DeleteFunc(slices.Clone(k.domain), graphs.IsBlank)
		x := crawl(t, client, g, named, closure)
		for range perGraph {
			j := judge{T: t, e: e, g: g, k: k, x: x, named: named, client: client, o: queries.Options{Dialect: e.dialect}}
			j.o.Prefixes = map[string]string{"ex": ex}
			j.o.Vocabulary.Type = g.Typing
			j.o.Vocabulary.SubClassOf = g.SubClass
			j.o.Vocabulary.NoClosure = !closure
			j.o.Domain = k.info.Domain
			if j.o.Axioms = k.info.Axioms; x != nil && rapid.Bool().Draw(t, "crawled axioms") {
				j.o.Axioms = x.info.Axioms
			}
			for range 4 { // most concepts at random are empty or everything
				j.c = drawConcept(t, g, named, e.covers)
				if n := len(k.extension(t, j.c)); n > 0 && n < len(k.domain) {
					break
				}
			}
			if neighbourhood.Removed(k.problem.Removed).In(j.c) {
				continue // nobody can learn it
			}
			if rapid.Bool().Draw(t, "kinds") || !sameInAllTypes(j.c) {
				j.o.Kinds, j.o.Zones = k.info.Kinds, k.info.Zones
			}
			j.o.Statistics = drawStatistics(t)
			j.pair(&n)
		}
	})
	t.Logf("%s: seed %d, %d pairs: %d empty, %d everything, %d refused, %d compared with a crawl, too; %d with derived "+
		"symbols: %v",
		e.name, *testsize.Seed, n.pairs, n.empty, n.full, n.refused, n.crawled, n.derived, n.symbols)
	if n.refused > 0 {
		t.Logf("refused: %s", n.refusal)
	}
	n.check(t)
}

// ntriples is a graph in N-Triples.
type ntriples string

func (g ntriples) String() string { return string(g) }

// A judge tests the queries of one concept.
type judge struct {
	*rapid.T
	e      engine
	g      fmt.Stringer // the graph
	k      *oracle
	x      *crawled
	named  []string // the IRIs of the domain
	client *connector.Client
	c      dl.Concept
	o      queries.Options

	refusal string // the error and the query
}

// pair asks for all members, and asks one other query.
func (j *judge) pair(n *counts) {
	want := j.k.extension(j.T, j.c)
	n.pairs++
	n.countDerived(j.c)
	if j.x.check(j, want) {
		n.crawled++
	}
	switch len(want) {
	case 0:
		n.empty++
	case len(j.k.domain):
		n.full++
	}
	if !j.members("Select", j.text(queries.Select(j.c, j.o)), want) {
		n.refused++
		n.refusal = j.refusal
		return
	}
	if len(j.named) == 0 {
		return
	}
	inNamed := slices.DeleteFunc(slices.Clone(want), graphs.IsBlank)
	switch graphs.DrawBelow(j.T, 6, "form") {
	case 0:
		j.members("Confirm", j.text(queries.Confirm(j.c, j.named, j.o)), inNamed)
	case 1:
		q := j.text(queries.Count(j.c, j.o))
		rows, ok := j.ask(q)
		if got := -1; ok {
			if len(rows) == 1 && len(rows[0]) == 1 && rows[0][0] != nil {
				got, _ = strconv.Atoi(rows[0][0].String())
			}
			if got != len(want) {
				j.reportDifference("Count", q, []string{strconv.Itoa(got)}, want)
			}
		}
	case 2:
		a := rapid.SampledFrom(j.named).Draw(j.T, "individual")
		q := j.text(queries.Ask(j.c, a, j.o))
		got, err := j.client.Ask(context.Background(), q)
		require.That(j, err == nil || j.e.refused != nil && j.e.refused(err), "%v\n%s\n%s", err, q, j.g)
		if err == nil && got != slices.Contains(want, a) {
			j.reportDifference("Ask "+a, q, []string{strconv.FormatBool(got)}, want)
		}
	case 3:
		o := j.o
		o.ShowLabels = queries.ShowLabels{Languages: []string{"en-GB", ""}}
		j.members("labelled Select", j.text(queries.Select(j.c, o)), want)
	case 4:
		j.pages(want)
	case 5:
		anchor := dl.Name{IRI: graphs.Classes[0]}
		o := j.o
		o.Anchor = anchor.IRI
		j.members("anchored Select", j.text(queries.Select(j.c, o)), j.k.extension(j.T, dl.And{L: anchor, R: j.c}))
	}
}

// drawStatistics draws sizes, so that patterns come in all orders.
func drawStatistics(t *rapid.T) queries.Statistics {
	s := queries.Statistics{Members: map[string]int{}, Properties: map[string]queries.PropertySize{}}
	if !rapid.Bool().Draw(t, "statistics") {
		return s
	}
	size := func() int { return 1 << graphs.DrawBelow(t, 20, "size") }
	s.Individuals = size()
	for _, c := range graphs.Classes {
		s.Members[c] = size()
	}
	for _, p := range slices.Concat(graphs.Roles, graphs.Features) {
		s.Properties[p] = queries.PropertySize{Facts: size(), Subjects: size(), Objects: size()}
	}
	return s
}

// pages asks for all members in pages, which must not overlap and must be complete.
func (j *judge) pages(want []string) {
	o := j.o
	o.Ordered = true
	o.Limit = 1 + len(want)/3
	var all [][]rdf.Term
	for {
		q := j.text(queries.Select(j.c, o))
		rows, ok := j.ask(q)
		if !ok {
			return
		}
		all = append(all, rows...)
		if len(rows) > o.Limit || len(all) > len(want) {
			j.reportDifference("page", q, values(all), want)
		}
		if len(rows) < o.Limit {
			break
		}
		o.Offset += o.Limit
	}
	if got, want := anonymous(values(all)), anonymous(want); !slices.Equal(got, want) {
		j.reportDifference("pages", j.text(queries.Select(j.c, o)), got, want)
	}
}

// text returns the query, or fails.
func (j *judge) text(q string, err error) string {
	j.Helper()
	require.That(j, err == nil, "%v: %v", j.c, err)
	return q
}

// ask sends a SELECT query; ok is false if the engine refuses it.
func (j *judge) ask(q string) (rows [][]rdf.Term, ok bool) {
	j.Helper()
	t, err := j.client.Select(context.Background(), q)
	switch {
	case err == nil && t.Malformed == 0:
		return t.Rows, true
	case err == nil:
		err = t.Examples[0]
	case j.e.refused != nil && j.e.refused(err):
		j.refusal = fmt.Sprintf("%v\n%s", err, q)
		return nil, false
	}
	j.Fatalf("%v\n%s\n%s", err, q, j.g)
	return nil, false
}

// members compares the values of ?x. Blank nodes have other labels than in the graph, so
// it only counts them.
func (j *judge) members(form, q string, want []string) bool {
	j.Helper()
	rows, ok := j.ask(q)
	if !ok {
		return false
	}
	if got, want := anonymous(values(rows)), anonymous(want); !slices.Equal(got, want) {
		j.reportDifference(form, q, got, want)
	}
	return true
}

// values returns the values of the first variable.
func values(rows [][]rdf.Term) []string {
	var out []string
	for _, row := range rows {
		switch {
		case len(row) == 0 || row[0] == nil:
			out = append(out, fmt.Sprint(row))
		case row[0].Type() == rdf.TermBlank:
			out = append(out, "_:"+row[0].String())
		default:
			out = append(out, row[0].String())
		}
	}
	return out
}

// anonymous returns the sorted list without the labels of blank nodes.
func anonymous(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		if out[i] = name; graphs.IsBlank(name) {
			out[i] = "_:"
		}
	}
	slices.Sort(out)
	return out
}

// reportDifference reports a difference, with the query and the graph.
func (j *judge) reportDifference(form, q string, got, want []string) {
	j.Helper()
	j.Fatalf("%s on %s of %s\n got %s\nwant %s\n%s\nover\n%s", form, j.e.name, syntax.Print(j.c, syntax.Options{}),
		strings.Join(got, " "), strings.Join(want, " "), q, j.g)
}
