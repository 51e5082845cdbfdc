package serve

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
)

// decode reads the one JSON value of the body; unknown fields are refused.
func decode(r *http.Request, to any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more behind the JSON value")
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil, errors.As(err, &tooLarge):
		return err
	case errors.Is(err, io.EOF):
		return faultf(http.StatusBadRequest, "bad-request", "the body is empty: send a JSON object")
	}
	return faultf(http.StatusBadRequest, "bad-request", "the body: %v", err)
}

// unhurried lets the work on a request take longer than the request itself may
// take to arrive: at the end of that time the connection would count as lost, and
// the work be cancelled.
func (s *Server) unhurried(w http.ResponseWriter) {
	if err := http.NewResponseController(w).SetReadDeadline(time.Time{}); err != nil {
		s.log.Debug("no deadline", "error", err)
	}
}

// number is the parameter of the query, within bounds; without one the default.
func number(r *http.Request, name string, standard, least, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return standard, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, invalid("%s=%s: want a number from %d to %d", name, text, least, most)
	}
	return n, nil
}

// posed is a question about a source: the examples, and the concept if it is about
// one.
type posed struct {
	Source string   `json:"source"`
	Pos    []string `json:"pos"`
	Neg    []string `json:"neg"`
}

// size is the number of examples.
func (p posed) size() int { return len(p.Pos) + len(p.Neg) }

// checkIRIs reports the first that is none.
func checkIRIs(lists ...[]string) error {
	n := 0
	for _, list := range lists {
		n += len(list)
		if n > maxExamples {
			return invalid("more than %d individuals", maxExamples)
		}
		for _, iri := range list {
			if _, err := queries.IRI(iri); err != nil && !queries.BlankNode(iri) {
				return invalid("%v", err)
			}
		}
	}
	return nil
}

// examples are those of the question; a side may be empty if it is about a concept
// and not about learning.
func (q posed) examples(learning bool) (extract.Examples, error) {
	if err := checkIRIs(q.Pos, q.Neg); err != nil {
		return extract.Examples{}, err
	}
	if learning || len(q.Pos) > 0 && len(q.Neg) > 0 {
		return extract.NewExamples(q.Pos, q.Neg)
	}
	pos, neg := extract.NewList(q.Pos), extract.NewList(q.Neg)
	return extract.Examples{Pos: slices.Clip(pos.IRIs), Neg: slices.Clip(neg.IRIs)}, nil
}
