package rdffile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	blockBytes = 256 << 10 // the initial size of the buffer
	lineBytes  = 64 << 20  // the length of the longest line
)

func readNTriples(r io.Reader, out *sink) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, blockBytes), lineBytes)
	lines.Split(splitLine)
	n := 1
	for ; lines.Scan() && lines.Err() == nil; n++ { // Scan returns the text before a read error as a line
		line := lines.Text()
		if n == 1 {
			line = strings.TrimPrefix(line, string(bomUTF8))
		}
		if !utf8.ValidString(line) {
			return errorAt(n, "invalid UTF-8")
		}
		p := ntLine{rest: line, blanks: out.blanks}
		t, ok, err := p.triple()
		if err != nil {
			return errorAt(n, "N-Triples: %w", err)
		}
		if !ok {
			continue
		}
		if err := out.emit(t); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return errorAt(n, "line of over %d bytes: %w", lineBytes, ErrTooLarge)
	case err != nil:
		return &Error{Line: n, Err: err}
	}
	return nil
}

// splitLine is a bufio.SplitFunc for lines that end in LF, CRLF or CR.
func splitLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexByte(data, '\n')
	first := data
	if end >= 0 {
		first = data[:end]
	}
	cr := bytes.IndexByte(first, '\r')
	switch {
	case cr >= 0 && cr+1 == end:
		return end + 1, data[:cr], nil
	case cr >= 0 && (cr+1 < len(data) || atEOF):
		return cr + 1, data[:cr], nil
	case cr < 0 && end >= 0:
		return end + 1, data[:end], nil
	case atEOF && len(data) > 0:
		return len(data), data, nil
	}
	return 0, nil, nil // a CR at the end may be half of a CRLF
}
