package dataset

import (
	"slices"

	"github.com/genus-kg/genus/extract/facts"
)

// NotePresence finds the properties of the excluded kinds by the statements of files, such as external
// identifiers and coordinates. Of their values only the presence counts: that two identifiers begin alike
// says nothing.
func (d *Dataset) NotePresence() {
	e := d.Exclusions
	if d.Stated == nil || len(e.Kinds) == 0 {
		return
	}
	kind, via := d.Facts.Find(e.Kind), d.Facts.Find(e.Via)
	of, properties := map[facts.ID]bool{}, map[facts.ID]bool{}
	for t := range d.Stated.of(kind) {
		if t.kind == 0 && slices.Contains(e.Kinds, d.Facts.Term(t.object)) {
			of[t.subject] = true
		}
	}
	for t := range d.Stated.of(via) {
		if t.kind == 0 && of[t.subject] {
			properties[t.object] = true
		}
	}
	if e.Via == "" {
		properties = of
	}
	for p := range properties {
		d.Symbols.CountPresence(d.Facts.Term(p))
	}
}
