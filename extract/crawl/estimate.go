package crawl

import (
	"context"

	"github.com/genus-kg/genus/extract/graph"
)

// Estimate is the estimated cost of a crawl.
type Estimate struct {
	// Requests is the estimated number of queries of the crawl, Asked the number of
	// queries that the estimate has sent.
	Requests, Asked int
	// Levels are the numbers at distance 0, 1, … from the examples.
	Levels []Level
	// Dropped are the roles and features that were found to exceed a bound.
	Dropped []Dropped
}

// Level is what a crawl would find at one distance from the examples.
type Level struct {
	Individuals int // at that distance
	Held        int // of these, in the database already
	Facts       int // statements about the others that would be received
	Sampled     int // individuals in the sample; if all are, the facts are counted
	// Exact: the number of individuals is counted, not estimated.
	Exact bool
}

// Counted reports whether all numbers are counted, not estimated.
func (l Level) Counted() bool { return l.Exact && l.Sampled == l.Individuals }

// Totals returns the sums over the levels.
func (e Estimate) Totals() (individuals, facts int) {
	for _, l := range e.Levels {
		individuals += l.Individuals
		facts += l.Facts
	}
	return individuals, facts
}

// sampleSize is the number of individuals of a level that are expanded.
const sampleSize = 50

// EstimateCrawl estimates the cost of Crawl with these arguments. It expands a sample of
// the individuals at each distance and extrapolates: the number of facts in proportion,
// and the number of individuals to which they lead by Heaps' law (if a sample has n
// distinct individuals and half of the sample n/2^b, a set f times as large has n·f^b).
// It cannot foresee what the bounds on all individuals and facts would drop, nor
// endpoints that cut or refuse answers.
//
// held answers from a database and asks missing for the rest. A request of the crawl is
// about at most batch IRIs and expects at most rows rows.
func EstimateCrawl(ctx context.Context, held graph.Graph, missing *Recorder, examples []string, o Options, batch, rows int) (Estimate, error) {
	c := newCrawler(held, examples, o)
	c.sample = sampleSize
	s, err := c.searchAll(ctx)
	if err != nil {
		return Estimate{}, err
	}
	calls := func(terms, statements int) int {
		return max((terms+batch-1)/batch, (statements+rows-1)/rows)
	}
	e := Estimate{Dropped: c.dropped.list()}
	e.Requests = calls(missing.terms(graph.Known), 0) + calls(missing.terms(graph.PropertyKinds), 0) + 2*missing.terms(graph.Axioms)
	population, exact, fresh := float64(len(c.examples)), true, 0
	for i, l := range c.levels {
		if len(l.sampled) == 0 {
			break
		}
		scale := population / float64(len(l.sampled))
		level := Level{Individuals: round(population), Sampled: len(l.sampled), Exact: exact}
		asked := map[string]bool{}
		for _, kind := range []graph.Kind{graph.CountsOut, graph.Out, graph.CountsIn, graph.In, graph.CountsLeaf, graph.Leaf} {
			terms, statements := 0, 0
			for _, term := range l.sampled {
				if n, missed := missing.asked[kind][term]; missed {
					terms, statements = terms+1, statements+n
					asked[term] = true
				}
			}
			all := round(float64(statements) * scale)
			level.Facts += all
			e.Requests += calls(round(float64(terms)*scale), all)
		}
		unknown := round(float64(len(asked)) * scale)
		level.Held = level.Individuals - unknown
		fresh += unknown
		e.Levels = append(e.Levels, level)
		exact = level.Counted()
		if i+1 < len(c.levels) {
			population = l.extrapolate(scale)
		}
	}
	for _, properties := range c.symbols.MembershipProperties() {
		e.Requests += 2 * calls(fresh, 0) * ((len(properties) + 399) / 400)
	}
	classes, labels, err := s.countNames(ctx, missing)
	if err != nil {
		return Estimate{}, err
	}
	const levelsAbove = 3 // assumed height of the class hierarchy
	if !o.Vocabulary.NoClosure {
		e.Requests += levelsAbove * 2 * calls(classes, 0)
	}
	e.Requests += calls(labels, 0)
	return e, nil
}

// countNames estimates how many classes of the sample would be asked about their
// superclasses, and how many terms about their labels.
func (s *search) countNames(ctx context.Context, missing *Recorder) (classes, labels int, err error) {
	missing.silent = true
	defer func() { missing.silent = false }()
	err = s.finish(ctx)
	return missing.terms(graph.CountsSuperclasses), missing.terms(graph.Labels) + missing.terms(graph.PropertyLabels), err
}

// Recorder is a Graph that records questions and passes them on to another source.
type Recorder struct {
	graph.Graph
	asked  map[graph.Kind]map[string]int // statements expected, by term
	silent bool                          // questions are recorded and not passed on
}

// NewRecorder returns a Recorder in front of a source.
func NewRecorder(s graph.Graph) *Recorder {
	return &Recorder{Graph: s, asked: map[graph.Kind]map[string]int{}}
}

// Ask implements graph.Graph.
func (r *Recorder) Ask(ctx context.Context, q graph.Question, receive func([]graph.Answer) error) error {
	for _, term := range q.Terms {
		n := 0
		if q.Expect != nil {
			for _, c := range q.Expect(term) {
				n += c.N
			}
			if n == 0 {
				continue
			}
		}
		if r.asked[q.Kind] == nil {
			r.asked[q.Kind] = map[string]int{}
		}
		r.asked[q.Kind][term] += n
	}
	if r.silent {
		return receive(nil)
	}
	return r.Graph.Ask(ctx, q, receive)
}

// terms returns the number of terms that were asked about.
func (r *Recorder) terms(kind graph.Kind) int { return len(r.asked[kind]) }
