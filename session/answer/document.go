package answer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// A Document is a result in JSON, version 1. Later versions of genus only add fields.
//
// Names in concept.dl and concept.manchester are whole IRIs, or have the prefixes of the
// user's settings, so that genus query reads them back. concept, sparql and score are
// null if no concept was found. anchor is null if the query asks for all members,
// endpoint if there is none. In an entry of removed, role is the IRI of the feature if
// feature is set, and empty if values says that some nominals or strings are not used.
type Document struct {
	Version int `json:"version"`

	// The concept.
	Concept  *notation.Written `json:"concept"`
	SPARQL   *string           `json:"sparql"`
	Anchor   *string           `json:"anchor"`
	Score    *notation.Score   `json:"score"`
	Weighted bool              `json:"weighted"` // score, stages and ceiling count by weight

	// The search, and what it proves.
	Optimal     bool   `json:"optimal"`
	Language    string `json:"language"`
	Bounds      Bounds `json:"bounds"`
	Select      string `json:"select"` // the rule that chose the stage bounds.size
	Interrupted bool   `json:"interrupted"`
	Ended       string `json:"ended"`   // what ended the search
	Refuted     int    `json:"refuted"` // the largest size up to which nothing is better, or nothing fits
	// Unproved says why the extraction or the search was not finished. It is empty if it was.
	Unproved string        `json:"unproved"`
	Examples ExampleCounts `json:"examples"`
	Stages   []Stage       `json:"stages"`
	Ceiling  Ceiling       `json:"ceiling"`
	Removed  []Removed     `json:"removed"`

	// What the endpoint answers.
	Endpoint *EndpointAnswer `json:"endpoint"`
	Matches  []source.Term   `json:"matches"`
	// MoreMatches reports whether there are others.
	MoreMatches bool `json:"more_matches,omitempty" jsonschema:"there are other matches"`
	// MatchesError says why the matches are not known.
	MatchesError string `json:"matches_error,omitempty" jsonschema:"why the matches are not known"`

	// The ranking: the most likely candidates, the probability that the first is meant, the
	// members of the result in the whole graph, the concept of bounded fitting if the result
	// is another one, and the next question.
	Ranking    []Candidate       `json:"ranking"`
	Confidence *float64          `json:"confidence"` // null if nothing was ranked
	Members    *notation.Members `json:"members"`
	Smallest   *Solution         `json:"smallest"`
	Question   *NextQuestion     `json:"question"`
	// Conflict is null unless some examples contradict the others.
	Conflict *Conflict `json:"conflict"`
	// Apart is null unless genus found nothing that all positives share.
	Apart *Apart `json:"apart"`
	// RankingNotes say what the ranking could not find out.
	RankingNotes []string `json:"ranking_notes"`

	// Labels are the labels of the IRIs in the result.
	Labels  map[string]string `json:"labels"`
	Seconds float64           `json:"seconds"`
}

// Bounds holds the bounds of the chosen stage, within which the result is optimal.
type Bounds struct {
	Size       int `json:"size"`
	Number     int `json:"number"`
	Thresholds int `json:"thresholds"` // of a feature, at most
	// AllThresholds: no further threshold would tell more individuals apart.
	AllThresholds bool `json:"all_thresholds"`
	Depth         int  `json:"depth"` // 0: none
	Nominals      int  `json:"nominals"`
	Strings       int  `json:"strings"`
	// Outdegree and FeatureValues are as in [learner.Fitting].
	Outdegree     int `json:"outdegree"`
	FeatureValues int `json:"feature_values"`
}

// ExampleCounts holds the numbers of examples.
type ExampleCounts struct {
	Positive int `json:"positive"`
	Negative int `json:"negative"`
}

// A Stage describes one stage.
type Stage struct {
	K           int     `json:"k"`
	Engine      string  `json:"engine"`
	Seconds     float64 `json:"seconds"`
	Correct     int     `json:"correct"`
	Optimal     bool    `json:"optimal"`
	Individuals int     `json:"individuals"`
	Names       int     `json:"names"`
	// Number, Thresholds and AllThresholds are as in Bounds.
	Number        int  `json:"number"`
	Thresholds    int  `json:"thresholds"`
	AllThresholds bool `json:"all_thresholds"`
}

// A Ceiling is the best score of any concept of the language.
type Ceiling struct {
	Correct int         `json:"correct"`
	Pairs   [][2]string `json:"pairs"`
	Reasons [][]string  `json:"reasons"` // what would tell the first pairs apart
}

// A Removed is a role, a feature or some values that were not used.
type Removed struct {
	Role    string `json:"role"`
	Inverse bool   `json:"inverse"`
	Feature bool   `json:"feature"`
	Values  string `json:"values,omitempty"` // nominal or string: some of them
	Reason  string `json:"reason"`
	Label   string `json:"label"`
}

// An EndpointAnswer is the endpoint's answer about the query.
type EndpointAnswer struct {
	URL        string   `json:"url"`
	Confirmed  bool     `json:"confirmed"`
	Mismatches []Judged `json:"mismatches"` // examples about which query and concept disagree
	Error      string   `json:"error,omitempty"`
}

// A Solution is a concept with its score.
type Solution struct {
	Concept notation.Written `json:"concept"`
	Score   *notation.Score  `json:"score"`
	Optimal bool             `json:"optimal"`
}

// Document returns the result as a document. own are the prefixes of the user's settings.
func (r *Result) Document(own syntax.Prefixes) Document {
	f := r.Fitting
	j := Document{
		Version: 1, Weighted: r.Problem.Weighted(),
		Optimal: f.Optimal, Language: f.Language.String(), Select: r.Options.Select.String(), Interrupted: r.Interrupted,
		Ended: f.End.String(), Refuted: f.Refuted, Bounds: Bounds{
			Depth: r.Depth(), Nominals: f.Nominals, Strings: f.Strings, Outdegree: f.Outdegree, FeatureValues: f.FeatureValues,
		},
		Examples: ExampleCounts{len(r.Problem.Pos), len(r.Problem.Neg)},
		Stages:   []Stage{}, Removed: []Removed{}, Matches: append([]source.Term{}, r.Others.Matches...), MoreMatches: r.Others.More,
		Ranking: []Candidate{}, RankingNotes: []string{},
		Ceiling: Ceiling{Correct: f.Ceiling.Confusion.Correct(), Pairs: r.Pairs(), Reasons: [][]string{}},
		Labels:  r.labels(),
		Seconds: r.Elapsed.Seconds(),
	}
	if r.Unproved != nil {
		j.Unproved = r.reason()
	} else if f.End == learner.EndFailed && r.Err == nil { // the zero value, and nothing failed
		j.Ended = "not_searched"
	}
	for _, reasons := range f.Reasons {
		texts := []string{}
		for _, reason := range reasons {
			texts = append(texts, reason.Text)
		}
		j.Ceiling.Reasons = append(j.Ceiling.Reasons, texts)
	}
	if r.TooLarge {
		j.Concept, j.Score = &notation.Written{Size: f.Size, Depth: f.Depth}, notation.NewScore(f.Confusion)
		return j
	}
	if f.Concept != nil {
		concept := notation.Write(f.Concept, own, r.Problem.Info.Kinds)
		query := strings.TrimRight(r.Query, "\n") + "\n"
		j.Concept = &concept
		j.SPARQL = &query
		j.Score = notation.NewScore(f.Confusion)
	}
	if r.Anchor != "" {
		j.Anchor = &r.Anchor
	}
	if likely, ok := r.Likely(); ok {
		members := notation.NewMembers(likely.Members)
		j.Members, j.Confidence = &members, &likely.Alone
	}
	j.Ranking, j.Question = r.candidates(own), r.nextQuestion(own)
	j.Conflict, j.Apart = r.writtenConflict(own), r.Ranking.apart(r.Problem, own)
	j.RankingNotes = r.Ranking.notes()
	if s := r.Smallest; s != nil {
		smallest := r.solution(*s, own)
		j.Smallest = &smallest
	}
	for _, s := range f.Stages {
		j.Stages = append(j.Stages, Stage{s.K, s.Engine, s.Elapsed.Seconds(), s.Confusion.Correct(), s.Proved, s.Individuals, s.Names, s.MaxNumber, s.Thresholds, s.AllThresholds})
	}
	if len(f.Stages) > 0 {
		s := f.Stages[f.Chosen]
		j.Bounds.Size = s.K
		j.Bounds.Number = s.MaxNumber
		j.Bounds.Thresholds = s.Thresholds
		j.Bounds.AllThresholds = s.AllThresholds
	}
	for _, removal := range f.Removed {
		iri := cmp.Or(removal.Feature, removal.Role.IRI)
		j.Removed = append(j.Removed, Removed{
			iri,
			removal.Role.Inverse,
			removal.Feature != "",
			removal.Values.String(),
			removal.Reason,
			r.Problem.Info.Labels[iri],
		})
	}
	if r.OthersErr != nil {
		j.MatchesError = say.OneLine(r.OthersErr.Error())
	}
	if r.Verdict != nil {
		j.Endpoint = r.Verdict.Answer(r.ConfirmErr)
	}
	return j
}

func (r *Result) solution(s learner.Solution, own syntax.Prefixes) Solution {
	return Solution{notation.Write(s.Concept, own, r.Problem.Info.Kinds), notation.NewScore(s.Confusion), s.Optimal}
}

// labels returns the labels of the symbols of all concepts, of the removed roles and
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
	if r.Smallest != nil {
		add(syntax.IRIs(r.Smallest.Concept)...)
	}
	for _, removal := range f.Removed {
		add(removal.Role.IRI, removal.Feature)
	}
	for _, pair := range r.Pairs() {
		add(pair[:]...)
	}
	return labels
}

// Answer returns the verdict for a document. err says why it is not complete, or is nil.
func (v Verdict) Answer(err error) *EndpointAnswer {
	if v.NotRun && err == nil {
		return nil
	}
	if err != nil {
		return &EndpointAnswer{URL: v.URL, Mismatches: []Judged{}, Error: say.OneLine(err.Error())}
	}
	wrong := append([]Judged{}, v.Mismatches()...)
	return &EndpointAnswer{URL: v.URL, Confirmed: len(wrong) == 0, Mismatches: wrong}
}

// A DetailedDocument adds to Document what the page of genus serve needs: the concept of
// every stage, and texts with labels.
type DetailedDocument struct {
	Document
	Stages   []DetailedStage    `json:"stages"`
	English  string             `json:"english"`
	Labelled *notation.Labelled `json:"labelled"` // null if there is no concept
	Proof    string             `json:"proof"`    // what is proved, in a sentence
	Why      string             `json:"why"`      // why this size is the default
	// Pending: something is still to come, and the result is sent again then. Running names it:
	// confirmation, question, proof.
	Pending bool     `json:"pending"`
	Running []string `json:"running"`
}

// A DetailedStage is a stage with its best concept, null if it has none.
type DetailedStage struct {
	Stage
	Concept  *notation.Written  `json:"concept"`
	Score    *notation.Score    `json:"score"`
	English  string             `json:"english"`
	SPARQL   string             `json:"sparql"`
	Labelled *notation.Labelled `json:"labelled"`
}

// Detailed returns the result as JSON, with names shortened by the prefixes of the
// source.
func (r *Result) Detailed() DetailedDocument {
	j := DetailedDocument{
		Document: r.Document(r.Problem.Source.Prefixes()),
		Pending:  r.Running != 0,
		Running:  r.Running.Names(),
		Stages:   []DetailedStage{},
	}
	for i, s := range r.Fitting.Stages {
		if len(j.Document.Stages) <= i { // too large to be written out
			break
		}
		d := DetailedStage{Stage: j.Document.Stages[i]}
		if s.Concept != nil && dl.Size(s.Concept) <= MostNodes {
			c := notation.Write(s.Concept, r.Problem.Source.Prefixes(), r.Problem.Info.Kinds)
			d.Concept = &c
			d.Score = notation.NewScore(s.Confusion)
			d.Labelled = r.labelled(s.Concept)
			d.English, d.SPARQL = d.Labelled.English, d.Labelled.SPARQL
		}
		j.Stages = append(j.Stages, d)
	}
	if r.Written() {
		j.Labelled = r.labelled(r.Fitting.Concept)
		j.English = j.Labelled.English
		j.Proof = r.Proof()
		j.Why = r.sizeReason()
	}
	return j
}

func (r *Result) labelled(c dl.Concept) *notation.Labelled {
	l := notation.NewLabelled(c, r.Problem.Writing(r.Problem.Source.Prefixes()))
	if q, err := r.Select(c); err == nil { // some concepts have no query, such as one about the year 10000
		l.SPARQL = q
	}
	return &l
}

// Select returns the query of a concept of the result.
func (r *Result) Select(c dl.Concept) (string, error) {
	if c == r.Fitting.Concept {
		return r.Query, nil
	}
	o := r.query
	o.Prefixes, o.Anchor = r.Problem.Source.PrefixesOf(c), ""
	if dl.OnlyExcludes(c) {
		o.Anchor = sharedClass(r.Problem.Problem, c)
	}
	return queries.Select(c, o)
}

// sizeReason explains the choice of the size in a sentence.
func (r *Result) sizeReason() string {
	if r.Smallest != nil {
		return "More likely meant than the smallest concept that fits the examples."
	}
	if selected := r.Selected(); selected != "" {
		return "Chosen " + selected + "."
	}
	switch {
	case r.Options.Optimal:
		return "The best score that is possible, at any size."
	case r.Options.Mode == learner.Exact:
		return "The smallest concept found that fits all the examples."
	}
	return fmt.Sprintf("The smallest concept with the best score, %s.", r.Correct(r.Fitting.Confusion))
}
