package queries

import (
	"fmt"
	"slices"
	"strings"
)

// A nominal is written where its variable would be: ?x wdt:P21 wd:Q6581072.
// Where something else is said of the variable that takes more than triples, it
// is bound by VALUES, and where it is excluded, compared in a FILTER. An engine
// never has to scan for it.

// mergeNominals makes one of all the nominals of a union, where the first is.
func mergeNominals(parts []safe) []safe {
	var out []safe
	at := -1
	for _, e := range parts {
		o, ok := e.(nominals)
		switch {
		case !ok:
			out = append(out, e)
		case at < 0:
			at = len(out)
			out = append(out, o)
		default:
			merged := slices.Clone(out[at].(nominals).iris)
			for _, iri := range o.iris {
				if !slices.Contains(merged, iri) {
					merged = append(merged, iri)
				}
			}
			out[at] = nominals{merged}
		}
	}
	return out
}

// fewer reports whether the nominals among the conditions leave room for fewer
// than n individuals.
func fewer(pos []safe, n int) bool {
	return slices.ContainsFunc(pos, func(e safe) bool {
		o, ok := e.(nominals)
		return ok && len(o.iris) < n
	})
}

// terms are the IRIs with a separator between them.
func (t *translator) terms(e nominals, separator string) (string, error) {
	parts := make([]string, len(e.iris))
	for i, iri := range e.iris {
		text, err := t.iri(iri)
		if err != nil {
			return "", err
		}
		parts[i] = text
	}
	return strings.Join(parts, separator), nil
}

// addNominals binds v to the individuals.
func (t *translator) addNominals(g *group, e nominals, v string) error {
	terms, err := t.terms(e, " ")
	if err != nil {
		return err
	}
	values := fmt.Sprintf("VALUES %s { %s }\n", v, terms)
	if t.o.Dialect.Has(LooseOrder) { // alone in a branch of a union, Virtuoso finds nothing
		values = fmt.Sprintf("{\nSELECT DISTINCT %s\nWHERE { %s }\nLIMIT %d\n}\n", v, strings.TrimSpace(values), allRows)
	}
	g.blocks = append(g.blocks, t.nominalComment(e)+values)
	g.named[v] = true
	return nil
}

// excludeNominals filters v, which the group binds.
func (t *translator) excludeNominals(g *group, e nominals, v string) error {
	terms, err := t.terms(e, ", ")
	if err != nil {
		return err
	}
	test := fmt.Sprintf("%s != %s", v, terms)
	if len(e.iris) > 1 {
		test = fmt.Sprintf("%s NOT IN (%s)", v, terms)
	}
	g.filters = append(g.filters, t.nominalComment(e)+"FILTER("+test+")\n")
	return nil
}

// nominalComment says what IRIs that do not tell it themselves are called.
func (t *translator) nominalComment(e nominals) string {
	if !slices.ContainsFunc(e.iris, func(iri string) bool { return t.o.Labels[iri] != "" }) {
		return ""
	}
	return comment(t.describe(e))
}

// successorByName is the one nominal that the successor must be and can be
// written as, and what else it must be; ok is false if there is none: several
// are possible, or what else is said needs a variable.
func (t *translator) successorByName(e some) (iri string, rest []safe, ok bool) {
	at := slices.IndexFunc(e.pos, func(c safe) bool {
		o, ok := c.(nominals)
		return ok && len(o.iris) == 1
	})
	if at < 0 || e.n > 1 || !t.isFlat(e) {
		return "", nil, false
	}
	rest = slices.Delete(slices.Clone(e.pos), at, at+1)
	if slices.ContainsFunc(rest, func(c safe) bool { _, named := c.(nominals); return named }) {
		return "", nil, false
	}
	return e.pos[at].(nominals).iris[0], rest, true
}
