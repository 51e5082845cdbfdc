package serve

import (
	"net/http"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
)

type termJSON = genus.Term

type individualJSON struct {
	termJSON
	Classes []termJSON `json:"classes"`
}

// individual adds the classes of an individual. They are not known for endpoints.
func (src *source) individual(m termJSON) individualJSON {
	return individualJSON{m, src.open.ClassesOf(m.IRI)}
}

type searchJSON struct {
	Results   []individualJSON `json:"results"`
	Classes   []classJSON      `json:"classes"` // that match the name
	Truncated bool             `json:"truncated"`
	Note      string           `json:"note,omitempty"`
}

func (src *source) search(r *http.Request) (any, error) {
	limit, err := limitOf(r, 20)
	if err != nil {
		return nil, err
	}
	text := strings.ToValidUTF8(r.URL.Query().Get("q"), "")
	if len(text) > 1000 {
		return nil, invalid("q: a text of 1000 bytes at most")
	}
	session := src.session(genus.Silent{})
	var found genus.Found
	switch inClass := r.URL.Query().Get("class") != ""; {
	case inClass && text != "":
		return nil, invalid("q and class: leave one out")
	case inClass:
		var class string
		if class, err = src.iri(r, "class"); err == nil {
			found.Individuals, found.More, err = session.Members(r.Context(), class, limit)
		}
	default:
		found, err = session.Search(r.Context(), text, limit)
	}
	if err != nil {
		return nil, err
	}
	j := searchJSON{Results: []individualJSON{}, Classes: []classJSON{}, Truncated: found.More, Note: found.Note}
	for _, m := range found.Individuals {
		j.Results = append(j.Results, src.individual(m))
	}
	for _, c := range found.Classes {
		j.Classes = append(j.Classes, classJSON{c, []termJSON{}})
	}
	return j, nil
}

// names finds the individuals that texts mean.
func (src *source) names(r *http.Request) (any, error) {
	var q struct {
		Names []string `json:"names"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if len(q.Names) > maxPage {
		return nil, invalid("more than %d names", maxPage)
	}
	for i, name := range q.Names {
		if q.Names[i] = strings.ToValidUTF8(name, "\uFFFD"); len(name) > 1000 {
			return nil, invalid("names: a text of 1000 bytes at most")
		}
	}
	return src.session(genus.Silent{}).Resolve(r.Context(), q.Names)
}

func (src *source) neighbourhood(r *http.Request) (any, error) {
	limit, err := limitOf(r, genus.DefaultNeighbours)
	if err != nil {
		return nil, err
	}
	iri, err := src.iri(r, "iri")
	if err != nil {
		return nil, err
	}
	return src.session(genus.Silent{}).Neighbourhood(r.Context(), iri, limit)
}

// facts returns what the individuals have of the properties that a concept names.
func (src *source) facts(r *http.Request) (any, error) {
	var q struct {
		IRIs    []string `json:"iris"`
		Concept string   `json:"concept"`
	}
	if err := decode(r, &q); err != nil {
		return nil, err
	}
	if len(q.IRIs) > maxPage {
		return nil, invalid("more than %d IRIs", maxPage)
	}
	iris, err := genus.Expand(q.IRIs, src.open.Prefixes())
	if err != nil {
		return nil, err
	}
	var c dl.Concept
	session := src.session(genus.Silent{})
	if strings.TrimSpace(q.Concept) != "" {
		if c, _, err = parse(r.Context(), session, conceptText{Concept: q.Concept}, src.open.Prefixes()); err != nil {
			return nil, err
		}
	}
	list, err := session.Evidence(r.Context(), iris, c)
	if err != nil {
		return nil, err
	}
	return map[string]any{"individuals": list}, nil
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
		if long, err := genus.Expand(iris[i:i+1], src.open.Prefixes()); err == nil { // anything but an IRI has no label
			iris[i] = long[0]
		}
	}
	labels := src.session(genus.Silent{}).Labels(r.Context(), iris)
	for i, iri := range iris { // a short IRI has its label under both forms
		if label := labels[iri]; label != "" {
			labels[q.IRIs[i]] = label
		}
	}
	return map[string]any{"labels": labels}, nil
}
