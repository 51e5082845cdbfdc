package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
)

// fewMatches is the largest number of matches in a result.
const fewMatches = 10

// LearnInput is the input of the tool learn.
type LearnInput struct {
	Where
	Positives []string `json:"positives" jsonschema:"IRIs of things that belong, whole or with a prefix of the source"`
	Negatives []string `json:"negatives,omitempty" jsonschema:"IRIs of things that do not belong, best ones that are similar to the positives. Optional: two or three positives are enough to start"`
	Asked     []string `json:"asked,omitempty" jsonschema:"the iri of every question so far, in order. Those also in positives (yes) or negatives (no) are answered; for the others the user does not know"`
	Prefer    string   `json:"prefer,omitempty" jsonschema:"meant (default): of the concepts that fit, the one that is most likely meant; smallest: the simplest one, with a proof"`
	Language  string   `json:"language,omitempty" jsonschema:"what concepts may be made of; default auto: alcqif and values that examples share; alcqif: and, or, not, some, only, numbers of successors, inverse properties, comparisons with numbers and dates"`
	Mode      string   `json:"mode,omitempty" jsonschema:"approx (default): the best score, for examples that may be wrong; exact: the smallest concept without any error"`
	Score     string   `json:"score,omitempty" jsonschema:"what approx makes best; default accuracy"`
	MaxSize   int      `json:"max_size,omitempty" jsonschema:"largest number of nodes of a concept; default 20"`
	Depth     *int     `json:"depth,omitempty" jsonschema:"how many edges from an individual a concept may look, 0 for none; default 2 for endpoints"`
	Nominals  bool     `json:"nominals,omitempty" jsonschema:"whether concepts may name individuals, such as a country or an occupation; default: as the preset says"`
	Strings   bool     `json:"strings,omitempty" jsonschema:"whether concepts may compare strings"`
	Timeout   int      `json:"timeout,omitempty" jsonschema:"time limit for learning, in seconds; the result is then the best concept so far"`
}

// LearnOutput is the result as in genus learn --format json, with sentences about it.
type LearnOutput struct {
	English string `json:"english" jsonschema:"the concept in words; empty if none was found"`
	Proof   string `json:"proof" jsonschema:"what is proved about the concept"`
	Failure string `json:"failure,omitempty" jsonschema:"why there is no concept, or why the endpoint did not confirm it"`
	// MoreMatches says that there are more matches than the result lists.
	MoreMatches bool     `json:"more_matches" jsonschema:"there are more matches than are listed; the query finds them"`
	Notes       []string `json:"notes" jsonschema:"warnings, and what was left out of the language and why"`
	genus.Document
}

func (s *Server) addLearn() error {
	return tool(s, &sdk.Tool{
		Name:  "learn",
		Title: "Learn from examples",
		Description: "Finds the concept that the examples most likely mean, with its probability (confidence), the number of its members, " +
			"the other concepts that may be meant (ranking), what is proved, an equivalent SPARQL query, and further individuals that match it. " +
			"If question is not null, ask your user whether that individual belongs; facts describe it. Then call again with all examples as before " +
			"and its iri added to asked, and to positives (yes), to negatives (no) or to neither (the user does not know). Go on until question is null " +
			"or the user is content. concept.dl can be given to translate and verify.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		iriList(in, "positives", 1)
		iriList(in, "negatives", 0)
		iriList(in, "asked", 0)
		oneOf(in, "prefer", []string{config.Meant, config.Smallest})
		oneOf(in, "language", config.Languages())
		oneOf(in, "mode", learner.ModeNames())
		oneOf(in, "score", interp.ScoreNames())
		between(in, "max_size", 1, 40)
		between(in, "depth", 0, maxDepth)
		between(in, "timeout", 1, max(1, s.base.Timeout.Seconds()))
	}, s.learn)
}

func (s *Server) learn(ctx context.Context, w *task, in LearnInput) (out LearnOutput, err error) {
	start := time.Now()
	session, done, err := s.open(ctx, w, in.Where, in.Strings)
	if err != nil {
		return out, err
	}
	defer done()
	session, t, err := learnTask(session, in)
	if err != nil {
		return out, err
	}
	if session.Source.Client != nil {
		t.Show = w.showAnswer
	}
	r, err := session.Answer(ctx, t)
	if err != nil {
		return out, explainBudget(err)
	}
	r.Unproved = explainBudget(r.Unproved)
	if session.Source.Client == nil && r.Written() { // a file has all members
		if r.Others, err = session.Matches(ctx, r.Problem, r.Fitting.Concept, fewMatches, 0); err != nil {
			return out, err
		}
	}
	r.Elapsed = time.Since(start)
	return learnOutput(session, r, w)
}

// given returns a pointer to the value, or nil if it is zero.
func given[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func explainBudget(err error) error {
	if errors.Is(err, extract.ErrBudget) {
		return errors.New(
			"the extraction is not done in the time that a call may take: call again to continue it, or ask for depth 1",
		)
	}
	return err
}

func learnTask(s genus.Session, in LearnInput) (genus.Session, genus.Task, error) {
	s, ex, err := s.With(genus.Request{Pos: in.Positives, Neg: in.Negatives, Options: genus.Changes{
		LanguageOptions: genus.LanguageOptions{
			Language: in.Language,
			Depth:    in.Depth,
			Nominals: given(in.Nominals),
			Strings:  given(in.Strings),
		},
		SearchOptions: genus.SearchOptions{
			Mode: in.Mode, Score: in.Score, MaxSize: given(in.MaxSize), Timeout: given(float64(in.Timeout)),
		},
		Prefer: in.Prefer,
	}})
	if err != nil {
		return s, genus.Task{}, err
	}
	if len(ex.Neg) == 0 && !s.CanRank(ex) {
		return s, genus.Task{}, errors.New(
			"no negatives: name some; positives alone are enough only with prefer meant, and where the whole source can be counted in",
		)
	}
	asked, err := genus.Expand(in.Asked, s.Source.Prefixes)
	if err != nil {
		return s, genus.Task{}, fmt.Errorf("asked: %w", err)
	}
	o, err := s.Config.Learner()
	return s, genus.Task{Examples: ex, Asked: asked, Options: o, Confirm: s.Confirms()}, err
}

func learnOutput(s genus.Session, r *genus.Result, w *task) (LearnOutput, error) {
	prefixes := r.Problem.Source.Prefixes // translate and verify read the concept with these
	out := LearnOutput{Document: r.Document(prefixes), Notes: w.collectedNotes(), MoreMatches: r.Others.More}
	out.Ceiling.Pairs = out.Ceiling.Pairs[:min(maxListed, len(out.Ceiling.Pairs))]
	out.Ceiling.Reasons = out.Ceiling.Reasons[:min(maxListed, len(out.Ceiling.Reasons))]
	switch {
	case r.Fitting.Concept == nil && errors.Is(r.Err, context.DeadlineExceeded):
		out.Failure = fmt.Sprintf("nothing was found within %s: raise timeout, or choose a smaller language",
			s.Config.Timeout)
	case r.Fitting.Concept == nil && r.Err != nil:
		out.Failure = genus.OneLine(r.Err.Error())
	case r.TooLarge:
		out.Failure = "the concept is too large to write out"
	case r.ConfirmErr != nil:
		out.Failure = genus.OneLine(r.ConfirmErr.Error())
	case r.Verdict != nil && len(r.Verdict.Mismatches()) > 0:
		out.Failure = "the endpoint does not confirm the query: see endpoint.mismatches"
	}
	if r.Written() {
		s.Config.Labels = true
		var err error
		if out.English, err = s.Form("text", r.Fitting.Concept, r.Problem.Vocabulary(prefixes)); err != nil {
			return out, err
		}
	}
	if r.Fitting.Concept != nil {
		out.Proof = r.Proof()
	}
	out.Notes = slices.Compact(append(out.Notes, out.RankingNotes...))
	return out, nil
}
