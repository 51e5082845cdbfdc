package sheet

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A Look is what the values of a column may look like.
type Look struct {
	Type  Type
	match func(string) bool
	// reading is how the look reads separators. A value that has another look with the opposite reading
	// is ambiguous.
	reading reading
}

// A Type is that of the values of a column.
type Type struct {
	Name string // in XML Schema
	// Of numbers: what is before decimals, and between thousands. Empty: a point, and nothing.
	Decimal, Group string
	layout         string // of dates and times that are not as in XML Schema, for package time
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

// Looks are the most special first: numbers and times as XML Schema writes them, and then as people do, with
// separators of thousands, decimal commas, or the year at the end.
var Looks = [...]Look{
	{Type{Name: "boolean"}, regexp.MustCompile(`(?i)^(true|false|yes|no)$`).MatchString, plain},
	{Type{Name: "integer"}, number(``, ``, ``), plain}, // 007 is a text
	{Type{Name: "decimal"}, number(``, `\.`, ``), points},
	{Type{Name: "double"}, number(``, `\.`, `[eE]`), points},
	{Type{Name: "date"}, isTime(time.DateOnly), plain},
	{Type{Name: "dateTime"}, isTime("2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"), plain},
	{Type{Name: "integer", Group: ","}, number(`,`, ``, ``), points},
	{Type{Name: "decimal", Group: ","}, number(`,`, `\.`, ``), points},
	{Type{Name: "integer", Group: ".", Decimal: ","}, number(`\.`, ``, ``), commas},
	{Type{Name: "decimal", Group: ".", Decimal: ","}, number(`\.`, `,`, ``), commas},
	{Type{Name: "double", Group: ".", Decimal: ","}, number(`\.`, `,`, `[eE]`), commas},
	timeLook("date", "2/1/2006", dayFirst), timeLook("date", "1/2/2006", monthFirst),
	timeLook("date", "2.1.2006", plain), // nobody writes the month first with points
	timeLook("date", "2-1-2006", dayFirst), timeLook("date", "1-2-2006", monthFirst),
	timeLook("date", "2006/1/2", plain), timeLook("date", "Jan 2 2006", plain), timeLook("date", "Jan 2, 2006", plain),
	timeLook("date", "January 2, 2006", plain), timeLook("date", "2 Jan 2006", plain),
	timeLook("date", "2 January 2006", plain), timeLook("date", "2-Jan-2006", plain),
	timeLook("dateTime", "2006/1/2 15:04", plain), timeLook("dateTime", "2006/1/2 15:04:05", plain),
	timeLook("dateTime", "2.1.2006 15:04", plain), timeLook("dateTime", "2.1.2006 15:04:05", plain),
	timeLook("dateTime", "2/1/2006 15:04", dayFirst), timeLook("dateTime", "1/2/2006 15:04", monthFirst),
	timeLook("dateTime", "2/1/2006 15:04:05", dayFirst), timeLook("dateTime", "1/2/2006 15:04:05", monthFirst),
}

// AnyNumber is the index in Looks of the numbers of XML Schema.
const AnyNumber = 3

func timeLook(name, layout string, r reading) Look {
	named := layout[0] == 'J' // the month comes first, by its name
	matches := func(value string) bool {
		if len(value) < len("1/1/2000") || named == (value[0] <= '9') {
			return false
		}
		_, err := time.Parse(layout, value)
		return err == nil
	}
	return Look{Type{Name: name, layout: layout}, matches, r}
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

// blanks are what people and statistics programs write where there is no value.
var blanks = []string{"NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "-", "--", "?", ".", `\N`}

// A Column is what the values of a column look like.
type Column struct {
	Count  int             // values
	Like   [len(Looks)]int // how many have the look
	Unlike [len(Looks)]int // the line of the first value that has not

	blank map[string]struct{ n, line int } // what may stand for no value: how often, and the first line
}

// Add adds the value of a cell, unless it is empty. What may stand for no value waits for [Column.Settle].
func (c *Column) Add(cell string, line int) {
	value := strings.TrimSpace(cell)
	if slices.Contains(blanks, value) {
		if c.blank == nil {
			c.blank = map[string]struct{ n, line int }{}
		}
		x := c.blank[value]
		x.n++
		x.line = cmp.Or(x.line, line)
		c.blank[value] = x
	} else if value != "" {
		c.add(value, 1, line)
	}
}

func (c *Column) add(value string, n, line int) {
	c.Count += n
	for i := range Looks {
		if Looks[i].match(value) {
			c.Like[i] += n
		} else if c.Unlike[i] == 0 || line < c.Unlike[i] {
			c.Unlike[i] = line
		}
	}
}

// Missing returns the texts that stand for no value: all other values of a column that has them are numbers, dates or
// booleans. So the texts of another column may say the same.
func Missing(columns iter.Seq[*Column]) (texts []string) {
	for c := range columns {
		if c.Look() < 0 {
			continue
		}
		for text := range c.blank {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// Settle makes values of what may stand for no value, but for the missing ones. It returns how many of these there are.
func (c *Column) Settle(missing []string) (n int) {
	for text, x := range c.blank {
		if slices.Contains(missing, text) {
			n += x.n
		} else {
			c.add(text, x.n, x.line)
		}
	}
	c.blank = nil
	return n
}

// Look returns the index of the first look that all values have; -1 if there is none, or no value.
func (c *Column) Look() int {
	if c.Count == 0 {
		return -1
	}
	return slices.Index(c.Like[:], c.Count)
}

// IsAmbiguous reports whether all values have also a look with the opposite reading: 2.000 is two or two
// thousand, 1/2/2021 is in January or in February. Where no semicolons separate the cells, a number with a
// point and nothing else is as XML Schema writes it.
func (c *Column) IsAmbiguous(at int, separator rune) bool {
	if Looks[at].Type.Group == "" && Looks[at].Type.layout == "" && separator != ';' {
		return false
	}
	for i, other := range Looks {
		if c.Like[i] == c.Count && opposite[Looks[at].reading] == other.reading && other.reading != plain {
			return true
		}
	}
	return false
}

// Lexical returns a value as XML Schema writes it.
func (t Type) Lexical(value string, separator rune) (string, error) {
	switch t.Name {
	case "date":
		if t.layout == "" {
			return value, nil
		}
		at, err := time.Parse(t.layout, value)
		return at.Format(time.DateOnly), err
	case "boolean":
		return booleans[strings.ToLower(value)], nil
	case "dateTime":
		if t.layout != "" {
			at, err := time.Parse(t.layout, value)
			return at.Format("2006-01-02T15:04:05"), err
		}
		return strings.Replace(value, " ", "T", 1) + seconds(value), nil
	case "integer", "decimal", "double":
		if t.Group != "" {
			value = strings.ReplaceAll(value, t.Group, "")
		}
		if t.Decimal != "" || separator == ';' { // a table of people who write 1,5
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

var booleans = map[string]string{
	"true":  "true",
	"yes":   "true",
	"false": "false",
	"no":    "false",
	"1":     "true",
	"0":     "false",
}
