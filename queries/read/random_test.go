package read_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/queries/read"
)

var queriesRead = flag.Int("queries", 2000, "random queries to read")

// Random queries, with groups, OPTIONAL, MINUS, EXISTS, UNION, paths, blank nodes, counts and filters:
// the members of the concept are the individuals that Oxigraph returns, or the query is refused.
func TestEnginesReading(t *testing.T) {
	engine := engines.StartOxigraph(t, "")
	read, some, refused, assumed := 0, 0, 0, 0
	refusals := map[string]int{}
	for seed := *testsize.Seed; read+refused+assumed < *queriesRead; seed++ {
		rng := dltest.Rand(seed)
		data := randomGraph(rng)
		require.NoError(t, engine.Load(t.Context(), data))
		client := engine.Connect(t, connector.Options{Retries: -1})
		triples := require.Value(rdf.NewTripleDecoder(strings.NewReader(data), rdf.NTriples).DecodeAll())(t)
		f := factsOf(t, triples)
		for range 50 {
			w := &queryWriter{rng: rng}
			text := w.query()
			switch reason := readsAlike(t, client, f, text, seed); reason {
			case "", "some":
				read++
				some += len(reason) / len("some")
			case "assumed":
				assumed++
			default:
				refused++
				refusals[reason]++
			}
		}
		client.Close()
	}
	t.Logf("%d queries read, %d of them with members, %d under assumptions that do not hold, %d refused", read, some,
		assumed, refused)
	for reason, n := range refusals {
		t.Logf("%5d %s", n, reason)
	}
	check.That(t, some >= *queriesRead/4, "only %d of %d queries are read and have members", some, *queriesRead)
}

// readsAlike compares the members with the answers of the engine. It returns why a query is refused.
func readsAlike(t *testing.T, client *connector.Client, f facts, text string, seed uint64) string {
	o := read.Options{Prefixes: map[string]string{"": "http://e/"}, NoClosure: true}
	reading, err := read.Read(text, o)
	if err == nil && len(reading.Assumes) > 0 { // once more with what is known of the data
		o.Values = f.known
		reading, err = read.Read(text, o)
	}
	if err != nil {
		_, reason, _ := strings.Cut(err.Error(), "line 1: ")
		for _, v := range []string{"x", "y", "z", "v", "w", "d"} {
			reason = strings.ReplaceAll(reason, "?"+v, "?")
		}
		return reason
	}
	table := require.Value(
		client.Select(t.Context(), "PREFIX : <http://e/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"+text))(t)
	var want []string
	blanks := map[string]bool{}
	for _, row := range table.Rows {
		switch x := row[0]; {
		case x == nil || x.Type() == rdf.TermLiteral:
		case x.Type() == rdf.TermBlank:
			blanks[x.String()] = true
		case !slices.Contains(want, x.String()):
			want = append(want, x.String())
		}
	}
	slices.Sort(want)
	got, n := f.members(t, reading.Concept)
	if slices.Equal(got, want) && n == len(blanks) {
		if len(got) > 0 {
			return "some"
		}
		return ""
	}
	if len(reading.Assumes) > 0 {
		return "assumed"
	}
	t.Errorf("seed %d: %s\nis read as %#v\nwith %s and %d blank nodes, want %s and %d", seed, text, reading.Concept, got,
		n, want, len(blanks))
	return ""
}

// randomGraph returns N-Triples: roles r and s, a property p with both kinds of values, features f
// and g, classes A, B and C.
func randomGraph(rng *rand.Rand) string {
	var b strings.Builder
	thing := func() string {
		if n := rng.IntN(10); n < 8 {
			return fmt.Sprintf("<http://e/i%d>", n)
		}
		return fmt.Sprintf("_:b%d", rng.IntN(2))
	}
	literal := func() string {
		switch rng.IntN(9) {
		case 0:
			return `"a"`
		case 1:
			return `"a"@en`
		case 2:
			return `"2000-01-0` + fmt.Sprint(1+rng.IntN(4)) + `"^^<http://www.w3.org/2001/XMLSchema#date>`
		case 3:
			year := []string{"12000", "-12000", "-0300", "252000"}[rng.IntN(4)]
			return `"` + year + `-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>`
		}
		return fmt.Sprintf(`"%d"^^<http://www.w3.org/2001/XMLSchema#integer>`, rng.IntN(5))
	}
	for range 14 + rng.IntN(14) {
		fmt.Fprintf(&b, "%s <http://e/%s> %s .\n", thing(), []string{"r", "s", "p"}[rng.IntN(3)], thing())
	}
	for range 12 {
		fmt.Fprintf(&b, "%s <http://e/%s> %s .\n", thing(), []string{"f", "g", "p"}[rng.IntN(3)], literal())
	}
	for range 10 {
		fmt.Fprintf(&b, "%s <%s> <http://e/%s> .\n", thing(), rdfType, []string{"A", "B", "C"}[rng.IntN(3)])
	}
	return b.String()
}

// queryWriter writes a random query about ?x.
type queryWriter struct {
	rng *rand.Rand
	n   int // variables so far
}

func (w *queryWriter) pick(of ...string) string { return of[w.rng.IntN(len(of))] }

func (w *queryWriter) newVariable() string {
	w.n++
	return fmt.Sprintf("?y%d", w.n)
}

func (w *queryWriter) query() string {
	body := w.group("?x", 3)
	switch w.rng.IntN(12) {
	case 0:
		v := w.newVariable()
		return fmt.Sprintf("SELECT ?x { ?x %s %s . %s } GROUP BY ?x HAVING (COUNT(%s%s) %s %d)", w.property(), v, body,
			w.pick("DISTINCT ", "DISTINCT ", ""), v, w.pick(">=", ">", "=", "!=", "<", "<="), w.rng.IntN(4))
	case 1:
		return "SELECT ?x { { SELECT DISTINCT ?x { " + body + " } } " + w.part("?x", 1) + " }"
	}
	return "SELECT DISTINCT ?x { " + body + " }"
}

func (w *queryWriter) property() string {
	return w.pick(":r", ":r", ":s", ":s", ":p", "^:r", "^:s", ":r|:s", ":r/:s", ":r/^:s", ":r+", ":s*", "^:r+", ":p?",
		":f", "(:r|:p)/:s",
		":p/^:p", ":f/^:f+", ":p+/^:p+", ":p/^:p*", ":r*/^:r+", ":p/^:f+")
}

// group returns the inside of a group about v, with one statement about it and other parts.
func (w *queryWriter) group(v string, depth int) string {
	parts := []string{w.statement(v, depth)}
	for range w.rng.IntN(3) {
		parts = append(parts, w.part(v, depth))
	}
	if w.rng.IntN(8) == 0 {
		slices.Reverse(parts)
	}
	return strings.Join(parts, " . ")
}

func (w *queryWriter) statement(v string, depth int) string {
	switch w.rng.IntN(8) {
	case 0, 1:
		return v + " a " + w.pick(":A", ":B", ":C")
	case 2:
		return v + " " + w.property() + " " + w.pick(":i0", ":i1", ":i2")
	case 3:
		return v + " " + w.pick(":f", ":g", ":p") + " " + w.pick(`"a"`, "1", "3")
	case 4:
		return v + " :r [ a :A ; :s [ " + w.pick("a :B", ":f 1", ":r :i1") + " ] ]"
	case 5:
		return w.values(v)
	case 6:
		return "_:b" + fmt.Sprint(w.n) + " :r " + v
	}
	to := w.newVariable()
	if depth == 0 {
		return v + " " + w.property() + " " + to
	}
	return v + " " + w.property() + " " + to + " . " + w.part(to, depth-1)
}

// values returns a statement with a condition on the value.
func (w *queryWriter) values(v string) string {
	d := w.newVariable()
	test := fmt.Sprintf(
		w.pick("%s >= 2", "%s < 3", "2 < %s", "%s = 1", "%s IN (1, :i1)", "!(%s > 2)", `%s = "a"`, "%s = 1 || %[1]s >= 3",
			"%s >= 1 && %[1]s <= 2", `LANGMATCHES(LANG(%s), "en")`, "!isLiteral(%s)", "isLiteral(%s)", "%s != 2",
			"%s NOT IN (1, 3)", "%s > 1.5", `%s != "a"`, "YEAR(%s) >= 2000", "YEAR(%s) < 2001",
			"YEAR(%s) > 10000", `%s >= "1800-01-01T00:00:00Z"^^xsd:dateTime`, `%s < "-3000-01-01T00:00:00Z"^^xsd:dateTime`), d)
	return fmt.Sprintf("%s %s %s FILTER(%s)", v, w.pick(":f", ":f", ":p"), d, test)
}

// part returns a further part of a group about v.
func (w *queryWriter) part(v string, depth int) string {
	if depth <= 0 {
		return w.statement(v, 0)
	}
	inner := func() string { return w.group(v, depth-1) }
	y := w.newVariable()
	switch w.rng.IntN(18) {
	case 0:
		return "{ " + inner() + " }"
	case 1, 2:
		return "{ " + inner() + " } UNION { " + inner() + " }"
	case 3:
		return "OPTIONAL { " + inner() + " }"
	case 4:
		return fmt.Sprintf("OPTIONAL { %s :f %s } FILTER(%s)", v, y,
			fmt.Sprintf(w.pick("BOUND(%s)", "!BOUND(%s)", "!BOUND(%s) || %[1]s > 2", "%s = 1"), y))
	case 5, 6:
		return "MINUS { " + inner() + " }"
	case 7:
		return "FILTER NOT EXISTS { " + inner() + " }"
	case 8:
		return "FILTER(EXISTS { " + inner() + " } || " + v + w.pick(" = :i1", " IN (:i1, :i2)") + ")"
	case 9:
		return fmt.Sprintf("FILTER(%s %s)", v, w.pick("!= :i1", "NOT IN (:i1, :i2)", "= :i3"))
	case 10:
		return fmt.Sprintf("VALUES %s { :i0 :i1 :i2 :i3 }", v)
	case 11:
		return fmt.Sprintf("%s :r %s, %s FILTER(%[2]s != %[3]s)", v, y, w.newVariable())
	case 12:
		z := w.newVariable()
		return fmt.Sprintf("%s %s %s BIND(%[3]s AS %s) %[4]s a :A", v, w.pick(":r", ":p"), y, z)
	case 13:
		return fmt.Sprintf("{ SELECT %s { %s } }", v, inner())
	case 14:
		z, path := w.newVariable(), w.pick(":r", "^:s", ":p")
		return fmt.Sprintf("%s %s %s . %s %[2]s %[3]s FILTER(%[1]s != %[4]s) %s", v, path, y, z,
			w.pick("", z+" a :A", y+" a :B"))
	case 15:
		return fmt.Sprintf("{ SELECT %s (YEAR(%s) AS %[2]sy) { %[1]s :f %[2]s } } FILTER(%[2]sy %[3]s)", v, y,
			w.pick("> 1000", "< 2001", "= 2000"))
	case 16:
		return v + " a " + y
	}
	return w.statement(v, depth)
}
