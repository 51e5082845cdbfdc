package connector

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// body reads the JSON of an answer (RFC 8259) while it arrives. It keeps the beginning
// of what it has read, for error messages.
type body struct {
	r    io.Reader
	max  int64 // largest number of bytes
	size int64 // number of bytes read
	head []byte
	err  error // why nothing more can be read; io.EOF at the end

	text  *bufio.Reader // of the body
	start int64         // where the JSON begins in it
	json  *jsontext.Decoder
}

// bufferSize holds most rows of most results.
const bufferSize = 32 << 10

func newBody(r io.Reader, most int64) *body {
	b := &body{r: r, max: most}
	b.text = bufio.NewReaderSize(reading{b}, bufferSize)
	b.json = jsontext.NewDecoder(b.text, jsontext.AllowDuplicateNames(true))
	return b
}

// reading is a body as the reader of its bytes.
type reading struct{ *body }

// errLong says that a body has too many bytes.
var errLong = errors.New("too many bytes")

func (b reading) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	b.head = append(b.head, p[:min(n, errorBody-len(b.head))]...)
	b.size += int64(n)
	if b.size > b.max {
		n, err = 0, errLong
	}
	b.err = err
	return n, err
}

// skipToJSON skips a byte order mark, which some servers send, and white space. It
// returns the text that follows, at most n bytes.
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

// shapeError says that the JSON is well formed, but not a result.
type shapeError struct{ error }

func (b *body) shapeErrorf(format string, args ...any) error {
	return shapeError{fmt.Errorf(format, args...)}
}

// offset returns that of the next byte of the JSON.
func (b *body) offset() int64 { return b.start + b.json.InputOffset() }

// textFrom returns the body from an offset on that was not yet read, at most errorBody
// bytes.
func (b *body) textFrom(offset int64) []byte {
	text := b.json.UnreadBuffer()
	text = text[min(max(int(offset-b.offset()), 0), len(text)):]
	more, _ := io.ReadAll(io.LimitReader(b.text, int64(max(errorBody-len(text), 0))))
	return append(text, more...)
}

// readMembers takes an array or object. member takes each member.
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

// readQuoted takes a string. It returns it in its quotes, valid until more is read.
func (b *body) readQuoted() (jsontext.Value, error) {
	if k := b.json.PeekKind(); k != '"' && k != 0 {
		return nil, b.shapeErrorf("%q where a string should be", byte(k))
	}
	return b.json.ReadValue()
}

// readString takes a string.
func (b *body) readString() (string, error) {
	token, err := b.json.ReadToken()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}
