package command

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/session/answer"
)

// status shows progress on stderr: on a terminal in a line that is rewritten, elsewhere
// with --verbose only, in a line per phase. Its methods are safe for concurrent use.
type status struct {
	mu       sync.Mutex
	w        io.Writer // for texts; printable around control
	control  io.Writer // for control sequences
	terminal bool
	width    int
	quiet    bool
	verbose  bool
	live     bool   // the line of the terminal has text
	phase    string // of the last line
	text     string // of the last line, with its phase
	last     time.Time
}

const (
	redraw  = 100 * time.Millisecond // least time between two texts of the live line
	repeat  = 10 * time.Second       // least time between two lines about one phase
	eraseLn = "\r\x1b[K"
)

func newStatus(w io.Writer) *status {
	s := &status{w: &printable{w: w}, control: w, width: 80}
	if f, ok := asTerminal(w); ok {
		s.terminal = true
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 20 {
			s.width = columns
		}
	}
	return s
}

func (s *status) level(quiet, verbose bool) { s.quiet, s.verbose = quiet, verbose && !quiet }

// Progress shows the current phase and its progress.
func (s *status) Progress(phase, detail string) { s.progress(phase, detail, false) }

// progress writes the phase and its detail. It skips a text that follows too soon, unless
// it is the last of its phase, and one that is written already.
func (s *status) progress(phase, detail string, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quiet || !s.terminal && !s.verbose {
		return
	}
	now := time.Now()
	text := phase
	if detail != "" {
		text += ": " + detail
	}
	interval := repeat
	if s.terminal {
		interval = redraw
	}
	if phase == s.phase && (last && text == s.text || !last && now.Sub(s.last) < interval) {
		return
	}
	s.phase = phase
	s.text = text
	s.last = now
	if s.terminal {
		if r := []rune(text); len(r) >= s.width {
			text = string(r[:s.width-2]) + "…"
		}
		fmt.Fprint(s.control, eraseLn)
		fmt.Fprint(s.w, say.OneLine(text))
		s.live = true
		return
	}
	fmt.Fprintln(s.w, say.OneLine(text))
}

// Note writes a line that stays. It does nothing with --quiet.
func (s *status) Note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quiet {
		return
	}
	s.erase()
	fmt.Fprintln(s.w, say.OneLine(fmt.Sprintf(format, args...)))
}

// Heading writes a line, in bold type on a terminal.
func (s *status) Heading(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	styled := hasColours(s.control)
	if styled {
		fmt.Fprint(s.control, bold)
	}
	fmt.Fprint(s.w, say.OneLine(line))
	if styled {
		fmt.Fprint(s.control, plain)
	}
	fmt.Fprintln(s.w)
}

// Block writes lines that stay. It does nothing with --quiet.
func (s *status) Block(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quiet || text == "" {
		return
	}
	s.erase()
	fmt.Fprint(s.w, text)
}

// Detail writes a note with --verbose only.
func (s *status) Detail(format string, args ...any) {
	if s.verbose {
		s.Note(format, args...)
	}
}

// Stage shows the progress of learning. The last line of a stage is never skipped.
func (s *status) Stage(p learner.Progress, weighted bool) {
	s.progress(answer.StageName(p), answer.StageText(p, weighted), p.Done)
}

// clear erases the live line.
func (s *status) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
}

func (s *status) erase() {
	if s.live {
		fmt.Fprint(s.control, eraseLn)
		s.live = false
	}
}

// Logger prints the log of libraries as notes: warnings always, the rest with -v.
func (s *status) Logger() *slog.Logger {
	return slog.New(say.LogHandler{
		IsEnabled: func(l slog.Level) bool { return l >= slog.LevelWarn || s.verbose && l >= slog.LevelInfo },
		Emit: func(l slog.Level, line string) {
			if l >= slog.LevelWarn {
				line = "warning: " + line
			}
			s.Note("%s", line)
		},
	})
}
