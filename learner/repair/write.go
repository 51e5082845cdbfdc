package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// written is a concept of a derivation with its edits.
type written struct {
	concept dl.Concept
	edits   []Edit
}

// writer writes the concepts of entries.
type writer struct {
	most       int // concepts of one entry
	written    map[*entry][]written
	incomplete bool
}

// write returns the concepts of the entry: all, unless incomplete is set.
func (w *writer) write(e *entry) []written {
	if list, ok := w.written[e]; ok {
		return list
	}
	var out []written
	w.incomplete = w.incomplete || len(e.alternatives) == mostAlternatives
	for _, v := range e.alternatives {
		if len(out) >= w.most {
			w.incomplete = true
			break
		}
		out = append(out, w.writeOne(v)...)
	}
	w.written[e] = out
	return out
}

// writeOne returns the concepts of a derivation.
func (w *writer) writeOne(v derivation) (out []written) {
	add := func(c dl.Concept, edits []Edit) {
		if e := editOf(v, c); e.Kind != none {
			edits = append(slices.Clone(edits), e)
		}
		out = append(out, written{c, edits})
	}
	if v.op == leafOp {
		add(v.leaf, nil)
		return out
	}
	for _, a := range w.write(v.a) {
		switch v.op {
		case same:
			add(a.concept, a.edits)
			continue
		case stepOp:
			add(v.head.of(a.concept), a.edits)
			continue
		}
		for _, b := range w.write(v.b) {
			if len(out) >= w.most {
				w.incomplete = true
				return out
			}
			if v.edit == Insert {
				edits := append(slices.Clone(a.edits), Edit{Insert, nil, b.concept})
				out = append(out, written{joined(v.op, a.concept, b.concept), edits})
				continue
			}
			add(joined(v.op, a.concept, b.concept), slices.Concat(a.edits, b.edits))
		}
	}
	return out
}

func joined(op operator, c, d dl.Concept) dl.Concept {
	if op == orOp {
		return dl.Disj(append(dl.Disjuncts(c), dl.Disjuncts(d)...)...)
	}
	return dl.Conj(append(dl.Conjuncts(c), dl.Conjuncts(d)...)...)
}

// editOf returns the edit of the last step, which has made the concept c.
func editOf(v derivation, c dl.Concept) Edit {
	switch v.edit {
	case Delete:
		return Edit{Delete, v.was.concept, nil}
	case Wrap, Unwrap, Replace:
		return Edit{v.edit, v.was.concept, c}
	}
	return Edit{}
}

// canonical returns the concept with the operands of every chain in one order.
func canonical(c dl.Concept) dl.Concept {
	c = dl.MapChildren(c, canonical)
	order := func(list []dl.Concept) []dl.Concept {
		slices.SortFunc(list, func(x, y dl.Concept) int {
			a, b := fmt.Sprintf("%#v", x), fmt.Sprintf("%#v", y)
			return strings.Compare(a, b)
		})
		return list
	}
	switch c.(type) {
	case dl.And:
		return dl.Conj(order(dl.Conjuncts(c))...)
	case dl.Or:
		return dl.Disj(order(dl.Disjuncts(c))...)
	}
	return c
}
