package rdffile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	pluralize "github.com/gertd/go-pluralize"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/iri"
	"github.com/genus-kg/genus/internal/sheet"
)

// A table becomes statements about its rows. A row is an individual of the class that the file names. A column is
// a property: a feature with numbers, dates, booleans or texts, or a role to individuals that its texts name.
// The metadata of CSV on the Web, if there are some, say more (tablemeta.go). The text is read twice: first for
// what the values of each column look like (tablecolumn.go), and then for the statements.

// tableNS is the namespace of what tables name. It does not depend on the place of a file, so that a concept from
// one table can be asked about another.
const tableNS = "urn:table:"

var rdfsLabel = mustIRI("http://www.w3.org/2000/01/rdf-schema#label")

// A tableReader reads one table.
type tableReader struct {
	out     *sink
	text    string
	comma   rune
	schema  *schema
	columns []*column
	width   int // the columns of the file; virtual ones come after them
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

// readTable reads a table of values between commas or, in TSV, tabs.
func readTable(r io.Reader, base string, format Format, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	schema, err := out.beside.schemaFor(base)
	if err != nil {
		return err
	}
	if schema.others {
		out.stats.warn(fmt.Sprintf("the metadata in %s are of other tables", out.beside.path))
	}
	t := &tableReader{out: out, text: text, schema: schema, named: map[string]bool{}}
	t.rows.seen = map[string]bool{}
	switch {
	case schema.delimiter != 0:
		t.comma = schema.delimiter
	case format == TSV:
		t.comma = '\t'
	}
	t.nameClass(base)
	if err := t.look(); err != nil {
		return err
	}
	return t.state()
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
	if _, taken := wellKnown[rows]; !taken {
		t.out.stats.prefix(rows, t.rows.space)
	}
}

// ColumnIRI returns the property of a column with that name, unless metadata say otherwise.
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
	r := sheet.NewReader(t.text, t.comma)
	r.ReuseRecord, r.Comment = true, t.schema.comment
	r.LazyQuotes = r.Comma == '\t' // which are characters like others there
	for row := t.schema.firstRow(); ; row++ {
		cells, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return t.out.ctx.Err()
		case err != nil:
			line, what := r.Fault(err)
			return errorAt(line, "%w", what)
		case row%contextEvery == 0 && t.out.ctx.Err() != nil:
			return t.out.ctx.Err()
		}
		if t.comma = r.Comma; row == 1 && t.columns == nil {
			t.width = len(cells)
		}
		if err := fn(row, r.Line(), cells); err != nil {
			return err
		}
	}
}

// look finds the columns and what their values look like.
func (t *tableReader) look() error {
	rows := 0
	err := t.each(func(row, line int, cells []string) error {
		if t.columns == nil {
			if err := t.readHeader(line, cells); err != nil {
				return err
			}
		}
		if row == 0 {
			return nil
		}
		rows++
		for i, c := range t.columns[:t.width] {
			c.look(cells[i], line)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case t.columns == nil:
		return errorAt(1, "the table is empty: want a line with the names of the columns")
	}
	var keys map[string]int
	if len(t.rows.keys) == 1 {
		keys = t.columns[t.rows.keys[0]].distinct
	}
	for i, c := range t.columns {
		c.decide(t, i, keys)
	}
	return nil
}

// readHeader makes the columns of the names in the first line.
func (t *tableReader) readHeader(line int, names []string) (err error) {
	if t.columns, err = t.schema.columnsFor(names, line); err != nil {
		return err
	}
	t.width = len(names)
	for _, c := range t.columns {
		if c.name == "" && !c.virtual {
			c.suppressed = true
			t.out.stats.warn("column without a name is left out")
		}
	}
	return t.findKeys(line)
}

// findKeys finds the columns that name the rows.
func (t *tableReader) findKeys(line int) error {
	keys := t.schema.primaryKey
	for _, key := range t.out.Keys {
		if t.column(key) >= 0 {
			keys = []string{key}
			break
		}
	}
	if len(keys) == 0 && len(t.out.Keys) > 0 && t.schema.aboutURL == "" {
		var names []string
		for _, c := range t.columns[:t.width] {
			names = append(names, c.name)
		}
		return errorAt(line, "no column %q: the columns are %s", t.out.Keys[0], strings.Join(names, ", "))
	}
	titles := t.schema.rowTitles
	if len(titles) == 0 && len(keys) == 0 {
		for _, name := range []string{"name", "title", "label"} {
			if t.column(name) >= 0 {
				titles = []string{name}
				break
			}
		}
	}
	for _, list := range []struct {
		names []string
		to    *[]int
	}{{keys, &t.rows.keys}, {titles, &t.rows.titles}} {
		for _, name := range list.names {
			i := t.column(name)
			if i < 0 {
				return errorAt(line, "no column %q, which the metadata name", name)
			}
			*list.to = append(*list.to, i)
		}
	}
	if len(titles) == 0 {
		t.rows.titles = t.rows.keys
	}
	return nil
}

// column returns the number of a column by its name, whatever its case; -1 if there is none.
func (t *tableReader) column(name string) int {
	for i, c := range t.columns[:t.width] {
		if strings.EqualFold(c.name, strings.TrimSpace(name)) || strings.EqualFold(c.title, strings.TrimSpace(name)) {
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
		if c.suppressed || !strings.HasPrefix(c.property.String(), tableNS) {
			continue
		}
		if err := t.label(c.property, c.title); err != nil {
			return err
		}
	}
	err := t.each(func(row, line int, cells []string) error {
		if row == 0 {
			return nil
		}
		return t.stateRow(row, line, cells)
	})
	t.out.stats.warnTimes("rows repeat the key of an earlier one, and so are the same individual", t.rows.again)
	return err
}

func (t *tableReader) stateRow(row, line int, cells []string) error {
	x := &rowContext{t: t, row: row, line: line, cells: cells}
	subject, err := t.subject(x)
	if err != nil {
		return err
	}
	title := joined(t.rows.titles, cells)
	if title == "" {
		title = t.noun + " " + strconv.Itoa(row)
	}
	if err := t.label(subject, title); err != nil {
		return err
	}
	if !t.schema.hasTypes {
		if err := t.out.emit(rdf.Triple{Subj: subject, Pred: rdfType, Obj: t.class}); err != nil {
			return err
		}
	}
	for i, c := range t.columns {
		if c.suppressed {
			continue
		}
		cell := c.fallback
		if i < len(cells) && !c.virtual {
			if cell = strings.TrimSpace(cells[i]); cell == "" {
				cell = c.fallback
			}
		}
		if err := t.stateCell(x, subject, c, cell); err != nil {
			return err
		}
	}
	return nil
}

// stateCell emits the statements of one cell.
func (t *tableReader) stateCell(x *rowContext, subject rdf.IRI, c *column, cell string) (err error) {
	if c.aboutURL != "" {
		if subject, err = x.expand(c, c.aboutURL); err != nil {
			return err
		}
	}
	property := c.property
	if c.propertyURL != "" {
		if property, err = x.expand(c, c.propertyURL); err != nil {
			return err
		}
	}
	if c.virtual && c.valueURL != "" {
		cell = "-" // one value that no cell has
	}
	for value := range c.values(cell) {
		var object rdf.Object
		if object, err = t.object(x, c, value); err == nil {
			err = t.out.emit(rdf.Triple{Subj: subject, Pred: property, Obj: object})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// object returns what a value of the column stands for.
func (t *tableReader) object(x *rowContext, c *column, value string) (rdf.Object, error) {
	switch {
	case c.valueURL != "":
		return x.expand(c, c.valueURL)
	case c.isRole:
		named := nameOf(value)
		return named, t.label(named, value)
	}
	text, datatype, err := c.literal(value, t.comma)
	if err != nil {
		return nil, errorAt(x.line, "column %q: %w", c.title, err)
	}
	if c.lang != "" && datatype == xsdString {
		return t.out.literal(text, c.lang), nil
	}
	return rdf.NewTypedLiteral(text, datatype), nil
}

// subject returns the individual of a row.
func (t *tableReader) subject(x *rowContext) (subject rdf.IRI, err error) {
	key := joined(t.rows.keys, x.cells)
	switch {
	case t.schema.aboutURL != "" && len(t.out.Keys) == 0:
		if subject, err = x.expand(nil, t.schema.aboutURL); err != nil {
			return subject, err
		}
	case len(t.rows.keys) == 0:
		return mustIRI(t.rows.space + strconv.Itoa(x.row)), nil
	case key == "":
		return subject, errorAt(x.line, "the key column %q is empty: fill it in, or name rows by another column", t.columns[t.rows.keys[0]].title)
	default:
		subject = nameOf(key)
	}
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

// tableName returns the IRI of a table: the document, without what packs it.
func tableName(base string) string {
	plain, _ := Unpacked(base)
	return plain
}

// resolved returns the IRI that the text is, relative to the table; an error if it is none.
func resolved(text, base string) (rdf.IRI, error) {
	if prefix, local, ok := strings.Cut(text, ":"); ok && wellKnown[prefix] != "" {
		text = wellKnown[prefix] + local
	}
	text = iri.Resolve(base, text)
	if strings.ContainsAny(text, "<>\"{}|^`\\ ") || !utf8.ValidString(text) || !iri.IsAbsolute(text) {
		return rdf.IRI{}, fmt.Errorf("%q is not an IRI", text)
	}
	return rdf.NewIRI(text)
}
