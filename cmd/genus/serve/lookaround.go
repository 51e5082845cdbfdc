package serve

import (
	"net/http"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/queries"
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

func (s *Server) sourceJSON(src *source) sourceJSON {
	j := sourceJSON{
		sourceRefJSON: sourceRefJSON{src.id, src.name, src.about.Kind}, URL: src.about.URL, Preset: src.about.Preset, Path: src.about.Path,
		Prefixes: src.open.Prefixes, Searchable: true,
	}
	if g := src.open.Graph(); g != nil {
		n := g.Size()
		j.Individuals, j.Facts, j.Classes, j.Roles, j.Features, j.Whole = n.Individuals, n.Facts, n.Classes, n.Roles, n.Features, true
		if len(src.pos) > 0 {
			terms := func(iris []string) []termJSON {
				list := []termJSON{}
				for _, iri := range iris {
					list = append(list, termJSON{IRI: iri, Label: g.Label(iri)})
				}
				return list
			}
			j.Examples = &examplesJSON{terms(src.pos), terms(src.neg)}
		}
	}
	return j
}

func (s *Server) postSource(w http.ResponseWriter, r *http.Request) error {
	var d description
	if err := decode(r, &d); err != nil {
		return err
	}
	s.extendReadDeadline(w)
	src, err := s.openSource(r.Context(), d)
	if err != nil {
		return err
	}
	return s.answer(w, http.StatusCreated, s.sourceJSON(src))
}

func (s *Server) getSource(w http.ResponseWriter, r *http.Request) error {
	src, done, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer done()
	return s.answer(w, http.StatusOK, s.sourceJSON(src))
}

type searchJSON struct {
	Results   []individualJSON `json:"results"`
	Classes   []classJSON      `json:"classes"` // with such a name
	Truncated bool             `json:"truncated"`
	Note      string           `json:"note,omitempty"`
}

func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	src, done, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer done()
	limit, err := number(r, "limit", 20, 1, maxPage)
	if err != nil {
		return err
	}
	text := strings.ToValidUTF8(r.URL.Query().Get("q"), "")
	if len(text) > 1000 {
		return invalid("q: a text of 1000 bytes at most")
	}
	if class := r.URL.Query().Get("class"); class != "" {
		if text != "" {
			return invalid("q and class: leave one out")
		}
		j, err := s.membersOf(r, src, class, limit)
		if err != nil {
			return err
		}
		return s.answer(w, http.StatusOK, j)
	}
	j := searchJSON{Results: []individualJSON{}, Classes: []classJSON{}}
	if len(wordsOf(text)) == 0 {
		return s.answer(w, http.StatusOK, j)
	}
	if g := src.open.Graph(); g != nil {
		src.names.once.Do(func() { src.names.build(g, g.Individuals()) })
		j.Classes = src.foundClasses(g, text)
		list, more := src.names.search(text, limit)
		for _, f := range list {
			j.Results = append(j.Results, src.individual(app.Match{IRI: f.iri, Label: f.label}))
		}
		j.Truncated = more
		return s.answer(w, http.StatusOK, j)
	}
	session := s.session(src, app.Silent{})
	list, err := session.Find(r.Context(), text, limit+1)
	if err != nil {
		return err
	}
	if j.Truncated = len(list) > limit; j.Truncated {
		list = list[:limit]
	}
	if session.Config.Search == string(queries.FindExact) && len(list) == 0 {
		j.Note = "This endpoint finds whole names only."
	}
	individuals, classes := session.Separate(r.Context(), list)
	for _, m := range individuals {
		j.Results = append(j.Results, src.individual(m))
	}
	for _, m := range classes[:min(len(classes), mostFoundClasses)] {
		j.Classes = append(j.Classes, classJSON{termJSON(m), nil, []termJSON{}})
	}
	return s.answer(w, http.StatusOK, j)
}

func (s *Server) neighbourhood(w http.ResponseWriter, r *http.Request) error {
	src, done, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer done()
	limit, err := number(r, "limit", 200, 1, maxPage)
	if err != nil {
		return err
	}
	iris, err := app.Expand([]string{r.URL.Query().Get("iri")}, src.open.Prefixes)
	if err != nil {
		return err
	}
	j, err := s.session(src, app.Silent{}).Neighbourhood(r.Context(), iris[0], limit)
	if err != nil {
		return err
	}
	return s.answer(w, http.StatusOK, j)
}

func (s *Server) labels(w http.ResponseWriter, r *http.Request) error {
	src, done, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer done()
	var q struct {
		IRIs []string `json:"iris"`
	}
	if err := decode(r, &q); err != nil {
		return err
	}
	if len(q.IRIs) > maxExamples {
		return invalid("more than %d IRIs", maxExamples)
	}
	return s.answer(w, http.StatusOK, map[string]any{"labels": s.session(src, app.Silent{}).Labels(r.Context(), q.IRIs)})
}
