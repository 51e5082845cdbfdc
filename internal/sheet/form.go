package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Header says whether the first line of a table has the names of the columns; empty: its content tells.
type Header string

// Yes and No say it.
const (
	Yes Header = "yes"
	No  Header = "no"
)

// A Form says how tables are read. The zero value leaves all to their content.
type Form struct {
	Separator rune              // between the cells of a text
	Header    Header            //
	Sheet     string            // name or number, from 1, of the sheet of a workbook; empty: the first
	Types     map[string]string // of columns by their names in lower case: one of Types
	Missing   []string          // texts that stand for no value; nil: as it looks, see Missing
}

// Text and Name are the types of columns of texts: of literals, and of names of individuals.
const (
	Text = "text"
	Name = "name"
)

// Types are those that a column can be said to have.
var Types = []string{Text, Name, "boolean", "integer", "decimal", "double", "date", "dateTime"}

// separators have the separators with names, for shells.
var separators = map[string]rune{"comma": ',', "semicolon": ';', "tab": '\t', "bar": '|'}

// ParseForm reads options of the forms separator=;, header=no, sheet=NAME, type=COLUMN:TYPE and missing=TEXT.
func ParseForm(options []string) (f Form, err error) {
	for _, option := range options {
		name, value, ok := strings.Cut(option, "=")
		if !ok || value == "" {
			return f, fmt.Errorf("%q: want separator=CHARACTER, header=yes|no, sheet=NAME, type=COLUMN:TYPE "+
				"or missing=TEXT", option)
		}
		switch name {
		case "separator":
			r, size := utf8.DecodeRuneInString(value)
			if named, ok := separators[value]; ok {
				r, size = named, len(value)
			}
			if size != len(value) || strings.ContainsRune("\"\r\n\ufffd", r) {
				return f, fmt.Errorf("%q: the separator is one character, or comma, semicolon, tab or bar", option)
			}
			f.Separator = r
		case "header":
			if f.Header = Header(value); f.Header != Yes && f.Header != No {
				return f, fmt.Errorf("%q: header is yes or no", option)
			}
		case "sheet":
			f.Sheet = value
		case "type":
			at := strings.LastIndex(value, ":")
			if at < 1 || !slices.Contains(Types, value[at+1:]) {
				return f, fmt.Errorf("%q: want type=COLUMN:TYPE, with one of the types %s", option, strings.Join(Types, ", "))
			}
			if f.Types == nil {
				f.Types = map[string]string{}
			}
			f.Types[ColumnKey(value[:at])] = value[at+1:]
		case "missing":
			if f.Missing == nil {
				f.Missing = []string{}
			}
			if value != string(No) {
				f.Missing = append(f.Missing, value)
			}
		default:
			return f, fmt.Errorf("%q: there is no option %q: want separator, header, sheet, type or missing", option, name)
		}
	}
	return f, nil
}

// ColumnKey returns what columns of one name share, whatever its case.
func ColumnKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }
