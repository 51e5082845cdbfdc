package read

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// valueCondition returns the concept that a literal at the end of an edge satisfies f.
func (r *reader) valueCondition(e edge, to node, f formula) dl.Concept {
	if e.from == to {
		r.fail(e.pos, "a literal has no properties")
		return dl.Top{}
	}
	switch f := f.(type) {
	case disj:
		var any []dl.Concept
		for _, side := range f {
			if c := r.valueCondition(e, to, side); c != (dl.Bottom{}) && !slices.Contains(any, c) {
				any = append(any, c)
			}
		}
		return dl.Disj(any...)
	case conj:
		var all []condition
		for i, g := range f {
			c, ok := g.(condition)
			if d, isDisj := g.(disj); isDisj {
				cases := disj{}
				for _, side := range d {
					if r.cases++; r.cases > mostCases {
						r.fail(side.at(), "the alternatives combine to more than %d cases", mostCases)
						return dl.Top{}
					}
					cases = append(cases, and(append(slices.Delete(slices.Clone([]formula(f)), i, i+1), side)...))
				}
				return r.valueCondition(e, to, cases)
			}
			if !ok || c.on != to {
				r.fail(g.at(), "a part is about a value of %s together with something else; concepts compare each value with "+
					"constants",
					r.shorten(e.property))
				return dl.Top{}
			}
			all = append(all, c)
		}
		return r.conditions(e, all)
	case condition:
		if f.on == to {
			return r.conditions(e, []condition{f})
		}
	}
	r.fail(f.at(), "a part is about a value of %s together with something else; concepts compare each value with "+
		"constants",
		r.shorten(e.property))
	return dl.Top{}
}

// conditions returns the concept of one value with several conditions.
func (r *reader) conditions(e edge, all []condition) dl.Concept {
	var least, most *dl.Compare
	var others []dl.Concept
	for _, c := range all {
		for _, d := range r.single(e, c) {
			x, ok := d.(dl.Compare)
			switch {
			case ok && x.Op == dl.GreaterEq:
				if least == nil || above(x.Value, least.Value) {
					least = &x
				}
			case ok && x.Op == dl.LessEq:
				if most == nil || above(most.Value, x.Value) {
					most = &x
				}
			case !slices.Contains(others, d):
				others = append(others, d)
			}
		}
	}
	least, most, ok := within(others, least, most)
	if !ok {
		return dl.Bottom{}
	}
	for _, bound := range []*dl.Compare{least, most} {
		if bound != nil {
			others = append(others, *bound)
		}
	}
	if len(all) > 1 && len(others) > 1 ||
		slices.ContainsFunc(all, func(c condition) bool { return c.year && c.op == "=" }) {
		r.assume(e.pos, "nothing has several values of %s that satisfy the conditions only together", r.shorten(e.property))
	}
	return dl.Conj(others...)
}

// within returns the bounds that equal values among the others do not make needless. ok is false if no
// value is within.
func within(others []dl.Concept, least, most *dl.Compare) (*dl.Compare, *dl.Compare, bool) {
	for _, d := range others {
		x, ok := d.(dl.Compare)
		if !ok || x.Op != dl.Equal {
			continue
		}
		if least != nil && above(least.Value, x.Value) || most != nil && above(x.Value, most.Value) {
			return nil, nil, false
		}
		if comparable(x, least) && comparable(x, most) {
			least, most = nil, nil
		}
	}
	return least, most, least == nil || most == nil || !above(least.Value, most.Value)
}

func comparable(x dl.Compare, bound *dl.Compare) bool {
	if bound == nil {
		return true
	}
	_, ok := x.Value.Cmp(bound.Value)
	return ok
}

func above(v, w dl.Value) bool {
	c, ok := v.Cmp(w)
	return ok && c > 0
}

// textOps are the conditions on texts of dl.
var textOps = map[textOp]dl.Op{
	"STRSTARTS": dl.Starts, "STRENDS": dl.Ends, "REGEX": dl.HasWord, "LANGMATCHES": dl.Lang, "LANG": dl.Lang,
}

// single returns the concepts that together mean one condition.
func (r *reader) single(e edge, c condition) []dl.Concept {
	f := e.property
	switch c.kind {
	case oneOf:
		var any []dl.Concept
		for _, t := range c.terms {
			v, ok := r.value(c.pos, t)
			if !ok {
				return nil
			}
			if x := r.compared(dl.Compare{Feature: f, Op: dl.Equal, Value: v}); !slices.Contains(any, x) {
				any = append(any, x)
			}
		}
		return []dl.Concept{dl.Disj(any...)}
	case onText:
		if c.text == "" {
			r.fail(c.pos, "a condition on the empty text")
			return nil
		}
		if c.textOp == "LANG" {
			r.assume(c.pos, "texts in the language %s have no narrower tag such as %[1]s-x", c.text)
		}
		return []dl.Concept{r.compared(dl.Compare{Feature: f, Op: textOps[c.textOp], Value: dl.Str(c.text)})}
	case compare:
		if c.year {
			return r.years(e, c)
		}
		if c.op != "!=" {
			r.oneType(c.pos, f, c.value.Kind())
		}
		switch c.op {
		case "=":
			return []dl.Concept{r.compared(dl.Compare{Feature: f, Op: dl.Equal, Value: c.value})}
		case ">=":
			return []dl.Concept{dl.Compare{Feature: f, Op: dl.GreaterEq, Value: c.value}}
		case "<=":
			return []dl.Concept{dl.Compare{Feature: f, Op: dl.LessEq, Value: c.value}}
		case "!=":
			return r.unequal(e, c)
		case ">":
			return r.strict(e, c, dl.GreaterEq, 1)
		}
		return r.strict(e, c, dl.LessEq, -1)
	}
	r.fail(c.pos, "a condition on a value of %s that concepts do not have", r.shorten(f))
	return nil
}

// compared returns the comparison, or ⊥ where no value satisfies it.
func (r *reader) compared(c dl.Compare) dl.Concept {
	if c.Value.IsNaN() || c.Validate() != nil {
		return dl.Bottom{}
	}
	return c
}

// years returns the range of dates in which the year is so.
func (r *reader) years(e edge, c condition) []dl.Concept {
	y, err := strconv.Atoi(c.value.Lexical())
	pattern, _ := dl.NewValue(dl.DateTime, "2000-01-01T00:00:00Z")
	if known := r.valuesOf(e.property); slices.Contains(known.Kinds, dl.Date) &&
		!slices.Contains(known.Kinds, dl.DateTime) {
		pattern, _ = dl.NewValue(dl.Date, "2000-01-01")
	}
	if known := r.valuesOf(e.property); !known.Known || known.Sampled || known.Zoned {
		r.assume(c.pos, "the dates of %s are in UTC, whose years YEAR gives", r.shorten(e.property))
	}
	bound := func(op dl.Op, year int) dl.Concept {
		v, invalid := dl.InYear(pattern, year, op == dl.LessEq)
		if invalid != nil || err != nil {
			r.fail(c.pos, "the year %s", c.value.Lexical())
		}
		return dl.Compare{Feature: e.property, Op: op, Value: v}
	}
	switch c.op {
	case ">=":
		return []dl.Concept{bound(dl.GreaterEq, y)}
	case ">":
		return []dl.Concept{bound(dl.GreaterEq, y+1)}
	case "<=":
		return []dl.Concept{bound(dl.LessEq, y)}
	case "<":
		return []dl.Concept{bound(dl.LessEq, y-1)}
	}
	return []dl.Concept{bound(dl.GreaterEq, y), bound(dl.LessEq, y)}
}

// oneType notes that dates and times are compared with those of their type only.
func (r *reader) oneType(at sparql11.Pos, property string, k dl.Kind) {
	if kinds := r.valuesOf(property).Kinds; layouts[k] != "" && !slices.Equal(kinds, []dl.Kind{k}) {
		r.assume(at, "the values of %s are of the type %s", r.shorten(property), k)
	}
}

// unequal returns the concept of another text or truth value than that of a condition.
func (r *reader) unequal(e edge, c condition) []dl.Concept {
	f := r.shorten(e.property)
	equal := dl.Compare{Feature: e.property, Op: dl.Equal, Value: c.value}
	r.assume(c.pos, "the literals of %s are of the type %s", f, c.value.Kind())
	if c.value.Kind() == dl.Boolean {
		equal.Value = dl.Bool(c.value.Lexical() == "false")
		return []dl.Concept{equal}
	}
	r.assume(c.pos, "nothing has %q and another value of %s", short(c.value.Lexical()), f)
	return []dl.Concept{dl.Has(e.property), dl.Not{C: equal}}
}

// strict returns the concept of < or >: with the next value for whole numbers, dates and times, otherwise with
// ≤ or ≥ and without the value itself.
func (r *reader) strict(e edge, c condition, op dl.Op, sign int) []dl.Concept {
	known := r.valuesOf(e.property)
	bound := dl.Compare{Feature: e.property, Op: op, Value: c.value}
	whole := !slices.ContainsFunc(known.Kinds, func(k dl.Kind) bool { return k.Numeric() && k != dl.Integer })
	var err error
	if c.differs {
		what := "of the type " + c.value.Kind().String()
		if c.value.Kind().Numeric() {
			what = "numbers, none of them NaN"
		}
		r.assume(c.pos, "the literals of %s are %s", r.shorten(e.property), what)
	}
	switch k := c.value.Kind(); {
	case k.Numeric() && strings.HasSuffix(c.value.Lexical(), "INF"), c.value.IsNaN():
		r.fail(c.pos, "%s is infinite", c.value.Lexical())
		return nil
	case k.Numeric() && whole && (k == dl.Integer || len(known.Kinds) > 0):
		if len(known.Kinds) == 0 {
			r.assume(c.pos, "the values of %s are whole numbers", r.shorten(e.property))
		}
		bound.Value, err = dl.NewValue(dl.Integer, nextInteger(c.value, sign))
	case layouts[k] != "":
		bound.Value, err = nextTime(c.value, sign)
		if k == dl.DateTime {
			r.assume(c.pos, "the times of %s are in whole seconds", r.shorten(e.property))
		}
	default:
		than := map[int]string{1: "greater", -1: "smaller"}[sign]
		r.assume(c.pos, "nothing has %s and a %s value of %s", c.value.Lexical(), than, r.shorten(e.property))
		return []dl.Concept{bound, dl.Not{C: dl.Compare{Feature: e.property, Op: dl.Equal, Value: c.value}}}
	}
	if err != nil {
		r.fail(c.pos, "%s %s: write >= or <=", c.op, c.value.Lexical())
	}
	return []dl.Concept{bound}
}

// nextInteger returns the least integer above the value or, if sign is -1, the greatest below it.
func nextInteger(v dl.Value, sign int) string {
	exact, _ := dl.Round(v, dl.Equal, dl.Decimal, false)
	x, ok := new(big.Rat).SetString(exact.Lexical())
	if !ok {
		return ""
	}
	floor := new(big.Int).Div(x.Num(), x.Denom())
	switch {
	case sign > 0:
		floor.Add(floor, big.NewInt(1))
	case x.IsInt():
		floor.Sub(floor, big.NewInt(1))
	}
	return floor.String()
}

var zoneAtEnd = regexp.MustCompile(`(Z|[+-][0-9]{2}:[0-9]{2})$`)

// layouts are those of the kinds whose values follow one another.
var layouts = map[dl.Kind]string{
	dl.DateTime: "2006-01-02T15:04:05", dl.Date: "2006-01-02", dl.GYearMonth: "2006-01", dl.GYear: "2006",
}

// nextTime returns the date, month, year or second after the value or before it.
func nextTime(v dl.Value, sign int) (dl.Value, error) {
	zone := ""
	if v.Kind() == dl.DateTime || v.Kind() == dl.Date {
		zone = zoneAtEnd.FindString(v.Lexical()[min(8, len(v.Lexical())):])
	}
	layout := layouts[v.Kind()]
	t, err := time.Parse(layout, strings.TrimSuffix(v.Lexical(), zone))
	if err != nil {
		return v, err
	}
	switch v.Kind() {
	case dl.DateTime:
		t = t.Add(time.Duration(sign) * time.Second)
	case dl.Date:
		t = t.AddDate(0, 0, sign)
	case dl.GYearMonth:
		t = t.AddDate(0, sign, 0)
	default:
		t = t.AddDate(sign, 0, 0)
	}
	return dl.NewValue(v.Kind(), t.Format(layout)+zone)
}

// wordOf returns the word whose pattern dl.WordPattern writes.
func wordOf(pattern string) (string, bool) {
	before, after, _ := strings.Cut(dl.WordPattern("x"), "x")
	word, ok := strings.CutPrefix(pattern, before)
	word, ok2 := strings.CutSuffix(word, after)
	word = escaped.ReplaceAllString(word, "$1")
	return word, ok && ok2 && dl.WordPattern(word) == pattern
}

// plain matches a regular expression that is a text, between marks of its ends. escaped is a character of it.
var (
	plain   = regexp.MustCompile(`^(\^|\\b|)((?:[^\\.*+?^$(){}|\[\]]|\\[.*+?^$(){}|\[\]\\-])+?)(\$|\\b|)$`)
	escaped = regexp.MustCompile(`\\(.)`)
	words   = regexp.MustCompile(`^[\p{L}\p{M}\p{N}_](.*[\p{L}\p{M}\p{N}_])?$`)
)

// patternOf returns the condition on texts that a regular expression with flags is; the text is empty if it is none.
func patternOf(pattern, flags string) (op textOp, text string) {
	if word, ok := wordOf(pattern); ok && flags == `"i"` {
		return "REGEX", word
	}
	m := plain.FindStringSubmatch(pattern)
	if m == nil {
		return "", ""
	}
	text = escaped.ReplaceAllString(m[2], "$1")
	switch ends := m[1] + " " + m[3]; {
	case ends == `\b \b` && flags == `"i"` && words.MatchString(text):
		return "REGEX", text
	case ends == "^ " && flags == "":
		return "STRSTARTS", text
	case ends == " $" && flags == "":
		return "STRENDS", text
	}
	return "", ""
}
