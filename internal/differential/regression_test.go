package differential

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// repeat asks about concepts that engines once answered wrongly. The graphs are as small as
// possible.
func repeat(t *testing.T, e engines.Engine, dialect queries.Dialect) {
	const graph = `<http://example.org/c> <http://example.org/r> <http://example.org/a> .
<http://example.org/d> <http://example.org/r> <http://example.org/c> .
<http://example.org/a> <http://example.org/s> <http://example.org/a> .
<http://example.org/c> <http://example.org/s> <http://example.org/b> .
<http://example.org/a> <http://example.org/f> "2000-01-01T12:00:00+14:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/b> <http://example.org/f> "0000-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://example.org/a> <http://example.org/g> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/d> <http://example.org/h> "1e-20"^^<http://www.w3.org/2001/XMLSchema#float> .
<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/C> .
`
	const a, b, c, d = ex + "a", ex + "b", ex + "c", ex + "d"
	const r, s, other = ex + "r", ex + "s", ex + "t"
	all := []string{a, b, c, d}
	prefixes := syntax.Prefixes{"": ex, "xsd": dl.XSD}
	above := func(role string, roles ...dl.Role) queries.Axioms {
		return queries.Axioms{Roles: map[string][]dl.Role{role: roles}}
	}
	back := dl.Role{IRI: s, Inverse: true}
	aboveTransitive := above(s, dl.Role{IRI: r})
	aboveTransitive.Transitive = map[string]bool{r: true}
	tests := []struct {
		name, concept string
		axioms        queries.Axioms
		want          []string
	}{
		// Virtuoso did not apply a MINUS between two unions.
		{"complement of a complement below unions of roles", "¬∃r⁻.¬∃r⁻.⊤",
			above(r, dl.Role{IRI: s}, back, dl.Role{IRI: other}, dl.Role{IRI: other, Inverse: true},
				dl.Role{IRI: ex + "f", Inverse: true}), []string{a, b, d}},
		// Virtuoso applied a MINUS next to VALUES that excludes a nominal to the nominal, too.
		{"a nominal, or all successors have a number", "{a} ⊔ ∀s.(g = 3.0)", queries.Axioms{}, []string{a, b, d}},
		// Virtuoso counted and ordered a union before it applied the MINUS.
		{"subclasses within a complement of a complement below a union of roles", "∃s.(¬C ⊔ (g = 1) ⊓ D)",
			above(s, back), []string{b, c}},
		// Virtuoso applied only one of two complements next to VALUES.
		{"a complement beside one with subclasses in a complement", "((g = 1) ⊓ ∃r⁻.D ⊔ ∀t⁻.⊥) ⊓ ¬∃s⁻.C",
			queries.Axioms{}, []string{b, c, d}},
		// Virtuoso found no join of a single nominal followed by an OPTIONAL.
		{"a nominal in a union below a role that excludes another one", "∃s.(∃t.⊤ ⊔ {a} ⊓ ¬({b} ⊓ C))",
			queries.Axioms{}, []string{a}},
		// Virtuoso answered with a row without values where it saw that a union is empty.
		{"a number that no value can be equal to", `∃s.(g = "0.3"^^xsd:float)`, above(s, back), nil},
		// Virtuoso ignores a filter next to VALUES.
		{"nothing", "⊥", queries.Axioms{}, nil},
		{"nothing below a role", "∃t.⊥", queries.Axioms{}, nil},
		// RDF4J restricts what follows a union to a single value of its last branch.
		{"a nominal in the last branch of a union below a role", "∃r.(∃s.⊤ ⊔ {d} ⊓ ∃r.⊤)", queries.Axioms{}, []string{c, d}},
		// RDF4J put the single value of VALUES into the COUNT around it, too.
		{"a nominal within a complement", "(g ≥ 0) ⊓ {c} ⊔ ¬(g ≥ 1) ⊔ {c}", queries.Axioms{}, []string{b, c, d}},
		// Beside a MINUS with two unions Virtuoso did not look at another one.
		{"two unions in a complement beside another complement", "∀s.∀s.¬∃t.⊤ ⊓ ∀s⁻.({a} ⊓ {b})", above(s, back),
			[]string{d}},
		// Blazegraph failed where a union and a filter are all of a branch.
		{"a filter behind a union in a branch", "∃t.⊤ ⊔ ∃s.¬{b}", above(s, back), []string{a, b}},
		// RDF4J failed to join a subselect in a MINUS after a single triple with another one.
		{"unions with numbers taken away", "(∃r.⊤ ⊓ ≤1 s.⊤ ⊔ A) ⊓ (∃s.⊤ ⊓ ≤1 r.⊤ ⊔ B)", queries.Axioms{}, []string{c}},
		// Virtuoso crashed.
		{"a nominal beside a number in a branch beside nominals", "{b} ⊔ (≥2 s.⊤ ⊓ {c}) ⊔ {b}",
			above(s, dl.Role{IRI: s}, back, dl.Role{IRI: other}, dl.Role{IRI: other, Inverse: true}), []string{b}},
		// Names are unique.
		{"two nominals below ∀", "∀s⁻.({a} ⊓ {b})", queries.Axioms{}, []string{c, d}},
		{"complement of two nominals", "¬({a} ⊓ {b})", queries.Axioms{}, all},
		{"unions of nominals with another conjunct between", "({a} ⊔ {b}) ⊓ ∃s.⊤ ⊓ ({c} ⊔ {a})", queries.Axioms{},
			[]string{a}},
		{"two nominals below a role with another conjunct between", "{d} ⊔ ∃s.({a} ⊓ ∃s.⊤ ⊓ {b})", queries.Axioms{},
			[]string{d}},
		// RDF4J failed on an IF in a filter if some values are not literals.
		{"a date among other things", `(f ≤ "1999-12-31T23:00:00Z"^^xsd:dateTime)`,
			queries.Axioms{Features: map[string][]string{ex + "f": {r}}}, []string{a, b}},
		// Blazegraph failed where a path with alternatives and a filter are all of a branch.
		{"a path by a role or a transitive one in a union", "∃s⁻.¬({a} ⊔ {c}) ⊔ ∃t.⊤", aboveTransitive, []string{a, c}},
		// An inverse of an inverse counted with its literals.
		{"presence of a property for which a role counts", "(∃r)", above(r, dl.Role{IRI: ex + "g"}), []string{c, d}},
		// RDF4J compares the year 0 with nothing.
		{"year 0", `¬(f ≥ "0000-01-01T00:00:00Z"^^xsd:dateTime)`, queries.Axioms{}, []string{c, d}},
		{"a value in the year 0", `(f ≤ "1999-12-31T23:00:00Z"^^xsd:dateTime)`, queries.Axioms{}, []string{a, b}},
		// Virtuoso found nothing by a path to the classes above the individuals of a union.
		{"complement beside classes above individuals", "¬C", queries.Axioms{}, []string{b, c, d}},
		// Virtuoso lost which individual has which successor.
		{"number of successors outside a union", "≤2 s*.¬((h = 1) ⊓ ∃t⁻.(∃r)) ⊓ ∃s.⊤", above(r, dl.Role{IRI: ex + "g"}),
			[]string{a, c}},
		// Virtuoso ignored the nominal.
		{"a nominal beside a path", "¬∀r⁻*.(∃s⁻⁺.⊤ ⊓ {a})", queries.Axioms{}, all},
		{"an excluded nominal beside a path", "≤0 r*.{b}", queries.Axioms{}, []string{a, c, d}},
		// Virtuoso took a small float in a query for 0.
		{"a small number", `(h ≤ "1e-15"^^xsd:float)`, queries.Axioms{}, []string{d}},
	}
	kinds := map[string][]dl.Kind{ex + "g": {dl.Integer}, ex + "h": {dl.Float}}
	require.NoError(t, e.Load(t.Context(), graph))
	client := e.Connect(t, connector.Options{Retries: -1})
	for i := range 3 * len(tests) { // without subclasses, and with them by either property
		test := tests[i/3]
		concept := require.Value(syntax.ParseDL(test.concept, prefixes))(t)
		o := queries.Options{Dialect: dialect, Axioms: test.axioms, Kinds: kinds}
		switch i % 3 {
		case 0:
			o.Vocabulary.NoClosure = true
		case 1: // classes above individuals are individuals
			o.Vocabulary.SubClassOf = other
		}
		page := o
		page.Limit = len(all)
		column := func(n int, want ...string) func(q string, err error) {
			return func(q string, err error) {
				t.Helper()
				require.NoError(t, err)
				answer, err := client.Select(context.Background(), q)
				require.That(t, err == nil, "%v\n%s", err, q)
				var got []string
				for _, row := range answer.Rows {
					got = append(got, fmt.Sprint(row[n]))
				}
				slices.Sort(got)
				check.That(t, slices.Equal(got, want), "%s\n got %s\nwant %s\n%s", test.name, got, want, q)
			}
		}
		members, number := column(0, test.want...), strconv.Itoa(len(test.want))
		members(queries.Select(concept, o))
		members(queries.Select(concept, page))
		members(queries.Confirm(concept, all, o))
		column(0, number)(queries.Count(concept, o))
		column(1, number)(queries.Counts([]dl.Concept{concept}, nil, 1000, o))
		twice := slices.Concat(test.want, test.want)
		slices.Sort(twice)
		column(1, twice...)(queries.Memberships([]dl.Concept{concept, concept}, all, o))
		for _, individual := range all {
			q := require.Value(queries.Ask(concept, individual, o))(t)
			got, err := client.Ask(context.Background(), q)
			require.That(t, err == nil, "%v\n%s", err, q)
			want := slices.Contains(test.want, individual)
			check.That(t, got == want, "%s: ASK %s is %t\n%s", test.name, individual, got, q)
		}
	}
}
