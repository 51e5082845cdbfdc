package connector

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/say"
)

// results holds a document of the Results JSON Format as far as it has been read.
// A member that is null counts as absent.
type results struct {
	b *body

	vars     []string        // of the head; nil if there is none
	boolean  *bool           // nil if there is none
	bindings bool            // whether there is an array of bindings
	members  map[string]bool // the members that have been read, without those that are null

	columns columns
	rows    [][]rdf.Term
	cells   []rdf.Term // allocated cells that no row uses yet
	terms   terms

	malformed int
	examples  []TermError
	rowRead   bool // the last element of XML was a row, and has been read to its end
}

// columns holds the variables in the order in which the document first names them: those
// of the head come first, unless the head comes last.
type columns struct {
	names  []string
	quoted []string // the same as written in the document, with quotes and escapes
	index  map[string]int
}

// indexOf returns the index of a variable by its quoted name. It adds a new variable.
func (c *columns) indexOf(quoted []byte) int {
	name, _ := jsontext.AppendUnquote(nil, quoted)
	j, ok := c.index[string(name)]
	if !ok {
		j = len(c.names)
		c.names, c.quoted = append(c.names, string(name)), append(c.quoted, string(quoted))
		c.index[c.names[j]] = j
	}
	return j
}

func (d *results) readDocument() error {
	d.members, d.columns.index = map[string]bool{}, map[string]int{}
	switch k := d.b.json.PeekKind(); k {
	case '{', 0:
	case '[':
		return shapeErrorf("not a results document: it is an array")
	default:
		if err := d.b.json.SkipValue(); err != nil {
			return err
		}
		return shapeErrorf("not a results document: it is not an object")
	}
	return d.b.readMembers('{', func() error {
		switch name, err := d.b.readString(); {
		case err != nil:
			return err
		case name == "head":
			return d.readMember(name, '{', d.readHead)
		case name == "results":
			return d.readMember(name, '{', d.readResults)
		case name == "boolean":
			return d.readMember(name, 0, d.readBoolean)
		}
		return d.b.json.SkipValue()
	})
}

// readMember calls value to read the value of a member, unless it is null. The value must
// be of the kind; 0 means any. A second member of the same name is an error.
func (d *results) readMember(name string, kind jsontext.Kind, value func() error) error {
	if d.members[name] {
		return shapeErrorf("not a results document: two of %q", name)
	}
	switch k := d.b.json.PeekKind(); {
	case k == 'n':
		return d.b.json.SkipValue()
	case kind != 0 && k != 0 && k != kind:
		return shapeErrorf("not a results document: %q begins with %q", name, byte(k))
	}
	d.members[name] = true
	return value()
}

func (d *results) readHead() error {
	return d.b.readMembers('{', func() error {
		switch name, err := d.b.readString(); {
		case err != nil:
			return err
		case name == "vars":
			return d.readMember(name, '[', d.readVariables)
		}
		return d.b.json.SkipValue()
	})
}

func (d *results) readVariables() error {
	d.vars = []string{}
	return d.b.readMembers('[', func() error {
		quoted, err := d.b.readQuoted()
		if err != nil {
			return err
		}
		name := d.columns.names[d.columns.indexOf(quoted)]
		if slices.Contains(d.vars, name) {
			return shapeErrorf("not a results document: the variable %q twice", name)
		}
		d.vars = append(d.vars, name)
		return nil
	})
}

func (d *results) readBoolean() error {
	token, err := d.b.json.ReadToken()
	if err != nil {
		return err
	}
	if k := token.Kind(); k != 't' && k != 'f' {
		return shapeErrorf("\"boolean\" is neither true nor false")
	}
	answer := token.Bool()
	d.boolean = &answer
	return nil
}

func (d *results) readResults() error {
	return d.b.readMembers('{', func() error {
		switch name, err := d.b.readString(); {
		case err != nil:
			return err
		case name == "bindings":
			return d.readMember(name, '[', func() error {
				d.bindings = true
				return d.b.readMembers('[', d.readRow)
			})
		}
		return d.b.json.SkipValue()
	})
}

func (d *results) readRow() error {
	if k := d.b.json.PeekKind(); k != '{' && k != 0 {
		return shapeErrorf("a row is not what the format prescribes: it begins with %q", byte(k))
	}
	row := d.newRow()
	next := 0 // most rows have the columns in the same order
	err := d.b.readMembers('{', func() error {
		name, err := d.b.json.ReadValue()
		if err != nil {
			return err
		}
		j := next
		if j >= len(d.columns.quoted) || d.columns.quoted[j] != string(name) {
			j = d.columns.indexOf(name)
		}
		next = j + 1
		for j >= len(row) {
			row = append(row, nil)
		}
		if err := d.terms.read(d.b); err != nil {
			return err
		}
		d.put(row, j)
		return nil
	})
	d.rows = append(d.rows, row)
	return err
}

// put puts the term that was read last into column j of the row, the next one of the table.
func (d *results) put(row []rdf.Term, j int) {
	term, reason := d.terms.term(j)
	if reason == nil && d.vars != nil && j >= len(d.vars) {
		reason = errNotInHead
	}
	if reason != nil {
		d.report(len(d.rows), j, string(d.terms.value), reason)
		return
	}
	row[j] = term
}

// newRow returns a row of unbound cells. Many rows share one allocation.
func (d *results) newRow() []rdf.Term {
	n := len(d.columns.names)
	if len(d.cells) < n {
		d.cells = make([]rdf.Term, n*min(len(d.rows)+8, 1024))
	}
	row := d.cells[:n:n]
	d.cells = d.cells[n:]
	return row
}

var errNotInHead = errors.New("a variable that the head does not name")

func (d *results) report(row, column int, value string, reason error) {
	d.malformed++
	if len(d.examples) < maxExamples {
		d.examples = append(d.examples,
			TermError{Row: row, Var: d.columns.names[column], Value: say.Cut(say.OneLine(value), 80),
				Reason: reason.Error()})
	}
}

func (d *results) table() *Table {
	t := &Table{Vars: d.vars, Rows: d.rows}
	// If the head comes last, the columns may be in another order and rows too short.
	short := func(row []rdf.Term) bool { return len(row) < len(d.vars) }
	if !slices.Equal(d.columns.names, d.vars) || slices.ContainsFunc(d.rows, short) {
		for i, row := range d.rows {
			d.rows[i] = d.reorder(i, row)
		}
	}
	t.Malformed, t.Examples = d.malformed, d.examples
	return t
}

func (d *results) reorder(i int, row []rdf.Term) []rdf.Term {
	sorted := make([]rdf.Term, len(d.vars))
	for j, term := range row {
		if k := slices.Index(d.vars, d.columns.names[j]); k >= 0 {
			sorted[k] = term
		} else if term != nil {
			d.report(i, j, term.String(), errNotInHead)
		}
	}
	return sorted
}
