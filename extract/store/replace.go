package store

import (
	"fmt"
	"slices"
	"strings"
)

// replace adds an answer to those of its term and kind, which are ordered by
// time, and removes from each what a newer one covers. An answer that is older
// than those that are there adds what they do not cover; of two of the same time
// the one that is added later is the newer.
func replace(answers []Answer, a Answer) []Answer {
	i := len(answers)
	for i > 0 && answers[i-1].Time > a.Time {
		i--
	}
	answers = slices.Insert(answers, i, a)
	covered := map[string]bool{}
	first := len(answers) // of those that are left
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

// uncover removes the properties and their rows; it reports whether the answer
// still covers any.
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

// check refuses answers that could not be replaced property by property.
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
