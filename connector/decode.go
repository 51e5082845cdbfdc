package connector

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/say"
)

const maxExamples = 5

// Table is the whole result of a SELECT query.
type Table struct {
	// Vars are the variables in the order of the query, without "?".
	Vars []string
	// Rows[i][j] is the value of Vars[j] in solution i. It is nil when the variable is
	// unbound, or when the term was not valid RDF (see Malformed).
	Rows [][]rdf.Term
	// Malformed counts the terms that were not valid RDF.
	Malformed int
	// Examples describes the first five of them.
	Examples []TermError
}

// A TermError describes a term in a result that is not valid RDF.
type TermError struct {
	Row    int    // index in Table.Rows
	Var    string // without "?"
	Value  string // the beginning of the term's text, on one line
	Reason string
}

func (e TermError) Error() string {
	return fmt.Sprintf("row %d, ?%s, %q: %s", e.Row+1, e.Var, e.Value, e.Reason)
}

// decode reads an answer with status 200 to its last byte. It returns the document and
// the number of bytes. Anything but a single document in JSON or XML is an error.
func (c *Client) decode(header http.Header, status int, r io.Reader) (*results, int64, error) {
	b := newBody(r, c.o.MaxBody)
	d := &results{b: b}
	fail := func(err error) (*results, int64, error) {
		return nil, b.size, c.bodyError(status, b, err)
	}
	if err := c.checkHeaders(header, status); err != nil {
		return nil, 0, err
	}
	text, err := b.skipToJSON(32)
	if err != nil {
		return fail(err)
	}
	inXML, err := c.checkMedia(header, status, text, b.head)
	if err != nil {
		return nil, b.size, err
	}
	if inXML {
		if err := d.readXML(); err != nil {
			return nil, b.size, c.xmlError(status, b, err)
		}
		return d, b.size, nil
	}
	if err := d.readDocument(); err != nil {
		return fail(err)
	}
	end := b.offset()
	if b.json.PeekKind() == 0 {
		_, err = b.json.ReadToken()
	}
	var wrong *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF):
	case err != nil && !errors.As(err, &wrong):
		return fail(err)
	default:
		return nil, b.size, c.failureError(status, b.textFrom(end), "text after the end of the JSON document")
	}
	return d, b.size, nil
}

func (c *Client) bodyError(status int, b *body, err error) error {
	var wrong *jsontext.SyntacticError
	var shape shapeError
	switch {
	case errors.As(err, &shape):
		if text := b.textFrom(b.offset()); saysFailure(text) {
			return c.failureError(status, text, "a message in the JSON")
		}
		return c.malformedError(status, b, shape.Error())
	case errors.As(err, &wrong) && !errors.Is(err, io.ErrUnexpectedEOF):
		// An engine that fails in the middle of a document writes its error there.
		offset := b.start + wrong.ByteOffset
		text := b.textFrom(offset)
		if saysFailure(text) {
			return c.failureError(status, text, fmt.Sprintf("a message in the JSON at byte %d", offset))
		}
		e := c.malformedError(status, b, fmt.Sprintf("JSON syntax error at byte %d (%v)", offset, wrong.Err))
		e.Excerpt = c.hide(say.Cut(say.OneLine(string(text)), excerptRunes))
		return e
	case errors.Is(b.err, errTooLong):
		return c.resultError(status, ErrTooLarge, fmt.Sprintf("more than %d bytes", c.o.MaxBody),
			"ask for less or raise the limit", nil)
	case errors.Is(b.err, io.EOF):
		return c.resultError(status, ErrTruncated, fmt.Sprintf("the JSON ends early, after %d bytes", b.size),
			"the endpoint may have run out of time or memory: ask for less", b.head)
	}
	return c.brokenError(status, b, b.err)
}

// failureError returns the error for an answer that an engine ended with a message,
// because it failed while it was answering.
func (c *Client) failureError(status int, text []byte, where string) error {
	said := c.hide(excerpt(text))
	if timeoutText.Match(text) || qleverTimeout.Match(text) && bytes.Contains(text, []byte(qleverTail)) {
		return &TimeoutError{URL: c.shown, Server: true, Status: status, Excerpt: said}
	}
	e := c.resultError(status, ErrTruncated, where+": the endpoint failed while it was answering", "ask for less", nil)
	if memoryText.Match(text) {
		e.hint, e.cause = outOfMemoryHint, ErrOutOfMemory
	}
	e.Excerpt = said
	return e
}

// checkHeaders returns an error if the headers say that the result is incomplete:
// Virtuoso sends them together with status 200.
func (c *Client) checkHeaders(header http.Header, status int) error {
	partial := func(reason string) error {
		return c.resultError(status, ErrTruncated, reason, "ask for less", nil)
	}
	if n := header.Get("X-SPARQL-MaxRows"); n != "" {
		return partial("the endpoint cut the result at its row limit (X-SPARQL-MaxRows: " +
			c.hide(say.Cut(say.OneLine(n), 40)) + ")")
	}
	if state := header.Get("X-SQL-State"); state != "" {
		return partial("the endpoint ran out of time and sent what it had (X-SQL-State: " +
			c.hide(say.Cut(say.OneLine(state+" "+header.Get("X-SQL-Message")), 200)) + ")")
	}
	return nil
}

func (c *Client) malformedError(status int, b *body, reason string) *ResultError {
	return c.resultError(status, ErrMalformed, reason, "", bytes.TrimPrefix(b.head, []byte("\xef\xbb\xbf")))
}

// asBoolean returns the answer to an ASK query. It accepts a document without a head,
// because some engines leave it out.
func (c *Client) asBoolean(status int, d *results) (bool, error) {
	if d.boolean == nil {
		return false, c.malformedError(status, d.b, "the answer to ASK has no \"boolean\"")
	}
	return *d.boolean, nil
}

func (c *Client) asTable(status int, d *results) (*Table, error) {
	fail := func(reason string) (*Table, error) { return nil, c.malformedError(status, d.b, reason) }
	switch {
	case d.boolean != nil && !d.members["results"]:
		return fail("the answer to an ASK query, but the query was a SELECT")
	case d.vars == nil:
		return fail("the result has no \"head\" with \"vars\"")
	case !d.bindings:
		return fail("the result has no \"results\" with \"bindings\"")
	}
	if n := len(d.rows); slices.Contains(c.o.RowCaps, n) {
		return nil, c.resultError(status, ErrTruncated,
			fmt.Sprintf("%d rows, exactly the number at which this endpoint cuts results", n), "ask for less", nil)
	}
	t := d.table()
	if t.Malformed > 0 {
		c.log.Warn("terms that are not valid RDF", "endpoint", c.shown, "count", t.Malformed, "first", t.Examples[0].Error())
	}
	return t, nil
}
