package intent_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

var (
	country    = dl.Role{IRI: "country"}
	occupation = dl.Role{IRI: "occupation"}
	france     = dl.Exists{Role: country, C: dl.Nominal{IRI: "France"}}
	writer     = dl.Exists{Role: occupation, C: dl.Nominal{IRI: "writer"}}
	actor      = dl.Exists{Role: occupation, C: dl.Nominal{IRI: "actor"}}
)

// people returns 360 persons. A third each are from France, Italy, and Germany, the first
// two of which are Mediterranean. Half are writers, a third actors. They were born from
// 1900 on.
func people(t *testing.T) *interp.Structure {
	t.Helper()
	b := &interp.Builder{}
	for _, c := range []string{"France", "Italy"} {
		b.AddName("Mediterranean", c)
	}
	for i := range 360 {
		p := person(i)
		b.AddName("Person", p)
		b.AddRole("country", p, []string{"France", "Italy", "Germany"}[i%3])
		if i%2 == 0 {
			b.AddRole("occupation", p, "writer")
		}
		if i/3%3 == 0 {
			b.AddRole("occupation", p, "actor")
		}
		b.AddValue("born", p, dl.Int(int64(1900+(i*7)%100)))
	}
	s := require.Value(b.Build(t.Context()))(t)
	return s
}

func person(i int) string { return fmt.Sprintf("p%03d", i) }

// extension returns the set of the members of c.
func extension(t *testing.T, s *interp.Structure, c dl.Concept) map[string]bool {
	t.Helper()
	x := require.Value(interp.NewEvaluator(s).Extension(c))(t)
	out := map[string]bool{}
	for _, a := range interp.Members(x) {
		out[s.IRI(a)] = true
	}
	return out
}

// draw returns n persons in c, in a random order that is always the same.
func draw(t *testing.T, s *interp.Structure, c dl.Concept, n int) []string {
	t.Helper()
	in := extension(t, s, c)
	var out []string
	for _, i := range rand.New(rand.NewPCG(1, uint64(n))).Perm(360) {
		if p := person(i); in[p] && len(out) < n {
			out = append(out, p)
		}
	}
	require.That(t, len(out) >= n, "too few to draw from")
	return out
}

func newSession(t *testing.T, s *interp.Structure, pos, neg []string, o intent.Options) *intent.Session {
	t.Helper()
	session := require.Value(intent.New(intent.NewMemory(s, nil), pos, neg, o))(t)
	return session
}

func first(t *testing.T, s *intent.Session) intent.Candidate {
	t.Helper()
	r := rank(t, s)
	require.That(t, len(r.Candidates) != 0, "no candidates")
	return r.Candidates[0]
}

func rank(t *testing.T, s *intent.Session) intent.Ranking {
	t.Helper()
	r := require.Value(s.Rank(t.Context()))(t)
	return r
}

// TestValueWithSubclasses: examples with eight values below one class mean that class, if the options name
// the role to superclasses.
func TestValueWithSubclasses(t *testing.T) {
	b := &interp.Builder{}
	for i := range 360 {
		b.AddName("Person", person(i))
		b.AddRole("occupation", person(i), fmt.Sprint("job", i%20))
	}
	b.EndDomain()
	for i := range 20 {
		b.AddRole("subClassOf", fmt.Sprint("job", i), fmt.Sprint("trade", i%10))
		b.AddRole("subClassOf", fmt.Sprint("trade", i%10), []string{"artist", "scientist", "craft"}[min(i%10/4, 2)])
	}
	s := require.Value(b.Build(t.Context()))(t)
	meant := dl.Exists{Role: occupation, C: dl.Exists{Role: dl.Role{IRI: "subClassOf", Closure: dl.Star}, C: dl.Nominal{IRI: "artist"}}}
	pos, neg := draw(t, s, meant, 8), draw(t, s, dl.And{L: dl.Name{IRI: "Person"}, R: dl.Not{C: meant}}, 8)
	check.Equal(t, first(t, newSession(t, s, pos, neg, intent.Options{SubClassOf: "subClassOf"})).Concept, dl.Concept(meant), "the first")
}

// TestCandidates: a concept of every kind comes first, with the right number of members, if
// the examples are drawn from its members and others. From positives alone the country is
// likelier than its class and than having a country: both have more members. A concept
// gets a negation even if many negatives are among its members.
func TestCandidates(t *testing.T) {
	s := people(t)
	italy := dl.Exists{Role: country, C: dl.Nominal{IRI: "Italy"}}
	onlyWriter := dl.And{L: writer, R: dl.Not{C: actor}}
	for name, test := range map[string]struct {
		meant, others dl.Concept // others: what negatives are drawn from; nil: all persons
		pos, neg      int
	}{
		"size principle": {france, nil, 5, 0},
		"value":          {writer, nil, 8, 8},
		"conjunction":    {dl.And{L: france, R: writer}, nil, 8, 8},
		"union":          {dl.Exists{Role: country, C: dl.Or{L: dl.Nominal{IRI: "France"}, R: dl.Nominal{IRI: "Italy"}}}, nil, 8, 8},
		"negation":       {onlyWriter, nil, 8, 8},
		"many negatives": {onlyWriter, dl.And{L: writer, R: actor}, 3, 14},
		"counting":       {dl.AtLeast{N: 2, Role: occupation, C: dl.Top{}}, nil, 8, 8},
		"threshold":      {dl.And{L: italy, R: dl.Compare{Feature: "born", Op: dl.GreaterEq, Value: dl.Int(1950)}}, nil, 8, 8},
	} {
		t.Run(name, func(t *testing.T) {
			if test.others == nil {
				test.others = dl.And{L: dl.Name{IRI: "Person"}, R: dl.Not{C: test.meant}}
			}
			best := first(t,
				newSession(t, s, draw(t, s, test.meant, test.pos), draw(t, s, test.others, test.neg), intent.Options{}))
			got, want := extension(t, s, best.Concept), extension(t, s, test.meant)
			check.That(t, best.Members == intent.Exactly(int64(len(got))), "%v has %d members, not %v", best.Concept, len(got), best.Members)
			if name == "threshold" { // the examples do not say where exactly it is
				maps.DeleteFunc(got, func(p string, _ bool) bool { return !want[p] })
				check.That(t, len(got) >= len(want)*8/10, "got %v with %d of %d members", best.Concept, len(got), len(want))
				return
			}
			check.That(t, reflect.DeepEqual(got, want), "got %v, want %v", best.Concept, test.meant)
		})
	}
}

// answer answers all questions, the first unknown of them with Unknown and the others as
// members says. It returns the number of questions.
func answer(t *testing.T, s *intent.Session, members map[string]bool, unknown int) int {
	t.Helper()
	asked := map[string]bool{}
	for {
		q := require.Value(s.Next(t.Context()))(t)
		if q == nil {
			return len(asked)
		}
		require.That(t, !asked[q.Individual], "asked about %s twice", q.Individual)
		asked[q.Individual] = true
		is := intent.No
		switch {
		case len(asked) <= unknown:
			is = intent.Unknown
		case members[q.Individual]:
			is = intent.Yes
		}
		require.NoError(t, s.Answer(t.Context(), q.Individual, is))
	}
}

// TestQuestions: from three positives alone, answers lead to the concept that was meant.
func TestQuestions(t *testing.T) {
	s := people(t)
	for name, meant := range map[string]dl.Concept{"value": france, "conjunction": dl.And{L: france, R: writer}, "negation": dl.And{L: writer, R: dl.Not{C: actor}}} {
		t.Run(name, func(t *testing.T) {
			in := extension(t, s, meant)
			session := newSession(t, s, draw(t, s, meant, 3), nil, intent.Options{Sure: 0.99})
			asked := answer(t, session, in, 1)
			best := first(t, session).Concept
			check.That(t, reflect.DeepEqual(extension(t, s, best), in), "after %d questions: %v, want %v", asked, best, meant)
		})
	}
}

// TestUnknownExamples: individuals that are not in the graph give no candidate and no
// question.
func TestUnknownExamples(t *testing.T) {
	s := newSession(t, people(t), []string{"nobody", "neither"}, nil, intent.Options{})
	r, err := s.Rank(t.Context())
	require.That(t, err == nil && len(r.Candidates) <= 0, "got %v, %v", r.Candidates, err)
	q, err := s.Next(t.Context())
	check.That(t, err == nil && q == nil, "got %+v, %v", q, err)
}

// TestJudgeable: a question names the most specific classes, and is never about an
// individual without a label, a class and a readable IRI.
func TestJudgeable(t *testing.T) {
	b := &interp.Builder{}
	for i := range 60 {
		iri := fmt.Sprintf("http://example.org/Q%d", i)
		b.AddRole("country", iri, "France")
		if i%2 == 0 {
			b.AddRole("occupation", iri, "writer")
		}
		if i >= 56 {
			b.AddName("Agent", iri)
			b.AddName("Person", iri)
		}
	}
	b.AddName("Agent", "company")
	s := require.Value(b.Build(t.Context()))(t)
	session := newSession(t, s, []string{"http://example.org/Q0", "http://example.org/Q2", "http://example.org/Q4"},
		nil, intent.Options{Sure: 0.999})
	asked := 0
	for ; asked < 4; asked++ {
		q := require.Value(session.Next(t.Context()))(t)
		if q == nil {
			break
		}
		check.That(t, slices.Equal(q.Classes, []string{"Person"}),
			"question about %s with the classes %v, want one of the four that are Person", q.Individual, q.Classes)
		require.NoError(t, session.Answer(t.Context(), q.Individual, intent.Unknown))
	}
	check.That(t, asked != 0, "no question")
}

// TestWrongExample: with one wrong positive of eight, the concept that was meant comes
// first, and the wrong example is named.
func TestWrongExample(t *testing.T) {
	s := people(t)
	pos := append(draw(t, s, france, 7), person(2)) // from Germany
	neg := draw(t, s, dl.And{L: dl.Name{IRI: "Person"}, R: dl.Not{C: france}}, 8)
	neg = slices.DeleteFunc(neg, func(iri string) bool { return iri == person(2) })
	best := first(t, newSession(t, s, pos, neg, intent.Options{}))
	check.That(t, best.Concept == dl.Concept(france) && reflect.DeepEqual(best.Wrong, []string{person(2)}),
		"got %v, wrong %v; want the country, wrong %s", best.Concept, best.Wrong, person(2))
}

// TestAdd: a concept that is added is ranked, even if its form is never proposed.
func TestAdd(t *testing.T) {
	s := people(t)
	added := dl.ForAll{Role: country, C: dl.Name{IRI: "Mediterranean"}}
	session := newSession(t, s, draw(t, s, france, 4), nil, intent.Options{})
	session.Add(added)
	if !slices.ContainsFunc(rank(t, session).Candidates, func(c intent.Candidate) bool { return c.Concept == dl.Concept(added) }) {
		t.Error("not among the candidates")
	}
}

// TestLanguage: no candidate uses a constructor that is not in the language.
func TestLanguage(t *testing.T) {
	s := people(t)
	l := require.Value(dl.ParseLanguage("el"))(t)
	r := rank(t,
		newSession(t, s, draw(t, s, france, 4), draw(t, s, dl.Exists{Role: country, C: dl.Nominal{IRI: "Italy"}}, 2),
			intent.Options{Language: l}),
	)
	for _, c := range r.Candidates {
		check.That(t, l.Has(dl.LanguageOf(c.Concept)), "%v is not in EL", c.Concept)
	}
}

// TestRankingRepeats: the same examples give the same ranking.
func TestRankingRepeats(t *testing.T) {
	s := people(t)
	pos, neg := draw(t, s, writer, 5), draw(t, s, dl.And{L: dl.Name{IRI: "Person"}, R: dl.Not{C: writer}}, 5)
	want := rank(t, newSession(t, s, pos, neg, intent.Options{}))
	for range 3 {
		got := rank(t, newSession(t, s, pos, neg, intent.Options{}))
		require.That(t, reflect.DeepEqual(got, want), "another ranking")
	}
}

// refusing is a graph without counts, like an endpoint with a short time-out.
type refusing struct{ intent.Graph }

func (refusing) Count(_ context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	out := make([]intent.Bounds, len(cs))
	for i := range out {
		out[i] = intent.Unbounded
	}
	return out, nil
}

// TestRefusedCounts: without counts there is a ranking, and its numbers of members are
// bounds.
func TestRefusedCounts(t *testing.T) {
	s := people(t)
	session := require.Value(intent.New(refusing{newRemote(s)}, draw(t, s, france, 5), nil, intent.Options{}))(t)
	best := first(t, session)
	check.That(t, !best.Members.Exact(), "%v has exactly %v members, which nobody has counted", best.Concept, best.Members)
	check.That(t, best.Members.Lower == 5, "%v has at least %d members; 5 positives are members", best.Concept, best.Members.Lower)
}

// silent is a graph that does not say where a concept holds, as after a time-out.
type silent struct {
	intent.Graph
	about dl.Concept
}

func (g silent) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	out, err := g.Graph.Holds(ctx, cs, individuals)
	for i, c := range cs {
		if c == g.about {
			clear(out[i])
		}
	}
	return out, err
}

// TestRefusedMemberships: a concept that may hold anywhere, for all the graph says, does not
// come before one that fits.
func TestRefusedMemberships(t *testing.T) {
	s := people(t)
	meant := dl.Exists{Role: dl.Role{IRI: "country"}, C: dl.Name{IRI: "Mediterranean"}}
	pos, neg := draw(t, s, meant, 5), draw(t, s, dl.Not{C: meant}, 5)
	said := first(t, newSession(t, s, pos, neg, intent.Options{})).Concept
	union := said.(dl.Exists)
	side := dl.Exists{Role: union.Role, C: union.C.(dl.Or).L}
	session := require.Value(intent.New(silent{newRemote(s), side}, pos, neg, intent.Options{}))(t)
	best := first(t, session)
	check.That(t, best.Concept != said && len(best.Wrong) <= 0, "%v, wrong about %q; with all answers %v", best.Concept, best.Wrong, said)
}

// failing is a graph that fails from a question on. It counts all questions but Look.
type failing struct {
	intent.Graph
	asked, from int
}

var errDown = errors.New("down")

func (g *failing) fail() error {
	if g.asked++; g.asked > g.from {
		return errDown
	}
	return nil
}

func (g *failing) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	if err := g.fail(); err != nil { // what is known without an answer are bounds
		return slices.Repeat([]intent.Bounds{{Upper: 1000}}, len(cs)), err
	}
	return g.Graph.Count(ctx, cs)
}

func (g *failing) Holds(ctx context.Context, cs []dl.Concept, individuals []string) ([][]intent.Truth, error) {
	if err := g.fail(); err != nil {
		return nil, err
	}
	return g.Graph.Holds(ctx, cs, individuals)
}

// TestFailingGraph: wherever the graph fails after the facts near the examples are read, there
// is a ranking that says so. When the graph is back, the ranking is as without the fault.
func TestFailingGraph(t *testing.T) {
	s := people(t)
	pos, neg := draw(t, s, writer, 4), draw(t, s, dl.And{L: dl.Name{IRI: "Person"}, R: dl.Not{C: writer}}, 2)
	whole := &failing{Graph: newRemote(s), from: math.MaxInt}
	ranked := func(g *failing) (*intent.Session, intent.Ranking) {
		t.Helper()
		session := require.Value(intent.New(g, pos, neg, intent.Options{}))(t)
		return session, rank(t, session)
	}
	_, want := ranked(whole)
	require.That(t, want.Incomplete == nil && whole.asked >= 4, "%d questions, %v", whole.asked, want.Incomplete)
	for from := range whole.asked {
		g := &failing{Graph: newRemote(s), from: from}
		session, got := ranked(g)
		check.That(t, len(got.Candidates) != 0 && errors.Is(got.Incomplete, errDown),
			"%d questions answered: %d candidates, %v", from, len(got.Candidates), got.Incomplete)
		g.from = math.MaxInt
		session.Add()
		// Other candidates may have been first, and compete now, too.
		got = rank(t, session)
		first, wanted := got.Candidates[0], want.Candidates[0]
		check.That(t, got.Incomplete == nil && first.Concept == wanted.Concept && first.Members == wanted.Members &&
			math.Abs(first.Probability-wanted.Probability) < .001, "%d questions answered, then all: %v first, %v", from, first, got.Incomplete)
	}
}

func TestNewErrors(t *testing.T) {
	if _, err := intent.New(nil, nil, []string{"a"}, intent.Options{}); !errors.Is(err, intent.ErrNoPositives) {
		t.Errorf("without positives: %v", err)
	}
	if _, err := intent.New(nil, []string{"a"}, []string{"a"}, intent.Options{}); !errors.Is(err, intent.ErrContradiction) {
		t.Errorf("an example on both sides: %v", err)
	}
}

// TestUnionOfFew: a union is a candidate even if only one positive speaks for a side. That
// positive may be wrong, so the side costs priceAlone.
func TestUnionOfFew(t *testing.T) {
	s := people(t)
	german := draw(t, s, dl.Exists{Role: country, C: dl.Nominal{IRI: "Germany"}}, 2)
	meant := dl.Exists{Role: country, C: dl.Or{L: dl.Nominal{IRI: "France"}, R: dl.Nominal{IRI: "Germany"}}}
	find := func(pos []string) intent.Candidate {
		r := rank(t, newSession(t, s, pos, nil, intent.Options{Language: dl.All &^ dl.WithNot})) // not to be from Italy is the same
		for _, c := range r.Candidates {
			if c.Concept == dl.Concept(meant) {
				return c
			}
		}
		t.Fatalf("no union among the %d candidates", len(r.Candidates))
		return intent.Candidate{}
	}
	french := draw(t, s, france, 5)
	one := find(append(slices.Clone(french[:4]), german[0]))
	two := find(append(slices.Clone(french[:3]), german...))
	want := two.Score + 8
	check.That(t, math.Abs(one.Score-want) <= 1e-9, "the union with one German scores %v, want %v", one.Score, want)
}

// TestNoIdleQuestions: questions end when every answer has the probability Options.Sure,
// even if the first candidate does not. Of positives alone one near miss is asked about first.
func TestNoIdleQuestions(t *testing.T) {
	s := people(t)
	some := []string{person(0), person(3), person(6), person(9), person(12)} // of every occupation and of none
	session := newSession(t, s, some, nil, intent.Options{})
	q := next(t, session)
	require.That(t, q != nil && q.Probability <= 0.2, "got %+v, want a question about somebody who is probably no member", q)
	require.NoError(t, session.Answer(t.Context(), q.Individual, intent.No))
	if q := next(t, session); q != nil {
		t.Errorf("asked about %s, though its answer is predictable: yes with probability %.3f", q.Individual, q.Probability)
	}
}

// membersAsked is a graph that records which members were asked for.
type membersAsked struct {
	intent.Graph
	of []dl.Concept
}

func (g *membersAsked) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	g.of = append(g.of, cs...)
	return g.Graph.Members(ctx, cs, limit)
}

// TestNoMembersOfNegations: a search for a question does not look for what only lacks something, as everybody does
// who is neither French nor works: an endpoint would go through its whole graph.
func TestNoMembersOfNegations(t *testing.T) {
	s := people(t)
	g := &membersAsked{Graph: newRemote(s)}
	pos := draw(t, s, dl.And{L: france, R: dl.Not{C: writer}}, 3)
	neg := draw(t, s, dl.And{L: france, R: writer}, 3)
	session, err := intent.New(g, pos, neg, intent.Options{})
	require.NoError(t, err)
	best, _ := rank(t, session).Candidates[0].Concept.(dl.And)
	_, lacks := best.R.(dl.Not)
	require.That(t, best.L == dl.Concept(france) && lacks, "the first candidate is %v", best)
	_, err = session.Next(t.Context())
	check.That(t, err == nil && len(g.of) > 2, "asked for members of %v: %v", g.of, err)
	for _, c := range g.of {
		check.That(t, !dl.OnlyExcludes(c), "asked for members of %v", c)
	}
}

// TestWidening: the positives share a city, and its country was meant. The first question is
// about somebody from another city of the country.
func TestWidening(t *testing.T) {
	var b interp.Builder
	for i, city := range []string{"Paris", "Lyon", "Lille", "Rome", "Milan"} {
		b.AddRole("country", city, []string{"France", "Italy"}[i/3])
		for j := range 12 {
			b.AddRole("born", fmt.Sprintf("%s %d", city, j), city)
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	session := newSession(t, s, []string{"Paris 1", "Paris 2", "Paris 3"}, nil, intent.Options{})
	q := next(t, session)
	require.That(t, q != nil && (strings.HasPrefix(q.Individual, "Ly") || strings.HasPrefix(q.Individual, "Li")),
		"got %+v, want a question about somebody from Lyon or Lille", q)
	for ; q != nil; q = next(t, session) {
		is := intent.No
		if strings.HasPrefix(q.Individual, "L") || strings.HasPrefix(q.Individual, "P") {
			is = intent.Yes
		}
		require.NoError(t, session.Answer(t.Context(), q.Individual, is))
	}
	c := first(t, session)
	born, country := dl.Role{IRI: "born"}, dl.Role{IRI: "country"}
	want := dl.Exists{Role: born, C: dl.Exists{Role: country, C: dl.Nominal{IRI: "France"}}}
	check.That(t, c.Concept == dl.Concept(want), "first %v, want born in a city of France", c.Concept)
}

// TestFamilies: candidates that differ in their thresholds only are one, with the probability of all.
func TestFamilies(t *testing.T) {
	s := people(t)
	meant := dl.Compare{Feature: "born", Op: dl.GreaterEq, Value: dl.Int(1950)}
	session := newSession(t, s, draw(t, s, meant, 6), []string{person(1), person(2)}, intent.Options{})
	r := rank(t, session)
	seen := map[dl.Concept]bool{}
	others := 0
	for i, c := range r.Candidates {
		check.That(t, i == 0 || c.Probability <= r.Candidates[i-1].Probability+1e-12, "the probability rises to %g at %d", c.Probability, i)
		shape := dl.MapLeaves(c.Concept, func(leaf dl.Concept) dl.Concept {
			if v, ok := leaf.(dl.Compare); ok {
				return dl.Compare{Feature: v.Feature, Op: v.Op}
			}
			return leaf
		})
		check.That(t, !seen[shape] || len(c.Wrong) != 0, "%v is a candidate of its own", c.Concept)
		seen[shape] = seen[shape] || len(c.Wrong) == 0
		sum := c.Alone
		for _, o := range c.Others {
			if sum += o.Alone; o.Alone > c.Alone+1e-9 {
				t.Errorf("%v is likelier than %v, but not shown", o.Concept, c.Concept)
			}
		}
		isLike := func(j int) bool { // then levelOut may have made both so
			return j >= 0 && j < len(r.Candidates) && r.Candidates[j].Probability == c.Probability
		}
		if others += len(c.Others); math.Abs(sum-c.Probability) > 1e-9 && !isLike(i-1) && !isLike(i+1) {
			t.Errorf("%v has the probability %.3f, want %.3f", c.Concept, c.Probability, sum)
		}
	}
	check.That(t, others != 0, "no family: this tests nothing")
	if c := r.Candidates[0]; r.Confidence != c.Alone {
		t.Errorf("the confidence is %.3f, want %.3f", r.Confidence, c.Alone)
	}
}

// TestLeftOut: states outside an alliance were meant, and the examples only say that they are
// states. The states share 300 values, and the allies some more. A question is about an ally before
// the questions end, and its answer leads to the negation.
func TestLeftOut(t *testing.T) {
	var b interp.Builder
	member := dl.Role{IRI: "member"}
	for i := range 120 {
		b.AddName("Place", person(i))
		if i >= 60 {
			continue
		}
		b.AddName("State", person(i))
		for j := range 300 {
			b.AddRole("relation", person(i), fmt.Sprintf("r%d", (i+j)%301))
		}
		if i%3 == 0 {
			b.AddRole("member", person(i), "alliance")
			b.AddRole("money", person(i), []string{"money", "coins"}[i%2])
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	allied := dl.Exists{Role: member, C: dl.Nominal{IRI: "alliance"}}
	meant := dl.And{L: dl.Name{IRI: "State"}, R: dl.Not{C: allied}}
	session := newSession(t, s, []string{person(1), person(4), person(8)}, []string{person(70)}, intent.Options{Sure: 0.97})
	ranked := rank(t, session).Confidence
	next(t, session)
	untested := rank(t, session).Confidence
	check.That(t, untested < 0.97*ranked, "the allies were not asked about, and %v stays %v", ranked, untested)
	answer(t, session, extension(t, s, meant), 0)
	got, want := extension(t, s, first(t, session).Concept), extension(t, s, meant)
	both := maps.Clone(got)
	maps.DeleteFunc(both, func(p string, _ bool) bool { return !want[p] })
	if len(both) != len(got) || len(both) < len(want)-1 { // a value that one state lacks is as good as the class
		t.Errorf("after the questions %v comes first, want the members of %v", first(t, session).Concept, meant)
	}
}

func next(t *testing.T, s *intent.Session) *intent.Question {
	t.Helper()
	q := require.Value(s.Next(t.Context()))(t)
	return q
}

// TestWrongIsLikely: an example looks wrong if the candidates that have it on the wrong side
// hold more than half of the probability, and not because the first candidate does.
func TestWrongIsLikely(t *testing.T) {
	s := people(t)
	var pos, neg []string // no concept fits
	for i := range 12 {
		if i%5 < 2 {
			pos = append(pos, person(i*11))
		} else {
			neg = append(neg, person(i*11))
		}
	}
	r := rank(t, newSession(t, s, pos, neg, intent.Options{}))
	wrong := map[string]float64{}
	for _, c := range r.Candidates {
		for _, iri := range c.Wrong {
			wrong[iri] += c.Probability
		}
	}
	for _, iri := range slices.Concat(pos, neg) {
		check.That(t, slices.Contains(r.Wrong, iri) == (wrong[iri] > 0.5*(1-r.Chance)),
			"%s is wrong with probability %.2f; named: %v", iri, wrong[iri], r.Wrong)
	}
	first := r.Candidates[0]
	check.That(t, len(first.Wrong) != 0, "%v fits everything", first.Concept)
}

// TestRoundThresholds: round values beyond the nearest one are candidates, and questions
// tell which was meant.
func TestRoundThresholds(t *testing.T) {
	var b interp.Builder
	for i := range 200 {
		b.AddName("Animal", person(i)) // without a class there is no question
		b.AddValue("weight", person(i), dl.Int(int64(40*i)))
	}
	s := require.Value(b.Build(t.Context()))(t)
	meant := dl.Compare{Feature: "weight", Op: dl.GreaterEq, Value: dl.Int(3000)}
	x := newSession(t, s, []string{person(105), person(120), person(150)}, []string{person(10), person(60)},
		intent.Options{})
	answer(t, x, extension(t, s, meant), 0)
	check.Equal[dl.Concept](t, first(t, x).Concept, meant)
}

// TestGrandchildren: ∃r.∃r.⊤ is a candidate, even if nearly all r-successors have an
// r-successor.
func TestGrandchildren(t *testing.T) {
	var b interp.Builder
	parent := dl.Role{IRI: "parent"}
	for i := 120; i < 360; i++ { // of the first 120 nobody knows the parents
		for k := range 2 {
			b.AddRole(parent.IRI, person(i), person(i-120+(i*7+k*13)%120-i%120))
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	meant := dl.Exists{Role: parent, C: dl.Exists{Role: parent, C: dl.Top{}}}
	neg := draw(t, s, dl.And{L: dl.Exists{Role: parent, C: dl.Top{}}, R: dl.Not{C: meant}}, 5)
	best := first(t, newSession(t, s, draw(t, s, meant, 5), neg, intent.Options{}))
	check.That(t, best.Concept == dl.Concept(meant), "got %v, want %v", best.Concept, meant)
}

// TestChance: if a coin decided who is positive, no concept gets a high probability. If a
// concept did, chance gets hardly any.
func TestChance(t *testing.T) {
	s := people(t)
	stated, chance := 0.0, 0.0
	const draws = 20
	for seed := range uint64(draws) {
		r := rand.New(rand.NewPCG(seed, 1))
		var all []string
		for _, a := range r.Perm(s.Len()) {
			if iri := s.IRI(interp.Individual(a)); strings.HasPrefix(iri, "p") && len(all) < 12 {
				all = append(all, iri)
			}
		}
		got := rank(t, newSession(t, s, all[:6], all[6:], intent.Options{}))
		stated, chance = stated+got.Confidence/draws, chance+got.Chance/draws
	}
	check.That(t, stated <= 0.1 && chance >= 0.8,
		"of random labels the first candidate gets %.2f and chance %.2f on average, want at most 0.1 and at least 0.8", stated, chance)
	italy := dl.Exists{Role: country, C: dl.Nominal{IRI: "Italy"}}
	french := rank(t, newSession(t, s, draw(t, s, france, 6), draw(t, s, italy, 6), intent.Options{}))
	check.That(t, french.Chance <= 0.05, "of French people and Italians chance gets %.2f, want at most 0.05", french.Chance)
	alone := rank(t, newSession(t, s, draw(t, s, france, 3), nil, intent.Options{}))
	check.That(t, alone.Chance == 0, "without negatives chance gets %.2f, want 0: there are no labels", alone.Chance)
}

// TestTwins: of candidates with the same members one is listed, with the probability of all.
func TestTwins(t *testing.T) {
	var b interp.Builder
	for i := range 40 {
		iri := fmt.Sprintf("p%d", i)
		b.AddName("Person", iri)
		if i < 10 {
			b.AddRole("plays", iri, "jazz")
			b.AddRole("member", iri, "club")
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	r := rank(t, newSession(t, s, []string{"p1", "p2", "p3"}, []string{"p11", "p12", "p13"}, intent.Options{}))
	seen := map[int64]int{}
	for _, c := range r.Candidates[:min(len(r.Candidates), 5)] {
		seen[c.Members.Lower]++
	}
	check.That(t, seen[10] == 1, "%d of the first candidates have the ten members, want one: %v", seen[10], r.Candidates[:min(len(r.Candidates), 5)])
}

// TestOneOfAnotherKind: four positives have one value and the fifth another. The first candidate
// contradicts the fifth; the union of both values is listed, and asked about before the questions
// end. The answers decide.
func TestOneOfAnotherKind(t *testing.T) {
	var b interp.Builder
	for i := range 240 {
		b.AddRole("country", person(i), fmt.Sprintf("c%d", i%8))
		b.AddName("Person", person(i))
	}
	s := require.Value(b.Build(t.Context()))(t)
	one := dl.Exists{Role: country, C: dl.Nominal{IRI: "c0"}}
	both := dl.Exists{Role: country, C: dl.Or{L: dl.Nominal{IRI: "c0"}, R: dl.Nominal{IRI: "c1"}}}
	pos := []string{person(0), person(8), person(16), person(24), person(1)}
	for _, meant := range []dl.Concept{one, both} {
		session := newSession(t, s, pos, nil, intent.Options{})
		r := rank(t, session)
		require.That(t, r.Candidates[0].Concept == dl.Concept(one), "first comes %v, want %v", r.Candidates[0].Concept, one)
		i := slices.IndexFunc(r.Candidates, func(c intent.Candidate) bool { return c.Unites })
		check.That(t, i >= 0 && r.Candidates[i].Concept == dl.Concept(both), "the union is candidate %d, want %v", i, both)
		answer(t, session, extension(t, s, meant), 0)
		best := first(t, session)
		check.That(t, best.Concept == meant, "after the questions %v comes first, want %v", best.Concept, meant)
	}
}

// looking is a graph that remembers at whom it looked.
type looking struct {
	intent.Graph
	at map[string]bool
}

func (g looking) Look(ctx context.Context, further, individuals []string) (ask.Facts, error) {
	for _, iri := range slices.Concat(further, individuals) {
		g.at[iri] = true
	}
	return g.Graph.Look(ctx, further, individuals)
}

// TestLookBeforeAnswer: what is around the individual of a question is read with the question, as
// the user reads it, and not after the answer.
func TestLookBeforeAnswer(t *testing.T) {
	s := people(t)
	g := looking{newRemote(s), map[string]bool{}}
	session, err := intent.New(g, draw(t, s, france, 3), nil, intent.Options{Language: dl.All &^ dl.WithNot})
	require.NoError(t, err)
	q, err := session.Next(t.Context())
	check.That(t, err == nil && q != nil && g.at[q.Individual], "the question is %+v, %v", q, err)
}

// counting is a graph that remembers the calls of Count and the number of those of Members.
type counting struct {
	intent.Graph
	calls   [][]dl.Concept
	members int
}

func (g *counting) Members(ctx context.Context, cs []dl.Concept, limit int) ([][]string, error) {
	g.members++
	return g.Graph.Members(ctx, cs, limit)
}

func (g *counting) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	g.calls = append(g.calls, cs)
	return g.Graph.Count(ctx, cs)
}

// TestCountedAhead: the atoms of negatives that may be negated are counted with other concepts, not
// in a call of their own.
func TestCountedAhead(t *testing.T) {
	s := people(t)
	g := &counting{Graph: newRemote(s)}
	session, err := intent.New(g, draw(t, s, dl.And{L: france, R: writer}, 3), draw(t, s, dl.And{L: writer, R: dl.Not{C: france}}, 3), intent.Options{})
	require.NoError(t, err)
	rank(t, session)
	if _, err := session.Next(t.Context()); err != nil || g.members > 1 {
		t.Errorf("%d calls for individuals to ask about: %v", g.members, err)
	}
	isAtom := func(c dl.Concept) bool { _, and := c.(dl.And); return !and }
	require.That(t, len(g.calls) >= 3, "%d calls, want some for conjunctions", len(g.calls))
	for i, cs := range g.calls[2:] { // the first are for atoms and unions of positives
		if !slices.ContainsFunc(cs, func(c dl.Concept) bool { return !isAtom(c) }) {
			t.Errorf("call %d is for %v alone", i+2, cs)
		}
	}
}

// A condition names the narrowest of the roles that say the same, also where it is negated.
func TestNarrowerRole(t *testing.T) {
	var b interp.Builder
	for i := range 48 {
		pizza := fmt.Sprint("p", i)
		b.AddRole("hasBase", pizza, "thin")
		b.AddRole("hasIngredient", pizza, "thin")
		topping := []string{"fish", "ham", "leek", "egg", "corn", "kale"}[i%6]
		b.AddRole("hasTopping", pizza, topping)
		b.AddRole("hasIngredient", pizza, topping)
	}
	for i := range 24 { // soups have ingredients, too, so that the wider role is the more frequent one
		b.AddRole("hasIngredient", fmt.Sprint("s", i), "leek")
	}
	m := intent.NewMemory(require.Value(b.Build(t.Context()))(t), nil)
	fish := dl.Exists{Role: dl.Role{IRI: "hasTopping"}, C: dl.Nominal{IRI: "fish"}}
	food := dl.Exists{Role: dl.Role{IRI: "hasIngredient"}, C: dl.Top{}}
	for _, tt := range []struct {
		pos, neg []string
		want     dl.Concept
	}{
		{[]string{"p0", "p6", "p12"}, nil, fish},
		{
			[]string{"p1", "p2", "p3", "p4", "p5", "p7", "s1", "s2"}, []string{"p0", "p6", "p12", "p18", "p24"},
			dl.Conj(food, dl.Not{C: fish}),
		},
	} {
		s := require.Value(intent.New(m, tt.pos, tt.neg, intent.Options{}))(t)
		r := require.Value(s.Rank(t.Context()))(t)
		check.Equal(t, r.Candidates[0].Concept, tt.want, "%v", tt.pos)
	}
}
