package connector

import (
	"errors"
	"strings"
)

// maxNesting bounds the depth of a document.
const maxNesting = 1000

// skipValue takes a value that is not used, and checks that it is well formed.
func (b *scanner) skipValue(depth int) error {
	if depth > maxNesting {
		return b.shapeErrorf("more than %d levels", maxNesting)
	}
	c, err := b.peekInside()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return b.readObject(func([]byte) error {
			if err := b.readColon(); err != nil {
				return err
			}
			return b.skipValue(depth + 1)
		})
	case '[':
		return b.readList('[', ']', func() error { return b.skipValue(depth + 1) })
	case '"':
		_, err := b.readString()
		return err
	}
	_, err = b.readWord()
	return err
}

// acceptNull takes a null if it comes next, and reports whether it did.
func (b *scanner) acceptNull() (bool, error) {
	c, err := b.peekInside()
	if err != nil || c != 'n' {
		return false, err
	}
	_, err = b.readWord()
	return true, err
}

// readWord takes true, false, null or a number.
func (b *scanner) readWord() (string, error) {
	n := 0
	for ; ; n++ {
		if b.pos+n == b.end {
			if err := b.fillInside(); errors.Is(err, errEarly) {
				break // a number may be the end
			} else if err != nil {
				return "", err
			}
		}
		c := b.buf[b.pos+n]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+-.E", c) >= 0) {
			break
		}
	}
	s := string(b.buf[b.pos : b.pos+n])
	switch {
	case s == "true", s == "false", s == "null", number(s):
		b.pos += n
		return s, nil
	case b.pos+n == b.end:
		return "", errEarly
	}
	c, err := b.peekInside()
	if err != nil {
		return "", err
	}
	return "", b.syntaxErrorf("%q where a value should be", c)
}

// number follows RFC 8259, section 6.
func number(s string) bool {
	digits := func() bool {
		n := len(s)
		s = strings.TrimLeft(s, "0123456789")
		return len(s) < n
	}
	s = strings.TrimPrefix(s, "-")
	if !strings.HasPrefix(s, "0") {
		if !digits() {
			return false
		}
	} else {
		s = s[1:]
	}
	if rest, ok := strings.CutPrefix(s, "."); ok {
		if s = rest; !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}
