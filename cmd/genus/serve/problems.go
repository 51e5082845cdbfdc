package serve

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// problem is a stored problem, to be learned later or several times.
type problem struct {
	id      string
	input   problemInput
	options jobOptions
	used    time.Time
}

// problems are the stored problems.
type problems struct {
	sources *sources

	mu   sync.Mutex
	list []*problem // the oldest first
}

// sweep drops problems that nobody has used for keepFor.
func (p *problems) sweep(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(q *problem) bool { return now.Sub(q.used) > keepFor })
}

func (p *problems) add(q *problem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, q)
	examples := 0
	for _, one := range p.list {
		examples += one.input.size()
	}
	drop := 0 // the oldest
	for ; len(p.list)-drop > keptProblems || examples > keptExamples; drop++ {
		examples -= p.list[drop].input.size()
	}
	p.list = slices.Delete(p.list, 0, drop)
}

func (p *problems) find(id string) (*problem, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.list {
		if q.id == id {
			q.used = time.Now()
			return q, nil
		}
	}
	return nil, faultf(http.StatusNotFound, "unknown-problem", "there is no problem %q", id)
}

func (p *problems) remove(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(q *problem) bool { return q.id == id })
}

type problemJSON struct {
	ID string `json:"id"`
	problemInput
	Options jobOptions `json:"options"`
	Unknown []string   `json:"unknown"` // examples that local data does not know
}

func (p *problems) json(q *problem) problemJSON {
	j := problemJSON{q.id, q.input, q.options, []string{}}
	if src, done, err := p.sources.find(q.input.Source); err == nil {
		defer done()
		if g := src.open.Graph(); g != nil {
			expanded, err := q.input.examples(src.open.Prefixes)
			if err != nil {
				return j
			}
			for _, iri := range expanded.All() {
				if !g.Has(iri) {
					j.Unknown = append(j.Unknown, iri)
				}
			}
		}
	}
	return j
}

func (p *problems) post(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		problemInput
		Options jobOptions `json:"options"`
	}
	if err := decode(r, &body); err != nil {
		return err
	}
	src, done, err := p.sources.find(body.Source)
	if err != nil {
		return err
	}
	defer done()
	body.Pos, body.Neg = orEmpty(body.Pos), orEmpty(body.Neg)
	q := &problem{id: newID(), input: body.problemInput, options: body.Options, used: time.Now()}
	if _, err := newJob(src, q.input, q.options); err != nil { // an error is reported now
		return err
	}
	p.add(q)
	return answer(w, http.StatusCreated, p.json(q))
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func (p *problems) get(w http.ResponseWriter, r *http.Request) error {
	q, err := p.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, p.json(q))
}

func (p *problems) delete(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.find(r.PathValue("id")); err != nil {
		return err
	}
	p.remove(r.PathValue("id"))
	w.WriteHeader(http.StatusNoContent)
	return nil
}
