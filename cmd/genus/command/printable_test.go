package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\n":                       "a\tb\n",
		"\u00e9\u4e2d\U0001F418\u0301": "\u00e9\u4e2d\U0001F418\u0301",
		"\x1b[31mred\r":                `\u001B[31mred\u000D`,
		"\u009b31m\u0085":              `\u009B31m\u0085`,
		"\x7f\u2028\u2029":             `\u007F\u2028\u2029`,
		"\u202egnp.\u2066\u200f\u061c": `\u202Egnp.\u2066\u200F\u061C`,
		"\x9b31m":                      `\uFFFD31m`,
	} {
		var out bytes.Buffer
		p := &printable{w: &out}
		n, err := p.Write([]byte(in))
		check.That(t, n == len(in) && err == nil && out.String() == want, "%q: %q, %d bytes, %v; want %q", in, out.String(), n, err, want)
	}
}

// TestPrintablePieces checks that the output does not depend on how the text is split
// into writes, and that JSON keeps its value.
func TestPrintablePieces(t *testing.T) {
	testsize.Check(t, 100, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("a\x1b\u0085\u00e9\u2028\u202e\u4e2d\U0001F418"))).Draw(t, "text")
		doc := require.Value(json.Marshal(text))(t)
		var out bytes.Buffer
		p := &printable{w: &out}
		for rest := doc; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			require.Value(p.Write(rest[:n]))(t)
			rest = rest[n:]
		}
		require.That(t, utf8.Valid(out.Bytes()) && !strings.ContainsFunc(out.String(), isControl),
			"%q has control characters", out.String())
		var back string
		err := json.Unmarshal(out.Bytes(), &back)
		require.That(t, err == nil && back == text, "%q became %q: %v", text, back, err)
	})
}

func TestStatusLines(t *testing.T) {
	for _, tt := range []struct {
		name           string
		quiet, verbose bool
		want           string
	}{
		{"plain", false, false, "a: 1\nb\nnote\nwarning: careful k=v\n"},
		{"verbose", false, true, "a: 1\nb\nnote\nmore\nwarning: careful k=v\nretry k=v\n"},
		{"quiet", true, false, ""},
		{"quiet wins", true, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			s := newStatus(&b)
			s.level(tt.quiet, tt.verbose)
			s.Progress("a", "1")
			s.Progress("a", "2") // too soon for the same phase
			s.Progress("b", "")
			s.Note("note")
			s.Detail("more")
			log := s.Logger().With(slog.String("k", "v"))
			log.Warn("careful")
			log.Info("retry")
			log.Debug("never")
			s.clear()
			check.Equal(t, b.String(), tt.want)
		})
	}
}

// TestLastLineOfAStage checks that the last line of a stage is written, however soon it
// follows.
func TestLastLineOfAStage(t *testing.T) {
	step := func(k, correct int, done bool) learner.Progress {
		return learner.Progress{K: k, Done: done, Best: dl.Top{}, Confusion: interp.Confusion{TP: correct, FN: 148 - correct}}
	}
	steps := []learner.Progress{step(5, 125, false), step(5, 126, false), step(5, 127, false), step(5, 127, true), step(6, 128, false), step(6, 128, true)}
	line := func(k, correct int) string {
		return fmt.Sprintf("stage %d: %d of 148 examples correct, size 1", k, correct)
	}
	for _, test := range []struct {
		name     string
		terminal bool
		want     string
	}{
		{"in a file", false, line(5, 125) + "\n" + line(5, 127) + "\n" + line(6, 128) + "\n"},
		{"on a terminal", true, eraseLn + line(5, 125) + eraseLn + line(5, 127) + eraseLn + line(6, 128)},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			s := newStatus(&b)
			s.terminal = test.terminal
			for _, p := range steps {
				s.Stage(p, false)
			}
			check.Equal(t, b.String(), test.want)
		})
	}
}

func TestStatusOnATerminal(t *testing.T) {
	var b bytes.Buffer
	s := newStatus(&b)
	s.terminal, s.width = true, 20
	s.Progress("phase", strings.Repeat("x", 100))
	s.Note("done")
	s.clear() // nothing is left to clear
	want := eraseLn + "phase: xxxxxxxxxxx…" + eraseLn + "done\n"
	check.Equal(t, b.String(), want)
}

// examplePage returns a page with an answer, entries and a query for a terminal of that
// height.
func examplePage(height int, colours bool) string {
	var b bytes.Buffer
	p := &page{w: &b}
	if colours {
		p.w, p.styles = &printable{w: &b}, &b
	}
	p.sentence("cats that \x1b[5mpurr")
	p.entryIn(bold, "Concept", "Cat ⊓\n  ∃does.Purring")
	p.entryIn(red, "Endpoint", "not confirmed")
	p.entry("Matches", "no others")
	p.query("# cat\nSELECT DISTINCT ?x\n  # purring\n")
	p.repeatAnswer(strings.Count(b.String(), "\n"), height)
	return b.String()
}

// TestStyles checks the styles of a page. Control sequences in labels are escaped.
func TestStyles(t *testing.T) {
	const answer = bold + `Cats that \u001B[5mpurr.` + plain + "\n"
	want := answer + "\n" +
		dim + "Concept    " + plain + bold + "Cat ⊓" + plain + "\n           " + bold + "  ∃does.Purring" + plain + "\n" +
		dim + "Endpoint   " + plain + red + "not confirmed" + plain + "\n" +
		dim + "Matches    " + plain + "no others\n" +
		dim + "# cat" + plain + "\nSELECT DISTINCT ?x\n" + dim + "  # purring" + plain + "\n"
	check.Equal(t, examplePage(10, true), want)
	// The answer is repeated if the page does not fit.
	check.Equal(t, examplePage(9, true), want+"\n"+answer, "on a small terminal")
	got := examplePage(10, false)
	check.That(t, strings.Count(got, "\x1b") == 1 &&
		strings.Contains(got, "\nConcept    Cat ⊓\n             ∃does.Purring\nEndpoint   not confirmed\n"), "without colours: %q", got)
}

// TestUnsolicitedResponse checks that what net/http logs about an unsolicited answer of a
// server is shown with --verbose only.
func TestUnsolicitedResponse(t *testing.T) {
	const answer = `{"head":{"vars":[]},"results":{"bindings":[]}}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = fmt.Fprintf(buffered,
			"HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nContent-Length: %d\r\n\r\n%s",
			len(answer), answer)
		_, _ = buffered.WriteString("HTTP/1.1 400 Bad Request\r\n\r\n")
		_ = buffered.Flush()
		_, _ = io.Copy(io.Discard, conn) // the client closes the connection
	}))
	defer server.Close()
	const said = "Unsolicited response received on idle HTTP channel"
	for _, verbose := range []bool{true, false} {
		shown := false
		for deadline := time.Now().Add(20 * time.Second); !shown && time.Now().Before(deadline); {
			var stdout, stderr bytes.Buffer
			args := []string{"learn", "--endpoint", server.URL, "--pos-iri", "urn:a", "--neg-iri", "urn:b", "--rate", "0", "--retries", "0", "--request-timeout", "1s"}
			if verbose {
				args = append(args, "-v")
			}
			Main(args, strings.NewReader(""), &stdout, &stderr)
			shown = strings.Contains(stderr.String(), said)
			if !verbose {
				break
			}
		}
		check.That(t, shown == verbose, "shown: %v, with -v: %v", shown, verbose)
	}
}

// Members that could not be asked for are not known. That is not "no others".
func TestMatchesNotKnown(t *testing.T) {
	var b bytes.Buffer
	r := &genus.Result{}
	r.Verdict, r.OthersErr = &genus.Verdict{}, errors.New("asking for other matches: it took too long")
	(&page{w: &b}).matches(r)
	got := b.String()
	check.That(t, strings.Contains(got, "not known: asking for other matches: it took too long") && !strings.Contains(got, "no others"),
		"%q", got)
}
