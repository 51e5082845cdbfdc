package intended

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/bench/processor"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
)

// A Setting is how many examples a user gives, and how many of the positives are wrong.
type Setting struct {
	Positives, Negatives, Wrong int
	// Far: the wrong positives are not near misses, but others.
	Far bool
	// Shuffled: chance decides which of the examples are positive, so nothing explains them.
	Shuffled bool
}

// A Result is the outcome of one case in one setting.
type Result struct {
	Case    string
	Setting Setting
	Members int
	// First is the outcome before any question, Last the one after the last question.
	First, Last Outcome
	Questions   int
	Labelled    int       // questions about an individual with a label
	Acts        int       // conditions that the user judged
	Answers     []Outcome // after each question
	Named       bool      // exactly the wrong positives look wrong
	// Miss says why the last first candidate is not the intended one, if that can be said as a concept.
	Miss      string
	Processor []float64 // seconds of processor time of each ranking, with its question
}

// An Outcome says how good a ranking is.
type Outcome struct {
	Concept    dl.Concept
	Confidence float64
	Negatives  int     // known so far, answers among them
	Exact      bool    // the members of the first candidate are those of the query
	F1         float64 // of the first candidate, on the whole graph
	Rank       int     // of the first candidate with exactly these members; 0: none
	Requests   int     // since the start of the case
	Elapsed    time.Duration
}

// A Bed runs cases.
type Bed struct {
	// Open returns a graph without cached answers, and a function that returns the number
	// of requests so far.
	Open func() (intent.Graph, func() int)
	// Read returns the concept of a query, and an error if it is none. Nil: it is not known.
	Read func(Case) (dl.Concept, error)
	// Extension returns the members of a concept, for evaluation. Its requests do not
	// count.
	Extension  func(ctx context.Context, c dl.Concept) (map[string]bool, error)
	Labels     map[string]string // of terms, to print concepts
	MaxSize    int               // as in [intent.Options], and so is the next
	Statements dl.Statements
	SubClassOf string
	LabelsBy   []string
	// Conditions: the user also judges conditions by the parts of the query, if it is a concept.
	Conditions bool
}

// Run runs one case in one setting. It draws the examples, and answers questions as the
// query does.
func (b Bed) Run(ctx context.Context, c Case, setting Setting, seed uint64, ask bool) (Result, error) {
	pos, neg := c.Sample(setting, seed)
	if setting.Shuffled {
		pos, neg = shuffle(pos, neg, seed)
	}
	out := Result{Case: c.Name, Setting: setting, Members: len(c.Members)}
	g, requests := b.Open()
	start := time.Now()
	s, err := intent.New(g, pos, neg,
		intent.Options{
			MaxSize:    b.MaxSize,
			Statements: b.Statements,
			SubClassOf: b.SubClassOf,
			Words:      c.Said,
			Labels:     b.LabelsBy,
		})
	if err != nil {
		return out, err
	}
	for _, part := range c.Draft {
		s.Require(intent.Requirement{Concept: part, Answer: intent.Likely})
	}
	judge := func() (Outcome, error) {
		o, err := b.outcome(ctx, c, s, &out)
		o.Requests, o.Elapsed = requests(), time.Since(start)
		return o, err
	}
	var q *intent.Question
	next := func() error {
		before := processor.Time()
		if q, err = s.Next(ctx); err == nil {
			out.Processor = append(out.Processor, (processor.Time() - before).Seconds())
		}
		return err
	}
	if ask { // its search finds candidates, too: they are ranked before anything is shown
		if err := next(); err != nil {
			return out, err
		}
	}
	out.First, err = judge()
	if out.Last = out.First; err != nil || !ask {
		return out, err
	}
	u, err := b.judgeOf(ctx, c, s)
	if err != nil {
		return out, err
	}
	for !u.accepts(out.Last) {
		acted, err := u.act(ctx, q)
		if err != nil {
			return out, err
		}
		if q == nil && !acted {
			out.Miss, err = b.miss(ctx, c, s, out.Last)
			return out, err
		}
		if acted {
			out.Acts++
		} else if err := out.answer(ctx, c, s, q); err != nil {
			return out, err
		}
		if err := next(); err != nil {
			return out, err
		}
		if out.Last, err = judge(); err != nil {
			return out, err
		}
		out.Answers = append(out.Answers, out.Last)
	}
	return out, nil
}

// outcome ranks, and compares the first candidate with the query.
func (b Bed) outcome(ctx context.Context, c Case, s *intent.Session, out *Result) (Outcome, error) {
	r, err := s.Rank(ctx)
	if err != nil {
		return Outcome{}, err
	}
	_, known := s.Examples()
	o := Outcome{Confidence: r.Confidence, Negatives: len(known)}
	if len(r.Candidates) == 0 {
		return o, nil
	}
	o.Concept = r.Candidates[0].Concept
	if wrong := out.Setting.Wrong; wrong > 0 {
		out.Named = len(r.Wrong) == wrong
		for _, iri := range r.Wrong {
			out.Named = out.Named && !c.Members[iri]
		}
	}
	err = b.judge(ctx, c, r, &o)
	return o, err
}

// answer answers the question about an individual as the query does.
func (out *Result) answer(ctx context.Context, c Case, s *intent.Session, q *intent.Question) error {
	is := intent.No
	if c.Members[q.Individual] {
		is = intent.Yes
	}
	if out.Questions++; q.Label != "" {
		out.Labelled++
	}
	return s.Answer(ctx, q.Individual, is)
}

// miss says whether the intended concept was no candidate, or how many bits it was behind the first. It
// adds that concept to the candidates: the session is over.
func (b Bed) miss(ctx context.Context, c Case, s *intent.Session, last Outcome) (string, error) {
	if last.Exact || b.Read == nil {
		return "", nil
	}
	meant, err := b.Read(c)
	if err != nil {
		return "not a concept", nil
	}
	place := func() (int, float64, error) {
		r, err := s.Rank(ctx)
		if err != nil || len(r.Candidates) == 0 {
			return 0, 0, err
		}
		for i, x := range r.Candidates {
			if int(x.Members.Upper) != len(c.Members) {
				continue
			}
			members, err := b.Extension(ctx, x.Concept)
			if err != nil {
				return 0, 0, err
			}
			if len(members) == len(c.Members) &&
				!slices.ContainsFunc(slices.Collect(maps.Keys(members)), func(iri string) bool { return !c.Members[iri] }) {
				return i + 1, x.Score - r.Candidates[0].Score, nil
			}
		}
		return 0, 0, nil
	}
	at, behind, err := place()
	if err != nil || at > 0 {
		return fmt.Sprintf("%.0f bits behind", behind), err
	}
	s.Add(meant)
	if at, behind, err = place(); err != nil || at == 0 {
		return "no candidate, far behind", err
	}
	return fmt.Sprintf("no candidate, %.0f bits behind", behind), nil
}

// rankLimit is how many candidates are compared with the query.
const rankLimit = 10

// judge compares the candidates with the members of the query.
func (b Bed) judge(ctx context.Context, c Case, r intent.Ranking, o *Outcome) error {
	for i, candidate := range r.Candidates[:min(len(r.Candidates), rankLimit)] {
		x := candidate.Members
		may := x.Lower <= int64(len(c.Members)) && int64(len(c.Members)) <= x.Upper
		if i > 0 && !may {
			continue
		}
		members, err := b.Extension(ctx, candidate.Concept)
		if err != nil {
			return err
		}
		both := 0
		for iri := range members {
			if c.Members[iri] {
				both++
			}
		}
		same := both == len(members) && both == len(c.Members)
		if i == 0 {
			o.Exact, o.F1 = same, 2*float64(both)/float64(len(members)+len(c.Members))
		}
		if same {
			o.Rank = i + 1
			return nil
		}
	}
	return nil
}
