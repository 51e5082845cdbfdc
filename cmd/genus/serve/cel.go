package serve

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// celQuery is a request of Ontolearn's web service. Fields about its models (model,
// iter_bound, path_embeddings and others) are ignored.
type celQuery struct {
	Pos         []string `json:"pos"`
	Neg         []string `json:"neg"`
	TopK        *int     `json:"topk"`
	MaxRuntime  *float64 `json:"max_runtime"`
	UseInverse  *bool    `json:"use_inverse"`
	UseData     *bool    `json:"use_data_properties"`
	UseCard     *bool    `json:"use_card_restrictions"`
	UseNominals *bool    `json:"use_nominals"`
}

type celResult struct {
	Rank        int     `json:"Rank"`
	Prediction  string  `json:"Prediction"`
	SPARQLQuery string  `json:"SPARQLQuery"`
	Verbalizing string  `json:"Verbalization"`
	F1          float64 `json:"F1"`
	Accuracy    float64 `json:"Accuracy"`
}

// The defaults of Ontolearn's service.
const (
	celTopK    = 3
	celRuntime = 60.0
)

// cel is the route /cel of Ontolearn's web service, on the source that the server
// was started with or on the built-in one. As there, an error of the request is a
// text in Results, with status 200.
func (s *Server) cel(w http.ResponseWriter, r *http.Request) error {
	results, err := s.celResults(w, r)
	if err != nil {
		f := faultOf(err)
		if f.Status >= http.StatusInternalServerError || f.Status == http.StatusTooManyRequests || f.Status == http.StatusRequestEntityTooLarge {
			return f
		}
		return s.answer(w, http.StatusOK, map[string]any{"Results": f.Detail})
	}
	return s.answer(w, http.StatusOK, map[string]any{"Results": results})
}

func (s *Server) celResults(w http.ResponseWriter, r *http.Request) ([]celResult, error) {
	var q celQuery
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, err
		}
		return nil, invalid("send a JSON object with pos and neg: %v", err)
	}
	src, release, err := s.find(givenID)
	if err != nil {
		if _, err = s.openSource(r.Context(), description{Kind: "builtin"}); err != nil {
			return nil, err
		}
		if src, release, err = s.find(builtinID); err != nil {
			return nil, err
		}
	}
	defer release()
	s.extendReadDeadline(w) // the job has a time limit of its own
	j, err := s.newJob(src, problemInput{Pos: q.Pos, Neg: q.Neg}, q.options())
	if err != nil {
		return nil, err
	}
	j.keep = true
	q.restrict(&j.learner.Language)
	if err := s.begin(j); err != nil {
		return nil, err
	}
	select {
	case <-j.finished:
	case <-r.Context().Done():
		j.cancel()
		return nil, r.Context().Err()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	defer func() { j.learned = nil }()
	if j.fault != nil {
		return nil, j.fault
	}
	if j.learned == nil || !j.learned.Written() {
		return []celResult{}, nil
	}
	return celAnswers(j.learned), nil
}

func (q celQuery) options() jobOptions {
	topk, seconds, confirm := celTopK, celRuntime, false
	if q.TopK != nil {
		topk = min(max(*q.TopK, 1), maxSolutions)
	}
	if q.MaxRuntime != nil && *q.MaxRuntime > 0 {
		seconds = min(*q.MaxRuntime, 1e6)
	}
	return jobOptions{Options: app.Options{Solutions: &topk, Timeout: &seconds, Score: "f1", Nominals: q.UseNominals, Prefer: config.Smallest}, Confirm: &confirm}
}

// restrict removes the constructors that the client does not want.
func (q celQuery) restrict(l *dl.Language) {
	for _, without := range []struct {
		use  *bool
		what dl.Language
	}{{q.UseInverse, dl.WithInverse}, {q.UseData, dl.WithDataAtLeast | dl.WithDataAtMost}, {q.UseCard, dl.WithAtLeast | dl.WithAtMost}} {
		if without.use != nil && !*without.use {
			*l &^= without.what
		}
	}
}

func celAnswers(r *app.Result) []celResult {
	results := []celResult{}
	p := r.Problem
	add := func(c dl.Concept, score interp.Confusion, query string) {
		results = append(results, celResult{
			Rank: len(results) + 1, Prediction: syntax.Print(c, syntax.Options{Prefixes: p.Source.Prefixes}), SPARQLQuery: query,
			Verbalizing: syntax.English(c, syntax.EnglishOptions{Labels: p.Info.Labels, Prefixes: p.Source.Prefixes}), F1: score.F1(), Accuracy: score.Accuracy(),
		})
	}
	add(r.Fitting.Concept, r.Fitting.Confusion, r.Query)
	for i, one := range r.Fitting.Solutions {
		if i == 0 || dl.Size(one.Concept) > app.MostNodes {
			continue
		}
		query, err := r.Select(one.Concept)
		if err != nil { // a concept without a query is returned nevertheless
			query = ""
		}
		add(one.Concept, one.Confusion, query)
	}
	return results
}
