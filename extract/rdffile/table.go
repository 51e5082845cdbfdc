package rdffile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	pluralize "github.com/gertd/go-pluralize"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
)

// A table becomes statements about its rows. A row is an individual of the class that the file names. A column is
// a property: a feature with numbers, dates, booleans or texts, or a role to individuals that its texts name.
// The text is read twice: first for what the values of each column look like (tablecolumn.go), and then for the
// statements.

// tableNS is the namespace of what tables name. It does not depend on the place of a file, so that a concept from
// one table can be asked about another.
const tableNS = "urn:table:"

var rdfsLabel = mustIRI("http://www.w3.org/2000/01/rdf-schema#label")

// A tableReader reads one table.
type tableReader struct {
	out     *sink
	table   *sheet.Table
	types   map[string]string // of columns that the options say
	missing []string          // texts that stand for no value; nil before they are found
	columns []*column
	rows    rowNames
	class   rdf.IRI
	noun    string // the label of the class
	named   map[string]bool
}

// rowNames say what a row is called.
type rowNames struct {
	keys   []int  // the columns of the key
	titles []int  // the columns of the label
	space  string // the beginning of the IRIs of rows with numbers
	seen   map[string]bool
	again  int
}

// IsTable reports whether the name of the file is that of a table.
func IsTable(path string) bool {
	format, err := FormatOf(path)
	return err == nil && (format == CSV || format == TSV || format == XLSX)
}

// readTable reads a table of values between separators or, in TSV, tabs, or a sheet of a workbook.
func readTable(r io.Reader, base string, format Format, out *sink, lim limits) error {
	form, err := sheet.ParseForm(out.Tables)
	if err != nil {
		return fmt.Errorf("how tables are read: %w", err)
	}
	content, err := readDocument(r, lim)
	if err != nil {
		return err
	}
	switch {
	case format == XLSX && !sheet.IsWorkbook(content):
		return errorAt(1, "this is no workbook of Excel: its name says so")
	case format != XLSX:
		if form.Sheet = ""; format == TSV && form.Separator == 0 {
			form.Separator = '\t'
		}
		if content, err = UTF8(content); err != nil {
			return err
		}
		if err := validUTF8(content); err != nil {
			return err
		}
	}
	t := &tableReader{out: out, types: form.Types, missing: form.Missing, named: map[string]bool{}}
	if t.table, err = sheet.Open(content, form); err != nil {
		return faultAt(err)
	}
	t.rows.seen = map[string]bool{}
	t.nameClass(base)
	if err := t.look(); err != nil {
		return err
	}
	return t.state()
}

// faultAt returns the error of a table with its line.
func faultAt(err error) error {
	if at, ok := errors.AsType[*sheet.FaultError](err); ok {
		return errorAt(at.Line, "%w", at.Err)
	}
	return errorAt(1, "%w", err)
}

// nameClass finds the class of the rows: the name of the file, in the singular.
func (t *tableReader) nameClass(base string) {
	name, _ := Unpacked(path.Base(base))
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	name = strings.TrimSuffix(name, path.Ext(name))
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || unicode.IsSpace(r) })
	if len(words) == 0 {
		words = []string{"row"}
	}
	last := &words[len(words)-1]
	*last = cmp.Or(pluralize.NewClient().Singular(*last), *last) // nothing is left of "s"
	t.noun = strings.Join(words, " ")
	class, rows := "", strings.Join(words, "_")
	for _, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		class += string(unicode.ToUpper(first)) + word[size:]
	}
	t.class, t.rows.space = mustIRI(tableNS+escapeName(class)), tableNS+escapeName(rows)+":"
	t.out.stats.prefix("", tableNS)
	if !slices.Contains(knownPrefixes, rows) {
		t.out.stats.prefix(rows, t.rows.space)
	}
}

// knownPrefixes have well-known namespaces.
var knownPrefixes = strings.Fields("rdf rdfs owl xsd skos schema foaf dc dcterms dc11 dcat org prov qb vcard void geo")

// ColumnIRI returns the property of a column with that name.
func ColumnIRI(name string) string { return tableNS + escapeName(strings.TrimSpace(name)) }

// nameOf returns the IRI of what a text names.
func nameOf(text string) rdf.IRI {
	return mustIRI(tableNS + escapeName(strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "_", "__")))
}

// escapeName writes a text as the end of an IRI. Letters and digits of all scripts and the unreserved characters of
// RFC 3986 stay. A space becomes _, unless it is beside one, so that different texts stay different.
func escapeName(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-._~", r):
			b.WriteRune(r)
		case r == ' ' && !strings.HasSuffix(text[:i], "_") && !strings.HasPrefix(text[i+1:], "_"):
			b.WriteByte('_')
		default:
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
	}
	return b.String()
}

// each calls fn with the cells of each row, and its number from 1. The slice is used again.
func (t *tableReader) each(fn func(row, line int, cells []string) error) error {
	row := 0
	var failed error
	err := t.table.Each(func(line int, cells []string) error {
		if row++; row%contextEvery == 1 && t.out.ctx.Err() != nil {
			failed = t.out.ctx.Err()
		} else {
			failed = fn(row, line, cells)
		}
		return failed
	})
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return faultAt(err)
	}
	return t.out.ctx.Err()
}

// look finds the columns and what their values look like.
func (t *tableReader) look() error {
	if err := t.readHeader(); err != nil {
		return err
	}
	rows := 0
	blank := 0 // cells whose text stands for no value
	err := t.each(func(_, line int, cells []string) error {
		rows++
		for i, c := range t.columns {
			if t.isValue(i, cells[i]) {
				c.look(cells[i], line)
			} else if strings.TrimSpace(cells[i]) != "" {
				blank++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	blank += t.settle()
	var keys map[string]int
	if len(t.rows.keys) == 1 {
		keys = t.columns[t.rows.keys[0]].distinct
	}
	for i, c := range t.columns {
		c.decide(t, i, keys)
	}
	text := t.described(rows)
	if blank > 0 {
		text += fmt.Sprintf("; %s in %s: no value", strings.Join(t.missing, " or "), say.Plural(blank, "cell"))
	}
	t.out.stats.note(text)
	return nil
}

// isValue reports whether the cell of a column is a value. The keys of rows are what they are.
func (t *tableReader) isValue(i int, cell string) bool {
	text := strings.TrimSpace(cell)
	return text != "" && (!slices.Contains(t.missing, text) || slices.Contains(t.rows.keys, i))
}

// settle finds which texts stand for no value, unless the options say them. It returns in how many more cells they are.
func (t *tableReader) settle() (n int) {
	if t.missing == nil {
		t.missing = sheet.Missing(func(yield func(*sheet.Column) bool) {
			for i, c := range t.columns {
				if isKey := slices.Contains(t.rows.keys, i); !isKey && !yield(&c.Column) {
					return
				}
			}
		})
	}
	for i, c := range t.columns {
		if slices.Contains(t.rows.keys, i) {
			c.Settle(nil)
			continue
		}
		n += c.Settle(t.missing)
		for _, text := range t.missing {
			delete(c.distinct, text)
		}
	}
	return n
}

// described says how the table is read.
func (t *tableReader) described(rows int) string {
	text := t.table.Described() + "; " + say.Plural(rows, "row")
	var columns []string
	for _, c := range t.columns {
		switch {
		case c.suppressed:
		case c.isRole:
			columns = append(columns, c.name+" names")
		case c.Count > 0:
			columns = append(columns, c.name+" "+strings.Replace(c.datatype.Name, "string", sheet.Text, 1))
		}
	}
	shown := columns[:min(len(columns), mostDescribed)]
	if text += "; columns: " + strings.Join(shown, ", "); len(shown) < len(columns) {
		text += fmt.Sprintf(" and %d more", len(columns)-len(shown))
	}
	return text
}

// mostDescribed is how many columns are described.
const mostDescribed = 20

// readHeader makes the columns of their names.
func (t *tableReader) readHeader() error {
	const line = 1
	seen := map[rdf.IRI]string{}
	for _, name := range t.table.Names {
		name = strings.TrimSpace(name)
		c := &column{name: name, property: mustIRI(ColumnIRI(name)), given: t.types[sheet.ColumnKey(name)]}
		t.columns = append(t.columns, c)
		if name == "" {
			c.suppressed = true
			t.out.stats.warn("column without a name is left out")
			continue
		}
		other, taken := seen[c.property]
		switch {
		case taken && other == name:
			return errorAt(line, "two columns have the name %q: rename one", name)
		case taken:
			return errorAt(line, "the columns %q and %q would be one property, <%s>: rename one", other, name, c.property)
		}
		seen[c.property] = name
	}
	return t.findKeys(line)
}

// findKeys finds the column of the key, and that of the label.
func (t *tableReader) findKeys(line int) error {
	for _, key := range t.out.Keys {
		if i := t.column(key); i >= 0 {
			t.rows.keys, t.rows.titles = []int{i}, []int{i}
			return nil
		}
	}
	if len(t.out.Keys) > 0 {
		var names []string
		for _, c := range t.columns {
			names = append(names, c.name)
		}
		return errorAt(line, "no column %q: the columns are %s", t.out.Keys[0], strings.Join(names, ", "))
	}
	for _, name := range []string{"name", "title", "label"} {
		if i := t.column(name); i >= 0 {
			t.rows.titles = []int{i}
			break
		}
	}
	return nil
}

// column returns the number of a column by its name, whatever its case; -1 if there is none.
func (t *tableReader) column(name string) int {
	for i, c := range t.columns {
		if strings.EqualFold(c.name, strings.TrimSpace(name)) {
			return i
		}
	}
	return -1
}

// state emits the statements.
func (t *tableReader) state() error {
	if err := t.label(t.class, t.noun); err != nil {
		return err
	}
	for _, c := range t.columns {
		if c.suppressed {
			continue
		}
		if err := t.label(c.property, c.name); err != nil {
			return err
		}
	}
	err := t.each(t.stateRow)
	t.out.stats.warnTimes("rows repeat the key of an earlier one, and so are the same individual", t.rows.again)
	return err
}

func (t *tableReader) stateRow(row, line int, cells []string) error {
	subject, err := t.subject(row, line, cells)
	if err != nil {
		return err
	}
	title := joined(t.rows.titles, cells)
	if title == "" || len(t.rows.keys) == 0 && slices.Contains(t.missing, title) {
		title = t.noun + " " + strconv.Itoa(row)
	}
	if err := t.label(subject, title); err != nil {
		return err
	}
	if err := t.out.emit(rdf.Triple{Subj: subject, Pred: rdfType, Obj: t.class}); err != nil {
		return err
	}
	for i, c := range t.columns {
		value := strings.TrimSpace(cells[i])
		if c.suppressed || !t.isValue(i, value) {
			continue
		}
		object, err := t.object(c, value, line)
		if err != nil {
			return err
		}
		if err := t.out.emit(rdf.Triple{Subj: subject, Pred: c.property, Obj: object}); err != nil {
			return err
		}
	}
	return nil
}

// object returns what a value of the column stands for.
func (t *tableReader) object(c *column, value string, line int) (rdf.Object, error) {
	if c.isRole {
		named := nameOf(value)
		return named, t.label(named, value)
	}
	text, datatype, err := c.literal(value, t.table.Separator)
	if err != nil {
		return nil, errorAt(line, "column %q: %w", c.name, err)
	}
	return rdf.NewTypedLiteral(text, datatype), nil
}

// subject returns the individual of a row.
func (t *tableReader) subject(row, line int, cells []string) (subject rdf.IRI, err error) {
	key := joined(t.rows.keys, cells)
	switch {
	case len(t.rows.keys) == 0:
		return mustIRI(t.rows.space + strconv.Itoa(row)), nil
	case key == "":
		return subject, errorAt(line, "the key column %q is empty: fill it in, or name rows by another column",
			t.columns[t.rows.keys[0]].name)
	}
	subject = nameOf(key)
	if t.rows.seen[subject.String()] {
		t.rows.again++
	}
	t.rows.seen[subject.String()] = true
	return subject, nil
}

// label emits the label of a name once.
func (t *tableReader) label(of rdf.IRI, text string) error {
	key := of.String() + "\n" + text
	if t.named[key] {
		return nil
	}
	t.named[key] = true
	return t.out.emit(rdf.Triple{Subj: of, Pred: rdfsLabel, Obj: rdf.NewTypedLiteral(text, xsdString)})
}

// joined returns the values of the columns in one text.
func joined(columns []int, cells []string) string {
	var texts []string
	for _, i := range columns {
		if text := strings.TrimSpace(cells[i]); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}
