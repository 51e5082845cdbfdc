package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/enrich"
)

const (
	familyData = "../testdata/data/family.ttl"
	familyPos  = "../testdata/data/pos.txt"
	familyNeg  = "../testdata/data/neg.txt"
)

// shape adds the fields of a JSON value with their types to out. A list has the fields of
// its first entry.
func shape(path string, v any, out *[]string) {
	kind := func(s string) { *out = append(*out, path+" "+s) }
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			shape(path+"."+k, v[k], out)
		}
	case []any:
		if len(v) == 0 {
			kind("list")
			return
		}
		shape(path+"[]", v[0], out)
	case string:
		kind("string")
	case float64:
		kind("number")
	case bool:
		kind("bool")
	case nil:
		kind("null")
	}
}

// TestJSONShape compares the fields of the JSON form with golden files. They are a
// contract with scripts: fields may only be added.
func TestJSONShape(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		code int
	}{
		{"question", nil, exitOK}, // positives only
		{"confirmed", []string{"--neg", familyNeg, "--confirm"}, exitOK},
		{"file", []string{"--neg", familyNeg}, exitOK},
		{"ceiling", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc"}, exitOK},
		{"none", []string{"--neg", familyNeg, "--depth", "0", "--language", "alc", "--mode", "exact"}, exitFailed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"learn", "--data", familyData, "--pos", familyPos, "--format", "json", "-q"}, tt.args...)
			var v any
			require.NoError(t, json.Unmarshal(run(t, tt.code, args...), &v), "not JSON")
			var lines []string
			shape("", v, &lines)
			testfiles.Golden(t, filepath.Join("testdata", "json_"+tt.name+".txt"), strings.Join(lines, "\n")+"\n")
		})
	}
}

// TestJSONValues checks the numbers in the JSON form.
func TestJSONValues(t *testing.T) {
	text := run(t, exitOK, "learn", "--data", familyData, "--pos", familyPos, "--neg", familyNeg, "--format", "json",
		"-q", "--confirm")
	var r api.LearnOutput
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&r))
	got := fmt.Sprintf(
		"version %d size %d depth %d tp %d fp %d tn %d fn %d accuracy %g f1 %g optimal %t language %s stages %d confirmed "+
			"%t mismatches %d matches %d",
		r.Version, r.Concept.Size, r.Concept.Depth, r.Score.TP, r.Score.FP, r.Score.TN, r.Score.FN, r.Score.Accuracy,
		r.Score.F1, r.Optimal, r.Language, len(r.Stages), r.Endpoint.Confirmed, len(r.Endpoint.Mismatches),
		len(r.Matches))
	want := "version 1 size 4 depth 1 tp 3 fp 0 tn 6 fn 0 accuracy 1 f1 1 optimal true language alcqif stages 4 " +
		"confirmed true mismatches 0 matches 3"
	check.Equal(t, got, want)
}

// TestEnrichReport checks that a report has labels in place of IRIs, omits a definition
// with a low F1, and folds the disjointness axioms of many siblings, with boxes to tick.
func TestEnrichReport(t *testing.T) {
	const e = "http://e/"
	poor := enrich.Proposal{
		ID:         "00000001",
		Kind:       dl.EquivalentClasses,
		Subject:    e + "Q1",
		Concept:    "∃<" + e + "P2>.<" + e + "Q3>",
		Confidence: 0.46,
		Support:    30,
		Of:         100,
		Size:       2,
	}
	film := genus.Proposals{
		Subject:    e + "Q1",
		Members:    100,
		Candidates: []enrich.Proposal{poor},
		Labels:     map[string]string{e + "Q1": "film", e + "P2": "genre", e + "Q3": "film genre"},
	}
	for _, id := range []string{"00000002", "00000003", "00000004", "00000005"} {
		film.Candidates = append(film.Candidates,
			enrich.Proposal{ID: id, Kind: dl.DisjointClasses, Subject: e + "Q1", Concept: "<" + e + "Q3>", Confidence: 1})
	}
	book := film
	book.Subject = e + "Q9"
	good := poor
	good.Subject, good.Confidence = book.Subject, 0.7
	book.Candidates = []enrich.Proposal{good, film.Candidates[1]}
	all := enrichResults{EnrichOutput: api.EnrichOutput{EnrichHeader: api.EnrichHeader{
		Version:    1,
		Source:     "films",
		Confidence: 0.9,
		Sample:     2,
	},
		Results: []genus.Proposals{film, book}}}
	for format, want := range map[string][]string{
		"text": {
			"film (Q1), 100 members\n  4 siblings are disjoint with it\n  note: no definition found: the best, ∃genre.'film " +
				"genre', has F1 0.460\n",
			"  note: no definition found: the best, ∃genre.'film genre', has F1 0.700\n",
			"  00000002  film is disjoint with 'film genre'\n",
		},
		"markdown": {"for films, by 2 individuals\n", "| film | 100 | – | – | – |\n",
			"<details><summary>4 siblings are disjoint with it</summary>\n\n- [ ] film is disjoint with 'film genre' " +
				"`00000002`\n"},
	} {
		text := require.Value(new(program).writeEnriched(t.Context(), all, format))(t)
		for _, part := range want {
			check.That(t, bytes.Contains(text, []byte(part)), "%s: %q is missing in\n%s", format, part, text)
		}
		check.That(t, !strings.Contains(string(text), "film ≡"), "%s: a poor definition is shown", format)
	}
}

// TestResultsAfterKill checks that a run overwrites an incomplete last line, which a
// killed run has left.
func TestResultsAfterKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.jsonl")
	var all enrichResults
	all.Version, all.key = 1, "k"
	f := require.Value(openResults(path, &all))(t)
	for _, subject := range []string{"a", "b"} {
		require.NoError(t, f.append(genus.Proposals{Subject: subject}))
	}
	require.NoError(t, f.close())
	whole := require.Value(os.ReadFile(path))(t)
	for cut := 1; cut < 20; cut++ {
		require.NoError(t, os.WriteFile(path, whole[:len(whole)-cut], 0o600))
		again := enrichResults{EnrichOutput: api.EnrichOutput{EnrichHeader: all.EnrichHeader}, key: all.key}
		f := require.Value(openResults(path, &again))(t)
		require.That(t, len(again.Results) == 1 && again.Results[0].Subject == "a", "cut by %d: %+v", cut, again.Results)
		require.NoError(t, f.append(genus.Proposals{Subject: "b"}))
		require.NoError(t, f.close())
		now, err := os.ReadFile(path)
		require.That(t, err == nil && string(now) == string(whole), "cut by %d: %s, %v", cut, now, err)
	}
}

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
		check.That(t, n == len(in) && err == nil && out.String() == want, "%q: %q, %d bytes, %v; want %q", in, out.String(),
			n, err, want)
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
		{"plain", false, false, "note\nwarning: careful k=v\n"},
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
	steps := []learner.Progress{step(5, 125, false), step(5, 126, false), step(5, 127, false), step(5, 127, true),
		step(6, 128, false), step(6, 128, true)}
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
			s.terminal, s.verbose = test.terminal, true
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
		strings.Contains(got, "\nConcept    Cat ⊓\n             ∃does.Purring\nEndpoint   not confirmed\n"),
		"without colours: %q", got)
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
			args := []string{"learn", "--endpoint", server.URL, "--pos-iri", "urn:a", "--neg-iri", "urn:b", "--rate", "0",
				"--retries", "0", "--request-timeout", "1s"}
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
	check.That(t, strings.Contains(got, "not known: asking for other matches: it took too long") &&
		!strings.Contains(got, "no others"),
		"%q", got)
}
