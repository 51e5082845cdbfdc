package rdffile

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
)

// blockBytes is the least size of a piece, unless it is the last one.
const blockBytes = 512 << 10

// A document of lines or statements is cut into pieces, which are parsed at the same time.
type pieces struct {
	r     io.Reader
	cut   func(text []byte) int // returns where a piece ends; 0: not in the text
	block int                   // the bytes to read for a piece; 0: blockBytes
	most  int                   // the bytes of the longest piece
	// parser returns a function that parses the piece that was cut last.
	parser func(text []byte) func() piece
	skips  bool // whether bad lines are left out

	rest  []byte // was read and is in no piece yet
	begun bool
	ended bool
	err   error // of the reader, or bufio.ErrTooLong
}

// A piece is what a part of a document says.
type piece struct {
	deliver  func() error
	triples  int
	lines    int         // the line ends that were parsed
	quoted   int         // statements about statements, which are left out
	directed int         // texts whose direction is left out
	bad      int         // faults; lines that are not legal
	err      *Error      // the first of them, whose line is that in the piece
	prefixes [][2]string // the prefixes that the piece declares, with their IRIs
}

// fail notes a fault.
func (p *piece) fail(err error) {
	if p.bad++; p.bad == 1 && !errors.As(err, &p.err) {
		p.err = &Error{Err: err}
	}
}

// deliverAll delivers the triples of the pieces in the order of the document. It reads and delivers in
// the goroutine of its caller.
func (in *pieces) deliverAll(out *sink) error {
	lines, bad := 0, 0
	var first *Error // of the bad lines
	err := inOrder(in.next, func(p piece) error {
		if err := cmp.Or(out.ctx.Err(), p.deliver()); err != nil {
			return err
		}
		out.stats.Triples += p.triples
		out.stats.warnTimes(aboutStatements, p.quoted)
		out.stats.warnTimes(directions, p.directed)
		for _, x := range p.prefixes {
			out.stats.prefix(x[0], x[1])
		}
		if p.bad > 0 && bad == 0 {
			if first = p.err; first.Line > 0 {
				first = &Error{Line: lines + first.Line, Err: first.Err}
			}
		}
		bad += p.bad
		lines += p.lines
		if bad > 0 && !in.skips {
			return first
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case errors.Is(in.err, bufio.ErrTooLong):
		return errorAt(lines+1, "line or statement of over %d bytes: %w", in.most, ErrTooLarge)
	case in.err != nil:
		return &Error{Line: lines + 1, Err: in.err}
	case bad > 0 && out.stats.Triples == 0: // a file of something else
		return first
	case bad > 0:
		out.stats.warnTimes(fmt.Sprintf("bad lines are skipped, the first is line %d: %v", first.Line, first.Err), bad)
	}
	return nil
}

// inOrder runs the functions that next returns, until it returns nil, at the same time, and calls deliver
// for one result at a time, in their order.
func inOrder[T any](next func() func() T, deliver func(T) error) error {
	var waiting []chan T
	for {
		run := next()
		if run != nil {
			done := make(chan T, 1) // so that no goroutine waits for a reader that has left
			waiting = append(waiting, done)
			go func() { done <- run() }()
		}
		if run == nil && len(waiting) == 0 {
			return nil
		}
		if run == nil || len(waiting) > runtime.GOMAXPROCS(0) {
			x := <-waiting[0]
			waiting = waiting[1:]
			if err := deliver(x); err != nil {
				return err
			}
		}
	}
}

// next returns the parser of the next piece; nil at the end and after an error.
func (in *pieces) next() func() piece {
	text := append(make([]byte, 0, len(in.rest)+cmp.Or(in.block, blockBytes)), in.rest...)
	for !in.ended {
		for len(text) < cap(text) && !in.ended {
			n, err := in.r.Read(text[len(text):cap(text)])
			text = text[:len(text)+n]
			if in.ended = err != nil; in.ended && !errors.Is(err, io.EOF) {
				in.err = err
			}
		}
		if !in.begun {
			text, in.begun = bytes.TrimPrefix(text, bomUTF8), true
		}
		end := in.cut(text)
		if end == 0 && len(text) > in.most {
			in.ended, in.err = true, bufio.ErrTooLong
			return nil
		}
		if in.ended && in.err == nil {
			end = len(text)
		}
		if end > 0 {
			in.rest = text[end:]
			return in.parser(text[:end])
		}
		text = slices.Grow(text, len(text))
	}
	return nil
}
