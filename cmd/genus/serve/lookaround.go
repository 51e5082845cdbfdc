package serve

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
)

type termJSON = app.TermJSON

type individualJSON struct {
	termJSON
	Classes []termJSON `json:"classes"`
}

type sourceJSON struct {
	sourceRefJSON
	URL         string            `json:"url"`
	Preset      string            `json:"preset"`
	Path        string            `json:"path"`
	Individuals int               `json:"individuals"`
	Facts       int               `json:"facts"`
	Classes     int               `json:"classes"`
	Roles       int               `json:"roles"`
	Features    int               `json:"features"`
	Whole       bool              `json:"whole"` // the counts are of everything; of an endpoint nothing is counted
	Prefixes    map[string]string `json:"prefixes"`
	Searchable  bool              `json:"searchable"`
	Examples    *examplesJSON     `json:"examples,omitempty"`
}

type examplesJSON struct {
	Pos []termJSON `json:"pos"`
	Neg []termJSON `json:"neg"`
}

func (src *source) json(ctx context.Context) sourceJSON {
	j := sourceJSON{
		sourceRefJSON: sourceRefJSON{src.id, src.name, src.about.Kind}, URL: src.about.URL, Preset: src.about.Preset, Path: src.about.Path,
		Prefixes: src.open.Prefixes, Searchable: true,
	}
	if g := src.open.Graph(); g != nil {
		n := g.Size()
		j.Individuals, j.Facts, j.Classes, j.Roles, j.Features, j.Whole = n.Individuals, n.Facts, n.Classes, n.Roles, n.Features, true
		if len(src.pos) > 0 {
			look := src.session(app.Silent{}).Browse()
			j.Examples = &examplesJSON{look.Terms(ctx, src.pos), look.Terms(ctx, src.neg)}
		}
	}
	return j
}

func (s *sources) post(w http.ResponseWriter, r *http.Request) error {
	var d description
	if err := decode(r, &d); err != nil {
		return err
	}
	liftReadDeadline(w)
	src, err := s.openSource(r.Context(), d)
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, src.json(r.Context()))
}

func (src *source) get(r *http.Request) (any, error) {
	return src.json(r.Context()), nil
}

type searchJSON struct {
	Results   []individualJSON `json:"results"`
	Classes   []classJSON      `json:"classes"` // with such a name
	Truncated bool             `json:"truncated"`
	Note      string           `json:"note,omitempty"`
}

func (src *source) search(r *http.Request) (any, error) {
	limit, err := number(r, "limit", 20, 1, maxPage)
	if err != nil {
		return nil, err
	}
	text := strings.ToValidUTF8(r.URL.Query().Get("q"), "")
	if len(text) > 1000 {
		return nil, invalid("q: a text of 1000 bytes at most")
	}
	if r.URL.Query().Get("class") != "" {
		if text != "" {
			return nil, invalid("q and class: leave one out")
		}
		return src.membersOf(r, limit)
	}
	j := searchJSON{Results: []individualJSON{}, Classes: []classJSON{}}
	found, err := src.session(app.Silent{}).Browse().Search(r.Context(), text, limit)
	if err != nil {
		return nil, err
	}
	j.Truncated, j.Note = found.More, found.Note
	for _, m := range found.Individuals {
		j.Results = append(j.Results, src.individual(m))
	}
	for _, c := range found.Classes {
		j.Classes = append(j.Classes, classJSON{c, []termJSON{}})
	}
	return j, nil
}

func (src *source) neighbourhood(r *http.Request) (any, error) {
	limit, err := number(r, "limit", 200, 1, maxPage)
	if err != nil {
		return nil, err
	}
	iri, err := src.iri(r, "iri")
	if err != nil {
		return nil, err
	}
	return src.session(app.Silent{}).Browse().Neighbourhood(r.Context(), iri, limit)
}

func (src *source) labels(r *http.Request) (any, error) {
	var q struct {
		IRIs []string `json:"iris"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if len(q.IRIs) > maxExamples {
		return nil, invalid("more than %d IRIs", maxExamples)
	}
	iris := slices.Clone(q.IRIs)
	for i := range iris {
		if long, err := app.Expand(iris[i:i+1], src.open.Prefixes); err == nil { // what is no IRI has no label
			iris[i] = long[0]
		}
	}
	labels := src.session(app.Silent{}).Browse().Labels(r.Context(), iris)
	for i, iri := range iris { // a short one is found by what was asked for, too
		if label := labels[iri]; label != "" {
			labels[q.IRIs[i]] = label
		}
	}
	return map[string]any{"labels": labels}, nil
}
