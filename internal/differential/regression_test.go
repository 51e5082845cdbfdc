package differential

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Concepts that an engine once answered wrongly, over graphs as small as they can be.
func TestEnginesRegressions(t *testing.T) {
	const graph = `<http://example.org/c> <http://example.org/r> <http://example.org/a> .
<http://example.org/d> <http://example.org/r> <http://example.org/c> .
<http://example.org/a> <http://example.org/s> <http://example.org/a> .
<http://example.org/c> <http://example.org/s> <http://example.org/b> .
<http://example.org/a> <http://example.org/f> "2000-01-01T12:00:00+14:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/b> <http://example.org/f> "0000-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/a> <http://example.org/g> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/C> .
`
	a, b, c, d := ex+"a", ex+"b", ex+"c", ex+"d"
	all := []string{a, b, c, d}
	r, s, other := dl.Role{IRI: ex + "r"}, dl.Role{IRI: ex + "s"}, dl.Role{IRI: ex + "t"}
	date := func(s string) dl.Value {
		v, err := dl.NewValue(dl.DateTime, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	third, err := dl.NewValue(dl.Float, "0.3")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		concept dl.Concept
		axioms  queries.Axioms
		want    []string
	}{
		// Virtuoso counted what MINUS should have taken away, where both are unions.
		{
			"complement of a complement below unions of roles",
			dl.Not{C: dl.Exists{Role: r.Inv(), C: dl.Not{C: dl.Exists{Role: r.Inv(), C: dl.Top{}}}}},
			queries.Axioms{Roles: map[string][]dl.Role{r.IRI: {s, s.Inv(), other, other.Inv(), {IRI: ex + "f", Inverse: true}}}},
			[]string{a, b, d},
		},
		// Virtuoso counted and ordered a union before it looked at what is taken away from it.
		{
			"subclasses within a complement of a complement below a union of roles",
			dl.Exists{Role: s, C: dl.Or{
				L: dl.Not{C: dl.Name{IRI: ex + "C"}},
				R: dl.And{L: dl.Compare{Feature: ex + "g", Op: dl.Equal, Value: dl.Int(1)}, R: dl.Name{IRI: ex + "D"}},
			}},
			queries.Axioms{Roles: map[string][]dl.Role{s.IRI: {s.Inv()}}},
			[]string{b, c},
		},
		// Of two complements beside VALUES Virtuoso looked at one.
		{
			"a complement beside one with subclasses in a complement",
			dl.And{
				L: dl.Or{
					L: dl.And{L: dl.Compare{Feature: ex + "g", Op: dl.Equal, Value: dl.Int(1)}, R: dl.Exists{Role: r.Inv(), C: dl.Name{IRI: ex + "D"}}},
					R: dl.ForAll{Role: other.Inv(), C: dl.Bottom{}},
				},
				R: dl.Not{C: dl.Exists{Role: s.Inv(), C: dl.Name{IRI: ex + "C"}}},
			},
			queries.Axioms{},
			[]string{b, c, d},
		},
		// Virtuoso joined nothing to a single nominal with an OPTIONAL behind it.
		{
			"a nominal in a union below a role that excludes another one",
			dl.Exists{Role: s, C: dl.Or{
				L: dl.Exists{Role: other, C: dl.Top{}},
				R: dl.And{L: dl.Nominal{IRI: a}, R: dl.Not{C: dl.And{L: dl.Nominal{IRI: b}, R: dl.Name{IRI: ex + "C"}}}},
			}},
			queries.Axioms{},
			[]string{a},
		},
		// Virtuoso answered with a row without values where it saw that a union is empty.
		{
			"a number that no value can be equal to",
			dl.Exists{Role: s, C: dl.Compare{Feature: ex + "g", Op: dl.Equal, Value: third}},
			queries.Axioms{Roles: map[string][]dl.Role{s.IRI: {s.Inv()}}},
			nil,
		},
		// Virtuoso does not look at a filter beside VALUES.
		{"nothing", dl.Bottom{}, queries.Axioms{}, nil},
		{"nothing below a role", dl.Exists{Role: other, C: dl.Bottom{}}, queries.Axioms{}, nil},
		// RDF4J restricts what follows a union to a single value of its last branch.
		{
			"a nominal in the last branch of a union below a role",
			dl.Exists{Role: r, C: dl.Or{L: dl.Exists{Role: s, C: dl.Top{}}, R: dl.And{L: dl.Nominal{IRI: d}, R: dl.Exists{Role: r, C: dl.Top{}}}}},
			queries.Axioms{},
			[]string{c, d},
		},
		// RDF4J put the single value of VALUES into the COUNT around it, too.
		{
			"a nominal within a complement",
			dl.Or{
				L: dl.And{L: dl.Compare{Feature: ex + "g", Op: dl.GreaterEq, Value: dl.Int(0)}, R: dl.Nominal{IRI: c}},
				R: dl.Or{L: dl.Not{C: dl.Compare{Feature: ex + "g", Op: dl.GreaterEq, Value: dl.Int(1)}}, R: dl.Nominal{IRI: c}},
			},
			queries.Axioms{},
			[]string{b, c, d},
		},
		// Beside a MINUS with two unions Virtuoso did not look at another one.
		{
			"two unions in a complement beside another complement",
			dl.And{
				L: dl.ForAll{Role: s, C: dl.ForAll{Role: s, C: dl.Not{C: dl.Exists{Role: other, C: dl.Top{}}}}},
				R: dl.ForAll{Role: s.Inv(), C: dl.And{L: dl.Nominal{IRI: a}, R: dl.Nominal{IRI: b}}},
			},
			queries.Axioms{Roles: map[string][]dl.Role{s.IRI: {s.Inv()}}},
			[]string{d},
		},
		// Blazegraph failed where a union and a filter are all of a branch.
		{
			"a filter behind a union in a branch",
			dl.Or{L: dl.Exists{Role: other, C: dl.Top{}}, R: dl.Exists{Role: s, C: dl.Not{C: dl.Nominal{IRI: b}}}},
			queries.Axioms{Roles: map[string][]dl.Role{s.IRI: {s.Inv()}}},
			[]string{a, b},
		},
		// RDF4J failed where a subselect in a MINUS behind a single triple is joined with another.
		{
			"unions with numbers taken away",
			dl.And{
				L: dl.Or{L: dl.And{L: dl.Exists{Role: r, C: dl.Top{}}, R: dl.AtMost{N: 1, Role: s, C: dl.Top{}}}, R: dl.Name{IRI: ex + "A"}},
				R: dl.Or{L: dl.And{L: dl.Exists{Role: s, C: dl.Top{}}, R: dl.AtMost{N: 1, Role: r, C: dl.Top{}}}, R: dl.Name{IRI: ex + "B"}},
			},
			queries.Axioms{},
			[]string{c},
		},
		// Names are unique.
		{"two nominals below ∀", dl.ForAll{Role: s.Inv(), C: dl.And{L: dl.Nominal{IRI: a}, R: dl.Nominal{IRI: b}}}, queries.Axioms{}, []string{c, d}},
		{"complement of two nominals", dl.Not{C: dl.And{L: dl.Nominal{IRI: a}, R: dl.Nominal{IRI: b}}}, queries.Axioms{}, all},
		{
			"unions of nominals with another conjunct between",
			dl.Conj(dl.Or{L: dl.Nominal{IRI: a}, R: dl.Nominal{IRI: b}}, dl.Exists{Role: s, C: dl.Top{}}, dl.Or{L: dl.Nominal{IRI: c}, R: dl.Nominal{IRI: a}}),
			queries.Axioms{},
			[]string{a},
		},
		{
			"two nominals below a role with another conjunct between",
			dl.Or{L: dl.Nominal{IRI: d}, R: dl.Exists{Role: s, C: dl.Conj(dl.Nominal{IRI: a}, dl.Exists{Role: s, C: dl.Top{}}, dl.Nominal{IRI: b})}},
			queries.Axioms{},
			[]string{d},
		},
		// RDF4J failed on an IF in a filter where some values are no literals.
		{
			"a date among other things",
			dl.Compare{Feature: ex + "f", Op: dl.LessEq, Value: date("1999-12-31T23:00:00Z")},
			queries.Axioms{Features: map[string][]string{ex + "f": {r.IRI}}},
			[]string{a, b},
		},
		// RDF4J compares the year 0 with nothing.
		{"year 0", dl.Not{C: dl.Compare{Feature: ex + "f", Op: dl.GreaterEq, Value: date("0000-01-01T00:00:00Z")}}, queries.Axioms{}, []string{c, d}},
		{"a value in the year 0", dl.Compare{Feature: ex + "f", Op: dl.LessEq, Value: date("1999-12-31T23:00:00Z")}, queries.Axioms{}, []string{a, b}},
	}
	for _, starter := range engines.All() {
		t.Run(starter.Name, func(t *testing.T) {
			e := starter.Start(t, graph)
			o := connector.Options{URL: e.Endpoint, Retries: -1}
			if e.Graph != "" {
				o.DefaultGraph = []string{e.Graph}
			}
			client, err := connector.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			dialect, err := queries.ParseDialect(starter.Name)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 2 * len(tests) { // without and with subclasses
				test := tests[i/2]
				o := queries.Options{Dialect: dialect, Axioms: test.axioms, Kinds: map[string][]dl.Kind{ex + "g": {dl.Integer}}}
				o.Vocabulary.Closure = i%2 > 0
				page := o
				page.Limit = len(all)
				column := func(n int, want ...string) func(q string, err error) {
					return func(q string, err error) {
						t.Helper()
						if err != nil {
							t.Fatal(err)
						}
						answer, err := client.Select(context.Background(), q)
						if err != nil {
							t.Fatalf("%v\n%s", err, q)
						}
						var got []string
						for _, row := range answer.Rows {
							got = append(got, fmt.Sprint(row[n]))
						}
						slices.Sort(got)
						if !slices.Equal(got, want) {
							t.Errorf("%s\n got %s\nwant %s\n%s", test.name, got, want, q)
						}
					}
				}
				members, number := column(0, test.want...), strconv.Itoa(len(test.want))
				members(queries.Select(test.concept, o))
				members(queries.Select(test.concept, page))
				members(queries.Confirm(test.concept, all, o))
				column(0, number)(queries.Count(test.concept, o))
				column(1, number)(queries.Counts([]dl.Concept{test.concept}, nil, o))
				twice := slices.Concat(test.want, test.want)
				slices.Sort(twice)
				column(1, twice...)(queries.Memberships([]dl.Concept{test.concept, test.concept}, all, o))
				for _, individual := range all {
					q, err := queries.Ask(test.concept, individual, o)
					if err != nil {
						t.Fatal(err)
					}
					got, err := client.Ask(context.Background(), q)
					if err != nil {
						t.Fatalf("%v\n%s", err, q)
					}
					if want := slices.Contains(test.want, individual); got != want {
						t.Errorf("%s: ASK %s is %t\n%s", test.name, individual, got, q)
					}
				}
			}
		})
	}
}
