package command

import (
	"io"
	"os"

	"golang.org/x/term"
)

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
