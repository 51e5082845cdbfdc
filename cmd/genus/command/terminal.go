package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
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

// The styles of a terminal (ECMA-48, SGR).
const (
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	plain = "\x1b[0m"
)

// asTerminal is the file behind the writer if it is a terminal.
func asTerminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// hasColours reports whether the writer is a terminal that is to show colours
// (no-color.org).
func hasColours(w io.Writer) bool {
	_, ok := asTerminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
