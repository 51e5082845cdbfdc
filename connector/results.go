package connector

import (
	"bytes"
	"slices"

	"github.com/knakk/rdf"
)

// results is a document of the Results JSON Format as far as it has been read.
// A member that is null counts as absent.
type results struct {
	b *scanner

	vars     []string // nil: none
	boolean  *bool
	bindings bool // there is an array of them
	members  map[string]bool

	names   []string // of the columns: vars first, others as they turn up
	columns map[string]int
	rows    [][]rdf.Term
	arena   *rowArena
	terms   terms

	malformed int
	examples  []TermError
}

// release lets other documents reuse everything but the rows.
func (d *results) release() {
	d.b.release()
	d.terms.release()
}

// readDocument takes the whole document.
func (d *results) readDocument() error {
	b := d.b
	d.members, d.columns = map[string]bool{}, map[string]int{}
	switch c, err := b.peekInside(); {
	case err != nil:
		return err
	case c == '[':
		return b.shapeErrorf("not a results document: it is an array")
	case c != '{':
		if err := b.skipValue(0); err != nil {
			return err
		}
		return b.shapeErrorf("not a results document: it is no object")
	}
	return b.readObject(func(name []byte) error {
		switch string(name) {
		case "head":
			return d.readMember("head", d.readHead)
		case "results":
			return d.readMember("results", d.readResults)
		case "boolean":
			return d.readMember("boolean", d.readBoolean)
		}
		if err := b.readColon(); err != nil {
			return err
		}
		return b.skipValue(1)
	})
}

// readMember takes a member that may be null. A second one of the name is an error.
func (d *results) readMember(name string, value func() error) error {
	if d.members[name] {
		return d.b.shapeErrorf("not a results document: two of %q", name)
	}
	if err := d.b.readColon(); err != nil {
		return err
	}
	null, err := d.b.acceptNull()
	if err != nil || null {
		return err
	}
	d.members[name] = true
	return value()
}

func (d *results) readHead() error {
	if err := d.expectKind('{', "head"); err != nil {
		return err
	}
	return d.b.readObject(func(name []byte) error {
		if string(name) == "vars" {
			return d.readMember("vars", d.readVariables)
		}
		if err := d.b.readColon(); err != nil {
			return err
		}
		return d.b.skipValue(2)
	})
}

// expectKind checks the first byte of a member.
func (d *results) expectKind(want byte, name string) error {
	c, err := d.b.peekInside()
	if err == nil && c != want {
		err = d.b.shapeErrorf("not a results document: %q begins with %q", name, c)
	}
	return err
}

func (d *results) readVariables() error {
	if err := d.expectKind('[', "vars"); err != nil {
		return err
	}
	d.vars = []string{}
	return d.b.readList('[', ']', func() error {
		name, err := d.b.readString()
		if err != nil {
			return err
		}
		if slices.Contains(d.vars, string(name)) {
			return d.b.shapeErrorf("not a results document: the variable %q twice", name)
		}
		d.vars = append(d.vars, string(name))
		d.column(name)
		return nil
	})
}

// column returns the index of a variable in the rows.
func (d *results) column(name []byte) int {
	j, ok := d.columns[string(name)]
	if !ok {
		j = len(d.names)
		d.names = append(d.names, string(name))
		d.columns[d.names[j]] = j
	}
	return j
}

func (d *results) readBoolean() error {
	s, err := d.b.readWord()
	if err != nil || s != "true" && s != "false" {
		return d.b.shapeErrorf("\"boolean\" is neither true nor false")
	}
	is := s == "true"
	d.boolean = &is
	return nil
}

func (d *results) readResults() error {
	if err := d.expectKind('{', "results"); err != nil {
		return err
	}
	return d.b.readObject(func(name []byte) error {
		if string(name) != "bindings" {
			if err := d.b.readColon(); err != nil {
				return err
			}
			return d.b.skipValue(2)
		}
		return d.readMember("bindings", func() error {
			if err := d.expectKind('[', "bindings"); err != nil {
				return err
			}
			d.bindings = true
			return d.b.readList('[', ']', d.readRow)
		})
	})
}

// readRow takes a solution.
func (d *results) readRow() error {
	if c, err := d.b.peekInside(); err != nil {
		return err
	} else if c != '{' && (c == '[' || c == '"') {
		return d.b.shapeErrorf("a row is not what the format prescribes: it begins with %q", c)
	}
	row := d.arena.cells(len(d.names))
	next := 0 // the column that usually comes next
	err := d.b.readList('{', '}', func() error {
		if term := d.readRepeated(next); term != nil {
			row[next] = term
			next++
			return nil
		}
		if _, err := d.b.peekInside(); err != nil {
			return err
		}
		start := d.b.offset()
		name, err := d.b.readString()
		if err != nil {
			return err
		}
		j := d.column(name)
		next = j + 1
		for j >= len(row) {
			row = append(row, nil)
		}
		if err := d.b.readColon(); err != nil {
			return err
		}
		if err := d.readBinding(); err != nil {
			return err
		}
		term, reason := d.terms.make(j)
		switch {
		case reason != nil:
			d.report(d.names[j], reason.Error())
		case d.vars != nil && j >= len(d.vars):
			d.report(d.names[j], notInHead)
		default:
			row[j] = term
			d.terms.last[j].noteSpelling(d.b.textSince(start))
		}
		return nil
	})
	d.rows = append(d.rows, row)
	return err
}

// readRepeated takes the term of a column if it is written like the one in the row
// above, except for its value. Most are. Otherwise it takes nothing and returns nil.
func (d *results) readRepeated(j int) rdf.Term {
	if j >= len(d.vars) || j >= len(d.terms.last) {
		return nil
	}
	last := &d.terms.last[j]
	if len(last.head) == 0 {
		return nil
	}
	if _, err := d.b.peekInside(); err != nil {
		return nil
	}
	rest, ok := bytes.CutPrefix(d.b.buf[d.b.pos:d.b.end], last.head)
	if !ok {
		return nil
	}
	n := len(last.value)
	term := last.term
	if n > len(rest) || string(rest[:n]) != last.value || !bytes.HasPrefix(rest[n:], last.tail) {
		for n = 0; n < len(rest) && inText[rest[n]]; n++ {
		}
		if !bytes.HasPrefix(rest[n:], last.tail) {
			return nil
		}
		var err error
		if term, err = d.terms.makeLike(last, rest[:n]); err != nil {
			return nil
		}
	}
	d.b.pos += len(last.head) + n + len(last.tail)
	return term
}

// noteSpelling notes the JSON before and after the value of a term, from the name of
// its column on.
func (m *made) noteSpelling(text []byte) {
	m.head = m.head[:0]
	quoted := `"` + m.value + `"`
	// A value without escapes occurs in the text as it is; one occurrence is its place.
	if bytes.IndexByte(text, '\\') >= 0 || bytes.Count(text, []byte(quoted)) != 1 {
		return
	}
	at := bytes.Index(text, []byte(quoted))
	m.head = append(m.head, text[:at+1]...)
	m.tail = append(m.tail[:0], text[at+len(quoted)-1:]...)
}

// readBinding takes a term.
func (d *results) readBinding() error {
	t := &d.terms
	t.reset()
	if null, err := d.b.acceptNull(); err != nil || null {
		return err
	}
	if c, err := d.b.peekInside(); err != nil {
		return err
	} else if c != '{' {
		return d.b.shapeErrorf("a row is not what the format prescribes: a term begins with %q", c)
	}
	return d.b.readObject(func(name []byte) error {
		var to *[]byte
		switch string(name) {
		case "type":
			to = &t.kind
		case "value":
			to = &t.value
		case "xml:lang":
			to = &t.lang
		case "datatype":
			to = &t.datatype
		}
		if err := d.b.readColon(); err != nil {
			return err
		}
		if to == nil {
			return d.b.skipValue(5)
		}
		c, err := d.b.peekInside()
		if err != nil {
			return err
		}
		if c == 'n' {
			_, err := d.b.readWord()
			return err
		}
		if c != '"' {
			return d.b.shapeErrorf("a row is not what the format prescribes: a member of a term begins with %q", c)
		}
		s, err := d.b.readString()
		*to = append((*to)[:0], s...)
		return err
	})
}

const notInHead = "a variable that the head does not name"

func (d *results) report(name, reason string) {
	d.malformed++
	if len(d.examples) < maxExamples {
		d.examples = append(d.examples, TermError{Row: len(d.rows), Var: name, Value: oneLine(string(d.terms.value), 80), Reason: reason})
	}
}

// table returns the result, and reports bindings of names that the head does not have.
func (d *results) table() *Table {
	t := &Table{Vars: d.vars, Rows: d.rows, arena: d.arena}
	// Where the head comes last, a row may end before the last variable.
	short := func(row []rdf.Term) bool { return len(row) < len(d.vars) }
	if !slices.Equal(d.names, d.vars) || slices.ContainsFunc(d.rows, short) {
		for i, row := range d.rows {
			d.rows[i] = d.inOrder(i, row)
		}
	}
	t.Malformed, t.Examples = d.malformed, d.examples
	return t
}

// inOrder returns the row with the columns of the head.
func (d *results) inOrder(i int, row []rdf.Term) []rdf.Term {
	sorted := make([]rdf.Term, len(d.vars))
	for j, term := range row {
		if k := slices.Index(d.vars, d.names[j]); k >= 0 {
			sorted[k] = term
		} else if term != nil {
			d.malformed++
			if len(d.examples) < maxExamples {
				d.examples = append(d.examples, TermError{Row: i, Var: d.names[j], Value: oneLine(term.String(), 80), Reason: notInHead})
			}
		}
	}
	return sorted
}
