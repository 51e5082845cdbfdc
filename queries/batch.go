package queries

import (
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Counts is the query for the numbers of members of several concepts: a row ?i, ?n
// for each, ?i being its place.
func Counts(cs []dl.Concept, o Options) (string, error) {
	return batch(cs, o, nil, "?n", func(t *translator) string {
		return fmt.Sprintf("{ SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {\n%s} }", t.pattern)
	})
}

// Samples is the query for at most limit members of each of several concepts: rows
// ?i, ?x. Which members it is up to the engine.
func Samples(cs []dl.Concept, limit int, o Options) (string, error) {
	return batch(cs, o, nil, "?x", func(t *translator) string {
		return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", t.pattern, max(limit, 1))
	})
}

// Memberships is the query for those of the individuals that are in each of
// several concepts: rows ?i, ?x. What was said of [Confirm] holds.
func Memberships(cs []dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	return batch(cs, o, individuals, "?x", func(t *translator) string {
		return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\nVALUES ?x { %s }\n%s} }", t.individuals, t.pattern)
	})
}

// batch joins the branches of the concepts by UNION.
func batch(cs []dl.Concept, o Options, individuals []string, answer string, branch func(*translator) string) (string, error) {
	if len(cs) == 0 {
		return "", fmt.Errorf("%w: no concepts to ask about", ErrOptions)
	}
	var all *translator
	var branches []string
	for i, c := range cs {
		t, err := translate(c, o, individuals)
		if err != nil {
			return "", err
		}
		branches = append(branches, fmt.Sprintf("{\n%s\nBIND(%d AS ?i)\n}", branch(t), i))
		if all == nil {
			all = t
		}
		maps.Copy(all.used, t.used)
	}
	return all.write("concept-batch", nil, conceptData{Answer: patternText{answer}, Branches: patternText{strings.Join(branches, "\nUNION\n")}})
}
