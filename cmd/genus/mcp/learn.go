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
	Positives []string `json:"positives" jsonschema:"things that belong: names, IRIs, or IRIs with a prefix of the source"`
	Negatives []string `json:"negatives,omitempty" jsonschema:"things that do not belong, best ones that are similar to the positives. Optional: two or three positives are enough to start"`
	Asked     []string `json:"asked,omitempty" jsonschema:"the iri of every question so far, in order. Those also in positives (yes) or negatives (no) are answered; for the others the user does not know"`
	Prefer    string   `json:"prefer,omitempty" jsonschema:"meant (default): of the concepts that fit, the one that is most likely meant; smallest: the simplest one, with a proof"`
	Language  string   `json:"language,omitempty" jsonschema:"what concepts may be made of; default auto: alcqif and values that examples share; alcqif: and, or, not, some, only, numbers of successors, inverse properties, comparisons with numbers and dates"`
	Mode      string   `json:"mode,omitempty" jsonschema:"approx (default): the best score, for examples that may be wrong; exact: the smallest concept without any error"`
	Score     string   `json:"score,omitempty" jsonschema:"what approx makes best; default accuracy"`
	MaxSize   int      `json:"max_size,omitempty" jsonschema:"largest number of nodes of a concept; default 20"`
	Depth     *int     `json:"depth,omitempty" jsonschema:"how many edges from an individual a concept may look, 0 for none; default 2 for endpoints"`
	Nominals  bool     `json:"nominals,omitempty" jsonschema:"whether concepts may name individuals, such as a country or an occupation; default: as the preset says"`
	Strings   bool     `json:"strings,omitempty" jsonschema:"whether concepts may compare strings"`
	Detail    bool     `json:"detail,omitempty" jsonschema:"return everything that is known about the result, too"`
	Timeout   int      `json:"timeout,omitempty" jsonschema:"time limit for learning, in seconds; the result is then the best concept so far"`
}

// LearnOutput has what an assistant tells its user. Detail has the whole result if the call
// asks for it.
type LearnOutput struct {
	English     string                `json:"english" jsonschema:"the concept in words; empty if none was found"`
	Concept     *BriefConcept         `json:"concept" jsonschema:"null if none was found"`
	SPARQL      *string               `json:"sparql"`
	Score       *genus.Score          `json:"score" jsonschema:"how the concept classifies the examples"`
	Confidence  *float64              `json:"confidence" jsonschema:"the probability that this is meant; null if nothing was ranked"`
	Members     *genus.Members        `json:"members" jsonschema:"bounds of the number of members"`
	Ranking     []BriefCandidate      `json:"ranking" jsonschema:"what else may be meant, after the concept itself"`
	Question    *BriefQuestion        `json:"question" jsonschema:"whom to ask the user about next; null: no answer would help"`
	Matches     []genus.Term          `json:"matches" jsonschema:"members that are not examples"`
	MoreMatches bool                  `json:"more_matches" jsonschema:"there are more matches than are listed; the query finds them"`
	Optimal     bool                  `json:"optimal"`
	Proof       string                `json:"proof" jsonschema:"what is proved about the concept"`
	Endpoint    *genus.EndpointAnswer `json:"endpoint" jsonschema:"whether the query agrees with the concept at the examples; null if it was not run"`
	Contradicts []string              `json:"contradicts" jsonschema:"examples that contradict the others"`
	Apart       string                `json:"apart" jsonschema:"which positives go together, if they share nothing"`
	Failure     string                `json:"failure,omitempty" jsonschema:"why there is no concept, or why the endpoint did not confirm it"`
	Notes       []string              `json:"notes" jsonschema:"warnings, and what was left out of the language and why"`
	Detail      any                   `json:"detail,omitempty" jsonschema:"with detail: the result of genus learn --format json"`
}

// A BriefConcept is a concept in the notation that the other tools read.
type BriefConcept struct {
	DL   string `json:"dl"`
	Size int    `json:"size"`
}

// A BriefCandidate is a concept that may be meant.
type BriefCandidate struct {
	DL          string        `json:"dl"`
	English     string        `json:"english"`
	Members     genus.Members `json:"members"`
	Probability float64       `json:"probability"`
}

// A BriefQuestion asks whether an individual belongs.
type BriefQuestion struct {
	IRI   string   `json:"iri"`
	Label string   `json:"label"`
	Facts []string `json:"facts" jsonschema:"what it is, has, and lacks"`
}

// rivals is how many further concepts a result lists.
const rivals = 3

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
	if err := session.ResolveLabels(ctx, &in.Positives, &in.Negatives); err != nil {
		return out, err
	}
	session, t, err := learnTask(session, in)
	if err != nil {
		return out, err
	}
	if session.Slow() {
		t.Show = w.showAnswer
	}
	r, err := session.Answer(ctx, t)
	if err != nil {
		return out, explainBudget(err)
	}
	r.Unproved = explainBudget(r.Unproved)
	if !session.Slow() && r.Written() { // a file has all members
		if r.Others, err = session.Matches(ctx, r.Problem, r.Fitting.Concept, fewMatches, 0); err != nil {
			return out, err
		}
	}
	r.Elapsed = time.Since(start)
	return learnOutput(session, r, w, in.Detail)
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
	asked, err := genus.Expand(in.Asked, s.Prefixes())
	if err != nil {
		return s, genus.Task{}, fmt.Errorf("asked: %w", err)
	}
	o, err := s.Settings().Learner()
	return s, genus.Task{Examples: ex, Asked: asked, Options: o, Confirm: s.Confirms()}, err
}

func learnOutput(s genus.Session, r *genus.Result, w *task, detail bool) (LearnOutput, error) {
	prefixes := r.Problem.Prefixes() // translate and verify read the concept with these
	d := r.Document(prefixes)
	out := LearnOutput{
		SPARQL: d.SPARQL, Score: d.Score, Confidence: d.Confidence, Members: d.Members, Ranking: []BriefCandidate{},
		Matches: d.Matches, MoreMatches: r.Others.More, Optimal: d.Optimal, Endpoint: d.Endpoint,
		Contradicts: []string{}, Notes: w.collectedNotes(),
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
		s = s.Configured(func(c *config.Config) { c.Labels = true })
		var err error
		if out.English, err = s.Form("text", r.Fitting.Concept, r.Problem.Writing(prefixes)); err != nil {
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
func failure(s genus.Session, r *genus.Result, d genus.Document) string {
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
func briefQuestion(q *genus.NextQuestion) *BriefQuestion {
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
func memberCount(m genus.Members) string {
	switch {
	case m.Upper == nil:
		return fmt.Sprintf("at least %d", m.Lower)
	case *m.Upper != m.Lower:
		return fmt.Sprintf("%d to %d", m.Lower, *m.Upper)
	}
	return fmt.Sprint(m.Lower)
}
