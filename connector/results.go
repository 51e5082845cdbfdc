package connector

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"
)

// results is a document of the Results JSON Format as far as it has been read.
// A member that is null counts as absent.
type results struct {
	b *body

	vars     []string // nil: none
	boolean  *bool
	bindings bool // there is an array of them
	members  map[string]bool

	columns columns // vars first, others as they turn up
	rows    [][]rdf.Term
	cells   []rdf.Term // those that no row has yet
	terms   terms

	malformed int
	examples  []TermError
}

// columns are the variables that a document names.
type columns struct {
	names, quoted []string // quoted: as written in the document
	index         map[string]int
}

// find returns the index of a variable, by its name in quotes.
func (c *columns) find(quoted []byte) int {
	name, _ := jsontext.AppendUnquote(nil, quoted)
	j, ok := c.index[string(name)]
	if !ok {
		j = len(c.names)
		c.names, c.quoted = append(c.names, string(name)), append(c.quoted, string(quoted))
		c.index[c.names[j]] = j
	}
	return j
}

// readDocument takes the whole document.
func (d *results) readDocument() error {
	d.members, d.columns.index = map[string]bool{}, map[string]int{}
	switch k := d.b.json.PeekKind(); k {
	case '{', 0:
	case '[':
		return d.b.shapeErrorf("not a results document: it is an array")
	default:
		if err := d.b.json.SkipValue(); err != nil {
			return err
		}
		return d.b.shapeErrorf("not a results document: it is no object")
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

// readMember takes a member of a kind, 0 for any, that may be null. A second one of
// the name is an error.
func (d *results) readMember(name string, kind jsontext.Kind, value func() error) error {
	if d.members[name] {
		return d.b.shapeErrorf("not a results document: two of %q", name)
	}
	switch k := d.b.json.PeekKind(); {
	case k == 'n':
		return d.b.json.SkipValue()
	case kind != 0 && k != 0 && k != kind:
		return d.b.shapeErrorf("not a results document: %q begins with %q", name, byte(k))
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
		name := d.columns.names[d.columns.find(quoted)]
		if slices.Contains(d.vars, name) {
			return d.b.shapeErrorf("not a results document: the variable %q twice", name)
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
		return d.b.shapeErrorf("\"boolean\" is neither true nor false")
	}
	is := token.Bool()
	d.boolean = &is
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

// readRow takes a solution.
func (d *results) readRow() error {
	if k := d.b.json.PeekKind(); k != '{' && k != 0 {
		return d.b.shapeErrorf("a row is not what the format prescribes: it begins with %q", byte(k))
	}
	row := d.newRow()
	next := 0 // the column that usually comes next
	err := d.b.readMembers('{', func() error {
		name, err := d.b.json.ReadValue()
		if err != nil {
			return err
		}
		j := next
		if j >= len(d.columns.quoted) || d.columns.quoted[j] != string(name) {
			j = d.columns.find(name)
		}
		next = j + 1
		for j >= len(row) {
			row = append(row, nil)
		}
		if err := d.terms.read(d.b); err != nil {
			return err
		}
		term, reason := d.terms.make(j)
		switch {
		case reason != nil:
			d.report(d.columns.names[j], reason.Error())
		case d.vars != nil && j >= len(d.vars):
			d.report(d.columns.names[j], notInHead)
		default:
			row[j] = term
		}
		return nil
	})
	d.rows = append(d.rows, row)
	return err
}

// newRow returns a row of unbound cells. Rows of a long result share allocations.
func (d *results) newRow() []rdf.Term {
	n := len(d.columns.names)
	if len(d.cells) < n {
		d.cells = make([]rdf.Term, n*min(len(d.rows)+8, 1024))
	}
	row := d.cells[:n:n]
	d.cells = d.cells[n:]
	return row
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
	t := &Table{Vars: d.vars, Rows: d.rows}
	// Where the head comes last, a row may end before the last variable.
	short := func(row []rdf.Term) bool { return len(row) < len(d.vars) }
	if !slices.Equal(d.columns.names, d.vars) || slices.ContainsFunc(d.rows, short) {
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
		if k := slices.Index(d.vars, d.columns.names[j]); k >= 0 {
			sorted[k] = term
		} else if term != nil {
			d.malformed++
			if len(d.examples) < maxExamples {
				d.examples = append(d.examples, TermError{Row: i, Var: d.columns.names[j], Value: oneLine(term.String(), 80), Reason: notInHead})
			}
		}
	}
	return sorted
}
