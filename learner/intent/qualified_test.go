package intent_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

const wikibase = dl.Statements("http://w.example/prop/")

// officials returns a graph of 90 people with statements. All held an office; every third was
// mayor from 2000 on. Every third was mayor before, and held another office from 2000 on: two
// statements that satisfy it only together. The others were never mayor.
func officials(t *testing.T) (*interp.Structure, func(kind int) []string) {
	t.Helper()
	var b interp.Builder
	state := func(x, office string, year int) {
		s := fmt.Sprintf("http://w.example/entity/statement/%s-%s", x, office)
		b.AddRole(wikibase.Property(dl.Direct, "P39"), x, office)
		b.AddRole(wikibase.Property(dl.Claim, "P39"), x, s)
		b.AddRole(wikibase.Property(dl.ValueOf, "P39"), s, office)
		v := require.Value(dl.NewValue(dl.DateTime, fmt.Sprintf("%d-01-01T00:00:00Z", year)))(t)
		b.AddValue(wikibase.Property(dl.Qualifier, "P580"), s, v)
	}
	people := map[int][]string{}
	for i := range 90 {
		x, spread := fmt.Sprintf("http://w.example/entity/Person%02d", i), i/3%15
		b.AddName("Person", x)
		people[i%3] = append(people[i%3], x)
		switch i % 3 {
		case 0:
			state(x, "mayor", 2000+spread)
			state(x, "judge", 1980+spread)
		case 1:
			state(x, "mayor", 1980+spread)
			state(x, "judge", 2000+spread)
		default:
			state(x, "judge", 1985+spread)
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	return s, func(kind int) []string { return people[kind] }
}

// TestQualifiedRole: people who were mayor from 2000 on are found and told apart from those whose
// two statements satisfy it only together. No candidate names a statement.
func TestQualifiedRole(t *testing.T) {
	s, people := officials(t)
	yes := people(0)
	pos := []string{yes[0], yes[3], yes[7], yes[11], yes[14]}
	neg := []string{people(2)[0], people(2)[5]}
	session := require.Value(
		intent.New(intent.NewMemory(s, nil), pos, neg, intent.Options{Statements: wikibase, Sure: 0.95}))(t)
	asked := 0
	for {
		q := require.Value(session.Next(t.Context()))(t)
		for _, x := range rank(t, session).Candidates {
			dl.Walk(x.Concept, func(c dl.Concept) bool {
				if o, ok := c.(dl.Nominal); ok && wikibase.IsNode(o.IRI) {
					t.Fatalf("%v names a statement", x.Concept)
				}
				return true
			})
		}
		if q == nil {
			break
		}
		require.That(t, !wikibase.IsNode(q.Individual), "the question is about the statement %s", q.Individual)
		is := intent.No
		if slices.Contains(yes, q.Individual) {
			is = intent.Yes
		}
		asked++
		require.NoError(t, session.Answer(t.Context(), q.Individual, is))
	}
	best := rank(t, session).Candidates[0]
	q, ok := dl.QualifiedOf(best.Concept)
	if !ok || len(q.Value) != 1 || q.Value[0] != dl.Concept(dl.Nominal{IRI: "mayor"}) || !best.Members.Exact() ||
		best.Members.Lower != 30 {
		t.Errorf("after %d questions: %v with %v members; want those who were mayor from 2000 on", asked, best.Concept,
			best.Members)
	}
}

// TestUnqualifiedRole: where no qualifier is needed, the direct property says it.
func TestUnqualifiedRole(t *testing.T) {
	s, people := officials(t)
	mayors := slices.Concat(people(0), people(1))
	pos := []string{mayors[1], mayors[9], mayors[33], mayors[41], mayors[50]}
	session := require.Value(
		intent.New(intent.NewMemory(s, nil), pos, people(2)[:4], intent.Options{Statements: wikibase}))(t)
	require.Value(session.Next(t.Context()))(t)
	want := dl.Exists{Role: dl.Role{IRI: wikibase.Property(dl.Direct, "P39")}, C: dl.Nominal{IRI: "mayor"}}
	check.Equal(t, rank(t, session).Candidates[0].Concept, dl.Concept(want), "comes first, want %v", want)
}

// TestCoarseTime: one of the positives became mayor in the 1950s, maybe later than some of the
// negatives. So no candidate splits these years, although a bound there would fit.
func TestCoarseTime(t *testing.T) {
	var b interp.Builder
	var pos, neg []string
	start := wikibase.Property(dl.Qualifier, "P580")
	for i := range 60 {
		x, year := fmt.Sprintf("http://w.example/entity/Person%02d", i), 1930+i/3*2
		s := fmt.Sprintf("http://w.example/entity/statement/%d", i)
		b.AddName("Person", x)
		b.AddRole(wikibase.Property(dl.Direct, "P39"), x, "mayor")
		b.AddRole(wikibase.Property(dl.Claim, "P39"), x, s)
		b.AddRole(wikibase.Property(dl.ValueOf, "P39"), s, "mayor")
		if i == 31 {
			b.SetPrecision(start, s, 8)
		}
		v := require.Value(dl.NewValue(dl.DateTime, fmt.Sprintf("%d-01-01T00:00:00Z", year)))(t)
		b.AddValue(start, s, v)
		switch {
		case i == 31 || i%8 == 1 && year < 1950:
			pos = append(pos, x)
		case i%8 == 1 && year >= 1954:
			neg = append(neg, x)
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	session := require.Value(intent.New(intent.NewMemory(s, nil), pos, neg, intent.Options{Statements: wikibase}))(t)
	require.Value(session.Next(t.Context()))(t)
	decade := func(year string) dl.Value { v, _ := dl.NewValue(dl.DateTime, year); return v }
	candidates := rank(t, session).Candidates
	for _, x := range candidates {
		dl.Walk(x.Concept, func(c dl.Concept) bool {
			if v, ok := c.(dl.Compare); ok && v.Splits(decade("1950-01-01T00:00:00Z"), decade("1959-12-31T23:59:59Z")) {
				t.Errorf("%v splits the 1950s", x.Concept)
			}
			return true
		})
	}
	check.That(t, len(candidates) != 0, "no candidate")
}
