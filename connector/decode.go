package connector

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"
	"github.com/knakk/sparql"
)

// maxExamples bounds Table.Examples.
const maxExamples = 5

// Table is the whole result of a SELECT query.
type Table struct {
	// Vars are the variables in the order of the query, without "?".
	Vars []string
	// Rows[i][j] is the value of Vars[j] in solution i; nil when it is unbound, or
	// when the term was not valid RDF (see Malformed).
	Rows [][]rdf.Term
	// Malformed counts the terms that were not valid RDF.
	Malformed int
	// Examples are the first few of them.
	Examples []TermError
}

// TermError is a term in a result that is not valid RDF.
type TermError struct {
	Row    int    // index in Table.Rows
	Var    string // without "?"
	Value  string // the beginning of the term's text, on one line
	Reason string
}

func (e TermError) Error() string {
	return fmt.Sprintf("row %d, ?%s, %q: %s", e.Row+1, e.Var, e.Value, e.Reason)
}

// outline is the part of a results document that sparql.ParseJSON takes for
// granted: that its members are there at all (Results JSON Format, section 3).
type outline struct {
	Head *struct {
		Vars *[]string `json:"vars"`
	} `json:"head"`
	Boolean *bool `json:"boolean"`
	Results *struct {
		Bindings *[]json.RawMessage `json:"bindings"`
	} `json:"results"`
}

// document checks the outline. Unlike sparql.ParseJSON, which stops reading at the
// closing brace, it wants the document to be all there is.
func (c *Client) document(got *answer) (*outline, []byte, error) {
	if err := c.checkHeaders(got); err != nil {
		return nil, nil, err
	}
	body := bytes.TrimPrefix(got.body, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(body) {
		// encoding/json would replace the bytes silently, and so change names.
		return nil, nil, c.malformed(got, "the JSON is not valid UTF-8", nil)
	}
	var doc outline
	err := json.Unmarshal(body, &doc)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, nil, c.syntaxError(got, body, syntax)
	case err != nil:
		return nil, nil, c.malformed(got, "not a results document: "+rootText(err), nil)
	}
	return &doc, body, nil
}

// syntaxError tells a document that ends early, one that goes on, and one that
// is wrong in the middle apart.
func (c *Client) syntaxError(got *answer, body []byte, err *json.SyntaxError) error {
	// A decoder stops at the end of the first value; what follows is the trailer.
	dec := json.NewDecoder(bytes.NewReader(body))
	var first json.RawMessage
	if dec.Decode(&first) == nil {
		e := c.malformed(got, "text after the end of the JSON document: the endpoint failed while it was answering", nil)
		e.Kind, e.hint = ErrTruncated, "ask for less"
		e.Excerpt = c.hide(tail(body, int(dec.InputOffset())))
		return e
	}
	if strings.Contains(err.Error(), "unexpected end") {
		return c.resultError(got.status, ErrTruncated, fmt.Sprintf("the JSON ends early, after %d bytes", len(body)),
			"the endpoint may have run out of time or memory: ask for less", got.body)
	}
	// An engine that fails in the middle of a document writes its error there.
	e := c.malformed(got, fmt.Sprintf("JSON syntax error at byte %d (%s)", err.Offset, err), nil)
	e.Excerpt = c.hide(tail(body, int(err.Offset)-1))
	return e
}

// checkHeaders finds what Virtuoso says beside a result with status 200.
func (c *Client) checkHeaders(got *answer) error {
	partial := func(reason string) error {
		return c.resultError(got.status, ErrTruncated, reason, "ask for less", nil)
	}
	if n := got.header.Get("X-SPARQL-MaxRows"); n != "" {
		return partial("the endpoint cut the result at its row limit (X-SPARQL-MaxRows: " + c.hide(oneLine(n, 40)) + ")")
	}
	if state := got.header.Get("X-SQL-State"); state != "" {
		return partial("the endpoint ran out of time and sent what it had (X-SQL-State: " + c.hide(oneLine(state+" "+got.header.Get("X-SQL-Message"), 200)) + ")")
	}
	return nil
}

func (c *Client) malformed(got *answer, reason string, cause error) *ResultError {
	e := c.resultError(got.status, ErrMalformed, reason, "", got.body)
	e.cause = cause
	return e
}

func (c *Client) decodeAsk(got *answer) (bool, error) {
	doc, _, err := c.document(got)
	if err != nil {
		return false, err
	}
	// A missing head is let pass: with "boolean" there, nothing is in doubt, and
	// there are engines that leave it out.
	if doc.Boolean == nil {
		return false, c.malformed(got, "the answer to ASK has no \"boolean\"", nil)
	}
	return *doc.Boolean, nil
}

func (c *Client) decodeSelect(got *answer) (*Table, error) {
	doc, body, err := c.document(got)
	if err != nil {
		return nil, err
	}
	switch {
	case doc.Boolean != nil && doc.Results == nil:
		return nil, c.malformed(got, "the answer to an ASK query, but the query was a SELECT", nil)
	case doc.Head == nil || doc.Head.Vars == nil:
		return nil, c.malformed(got, "the result has no \"head\" with \"vars\"", nil)
	case doc.Results == nil || doc.Results.Bindings == nil:
		return nil, c.malformed(got, "the result has no \"results\" with \"bindings\"", nil)
	}
	if n := len(*doc.Results.Bindings); slices.Contains(c.o.RowCaps, n) {
		return nil, c.resultError(got.status, ErrTruncated, fmt.Sprintf("%d rows, exactly the number at which this endpoint cuts results", n), "ask for less", nil)
	}
	doc.Results = nil // the raw rows, which ParseJSON reads again
	parsed, err := sparql.ParseJSON(bytes.NewReader(body))
	if err != nil {
		return nil, c.malformed(got, "a row is not what the format prescribes: "+rootText(err), err)
	}
	got.body = nil
	return c.table(parsed), nil
}

// table types the terms. sparql's own Solutions would leave bad ones out.
func (c *Client) table(parsed *sparql.Results) *Table {
	t := &Table{Vars: parsed.Head.Vars, Rows: make([][]rdf.Term, len(parsed.Results.Bindings))}
	report := func(row int, name, value, reason string) {
		t.Malformed++
		if len(t.Examples) < maxExamples {
			t.Examples = append(t.Examples, TermError{Row: row, Var: name, Value: oneLine(value, 80), Reason: reason})
		}
	}
	for i, binding := range parsed.Results.Bindings {
		row := make([]rdf.Term, len(t.Vars))
		found := 0
		for j, name := range t.Vars {
			b, ok := binding[name]
			if !ok {
				continue
			}
			found++
			term, err := newTerm(b.Type, b.Value, b.Lang, b.DataType)
			if err != nil {
				report(i, name, b.Value, err.Error())
				continue
			}
			row[j] = term
		}
		if found < len(binding) {
			for _, name := range undeclared(binding, t.Vars) {
				report(i, name, binding[name].Value, "a variable that the head does not name")
			}
		}
		t.Rows[i] = row
	}
	if t.Malformed > 0 {
		c.log.Warn("terms that are not valid RDF", "endpoint", c.shown, "count", t.Malformed, "first", t.Examples[0].Error())
	}
	return t
}

func undeclared[B any](binding map[string]B, vars []string) []string {
	var names []string
	for name := range binding {
		if !slices.Contains(vars, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
