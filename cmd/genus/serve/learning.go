package serve

import (
	"net/http"
	"time"

	"github.com/genus-kg/genus/cmd/genus/app"
)

type jobJSON struct {
	ID      string            `json:"id"`
	State   string            `json:"state"`
	Source  string            `json:"source"`
	Created time.Time         `json:"created"`
	Seconds float64           `json:"seconds"`
	Best    *progressJSON     `json:"best"`   // null until there is one
	Result  *app.DetailedJSON `json:"result"` // null until there is one
	Error   *fault            `json:"error"`  // null unless the job failed
}

func (o *job) json() jobJSON {
	o.mu.Lock()
	defer o.mu.Unlock()
	end := o.ended
	if end.IsZero() {
		end = time.Now()
	}
	return jobJSON{o.id, o.state, o.src.id, o.created.UTC(), end.Sub(o.created).Seconds(), o.best, o.result, o.fault}
}

// post starts a job.
func (s *jobs) post(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		problemInput
		Options jobOptions `json:"options"`
	}
	if err := decode(r, &body); err != nil {
		return err
	}
	src, release, err := s.sources.find(body.Source)
	if err != nil {
		return err
	}
	j, err := newJob(src, body.problemInput, body.Options)
	if err == nil {
		j.release = release
		err = s.begin(j)
	}
	if err != nil {
		release()
		return err
	}
	w.Header().Set("Location", "/api/jobs/"+j.id)
	return answer(w, http.StatusAccepted, j.json())
}

func (s *jobs) get(r *http.Request) (any, error) {
	j, err := s.find(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return j.json(), nil
}

// delete cancels the job; the best concept so far is its result.
func (s *jobs) delete(w http.ResponseWriter, r *http.Request) error {
	j, err := s.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	j.cancel()
	return answer(w, http.StatusAccepted, j.json())
}
