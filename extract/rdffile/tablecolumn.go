package rdffile

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// A column is a column of a table, or a virtual one of its metadata.
type column struct {
	name, title string
	inherited
	virtual, suppressed bool
	property            rdf.IRI
	aboutURL            uriTemplate
	propertyURL         uriTemplate // empty if property does not depend on the row
	valueURL            uriTemplate
	isRole              bool
	fallback            string // the value of an empty cell
	lang                string
	datatype            datatype // its name is empty until decide

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
	return look{datatype{name: "date", format: layout, layout: layout}, isTime(layout), r}
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

// values yields the values of a cell.
func (c *column) values(cell string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if cell == "" || slices.Contains(c.null, cell) {
			return
		}
		if c.separator == "" {
			yield(cell)
			return
		}
		for value := range strings.SplitSeq(cell, c.separator) {
			value = strings.TrimSpace(value)
			if value != "" && !slices.Contains(c.null, value) && !yield(value) {
				return
			}
		}
	}
}

// look sees the cell of a row.
func (c *column) look(cell string, line int) {
	for value := range c.values(strings.TrimSpace(cell)) {
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
		if c.distinct != nil {
			if c.distinct[strings.Clone(value)]++; len(c.distinct) > mostDistinct && c.like[double] == c.count {
				c.distinct = nil
			}
		}
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
		t.out.stats.warn(fmt.Sprintf("column %q is read as numbers with %q between thousands, and %q before decimals; metadata "+
			"with the datatype string keep it as text", c.title, group, cmp.Or(c.datatype.decimalChar, ".")))
	}
}

// decide says what the column is, by its values. keys are the names of the rows.
func (c *column) decide(t *tableReader, i int, keys map[string]int) {
	if c.virtual || c.suppressed || c.datatype.name != "" || c.isRole || c.valueURL != "" || c.count == 0 {
		return
	}
	isKey := slices.Contains(t.rows.keys, i)
	at := slices.Index(c.like[:], c.count)
	if at >= 0 && c.isAmbiguous(at, t.comma) {
		t.out.stats.warn(fmt.Sprintf("column %q is text because its values can be read in two ways, as those with "+
			"decimal points or commas, or with the day or the month first: write them as 1234.5 or 2021-12-31", c.title))
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
			t.out.stats.warn(fmt.Sprintf("column %q is text because of line %d: %d of its %d values are of type %s; metadata can name what stands for no value",
				c.title, c.unlike[nearest], c.like[nearest], c.count, looks[nearest].name))
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
	name   string // in XML Schema, or an IRI
	format string
	// Of numbers.
	decimalChar, groupChar string
	layout                 string // of times, for package time
}

// iri returns the datatype of literals.
func (d datatype) iri() (rdf.IRI, error) {
	if strings.Contains(d.name, ":") {
		return resolved(d.name, tableNS)
	}
	return rdf.NewIRI(dl.XSD + d.name)
}

// literal returns the lexical form and the datatype of a value; an error if it is not of the type.
func (c *column) literal(value string, comma rune) (text string, of rdf.IRI, err error) {
	if of, err = c.datatype.iri(); err != nil {
		return "", of, err
	}
	if text, err = c.datatype.lexical(value, comma); err != nil {
		return "", of, err
	}
	if kind, known := dl.KindOf(of.String()); known && kind != dl.String {
		if _, err := dl.ParseLiteral(text, of.String()); err != nil {
			return "", of, fmt.Errorf("%q is not of type %s: mend it, or list it under null in the metadata", value, c.datatype.name)
		}
	}
	return text, of, nil
}

// lexical returns a value as XML Schema writes it.
func (d datatype) lexical(value string, comma rune) (string, error) {
	switch {
	case d.layout != "":
		return d.time(value)
	case d.name == "boolean":
		return d.boolean(value)
	case d.name == "dateTime":
		return strings.Replace(value, " ", "T", 1) + seconds(value), nil
	case slices.Contains(numeric, d.name):
		if d.groupChar != "" {
			value = strings.ReplaceAll(value, d.groupChar, "")
		}
		if d.decimalChar != "" && d.decimalChar != "." {
			value = strings.Replace(value, d.decimalChar, ".", 1)
		} else if comma == ';' { // a table of people who write 1,5
			value = strings.Replace(value, ",", ".", 1)
		}
	}
	return value, nil
}

var numeric = strings.Fields("integer decimal double float int long short byte nonNegativeInteger positiveInteger")

// seconds returns those that the time lacks.
func seconds(value string) string {
	if strings.Count(value, ":") == 1 && len(value) == len("2000-01-01T00:00") {
		return ":00"
	}
	return ""
}

// time reads a time of the format.
func (d datatype) time(value string) (string, error) {
	at, err := time.Parse(d.layout, value)
	if err != nil {
		return "", fmt.Errorf("%q is not of the format %q", value, d.format)
	}
	layout := map[string]string{"date": time.DateOnly, "time": "15:04:05.999999999"}[d.name]
	if layout == "" {
		layout = "2006-01-02T15:04:05.999999999"
	}
	if strings.Contains(d.layout, "Z07") {
		layout += "Z07:00"
	}
	return at.Format(layout), nil
}

// boolean reads a boolean: true and false, 1 and 0, yes and no, or as the format says, such as Y|N.
func (d datatype) boolean(value string) (string, error) {
	if yes, no, ok := strings.Cut(d.format, "|"); ok {
		switch value {
		case yes:
			return "true", nil
		case no:
			return "false", nil
		}
		return "", fmt.Errorf("%q is neither %q nor %q", value, yes, no)
	}
	if text := booleans[strings.ToLower(value)]; text != "" {
		return text, nil
	}
	return "", fmt.Errorf("%q is no boolean: want true or false", value)
}

var booleans = map[string]string{"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}

var errDatatype = errors.New("unknown datatype")

// knownTypes are the datatypes of CSV on the Web that have another name in XML Schema, or are texts.
var knownTypes = func() map[string]string {
	m := map[string]string{
		"number": "double", "datetime": "dateTime", "any": "string", "xml": "string", "html": "string", "json": "string", "binary": "base64Binary",
		"string": "string", "normalizedString": "string", "token": "string", "language": "string", "Name": "string", "NMTOKEN": "string",
	}
	for _, same := range slices.Concat(numeric, strings.Fields(`boolean date dateTime dateTimeStamp time gYear gYearMonth gMonth gDay gMonthDay
		anyURI base64Binary hexBinary duration dayTimeDuration yearMonthDuration QName nonPositiveInteger negativeInteger
		unsignedLong unsignedInt unsignedShort unsignedByte anyAtomicType`)) {
		m[same] = same
	}
	return m
}()

// typeNamed returns the datatype of XML Schema for a name of CSV on the Web.
func typeNamed(name string) (string, error) {
	if found := knownTypes[name]; found != "" {
		return found, nil
	}
	return "", fmt.Errorf("%w %q: want one of %s", errDatatype, name, strings.Join(slices.Sorted(maps.Keys(knownTypes)), ", "))
}
