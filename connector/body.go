package connector

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// body reads the JSON of an answer (RFC 8259) as it arrives. Of what went by it
// keeps the beginning only, for errors.
type body struct {
	r        io.Reader
	max      int64  // bytes it may have
	buf      []byte // buf[pos:end] was read and not used
	pos, end int
	base     int64 // offset of buf[0] in the body
	head     []byte
	scratch  []byte // a string with escapes
	err      error  // why no more comes
}

// firstBuffer holds most rows of most results; a longer string makes it grow.
const firstBuffer = 32 << 10

// buffers are those of bodies that nobody looks at any more.
var buffers = sync.Pool{New: func() any { return &body{buf: make([]byte, firstBuffer)} }}

func newBody(r io.Reader, most int64) *body {
	old := buffers.Get().(*body)
	return &body{r: r, max: most, buf: old.buf, head: old.head[:0], scratch: old.scratch}
}

// keptBuffer bounds the buffers that are used again.
const keptBuffer = 1 << 20

// release says that nothing of the body is needed any more.
func (b *body) release() {
	if len(b.buf) <= keptBuffer && cap(b.scratch) <= keptBuffer {
		buffers.Put(&body{buf: b.buf, head: b.head, scratch: b.scratch})
	}
	b.buf, b.head, b.scratch = nil, nil, nil
}

// Why a body is no JSON document. Errors of the reader are passed on as they are.
var (
	errEarly = errors.New("the JSON ends early")
	errLong  = errors.New("too many bytes")
)

// syntaxError is JSON that is wrong, or not what is expected there.
type syntaxError struct {
	offset int64
	msg    string
	shape  bool // well-formed, but of another shape
}

func (e *syntaxError) Error() string { return e.msg }

func (b *body) offset() int64 { return b.base + int64(b.pos) }

func (b *body) wrong(format string, args ...any) error {
	return &syntaxError{offset: b.offset(), msg: fmt.Sprintf(format, args...)}
}

func (b *body) shape(format string, args ...any) error {
	return &syntaxError{offset: b.offset(), msg: fmt.Sprintf(format, args...), shape: true}
}

// fill reads more behind what is unused, which may move.
func (b *body) fill() error {
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

// size is the number of bytes read.
func (b *body) size() int64 { return b.base + int64(b.end) }

// skipMark skips a byte order mark, which some servers begin with.
func (b *body) skipMark() error {
	for b.end-b.pos < 3 {
		if err := b.fill(); err != nil {
			return nil // too short for one: what is wrong shows later
		}
	}
	if string(b.buf[b.pos:b.pos+3]) == "\xef\xbb\xbf" {
		b.pos += 3
	}
	return nil
}

// peek is the next byte that is no blank; io.EOF if there is none.
func (b *body) peek() (byte, error) {
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

// next is peek within a document.
func (b *body) next() (byte, error) {
	if b.pos < b.end && b.buf[b.pos] > ' ' { // as mostly
		return b.buf[b.pos], nil
	}
	c, err := b.peek()
	if errors.Is(err, io.EOF) {
		err = errEarly
	}
	return c, err
}

// expect takes the byte c.
func (b *body) expect(c byte) error {
	if b.pos < b.end && b.buf[b.pos] == c {
		b.pos++
		return nil
	}
	got, err := b.next()
	if err != nil {
		return err
	}
	if got != c {
		return b.wrong("%q where %q should be", got, c)
	}
	b.pos++
	return nil
}

// list takes the members between two brackets, separated by commas.
func (b *body) list(open, end byte, member func() error) error {
	if err := b.expect(open); err != nil {
		return err
	}
	c, err := b.next()
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
		c, err := b.next()
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
			return b.wrong("%q where ',' or %q should be", c, end)
		}
	}
}

// since is what was taken since the offset; nothing if that is gone.
func (b *body) since(start int64) []byte {
	if start < b.base {
		return nil
	}
	return b.buf[start-b.base : b.pos]
}

// object takes an object; member is called in front of every value. The name is
// valid until more is read.
func (b *body) object(member func(name []byte) error) error {
	return b.list('{', '}', func() error {
		name, err := b.text()
		if err != nil {
			return err
		}
		return member(name)
	})
}

// key takes the colon behind a name.
func (b *body) key() error { return b.expect(':') }

// inText are the bytes of a string that are one character and mean themselves.
var inText = func() (in [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		in[c] = c != '"' && c != '\\'
	}
	return in
}()

// text takes a string. It is valid until more is read.
func (b *body) text() ([]byte, error) {
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
			if err := b.more(); err != nil {
				return nil, err
			}
		}
		switch c := b.buf[b.pos+n]; {
		case c == '"':
			s := b.buf[b.pos : b.pos+n]
			if !ascii && !utf8.Valid(s) {
				return nil, b.shape("the JSON is not valid UTF-8")
			}
			b.pos += n + 1
			return s, nil
		case c == '\\':
			return b.escaped(n)
		case c < ' ':
			b.pos += n
			return nil, b.wrong("a control character in a string")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
}

// more reads on within a document.
func (b *body) more() error {
	err := b.fill()
	if errors.Is(err, io.EOF) {
		return errEarly
	}
	return err
}

// escaped goes on with a string at its first escape, n bytes from here.
func (b *body) escaped(n int) ([]byte, error) {
	s := append(b.scratch[:0], b.buf[b.pos:b.pos+n]...)
	b.pos += n
	for {
		if b.pos == b.end {
			if err := b.more(); err != nil {
				return nil, err
			}
		}
		c := b.buf[b.pos]
		switch {
		case c == '"':
			if !utf8.Valid(s) {
				return nil, b.shape("the JSON is not valid UTF-8")
			}
			b.pos++
			b.scratch = s
			return s, nil
		case c < ' ':
			return nil, b.wrong("a control character in a string")
		case c != '\\':
			s = append(s, c)
			b.pos++
			continue
		}
		r, err := b.escape()
		if err != nil {
			return nil, err
		}
		s = utf8.AppendRune(s, r)
	}
}

// escape takes one, two for a pair of surrogates. Half a pair is no character:
// encoding/json would put another in its place.
func (b *body) escape() (rune, error) {
	for b.end-b.pos < 2 {
		if err := b.more(); err != nil {
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
		r, err := b.unit()
		if err != nil || !utf16.IsSurrogate(r) {
			return r, err
		}
		low, err := b.unit()
		if err != nil {
			return 0, err
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			return 0, b.wrong("half a pair of surrogates in a string")
		}
		return r, nil
	}
	return 0, b.wrong("an unknown escape in a string")
}

// unit takes \uXXXX.
func (b *body) unit() (rune, error) {
	for b.end-b.pos < 6 {
		if err := b.more(); err != nil {
			return 0, err
		}
	}
	if b.buf[b.pos] != '\\' || b.buf[b.pos+1] != 'u' {
		return 0, b.wrong("half a pair of surrogates in a string")
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
			return 0, b.wrong("an unknown escape in a string")
		}
	}
	b.pos += 6
	return r, nil
}
