package command

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"

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

// repeatAnswer appends the first line to a text of more lines than the terminal has, if
// it is a sentence.
func repeatAnswer(text []byte, height int) []byte {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if label(string(first)) != "" || bytes.Count(text, []byte("\n")) < height {
		return text
	}
	return slices.Concat(text, []byte("\n"), first, []byte("\n"))
}

// label is the label of a line that begins an entry; empty if it does not.
func label(line string) string {
	if len(line) <= labelWidth || line[labelWidth-1] != ' ' || line[labelWidth] == ' ' {
		return ""
	}
	l := strings.TrimRight(line[:labelWidth], " ")
	if slices.Contains(labels, l) || strings.HasSuffix(l, ". concept") {
		return l
	}
	return ""
}

// paint makes the first line bold if it is a sentence, and labels and the comments of
// queries dim. It tells good news about the endpoint from bad.
func paint(text string) string {
	lines := strings.Split(text, "\n")
	sentence := ""
	if label(lines[0]) == "" {
		sentence = lines[0]
	}
	for i, line := range lines {
		l := label(line)
		switch {
		case line == "":
		case line == sentence:
			lines[i] = bold + line + plain
		case l != "":
			rest := line[labelWidth:]
			switch {
			case l == "Endpoint" && strings.Contains(rest, "not confirm"):
				rest = red + rest + plain
			case l == "Endpoint":
				rest = green + rest + plain
			case l == "Concept":
				rest = bold + rest + plain
			}
			lines[i] = dim + line[:labelWidth] + plain + rest
		case strings.HasPrefix(strings.TrimLeft(line, " "), "# "):
			lines[i] = dim + line + plain
		}
	}
	return strings.Join(lines, "\n")
}
