package answer

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// A Document is a result in JSON, version 1. Later versions of genus only add fields.
//
// Names in concept.dl and concept.manchester are whole IRIs, or have the prefixes of the source, so
// that genus reads them back with the same source. concept, sparql and score are null if no
// concept was found. anchor is null if the query asks for all members, endpoint if there is none.
type Document struct {
	Version int `json:"version" jsonschema:"of the format"`

	// The concept.
	Concept *notation.Written `json:"concept" jsonschema:"the result; null if none was found"`
	English string            `json:"english" jsonschema:"the concept in words; empty if none was found"`
	SPARQL  *string           `json:"sparql" jsonschema:"the query for its members; null if none was found"`
	Anchor  *string           `json:"anchor" jsonschema:"class that the query is restricted to; null if it asks for all members"`
	Score   *notation.Score   `json:"score" jsonschema:"how it classifies the examples; null if there is no concept"`

	// What is proved, and what not.
	Optimal     bool   `json:"optimal" jsonschema:"it is proved to be optimal"`
	Proof       string `json:"proof" jsonschema:"a sentence about what is proved"`
	Why         string `json:"why" jsonschema:"a sentence about why this concept is the result"`
	Interrupted bool   `json:"interrupted" jsonschema:"the work was cancelled"`
	// Unproved says why the extraction or the search was not finished. It is empty if it was.
	Unproved string        `json:"unproved" jsonschema:"why the extraction or the search was not finished; empty if it was. The result is then the first answer"`
	Examples ExampleCounts `json:"examples" jsonschema:"numbers of examples"`
	// Pending: something is still to come, and the result is sent again then. Running names it:
	// confirmation, question, proof.
	Pending bool     `json:"pending" jsonschema:"something is still running: the result will be sent again"`
	Running []string `json:"running" jsonschema:"what is still running"`

	// What the endpoint answers.
	Endpoint *EndpointAnswer `json:"endpoint" jsonschema:"whether the query agrees with the concept at the examples; null if it was not run"`
	Matches  []source.Term   `json:"matches" jsonschema:"members that are not examples"`
	// MoreMatches reports whether there are others.
	MoreMatches bool `json:"more_matches,omitempty" jsonschema:"there are other matches; the query finds them"`
	// MatchesError says why the matches are not known.
	MatchesError string `json:"matches_error,omitempty" jsonschema:"why the matches are not known"`

	// The ranking: the most likely candidates, the probability that the first is meant, the
	// members of the result in the whole graph, and the next question.
	Ranking    []Candidate       `json:"ranking" jsonschema:"concepts that may be meant, most likely first; empty if nothing was ranked"`
	Confidence *float64          `json:"confidence" jsonschema:"probability that the concept of the result is meant; null if it was not ranked"`
	Members    *notation.Members `json:"members" jsonschema:"number of members of the result"`
	Question   *NextQuestion     `json:"question" jsonschema:"the next question for the user; null if the ranking is sure enough or no question would help"`
	// Conditions are those that the user may judge.
	Conditions []ProposedCondition `json:"conditions" jsonschema:"conditions that the user may judge: the parts of the first concept of the ranking, then others, the most informative first"`
	// Judged says what became of the conditions of the task, and of the parts of a draft.
	Judged []JudgedCondition `json:"judged" jsonschema:"what became of conditions that were judged, and of the parts of the draft, in the first concept of the ranking"`
	// Conflict is null unless some examples contradict the others.
	Conflict *Conflict `json:"conflict" jsonschema:"a concept that nearly all examples agree on, and those that contradict it; null if there is none"`
	// Apart is null unless genus found nothing that all positives share.
	Apart *Apart `json:"apart" jsonschema:"which positives go together; null unless genus found nothing that all of them share"`
	// RankingNotes say what the ranking could not find out.
	RankingNotes []string `json:"ranking_notes" jsonschema:"what the ranking could not find out, such as numbers of members after an error"`

	Seconds float64 `json:"seconds" jsonschema:"how long it took, in seconds"`

	*Detail
}

// Detail is what else is known about a result. In an entry of removed, role is the IRI of the
// feature if feature is set, and empty if values says that some nominals or strings are not used.
type Detail struct {
	Weighted bool               `json:"weighted" jsonschema:"examples count by their weights"`
	Language string             `json:"language" jsonschema:"language of the concepts"`
	Bounds   Bounds             `json:"bounds" jsonschema:"the numbers and thresholds up to which the result is optimal"`
	Select   string             `json:"select" jsonschema:"rule that chose among the sizes"`
	Ended    string             `json:"ended" jsonschema:"what ended the search (docs/outputs.md)"`
	Refuted  int                `json:"refuted" jsonschema:"the largest size up to which it is proved that no concept fits (exact) or does better (approx)"`
	Stages   []Stage            `json:"stages" jsonschema:"the stages of the search"`
	Ceiling  Ceiling            `json:"ceiling" jsonschema:"upper bound for concepts of the language, of any size"`
	Removed  []Removed          `json:"removed" jsonschema:"what was not used, and why"`
	Smallest *Solution          `json:"smallest" jsonschema:"result of bounded fitting, if a more likely concept is the result; else null"`
	Labelled *notation.Labelled `json:"labelled" jsonschema:"the concept with labels in place of names; null if there is none"`
	Labels   map[string]string  `json:"labels" jsonschema:"label by IRI in the result"`
	Prefixes syntax.Prefixes    `json:"prefixes" jsonschema:"namespace by prefix of the names in concepts"`
}

// A document without details lists so many candidates and conditions.
const (
	fewCandidates = 4
	fewConditions = 4
)

// Bounds holds the bounds of the chosen stage, within which the result is optimal.
type Bounds struct {
	Size       int `json:"size" jsonschema:"largest size"`
	Number     int `json:"number" jsonschema:"largest number in ≥n and ≤n"`
	Thresholds int `json:"thresholds" jsonschema:"of a feature, at most"`
	// AllThresholds: no further threshold would tell more individuals apart.
	AllThresholds bool `json:"all_thresholds" jsonschema:"more thresholds would not distinguish more individuals"`
	Depth         int  `json:"depth" jsonschema:"largest role depth"`
	Nominals      int  `json:"nominals" jsonschema:"how many individuals concepts may name"`
	Strings       int  `json:"strings" jsonschema:"how many strings concepts may compare with"`
	Texts         int  `json:"texts" jsonschema:"how many words and languages of texts concepts may ask for"`
	Presences     int  `json:"presences" jsonschema:"how many properties, twice if something has two values, concepts may ask for the presence of"`
	Orders        int  `json:"orders" jsonschema:"how many orders of two features concepts may ask for"`
	Agreements    int  `json:"agreements" jsonschema:"how many agreements of roles concepts may ask for"`
	Closures      int  `json:"closures" jsonschema:"how many closures concepts may use as roles"`
	Given         int  `json:"given" jsonschema:"how many further values and derived symbols the concepts to start from have"`
	// Outdegree and FeatureValues are as in [learner.Fitting].
	Outdegree     int `json:"outdegree" jsonschema:"the most successors by one role within reach of the examples"`
	FeatureValues int `json:"feature_values" jsonschema:"the most values of one feature within reach of the examples"`
}

// ExampleCounts holds the numbers of examples.
type ExampleCounts struct {
	Positive int `json:"positive" jsonschema:"number of positives"`
	Negative int `json:"negative" jsonschema:"number of negatives"`
}

// A Stage describes one stage and its best concept.
type Stage struct {
	K           int     `json:"k" jsonschema:"size of the concepts that the stage searched"`
	Engine      string  `json:"engine" jsonschema:"the engine that searched"`
	Seconds     float64 `json:"seconds" jsonschema:"how long it took, in seconds"`
	Correct     int     `json:"correct" jsonschema:"number of examples that are classified correctly"`
	Optimal     bool    `json:"optimal" jsonschema:"no concept of this size is better"`
	Scope       string  `json:"scope" jsonschema:"the concepts that this is about: the language with its symbols and bounds"`
	Individuals int     `json:"individuals" jsonschema:"number of individuals that the stage tells apart"`
	Names       int     `json:"names" jsonschema:"number of possible leaves of concepts"`
	// Number, Thresholds and AllThresholds are as in Bounds.
	Number        int  `json:"number" jsonschema:"largest number in ≥n and ≤n"`
	Thresholds    int  `json:"thresholds" jsonschema:"of a feature, at most"`
	AllThresholds bool `json:"all_thresholds" jsonschema:"more thresholds would not distinguish more individuals"`

	Concept  *notation.Written  `json:"concept" jsonschema:"its best concept; null if it has none"`
	Score    *notation.Score    `json:"score" jsonschema:"how it classifies the examples; null if there is no concept"`
	English  string             `json:"english" jsonschema:"in words"`
	SPARQL   string             `json:"sparql" jsonschema:"the SPARQL query for the members"`
	Labelled *notation.Labelled `json:"labelled" jsonschema:"with labels in place of names; null if there is no concept"`
}

// A Ceiling is the best score of any concept of the language.
type Ceiling struct {
	Correct int         `json:"correct" jsonschema:"largest number of examples that can be classified correctly"`
	Pairs   [][2]string `json:"pairs" jsonschema:"pairs of a positive and a negative that no concept tells apart"`
	Reasons [][]string  `json:"reasons" jsonschema:"what would tell the first pairs apart"`
	Scope   string      `json:"scope" jsonschema:"the language and its symbols that this is about"`
}

// A Removed is a role, a feature or some values that were not used.
type Removed struct {
	Role    string `json:"role" jsonschema:"IRI of the role or feature; empty if values were removed"`
	Inverse bool   `json:"inverse" jsonschema:"the role is read backwards"`
	Feature bool   `json:"feature" jsonschema:"it is a feature"`
	Values  string `json:"values,omitempty" jsonschema:"nominal or string, if some of these were removed"`
	Reason  string `json:"reason" jsonschema:"why it was not used"`
	Label   string `json:"label" jsonschema:"label; empty if there is none"`
}

// An EndpointAnswer is the endpoint's answer about the query.
type EndpointAnswer struct {
	URL        string   `json:"url" jsonschema:"URL of the endpoint"`
	Confirmed  bool     `json:"confirmed" jsonschema:"query and concept agree on every example"`
	Mismatches []Judged `json:"mismatches" jsonschema:"examples on which they disagree"`
	Error      string   `json:"error,omitempty" jsonschema:"why the query failed"`
}

// A Solution is a concept with its score.
type Solution struct {
	Concept notation.Written `json:"concept"`
	Score   *notation.Score  `json:"score" jsonschema:"how it classifies the examples"`
	Optimal bool             `json:"optimal" jsonschema:"it is proved to be the smallest or best"`
	Proof   string           `json:"proof" jsonschema:"what is proved, and for which concepts"`
}

// Document returns the result as a document, with or without Detail.
func (r *Result) Document(detail bool) Document {
	own, f := r.Problem.Source.Prefixes(), r.Fitting
	j := Document{
		Version: 1, Optimal: f.Optimal, Interrupted: r.Interrupted, Pending: r.Running != 0, Running: r.Running.Names(),
		Examples: ExampleCounts{len(r.Problem.Pos), len(r.Problem.Neg)},
		Matches:  append([]source.Term{}, r.Others.Matches...), MoreMatches: r.Others.More,
		Ranking: []Candidate{}, RankingNotes: r.Ranking.notes(), Seconds: r.Elapsed.Seconds(),
	}
	if detail {
		j.Detail = r.detail(own)
	}
	if r.Unproved != nil {
		j.Unproved = r.reason()
	}
	if r.OthersErr != nil {
		j.MatchesError = say.OneLine(r.OthersErr.Error())
	}
	if r.Verdict != nil {
		j.Endpoint = r.Verdict.Answer(r.ConfirmErr)
	}
	if r.TooLarge {
		j.Concept, j.Score = &notation.Written{Size: f.Size, Depth: f.Depth}, notation.NewScore(f.Confusion)
		return j
	}
	if f.Concept != nil {
		concept := notation.Write(f.Concept, r.Problem.Writing(own))
		query := strings.TrimRight(r.Query, "\n") + "\n"
		j.Concept, j.SPARQL, j.Score = &concept, &query, notation.NewScore(f.Confusion)
		j.English, j.Proof, j.Why = r.English(), r.Proof(), r.sizeReason()
	}
	if r.Anchor != "" {
		j.Anchor = &r.Anchor
	}
	if likely, ok := r.Likely(); ok {
		members := notation.NewMembers(likely.Members)
		j.Members, j.Confidence = &members, &likely.Alone
	}
	j.Ranking, j.Question, j.Conditions = r.candidates(own), r.nextQuestion(own), r.proposals(own)
	j.Judged = r.judged(own)
	j.Conflict, j.Apart = r.writtenConflict(own), r.Ranking.apart(r.Problem, own)
	if !detail {
		j.Ranking = j.Ranking[:min(fewCandidates, len(j.Ranking))]
		j.Conditions = j.Conditions[:min(fewConditions, len(j.Conditions))]
	}
	return j
}

func (r *Result) detail(own syntax.Prefixes) *Detail {
	f := r.Fitting
	d := &Detail{
		Weighted: r.Problem.Weighted(), Language: f.Language.String(), Select: r.Options.Select.String(),
		Ended: f.End.String(), Refuted: f.Refuted, Bounds: Bounds{
			Depth:         r.Depth(),
			Nominals:      f.Nominals,
			Strings:       f.Strings,
			Texts:         f.Texts,
			Presences:     f.Presences,
			Agreements:    f.Agreements,
			Orders:        f.Orders,
			Closures:      f.Closures,
			Given:         f.Given,
			Outdegree:     f.Outdegree,
			FeatureValues: f.FeatureValues,
		},
		Stages: []Stage{}, Removed: []Removed{}, Prefixes: own,
		Ceiling: Ceiling{
			Correct: f.Ceiling.Confusion.Correct(),
			Pairs:   r.Pairs(),
			Reasons: [][]string{},
			Scope:   r.Everything(),
		},
		Labels: r.labels(),
	}
	if r.Unproved == nil && f.End == learner.EndFailed && r.Err == nil { // the zero value, and nothing failed
		d.Ended = "not_searched"
	}
	for _, reasons := range f.Reasons {
		texts := []string{}
		for _, reason := range reasons {
			texts = append(texts, reason.Text)
		}
		d.Ceiling.Reasons = append(d.Ceiling.Reasons, texts)
	}
	if r.TooLarge {
		return d
	}
	if f.Concept != nil {
		d.Labelled = r.labelled(f.Concept)
	}
	if s := r.Smallest; s != nil {
		d.Smallest = &Solution{notation.Write(s.Concept, r.Problem.Writing(own)), notation.NewScore(s.Confusion), s.Optimal,
			r.SmallestProof()}
	}
	for _, s := range f.Stages {
		d.Stages = append(d.Stages, r.stage(s, own))
	}
	if len(f.Stages) > 0 {
		s := f.Stages[f.Chosen]
		d.Bounds.Size, d.Bounds.Number, d.Bounds.Thresholds, d.Bounds.AllThresholds = s.K, s.MaxNumber, s.Thresholds,
			s.AllThresholds
	}
	for _, removal := range f.Removed {
		iri := cmp.Or(removal.Feature, removal.Role.IRI)
		d.Removed = append(d.Removed, Removed{
			iri, removal.Role.Inverse, removal.Feature != "", removal.Values.String(), removal.Reason,
			r.Problem.Info.Labels[iri],
		})
	}
	return d
}

func (r *Result) stage(s learner.Stage, own syntax.Prefixes) Stage {
	j := Stage{
		K:             s.K,
		Engine:        s.Engine,
		Seconds:       s.Elapsed.Seconds(),
		Correct:       s.Confusion.Correct(),
		Optimal:       s.Proved,
		Scope:         r.scope(s),
		Individuals:   s.Individuals,
		Names:         s.Names,
		Number:        s.MaxNumber,
		Thresholds:    s.Thresholds,
		AllThresholds: s.AllThresholds,
	}
	if s.Concept != nil && dl.Size(s.Concept) <= MostNodes {
		c := notation.Write(s.Concept, r.Problem.Writing(own))
		j.Concept, j.Score, j.Labelled = &c, notation.NewScore(s.Confusion), r.labelled(s.Concept)
		j.English, j.SPARQL = j.Labelled.English, j.Labelled.SPARQL
	}
	return j
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
		var err error
		if o.Anchor, err = sharedClass(context.Background(), r.Problem.Problem, c); err != nil {
			return "", err
		}
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
