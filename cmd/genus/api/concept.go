package api

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// A Session is the session of one operation. It collects the notes of the operation, which
// are in its output.
type Session struct {
	genus.Session
	// MostSteps limits how far a concept may look; 0: any number of steps.
	MostSteps int
	// Once: the source was opened for this operation. So only what it needs is read.
	Once  bool
	notes *notes
}

// On returns the session of one operation on the source of a door's session.
func On(s genus.Session) Session {
	n := &notes{Reporter: s.Use().Reporter}
	if note := s.Use().Unrecognised(); note != "" {
		n.list = append(n.list, note)
	}
	return Session{Session: s.Reporting(n), notes: n}
}

// MostNotes is the largest number of notes in an output.
const mostNotes = 100

// notes reports to a door, and keeps the notes.
type notes struct {
	genus.Reporter
	mu   sync.Mutex
	list []string
	more int // beyond mostNotes
}

func (n *notes) Note(format string, args ...any) {
	n.Reporter.Note(format, args...)
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.list) == mostNotes {
		n.more++
		return
	}
	n.list = append(n.list, say.OneLine(fmt.Sprintf(format, args...)))
}

// Collected returns the notes so far.
func (s Session) Collected() []string {
	s.notes.mu.Lock()
	defer s.notes.mu.Unlock()
	list := append([]string{}, s.notes.list...)
	if s.notes.more > 0 {
		list = append(list, say.Plural(s.notes.more, "further note"))
	}
	return list
}

// About is the concept that an operation is about.
type About struct {
	Concept  string `json:"concept" maxLength:"65536" jsonschema:"a concept in DL or Manchester syntax, such as, of the elephants: zoo:Elephant and ((zoo:weight >= 3000) or (inverse zoo:childOf min 2 zoo:Female)). Names are <IRI>s, short with a prefix of the source, or labels in single quotes: 'elephant'. Or a SPARQL query that has the shape of a concept"`
	Variable string `json:"variable,omitempty" jsonschema:"if the concept is a SPARQL query: NAME of the variable whose values are the members; the others are columns (default: the first)" flag:"NAME"`
	Strict   bool   `json:"strict,omitempty" jsonschema:"refuse a concept with a name that is in no statement of the source"`

	// Definition, if not nil, is the concept, which was read from OWL.
	Definition dl.Concept `json:"-"`
}

// Examples are those of an operation on a concept.
type Examples struct {
	Pos []string `json:"pos,omitempty" maxItems:"10000" jsonschema:"positive examples, which belong: names, IRIs, or IRIs with a prefix of the source"`
	Neg []string `json:"neg,omitempty" maxItems:"10000" jsonschema:"negative examples, which do not belong: names or IRIs"`
}

// A task is a concept with the problem of its examples.
type task struct {
	concept dl.Concept
	query   *names.Reading // of which the concept was read; nil: of none
	problem *genus.Problem
	unknown []names.UnknownName
}

// A problemMaker makes the problem of the examples for an operation on the concept.
type problemMaker func(context.Context, extract.Examples, dl.Concept) (*genus.Problem, error)

// toLook makes problems for looking at a concept, toQuery those for asking the source about it.
func toLook(s genus.Session) problemMaker {
	return func(ctx context.Context, ex extract.Examples, c dl.Concept) (*genus.Problem, error) {
		return source.ProblemAbout(ctx, s.Use(), ex, c)
	}
}

func toQuery(s genus.Session) problemMaker { return s.Work().ProblemToQuery }

// task reads the concept and the examples, and makes their problem.
func (s Session) task(ctx context.Context, q About, x Examples,
	problems func(genus.Session) problemMaker) (t task, err error) {
	ex, err := s.examples(ctx, x)
	if err != nil {
		return t, err
	}
	if t.concept, t.query, err = s.readRows(ctx, q, s.Prefixes(), ex.All()...); err != nil {
		return t, err
	}
	reading := s.Session
	if s.Once {
		reading = reading.Extracting(dl.EntitiesOf(t.concept).Properties())
	}
	if t.problem, err = problems(reading)(ctx, ex, t.concept); err != nil {
		return t, err
	}
	t.unknown, err = s.UnknownNames(ctx, t.concept, t.problem, q.Strict)
	return t, err
}

// Read reads the concept with the prefixes, and returns the query if it is one. The individuals
// are what the user says about members. Notes say which rows the query asks for: the concept has all members.
func (s Session) Read(ctx context.Context, q About, p syntax.Prefixes,
	individuals ...string) (c dl.Concept, query *names.Reading, err error) {
	c, query, err = s.readRows(ctx, q, p, individuals...)
	s.noteRows(query)
	return c, query, err
}

// noteRows notes which rows a query asks for; nil asks for none.
func (s Session) noteRows(query *names.Reading) {
	if query == nil {
		return
	}
	for _, note := range query.RowNotes {
		s.Use().Reporter.Note("note: the query, %s", note)
	}
}

// readRows reads the concept for a caller that has these rows.
func (s Session) readRows(
	ctx context.Context, q About, p syntax.Prefixes, individuals ...string,
) (c dl.Concept, query *names.Reading, err error) {
	if c = q.Definition; c == nil {
		if c, query, err = s.Names().ReadConcept(ctx, q.Concept, q.Variable, p, individuals...); err != nil {
			return nil, nil, err
		}
	}
	if err := s.checkSize(c); err != nil {
		return nil, nil, err
	}
	return c, query, nil
}

// checkSize returns an error for a concept that is too large, or looks too far.
func (s Session) checkSize(c dl.Concept) error {
	if n := dl.Size(c); n > answer.MostNodes {
		return source.Usagef("the concept has %d nodes, but may have at most %d", n, answer.MostNodes)
	}
	if n := dl.Steps(c); s.MostSteps > 0 && n > s.MostSteps {
		return source.Usagef("the concept has role depth %d, but may have at most %d", n, s.MostSteps)
	}
	return nil
}

// examples returns the individuals that the names of the examples mean.
func (s Session) examples(ctx context.Context, x Examples) (ex extract.Examples, err error) {
	if err := s.Names().ResolveLabels(ctx, &x.Pos, &x.Neg); err != nil {
		return ex, err
	}
	pos, err := source.Expand(x.Pos, s.Prefixes())
	if err != nil {
		return ex, source.Usagef("positives: %w", err)
	}
	neg, err := source.Expand(x.Neg, s.Prefixes())
	if err != nil {
		return ex, source.Usagef("negatives: %w", err)
	}
	if len(pos) > 0 && len(neg) > 0 {
		return extract.NewExamples(pos, neg)
	}
	return extract.Examples{Pos: extract.NewList(pos).IRIs, Neg: extract.NewList(neg).IRIs}, nil
}

// UnknownNames returns the names of the concept that are in no statement of the source,
// and warns about them; nil if the source did not say so. With strict they are an error, and
// so is a failed request.
func (s Session) UnknownNames(ctx context.Context, c dl.Concept, p *genus.Problem,
	strict bool) ([]names.UnknownName, error) {
	asking := s.Session
	if strict {
		asking = asking.Reporting(source.Silent{}) // the error says it
	}
	unknown, err := asking.Names().UnknownNames(ctx, c, p)
	switch {
	case err != nil && (strict || ctx.Err() != nil):
		return nil, err
	case err != nil:
		s.Use().Reporter.Note("warning: the spelling of names was not checked: %v", err)
	case strict && len(unknown) > 0:
		var texts []string
		for _, u := range unknown {
			texts = append(texts, u.Text(s.Prefixes()))
		}
		return nil, source.Usagef("--strict: %s", strings.Join(texts, ". "))
	}
	return unknown, nil
}
