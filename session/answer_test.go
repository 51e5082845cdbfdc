package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// answering answers a task about the citizens at an endpoint. It calls shown for each result
// that is shown, and fails at every request. It returns the numbers of requests at the first
// answer and at the end.
func answering(ctx context.Context, t *testing.T, change func(*config.Config, *answer.Task), shown func(*answer.Result),
	fails func(n int, query string) error) (r *answer.Result, first, all int64, err error) {
	t.Helper()
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	task := answer.Task{Examples: ex, Confirm: true}
	s := openSession(t, func(c *config.Config) {
		c.Endpoint, c.Retries = url, 0
		change(c, &task)
	})
	client := &faulty{Client: s.use.Source.Endpoint(), fails: fails}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return client })
	task.Options = require.Value(s.use.Config.Learner())(t)
	task.Show = func(r *answer.Result) {
		if first == 0 {
			first = client.n.Load()
		}
		shown(r)
	}
	r, err = s.Work().Answer(ctx, task)
	return r, first, client.n.Load(), err
}

// never is for an endpoint that does not fail.
func never(int, string) error { return nil }

const frenchCitizens = "∃<http://x.org/citizen>.{<http://x.org/c0>}"

// The first answer, with its query, is shown before the endpoint is asked to confirm it, and
// long before the extraction. Then it is shown again with what is known. answer.Ranking and query
// of the result are those of the first answer.
func TestFirstAnswer(t *testing.T) {
	var steps []string
	var first string
	r, n, all, err := answering(t.Context(), t, func(*config.Config, *answer.Task) {}, func(r *answer.Result) {
		step := strings.Join(r.Running.Names(), " ")
		if r.Verdict != nil {
			step += ", confirmed"
		}
		if steps = append(steps, step); first == "" {
			first = r.Query
		}
		if got := text(r.Fitting.Concept); got != frenchCitizens || r.Query == "" || r.Proof() != "not proved yet" {
			t.Errorf("%s: shown is %s, %q, by\n%s", step, got, r.Proof(), r.Query)
		}
	}, never)
	require.NoError(t, err)
	check.Slice(t, steps, []string{"confirmation question proof", "question proof, confirmed", "proof, confirmed"}, "shown with")
	check.That(t, n != 0 && 3*n <= 2*all, "the first answer came after %d of %d requests", n, all)
	check.That(t, r.Query == first && len(r.Verdict.Mismatches()) == 0 && strings.HasPrefix(r.Proof(), "proved: ") &&
		r.Unproved == nil && r.Running == 0, "result %q, %+v, by\n%s", r.Proof(), r.Verdict, r.Query)
	t.Logf("the first answer after %d of %d requests", n, all)
}

// If the extraction fails, exceeds its budget or is interrupted, the result is the first
// answer, confirmed, with the reason.
func TestAnswerKept(t *testing.T) {
	down := errors.New("the endpoint is down")
	none := func(*config.Config, *answer.Task) {}
	for _, test := range []struct {
		name        string
		change      func(*config.Config, *answer.Task)
		fault       func(cancel func()) error // of every request of the extraction
		proof       string
		interrupted bool
	}{
		{name: "fails", change: none, fault: func(func()) error { return down }, proof: "not proved: the proof is not finished: "},
		{name: "budget", change: func(c *config.Config, _ *answer.Task) { c.MaxRequests = 2 }, fault: func(func()) error { return nil }, proof: "not proved: the proof is not finished: "},
		{name: "interrupted", change: none, fault: func(cancel func()) error { cancel(); return context.Canceled }, proof: "not proved: interrupted before the proof was finished", interrupted: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			proving := false
			r, _, _, err := answering(ctx, t, test.change,
				func(r *answer.Result) { proving = r.Running == answer.Proving }, func(int, string) error {
					if proving {
						return test.fault(cancel)
					}
					return nil
				})
			require.NoError(t, err)
			require.That(t, r.Fitting.Concept != nil && strings.HasPrefix(r.Proof(), test.proof) &&
				r.Interrupted == test.interrupted && r.Query != "", "%q, interrupted %t, query %q", r.Proof(), r.Interrupted, r.Query)
			check.That(t, r.Verdict != nil && r.ConfirmErr == nil && len(r.Verdict.Mismatches()) <= 0 && len(r.Verdict.Examples) == 8,
				"not confirmed: %+v, %v", r.Verdict, r.ConfirmErr)
			if j := r.Document(true); j.Optimal || j.Unproved == "" || j.Interrupted != test.interrupted {
				t.Errorf("as JSON: optimal %t, unproved %q, interrupted %t", j.Optimal, j.Unproved, j.Interrupted)
			}
		})
	}
}

// Positives alone have nothing to search for: nothing is extracted. An example that the
// endpoint does not know is an error all the same.
func TestPositivesOnly(t *testing.T) {
	alone := func(_ *config.Config, task *answer.Task) { task.Examples.Neg = nil }
	r, first, all, err := answering(t.Context(), t, alone, func(r *answer.Result) {
		check.That(t, r.Running&answer.Proving == 0, "a proof is announced")
	}, never)
	require.NoError(t, err)
	check.That(t, text(r.Fitting.Concept) == frenchCitizens && r.Verdict != nil && len(r.Verdict.Mismatches()) == 0 &&
		r.Unproved == nil && r.Problem.Unread, "%s, %+v, %v", text(r.Fitting.Concept), r.Verdict, r.Unproved)
	t.Logf("the first answer after %d of %d requests", first, all)

	_, _, _, err = answering(t.Context(), t, func(_ *config.Config, task *answer.Task) {
		task.Examples.Pos, task.Examples.Neg = append(slices.Clone(task.Examples.Pos), "http://x.org/nobody"), nil
	}, func(*answer.Result) { t.Error("something is shown") }, never)
	var unknown *extract.UnknownExamplesError
	check.That(t, errors.As(err, &unknown) && slices.Equal(unknown.IRIs, []string{"http://x.org/nobody"}), "got %v", err)
}

// Labels that were refused are missing, and nothing else.
func TestAnswerWithoutLabels(t *testing.T) {
	r, _, _, err := answering(t.Context(), t, func(*config.Config, *answer.Task) {}, func(r *answer.Result) {
		j := r.Document(true)
		check.That(t, j.English == "things that have the citizen c0", "shown is %q", j.English)
	}, func(_ int, query string) error {
		if strings.Contains(query, "rdf-schema#label") {
			return errors.New("no labels today")
		}
		return nil
	})
	require.NoError(t, err)
	notes := r.Document(true).RankingNotes
	check.That(t, len(notes) != 0 && strings.HasPrefix(notes[0], "labels are missing"), "notes %q", notes)
}

// With --prefer smallest nothing is ranked, and nothing is shown before the search.
func TestSmallestFirst(t *testing.T) {
	r, _, _, err := answering(t.Context(), t, func(c *config.Config, _ *answer.Task) { c.Prefer = config.Smallest },
		func(r *answer.Result) {
			check.That(t, r.Running == answer.Confirming && len(r.Fitting.Stages) != 0, "shown before the search: %v", r.Running.Names())
		}, never)
	require.NoError(t, err)
	check.That(t, r.Ranking == nil && r.Fitting.Optimal && r.Verdict != nil, "%+v, %q", r.Ranking, r.Proof())
}

// TestConfirmSmall: where a concept has few members, one request lists them and confirms it. If
// that fails, the examples are asked about.
func TestConfirmSmall(t *testing.T) {
	for _, listed := range []bool{true, false} {
		var lists, others int
		r, _, _, err := answering(t.Context(), t, func(_ *config.Config, task *answer.Task) { task.Examples.Neg = nil },
			func(*answer.Result) {}, func(_ int, query string) error {
				switch {
				case !strings.HasPrefix(query, "# "):
				case strings.Contains(query, "VALUES ?x"):
					others++
				default:
					if lists++; !listed {
						return errors.New("no list today")
					}
				}
				return nil
			})
		require.NoError(t, err)
		check.That(t, lists == 1 && others > 0 != listed && r.Confirmed() && (r.OthersErr == nil) == listed && (!listed ||
			len(r.Others.Matches) == 4),
			"%d lists, %d other requests, verdict %+v, others %v, %v", lists, others, r.Verdict, r.Others, r.OthersErr)
	}
}

// TestConfirmAgain: a query that has returned all its members is not sent again for another example.
func TestConfirmAgain(t *testing.T) {
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	s := openSession(t, func(c *config.Config) { c.Endpoint, c.Retries = url, 0 })
	sent := 0
	failing := &faulty{Client: s.use.Source.Endpoint(), fails: func(_ int, query string) error {
		if strings.HasPrefix(query, "# ") {
			sent++
		}
		return nil
	}}
	source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return failing })
	task := answer.Task{Examples: ex, Confirm: true}
	task.Examples.Neg = nil
	for others := 4; others >= 3; others-- {
		r := require.Value(s.Work().Answer(t.Context(), task))(t)
		check.That(t, sent == 1 && r.Confirmed() && len(r.Verdict.Examples) == len(task.Examples.Pos) && len(r.Others.Matches) == others,
			"%d queries, verdict %+v, others %v", sent, r.Verdict, r.Others)
		task.Examples.Pos = append(slices.Clone(task.Examples.Pos), r.Others.Matches[0].IRI)
	}
}

// A concept to start from, of other examples, does not become the result if it fits less than what is found
// without it. It does if it fits more.
func TestStartOfOtherExamples(t *testing.T) {
	var of strings.Builder
	of.WriteString("@prefix : <http://e/> .\n")
	for i := range 400 {
		fmt.Fprintf(&of, ":p%d a :Person ; :citizenOf :Land%d . :c%d a :City . :l%d a :Label .\n", i, i/20, i, i)
	}
	for i := range 20 {
		fmt.Fprintf(&of, ":p%d :citizenOf :Land1 .\n", i)
	}
	file := t.TempDir() + "/data.ttl"
	require.NoError(t, os.WriteFile(file, []byte(of.String()), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data = []string{file} })
	ex := extract.Examples{Pos: []string{"http://e/p0", "http://e/c0", "http://e/l0"}}
	citizen := func(land string) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: "http://e/citizenOf"}, C: dl.Nominal{IRI: "http://e/" + land}}
	}
	learn := func(from ...dl.Concept) *answer.Result {
		var first *answer.Result
		o := require.Value(s.use.Config.Learner())(t)
		r := require.Value(s.Starting(from...).Work().Answer(t.Context(), answer.Task{Examples: ex, Options: o, Show: func(r *answer.Result) {
			if first == nil {
				first = r
			}
		}}))(t)
		check.That(t, first == nil || first.Fitting.Confusion.TP == r.Fitting.Confusion.TP, "first %+v", first)
		return r
	}
	for _, from := range [][]dl.Concept{nil, {dl.And{L: citizen("Land0"), R: citizen("Land1")}}} {
		r := learn(from...)
		check.That(t, r.Fitting.Confusion.TP == 3, "from %v: %v fits %+v", from, r.Fitting.Concept, r.Fitting.Confusion)
	}
}

// phases is a source.Reporter that keeps the progress.
type phases struct {
	source.Silent
	texts []string
}

func (p *phases) Progress(phase, detail string) { p.texts = append(p.texts, phase+": "+detail) }

// A ranking reports what it asks an endpoint, which may take seconds to answer.
func TestRankingSaysWhatItAsks(t *testing.T) {
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	told := &phases{}
	s := openSession(t, func(c *config.Config) { c.Endpoint = url })
	s.use.Reporter = told
	ex.Neg = nil // then a question is needed
	m := require.Value(s.Work().Rank(t.Context(), ex))(t)
	require.Value(m.Rank(t.Context()))(t)
	all := strings.Join(told.texts, "\n")
	check.That(t, strings.Contains(all, "counting the members of candidates: ") &&
		strings.Contains(all, "looking for an individual to ask about: "), "the ranking says\n%s", all)
}

// Positives that share nothing get the union of what they are, which is not likely. The
// text says which of them go together.
func TestPositivesApart(t *testing.T) {
	for _, test := range []struct {
		language  string
		pos       []string
		concept   string
		text      string
		misses    []string
		rival     string // the last one
		unlikely  bool
		noConcept bool
	}{
		{pos: []string{"Badhu", "Ada", "Lakeview"}, concept: "zoo:Keeper ⊔ zoo:Male ⊔ zoo:Zoo", unlikely: true, text: "Badhu is male; Ada is a keeper; Lakeview Zoo is a zoo: genus found nothing that all three share"},
		{pos: []string{"Badhu", "Bago", "Lakeview"}, concept: "zoo:Elephant ⊔ zoo:Zoo", unlikely: true, text: "each of Badhu and Bago is an elephant; Lakeview Zoo is a zoo: genus found nothing that all three share"},
		{pos: []string{"Badhu", "Bago", "Bako", "Lakeview"}, concept: "zoo:Elephant", misses: []string{"Lakeview"}, rival: "zoo:Elephant ⊔ zoo:Zoo", text: "each of Badhu, Bago and Bako is an elephant; Lakeview Zoo is a zoo: genus found nothing that all four share"},
		{pos: []string{"Badhu", "Lakeview"}, language: "el", noConcept: true, text: "Badhu is male; Lakeview Zoo is a zoo: genus found nothing that both share"},
		{pos: []string{"Badhu", "Bago"}, concept: "zoo:Elephant"},
	} {
		t.Run(strings.Join(test.pos, " "), func(t *testing.T) {
			s := openSession(t, func(c *config.Config) {
				c.Data = []string{elephantFile}
				if test.language != "" {
					c.Language = test.language
				}
			})
			ex := extract.Examples{Pos: zooIRIs(test.pos)}
			o := require.Value(s.use.Config.Learner())(t)
			r := require.Value(s.Work().Answer(t.Context(), answer.Task{Examples: ex, Options: o}))(t)
			check.Equal(t, r.Ranking.Apart(r.Problem), test.text, "text")
			if test.noConcept {
				check.That(t, r.Fitting.Concept == nil && r.Err != nil && r.Err.Error() == test.text,
					"concept %v, error %v", r.Fitting.Concept, r.Err)
				return
			}
			got := syntax.Print(r.Fitting.Concept, syntax.Options{Prefixes: s.use.Source.Prefixes()})
			likely, ok := r.Likely()
			check.That(t, got == test.concept && ok && slices.Equal(likely.Wrong, zooIRIs(test.misses)),
				"%s without %q, want %s without %q", got, likely.Wrong, test.concept, test.misses)
			if rivals := r.Rivals(); test.rival != "" {
				last := syntax.Print(rivals[len(rivals)-1].Concept, syntax.Options{Prefixes: s.use.Source.Prefixes()})
				check.Equal(t, last, test.rival, "last rival")
			}
			p := likely.Probability
			check.That(t, p > 0 && (p < 0.05) == test.unlikely, "probability %g", p)
		})
	}
}

func zooIRIs(names []string) []string {
	iris := check.Map(names, func(name string) string { return "http://example.org/zoo#" + name })
	return iris
}

// A faulty is a client that fails at some requests.
type faulty struct {
	extract.Client
	n     atomic.Int64
	fails func(n int, query string) error
}

func (c *faulty) Select(ctx context.Context, query string) (*connector.Table, error) {
	if err := c.fails(int(c.n.Add(1))-1, query); err != nil {
		return nil, err
	}
	return c.Client.Select(ctx, query)
}

// A ranking is not lost by a fault after the facts near the examples are read. The notes say
// what is missing.
func TestRankingIsNotLost(t *testing.T) {
	text, ex := citizens(t)
	ex.Neg = nil // then a question is needed
	url, _ := serveTurtle(t, text)
	down := errors.New("the endpoint is down")
	rankedWith := func(t *testing.T, fails func(n int, query string) error) (*answer.Ranking, int) {
		t.Helper()
		s := openSession(t, func(c *config.Config) { c.Endpoint = url })
		client := &faulty{Client: s.use.Source.Endpoint(), fails: fails}
		source.WrapClient(s.use.Source, func(extract.Client) extract.Client { return client })
		m := require.Value(s.Work().Rank(t.Context(), ex))(t)
		r, err := m.Rank(t.Context())
		require.That(t, err == nil, "after %d requests: %v", client.n.Load(), err)
		require.That(t, len(r.Candidates) != 0, "after %d requests no candidate", client.n.Load())
		return r, int(client.n.Load())
	}
	facts := 0 // requests for the facts near the examples, which come first
	whole, all := rankedWith(t, func(n int, query string) error {
		if facts == 0 && strings.Contains(query, "?i") {
			facts = n
		}
		return nil
	})
	require.That(t, len(whole.Notes) <= 0 && facts != 0, "%d requests, notes %q", all, whole.Notes)
	for _, test := range []struct {
		name, in, note string
		err            error
	}{
		{"counts", "SELECT DISTINCT ?x", "some numbers of members are bounds", down},
		{"counts time out", "SELECT DISTINCT ?x", "", connector.ErrTimeout},
		{"members", "SELECT ?i ?x", "there is no question: looking for an individual to ask about: the endpoint is down", down},
		{"labels", "rdf-schema#label", "labels are missing: asking about <http", down},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := rankedWith(t, func(_ int, query string) error {
				if strings.Contains(query, test.in) {
					return test.err
				}
				return nil
			})
			notes := strings.Join(r.Notes, "\n")
			check.That(t, strings.Contains(notes, test.note) && (notes == "") == (test.note == ""), "notes %q, want %q", notes, test.note)
		})
	}
	for from := facts; from < all; from++ {
		t.Run(fmt.Sprintf("down from request %d", from), func(t *testing.T) {
			r, _ := rankedWith(t, func(n int, _ string) error {
				if n >= from {
					return down
				}
				return nil
			})
			// The last request looks ahead for the next ranking: nothing that is shown depends on it.
			check.That(t, len(r.Notes) != 0 || from == all-1, "no notes")
		})
		t.Run(fmt.Sprintf("down at request %d", from), func(t *testing.T) {
			rankedWith(t, func(n int, _ string) error {
				if n == from {
					return down
				}
				return nil
			})
		})
	}
}

// TestSaying checks how conditions change a concept.
func TestSaying(t *testing.T) {
	name := func(s string) dl.Concept { return dl.Name{IRI: "urn:" + s} }
	a, b, c := name("a"), name("b"), name("c")
	for _, tt := range []struct {
		concept       dl.Concept
		must, mustNot []dl.Concept
		want          dl.Concept
	}{
		{a, []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Conj(a, b), []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Conj(a, b), nil, []dl.Concept{b}, dl.Conj(a, dl.Not{C: b})},
		{dl.Conj(a, dl.Not{C: b}), []dl.Concept{b}, nil, dl.Conj(a, b)},
		{dl.Top{}, []dl.Concept{a}, []dl.Concept{c}, dl.Conj(a, dl.Not{C: c})},
		{a, nil, []dl.Concept{dl.Not{C: b}}, dl.Conj(a, b)},
	} {
		check.Equal(t, look.Saying(tt.concept, tt.must, tt.mustNot), tt.want, "%v with %v and without %v", tt.concept, tt.must, tt.mustNot)
	}
}

// TestParts checks the edits of the elephants of a zoo, and that their numbers of members are
// those of the concepts.
func TestParts(t *testing.T) {
	zoo := func(s string) string { return elephants.Namespace + s }
	c := dl.Conj(dl.Name{IRI: zoo("Elephant")}, dl.Exists{Role: dl.Role{IRI: zoo("livesIn")}, C: dl.Nominal{IRI: zoo("Lakeview")}})
	want := []string{"remove 200 zoo:Elephant", "remove 49 ∃zoo:livesIn.{zoo:Lakeview}", "widen 200 zoo:Elephant ⊓ ∃zoo:livesIn.zoo:Zoo",
		"widen 200 zoo:Elephant ⊓ ∃zoo:livesIn.⊤", "widen 49 zoo:Animal ⊓ ∃zoo:livesIn.{zoo:Lakeview}"}
	file := openSession(t, func(c *config.Config) { c.Data = []string{elephantFile} })
	endpoint, _ := onElephants(t, settings(t, func(*config.Config) {}))
	for name, s := range map[string]Session{"file": file, "endpoint": endpoint} {
		p := require.Value(s.Look().Parts(t.Context(), c))(t)
		n := p.Members.Upper
		check.That(t, n != nil && *n == 30 && p.Members.Lower == 30, "%s: %q has %+v members", name, p.English, p.Members)
		var got []string
		for _, part := range p.Parts {
			for _, e := range part.Edits {
				got = append(got, fmt.Sprintf("%s %d %s", e.Kind, e.Members.Lower, e.Concept.DL))
			}
		}
		slices.Sort(got)
		check.That(t, slices.Equal(got, want), "%s: the edits are %q", name, got)
	}
}

// The reasons are the parts of the concept that hold or fail as the whole does, with what
// the data says.
func TestWhy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.ttl")
	text := `@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Dog ; :likes :b , :c ; :weight 12 , 14 ; :tame true . :b a :Cat . :c a :Dog . :Dog rdfs:label "big dog" . :d a :Cat .`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	s := openSession(t, func(c *config.Config) { c.Data, c.Prefix = []string{path}, []string{"=http://e/"} })
	p := require.Value(s.Work().Problem(t.Context(), extract.Examples{Pos: []string{"http://e/a"}, Neg: []string{"http://e/d"}}))(t)
	for _, tt := range []struct {
		concept string
		of      int // 0: :a, 1: :d
		want    []string
	}{
		{"Dog ⊓ ∃likes.Cat", 0, []string{"Dog holds: is big dog", "∃likes.Cat holds: likes: b (1 of 2 meet the condition)"}},
		{"Dog ⊓ ∃likes.Cat", 1, []string{"Dog fails: is not big dog", "∃likes.Cat fails: the data have no likes"}},
		{"Dog ⊓ ∃likes.(Dog ⊓ Cat)", 0, []string{"∃likes.(Dog ⊓ Cat) fails: likes: b, c (0 of 2 meet the condition)"}},
		{"Cat ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"Cat ⊔ Dog ⊔ Dog", 0, []string{"Dog holds: is big dog"}},
		{"¬(Cat ⊔ ≥3 likes.⊤)", 0, []string{"¬Cat holds: is not Cat", "¬(≥3 likes.⊤) holds: likes: b, c (2)"}},
		{"¬(Dog ⊓ Cat)", 0, []string{"¬Cat holds: is not Cat"}},
		{"¬¬Dog", 1, []string{"Dog fails: is not big dog"}},
		{"(weight ≥ 13)", 0, []string{"(weight ≥ 13) holds: weight is 12, 14"}},
		{"(weight ≤ 11)", 0, []string{"(weight ≤ 11) fails: weight is 12, 14"}},
		{"(weight ≤ 11)", 1, []string{"(weight ≤ 11) fails: the data have no weight"}},
		{"(tame = true)", 0, []string{"(tame = true) holds: tame true is stated"}},
		{"(tame = true)", 1, []string{"(tame = true) fails: tame true is not stated"}},
		{"∃likes⁻.Dog", 0, []string{"∃likes⁻.Dog fails: the data have no likes⁻"}},
	} {
		c := require.Value(syntax.Parse(tt.concept, s.use.Source.Prefixes()))(t)
		list := require.Value(s.Look().Why(t.Context(), p, c))(t)
		var got []string
		for _, r := range list[tt.of].Why {
			holds := " fails: "
			if r.Holds {
				holds = " holds: "
			}
			got = append(got, r.Concept+holds+r.Text)
		}
		diff := cmp.Diff(tt.want, got)
		check.That(t, diff == "", "%s of %d: %s", tt.concept, tt.of, strings.TrimSpace(diff))
	}
}

// A file and an endpoint with the same statements show the same neighbourhood.
func TestNeighbourhood(t *testing.T) {
	const zoo = elephants.Namespace
	ctx := t.Context()
	file := openSession(t, func(c *config.Config) { c.Data = []string{elephantFile} })
	endpoint, _ := onElephants(t, file)

	for _, name := range []string{"Bafari", "Kapiko", "Chobu", "Ada"} {
		read := require.Value(file.Look().Neighbourhood(ctx, zoo+name, 0))(t)
		asked := require.Value(endpoint.Look().Neighbourhood(ctx, zoo+name, 0))(t)
		check.Diff(t, asked, read, "%s: file and endpoint differ (-file +endpoint)", name)
	}

	n := require.Value(file.Look().Neighbourhood(ctx, zoo+"Bafari", 0))(t)
	named := func(local, label string) source.Term { return source.Term{IRI: zoo + local, Label: label} }
	values := []look.Value{
		{Feature: named("birthDate", "date of birth"), Value: "2003-08-02", Kind: "date"},
		{Feature: named("chipped", "has a chip"), Value: "false", Kind: "boolean"},
		{Feature: named("height", "height"), Value: "1.92", Kind: "decimal"},
		{Feature: named("weight", "weight"), Value: "1177", Kind: "integer"},
	}
	diff := cmp.Diff(values, n.Values)
	check.That(t, diff == "" && n.Label == "Bafari" && !n.Truncated, "%q, truncated %t, values %s", n.Label, n.Truncated, diff)
	check.Diff(t, n.Classes, []source.Term{named("Elephant", "elephant"), named("Female", "female")})
	parent := (look.Edge{Role: named("childOf", "child of"), Target: named("Mogo", "Mogo")})
	check.That(t, slices.Contains(n.Edges, parent), "no parent: %v", n.Edges)

	for name, s := range map[string]Session{"file": file, "endpoint": endpoint} {
		few, err := s.Look().Neighbourhood(ctx, zoo+"Ada", 3) // a keeper of many animals
		check.That(t, err == nil && few.Truncated && len(few.Edges) != 0 && len(few.Edges) <= 6,
			"%s: limit 3: %d edges, truncated %t, %v", name, len(few.Edges), few.Truncated, err)
		if _, err := s.Look().Neighbourhood(ctx, zoo+"Nobody", 0); !errors.Is(err, look.ErrUnknownIndividual) ||
			!strings.Contains(err.Error(), zoo+"Nobody") {
			t.Errorf("%s: unknown: %v", name, err)
		}
		for _, bad := range []string{"", "no iri", "http://example.org/{x}"} {
			_, err := s.Look().Neighbourhood(ctx, bad, 0)
			check.That(t, source.IsUsage(err), "%s: %q: %v", name, bad, err)
		}
		_, err = s.Look().Neighbourhood(ctx, zoo+"Ada", -1)
		check.That(t, source.IsUsage(err), "%s: a negative limit: %v", name, err)
	}
}
