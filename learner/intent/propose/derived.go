package propose

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/normal"
	"github.com/genus-kg/genus/learner/interp"
)

// Limits of conditions on texts.
const (
	mostWords   = 20 // words of one feature
	leastCommon = 3  // letters of a common beginning or end
)

// texts returns the conditions on texts that at least this many of the individuals have: a common
// word, beginning, end or language.
func (t *atoms) texts(individuals []string, enough int) (out []dl.Concept) {
	if !t.proposes(dl.WithTexts) {
		return nil
	}
	for f, feature := range t.s.Signature().Features() {
		if t.o.isAboutStatements(feature) {
			continue
		}
		held := map[dl.Compare]int{}
		var first []string // of every individual with a text
		for _, iri := range individuals {
			a, ok := t.s.Lookup(iri)
			if !ok {
				continue
			}
			here := map[dl.Compare]bool{}
			of := t.textsOf(interp.FeatureID(f), a)
			for _, v := range of {
				for _, word := range strings.FieldsFunc(strings.ToLower(v.Lexical()),
					func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
					here[dl.Compare{Feature: feature, Op: dl.HasWord, Value: dl.Str(word)}] = true
				}
				if l := v.Lang(); l != "" && !t.o.isLabel(feature) {
					here[dl.Compare{Feature: feature, Op: dl.Lang, Value: dl.Str(l)}] = true
				}
			}
			if len(of) > 0 {
				first = append(first, of[0].Lexical())
			}
			for c := range here {
				held[c]++
			}
		}
		maps.DeleteFunc(held, func(_ dl.Compare, n int) bool { return n < enough })
		words := slices.SortedFunc(maps.Keys(held), func(c, d dl.Compare) int {
			return cmp.Or(cmp.Compare(held[d], held[c]), normal.Compare(c, d))
		})
		for _, c := range words[:min(len(words), mostWords)] {
			out = append(out, c)
		}
		if len(first) < max(enough, 2) {
			continue
		}
		begin, end := first[0], first[0]
		for _, text := range first[1:] {
			for !strings.HasPrefix(text, begin) {
				begin = dropLast(begin)
			}
			for !strings.HasSuffix(text, end) {
				end = dropFirst(end)
			}
		}
		if len(begin) >= leastCommon {
			out = append(out, dl.Compare{Feature: feature, Op: dl.Starts, Value: dl.Str(begin)})
		}
		if len(end) >= leastCommon {
			out = append(out, dl.Compare{Feature: feature, Op: dl.Ends, Value: dl.Str(end)})
		}
	}
	return slices.DeleteFunc(out, func(c dl.Concept) bool { return !t.o.allows(c) })
}

func dropFirst(text string) string { return string([]rune(text)[1:]) }
func dropLast(text string) string  { r := []rune(text); return string(r[:len(r)-1]) }

// textsOf returns the strings and the texts with a language of the feature at a.
func (t *atoms) textsOf(f interp.FeatureID, a interp.Individual) (out []dl.Value) {
	for _, rank := range t.s.StringRanks(f, a) {
		out = append(out, t.s.Strings(f)[rank])
	}
	for _, rank := range t.s.TextRanks(f, a) {
		out = append(out, t.s.Texts(f)[rank])
	}
	return out
}

// agreements returns (r ≐ s) for the role names of which at least this many of the individuals have
// a common value.
func (t *atoms) agreements(individuals []string, enough int) (out []dl.Concept) {
	if !t.proposes(dl.WithAgree) {
		return nil
	}
	held := map[dl.Agree]int{}
	for _, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		var roles []interp.RoleID
		for _, r := range t.rolesAt(a) {
			if !t.s.Signature().Role(r).Inverse && len(t.s.Successors(r, a)) <= mostValues {
				roles = append(roles, r)
			}
		}
		for i, r := range roles {
			for _, s := range roles[i+1:] {
				other := t.s.Successors(s, a)
				if slices.ContainsFunc(t.s.Successors(r, a),
					func(b interp.Individual) bool { _, has := slices.BinarySearch(other, b); return has }) {
					held[dl.Agree{R: t.s.Signature().Role(r), S: t.s.Signature().Role(s)}]++
				}
			}
		}
	}
	for c, n := range held {
		if n >= enough && t.o.allows(c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, normal.Compare)
	return out
}
