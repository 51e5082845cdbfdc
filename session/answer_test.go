package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/session/answer"
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
	r, err = s.Answer(ctx, task)
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
			if j := r.Document(nil); j.Optimal || j.Unproved == "" || j.Interrupted != test.interrupted {
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
		j := r.Detailed()
		check.That(t, j.English == "things that have the citizen c0", "shown is %q", j.English)
	}, func(_ int, query string) error {
		if strings.Contains(query, "rdf-schema#label") {
			return errors.New("no labels today")
		}
		return nil
	})
	require.NoError(t, err)
	notes := r.Document(nil).RankingNotes
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
		r := require.Value(s.Answer(t.Context(), task))(t)
		check.That(t, sent == 1 && r.Confirmed() && len(r.Verdict.Examples) == len(task.Examples.Pos) && len(r.Others.Matches) == others,
			"%d queries, verdict %+v, others %v", sent, r.Verdict, r.Others)
		task.Examples.Pos = append(slices.Clone(task.Examples.Pos), r.Others.Matches[0].IRI)
	}
}
