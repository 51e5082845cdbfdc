package rdffile

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	blockBytes = 256 << 10 // a block of lines
	lineBytes  = 64 << 20  // the longest line
)

// readNTriples reads blocks of whole lines and parses each line. Line ends may be
// LF, CRLF or CR.
func readNTriples(r io.Reader, out *sink) error {
	buf := make([]byte, 0, blockBytes)
	line := 1 // of the first byte of buf
	first := true
	for {
		if len(buf) == cap(buf) {
			if len(buf) >= lineBytes {
				return errorAt(line, "line of over %d bytes: %w", lineBytes, ErrTooLarge)
			}
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil && err != io.EOF {
			return &Error{Line: line, Err: err}
		}
		atEnd := err == io.EOF
		if first && (len(buf) >= len(bomUTF8) || atEnd) {
			buf = buf[:copy(buf, bytes.TrimPrefix(buf, bomUTF8))]
			first = false
		}
		end := len(buf)
		if !atEnd {
			if len(buf) < cap(buf) {
				continue // fill the block first
			}
			// A final CR may be half of a CRLF, so it does not end a block.
			end = bytes.LastIndexAny(buf[:len(buf)-1], "\r\n") + 1
			if end > 0 && buf[end-1] == '\r' && buf[end] == '\n' {
				end++
			}
		}
		block := lineFeeds(buf[:end])
		if err := decodeBlock(block, line, out); err != nil {
			return err
		}
		if atEnd {
			return nil
		}
		line += bytes.Count(block, []byte("\n"))
		buf = buf[:copy(buf, buf[end:])]
	}
}

// decodeBlock decodes whole lines, the first of which has the given number.
func decodeBlock(block []byte, line int, out *sink) error {
	if !utf8.Valid(block) {
		return errorAt(line+badUTF8Line(block), "invalid UTF-8")
	}
	text := string(block) // terms are parts of it, so one copy for all
	for ; text != ""; line++ {
		var current string
		current, text, _ = strings.Cut(text, "\n")
		p := ntLine{rest: current, blanks: out.blanks}
		t, ok, err := p.triple()
		if err != nil {
			return errorAt(line, "N-Triples: %w", err)
		}
		if !ok {
			continue
		}
		if err := out.emit(t); err != nil {
			return err
		}
	}
	return nil
}
