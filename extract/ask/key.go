package ask

import (
	"cmp"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// A Key is a value as ORDER BY compares it (SPARQL 1.1, section 15.1): individuals come before numbers, these before
// times, and texts last. The zero Key stands for no value.
type Key struct {
	kind  int
	value dl.Value
	text  string
}

// Kinds of values, in their order.
const (
	isIRI = iota + 1
	isNumber
	isTime
	isText
)

// KeyOf returns the key of a value.
func KeyOf(v TableValue) Key {
	if v.Datatype == "" {
		return Key{kind: isIRI, text: v.Value}
	}
	value, err := dl.ParseLiteral(v.Value, v.Datatype)
	switch {
	case err == nil && value.IsNumber():
		return Key{isNumber, value, v.Value}
	case err == nil && value.Kind().Family() == dl.DateTime.Family():
		return Key{isTime, value, v.Value}
	}
	return TextKey(v.Value)
}

// TextKey returns the key of a text.
func TextKey(text string) Key { return Key{kind: isText, text: text} }

// IsNone reports whether the key stands for no value.
func (k Key) IsNone() bool { return k.kind == 0 }

// Compare returns -1, 0 or 1 if k comes before l, with it, or after it.
func (k Key) Compare(l Key) int {
	if c := cmp.Compare(k.kind, l.kind); c != 0 {
		return c
	}
	if c, ok := k.value.Cmp(l.value); ok && (k.kind == isNumber || k.kind == isTime) {
		return c
	}
	return strings.Compare(k.text, l.text)
}

// CompareIn compares as ORDER BY does, or DESC in the other direction. No value comes last in both.
func (k Key) CompareIn(l Key, descending bool) int {
	switch {
	case k.IsNone() || l.IsNone():
		return -cmp.Compare(min(k.kind, 1), min(l.kind, 1))
	case descending:
		return l.Compare(k)
	}
	return k.Compare(l)
}
