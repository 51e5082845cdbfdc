package members

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/names"
)

// Agrees reports whether the text of a cell says the value: the individual, by its IRI, its label or the end of its
// IRI; the number, as precisely as the text has it; the date, or the year or month of it; or else the same text in
// upper or lower case.
func Agrees(v TableValue, text string) bool {
	text = strings.Join(strings.Fields(text), " ")
	if v.Datatype == "" {
		return names.IsWhole(text, v.Value, v.Label, names.LocalName(v.Value))
	}
	kind, _ := dl.KindOf(v.Datatype)
	if q, err := dl.ParseLiteral(v.Value, v.Datatype); err == nil && q.Kind() == dl.InUnit {
		return sameNumber(text, q.Number())
	}
	switch kind.Family() {
	case dl.Integer.Family():
		return sameNumber(text, v.Value)
	case dl.DateTime.Family():
		return slices.ContainsFunc(DateForms(text), func(form string) bool {
			rest, begins := strings.CutPrefix(v.Value, form)
			return begins && (rest == "" || strings.ContainsRune("-TZ+", rune(rest[0])))
		})
	}
	own := strings.Join(strings.Fields(v.Value), " ")
	if kind == dl.Boolean {
		own = BooleanText(own)
	}
	return strings.EqualFold(own, text)
}

// BooleanText returns true or false for the spellings of a boolean; Virtuoso writes 1 and 0.
func BooleanText(lexical string) string {
	if b, err := dl.NewValue(dl.Boolean, lexical); err == nil {
		return b.Lexical()
	}
	return lexical
}

var (
	// number matches a number, perhaps with commas between groups of three digits, and a unit after it.
	number = regexp.MustCompile(`^([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*[^\d\s.,]{0,12}$`)
	// yearOrMonth matches a part of a date as XML Schema writes it.
	yearOrMonth = regexp.MustCompile(`^-?\d{4,}(-\d\d(-\d\d(T[\d:.]*(Z|[+-]\d\d:\d\d)?)?)?)?$`)
)

// sameNumber reports whether the text is the number, rounded to the digits that the text has.
func sameNumber(text, lexical string) bool {
	written := PlainNumber(text)
	x, err := strconv.ParseFloat(written, 64)
	y, err2 := strconv.ParseFloat(lexical, 64)
	if err != nil || err2 != nil {
		return false
	}
	half := 0.0 // of the last digit; a whole number is not rounded
	if _, digits, ok := strings.Cut(written, "."); ok && !strings.ContainsAny(digits, "eE") {
		half = math.Pow(10, -float64(len(digits))) / 2
	}
	return math.Abs(x-y) <= half*(1+1e-9)
}

// PlainNumber returns the number of a text without its unit and commas; empty if it has none.
func PlainNumber(text string) string {
	m := number.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return strings.ReplaceAll(m[1], ",", "")
}

// dateLayouts are forms in which people write dates. Where day and month may be mistaken for each other, a text has two
// readings.
var dateLayouts = []string{
	"2.1.2006", "2/1/2006", "1/2/2006", "2006/1/2", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006",
}

// DateForms returns the text of a date, or of its year or month, in the forms of XML Schema that it may mean.
func DateForms(text string) (forms []string) {
	if yearOrMonth.MatchString(text) {
		return []string{text}
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			forms = append(forms, t.Format(time.DateOnly))
		}
	}
	return forms
}

// IsYear reports whether the text is a year.
func IsYear(text string) bool {
	return yearOrMonth.MatchString(text) && !strings.Contains(strings.TrimPrefix(text, "-"), "-")
}
