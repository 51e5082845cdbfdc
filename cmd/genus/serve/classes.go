package serve

import (
	"net/http"
	"sync"

	"github.com/genus-kg/genus"
)

// classJSON is a class with some of its members.
type classJSON struct {
	genus.Class
	// Individuals are the first members. It is empty for endpoints, which are asked for
	// the members of one class at a time.
	Individuals []termJSON `json:"individuals"`
}

type classesJSON struct {
	Classes   []classJSON `json:"classes"`
	Truncated bool        `json:"truncated"`
}

// catalogue caches the classes and the state of a source.
type catalogue struct {
	mu      sync.Mutex
	classes *classesJSON
	state   *genus.SourceState
}

// shownMembers is the number of members that are listed with each class.
const shownMembers = 4

// mostClasses is the largest number of classes that are listed.
const mostClasses = 50

func (src *source) classes(r *http.Request) (any, error) {
	src.catalogue.mu.Lock()
	defer src.catalogue.mu.Unlock()
	if src.catalogue.classes == nil {
		session := src.session(genus.Silent{})
		list, more, err := session.Classes(r.Context(), mostClasses)
		if err != nil {
			return nil, err
		}
		j := classesJSON{Classes: []classJSON{}, Truncated: more}
		for _, c := range list {
			class := classJSON{c, []termJSON{}}
			if src.open.Size() != nil {
				if class.Individuals, _, err = session.Members(r.Context(), c.IRI, shownMembers); err != nil {
					return nil, err
				}
			}
			j.Classes = append(j.Classes, class)
		}
		src.catalogue.classes = &j
	}
	return src.catalogue.classes, nil
}

// class returns examples for learning a definition of a class, and the classes that the
// definition must not name.
func (src *source) class(r *http.Request) (any, error) {
	limit, err := limitOf(r, 50)
	if err != nil {
		return nil, err
	}
	iri, err := src.iri(r, "iri")
	if err != nil {
		return nil, err
	}
	session := src.session(genus.Silent{})
	found, err := session.ClassExamples(r.Context(), iri, limit)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"members": session.Terms(r.Context(), found.Members), "others": session.Terms(r.Context(), found.Others),
		"related": found.Related, "truncated": found.Truncated,
	}, nil
}

// try sends a few small queries to the source, once.
func (src *source) try(r *http.Request) (any, error) {
	src.catalogue.mu.Lock()
	defer src.catalogue.mu.Unlock()
	if src.catalogue.state == nil {
		state, err := src.session(genus.Silent{}).Try(r.Context())
		if err != nil {
			return nil, err
		}
		src.catalogue.state = &state
	}
	return src.catalogue.state, nil
}
