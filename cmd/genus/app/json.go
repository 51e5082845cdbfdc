package app

import (
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/syntax"
)

// ResultJSON is the JSON form of a result, version 1: fields are only ever added.
//
// Names in concept.dl and concept.manchester are whole IRIs, but for the
// prefixes of the user's settings, so that genus query reads them back.
// concept, sparql and score are null if no concept was found; anchor is null if
// the query asks for all members; endpoint is null if none was asked. Fields that
// are not in the first description of the format: anchor, weighted, interrupted,
// examples, matches, bounds, select, ended, refuted, labels, and in an entry of removed feature (role is
// then the feature's IRI) and values (some nominals or strings, role is then
// empty) and label, in endpoint error, in mismatches positive and what either side says.
type ResultJSON struct {
	Version int `json:"version"`
	FoundJSON
	SearchJSON
	Examples ExamplesJSON `json:"examples"`
	// Negatives are those that the program found, if it was to.
	Negatives *extract.Siblings `json:"negatives,omitempty"`
	Stages    []StageJSON       `json:"stages"`
	Ceiling   CeilingJSON       `json:"ceiling"`
	Removed   []RemovedJSON     `json:"removed"`
	Endpoint  *EndpointJSON     `json:"endpoint"`
	Matches   []TermJSON        `json:"matches"`
	Solutions []SolutionJSON    `json:"solutions"`
	RankedJSON
	// Labels are those of the IRIs in all of this that have one.
	Labels  map[string]string `json:"labels"`
	Seconds float64           `json:"seconds"`
}

// FoundJSON is the concept that was found. Its fields are those of ResultJSON, as are
// those of the two types that follow.
type FoundJSON struct {
	Concept  *ConceptJSON `json:"concept"`
	SPARQL   *string      `json:"sparql"`
	Anchor   *string      `json:"anchor"`
	Score    *ScoreJSON   `json:"score"`
	Weighted bool         `json:"weighted"` // score, stages, ceiling and solutions count by weight
}

// SearchJSON is what was searched, and what is proved.
type SearchJSON struct {
	Optimal     bool       `json:"optimal"`
	Language    string     `json:"language"`
	Bounds      BoundsJSON `json:"bounds"`
	Select      string     `json:"select"` // why the concept is not that of the last stage, but of bounds.size
	Interrupted bool       `json:"interrupted"`
	Ended       string     `json:"ended"`   // what ended the search
	Refuted     int        `json:"refuted"` // the largest size up to which there is proved to be nothing better, or nothing that fits
}

// RankedJSON is what was ranked: the most likely concepts, how sure it is that the
// first was meant, the members of the result in the whole graph, the concept of
// bounded fitting where the result is another, and the next question.
type RankedJSON struct {
	Ranking    []CandidateJSON `json:"ranking"`
	Confidence *float64        `json:"confidence"` // null if nothing was ranked
	Members    *MembersJSON    `json:"members"`
	Smallest   *SolutionJSON   `json:"smallest"`
	Question   *QuestionJSON   `json:"question"`
	// Conflict is null unless some examples contradict what the others agree on.
	Conflict *ConflictJSON `json:"conflict"`
}

// BoundsJSON are those of the chosen stage: what optimal is about.
type BoundsJSON struct {
	Size       int `json:"size"`
	Number     int `json:"number"`
	Thresholds int `json:"thresholds"`
	// AllThresholds: none could be added that tells more individuals apart.
	AllThresholds bool `json:"all_thresholds"`
	Depth         int  `json:"depth"` // 0: none
	Nominals      int  `json:"nominals"`
	Strings       int  `json:"strings"`
}

// ExamplesJSON counts them.
type ExamplesJSON struct {
	Positive int `json:"positive"`
	Negative int `json:"negative"`
}

// StageJSON is what one stage did.
type StageJSON struct {
	K           int     `json:"k"`
	Engine      string  `json:"engine"`
	Seconds     float64 `json:"seconds"`
	Correct     int     `json:"correct"`
	Optimal     bool    `json:"optimal"`
	Individuals int     `json:"individuals"`
	Names       int     `json:"names"`
	// Number, Thresholds and AllThresholds are as in BoundsJSON.
	Number        int  `json:"number"`
	Thresholds    int  `json:"thresholds"`
	AllThresholds bool `json:"all_thresholds"`
}

// CeilingJSON is what no concept of the language exceeds.
type CeilingJSON struct {
	Correct int         `json:"correct"`
	Pairs   [][2]string `json:"pairs"`
	Reasons [][]string  `json:"reasons"` // what would tell the first pairs apart
}

// RemovedJSON is what was not used.
type RemovedJSON struct {
	Role    string `json:"role"`
	Inverse bool   `json:"inverse"`
	Feature bool   `json:"feature"`
	Values  string `json:"values,omitempty"` // nominal or string: some of these
	Reason  string `json:"reason"`
	Label   string `json:"label"`
}

// EndpointJSON is what the endpoint said about the query.
type EndpointJSON struct {
	URL        string   `json:"url"`
	Confirmed  bool     `json:"confirmed"`
	Mismatches []Judged `json:"mismatches"` // examples about which query and concept disagree
	Error      string   `json:"error,omitempty"`
}

// SolutionJSON is one of several concepts, the first of them the result's own.
type SolutionJSON struct {
	Concept ConceptJSON `json:"concept"`
	Score   *ScoreJSON  `json:"score"`
	Optimal bool        `json:"optimal"`
}

// JSON is the result as JSON; own are the prefixes of the user's settings.
func (r *Result) JSON(own syntax.Prefixes) ResultJSON {
	f := r.Fitting
	j := ResultJSON{
		Version: 1, FoundJSON: FoundJSON{Weighted: r.Problem.Weighted()},
		SearchJSON: SearchJSON{
			Optimal: f.Optimal, Language: f.Language.String(), Select: r.Options.Select.String(), Interrupted: r.Interrupted,
			Ended: f.End.String(), Refuted: f.Refuted, Bounds: BoundsJSON{Depth: r.Depth(), Nominals: f.Nominals, Strings: f.Strings},
		},
		Negatives: r.Problem.Siblings,
		Examples:  ExamplesJSON{len(r.Problem.Pos), len(r.Problem.Neg)},
		Stages:    []StageJSON{}, Removed: []RemovedJSON{}, Matches: append([]TermJSON{}, r.Matches...), Solutions: []SolutionJSON{}, RankedJSON: RankedJSON{Ranking: []CandidateJSON{}},
		Ceiling: CeilingJSON{Correct: f.Ceiling.Confusion.Correct(), Pairs: r.Pairs(), Reasons: [][]string{}},
		Labels:  r.labels(),
		Seconds: r.Elapsed.Seconds(),
	}
	for _, reasons := range f.Reasons {
		texts := []string{}
		for _, reason := range reasons {
			texts = append(texts, reason.Text)
		}
		j.Ceiling.Reasons = append(j.Ceiling.Reasons, texts)
	}
	if r.TooLarge {
		j.Concept, j.Score = &ConceptJSON{Size: f.Size, Depth: f.Depth}, NewScoreJSON(f.Confusion)
		return j
	}
	if f.Concept != nil {
		concept := NewConceptJSON(f.Concept, own, r.Problem.Info.Kinds)
		query := strings.TrimRight(r.Query, "\n") + "\n"
		j.Concept, j.SPARQL, j.Score = &concept, &query, NewScoreJSON(f.Confusion)
	}
	if r.Anchor != "" {
		j.Anchor = &r.Anchor
	}
	if likely, ok := r.Likely(); ok {
		members := NewMembersJSON(likely.Members)
		j.Members, j.Confidence = &members, &likely.Probability
	}
	j.Ranking, j.Question = r.candidatesJSON(own), r.questionJSON(own)
	j.Conflict = r.conflictJSON(own)
	if s := r.Smallest; s != nil {
		smallest := r.solutionJSON(*s, own)
		j.Smallest = &smallest
	}
	for _, s := range f.Stages {
		j.Stages = append(j.Stages, StageJSON{s.K, s.Engine, s.Elapsed.Seconds(), s.Confusion.Correct(), s.Proved, s.Individuals, s.Names, s.MaxNumber, s.Thresholds, s.AllThresholds})
	}
	if len(f.Stages) > 0 {
		s := f.Stages[f.Chosen]
		j.Bounds.Size, j.Bounds.Number, j.Bounds.Thresholds = s.K, s.MaxNumber, s.Thresholds
		j.Bounds.AllThresholds = s.AllThresholds
	}
	for _, removal := range f.Removed {
		iri := cmp.Or(removal.Feature, removal.Role.IRI)
		j.Removed = append(j.Removed, RemovedJSON{
			iri, removal.Role.Inverse, removal.Feature != "", removal.Values.String(), removal.Reason, r.Problem.Info.Labels[iri],
		})
	}
	for _, s := range f.Solutions {
		j.Solutions = append(j.Solutions, r.solutionJSON(s, own))
	}
	if r.Verdict != nil {
		j.Endpoint = r.Verdict.JSON(r.ConfirmErr)
	}
	return j
}

func (r *Result) solutionJSON(s learner.Solution, own syntax.Prefixes) SolutionJSON {
	return SolutionJSON{NewConceptJSON(s.Concept, own, r.Problem.Info.Kinds), NewScoreJSON(s.Confusion), s.Optimal}
}

// labels are the labels of the symbols of all concepts, of the removed roles and
// features, and of the pairs of the ceiling.
func (r *Result) labels() map[string]string {
	f, labels := r.Fitting, map[string]string{}
	add := func(iris ...string) {
		for _, iri := range iris {
			if label := r.Problem.Info.Labels[iri]; label != "" {
				labels[iri] = label
			}
		}
	}
	if r.Written() {
		add(syntax.IRIs(f.Concept)...)
	}
	for _, s := range f.Solutions {
		add(syntax.IRIs(s.Concept)...)
	}
	for _, removal := range f.Removed {
		add(removal.Role.IRI, removal.Feature)
	}
	for _, pair := range r.Pairs() {
		add(pair[:]...)
	}
	return labels
}

// JSON is the verdict; err says why it is not complete.
func (v Verdict) JSON(err error) *EndpointJSON {
	if err != nil {
		return &EndpointJSON{URL: v.URL, Mismatches: []Judged{}, Error: OneLine(err.Error())}
	}
	wrong := append([]Judged{}, v.Mismatches()...)
	return &EndpointJSON{URL: v.URL, Confirmed: len(wrong) == 0, Mismatches: wrong}
}

// WriteJSON writes a value with indentation and without HTML's escapes.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
