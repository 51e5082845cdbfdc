package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/notation"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
)

// fewMatches is the largest number of matches in a result.
const fewMatches = 10

// LearnInput is the input of the tool learn.
type LearnInput struct {
	api.LearnInput
	Detail bool `json:"detail,omitempty" jsonschema:"return everything that is known about the result, too"`
}

// LearnOutput has what an assistant tells its user. Detail has the whole result if the call
// asks for it.
type LearnOutput struct {
	English     string                 `json:"english" jsonschema:"the concept in words; empty if none was found"`
	Concept     *BriefConcept          `json:"concept" jsonschema:"null if none was found"`
	SPARQL      *string                `json:"sparql"`
	Score       *notation.Score        `json:"score" jsonschema:"how the concept classifies the examples"`
	Confidence  *float64               `json:"confidence" jsonschema:"the probability that this is meant; null if nothing was ranked"`
	Members     *notation.Members      `json:"members" jsonschema:"bounds of the number of members"`
	Ranking     []BriefCandidate       `json:"ranking" jsonschema:"what else may be meant, after the concept itself"`
	Question    *BriefQuestion         `json:"question" jsonschema:"whom to ask the user about next; null: no answer would help"`
	Matches     []genus.Term           `json:"matches" jsonschema:"members that are not examples"`
	MoreMatches bool                   `json:"more_matches" jsonschema:"there are more matches than are listed; the query finds them"`
	Optimal     bool                   `json:"optimal"`
	Proof       string                 `json:"proof" jsonschema:"what is proved about the concept"`
	Endpoint    *answer.EndpointAnswer `json:"endpoint" jsonschema:"whether the query agrees with the concept at the examples; null if it was not run"`
	Contradicts []string               `json:"contradicts" jsonschema:"examples that contradict the others"`
	Apart       string                 `json:"apart" jsonschema:"which positives go together, if they share nothing"`
	Failure     string                 `json:"failure,omitempty" jsonschema:"why there is no concept, or why the endpoint did not confirm it"`
	Notes       []string               `json:"notes" jsonschema:"warnings, and what was left out of the language and why"`
	Detail      any                    `json:"detail,omitempty" jsonschema:"with detail: the result of genus learn --format json"`
}

// A BriefConcept is a concept in the notation that the other tools read.
type BriefConcept struct {
	DL   string `json:"dl"`
	Size int    `json:"size"`
}

// A BriefCandidate is a concept that may be meant.
type BriefCandidate struct {
	DL          string           `json:"dl"`
	English     string           `json:"english"`
	Members     notation.Members `json:"members"`
	Probability float64          `json:"probability"`
}

// A BriefQuestion asks whether an individual belongs.
type BriefQuestion struct {
	IRI   string   `json:"iri"`
	Label string   `json:"label"`
	Facts []string `json:"facts" jsonschema:"what it is, has, and lacks"`
}

// rivals is how many further concepts a result lists.
const rivals = 3

func (s *Server) learn(ctx context.Context, c call, in LearnInput) (out LearnOutput, err error) {
	start := time.Now()
	if c.MostSteps > 0 { // as an endpoint
		c.Session.Session = c.Bounded(extract.DefaultDepth)
	}
	l, err := api.NewLearning(ctx, c.Session, in.LearnInput)
	if err != nil {
		return out, err
	}
	var show func(*genus.Result)
	if c.Use().Source.Slow() {
		show = c.task.showAnswer
	}
	r, err := l.Run(ctx, show)
	if err != nil {
		return out, err
	}
	r.Unproved = explainBudget(r.Unproved)
	if !c.Use().Source.Slow() && r.Written() { // a file has all members
		if r.Others, err = l.Session.Matches(ctx, r.Problem, r.Fitting.Concept, fewMatches, 0); err != nil {
			return out, err
		}
	}
	r.Elapsed = time.Since(start)
	return learnOutput(l.Session, r, in.Detail)
}

func learnOutput(s api.Session, r *genus.Result, detail bool) (LearnOutput, error) {
	prefixes := r.Problem.Prefixes() // translate and verify read the concept with these
	d := r.Document(prefixes)
	out := LearnOutput{
		SPARQL: d.SPARQL, Score: d.Score, Confidence: d.Confidence, Members: d.Members, Ranking: []BriefCandidate{},
		Matches: d.Matches, MoreMatches: r.Others.More, Optimal: d.Optimal, Endpoint: d.Endpoint,
		Contradicts: []string{}, Notes: s.Collected(),
	}
	if d.Concept != nil {
		out.Concept = &BriefConcept{d.Concept.DL, d.Concept.Size}
	}
	for _, c := range d.Ranking {
		if len(out.Ranking) < rivals && (out.Concept == nil || c.Concept.DL != out.Concept.DL) {
			out.Ranking = append(out.Ranking, BriefCandidate{c.Concept.DL, c.English, c.Members, c.Probability})
		}
	}
	if q := d.Question; q != nil {
		out.Question = briefQuestion(q)
	}
	if d.Conflict != nil {
		for _, e := range d.Conflict.Examples {
			out.Contradicts = append(out.Contradicts, cmp.Or(e.Label, prefixes.Shorten(e.IRI))+" "+e.Text)
		}
	}
	if d.Apart != nil {
		out.Apart = d.Apart.Text
	}
	if r.Written() {
		labelled := s.Configured(func(c *config.Config) { c.Labels = true })
		var err error
		if out.English, err = labelled.Form("text", r.Fitting.Concept, r.Problem.Writing(prefixes)); err != nil {
			return out, err
		}
	}
	if r.Fitting.Concept != nil {
		out.Proof = r.Proof()
	}
	out.Failure = failure(s, r, d)
	out.Notes = slices.Compact(append(out.Notes, d.RankingNotes...))
	if d.Unproved != "" {
		out.Notes = append(out.Notes, d.Unproved)
	}
	if d.MatchesError != "" {
		out.Notes = append(out.Notes, "further matches are not known: "+d.MatchesError)
	}
	if detail {
		d.Ceiling.Pairs = d.Ceiling.Pairs[:min(maxListed, len(d.Ceiling.Pairs))]
		d.Ceiling.Reasons = d.Ceiling.Reasons[:min(maxListed, len(d.Ceiling.Reasons))]
		out.Detail = d
	}
	return out, nil
}

// failure returns why there is no concept, or why it is not confirmed; empty if it is.
func failure(s api.Session, r *genus.Result, d genus.Document) string {
	switch {
	case r.Fitting.Concept == nil && errors.Is(r.Err, context.DeadlineExceeded):
		return fmt.Sprintf("nothing was found within %s: raise timeout, or choose a smaller language", s.Settings().Timeout)
	case r.Fitting.Concept == nil && r.Err != nil:
		text := say.OneLine(r.Err.Error())
		if pairs := d.Ceiling.Pairs; len(pairs) > 0 {
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

// briefQuestion says of each fact whether it holds.
func briefQuestion(q *answer.NextQuestion) *BriefQuestion {
	b := &BriefQuestion{IRI: q.IRI, Label: q.Label, Facts: []string{}}
	if len(q.Classes) > 0 {
		b.Facts = append(b.Facts, "is "+strings.Join(q.Classes, ", "))
	}
	for _, f := range q.Facts {
		holds := "yes: "
		if !f.Holds {
			holds = "no: "
		}
		b.Facts = append(b.Facts, holds+f.English)
	}
	return b
}

// text writes the result for clients that do not read the structured one.
func (out LearnOutput) text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if out.Concept != nil {
		line("%s\nconcept: %s", out.English, out.Concept.DL)
	}
	if out.Failure != "" {
		line("failure: %s", out.Failure)
	}
	if out.Members != nil && out.Confidence != nil {
		line("members: %s; %.0f %% likely meant", memberCount(*out.Members), 100**out.Confidence)
	}
	if out.Proof != "" {
		line("proof: %s", out.Proof)
	}
	if out.Endpoint != nil && out.Endpoint.Confirmed {
		line("the endpoint confirms the query at the examples")
	}
	for _, c := range out.Ranking {
		line("or: %s (%s), members: %s, %.0f %%", c.English, c.DL, memberCount(c.Members), 100*c.Probability)
	}
	if q := out.Question; q != nil {
		line("question: does %s <%s> belong? %s", q.Label, q.IRI, strings.Join(q.Facts, "; "))
	}
	for _, note := range slices.Concat(out.Contradicts, []string{out.Apart}, out.Notes) {
		if note != "" {
			line("note: %s", note)
		}
	}
	var matches []string
	for _, m := range out.Matches {
		matches = append(matches, strings.TrimSpace(m.Label+" <"+m.IRI+">"))
	}
	if len(matches) > 0 {
		line("further members: %s", strings.Join(matches, ", "))
	}
	if out.SPARQL != nil {
		line("\n%s", *out.SPARQL)
	}
	if out.Detail != nil {
		_ = say.WriteJSON(&b, out.Detail) // a builder has no errors
	}
	return b.String()
}

// memberCount writes the number of members, or its bounds.
func memberCount(m notation.Members) string {
	switch {
	case m.Upper == nil:
		return fmt.Sprintf("at least %d", m.Lower)
	case *m.Upper != m.Lower:
		return fmt.Sprintf("%d to %d", m.Lower, *m.Upper)
	}
	return fmt.Sprint(m.Lower)
}
