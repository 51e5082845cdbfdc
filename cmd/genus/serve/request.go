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
	"github.com/genus-kg/genus/learner/syntax"
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

// expandIRIs are the IRIs with the source's prefixes written out. Blank nodes stay
// as they are.
func expandIRIs(iris []string, p syntax.Prefixes) ([]string, error) {
	if len(iris) > maxExamples {
		return nil, invalid("more than %d individuals", maxExamples)
	}
	var out []string
	for _, text := range iris {
		iri := text
		if !queries.BlankNode(text) {
			var err error
			if iri, err = extract.Expand(text, p); err != nil {
				return nil, invalid("%v", err)
			}
		}
		out = append(out, iri)
	}
	return out, nil
}

// expand is the question with the source's prefixes written out.
func (q posed) expand(p syntax.Prefixes) (_ posed, err error) {
	if q.Pos, err = expandIRIs(q.Pos, p); err != nil {
		return q, err
	}
	if q.Neg, err = expandIRIs(q.Neg, p); err != nil {
		return q, err
	}
	if q.size() > maxExamples {
		return q, invalid("more than %d individuals", maxExamples)
	}
	return q, nil
}

// examples are those of the question; a side may be empty if it is about a concept
// and not about learning.
func (q posed) examples(p syntax.Prefixes, learning bool) (extract.Examples, error) {
	q, err := q.expand(p)
	if err != nil {
		return extract.Examples{}, err
	}
	if learning || len(q.Pos) > 0 && len(q.Neg) > 0 {
		return extract.NewExamples(q.Pos, q.Neg)
	}
	pos, neg := extract.NewList(q.Pos), extract.NewList(q.Neg)
	return extract.Examples{Pos: slices.Clip(pos.IRIs), Neg: slices.Clip(neg.IRIs)}, nil
}
