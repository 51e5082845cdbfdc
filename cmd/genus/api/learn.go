package api

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// LearnInput is the input of Learn.
type LearnInput struct {
	Pos        []string     `json:"pos" minItems:"1" maxItems:"10000" jsonschema:"positive examples, which belong: names, IRIs, or IRIs with a prefix of the source; two or three are enough to start"`
	Neg        []string     `json:"neg,omitempty" maxItems:"10000" jsonschema:"negative examples, which do not belong, best ones that are similar to the positives; optional"`
	Asked      []string     `json:"asked,omitempty" maxItems:"10000" jsonschema:"the iri of every question so far, in order. Those also in pos (yes) or neg (no) are answered; for the others the user does not know"`
	Conditions []Condition  `json:"conditions,omitempty" maxItems:"100" jsonschema:"what the user says of conditions, the first first; they count beside the examples. To take one back, leave it out"`
	Draft      string       `json:"draft,omitempty" maxLength:"65536" jsonschema:"what may be meant, a SPARQL query or a concept, written from words alone: each of its parts is a condition that is likely. judged says which of them are kept, changed and refused"`
	Options    LearnOptions `json:"options,omitzero" jsonschema:"settings that differ from those of the program"`
	Detail     bool         `json:"detail,omitempty" jsonschema:"return everything that is known about the result, too: the stages of the search, its bounds, what was left out of the language, and labels"`
}

// Condition is what the user says of a condition.
type Condition struct {
	Concept string `json:"concept" maxLength:"65536" jsonschema:"the condition as a concept, such as one of conditions or a part of concept.dl of an earlier result"`
	Answer  string `json:"answer" jsonschema:"must: all that are meant satisfy it; not: none does; need_not: it is no part of what is meant; likely: all satisfy it, but who says so may be mistaken; unknown: the user does not know, do not ask about it again"`
}

// TransformSchema adds the names of the answers.
func (Condition) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	enum(s, "answer", answer.Modalities())
	return s
}

// requirements reads what the user says of conditions.
func (s Session) requirements(ctx context.Context, list []Condition) (out []answer.Requirement, err error) {
	for i, condition := range list {
		c, _, err := s.Read(ctx, About{Concept: condition.Concept}, s.Prefixes())
		var r answer.Requirement
		if err == nil {
			r, err = answer.NewRequirement(c, condition.Answer)
		}
		if err != nil {
			return nil, source.Usagef("conditions[%d]: %w", i, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// draft reads the parts of a draft.
func (s Session) draft(ctx context.Context, text string) (out []answer.Requirement, err error) {
	if text == "" {
		return nil, nil
	}
	c, _, err := s.Read(ctx, About{Concept: text}, s.Prefixes())
	if err != nil {
		return nil, source.Usagef("draft: %w", err)
	}
	if _, err := s.UnknownNames(ctx, c, nil, false); err != nil {
		return nil, err
	}
	return answer.Draft(c), nil
}

// LearnOptions change the settings of a program for one input of Learn.
type LearnOptions struct {
	source.Changes
	Confirm *bool `json:"confirm,omitempty" jsonschema:"run the query on the endpoint to confirm it"`
}

// The bounds of LearnOptions, and of LearnOutput.
const (
	MaxSize     = 50 // nodes of a concept
	MaxDepth    = 5  // edges from the examples
	maxExcluded = 10_000
	maxStart    = 20
	mostListed  = 1000 // pairs and reasons of a ceiling
	fewMatches  = 10
)

// TransformSchema adds the bounds of the options and the names of their values.
func (LearnOptions) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for property, names := range map[string][]string{
		"mode": learner.ModeNames(), "score": interp.ScoreNames(), "select": learner.SelectNames(),
		"engine": config.Engines(), "prefer": {config.Meant, config.Smallest},
	} {
		enum(s, property, append([]string{""}, names...))
	}
	for property, bounds := range map[string][2]float64{
		"depth": {0, MaxDepth}, "max_size": {1, MaxSize}, "patience": {0, MaxSize},
		"max_number": {1, 1<<31 - 1}, "thresholds": {1, 1<<31 - 1},
	} {
		s.Properties[property].Minimum, s.Properties[property].Maximum = &bounds[0], &bounds[1]
	}
	var zero, most = 0.0, 1e6
	s.Properties["timeout"].ExclusiveMinimum, s.Properties["timeout"].Maximum = &zero, &most
	starts, excluded, longest := maxStart, maxExcluded, 64<<10
	s.Properties["start"].MaxItems, s.Properties["start"].Items.MaxLength = &starts, &longest
	s.Properties["exclude_class"].MaxItems = &excluded
	return s
}

// LearnOutput is a result.
type LearnOutput struct {
	answer.Document
	Failure string   `json:"failure" jsonschema:"why there is no concept, or why the endpoint did not confirm it; empty if nothing went wrong"`
	Notes   []string `json:"notes" jsonschema:"warnings, and what was left out and why"`
}

// TransformSchema says that the details may be absent.
func (LearnOutput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	details := reflect.TypeFor[answer.Detail]()
	for i := range details.NumField() {
		name, _, _ := strings.Cut(details.Field(i).Tag.Get("json"), ",")
		s.Required = slices.DeleteFunc(s.Required, func(required string) bool { return required == name })
	}
	return s
}

// A Learning is a task that was checked.
type Learning struct {
	Session Session
	Task    genus.Task
	Detail  bool // in its output
}

// NewLearning checks the input of Learn, and finds the individuals that its names mean.
func NewLearning(ctx context.Context, s Session, in LearnInput) (l Learning, err error) {
	if err := s.Names().ResolveLabels(ctx, &in.Pos, &in.Neg, &in.Asked); err != nil {
		return l, err
	}
	for i, text := range in.Options.Start {
		if in.Options.Start[i], err = s.Names().ReplaceLabels(ctx, text); err != nil {
			return l, source.Usagef("start: %w", err)
		}
	}
	var ex extract.Examples
	if s.Session, ex, err = s.With(source.Request{Pos: in.Pos, Neg: in.Neg, Options: in.Options.Changes}); err != nil {
		return l, err
	}
	s.Session = s.CheckExcluded(ctx, in.Options.ExcludeClass)
	if len(in.Neg) == 0 && !s.Work().CanRank(ex) {
		return l, answer.Unranked("no negative examples")
	}
	asked, err := source.Expand(in.Asked, s.Prefixes())
	if err != nil {
		return l, source.Usagef("asked: %w", err)
	}
	if data := s.Use().Source.Data(); s.Settings().Strings && data != nil && !data.HasStrings() {
		return l, source.Usagef("strings: this data was extracted without them")
	}
	o, err := s.Settings().Learner()
	if err != nil {
		return l, source.Usage(err)
	}
	said, err := s.requirements(ctx, in.Conditions)
	if err != nil {
		return l, err
	}
	draft, err := s.draft(ctx, in.Draft)
	if err != nil {
		return l, err
	}
	t := genus.Task{
		Examples: ex, Asked: asked, Conditions: slices.Concat(draft, said), Options: o,
		Confirm: s.Work().Confirms(),
	}
	if in.Options.Confirm != nil {
		t.Confirm = *in.Options.Confirm
	}
	return Learning{s, t, in.Detail}, nil
}

// Run learns. If show is not nil, it gets the first answer as soon as it stands, and again when more
// is known.
func (l Learning) Run(ctx context.Context, show func(*genus.Result)) (*genus.Result, error) {
	l.Task.Show = show
	return l.Session.Work().Answer(ctx, l.Task)
}

// Output returns the output for a result, or for what stands of it. Files are asked for members that are no
// examples; an endpoint was asked when it confirmed the query.
func (l Learning) Output(ctx context.Context, r *genus.Result) LearnOutput {
	if ctx.Err() == nil && r.Running == 0 && r.Written() && len(r.Others.Matches) == 0 && !l.Session.Use().Source.Slow() {
		r.Others, r.OthersErr = l.Session.Work().Matches(ctx, r.Problem, r.Fitting.Concept, fewMatches, 0)
	}
	out := LearnOutput{Document: r.Document(l.Detail), Failure: l.failure(r), Notes: l.Session.Collected()}
	if d := out.Document.Detail; d != nil {
		d.Ceiling.Pairs = d.Ceiling.Pairs[:min(mostListed, len(d.Ceiling.Pairs))]
		d.Ceiling.Reasons = d.Ceiling.Reasons[:min(mostListed, len(d.Ceiling.Reasons))]
	}
	return out
}

// failure returns why there is no concept, or why it is not confirmed; empty if it is.
func (l Learning) failure(r *genus.Result) string {
	switch {
	case r.Fitting.Concept == nil && errors.Is(r.Err, context.DeadlineExceeded):
		return fmt.Sprintf("nothing was found within %s: raise timeout, or choose a smaller language",
			l.Session.Settings().Timeout)
	case r.Fitting.Concept == nil && r.Err != nil:
		text := say.OneLine(r.Err.Error())
		if pairs := r.Pairs(); len(pairs) > 0 {
			text += fmt.Sprintf("; %s and %s, for one, cannot be told apart", pairs[0][0], pairs[0][1])
		}
		return text
	case r.TooLarge:
		return "the concept is too large to write out"
	case r.ConfirmErr != nil:
		return say.OneLine(r.ConfirmErr.Error())
	case r.Verdict != nil && len(r.Verdict.Mismatches()) > 0:
		return "the endpoint does not confirm the query: see endpoint.mismatches"
	}
	return ""
}

// ExplainBudget replaces the error of an extraction that used up its budget by one that says what to do.
func ExplainBudget(err error) error {
	if errors.Is(err, extract.ErrBudget) {
		return fmt.Errorf("the extraction was %w: ask again to continue it, or with a smaller depth", extract.ErrBudget)
	}
	return err
}
