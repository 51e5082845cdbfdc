package rdffile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/learner/dl"
)

// A column is a column of a table.
type column struct {
	name       string
	property   rdf.IRI
	suppressed bool // it has no statements
	isRole     bool
	given      string     // the type that the options say; empty if none
	datatype   sheet.Type // its name is empty until decide

	sheet.Column                // what the values look like
	distinct     map[string]int // how often there is each value; nil if there are too many numbers
	tooMany      bool
}

const (
	mostDistinct = 1000 // numbers that are kept, to see whether they name rows
	longestName  = 100  // bytes of a text that names something
)

// look sees the cell of a row.
func (c *column) look(cell string, line int) {
	value := strings.TrimSpace(cell)
	if value == "" {
		return
	}
	c.Add(value, line)
	if c.tooMany {
		return
	}
	if c.distinct == nil {
		c.distinct = map[string]int{}
	}
	c.distinct[strings.Clone(value)]++
	if len(c.distinct) > mostDistinct && c.Like[sheet.AnyNumber] == c.Count && c.given == "" {
		c.distinct, c.tooMany = nil, true
	}
}

// noteSeparators says how numbers with separators of thousands are read. They may be lists.
func (c *column) noteSeparators(t *tableReader) {
	if group := c.datatype.Group; group != "" && (t.table.Separator != ';' || group == ",") {
		t.out.stats.warn(fmt.Sprintf("column %q is read as numbers with %q between thousands, and %q before decimals", c.name,
			group, cmp.Or(c.datatype.Decimal, ".")))
	}
}

// decide says what the column is, by its values. keys are the names of the rows.
func (c *column) decide(t *tableReader, i int, keys map[string]int) {
	if c.suppressed || c.Count == 0 {
		return
	}
	if c.given != "" {
		c.setGiven()
		return
	}
	isKey := slices.Contains(t.rows.keys, i)
	at := c.Look()
	if at >= 0 && c.IsAmbiguous(at, t.table.Separator) {
		t.out.stats.warn(fmt.Sprintf("column %q is text because its values can be read in two ways, as those with "+
			"decimal points or commas, or with the day or the month first: write them as 1234.5 or 2021-12-31", c.name))
		c.datatype.Name = "string"
		return
	}
	switch {
	case isKey && at >= 0: // numbers of rows say nothing about them
		c.suppressed = true
	case at >= 0 && !(namesRows(c, keys) && t.isReference(c.name)):
		c.datatype = sheet.Looks[at].Type
		c.noteSeparators(t)
	case !isKey && c.isNames(keys) && !slices.Contains(t.rows.titles, i):
		c.isRole = true
	default:
		c.datatype.Name = "string"
		if nearest := slices.Index(c.Like[:], slices.Max(c.Like[:])); 10*c.Like[nearest] >= 9*c.Count {
			t.out.stats.warn(
				fmt.Sprintf("column %q is text because of line %d: %d of its %d values are of type %s; leave a cell empty that "+
					"has no value",
					c.name, c.Unlike[nearest], c.Like[nearest], c.Count, sheet.Looks[nearest].Type.Name))
		}
	}
}

// setGiven makes the column what the options say. Its values look like the type as they do elsewhere, or each is read
// as XML Schema writes it.
func (c *column) setGiven() {
	switch c.given {
	case sheet.Name:
		c.isRole = true
		return
	case sheet.Text:
		c.datatype.Name = "string"
		return
	}
	c.datatype.Name = c.given
	for i, look := range sheet.Looks {
		if c.Like[i] == c.Count && look.Type.Name == c.given {
			c.datatype = look.Type
			return
		}
	}
	wide := map[string][]string{"decimal": {"integer"}, "double": {"decimal", "integer"}}
	for i, look := range sheet.Looks {
		if c.Like[i] == c.Count && slices.Contains(wide[c.given], look.Type.Name) {
			c.datatype.Decimal, c.datatype.Group = look.Type.Decimal, look.Type.Group
			return
		}
	}
}

// isNames reports whether the texts of the column name things: at least half of them repeat, or are the keys of rows.
func (c *column) isNames(keys map[string]int) bool {
	shared := 0
	for value, n := range c.distinct {
		if len(value) > longestName || strings.Contains(value, "\n") {
			return false
		}
		if n > 1 || keys[value] > 0 {
			shared += n
		}
	}
	return 2*shared >= c.Count
}

// namesRows reports whether all values of the column are keys of rows.
func namesRows(c *column, keys map[string]int) bool {
	if len(keys) == 0 || c.distinct == nil {
		return false
	}
	for value := range c.distinct {
		if keys[value] == 0 {
			return false
		}
	}
	return true
}

// isReference reports whether the name of a column of numbers ends in that of the key: manager_id.
func (t *tableReader) isReference(name string) bool {
	if len(t.rows.keys) != 1 {
		return false
	}
	return strings.HasSuffix(strings.ToLower(name), strings.ToLower(t.columns[t.rows.keys[0]].name))
}

// literal returns the lexical form and the datatype of a value; an error if it is not of the type.
func (c *column) literal(value string, separator rune) (text string, of rdf.IRI, err error) {
	of = mustIRI(dl.XSD + c.datatype.Name)
	text, err = c.datatype.Lexical(value, separator)
	if err != nil {
		return "", of, err
	}
	if kind, known := dl.KindOf(of.String()); known && kind != dl.String {
		if _, err := dl.ParseLiteral(text, of.String()); err != nil {
			return "", of, fmt.Errorf("%q is not of type %s", value, c.datatype.Name)
		}
	}
	return text, of, nil
}
