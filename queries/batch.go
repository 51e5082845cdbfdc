package queries

import (
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// batchFrame is the data of the frame concept-batch.
type batchFrame struct{ Prologue, Answer, From, Branches patternText }

// Counts is the query for the numbers of members of several concepts: a row ?i, ?n
// for each, ?i being its place.
func Counts(cs []dl.Concept, o Options) (string, error) {
	return batch(cs, o, nil, "?n", func(pattern patternText, _ valuesText) string {
		return fmt.Sprintf("{ SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {\n%s} }", pattern.s)
	})
}

// Samples is the query for at most limit members of each of several concepts: rows
// ?i, ?x. Which members it is up to the engine.
func Samples(cs []dl.Concept, limit int, o Options) (string, error) {
	return batch(cs, o, nil, "?x", func(pattern patternText, _ valuesText) string {
		return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", pattern.s, max(limit, 1))
	})
}

// Memberships is the query for those of the individuals that are in each of
// several concepts: rows ?i, ?x. What was said of [Confirm] holds.
func Memberships(cs []dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	return batch(cs, o, individuals, "?x", func(pattern patternText, values valuesText) string {
		return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\nVALUES ?x { %s }\n%s} }", values.s, pattern.s)
	})
}

// batch joins the branches of the concepts by UNION.
func batch(cs []dl.Concept, o Options, individuals []string, answer string, branch func(patternText, valuesText) string) (string, error) {
	if len(cs) == 0 {
		return "", fmt.Errorf("%w: no concepts to ask about", ErrOptions)
	}
	var all *translator
	var branches []string
	for i, c := range cs {
		t, pattern, err := translate(c, o, individuals)
		if err != nil {
			return "", err
		}
		var values valuesText
		if len(individuals) > 0 {
			if pattern, values, err = t.about(pattern, individuals...); err != nil {
				return "", err
			}
		}
		branches = append(branches, fmt.Sprintf("{\n%s\nBIND(%d AS ?i)\n}", branch(pattern, values), i))
		if all == nil {
			all = t
		}
		maps.Copy(all.used, t.used)
	}
	prologue, from, err := all.frame()
	if err != nil {
		return "", err
	}
	return prepare("concept-batch", batchFrame{prologue, patternText{answer}, from, patternText{strings.Join(branches, "\nUNION\n")}})
}
