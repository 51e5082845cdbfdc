package command

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// The JSON form of a result, version 1: fields are only ever added.
//
// Names in concept.dl and concept.manchester are whole IRIs, but for the
// prefixes of the user's settings, so that genus query reads them back.
// concept, sparql and score are null if no concept was found; anchor is null if
// the query asks for all members; endpoint is null if none was asked. Fields that
// are not in the first description of the format: anchor, weighted, interrupted,
// examples, matches, bounds, select, and in an entry of removed feature (role is
// then the feature's IRI) and values (some nominals or strings, role is then
// empty), in endpoint error, in mismatches what either side says.
type jsonResult struct {
	Version     int          `json:"version"`
	Concept     *jsonConcept `json:"concept"`
	SPARQL      *string      `json:"sparql"`
	Anchor      *string      `json:"anchor"`
	Score       *jsonScore   `json:"score"`
	Weighted    bool         `json:"weighted"` // score, stages, ceiling and solutions count by weight
	Optimal     bool         `json:"optimal"`
	Language    string       `json:"language"`
	Bounds      jsonBounds   `json:"bounds"`
	Select      string       `json:"select"` // why the concept is not that of the last stage, but of bounds.size
	Interrupted bool         `json:"interrupted"`
	Examples    jsonExamples `json:"examples"`
	// Negatives are those that the program found, if it was to.
	Negatives *extract.Siblings `json:"negatives,omitempty"`
	Stages    []jsonStage       `json:"stages"`
	Ceiling   jsonCeiling       `json:"ceiling"`
	Removed   []jsonRemoved     `json:"removed"`
	Endpoint  *jsonEndpoint     `json:"endpoint"`
	Matches   []jsonMatch       `json:"matches"`
	Solutions []jsonSolution    `json:"solutions"`
	Seconds   float64           `json:"seconds"`
}

type jsonConcept struct {
	DL         string `json:"dl"`
	Manchester string `json:"manchester"`
	Size       int    `json:"size"`
	Depth      int    `json:"depth"`
}

type jsonScore struct {
	TP       int     `json:"tp"`
	FP       int     `json:"fp"`
	TN       int     `json:"tn"`
	FN       int     `json:"fn"`
	Accuracy float64 `json:"accuracy"`
	F1       float64 `json:"f1"`
}

// jsonBounds are those of the chosen stage: what optimal is about.
type jsonBounds struct {
	Size       int `json:"size"`
	Number     int `json:"number"`
	Thresholds int `json:"thresholds"`
	Depth      int `json:"depth"` // 0: none
	Nominals   int `json:"nominals"`
	Strings    int `json:"strings"`
}

type jsonExamples struct {
	Positive int `json:"positive"`
	Negative int `json:"negative"`
}

type jsonStage struct {
	K           int     `json:"k"`
	Engine      string  `json:"engine"`
	Seconds     float64 `json:"seconds"`
	Correct     int     `json:"correct"`
	Optimal     bool    `json:"optimal"`
	Individuals int     `json:"individuals"`
	Names       int     `json:"names"`
}

type jsonCeiling struct {
	Correct int         `json:"correct"`
	Pairs   [][2]string `json:"pairs"`
	Reasons [][]string  `json:"reasons"` // what would tell the first pairs apart
}

type jsonRemoved struct {
	Role    string `json:"role"`
	Inverse bool   `json:"inverse"`
	Feature bool   `json:"feature"`
	Values  string `json:"values,omitempty"` // nominal or string: some of these
	Reason  string `json:"reason"`
}

type jsonEndpoint struct {
	URL        string         `json:"url"`
	Confirmed  bool           `json:"confirmed"`
	Mismatches []jsonMismatch `json:"mismatches"`
	Error      string         `json:"error,omitempty"`
}

type jsonMismatch struct {
	IRI     string `json:"iri"`
	Concept bool   `json:"concept"`
	Query   bool   `json:"query"`
}

type jsonMatch struct {
	IRI   string `json:"iri"`
	Label string `json:"label,omitempty"`
}

// jsonSolution is one of several concepts, the first of them the result's own.
type jsonSolution struct {
	Concept jsonConcept `json:"concept"`
	Score   *jsonScore  `json:"score"`
	Optimal bool        `json:"optimal"`
}

func resultJSON(r *result, own syntax.Prefixes) jsonResult {
	f := r.fitting
	j := jsonResult{
		Version: 1, Weighted: r.source.problem.Weighted(), Optimal: f.Optimal, Language: f.Language.String(), Select: r.options.Select.String(), Interrupted: r.interrupted,
		Negatives: r.source.siblings,
		Examples:  jsonExamples{len(r.source.problem.Pos), len(r.source.problem.Neg)},
		Stages:    []jsonStage{}, Removed: []jsonRemoved{}, Matches: []jsonMatch{}, Solutions: []jsonSolution{},
		Ceiling: jsonCeiling{Correct: f.Ceiling.Confusion.Correct(), Pairs: r.pairs(), Reasons: [][]string{}},
		Bounds:  jsonBounds{Depth: r.depth(), Nominals: f.Nominals, Strings: f.Strings},
		Seconds: r.elapsed.Seconds(),
	}
	for _, reasons := range f.Reasons {
		texts := []string{}
		for _, reason := range reasons {
			texts = append(texts, reason.Text)
		}
		j.Ceiling.Reasons = append(j.Ceiling.Reasons, texts)
	}
	if r.tooLarge {
		j.Concept, j.Score = &jsonConcept{Size: f.Size, Depth: f.Depth}, scoreJSON(f.Confusion)
		return j
	}
	if f.Concept != nil {
		concept := conceptJSON(f.Concept, own, r.source.info.Kinds)
		query := strings.TrimRight(r.query, "\n") + "\n"
		j.Concept, j.SPARQL, j.Score = &concept, &query, scoreJSON(f.Confusion)
	}
	if r.anchor != "" {
		j.Anchor = &r.anchor
	}
	for _, s := range f.Stages {
		j.Stages = append(j.Stages, jsonStage{s.K, s.Engine, s.Elapsed.Seconds(), s.Confusion.Correct(), s.Proved, s.Individuals, s.Names})
	}
	if len(f.Stages) > 0 {
		s := f.Stages[f.Chosen]
		j.Bounds.Size, j.Bounds.Number, j.Bounds.Thresholds = s.K, s.MaxNumber, s.Thresholds
	}
	for _, removal := range f.Removed {
		e := jsonRemoved{Role: removal.Role.IRI, Inverse: removal.Role.Inverse, Values: removal.Values.String(), Reason: removal.Reason}
		if removal.Feature != "" {
			e.Role, e.Feature = removal.Feature, true
		}
		j.Removed = append(j.Removed, e)
	}
	for _, s := range f.Solutions {
		j.Solutions = append(j.Solutions, jsonSolution{conceptJSON(s.Concept, own, r.source.info.Kinds), scoreJSON(s.Confusion), s.Optimal})
	}
	for _, m := range r.matches {
		j.Matches = append(j.Matches, jsonMatch{m.iri, m.label})
	}
	if r.verdict != nil {
		j.Endpoint = endpointJSON(r)
	}
	return j
}

func conceptJSON(c dl.Concept, prefixes syntax.Prefixes, kinds map[string][]dl.Kind) jsonConcept {
	return jsonConcept{
		DL:         syntax.Print(c, syntax.Options{Prefixes: prefixes}),
		Manchester: syntax.Print(c, syntax.Options{Notation: syntax.Manchester, Prefixes: prefixes, Exact: true, Kinds: kinds}),
		Size:       dl.Size(c),
		Depth:      dl.Depth(c),
	}
}

func scoreJSON(c interp.Confusion) *jsonScore {
	return &jsonScore{c.TP, c.FP, c.TN, c.FN, c.Accuracy(), c.F1()}
}

func endpointJSON(r *result) *jsonEndpoint {
	wrong := r.verdict.mismatches()
	e := &jsonEndpoint{URL: r.verdict.url, Confirmed: r.confirmErr == nil && len(wrong) == 0, Mismatches: []jsonMismatch{}}
	if r.confirmErr != nil {
		e.Error = oneLine(r.confirmErr.Error())
		return e
	}
	for _, m := range wrong {
		e.Mismatches = append(e.Mismatches, jsonMismatch{m.iri, m.concept, m.query})
	}
	return e
}

// writeJSON writes a value with indentation and without HTML's escapes.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
