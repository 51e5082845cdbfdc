package command

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// printable stands before stdout and stderr. Labels, IRIs and messages come from
// strangers, and a terminal obeys control characters: it would overwrite lines,
// or show a text in another order. They are written as \uXXXX, which JSON, SPARQL
// and Turtle read as the character itself. Line feeds and tabs pass.
type printable struct {
	w    io.Writer
	part []byte // the beginning of a character
}

// obeyed reports whether a terminal obeys the character instead of showing it:
// the controls of ASCII and of Latin 1, the separators of lines and paragraphs,
// and those that change the direction of writing.
func obeyed(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029', utf8.RuneError:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

func (p *printable) Write(text []byte) (int, error) {
	rest := append(p.part, text...)
	p.part = nil
	if end := lastWhole(rest); end < len(rest) {
		p.part, rest = bytes.Clone(rest[end:]), rest[:end]
	}
	if bytes.ContainsFunc(rest, obeyed) {
		var b bytes.Buffer
		for _, r := range string(rest) {
			if obeyed(r) {
				fmt.Fprintf(&b, `\u%04X`, r)
			} else {
				b.WriteRune(r)
			}
		}
		rest = b.Bytes()
	}
	if _, err := p.w.Write(rest); err != nil {
		return 0, err
	}
	return len(text), nil
}

// lastWhole is where the last character begins if it is not all there, and else
// the length.
func lastWhole(text []byte) int {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if utf8.FullRune(text[i:]) {
				break
			}
			return i
		}
	}
	return len(text)
}
