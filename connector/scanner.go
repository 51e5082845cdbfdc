package connector

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads the JSON of an answer (RFC 8259) while it arrives. It keeps only the
// beginning of what it has read, for error messages.
//
// It is our own because of its speed: [results] recognises a term that is written
// like the one above it by comparing bytes. The same rows take 2.4 times as long
// with the tokens of github.com/go-json-experiment/json (5,000 rows of three
// IRIs: 1.6 and 3.9 ms).
type scanner struct {
	r        io.Reader
	max      int64  // largest number of bytes
	buf      []byte // buf[pos:end] was read and is not used yet
	pos, end int
	base     int64 // offset of buf[0] in the body
	head     []byte
	scratch  []byte // a string with escapes
	err      error  // why nothing more can be read
}

// firstBuffer holds most rows of most results; a longer string makes it grow.
const firstBuffer = 32 << 10

// buffers are the scanners that are not used any more, for their buffers.
var buffers = sync.Pool{New: func() any { return &scanner{buf: make([]byte, firstBuffer)} }}

func newScanner(r io.Reader, most int64) *scanner {
	old := buffers.Get().(*scanner)
	return &scanner{r: r, max: most, buf: old.buf, head: old.head[:0], scratch: old.scratch}
}

// keptBuffer is the size of the largest buffer that is used again.
const keptBuffer = 1 << 20

// release lets other scanners reuse the buffers. The scanner must not be used afterwards.
func (b *scanner) release() {
	if len(b.buf) <= keptBuffer && cap(b.scratch) <= keptBuffer {
		buffers.Put(&scanner{buf: b.buf, head: b.head, scratch: b.scratch})
	}
	b.buf, b.head, b.scratch = nil, nil, nil
}

// Reasons why a body is not a JSON document. Errors of the reader are passed on as
// they are.
var (
	errEarly = errors.New("the JSON ends early")
	errLong  = errors.New("too many bytes")
)

// syntaxError says that the JSON is malformed, or well formed but not a result.
type syntaxError struct {
	offset int64
	msg    string
	shape  bool // well formed, but not a result
}

func (e *syntaxError) Error() string { return e.msg }

func (b *scanner) offset() int64 { return b.base + int64(b.pos) }

func (b *scanner) syntaxErrorf(format string, args ...any) error {
	return &syntaxError{offset: b.offset(), msg: fmt.Sprintf(format, args...)}
}

func (b *scanner) shapeErrorf(format string, args ...any) error {
	return &syntaxError{offset: b.offset(), msg: fmt.Sprintf(format, args...), shape: true}
}

// fill reads more bytes behind the unused ones, which may move.
func (b *scanner) fill() error {
	if b.err != nil {
		return b.err
	}
	if b.pos > 0 {
		copy(b.buf, b.buf[b.pos:b.end])
		b.base, b.end, b.pos = b.base+int64(b.pos), b.end-b.pos, 0
	}
	if b.end == len(b.buf) {
		b.buf = append(b.buf, make([]byte, len(b.buf))...)
	}
	n, err := b.r.Read(b.buf[b.end:])
	if room := errorBody - len(b.head); room > 0 {
		b.head = append(b.head, b.buf[b.end:b.end+min(n, room)]...)
	}
	b.end += n
	if b.base+int64(b.end) > b.max {
		err = errLong
	}
	if err != nil {
		b.err = err
		if n > 0 && errors.Is(err, io.EOF) {
			return nil
		}
	}
	return err
}

// size returns the number of bytes read.
func (b *scanner) size() int64 { return b.base + int64(b.end) }

// skipByteOrderMark skips a byte order mark at the beginning, which some servers send.
func (b *scanner) skipByteOrderMark() error {
	for b.end-b.pos < 3 {
		if err := b.fill(); err != nil {
			return nil // too short for one: a later read reports what is wrong
		}
	}
	if string(b.buf[b.pos:b.pos+3]) == "\xef\xbb\xbf" {
		b.pos += 3
	}
	return nil
}

// peek returns the next byte that is not white space, without taking it. The error
// is io.EOF if there is none.
func (b *scanner) peek() (byte, error) {
	for {
		for ; b.pos < b.end; b.pos++ {
			switch c := b.buf[b.pos]; c {
			case ' ', '\n', '\r', '\t':
			default:
				return c, nil
			}
		}
		if err := b.fill(); err != nil {
			return 0, err
		}
	}
}

// peekInside is peek within a document: the end is errEarly.
func (b *scanner) peekInside() (byte, error) {
	if b.pos < b.end && b.buf[b.pos] > ' ' { // the usual case
		return b.buf[b.pos], nil
	}
	c, err := b.peek()
	if errors.Is(err, io.EOF) {
		err = errEarly
	}
	return c, err
}

// expect takes the byte c or returns an error.
func (b *scanner) expect(c byte) error {
	if b.pos < b.end && b.buf[b.pos] == c {
		b.pos++
		return nil
	}
	got, err := b.peekInside()
	if err != nil {
		return err
	}
	if got != c {
		return b.syntaxErrorf("%q where %q should be", got, c)
	}
	b.pos++
	return nil
}

// readList calls member for each of the members between two brackets. It takes the
// brackets and commas itself.
func (b *scanner) readList(open, end byte, member func() error) error {
	if err := b.expect(open); err != nil {
		return err
	}
	c, err := b.peekInside()
	if err != nil {
		return err
	}
	if c == end {
		b.pos++
		return nil
	}
	for {
		if err := member(); err != nil {
			return err
		}
		c, err := b.peekInside()
		if err != nil {
			return err
		}
		switch c {
		case ',':
			b.pos++
		case end:
			b.pos++
			return nil
		default:
			return b.syntaxErrorf("%q where ',' or %q should be", c, end)
		}
	}
}

// textSince returns what was taken since the offset, or nil if the buffer does not
// have it any more.
func (b *scanner) textSince(start int64) []byte {
	if start < b.base {
		return nil
	}
	return b.buf[start-b.base : b.pos]
}

// readObject takes an object. It calls member before each value; member takes the
// colon and the value. The name is valid until more is read.
func (b *scanner) readObject(member func(name []byte) error) error {
	return b.readList('{', '}', func() error {
		name, err := b.readString()
		if err != nil {
			return err
		}
		return member(name)
	})
}

// readColon takes the colon after a name.
func (b *scanner) readColon() error { return b.expect(':') }

// inText tells the ASCII characters that stand for themselves in a string.
var inText = func() (in [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		in[c] = c != '"' && c != '\\'
	}
	return in
}()

// readString takes a string. The result is valid until more is read.
func (b *scanner) readString() ([]byte, error) {
	if err := b.expect('"'); err != nil {
		return nil, err
	}
	for n, c := range b.buf[b.pos:b.end] {
		if inText[c] {
			continue
		}
		if c == '"' {
			s := b.buf[b.pos : b.pos+n]
			b.pos += n + 1
			return s, nil
		}
		break // as below
	}
	ascii := true
	for n := 0; ; n++ {
		if b.pos+n == b.end {
			if err := b.fillInside(); err != nil {
				return nil, err
			}
		}
		switch c := b.buf[b.pos+n]; {
		case c == '"':
			s := b.buf[b.pos : b.pos+n]
			if !ascii && !utf8.Valid(s) {
				return nil, b.shapeErrorf("the JSON is not valid UTF-8")
			}
			b.pos += n + 1
			return s, nil
		case c == '\\':
			return b.readEscaped(n)
		case c < ' ':
			b.pos += n
			return nil, b.syntaxErrorf("a control character in a string")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
}

// fillInside is fill within a document: the end is errEarly.
func (b *scanner) fillInside() error {
	err := b.fill()
	if errors.Is(err, io.EOF) {
		return errEarly
	}
	return err
}

// readEscaped takes the rest of a string from its first escape on, which is n bytes
// from here.
func (b *scanner) readEscaped(n int) ([]byte, error) {
	s := append(b.scratch[:0], b.buf[b.pos:b.pos+n]...)
	b.pos += n
	for {
		if b.pos == b.end {
			if err := b.fillInside(); err != nil {
				return nil, err
			}
		}
		c := b.buf[b.pos]
		switch {
		case c == '"':
			if !utf8.Valid(s) {
				return nil, b.shapeErrorf("the JSON is not valid UTF-8")
			}
			b.pos++
			b.scratch = s
			return s, nil
		case c < ' ':
			return nil, b.syntaxErrorf("a control character in a string")
		case c != '\\':
			s = append(s, c)
			b.pos++
			continue
		}
		r, err := b.readEscape()
		if err != nil {
			return nil, err
		}
		s = utf8.AppendRune(s, r)
	}
}

// readEscape takes an escape, or two for a pair of surrogates. Half a pair is an
// error: encoding/json would put another character in its place.
func (b *scanner) readEscape() (rune, error) {
	for b.end-b.pos < 2 {
		if err := b.fillInside(); err != nil {
			return 0, err
		}
	}
	switch c := b.buf[b.pos+1]; c {
	case '"', '\\', '/':
		b.pos += 2
		return rune(c), nil
	case 'b', 'f', 'n', 'r', 't':
		b.pos += 2
		return map[byte]rune{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}[c], nil
	case 'u':
		r, err := b.readCodeUnit()
		if err != nil || !utf16.IsSurrogate(r) {
			return r, err
		}
		low, err := b.readCodeUnit()
		if err != nil {
			return 0, err
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			return 0, b.syntaxErrorf("half a pair of surrogates in a string")
		}
		return r, nil
	}
	return 0, b.syntaxErrorf("an unknown escape in a string")
}

// readCodeUnit takes \uXXXX.
func (b *scanner) readCodeUnit() (rune, error) {
	for b.end-b.pos < 6 {
		if err := b.fillInside(); err != nil {
			return 0, err
		}
	}
	if b.buf[b.pos] != '\\' || b.buf[b.pos+1] != 'u' {
		return 0, b.syntaxErrorf("half a pair of surrogates in a string")
	}
	var r rune
	for _, c := range b.buf[b.pos+2 : b.pos+6] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, b.syntaxErrorf("an unknown escape in a string")
		}
	}
	b.pos += 6
	return r, nil
}
