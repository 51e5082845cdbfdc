package serve

import (
	"net/http"
	"strings"
	"sync"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/dl"
)

// classJSON is a class with its members.
type classJSON struct {
	app.ClassJSON
	// Individuals are the first members. Of an endpoint there are none: it is asked
	// for them class by class.
	Individuals []termJSON `json:"individuals"`
}

type classesJSON struct {
	Classes   []classJSON `json:"classes"`
	Truncated bool        `json:"truncated"`
}

// catalogue is what is asked of an endpoint once.
type catalogue struct {
	mu      sync.Mutex
	classes *classesJSON
	state   *app.SourceState
}

// shownMembers is how many individuals of each class are listed with the classes.
const shownMembers = 4

// mostClasses is how many classes are listed.
const mostClasses = 50

// classes lists what there is in the source, without anything having been typed.
func (src *source) classes(r *http.Request) (any, error) {
	src.catalogue.mu.Lock()
	defer src.catalogue.mu.Unlock()
	if src.catalogue.classes == nil {
		session := src.session(app.Silent{})
		list, more, err := session.Browse().Classes(r.Context(), mostClasses)
		if err != nil {
			return nil, err
		}
		j := classesJSON{Classes: []classJSON{}, Truncated: more}
		for _, c := range list {
			class := classJSON{c, []termJSON{}}
			if src.open.Graph() != nil {
				if class.Individuals, _, err = session.Browse().Members(r.Context(), c.IRI, shownMembers); err != nil {
					return nil, err
				}
			}
			j.Classes = append(j.Classes, class)
		}
		src.catalogue.classes = &j
	}
	return src.catalogue.classes, nil
}

// class are the examples to define a class by, and the classes that its definition
// must not name.
func (src *source) class(r *http.Request) (any, error) {
	limit, err := number(r, "limit", 50, 1, maxPage)
	if err != nil {
		return nil, err
	}
	iri, err := src.iri(r, "iri")
	if err != nil {
		return nil, err
	}
	session := src.session(app.Silent{})
	found, err := session.Browse().ClassExamples(r.Context(), iri, limit)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"members": session.Browse().Terms(r.Context(), found.Members), "others": session.Browse().Terms(r.Context(), found.Others),
		"related": found.Related, "truncated": found.Truncated,
	}, nil
}

// membersOf are the members of a class, as results of a search.
func (src *source) membersOf(r *http.Request, limit int) (j searchJSON, err error) {
	class, err := src.iri(r, "class")
	if err != nil {
		return j, err
	}
	list, more, err := src.session(app.Silent{}).Browse().Members(r.Context(), class, limit)
	if err != nil {
		return j, err
	}
	j = searchJSON{Results: []individualJSON{}, Classes: []classJSON{}, Truncated: more}
	for _, m := range list {
		j.Results = append(j.Results, src.individual(m))
	}
	return j, nil
}

// individual is a thing with its classes, which of an endpoint are not known.
func (src *source) individual(m termJSON) individualJSON {
	j := individualJSON{m, []termJSON{}}
	if g := src.open.Graph(); g != nil {
		for _, class := range g.Classes(m.IRI) {
			j.Classes = append(j.Classes, termJSON{IRI: class, Label: g.Label(class)})
		}
	}
	return j
}

// facts says what the individuals have of what a concept asks for.
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
	iris, err := app.Expand(q.IRIs, src.open.Prefixes)
	if err != nil {
		return nil, err
	}
	var c dl.Concept
	if strings.TrimSpace(q.Concept) != "" {
		if c, err = parse(q.Concept, "", src.open.Prefixes); err != nil {
			return nil, err
		}
	}
	list, err := src.session(app.Silent{}).Browse().Evidence(r.Context(), iris, c)
	if err != nil {
		return nil, err
	}
	return map[string]any{"individuals": list}, nil
}

// try asks an endpoint a few small questions, once; files and databases are as they are.
func (src *source) try(r *http.Request) (any, error) {
	src.catalogue.mu.Lock()
	defer src.catalogue.mu.Unlock()
	if src.catalogue.state == nil {
		state, err := src.session(app.Silent{}).Browse().Try(r.Context())
		if err != nil {
			return nil, err
		}
		src.catalogue.state = &state
	}
	return src.catalogue.state, nil
}
