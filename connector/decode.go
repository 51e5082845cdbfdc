package connector

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/knakk/rdf"
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

	arena *rowArena
}

// Release lets other results reuse the memory of Rows, which must not be used after it.
// The terms stay valid. Calling it is optional.
func (t *Table) Release() {
	if t.arena != nil {
		t.arena.release(t.Rows)
		t.arena, t.Rows = nil, nil
	}
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

// decode reads an answer with status 200 to its last byte. It is an error if anything
// but one document of the right kind comes.
func (c *Client) decode(header http.Header, status int, r io.Reader) (*results, int64, error) {
	b := newScanner(r, c.o.MaxBody)
	d := &results{b: b, arena: arenas.Get().(*rowArena)}
	d.rows = d.arena.rows
	fail := func(err error) (*results, int64, error) {
		return nil, b.size(), c.bodyError(status, b, err)
	}
	if err := c.checkHeaders(header, status); err != nil {
		return nil, 0, err
	}
	if err := b.skipByteOrderMark(); err != nil {
		return fail(err)
	}
	if _, err := b.peek(); err != nil && !errors.Is(err, io.EOF) {
		return fail(err)
	}
	if err := c.checkMedia(header, status, b); err != nil {
		return nil, b.size(), err
	}
	if err := d.readDocument(); err != nil {
		return fail(err)
	}
	switch _, err := b.peek(); {
	case err == nil:
		text := b.excerptFrom(b.offset())
		e := c.resultError(status, ErrTruncated, "text after the end of the JSON document: the endpoint failed while it was answering", "ask for less", nil)
		e.Excerpt = c.hide(tail(text, 0))
		return nil, b.size(), e
	case !errors.Is(err, io.EOF):
		return fail(err)
	}
	return d, b.size(), nil
}

// bodyError returns the error for a body that is not one document.
func (c *Client) bodyError(status int, b *scanner, err error) error {
	var wrong *syntaxError
	switch {
	case errors.Is(err, errLong):
		return c.resultError(status, ErrTooLarge, fmt.Sprintf("more than %d bytes", c.o.MaxBody), "ask for less or raise the limit", nil)
	case errors.Is(err, errEarly):
		return c.resultError(status, ErrTruncated, fmt.Sprintf("the JSON ends early, after %d bytes", b.size()),
			"the endpoint may have run out of time or memory: ask for less", b.head)
	case errors.As(err, &wrong):
		text := b.excerptFrom(wrong.offset)
		e := c.malformed(status, b, wrong.msg)
		if !wrong.shape {
			// An engine that fails in the middle of a document writes its error there.
			e.Reason = fmt.Sprintf("JSON syntax error at byte %d (%s)", wrong.offset, wrong.msg)
			e.Excerpt = c.hide(tail(text, 0))
		}
		return e
	}
	return c.brokenOff(status, b, err)
}

// rest returns the body from an offset on that is still in the buffer, at most errorBody
// bytes.
func (b *scanner) excerptFrom(from int64) []byte {
	b.pos = min(max(int(from-b.base), 0), b.end)
	for b.end-b.pos < errorBody {
		if b.fill() != nil {
			break
		}
	}
	return b.buf[b.pos:b.end]
}

// checkHeaders returns the error that Virtuoso reports in headers beside status 200.
func (c *Client) checkHeaders(header http.Header, status int) error {
	partial := func(reason string) error {
		return c.resultError(status, ErrTruncated, reason, "ask for less", nil)
	}
	if n := header.Get("X-SPARQL-MaxRows"); n != "" {
		return partial("the endpoint cut the result at its row limit (X-SPARQL-MaxRows: " + c.hide(oneLine(n, 40)) + ")")
	}
	if state := header.Get("X-SQL-State"); state != "" {
		return partial("the endpoint ran out of time and sent what it had (X-SQL-State: " + c.hide(oneLine(state+" "+header.Get("X-SQL-Message"), 200)) + ")")
	}
	return nil
}

func (c *Client) malformed(status int, b *scanner, reason string) *ResultError {
	return c.resultError(status, ErrMalformed, reason, "", bytes.TrimPrefix(b.head, []byte("\xef\xbb\xbf")))
}

// asBoolean returns the answer to ASK. The head may be missing: some engines leave it
// out, and "boolean" is enough.
func (c *Client) asBoolean(status int, d *results) (bool, error) {
	if d.boolean == nil {
		return false, c.malformed(status, d.b, "the answer to ASK has no \"boolean\"")
	}
	return *d.boolean, nil
}

func (c *Client) asTable(status int, d *results) (*Table, error) {
	fail := func(reason string) (*Table, error) { return nil, c.malformed(status, d.b, reason) }
	switch {
	case d.boolean != nil && !d.members["results"]:
		return fail("the answer to an ASK query, but the query was a SELECT")
	case d.vars == nil:
		return fail("the result has no \"head\" with \"vars\"")
	case !d.bindings:
		return fail("the result has no \"results\" with \"bindings\"")
	}
	if n := len(d.rows); slices.Contains(c.o.RowCaps, n) {
		return nil, c.resultError(status, ErrTruncated, fmt.Sprintf("%d rows, exactly the number at which this endpoint cuts results", n), "ask for less", nil)
	}
	t := d.table()
	if t.Malformed > 0 {
		c.log.Warn("terms that are not valid RDF", "endpoint", c.shown, "count", t.Malformed, "first", t.Examples[0].Error())
	}
	return t, nil
}
