package queries_test

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

type gen struct{ *rand.Rand }

const zns = "http://example.org/z#"

func pick[T any](g gen, xs ...T) T       { return xs[g.IntN(len(xs))] }
func (g gen) iri(p string, n int) string { return fmt.Sprintf("%s%s%d", zns, p, g.IntN(n)) }
func (g gen) role() dl.Role              { return dl.Role{IRI: g.iri("r", 3), Inverse: g.IntN(3) == 0} }
func (g gen) value() dl.Value {
	type kv struct {
		k dl.Kind
		s []string
	}
	kvs := []kv{
		{dl.Integer, []string{"0", "3", "-7", "3000", "18446744073709551616", "-9223372036854775809"}},
		{dl.Decimal, []string{"0.1", "0.0", "1.5", "-0.25", "0.3333333333333333333", "0.33333333333333333", "123456789.123456789123456789123"}},
		{dl.Double, []string{"0.1", "1.0E0", "-0.0E0", "INF", "-INF", "NaN", "1e-320", "-1e-320", "5E-324", "1.0E-20", "1.8446744073709552E19", "1e300", "9.5367431640625E-7"}},
		{dl.Float, []string{"0.1", "1.5", "INF", "-INF", "0", "1e-40", "3e38"}},
		{dl.Boolean, []string{"true", "false"}},
		{dl.String, []string{"a", "x \"y\" \\u0041", "tusk  er"}},
		{dl.DateTime, []string{"2000-01-01T12:30:00.5Z", "2000-05-06T00:00:00", "0000-01-01T00:00:00Z", "-0044-03-15T00:00:00Z", "1999-12-31T23:00:00+01:00"}},
		{dl.Date, []string{"1980-05-01", "2000-01-01Z", "-0100-02-03", "1980-05-01+02:00"}},
		{dl.GYear, []string{"1980", "2000Z", "-0044", "12000"}},
		{dl.GYearMonth, []string{"1980-05", "2000-01"}},
		{dl.Time, []string{"12:00:00", "00:00:00Z", "12:30:00.50+01:00"}},
		{dl.GMonth, []string{"--05"}}, {dl.GMonthDay, []string{"--05-06", "--02-29Z"}}, {dl.GDay, []string{"---07"}},
	}
	for {
		x := pick(g, kvs...)
		v, err := dl.NewValue(x.k, pick(g, x.s...))
		if err == nil {
			return v
		}
	}
}
func (g gen) concept(size int) dl.Concept {
	if size <= 1 {
		switch g.IntN(10) {
		case 0:
			return dl.Top{}
		case 1:
			return dl.Bottom{}
		case 2, 3, 4:
			return dl.Name{IRI: g.iri("A", 4)}
		case 5, 6:
			return dl.Nominal{IRI: g.iri(pick(g, "i", "ï"), 3)}
		default:
			return dl.Compare{Feature: g.iri("f", 3), Op: pick(g, dl.GreaterEq, dl.LessEq, dl.Equal), Value: g.value()}
		}
	}
	switch g.IntN(9) {
	case 0, 1:
		k := 1 + g.IntN(size-1)
		return dl.And{L: g.concept(k), R: g.concept(size - k)}
	case 2, 3:
		k := 1 + g.IntN(size-1)
		return dl.Or{L: g.concept(k), R: g.concept(size - k)}
	case 4:
		return dl.Not{C: g.concept(size - 1)}
	case 5:
		return dl.Exists{Role: g.role(), C: g.concept(size - 1)}
	case 6:
		return dl.ForAll{Role: g.role(), C: g.concept(size - 1)}
	case 7:
		return dl.AtLeast{N: g.IntN(4), Role: g.role(), C: g.concept(size - 1)}
	}
	return dl.AtMost{N: g.IntN(3), Role: g.role(), C: g.concept(size - 1)}
}
func (g gen) some(p string, n int) (out []string) {
	for range g.IntN(3) {
		out = append(out, g.iri(p, n))
	}
	return out
}
func (g gen) roles() (out []dl.Role) {
	for range g.IntN(3) {
		out = append(out, g.role())
	}
	return out
}
func (g gen) options() queries.Options {
	o := queries.Options{Prefixes: map[string]string{"z": zns}}
	o.Vocabulary.Closure = g.IntN(2) == 0
	o.Dialect = pick(g, 0, 0, queries.JavaOrder, queries.JavaOrder|queries.TextInfinity, queries.LocalInstants|queries.DoubleNumbers,
		queries.LooseOrder|queries.JavaOrder|queries.TextInfinity, queries.LooseOrder|queries.JavaOrder|queries.TextInfinity, queries.LooseOrder|queries.JavaOrder|queries.TextInfinity,
		queries.LocalInstants, queries.DoubleNumbers, queries.TextInfinity, queries.LooseOrder|queries.TextInfinity, queries.JavaOrder|queries.DoubleNumbers|queries.LocalInstants)
	if g.IntN(2) == 0 {
		a := queries.Axioms{Roles: map[string][]dl.Role{}, Features: map[string][]string{}, Transitive: map[string]bool{}, ThroughLiterals: map[string]bool{}, Equivalent: map[string][]string{}, Classes: map[string]queries.Evidence{}, Subclasses: map[string][]string{}}
		for i := range 3 {
			if g.IntN(2) == 0 {
				r := fmt.Sprintf("%sr%d", zns, i)
				for _, s := range g.roles() {
					if s.IRI != r || s.Inverse {
						a.Roles[r] = append(a.Roles[r], s)
					}
				}
				a.Transitive[r] = g.IntN(3) == 0
				a.ThroughLiterals[r] = g.IntN(9) == 0
			}
			if g.IntN(3) == 0 {
				a.Features[fmt.Sprintf("%sf%d", zns, i)] = []string{zns + "f9"}
			}
			c := fmt.Sprintf("%sA%d", zns, i)
			if g.IntN(3) == 0 {
				a.Classes[c] = queries.Evidence{Subjects: g.some("f", 3), Roles: g.roles()}
			}
			if g.IntN(3) == 0 {
				a.Equivalent[c] = []string{zns + "A9"}
			}
			if g.IntN(3) == 0 {
				a.Subclasses[c] = g.some("A", 4)
			}
		}
		o.Axioms = a
	}
	if g.IntN(2) == 0 {
		o.Kinds = map[string][]dl.Kind{}
		o.Zones = map[string]queries.Zones{}
		for i := range 3 {
			f := fmt.Sprintf("%sf%d", zns, i)
			for range g.IntN(4) {
				o.Kinds[f] = append(o.Kinds[f], g.value().Kind())
			}
			o.Zones[f] = pick(g, queries.AnyZones, queries.NoZones, queries.UTCOnly)
		}
	}
	if g.IntN(3) == 0 {
		o.Anchor = g.iri("A", 3)
	}
	if g.IntN(3) == 0 {
		o.Labels = map[string]string{zns + "A0": "aye", zns + "i0": "eye", zns + "f0": "eff", zns + "r0": "count"}
	}
	if g.IntN(4) == 0 {
		o.ShowLabels.Languages = []string{"de", ""}
	}
	if g.IntN(4) == 0 {
		o.Limit, o.Offset = g.IntN(3), g.IntN(3)
	}
	if g.IntN(5) == 0 {
		o.Graphs = pick(g, []string{"urn:g"}, []string{"urn:g", "urn:h"})
	}
	if g.IntN(4) == 0 {
		o.Domain = queries.Domain{Excluded: pick(g, []string{}, []string{zns + "f0", "http://purl.org/dc/"}), Only: pick(g, nil, []string{zns + "r0"}, []string{zns}, []string{"urn:x/", zns + "r1"})}
	}
	if g.IntN(4) == 0 {
		o.Vocabulary.Type, o.Vocabulary.SubClassOf = zns+"P31", zns+"P279"
	}
	if g.IntN(4) == 0 {
		o.Statistics = queries.Statistics{Individuals: 100, Members: map[string]int{zns + "A0": 3, zns + "A1": 50}, Properties: map[string]queries.PropertySize{zns + "r0": {Facts: 10, Subjects: 5, Objects: 2}, zns + "f1": {Facts: 500, Subjects: 500, Objects: 3}}}
	}
	return o
}

func TestZZCorpus(t *testing.T) {
	out := os.Getenv("CORPUS")
	if out == "" {
		t.Skip()
	}
	f, _ := os.Create(out)
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	n, verbose := 60000, os.Getenv("CASE")
	for i := range n {
		g := gen{rand.New(rand.NewPCG(uint64(i), 1))}
		o := g.options()
		c := g.concept(1 + g.IntN(9))
		var q string
		var err error
		ids := []string{zns + "i0", zns + "i1", zns + "i2"}[:1+g.IntN(3)]
		kind := g.IntN(8)
		switch kind {
		case 0, 1:
			q, err = queries.Select(c, o)
		case 2:
			q, err = queries.Count(c, o)
		case 3:
			q, err = queries.Ask(c, ids[0], o)
		case 4:
			q, err = queries.Confirm(c, ids, o)
		case 5:
			var tallied []dl.Exists
			for range g.IntN(2) {
				tallied = append(tallied, dl.Exists{Role: g.role(), C: g.concept(2)})
			}
			q, err = queries.Counts([]dl.Concept{c, g.concept(3), dl.Exists{Role: g.role(), C: dl.Nominal{IRI: zns + "i1"}}}, tallied, o)
		case 6:
			q, err = queries.Samples([]dl.Concept{c, g.concept(3)}, 5, o)
		case 7:
			q, err = queries.Memberships([]dl.Concept{c, g.concept(3)}, ids, o)
		}
		h := fnv.New64a()
		fmt.Fprint(h, q, err)
		fmt.Fprintf(w, "%d %d %s %t %x\n", i, kind, o.Dialect, err != nil, h.Sum64())
		if verbose == fmt.Sprint(i) {
			fmt.Printf("%s\n%v\n%s", o.Dialect, err, q)
		}
	}
}
