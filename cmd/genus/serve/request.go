package serve

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/syntax"
)

// decode reads the body, which must be one JSON value without unknown fields.
func decode(r *http.Request, to any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the JSON value")
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

// liftReadDeadline removes the time limit for reading the request, which would cancel
// the work on it.
func liftReadDeadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // an error means that there is no limit
}

// limitOf returns the parameter limit of the URL, or standard if it is missing.
func limitOf(r *http.Request, standard int) (int, error) {
	text := r.URL.Query().Get("limit")
	if text == "" {
		return standard, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxPage {
		return 0, invalid("limit=%s: want a number from 1 to %d", text, maxPage)
	}
	return n, nil
}

// problemInput has the source and the examples of a request. A side may be empty in a
// request about a concept.
type problemInput struct {
	Source string   `json:"source"`
	Pos    []string `json:"pos"`
	Neg    []string `json:"neg"`
	// Asked are the individuals of the questions so far. Those in Pos and Neg were
	// answered; of the others the user does not know whether they belong.
	Asked []string `json:"asked,omitempty"`
}

// check returns an error if there are too many examples.
func (q problemInput) check() error {
	if len(q.Pos)+len(q.Neg)+len(q.Asked) > maxExamples {
		return invalid("more than %d individuals", maxExamples)
	}
	return nil
}

// examples returns the examples of a request about a concept.
func (q problemInput) examples(p syntax.Prefixes) (ex extract.Examples, err error) {
	if err := q.check(); err != nil {
		return ex, err
	}
	pos, err := genus.Expand(q.Pos, p)
	if err != nil {
		return ex, err
	}
	neg, err := genus.Expand(q.Neg, p)
	if err != nil {
		return ex, err
	}
	if len(pos) > 0 && len(neg) > 0 {
		return extract.NewExamples(pos, neg)
	}
	return extract.Examples{Pos: extract.NewList(pos).IRIs, Neg: extract.NewList(neg).IRIs}, nil
}

type jobOptions struct {
	genus.Changes
	Confirm *bool `json:"confirm,omitempty"` // ask the endpoint; default true
}

// check returns an error for the first option that is out of bounds.
func (o jobOptions) check() error {
	for _, n := range []struct {
		name        string
		value       *int
		least, most int
	}{
		{"depth", o.Depth, 0, maxDepth}, {"max_size", o.MaxSize, 1, maxSize}, {"max_number", o.MaxNumber, 1, math.MaxInt32},
		{"thresholds", o.Thresholds, 1, math.MaxInt32},
	} {
		if n.value != nil && (*n.value < n.least || *n.value > n.most) {
			return invalid("%s: %d: want a number from %d to %d", n.name, *n.value, n.least, n.most)
		}
	}
	if len(o.Start) > maxStart {
		return invalid("start: %d concepts: want at most %d", len(o.Start), maxStart)
	}
	if len(o.ExcludeClass) > maxExcluded {
		return invalid("exclude_class: %d classes: want at most %d", len(o.ExcludeClass), maxExcluded)
	}
	for _, text := range o.Start {
		if len(text) > maxConcept {
			return invalid("start: a concept has more than %d bytes", maxConcept)
		}
	}
	if o.Timeout != nil && (!(*o.Timeout > 0) || *o.Timeout > 1e6) {
		return invalid("timeout: %g: want a number of seconds above 0", *o.Timeout)
	}
	return nil
}
