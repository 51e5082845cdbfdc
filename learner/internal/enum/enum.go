// Package enum gives the values 0, 1, … of an enumeration their names.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Names are the names of the values of E, in their order and in lower case.
type Names[E ~uint8] []string

// List returns a copy of the names.
func (n Names[E]) List() []string { return slices.Clone(n) }

// Of returns the name of a value, or "unknown".
func (n Names[E]) Of(e E) string {
	if n.Has(e) {
		return n[e]
	}
	return "unknown"
}

// Has reports whether the value is one of the enumeration.
func (n Names[E]) Has(e E) bool { return int(e) < len(n) }

// Parse returns the value with the name, which may be in upper or lower case. The error
// message calls the enumeration what, such as "mode", and lists the names.
func (n Names[E]) Parse(what, name string) (E, error) {
	if i := slices.Index(n, strings.ToLower(name)); i >= 0 {
		return E(i), nil
	}
	return 0, fmt.Errorf("unknown %s %q: choose one of %s", what, name, strings.Join(n, ", "))
}
