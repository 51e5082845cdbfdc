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

// printable wraps stdout and stderr. Labels, IRIs and messages come from strangers, and
// control characters in them would make a terminal overwrite lines or show a text in
// another order. It writes them as \uXXXX, which JSON, SPARQL and Turtle read as the
// character itself. Line feeds and tabs pass.
type printable struct {
	w    io.Writer
	part []byte // an incomplete character at the end of the last write
}

// isControl reports whether a terminal interprets the character instead of showing it:
// the control characters of ASCII and Latin 1, the separators of lines and paragraphs,
// and those that change the direction of writing.
func isControl(r rune) bool {
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
	if bytes.ContainsFunc(rest, isControl) {
		var b bytes.Buffer
		for _, r := range string(rest) {
			if isControl(r) {
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

// lastWhole returns the index of the last character if it is incomplete, and else the
// length of the text.
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

func asTerminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// hasColours reports whether the writer is a terminal that should show colours
// (no-color.org).
func hasColours(w io.Writer) bool {
	_, ok := asTerminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
