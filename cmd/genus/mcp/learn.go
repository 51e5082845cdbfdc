package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/notation"
)

func (s *Server) learn(ctx context.Context, c call, in api.LearnInput) (out api.LearnOutput, err error) {
	start := time.Now()
	if c.MostSteps > 0 { // as an endpoint
		c.Session.Session = c.Bounded(extract.DefaultDepth)
	}
	l, err := api.NewLearning(ctx, c.Session, in)
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
	r.Unproved, r.Elapsed = api.ExplainBudget(r.Unproved), time.Since(start)
	return l.Output(ctx, r), nil
}

// learnText writes the result for clients that do not read the structured one: as JSON with details.
func learnText(out api.LearnOutput) string {
	var b strings.Builder
	if out.Detail != nil {
		_ = say.WriteJSON(&b, out) // a builder has no errors
		return b.String()
	}
	line := liner(&b)
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
		if out.Concept == nil || c.Concept.DL != out.Concept.DL {
			line("or: %s (%s), members: %s, %.0f %%", c.English, c.Concept.DL, memberCount(c.Members), 100*c.Probability)
		}
	}
	writeJudged(line, out.Judged)
	writeAsked(line, out)
	writeNotes(line, out)
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
	return b.String()
}

const fewConditions = 8

// writeAsked writes the question and the conditions that the user may judge.
func writeAsked(line func(format string, args ...any), out api.LearnOutput) {
	if q := out.Question; q != nil {
		facts := slices.Clone(q.Classes)
		for _, f := range q.Facts {
			fact := map[bool]string{true: "yes: ", false: "no: "}[f.Holds] + f.English
			if f.Reason != "" {
				fact += " (" + f.Reason + ")"
			}
			facts = append(facts, fact)
		}
		line("question: does %s <%s> belong? %s", q.Label, q.IRI, strings.Join(facts, "; "))
	}
	for _, c := range out.Conditions[:min(len(out.Conditions), fewConditions)] {
		what := "may be"
		if c.Part {
			what = "part"
		}
		ask := ""
		if c.Ask {
			ask = "; better than the question: must all satisfy it?"
		}
		line("condition (%s): %s (%s), %.0f %% must%s", what, c.English, c.Concept, 100*c.Probability, ask)
	}
}

// writeJudged writes what became of the conditions that were judged.
func writeJudged(line func(format string, args ...any), judged []answer.JudgedCondition) {
	for _, j := range judged {
		text := j.Outcome
		if j.Reason != "" {
			text += ", " + j.Reason
		}
		if j.Instead != "" {
			text += "; instead: " + j.Instead
		}
		line("judged (%s): %s (%s): %s", j.Answer, j.English, j.Concept, text)
	}
}

// liner returns a function that writes a line.
func liner(b *strings.Builder) func(format string, args ...any) {
	return func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
}

// writeNotes writes what does not fit, and what could not be found out.
func writeNotes(line func(format string, args ...any), out api.LearnOutput) {
	if out.Conflict != nil {
		for _, e := range out.Conflict.Examples {
			line("note: %s %s", cmp.Or(e.Label, e.IRI), e.Text)
		}
	}
	if out.Apart != nil {
		line("note: %s", out.Apart.Text)
	}
	for _, note := range slices.Concat(out.Notes, out.RankingNotes, []string{out.Unproved, out.MatchesError}) {
		if note != "" {
			line("note: %s", note)
		}
	}
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
