package interp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/genus-kg/genus/learner/dl"
)

// mostPairs is the largest number of pairs of a closure that is offered to learners.
const mostPairs = 2_000_000

// WithDerived returns the problem with the derived symbols that the language may use for it as
// atoms and roles:
//
//   - (∃f), and (≥2 f) where something has two values, for every property with literals;
//   - (f has-word w) and (f lang l) for words and languages of texts, of each kind the
//     most values that are nearest to the examples, as [Candidates] chooses strings;
//   - (r ≐ s) for roles by which an example has a common successor;
//   - (f < g) for features of which an example has such values;
//   - r⁺ and r* for roles that compose: some edge goes on by the same role to somewhere else.
//
// It leaves out what Support examples do not reach, removed and hidden symbols, and the
// constructors of Problem.Incomplete. A Removal says what is left out for its size. The error
// is that of the context.
func WithDerived(ctx context.Context, p Problem, l dl.Language, o Limits) (Problem, error) {
	l &^= p.Incomplete
	if !l.Any(dl.Derived) {
		return p, nil
	}
	d := deriver{p: &p, s: p.Structure, o: o, gone: map[string]bool{}}
	for _, r := range p.Removed {
		d.gone[r.Feature] = true
	}
	for _, name := range p.Hidden {
		d.gone[name] = true
	}
	if l.Has(dl.WithClosures | dl.WithExists) {
		if err := d.addClosures(ctx); err != nil {
			return p, err
		}
	}
	var out []dl.Concept
	if l.Has(dl.WithPresence) {
		out = append(out, d.presences()...)
	}
	if l.Has(dl.WithTexts) {
		found, err := d.texts(ctx, NewSpace(&p, l).Roles)
		if err != nil {
			return p, err
		}
		out = append(out, found...)
	}
	if l.Has(dl.WithAgree) {
		out = append(out, d.agreements(l)...)
	}
	if l.Has(dl.WithLess) {
		out = append(out, d.orders()...)
	}
	s, err := d.s.WithAtoms(out)
	if err != nil {
		return p, err
	}
	p.Structure, p.Removed = s, slices.Concat(p.Removed, d.removed)
	return p, ctx.Err()
}

type deriver struct {
	p       *Problem
	s       *Structure
	o       Limits
	gone    map[string]bool // removed and hidden features and roles
	removed []Removal
}

func (d *deriver) addClosures(ctx context.Context) error {
	var closures []dl.Role
	for r := RoleID(0); int(r) < 2*len(d.s.sig.roles); r += 2 {
		role := d.s.sig.Role(r)
		if _, _, _, further := d.s.Chains(r); further > 0 && !d.gone[role.IRI] && !d.p.Hides(role) {
			closures = append(closures, dl.Role{IRI: role.IRI, Closure: dl.Plus}, dl.Role{IRI: role.IRI, Closure: dl.Star})
		}
	}
	s, left, err := d.s.WithClosures(ctx, closures, mostPairs)
	if err != nil {
		return err
	}
	for _, role := range left {
		d.removed = append(d.removed, Removal{Role: role, Reason: fmt.Sprintf("it has more than %d pairs", mostPairs)})
	}
	d.s = s
	return nil
}

func (d *deriver) presences() (out []dl.Concept) {
	for _, f := range d.s.Valued() {
		if d.gone[f] {
			continue
		}
		for _, n := range []int{1, 2} {
			x := d.s.NewSet()
			if d.s.addValued(f, n, x); x.Any() && !x.All() {
				out = append(out, dl.AtLeastValues(n, f))
			}
		}
	}
	return out
}

// agreements returns the agreements of role names at the examples.
func (d *deriver) agreements(l dl.Language) (out []dl.Concept) {
	n := map[dl.Agree]int{}
	for _, a := range slices.Concat(d.p.Pos, d.p.Neg) {
		roles := slices.DeleteFunc(slices.Clone(d.s.RolesOf(a)), func(r RoleID) bool {
			role := d.s.sig.Role(r)
			return role.Closure != dl.NoClosure || role.Inverse && !l.Has(dl.WithInverse) || d.gone[role.IRI] || d.p.Hides(role)
		})
		for i, r := range roles {
			for _, s := range roles[i+1:] {
				other := d.s.Successors(s, a)
				if slices.ContainsFunc(d.s.Successors(r, a), func(b Individual) bool {
					_, ok := slices.BinarySearch(other, b)
					return ok
				}) {
					n[dl.Agree{R: d.s.sig.Role(r), S: d.s.sig.Role(s)}]++
				}
			}
		}
	}
	for c, examples := range n {
		if examples >= max(d.o.Support, 1) {
			out = append(out, c)
		}
	}
	return out
}

// texts returns conditions on texts that the examples reach.
func (d *deriver) texts(ctx context.Context, roles []RoleID) ([]dl.Concept, error) {
	supports := map[dl.Compare]*support{}
	reached := map[dl.Compare]uint64{} // by the examples of the current group
	conditions := map[FeatureID][2][][]dl.Compare{}
	for f, feature := range d.s.sig.features {
		if !d.gone[feature] {
			id := FeatureID(f)
			conditions[id] = [2][][]dl.Compare{conditionsOf(feature, d.s.Strings(id)), conditionsOf(feature, d.s.Texts(id))}
		}
	}
	err := visitReached(ctx, d.p, roles, func() { clear(reached) }, func(a Individual, examples uint64, weight float64) {
		add := func(by [][]dl.Compare, ranks []uint32) {
			for _, rank := range ranks {
				for _, c := range by[rank] {
					if supports[c] == nil {
						supports[c] = &support{}
					}
					supports[c].add(examples&^reached[c], weight)
					reached[c] |= examples
				}
			}
		}
		for f, by := range conditions {
			add(by[0], d.s.StringRanks(f, a))
			add(by[1], d.s.TextRanks(f, a))
		}
	})
	var found []candidate
	for c, s := range supports {
		if s.examples >= max(d.o.Support, 1) {
			found = append(found, candidate{c, *s})
		}
	}
	slices.SortFunc(found, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.near, x.near), compareAtoms(x.c, y.c))
	})
	if len(found) > d.o.Values {
		d.removed = append(d.removed, Removal{Values: dl.WithTexts, Reason: fmt.Sprintf(
			"%d of %d conditions on texts are left out: at most %d are allowed, those nearest to most examples",
			len(found)-d.o.Values, len(found), d.o.Values)})
		found = found[:d.o.Values]
	}
	var out []dl.Concept
	for _, c := range found {
		out = append(out, c.c)
	}
	return out, err
}

// conditionsOf returns the conditions that each text satisfies: its words and its language.
func conditionsOf(feature string, texts []dl.Value) [][]dl.Compare {
	out := make([][]dl.Compare, len(texts))
	for i, v := range texts {
		words := strings.FieldsFunc(strings.ToLower(v.Lexical()), func(r rune) bool {
			return r != '_' && !unicode.In(r, unicode.L, unicode.M, unicode.N)
		})
		for _, word := range words {
			c := dl.Compare{Feature: feature, Op: dl.HasWord, Value: dl.Str(word)}
			if !slices.Contains(out[i], c) {
				out[i] = append(out[i], c)
			}
		}
		if lang, _, _ := strings.Cut(v.Lang(), "-"); lang != "" {
			out[i] = append(out[i], dl.Compare{Feature: feature, Op: dl.Lang, Value: dl.Str(lang)})
		}
	}
	return out
}
