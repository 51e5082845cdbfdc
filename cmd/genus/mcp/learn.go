package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// fewMatches is how many matches a result has.
const fewMatches = 10

// LearnInput are the examples, and how to learn.
type LearnInput struct {
	Where
	Positives []string `json:"positives" jsonschema:"IRIs of things that belong, whole or with a prefix of the source"`
	Negatives []string `json:"negatives,omitempty" jsonschema:"IRIs of things that do not belong, best such that are nearly like the positives. Left out: as many as there are positives are found, of the same classes"`
	Language  string   `json:"language,omitempty" jsonschema:"what concepts may be made of; default alcqif: and, or, not, some, only, numbers of successors, inverse properties, comparisons with numbers and dates"`
	Mode      string   `json:"mode,omitempty" jsonschema:"approx (default): the best score, for examples that may be wrong; exact: the smallest concept without any error"`
	Score     string   `json:"score,omitempty" jsonschema:"what approx makes best; default accuracy"`
	MaxSize   int      `json:"max_size,omitempty" jsonschema:"largest number of nodes of a concept; default 12"`
	Depth     *int     `json:"depth,omitempty" jsonschema:"how many edges from an individual a concept may look, 0 for none; default 2 for endpoints"`
	Nominals  bool     `json:"nominals,omitempty" jsonschema:"whether concepts may name individuals, such as a country or an occupation; presets decide it otherwise"`
	Strings   bool     `json:"strings,omitempty" jsonschema:"whether concepts may compare strings"`
	Solutions int      `json:"solutions,omitempty" jsonschema:"how many different concepts are wanted; default 1"`
	Timeout   int      `json:"timeout,omitempty" jsonschema:"longest time to learn, in seconds; the best concept by then is the result"`
}

// LearnOutput is the result as genus learn --format json has it, and in words.
type LearnOutput struct {
	English string `json:"english" jsonschema:"the concept in words; empty if none was found"`
	Proof   string `json:"proof" jsonschema:"what is proved about it"`
	Failure string `json:"failure,omitempty" jsonschema:"why there is no concept, or why the endpoint did not confirm it"`
	// MoreMatches: there are others than those of the result.
	MoreMatches bool     `json:"more_matches" jsonschema:"there are more matches than are listed; the query finds them"`
	Notes       []string `json:"notes" jsonschema:"what happened on the way, and what was left out of the language and why"`
	app.ResultJSON
}

func (s *Server) addLearn() error {
	return tool(s, &sdk.Tool{
		Name:  "learn",
		Title: "Learn from examples",
		Description: "Finds the smallest concept that the positive examples have in common and the negative ones do not, " +
			"with a proof that it is the smallest or best, an equivalent SPARQL query, and further individuals that match it. " +
			"concept.dl can be given to translate and verify.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		iriList(in, "positives", 1)
		iriList(in, "negatives", 0)
		oneOf(in, "language", dl.LanguageNames())
		oneOf(in, "mode", learner.ModeNames())
		oneOf(in, "score", interp.ScoreNames())
		between(in, "max_size", 1, 40)
		between(in, "depth", 0, maxDepth)
		between(in, "solutions", 1, 10)
		between(in, "timeout", 1, max(1, s.base.Timeout.Seconds()))
	}, s.learn)
}

func (s *Server) learn(ctx context.Context, w *task, in LearnInput) (out LearnOutput, err error) {
	start := time.Now()
	b, source, done, err := s.open(ctx, w, in.Where, in.settings())
	if err != nil {
		return out, err
	}
	defer done()
	o, err := b.Config.Learner()
	if err != nil {
		return out, err
	}
	if in.Timeout > 0 {
		b.Config.Timeout = min(b.Config.Timeout, time.Duration(in.Timeout)*time.Second)
	}
	p, err := put(ctx, b, source, in.Positives, in.Negatives)
	if err != nil {
		return out, err
	}
	r, err := b.Fit(ctx, p, o)
	if err != nil {
		return out, err
	}
	if source.Client == nil && r.Written() { // a file has no endpoint, and is known whole
		if r.Matches, r.MoreMatches, _, err = b.Matches(ctx, p, r.Fitting.Concept, fewMatches, 0); err != nil {
			return out, err
		}
	}
	r.Elapsed = time.Since(start)
	return learned(b, r, w)
}

// settings are those of the call, by the names of flags.
func (in LearnInput) settings() map[string][]string {
	m := map[string][]string{}
	for name, value := range map[string]string{"language": in.Language, "mode": in.Mode, "score": in.Score} {
		if value != "" {
			m[name] = []string{value}
		}
	}
	for name, value := range map[string]int{"max-size": in.MaxSize, "solutions": in.Solutions} {
		if value != 0 {
			m[name] = []string{strconv.Itoa(value)}
		}
	}
	if in.Depth != nil {
		m["depth"] = []string{strconv.Itoa(*in.Depth)}
	}
	for name, value := range map[string]bool{"nominals": in.Nominals, "strings": in.Strings} {
		if value {
			m[name] = []string{"true"}
		}
	}
	return m
}

// put puts the examples into the source, and finds negatives if there are none.
func put(ctx context.Context, b app.Session, s *app.Source, positives, negatives []string) (*app.Problem, error) {
	pos, err := iris(s, "positives", positives)
	if err != nil {
		return nil, err
	}
	neg, err := iris(s, "negatives", negatives)
	if err != nil {
		return nil, err
	}
	var ex extract.Examples
	var siblings *extract.Siblings
	if len(neg) == 0 {
		b.Config.Negatives = fmt.Sprintf("auto:%d", min(max(len(pos), 3), extract.MaxSiblings))
		ex, siblings, err = b.Negatives(ctx, s, extract.Examples{Pos: extract.NewList(pos).IRIs})
	} else {
		ex, err = extract.NewExamples(pos, neg)
	}
	if err != nil {
		return nil, err
	}
	p, err := s.Problem(ctx, b, ex)
	if errors.Is(err, extract.ErrBudget) {
		return nil, errors.New("the extraction is not done in the time that a call may take: call again, and it goes on where it was; or ask for depth 1")
	}
	if err != nil {
		return nil, err
	}
	p.Siblings = siblings
	return p, nil
}

// learned is what there is to tell.
func learned(b app.Session, r *app.Result, w *task) (LearnOutput, error) {
	prefixes := r.Problem.Source.Prefixes // with which translate and verify read it back
	out := LearnOutput{ResultJSON: r.JSON(prefixes), Notes: w.said(), MoreMatches: r.MoreMatches}
	out.Ceiling.Pairs = out.Ceiling.Pairs[:min(maxListed, len(out.Ceiling.Pairs))]
	out.Ceiling.Reasons = out.Ceiling.Reasons[:min(maxListed, len(out.Ceiling.Reasons))]
	switch {
	case r.Fitting.Concept == nil && errors.Is(r.Err, context.DeadlineExceeded):
		out.Failure = fmt.Sprintf("nothing was found within %s: raise timeout, or choose a smaller language", b.Config.Timeout)
	case r.Fitting.Concept == nil && r.Err != nil:
		out.Failure = app.OneLine(r.Err.Error())
	case r.TooLarge:
		out.Failure = "the concept is too large to be written out"
	case r.ConfirmErr != nil:
		out.Failure = app.OneLine(r.ConfirmErr.Error())
	case r.Verdict != nil && len(r.Verdict.Mismatches()) > 0:
		out.Failure = "the endpoint does not confirm the query: see endpoint.mismatches"
	}
	if r.Written() {
		b.Config.Labels = true
		var err error
		if out.English, err = b.Form("text", r.Fitting.Concept, r.Problem.Vocabulary(prefixes)); err != nil {
			return out, err
		}
	}
	if r.Fitting.Concept != nil {
		out.Proof = r.Proof()
	}
	out.Notes = slices.Compact(out.Notes)
	return out, nil
}
