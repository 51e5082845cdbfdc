package connector

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// A body reads the JSON of an answer (RFC 8259) while it arrives. It keeps the
// beginning of the text for error messages.
type body struct {
	r    io.Reader
	max  int64  // largest number of bytes accepted
	size int64  // number of bytes read
	head []byte // the first bytes, at most errorBody
	err  error  // the error that ended the reading; io.EOF at the end

	text  *bufio.Reader // reads from the body itself
	start int64         // offset in the body at which the JSON begins
	json  *jsontext.Decoder
}

// bufferSize is the size of the read buffer. Most rows of most results fit.
const bufferSize = 32 << 10

func newBody(r io.Reader, limit int64) *body {
	b := &body{r: r, max: limit}
	b.text = bufio.NewReaderSize(b, bufferSize)
	b.json = jsontext.NewDecoder(b.text, jsontext.AllowDuplicateNames(true))
	return b
}

var errTooLong = errors.New("too many bytes")

// Read reads from the connection. It counts the bytes and stops after b.max of them.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	b.head = append(b.head, p[:min(n, errorBody-len(b.head))]...)
	b.size += int64(n)
	if b.size > b.max {
		n, err = 0, errTooLong
	}
	b.err = err
	return n, err
}

// skipToJSON skips white space and a byte order mark, which some servers send. It
// returns the text that follows without consuming it, at most n bytes.
func (b *body) skipToJSON(n int) ([]byte, error) {
	if mark, _ := b.text.Peek(3); string(mark) == "\xef\xbb\xbf" {
		b.skip(3)
	}
	for {
		text, err := b.text.Peek(n)
		blank := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
		if blank == 0 {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return text, err
		}
		b.skip(blank)
	}
}

func (b *body) skip(n int) {
	skipped, _ := b.text.Discard(n)
	b.start += int64(skipped)
}

// A shapeError reports well-formed JSON that is not a results document.
type shapeError struct{ error }

func shapeErrorf(format string, args ...any) error {
	return shapeError{fmt.Errorf(format, args...)}
}

func (b *body) offset() int64 { return b.start + b.json.InputOffset() }

// textFrom returns the text from the offset on, at most errorBody bytes. The decoder
// must not have passed the offset.
func (b *body) textFrom(offset int64) []byte {
	text := b.json.UnreadBuffer()
	text = text[min(max(int(offset-b.offset()), 0), len(text)):]
	more, _ := io.ReadAll(io.LimitReader(b.text, int64(max(errorBody-len(text), 0))))
	return append(text, more...)
}

// readMembers reads an array or an object, which begins with open, and calls member to
// read each member.
func (b *body) readMembers(open jsontext.Kind, member func() error) error {
	if _, err := b.json.ReadToken(); err != nil {
		return err
	}
	for b.json.PeekKind() != open+2 { // "]" or "}"
		if err := member(); err != nil {
			return err
		}
	}
	_, err := b.json.ReadToken()
	return err
}

// readQuoted reads a string and returns it with its quotes. The value is valid until
// the next read.
func (b *body) readQuoted() (jsontext.Value, error) {
	if k := b.json.PeekKind(); k != '"' && k != 0 {
		return nil, shapeErrorf("%q where a string should be", byte(k))
	}
	return b.json.ReadValue()
}

func (b *body) readString() (string, error) {
	token, err := b.json.ReadToken()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}
