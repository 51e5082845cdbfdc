package rdffile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// A column is a column of a table.
type column struct {
	name       string
	property   rdf.IRI
	suppressed bool // it has no statements
	isRole     bool
	datatype   datatype // its name is empty until decide

	// What the values look like.
	count    int
	like     [len(looks)]int // how many have the look
	unlike   [len(looks)]int // the line of the first value that has not
	distinct map[string]int  // how often there is each value; nil if there are too many numbers
}

// A look is what values may look like.
type look struct {
	datatype
	match func(string) bool
	// reading is how the look reads separators. A value that has another look with the opposite reading
	// is ambiguous.
	reading reading
}

// A reading is a convention for numbers or dates.
type reading int

const (
	plain reading = iota
	points
	commas
	dayFirst
	monthFirst
)

var opposite = map[reading]reading{points: commas, commas: points, dayFirst: monthFirst, monthFirst: dayFirst}

// looks are the most special first: numbers and times as XML Schema writes them, and then as people do, with
// separators of thousands, decimal commas, or the year at the end.
var looks = [...]look{
	{datatype{name: "boolean"}, regexp.MustCompile(`(?i)^(true|false|yes|no)$`).MatchString, plain},
	{datatype{name: "integer"}, number(``, ``, ``), plain}, // 007 is a text
	{datatype{name: "decimal"}, number(``, `\.`, ``), points},
	{datatype{name: "double"}, number(``, `\.`, `[eE]`), points},
	{datatype{name: "date"}, isTime(time.DateOnly), plain},
	{datatype{name: "dateTime"}, isTime("2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"), plain},
	{datatype{name: "integer", groupChar: ","}, number(`,`, ``, ``), points},
	{datatype{name: "decimal", groupChar: ","}, number(`,`, `\.`, ``), points},
	{datatype{name: "integer", groupChar: ".", decimalChar: ","}, number(`\.`, ``, ``), commas},
	{datatype{name: "decimal", groupChar: ".", decimalChar: ","}, number(`\.`, `,`, ``), commas},
	{datatype{name: "double", groupChar: ".", decimalChar: ","}, number(`\.`, `,`, `[eE]`), commas},
	dateLook("2/1/2006", dayFirst), dateLook("1/2/2006", monthFirst),
	dateLook("2.1.2006", plain), // nobody writes the month first with points
	dateLook("2-1-2006", dayFirst), dateLook("1-2-2006", monthFirst),
}

func dateLook(layout string, r reading) look {
	return look{datatype{name: "date", layout: layout}, isTime(layout), r}
}

// number matches numbers with these separators of thousands, decimals and exponents; empty for none.
func number(group, point, exponent string) func(string) bool {
	pattern := `(0|[1-9]\d*)`
	if group != "" {
		pattern = `(0|[1-9]\d*|[1-9]\d{0,2}(` + group + `\d{3})+)`
	}
	if point != "" {
		pattern = `(` + pattern + `(` + point + `\d*)?|` + point + `\d+)`
	}
	if exponent != "" {
		pattern += `(` + exponent + `[+-]?\d+)?`
	}
	return regexp.MustCompile(`^[+-]?` + pattern + `$`).MatchString
}

// isTime reports whether a text is a time in one of the layouts. A space may stand for T.
func isTime(layouts ...string) func(string) bool {
	return func(value string) bool {
		if len(value) < len("1/1/2000") || value[0] < '0' || value[0] > '9' {
			return false
		}
		return slices.ContainsFunc(layouts, func(layout string) bool {
			_, err := time.Parse(layout, strings.Replace(value, " ", "T", 1))
			return err == nil
		})
	}
}

const (
	double       = 3    // of looks
	mostDistinct = 1000 // numbers that are kept, to see whether they name rows
	longestName  = 100  // bytes of a text that names something
)

// look sees the cell of a row.
func (c *column) look(cell string, line int) {
	value := strings.TrimSpace(cell)
	if value == "" {
		return
	}
	if c.count == 0 {
		c.distinct = map[string]int{}
	}
	c.count++
	for i := range looks {
		if looks[i].match(value) {
			c.like[i]++
		} else if c.unlike[i] == 0 {
			c.unlike[i] = line
		}
	}
	if c.distinct == nil {
		return
	}
	c.distinct[strings.Clone(value)]++
	if len(c.distinct) > mostDistinct && c.like[double] == c.count {
		c.distinct = nil
	}
}

// isAmbiguous reports whether all values have also a look with the opposite reading: 2.000 is two or two
// thousand, 1/2/2021 is in January or in February. Where no semicolons separate the cells, a number with a
// point and nothing else is as XML Schema writes it.
func (c *column) isAmbiguous(at int, comma rune) bool {
	if looks[at].groupChar == "" && looks[at].name != "date" && comma != ';' {
		return false
	}
	for i, other := range looks {
		if c.like[i] == c.count && opposite[looks[at].reading] == other.reading && other.reading != plain {
			return true
		}
	}
	return false
}

// noteSeparators says how numbers with separators of thousands are read. They may be lists.
func (c *column) noteSeparators(t *tableReader) {
	if group := c.datatype.groupChar; group != "" && (t.comma != ';' || group == ",") {
		t.out.stats.warn(fmt.Sprintf("column %q is read as numbers with %q between thousands, and %q before decimals", c.name, group, cmp.Or(c.datatype.decimalChar, ".")))
	}
}

// decide says what the column is, by its values. keys are the names of the rows.
func (c *column) decide(t *tableReader, i int, keys map[string]int) {
	if c.suppressed || c.count == 0 {
		return
	}
	isKey := slices.Contains(t.rows.keys, i)
	at := slices.Index(c.like[:], c.count)
	if at >= 0 && c.isAmbiguous(at, t.comma) {
		t.out.stats.warn(fmt.Sprintf("column %q is text because its values can be read in two ways, as those with "+
			"decimal points or commas, or with the day or the month first: write them as 1234.5 or 2021-12-31", c.name))
		c.datatype.name = "string"
		return
	}
	switch {
	case isKey && at >= 0: // numbers of rows say nothing about them
		c.suppressed = true
	case at >= 0 && !(namesRows(c, keys) && t.isReference(c.name)):
		c.datatype = looks[at].datatype
		c.noteSeparators(t)
	case !isKey && c.isNames(keys) && !slices.Contains(t.rows.titles, i):
		c.isRole = true
	default:
		c.datatype.name = "string"
		if nearest := slices.Index(c.like[:], slices.Max(c.like[:])); 10*c.like[nearest] >= 9*c.count {
			t.out.stats.warn(fmt.Sprintf("column %q is text because of line %d: %d of its %d values are of type %s; leave a cell empty that has no value",
				c.name, c.unlike[nearest], c.like[nearest], c.count, looks[nearest].name))
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
	return 2*shared >= c.count
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

// A datatype is that of the literals of a column.
type datatype struct {
	name string // in XML Schema
	// Of numbers.
	decimalChar, groupChar string
	layout                 string // of dates, for package time
}

// literal returns the lexical form and the datatype of a value; an error if it is not of the type.
func (c *column) literal(value string, comma rune) (text string, of rdf.IRI, err error) {
	of = mustIRI(dl.XSD + c.datatype.name)
	text, err = c.datatype.lexical(value, comma)
	if err != nil {
		return "", of, err
	}
	if kind, known := dl.KindOf(of.String()); known && kind != dl.String {
		if _, err := dl.ParseLiteral(text, of.String()); err != nil {
			return "", of, fmt.Errorf("%q is not of type %s", value, c.datatype.name)
		}
	}
	return text, of, nil
}

// lexical returns a value as XML Schema writes it.
func (d datatype) lexical(value string, comma rune) (string, error) {
	switch d.name {
	case "date":
		if d.layout == "" {
			return value, nil
		}
		at, err := time.Parse(d.layout, value)
		return at.Format(time.DateOnly), err
	case "boolean":
		return booleans[strings.ToLower(value)], nil
	case "dateTime":
		return strings.Replace(value, " ", "T", 1) + seconds(value), nil
	case "integer", "decimal", "double":
		if d.groupChar != "" {
			value = strings.ReplaceAll(value, d.groupChar, "")
		}
		if d.decimalChar != "" || comma == ';' { // a table of people who write 1,5
			value = strings.Replace(value, ",", ".", 1)
		}
	}
	return value, nil
}

// seconds returns those that the time lacks.
func seconds(value string) string {
	if strings.Count(value, ":") == 1 && len(value) == len("2000-01-01T00:00") {
		return ":00"
	}
	return ""
}

var booleans = map[string]string{"true": "true", "yes": "true", "false": "false", "no": "false"}
