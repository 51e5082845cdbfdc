package rdffile

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/iri"
)

// Metadata of CSV on the Web (Metadata Vocabulary for Tabular Data, W3C 2015): what the columns of a table mean.
// What it says of displays, order, foreign keys and required values is not used. A column without a datatype is of
// the type that its values look like. A column with the annotation rdf:type owl:ObjectProperty is a role.

// MetadataOf returns the files that may have metadata of the table at the path, if the name is that of a table.
func MetadataOf(path string) []string {
	if format, err := FormatOf(path); err != nil || format != CSV && format != TSV {
		return nil
	}
	plain, _ := Unpacked(path)
	return []string{plain + "-metadata.json", filepath.Join(filepath.Dir(path), "csv-metadata.json")}
}

// metadata is a document of metadata.
type metadata struct {
	tableGroup
	path, base, lang string
}

// findMetadata reads the metadata beside the table at the path; nil if there are none.
func findMetadata(path string) (*metadata, error) {
	for _, file := range MetadataOf(path) {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("metadata of %s: %w", path, err)
		}
		m := &metadata{path: file}
		if text, err = UTF8(text); err == nil {
			err = m.read(text)
		}
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	return nil, nil
}

func (m *metadata) read(text []byte) error {
	if err := json.Unmarshal(text, &m.tableGroup); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		offset := 0
		switch {
		case errors.As(err, &syntax):
			offset = int(syntax.Offset)
		case errors.As(err, &kind):
			offset = int(kind.Offset)
		}
		line := 0
		if offset > 0 {
			line = lineOf(text, min(offset, len(text)))
		}
		return &Error{m.path, line, fmt.Errorf("metadata of a table: %w", err)}
	}
	abs, err := filepath.Abs(m.path)
	if err != nil {
		return err
	}
	m.base = fileIRI(abs)
	var parts []json.RawMessage
	if json.Unmarshal(m.Context, &parts) == nil && len(parts) > 1 {
		var c struct {
			Base string `json:"@base"`
			Lang string `json:"@language"`
		}
		if err := json.Unmarshal(parts[1], &c); err == nil {
			m.base, m.lang = iri.Resolve(m.base, c.Base), c.Lang
		}
	}
	return nil
}

// A schema is what the metadata say of one table. The zero value says nothing.
type schema struct {
	tableSchema
	meta       *metadata
	url        string // of the table
	lang       string
	delimiter  rune
	comment    rune
	noHeader   bool
	aboutURL   uriTemplate
	primaryKey []string
	rowTitles  []string
	hasTypes   bool // a column says of what class rows are
	others     bool // there are metadata, but they are of other tables
}

// schemaFor returns the schema of the table with that IRI. m may be nil.
func (m *metadata) schemaFor(base string) (*schema, error) {
	s := &schema{meta: m, url: tableName(base)}
	if m == nil {
		return s, nil
	}
	tables := m.Tables
	if len(tables) == 0 {
		tables = []tableDescription{m.tableDescription}
	}
	named := func(t tableDescription) bool {
		return lastSegment(t.URL) == lastSegment(s.url) || lastSegment(t.URL) == lastSegment(base)
	}
	at := slices.IndexFunc(tables, named)
	switch {
	case at >= 0:
	case len(tables) == 1 && tables[0].URL == "":
		at = 0
	default:
		s.meta, s.others = nil, true
		return s, nil
	}
	t := tables[at]
	s.url = iri.Resolve(m.base, cmp.Or(t.URL, s.url))
	if len(t.TableSchema) > 0 {
		if err := json.Unmarshal(t.TableSchema, &s.tableSchema); err != nil {
			return nil, m.fault("tableSchema: %w", err)
		}
	}
	s.inherited = s.inherited.or(t.inherited).or(m.inherited)
	s.primaryKey, s.rowTitles = s.PrimaryKey, s.RowTitles
	s.lang = cmp.Or(s.Lang, m.lang)
	var err error
	if s.aboutURL, err = template(s.AboutURL); err != nil {
		return nil, m.fault("aboutUrl: %w", err)
	}
	return s, s.setDialect(cmp.Or(t.Dialect, m.Dialect))
}

func (s *schema) setDialect(d *dialect) error {
	if d == nil {
		return nil
	}
	if d.SkipRows != 0 || d.SkipColumns != 0 || d.QuoteChar != nil && *d.QuoteChar != `"` || d.HeaderRowCount != nil && *d.HeaderRowCount > 1 {
		return s.meta.fault("dialect: skipRows, skipColumns, quoteChar and several header rows are not read: convert the table")
	}
	s.noHeader = d.Header != nil && !*d.Header || d.HeaderRowCount != nil && *d.HeaderRowCount == 0
	if d.Delimiter == `\t` {
		d.Delimiter = "\t"
	}
	s.delimiter, _ = utf8.DecodeRuneInString(d.Delimiter)
	if d.Delimiter == "" {
		s.delimiter = 0
	}
	if d.CommentPrefix != nil && *d.CommentPrefix != "" {
		s.comment, _ = utf8.DecodeRuneInString(*d.CommentPrefix)
	}
	return nil
}

// firstRow returns the number of the first line: 0 is that of the names.
func (s *schema) firstRow() int {
	if s.noHeader {
		return 1
	}
	return 0
}

func (m *metadata) fault(format string, args ...any) error {
	return &Error{m.path, 0, fmt.Errorf(format, args...)}
}

// or fills in what i lacks.
func (i inherited) or(from inherited) inherited {
	i.AboutURL, i.PropertyURL, i.ValueURL = cmp.Or(i.AboutURL, from.AboutURL), cmp.Or(i.PropertyURL, from.PropertyURL), cmp.Or(i.ValueURL, from.ValueURL)
	i.Datatype, i.Default, i.Lang = cmp.Or(i.Datatype, from.Datatype), cmp.Or(i.Default, from.Default), cmp.Or(i.Lang, from.Lang)
	if i.Separator = cmp.Or(i.Separator, from.Separator); i.Null == nil {
		i.Null = from.Null
	}
	return i
}

// columnsFor returns the columns of a table with these names in its first line, and the virtual ones.
func (s *schema) columnsFor(names []string, line int) (columns []*column, err error) {
	seen := map[string]string{}
	for i, name := range names {
		d := columnDescription{}
		if i < len(s.Columns) && !s.Columns[i].Virtual {
			d = s.Columns[i]
		}
		if name = strings.TrimSpace(name); s.noHeader {
			name = "_col." + strconv.Itoa(i+1)
			if len(d.Titles) > 0 {
				name = d.Titles[0]
			}
			name = cmp.Or(d.Name, name)
		} else if len(d.Titles) > 0 && !slices.Contains(d.Titles, name) && d.Name != name {
			return nil, errorAt(line, "column %d is %q, but the metadata call it %q", i+1, name, d.Titles[0])
		}
		c, err := s.column(d, name)
		if err != nil {
			return nil, err
		}
		other, taken := seen[c.property.String()]
		if name != "" && taken && strings.HasPrefix(c.property.String(), tableNS) && !c.suppressed {
			if other == name {
				return nil, errorAt(line, "two columns have the name %q: rename one", name)
			}
			return nil, errorAt(line, "the columns %q and %q would be one property, <%s>: rename one", other, name, c.property)
		}
		seen[c.property.String()] = name
		columns = append(columns, c)
	}
	for i, d := range s.Columns {
		if !d.Virtual {
			if i >= len(names) {
				return nil, errorAt(line, "the table has %d columns, but the metadata describe %d", len(names), len(s.Columns))
			}
			continue
		}
		c, err := s.column(d, cmp.Or(d.Name, "_col."+strconv.Itoa(i+1)))
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// column returns a column with its description, which may say nothing.
func (s *schema) column(d columnDescription, name string) (*column, error) {
	c := &column{name: cmp.Or(d.Name, name), title: name, virtual: d.Virtual, suppressed: d.SuppressOutput, inherited: d.inherited.or(s.inherited)}
	c.fallback, c.lang, c.null, c.separator = c.Default, cmp.Or(c.Lang, s.lang), c.Null, c.Separator
	if len(d.Titles) > 0 {
		c.title = d.Titles[0]
	}
	c.isRole = d.Type == "owl:ObjectProperty"
	if c.Datatype != nil {
		c.datatype = c.Datatype.datatype
	} else if c.virtual {
		c.datatype.name = "string"
	}
	c.property = mustIRI(ColumnIRI(name))
	var err error
	for _, t := range []struct {
		what, text string
		to         *uriTemplate
	}{{"aboutUrl", d.AboutURL, &c.aboutURL}, {"propertyUrl", c.PropertyURL, &c.propertyURL}, {"valueUrl", c.ValueURL, &c.valueURL}} {
		if *t.to, err = template(t.text); err != nil {
			return nil, s.meta.fault("column %q: %s: %w", name, t.what, err)
		}
	}
	if variables := placeholder.FindAllString(string(c.propertyURL), -1); c.propertyURL != "" && !slices.ContainsFunc(variables, func(v string) bool { return !strings.Contains(v, "_name}") }) {
		x := &rowContext{t: &tableReader{schema: s}}
		if c.property, err = x.expand(c, c.propertyURL); err != nil {
			return nil, s.meta.fault("column %q: propertyUrl: %w", name, err)
		}
		c.propertyURL = ""
		s.hasTypes = s.hasTypes || c.property == rdfType
	}
	return c, nil
}

// A uriTemplate has variables in braces (RFC 6570, levels 1 and 2): {name}, {#name} and {+name}.
type uriTemplate string

var placeholder = regexp.MustCompile(`\{[+#]?[^{}+#]+\}`)

func template(text string) (uriTemplate, error) {
	if strings.ContainsAny(placeholder.ReplaceAllString(text, ""), "{}") {
		return "", fmt.Errorf("%q is no template: want {column}, {#column} or {+column}", text)
	}
	return uriTemplate(text), nil
}

// A rowContext has the variables of templates at one row.
type rowContext struct {
	t         *tableReader
	row, line int
	cells     []string
}

// value returns that of a variable; "" if there is none.
func (x *rowContext) value(c *column, name string) string {
	switch name {
	case "_row":
		return strconv.Itoa(x.row)
	case "_sourceRow":
		return strconv.Itoa(x.line)
	case "_name":
		if c != nil {
			return c.name
		}
	}
	for i, cell := range x.cells {
		if of := x.t.columns[i].name; of == name || url.PathEscape(of) == name {
			return strings.TrimSpace(cell)
		}
	}
	return ""
}

// expand returns the IRI of a template. The column is nil for the row.
func (x *rowContext) expand(c *column, t uriTemplate) (rdf.IRI, error) {
	text := placeholder.ReplaceAllStringFunc(string(t), func(p string) string {
		name, before, reserved := strings.Trim(p, "{}+#"), "", ""
		if p[1] == '#' || p[1] == '+' {
			reserved = ":/?#[]@!$&'()*+,;="
		}
		if p[1] == '#' {
			before = "#"
		}
		var b strings.Builder
		for _, c := range []byte(x.value(c, name)) {
			if c < utf8.RuneSelf && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))) || strings.IndexByte("-._~"+reserved, c) >= 0 {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		return before + b.String()
	})
	at, err := resolved(text, x.t.schema.url)
	if err != nil && x.line > 0 {
		err = errorAt(x.line, "%s: %w", t, err)
	}
	return at, err
}

func lastSegment(s string) string { return s[strings.LastIndexAny(s, "/\\")+1:] }

// wellKnown are the prefixes of the RDFa initial context that tables use.
var wellKnown = map[string]string{
	"rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
	"owl": "http://www.w3.org/2002/07/owl#", "xsd": "http://www.w3.org/2001/XMLSchema#", "skos": "http://www.w3.org/2004/02/skos/core#",
	"schema": "http://schema.org/", "foaf": "http://xmlns.com/foaf/0.1/", "dc": "http://purl.org/dc/terms/", "dcterms": "http://purl.org/dc/terms/",
	"dc11": "http://purl.org/dc/elements/1.1/", "dcat": "http://www.w3.org/ns/dcat#", "org": "http://www.w3.org/ns/org#", "prov": "http://www.w3.org/ns/prov#",
	"qb": "http://purl.org/linked-data/cube#", "vcard": "http://www.w3.org/2006/vcard/ns#", "void": "http://rdfs.org/ns/void#", "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
}

// tokens are what stands for parts of times in the formats of CSV on the Web, and in those of package time.
var tokens = map[string]string{
	"yyyy": "2006", "MM": "01", "M": "1", "dd": "02", "d": "2", "HH": "15", "mm": "04", "ss": "05",
	"S": "0", "SS": "00", "SSS": "000", "X": "Z07", "XX": "Z0700", "XXX": "Z07:00", "T": "T",
}

var tokenRuns = regexp.MustCompile(`y+|M+|d+|H+|m+|s+|S+|X+|[A-Za-z]`)

// timeLayout returns the layout of package time for a format of CSV on the Web.
func timeLayout(format string) (layout string, err error) {
	layout = tokenRuns.ReplaceAllStringFunc(format, func(token string) string {
		if tokens[token] == "" {
			err = fmt.Errorf("format %q: unknown pattern %q: want yyyy, MM, M, dd, d, HH, mm, ss, S and X", format, token)
		}
		return tokens[token]
	})
	return layout, err
}
