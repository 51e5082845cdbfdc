package syntax

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// otherBound returns the place in a conjunction of the comparison that makes an interval with that at i, and which
// of both is the first; -1 if there is none, or if several could make one.
func otherBound(members []dl.Concept, i int) (at int, isFirst bool) {
	at = -1
	v, ok := members[i].(dl.Compare)
	if !ok || !v.Op.IsOrder() {
		return at, false
	}
	for j, d := range members {
		w, ok := d.(dl.Compare)
		if j == i || !ok || w.Feature != v.Feature || !w.Op.IsOrder() {
			continue
		}
		if order, _ := lowerFirst(v, w); at >= 0 || w.Op == v.Op || !order {
			return -1, false
		}
		at = j
	}
	return at, i < at
}

// lowerFirst reports whether the bounds, of which one is ≥, leave something between them.
func lowerFirst(v, w dl.Compare) (is, ok bool) {
	if v.Op == dl.LessEq {
		v, w = w, v
	}
	order, ok := v.Value.Cmp(w.Value)
	return ok && order <= 0, ok
}

// interval returns the statement that a subject has a value at least and one at most: "has a birth date in the
// 1950s", "has a height between 160 and 170".
func (s *speaker) interval(v, w dl.Compare, n number) clause {
	if v.Op == dl.LessEq {
		v, w = w, v
	}
	participle, preposition, _ := strings.Cut(s.feature(v.Feature), " ")
	if from, to, ok := years(v, w); ok {
		if isParticiple(participle) && (preposition == "" || prepositions[preposition]) {
			was := n.choose("was ", "were ")
			if intransitive[participle] {
				was = ""
			}
			return newClause(was + participle + " " + spanOfYears(from, to))
		}
		return newClause(n.choose("has ", "have ") + withArticle(s.feature(v.Feature)) + " " + spanOfYears(from, to))
	}
	feature, between := s.feature(v.Feature), "between "+valueText(v.Value)+" and "+valueText(w.Value)+s.unit(w.Value)
	if isPlural(feature) && v.Value.Kind().Numeric() {
		return newClause(n.choose("has ", "have ") + between + " " + feature)
	}
	return newClause(n.choose("has ", "have ") + withArticle(feature) + " " + between)
}

// years returns the years of an interval from the beginning of one to the end of one.
func years(v, w dl.Compare) (from, to string, ok bool) {
	year := func(c dl.Compare) (string, bool) {
		if c.Value.Kind() == dl.GYear {
			return c.Value.Lexical(), !c.Value.HasZone()
		}
		text, ok := timeText(c)
		return text, ok && len(text) == len("1950")
	}
	from, isYear := year(v)
	to, areYears := year(w)
	return from, to, isYear && areYears
}

// spanOfYears returns "in 1956", "in the 1950s" or "between 1950 and 1956".
func spanOfYears(from, to string) string {
	switch decade, isFirst := strings.CutSuffix(from, "0"); {
	case from == to:
		return "in " + from
	case isFirst && to == decade+"9":
		return "in the " + from + "s"
	}
	return "between " + from + " and " + to
}
