package dataset

import (
	"iter"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
)

// The triples of files are stored by property, because nearly every reader wants those of one property. They come
// in any order and may repeat each other. After sort a list has each once, in the order of subject, object and kind.

// Statements are the triples of RDF files as they stand.
type Statements struct{ triples }

// triples holds triples with numbered terms. The texts of literals are terms, too.
type triples struct {
	facts *facts.Facts
	id    func(term string) facts.ID // numbers a term; safe for concurrent use while files are read
	kinds []literalKind              // from 1
	lists []*list                    // in the order of their properties after sort
	at    map[facts.ID]*list         // by property
	n     int                        // the number of triples; before sort with repetitions
	full  int                        // the number at which repetitions are dropped next
}

// Repetitions are dropped when there are that many triples, and again when those that were left are repetitions times
// as many. So a file takes memory for what it states, however often it does.
const (
	firstFull   = 1 << 22
	repetitions = 8
)

// A triple has a literal as its object if kind is not 0, the number of its kind. Then object is its text.
type triple struct {
	subject, property, object facts.ID
	kind                      uint32
}

// A literalKind is a datatype, or a language tag, as it is written and in lower case.
type literalKind struct{ datatype, lang, lower facts.ID }

// A row is a triple without its property.
type row struct {
	subject, object facts.ID
	kind            uint32
}

// A list has the triples of a property.
type list struct {
	property facts.ID
	rows     []row   // sorted
	blocks   [][]row // those that came later
}

// The sizes of blocks double up to mostBlock rows.
const (
	leastBlock = 16
	mostBlock  = 1 << 15
)

func (l *list) add(r row) {
	if n := len(l.blocks); n == 0 || len(l.blocks[n-1]) == cap(l.blocks[n-1]) {
		size := leastBlock
		if n > 0 {
			size = min(2*len(l.blocks[n-1]), mostBlock)
		}
		l.blocks = append(l.blocks, make([]row, 0, size))
	}
	last := &l.blocks[len(l.blocks)-1]
	*last = append(*last, r)
}

// sort sorts the rows and removes repetitions.
func (l *list) sort() {
	if len(l.blocks) == 0 {
		return
	}
	rows := l.blocks[0]
	if len(l.rows) > 0 || len(l.blocks) > 1 {
		rows = slices.Concat(append([][]row{l.rows}, l.blocks...)...)
	}
	l.rows, l.blocks = nil, nil
	most := uint32(0)
	hasLiterals := false
	for _, r := range rows {
		most = max(most, uint32(r.subject), uint32(r.object), r.kind)
		hasLiterals = hasLiterals || r.kind != 0
	}
	keys := []func(row) uint32{
		func(r row) uint32 { return uint32(r.subject) },
		func(r row) uint32 { return uint32(r.object) },
	}
	if hasLiterals {
		keys = append(keys, func(r row) uint32 { return r.kind })
	}
	all := len(rows)
	l.rows = facts.SortByKeys(rows, int(most)+1, keys...)
	if len(l.rows) < all/2 { // otherwise repetitions would keep their memory
		l.rows = slices.Clone(l.rows)
	}
}

// each yields the triples of the list, which is sorted.
func (l *list) each(yield func(triple) bool) {
	for _, r := range l.rows {
		if !yield(l.triple(r)) {
			return
		}
	}
}

func (l *list) triple(r row) triple { return triple{r.subject, l.property, r.object, r.kind} }

// list returns the list of a property, a new one if it has none.
func (t *triples) list(property facts.ID) *list {
	l := t.at[property]
	if l == nil {
		l = &list{property: property}
		if t.at == nil {
			t.at = map[facts.ID]*list{}
		}
		t.at[property] = l
		t.lists = append(t.lists, l)
	}
	return l
}

// sort sorts the triples and removes repetitions.
func (t *triples) sort() {
	slices.SortFunc(t.lists, func(l, m *list) int { return int(l.property) - int(m.property) })
	t.n = 0
	for _, l := range t.lists {
		l.sort()
		t.n += len(l.rows)
	}
}

// each yields all triples.
func (t *triples) each(yield func(triple) bool) {
	for _, l := range t.lists {
		for x := range l.each {
			if !yield(x) {
				return
			}
		}
	}
}

// of yields the triples of the property.
func (t *triples) of(property facts.ID) iter.Seq[triple] {
	return func(yield func(triple) bool) {
		if l := t.at[property]; l != nil {
			l.each(yield)
		}
	}
}

// about yields the triples with the subject.
func (t *triples) about(subject facts.ID) iter.Seq[triple] {
	return func(yield func(triple) bool) {
		for _, l := range t.lists {
			at, _ := slices.BinarySearchFunc(l.rows, subject, func(r row, a facts.ID) int { return int(r.subject) - int(a) })
			for _, r := range l.rows[at:] {
				if r.subject != subject {
					break
				}
				if !yield(l.triple(r)) {
					return
				}
			}
		}
	}
}

// lexicalOf, datatypeOf and langOf return what the literal of a triple says; "" for another triple.
func (t *triples) lexicalOf(x triple) string {
	if x.kind == 0 {
		return ""
	}
	return t.facts.Term(x.object)
}
func (t *triples) datatypeOf(x triple) string { return t.facts.Term(t.kindOf(x).datatype) }
func (t *triples) langOf(x triple) string     { return t.facts.Term(t.kindOf(x).lang) }

func (t *triples) kindOf(x triple) literalKind {
	if x.kind == 0 {
		return literalKind{}
	}
	return t.kinds[x.kind]
}

// objectOf returns the number of the object that is no literal, or 0.
func (x triple) objectOf() facts.ID {
	if x.kind != 0 {
		return 0
	}
	return x.object
}

// prepare returns a function that adds the triples. Several may be prepared at the same time.
func (t *triples) prepare(b rdffile.Batch) (add func()) {
	ids, kinds := make([]facts.ID, len(b.Terms)), make([]uint32, len(b.Terms))
	var found []literalKind // of the literals, from 1 in kinds
	var last [2]string      // the datatype and the language of the literal before
	at, collapses := 0, false
	for i, x := range b.Terms {
		literal, ok := x.(rdf.Literal)
		if !ok {
			ids[i] = t.id(nodeName(x))
			continue
		}
		datatype, lang, text := literal.DataType.String(), literal.Lang(), literal.String()
		if datatype != last[0] || lang != last[1] || len(found) == 0 {
			last = [2]string{datatype, lang}
			kind := literalKind{t.id(datatype), t.id(lang), t.id(strings.ToLower(lang))}
			if at = slices.Index(found, kind); at < 0 {
				at, found = len(found), append(found, kind)
			}
			k, ok := dl.KindOf(datatype)
			collapses = ok && k != dl.String // white space (XML Schema, part 2, section 4.3.6)
		}
		if collapses {
			text = strings.Trim(text, " \t\r\n")
		}
		ids[i], kinds[i] = t.id(text), uint32(at+1)
	}
	return func() {
		kindIDs := make([]uint32, len(found)+1)
		for i, kind := range found {
			kindIDs[i+1] = t.kindID(kind)
		}
		lists := make([]*list, len(b.Terms)) // of the terms that are properties
		for _, x := range b.Triples {
			l := lists[x[1]]
			if l == nil {
				l = t.list(ids[x[1]])
				lists[x[1]] = l
			}
			l.add(row{ids[x[0]], ids[x[2]], kindIDs[kinds[x[2]]]})
		}
		t.n += len(b.Triples)
		if t.n >= max(t.full, firstFull) {
			t.sort()
			t.full = repetitions * t.n
		}
	}
}

func (t *triples) kindID(kind literalKind) uint32 {
	if len(t.kinds) == 0 {
		t.kinds = append(t.kinds, literalKind{})
	}
	if i := slices.Index(t.kinds[1:], kind); i >= 0 {
		return uint32(i + 1)
	}
	t.kinds = append(t.kinds, kind)
	return uint32(len(t.kinds) - 1)
}

// renumber changes the numbers of the terms. The triples must be sorted again.
func (t *triples) renumber(number func(facts.ID) facts.ID) {
	clear(t.at)
	for _, l := range t.lists {
		if len(l.rows) > 0 {
			l.blocks, l.rows = append(l.blocks, l.rows), nil
		}
		l.property = number(l.property)
		t.at[l.property] = l
		for _, rows := range l.blocks {
			for i, r := range rows {
				rows[i] = row{number(r.subject), number(r.object), r.kind}
			}
		}
	}
	for i, k := range t.kinds {
		t.kinds[i] = literalKind{number(k.datatype), number(k.lang), number(k.lower)}
	}
}

// write writes the triples, which are sorted, as columns.
func (t *triples) write(w *facts.ColumnWriter) {
	properties := make([]facts.ID, len(t.lists))
	for i, l := range t.lists {
		properties[i] = l.property
	}
	facts.WriteColumn(w, t.kinds)
	facts.WriteColumn(w, properties)
	for _, l := range t.lists {
		facts.WriteColumn(w, l.rows)
	}
}

// read reads what write has written. The triples may not be changed.
func (t *triples) read(r *facts.ColumnReader) {
	t.kinds = facts.ReadColumn[literalKind](r)
	for _, p := range facts.ReadColumn[facts.ID](r) {
		l := t.list(p)
		l.rows = facts.ReadColumn[row](r)
		t.n += len(l.rows)
	}
}
