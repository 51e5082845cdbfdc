package normal

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Compare orders concepts by size, and those of one size by their keys.
func Compare(c, d dl.Concept) int {
	return cmp.Or(cmp.Compare(dl.Size(c), dl.Size(d)), strings.Compare(key(c), key(d)))
}

// SortWith sorts the list by a number, and elements with the same number by their concepts.
func SortWith[T any](list []T, of func(*T) (float64, dl.Concept)) {
	type keyed struct {
		x    T
		n    float64
		c    dl.Concept
		size int
		key  string // empty before it is needed
	}
	all := make([]keyed, len(list))
	order := make([]int, len(list))
	for i := range list {
		n, c := of(&list[i])
		all[i], order[i] = keyed{x: list[i], n: n, c: c}, i
	}
	need := func(k *keyed) *keyed {
		if k.key == "" {
			k.size, k.key = dl.Size(k.c), key(k.c)
		}
		return k
	}
	slices.SortStableFunc(order, func(i, j int) int {
		x, y := &all[i], &all[j]
		if x.n != y.n {
			return cmp.Compare(x.n, y.n)
		}
		return cmp.Or(cmp.Compare(need(x).size, need(y).size), strings.Compare(x.key, y.key))
	})
	for i, j := range order {
		list[i] = all[j].x
	}
}

// key returns the concept in prefix notation; different concepts have different keys.
func key(c dl.Concept) string { return string(appendKey(make([]byte, 0, 128), c)) }

func appendKey(b []byte, c dl.Concept) []byte {
	switch d := c.(type) {
	case dl.Name:
		b = append(append(b, 'N'), d.IRI...)
	case dl.Nominal:
		b = append(append(b, 'O'), d.IRI...)
	case dl.Compare:
		b = fmt.Appendf(b, "F%s %d %s %s", d.Feature, d.Op, d.Value.Lexical(), d.Value.Datatype())
	case dl.Agree:
		b = fmt.Append(b, "E", d.R, d.S)
	case dl.Less:
		b = fmt.Appendf(b, "B%s %s", d.F, d.G)
	case dl.AtLeast:
		b = strconv.AppendInt(append(b, 'G'), int64(d.N), 10)
	case dl.AtMost:
		b = strconv.AppendInt(append(b, 'L'), int64(d.N), 10)
	case dl.Exists:
		b = append(b, 'S')
	case dl.Not:
		b = append(b, 'C')
	case dl.And:
		b = append(b, 'A')
	case dl.Or:
		b = append(b, 'D')
	default:
		b = fmt.Appendf(b, "%T", d)
	}
	if r, ok := dl.RoleOf(c); ok {
		b = append(append(append(b, " R"...), r.IRI...), r.Closure.String()...)
		if r.Inverse {
			b = append(b, '-')
		}
	}
	b = append(b, '|')
	for _, d := range dl.Children(c) {
		b = appendKey(b, d)
	}
	return b
}
