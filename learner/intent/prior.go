package intent

import (
	"math"

	"github.com/genus-kg/genus/learner/dl"
)

// bits is the description length of c: the prior is 2^-bits. It grows with the
// operators of c, and with how rare its roles and values are in the graph.
func (k *knowledge) bits(m *Model, c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.Top:
		return 0
	case dl.Name:
		return m.Root*k.rarity(c) + 1
	case dl.Nominal:
		return k.log(Bounds{k.largest, k.largest})
	case dl.Compare:
		return m.comparison(c) + m.Root*k.rarity(c)/4
	case dl.Not:
		if e, ok := c.C.(dl.Exists); ok && e.C == dl.Concept(dl.Top{}) { // without any
			return m.Not + k.role(m, e.Role)
		}
		return m.Not + k.bits(m, c.C)
	case dl.And:
		return m.And + k.bits(m, c.L) + k.bits(m, c.R)
	case dl.Or:
		return m.Or + k.bits(m, c.L) + k.bits(m, c.R)
	}
	role, ok := dl.RoleOf(c)
	if !ok { // ⊥
		return m.Class
	}
	return k.role(m, role) + m.quantifier(c) + k.filler(m, c, role, dl.Children(c)[0])
}

// quantifier is the length of what a restriction says beside role and filler.
func (m *Model) quantifier(c dl.Concept) float64 {
	switch c := c.(type) {
	case dl.AtLeast:
		return m.Number * float64(c.N)
	case dl.AtMost:
		return m.Number*float64(c.N+1) + m.Not
	case dl.ForAll:
		return m.ForAll
	}
	return 0
}

// comparison is the length of a comparison: its feature and its value.
func (m *Model) comparison(c dl.Compare) float64 {
	switch c.Value.Kind() {
	case dl.Boolean:
		return m.Top
	case dl.String:
		return m.Class
	}
	return m.Digit * digits(c.Value)
}

// role is the length of a role, which many individuals have or few.
func (k *knowledge) role(m *Model, r dl.Role) float64 {
	bits := m.Role * k.rarity(dl.Exists{Role: r, C: dl.Top{}})
	if r.Inverse {
		bits += m.Inverse
	}
	return bits
}

// filler is the length of what is behind the role of the restriction c.
func (k *knowledge) filler(m *Model, c dl.Concept, role dl.Role, filler dl.Concept) float64 {
	switch f := filler.(type) {
	case dl.Top:
		return m.Top
	case dl.Name:
		return m.Class
	case dl.Nominal:
		return m.Value * k.ratio(dl.Exists{Role: role, C: dl.Top{}}, c)
	case dl.Compare:
		if f.Value.Kind() == dl.Boolean {
			return m.Class
		}
		return m.comparison(f)
	case dl.Not:
		return m.Not + k.filler(m, c, role, f.C)
	case dl.And:
		return m.And + k.filler(m, c, role, f.L) + k.filler(m, c, role, f.R)
	case dl.Or:
		l, r := dl.Exists{Role: role, C: f.L}, dl.Exists{Role: role, C: f.R}
		top := dl.Exists{Role: role, C: dl.Top{}}
		return m.Or + k.filler(m, l, role, f.L) + k.filler(m, r, role, f.R) + (m.Other-m.Value)*max(k.ratio(top, l), k.ratio(top, r))
	}
	next, ok := dl.RoleOf(filler)
	if !ok {
		return m.Class
	}
	bits := m.Step + k.role(m, next) + m.quantifier(filler)
	inner := dl.Children(filler)[0]
	if _, value := inner.(dl.Nominal); value {
		return bits + m.Value*k.ratio(dl.Exists{Role: role, C: dl.Top{}}, c)
	}
	return bits + k.filler(m, filler, next, inner)
}

// rarity is log₂ of how many times fewer members c has than the largest concept
// that was counted; 0 if it was not counted.
func (k *knowledge) rarity(c dl.Concept) float64 {
	b, ok := k.counts[c]
	if !ok || b.Upper == Unbounded.Upper {
		return 0
	}
	return max(0, math.Log2(float64(k.largest))-k.log(b))
}

// ratio is log₂ of how many times fewer members d has than c.
func (k *knowledge) ratio(c, d dl.Concept) float64 {
	many, few := k.bounds(c), k.bounds(d)
	if few.Upper == Unbounded.Upper {
		return 0
	}
	return max(0, k.log(many)-k.log(few))
}

// log is log₂ of the number of members. Where only bounds are known it is the
// upper one, so that nothing is preferred because it could not be counted; where
// nothing is known, as large as anything is.
func (k *knowledge) log(b Bounds) float64 {
	n := b.Upper
	if n == Unbounded.Upper {
		n = max(b.Lower, k.largest)
	}
	return math.Log2(float64(max(n, 1)))
}
