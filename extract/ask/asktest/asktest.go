// Package asktest is the suite that every executor of package ask passes: on random graphs the same question has
// the same answer from two of them, or one says what is missing.
package asktest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// perGraph is the number of questions about each graph.
const perGraph = 20

// questions in full size; everyday size has few of them.
const questions = 2000

// An Opened graph has two executors and the structure that questions are drawn from.
type Opened struct {
	One, Other ask.Port
	Structure  *interp.Structure
}

// Compare opens random graphs and compares the answers of the two executors.
func Compare(t *testing.T, open func(*rapid.T, *graphs.Random) Opened) {
	asked, missing, empty := map[string]int{}, 0, 0
	testsize.CheckTimes(t, testsize.Choose(5, questions/perGraph), func(t *rapid.T) {
		g := graphs.DrawRandom(t, func(graphs.Literal) bool { return true })
		o := open(t, g)
		rng := dltest.Rand(rapid.Uint64().Draw(t, "seed"))
		for range perGraph {
			q := draw(rng, o.Structure)
			if unlike(q.Concept, g) {
				continue
			}
			asked[kindOf(q)]++
			switch text := compare(t, g, o, q); text {
			case lacking:
				missing++
			case written(ask.Answer{}, q, g):
				empty++
			}
		}
	})
	t.Logf("%v; %d answers are empty, %d say what is missing", asked, empty, missing)
}

// unlike reports whether SPARQL has another reading of the concept in the graph (docs/configuration.md): it has
// (≥n f), and a value has two spellings, or (f < g), and numbers are rounded.
func unlike(c dl.Concept, g *graphs.Random) bool {
	found := false
	dl.Walk(c, func(c dl.Concept) bool {
		switch c := c.(type) {
		case dl.Compare:
			found = found || c.Op == dl.Many && g.Respells()
		case dl.Less:
			found = found || slices.ContainsFunc(graphs.Features, g.Rounds)
		}
		return !found
	})
	return found
}

func kindOf(q ask.Question) string {
	switch {
	case q.Individuals != nil:
		return "individuals"
	case q.Group == ask.ByValue:
		return "values"
	case q.Group == ask.ByProperty:
		return "properties"
	case len(q.Columns) > 0:
		return "table"
	}
	return "members"
}

var labels = queries.ShowLabels{
	Languages: []string{"en", ""}, Properties: []string{"http://www.w3.org/2000/01/rdf-schema#label"},
}

// draw returns a random question. Questions about some individuals name such as no statement has, too.
func draw(rng *rand.Rand, s *interp.Structure) (q ask.Question) {
	q.Concept = concept(rng, s)
	switch rng.IntN(6) {
	case 0:
		q.Individuals = append(individuals(rng, s), graphs.NS+"nobody")
		return q
	case 1:
		q.Group = ask.ByValue
		key := column(rng)
		if key.Aggregate != "" { // rounded sums would make other groups
			key.Aggregate = queries.Counted
		}
		q.Columns = []queries.Column{key}
		for range rng.IntN(3) {
			c := column(rng)
			c.Aggregate = queries.Aggregates[rng.IntN(len(queries.Aggregates))]
			q.Columns = append(q.Columns, c)
		}
		return q
	case 2:
		q.Group, q.Limit = ask.ByProperty, 100
		return q
	case 3:
		q.Except = individuals(rng, s)
	default:
		for range rng.IntN(3) {
			q.Columns = append(q.Columns, column(rng))
		}
	}
	if rng.IntN(2) == 0 {
		q.Labels = labels
	}
	q.Count, q.Order = rng.IntN(2) == 0, rng.IntN(2) == 0
	if rng.IntN(4) == 0 {
		q.Anchor = graphs.Classes[rng.IntN(2)]
	}
	if hasBlanks(s) { // their labels, and so their places, are of the executor
		return q
	}
	if rng.IntN(2) == 0 {
		q.Limit = 1 + rng.IntN(4)
	}
	if q.Order {
		q.Offset = rng.IntN(3)
	}
	if q.Count && q.Group == ask.NoGroups && len(q.Except) == 0 && rng.IntN(2) == 0 {
		q.By = &queries.Order{Column: column(rng), Descending: rng.IntN(2) == 0}
		q.By.Aggregate = queries.Counted // engines disagree on the order of values of several kinds
		if rng.IntN(2) == 0 {
			q.By.Column, q.By.Labels = queries.Column{}, labels
		}
	}
	return q
}

// concept draws a concept that has members in most cases.
func concept(rng *rand.Rand, s *interp.Structure) (c dl.Concept) {
	for tries := 0; tries < 4; {
		c = dltest.Concept(rng, s, dl.ALCQIF|dl.Additions, 1+rng.IntN(6), 3)
		if namesBlank(c) {
			continue
		}
		tries++
		members, err := interp.NewEvaluator(s).Members(c)
		if err == nil && members.Any() {
			break
		}
	}
	return c
}

// namesBlank reports whether the concept names a blank node, about which no endpoint can be asked.
func namesBlank(c dl.Concept) bool {
	return slices.ContainsFunc(syntax.IRIs(c), queries.BlankNode)
}

func hasBlanks(s *interp.Structure) bool {
	for a := range s.Len() {
		if queries.BlankNode(s.IRI(interp.Individual(a))) {
			return true
		}
	}
	return false
}

func individuals(rng *rand.Rand, s *interp.Structure) (iris []string) {
	for a := range s.Len() {
		iri := s.IRI(interp.Individual(a))
		if !queries.BlankNode(iri) && rng.IntN(3) > 0 {
			iris = append(iris, iri)
		}
	}
	return iris
}

func column(rng *rand.Rand) queries.Column {
	all := slices.Concat(graphs.Roles, graphs.Features)
	var c queries.Column
	for range 1 + rng.IntN(6)/5 {
		c.Path = append(c.Path, dl.Role{IRI: all[rng.IntN(len(all))], Inverse: rng.IntN(4) == 0})
	}
	switch rng.IntN(3) {
	case 0:
		c.Aggregate = queries.Aggregates[rng.IntN(len(queries.Aggregates))]
	case 1:
		c.Labelled = true
	}
	return c
}

// lacking stands for an answer that says what is missing.
const lacking = "missing"

// compare returns the answer of both executors.
func compare(t *rapid.T, g *graphs.Random, o Opened, q ask.Question) string {
	var answers [2]ask.Answer
	for i, p := range []ask.Port{o.One, o.Other} {
		a, lacks, err := p.Ask(context.Background(), q)
		if errors.Is(err, queries.ErrThroughLiteral) || lacks.Err() != nil {
			return lacking
		}
		if err != nil {
			t.Fatalf("%+v: %v\n%s", q, err, g)
		}
		answers[i] = a
	}
	a, b := written(answers[0], q, g), written(answers[1], q, g)
	if a != b {
		t.Fatalf("%s\n%+v\none:\n%s\nother:\n%s\n%s", syntax.Print(q.Concept, syntax.Options{}), q, a, b, g)
	}
	return a
}

// scope matches what reading a file puts before the label of a blank node.
var scope = regexp.MustCompile(`_:(f[0-9a-f]{12}n)+`)

// written returns the answer as text. Of some members in no order it has only their number, and of a property no
// example.
func written(a ask.Answer, q ask.Question, g *graphs.Random) string {
	var out []string
	add := func(format string, args ...any) {
		out = append(out, scope.ReplaceAllString(fmt.Sprintf(format, args...), "_:"))
	}
	for _, m := range a.Members {
		if a.More && !q.Order && q.By == nil {
			add("a member")
			continue
		}
		add("%s %q %q", m.IRI, a.Labels[m.IRI], m.Label)
		for j, values := range m.Values {
			var cells []string
			for _, v := range values {
				v = rounded(v, q.Columns[j], g)
				v.Lang = strings.ToLower(v.Lang) // engines keep the case or not
				cells = append(cells, scope.ReplaceAllString(fmt.Sprintf("%q", v), "_:"))
			}
			slices.Sort(cells)
			out[len(out)-1] += " | " + strings.Join(cells, " ")
		}
	}
	for _, x := range a.Groups {
		x.Lang = strings.ToLower(x.Lang)
		if q.Group == ask.ByValue {
			x.TableValue = rounded(x.TableValue, q.Columns[0], g)
		}
		add("%q: %d", x.TableValue, x.Members)
		for j, v := range x.Values {
			out[len(out)-1] += fmt.Sprintf(" | %q", rounded(v, q.Columns[1+j], g))
		}
	}
	slices.Sort(out)
	if q.Count && a.Total != nil {
		add("%d in all", *a.Total)
	}
	add("more: %v", a.More)
	return strings.Join(out, "\n")
}

// rounded returns an aggregate as far as engines agree on it: numbers without their datatype, nearly; of a least or
// greatest value, unless all values are numbers that are not rounded, only that there is one.
func rounded(v ask.TableValue, c queries.Column, g *graphs.Random) ask.TableValue {
	if c.Aggregate == "" || c.Aggregate == queries.Counted || v == (ask.TableValue{}) {
		return v
	}
	values := g.Flavour[c.Path[len(c.Path)-1].IRI]
	isOrdered := !g.Axioms && len(values) > 0 && !slices.ContainsFunc(values, func(l graphs.Literal) bool {
		value, ok := l.Value()
		return !ok || !value.IsNumber() || value.IsNaN()
	})
	if !c.Aggregate.Adds() && !isOrdered {
		return ask.TableValue{Value: "a value"}
	}
	x, err := strconv.ParseFloat(strings.Replace(v.Value, "INF", "Inf", 1), 64)
	const far, near = 1e15, 1e-9 // engines add doubles: far numbers, and nearly equal ones, do not add up exactly
	switch {
	case err != nil:
		return v
	case !(math.Abs(x) < far):
		return ask.TableValue{Value: "a large number"}
	case math.Abs(x) < near:
		x = 0
	}
	return ask.TableValue{Value: fmt.Sprintf("%.5g", x)}
}
