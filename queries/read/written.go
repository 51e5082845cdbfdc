package read

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/sparql11"
)

// mostWritten limits how many filters of a query are looked for among those that package queries writes.
const mostWritten = 100

// filter reads a FILTER. Those that package queries writes for a comparison, which say more than the
// comparison because engines differ, are found by writing them again for each value that occurs in them.
func (r *reader) filter(s *scope, f *sparql11.Filter) formula {
	if v, w, ok := r.comparesTwo(f.Expr); ok && s.certain[v] && s.certain[w] {
		return less{f.Pos, variable(v), variable(w)}
	}
	v := ""
	about := f.Expr.Within(func(name string) bool {
		same := v == "" || v == name
		v = name
		return same
	})
	if about && v != "" && s.certain[v] && usesTypes(f.Expr) && r.written < mostWritten {
		r.written++
		if c, ok := r.comparisonOf(f.Expr, v); ok {
			return condition{f.Pos, variable(v), c}
		}
	}
	return r.truth(s, f.Expr, true)
}

// comparesTwo returns the two variables of a filter that package queries writes for (f < g).
func (r *reader) comparesTwo(e *sparql11.Expr) (v, w string, ok bool) {
	var names []string
	e.Within(func(name string) bool {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return true
	})
	if len(names) != 2 || !usesTypes(e) || r.written >= mostWritten {
		return "", "", false
	}
	r.written++
	lessFiltersOnce.Do(func() {
		for _, filter := range queries.LessFilters("?v", "?w") {
			if q, err := sparql11.ParsePattern("FILTER("+filter+")", map[string]string{"xsd": dl.XSD}); err == nil {
				lessFilters[q.Where.Elements[0].(*sparql11.Filter).Expr.String()] = true
			}
		}
	})
	for _, order := range [][]string{names, {names[1], names[0]}} {
		by := map[string]string{order[0]: "v", order[1]: "w"}
		if lessFilters[e.Renamed(func(name string) string { return by[name] }).String()] {
			return order[0], order[1], true
		}
	}
	return "", "", false
}

// lessFilters are the filters that queries writes for (f < g), about ?v and ?w.
var (
	lessFilters     = map[string]bool{}
	lessFiltersOnce sync.Once
)

// usesTypes reports whether an expression is about the datatype or the spelling of a value.
func usesTypes(e *sparql11.Expr) bool {
	return slices.Contains([]string{"DATATYPE", "STR", "ISNUMERIC", "LANG"}, e.Op) ||
		slices.ContainsFunc(e.Args, usesTypes)
}

// comparisonOf returns the condition for which package queries writes the filter about v.
func (r *reader) comparisonOf(e *sparql11.Expr, v string) (test, bool) {
	text := e.String()
	literals, kinds, units := constants(e)
	writes := func(c dl.Compare, kinds []dl.Kind) bool {
		for _, filter := range queries.Filters(c, "?"+v, kinds) {
			if _, seen := r.parsed[filter]; !seen {
				q, err := sparql11.ParsePattern("FILTER("+filter+")", map[string]string{"xsd": dl.XSD})
				if err != nil {
					continue
				}
				r.parsed[filter] = q.Where.Elements[0].(*sparql11.Filter).Expr.String()
			}
			if r.parsed[filter] == text {
				return true
			}
		}
		return false
	}
	for _, value := range slices.Concat(quantities(literals, units), candidates(literals, kinds)) {
		for _, op := range []dl.Op{dl.GreaterEq, dl.LessEq, dl.Equal, dl.Starts, dl.Ends, dl.HasWord} {
			c := dl.Compare{Feature: "http://f", Op: op, Value: value}
			k := value.Kind()
			if c.Validate() != nil || k == dl.Boolean && op != dl.Equal || op.OnText() != (k == dl.String) {
				continue
			}
			for _, of := range kindSets(k, kinds) {
				if !writes(c, of) {
					continue
				}
				if op.OnText() {
					return test{kind: onText, textOp: textOpOf(op), text: value.Lexical()}, true
				}
				sign := map[dl.Op]compareOp{dl.GreaterEq: ">=", dl.LessEq: "<=", dl.Equal: "="}[op]
				return test{kind: compare, op: sign, value: value}, true
			}
		}
	}
	return test{}, false
}

// quantities returns the numbers in the units.
func quantities(literals []node, units []string) (out []dl.Value) {
	for _, unit := range units {
		for _, number := range literals {
			for _, of := range append([]node{{}}, literals...) { // that says the unit beside the number
				if v, err := dl.ParseLiteral(number.Value+of.Value, unit); err == nil {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// constants returns the literals in an expression, and the kinds and other datatypes that it names.
func constants(e *sparql11.Expr) (literals []node, kinds []dl.Kind, units []string) {
	if e.Op == "" && e.Term.Kind == sparql11.Literal {
		literals = []node{e.Term}
	}
	if k, ok := dl.KindOf(e.Term.Value); ok && e.Op == "" && e.Term.Kind == sparql11.IRI {
		kinds = []dl.Kind{k}
	} else if e.Op == "" && e.Term.Kind == sparql11.IRI && dl.MayBeUnit(e.Term.Value) {
		units = []string{e.Term.Value}
	}
	for _, a := range e.Args {
		l, k, u := constants(a)
		literals, kinds, units = append(literals, l...), append(kinds, k...), append(units, u...)
	}
	slices.Sort(kinds)
	return literals, slices.Compact(kinds), units
}

func textOpOf(op dl.Op) textOp {
	for name, known := range textOps {
		if known == op {
			return name
		}
	}
	return ""
}

// kindSets returns the sets of kinds of values for which a filter may be written. That of times names
// its kinds.
func kindSets(k dl.Kind, named []dl.Kind) [][]dl.Kind {
	switch {
	case k.Numeric():
		var sets [][]dl.Kind
		for n := range 16 {
			var of []dl.Kind
			for i, k := range []dl.Kind{dl.Decimal, dl.Float, dl.Double, dl.Boolean} {
				if n>>i&1 == 1 {
					of = append(of, k)
				}
			}
			sets = append(sets, of)
		}
		return sets
	case k == dl.Boolean || k == dl.String || k == dl.InUnit:
		return [][]dl.Kind{nil}
	}
	of := slices.DeleteFunc(slices.Clone(named), func(o dl.Kind) bool { return o.Family() != k.Family() })
	return [][]dl.Kind{of, slices.DeleteFunc(slices.Clone(of), func(o dl.Kind) bool { return o == dl.DateTime }), nil}
}

// moment matches the spelling of a date or its beginning, and of a time.
var moment = regexp.MustCompile(`^(-?[0-9]{4,11})(-[0-9]{2})?(-[0-9]{2})?(T[0-9]{2}:[0-9]{2}:[0-9]{2})?(\.[0-9]*)?Z?$`)

// candidates returns the values that a filter with the literals may compare with.
func candidates(literals []node, kinds []dl.Kind) (out []dl.Value) {
	add := func(k dl.Kind, lexical string) {
		if v, err := dl.NewValue(k, lexical); err == nil && !v.IsNaN() && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	boolean := slices.Contains(kinds, dl.Boolean) && len(kinds) == 1
	for _, l := range literals {
		v, err := dl.ParseLiteral(l.Value, l.Datatype)
		switch m := moment.FindStringSubmatch(l.Value); {
		case err != nil:
		case v.Kind().Numeric():
			add(v.Kind(), v.Lexical())
		case boolean:
			add(dl.Boolean, l.Value)
		case m != nil:
			month, day, clock := m[2], m[3], m[4]
			if month == "" {
				month = "-01"
			}
			if day == "" {
				day = "-01"
			}
			if clock == "" {
				clock = "T00:00:00"
			}
			clock += strings.TrimRight(m[5], "0.")
			add(dl.DateTime, m[1]+month+day+clock)
			out = append(out, recurring(m[1]+month+day+clock)...)
			if slices.Contains(kinds, dl.Date) && clock == "T00:00:00" {
				out = slices.Insert(out, 0, dateOf(m[1]+month+day)...)
			}
		}
		switch {
		case v.Kind() != dl.String || boolean:
		case strings.HasPrefix(l.Value, "(^|"):
			if word, ok := wordOf(l.Value); ok {
				out = append(out, dl.Str(word))
			}
		case strings.HasSuffix(strings.TrimPrefix(l.Value, "-"), "INF"):
			add(dl.Double, strings.TrimPrefix(l.Value, "+"))
		default:
			out = append(out, v)
		}
	}
	return out
}

// recurring returns the times of day, months and days that stand for a moment around 1972, also with
// the time zones that make them.
func recurring(moment string) (out []dl.Value) {
	t, err := time.Parse("2006-01-02T15:04:05", moment)
	if err != nil {
		return nil
	}
	clock := t.Sub(t.Truncate(24 * time.Hour))
	for _, offset := range []time.Duration{0, 24*time.Hour - clock, -clock, 14 * time.Hour, -14 * time.Hour} {
		local, zone := t.Add(offset), ""
		if offset != 0 {
			zone = fmt.Sprintf("%+03d:%02d", int(offset.Hours()), int(offset.Abs().Minutes())%60)
		}
		for k, layout := range map[dl.Kind]string{
			dl.Time:      "15:04:05.999999999",
			dl.GMonth:    "--01",
			dl.GMonthDay: "--01-02",
			dl.GDay:      "---02",
		} {
			if v, err := dl.NewValue(k, local.Format(layout)+zone); err == nil && local.Year() == 1972 {
				out = append(out, v)
			}
		}
	}
	return out
}

func dateOf(lexical string) []dl.Value {
	v, err := dl.NewValue(dl.Date, lexical)
	if err != nil {
		return nil
	}
	return []dl.Value{v}
}
