package store

import (
	"fmt"
	"slices"
	"strings"
)

// replace adds an answer to the answers of its term and kind, which are ordered by time,
// and removes from each answer the properties that a newer one covers. An answer that is
// older than the others adds only properties that they do not cover. Of two answers of
// the same time the one that is added last counts as newer.
func replace(answers []Answer, a Answer) []Answer {
	i := len(answers)
	for i > 0 && answers[i-1].Time > a.Time {
		i--
	}
	answers = slices.Insert(answers, i, a)
	covered := map[string]bool{}
	first := len(answers) // index of the first answer that is kept
	for i := len(answers) - 1; i >= 0; i-- {
		a := answers[i]
		if len(covered) > 0 && !a.uncover(covered) {
			continue
		}
		first--
		answers[first] = a
		if a.Properties == nil {
			break // nothing older counts
		}
		for _, p := range a.Properties {
			covered[p] = true
		}
	}
	return answers[first:]
}

// uncover removes properties and their rows from the answer. It reports whether the
// answer still covers any property.
func (a *Answer) uncover(covered map[string]bool) bool {
	known := func(r Row) bool { return covered[r.Property] }
	if slices.ContainsFunc(a.Rows, known) {
		a.Rows = slices.DeleteFunc(slices.Clone(a.Rows), known)
	}
	if a.Properties == nil {
		return true
	}
	var left []string
	for _, p := range a.Properties {
		if !covered[p] {
			left = append(left, p)
		}
	}
	a.Properties = left
	return len(left) > 0
}

func (a *Answer) check() error {
	wrong := func(what string) error { return fmt.Errorf("an answer about %.200q (%s) %s", a.Term, a.Kind, what) }
	switch {
	case a.Kind == "" || strings.HasPrefix(string(a.Kind), reserved) || strings.Contains(string(a.Kind), "\x00"):
		return wrong("has a kind that is empty or reserved")
	case a.Properties == nil:
		return nil
	case len(a.Properties) == 0:
		return wrong("covers nothing")
	}
	for _, p := range propertiesOf(a.Rows) {
		if !a.covers(p) {
			return wrong(fmt.Sprintf("has rows of %.200q, which it does not cover", p))
		}
	}
	return nil
}
