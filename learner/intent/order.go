package intent

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// compareConcepts orders concepts by size, and those of one size by their keys.
func compareConcepts(c, d dl.Concept) int {
	return cmp.Or(cmp.Compare(dl.Size(c), dl.Size(d)), strings.Compare(key(c), key(d)))
}

// key returns the concept in prefix notation; different concepts have different keys.
func key(c dl.Concept) string {
	var b strings.Builder
	dl.Walk(c, func(d dl.Concept) bool {
		switch d := d.(type) {
		case dl.Name:
			b.WriteString("N" + d.IRI)
		case dl.Nominal:
			b.WriteString("O" + d.IRI)
		case dl.Compare:
			fmt.Fprintf(&b, "F%s %d %s %d", d.Feature, d.Op, d.Value.Lexical(), d.Value.Kind())
		case dl.Agree:
			fmt.Fprint(&b, "E", d.R, d.S)
		case dl.AtLeast:
			fmt.Fprintf(&b, "G%d ", d.N)
		case dl.AtMost:
			fmt.Fprintf(&b, "L%d ", d.N)
		default:
			fmt.Fprintf(&b, "%T", d)
		}
		if r, ok := dl.RoleOf(d); ok {
			fmt.Fprint(&b, "R", r)
		}
		b.WriteByte('|')
		return true
	})
	return b.String()
}
