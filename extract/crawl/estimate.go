package crawl

import (
	"context"

	"github.com/genus-kg/genus/extract/source"
)

// Estimate is what a crawl would cost.
type Estimate struct {
	// Requests is about how many queries the crawl would send, and Asked how many
	// it took to find out.
	Requests, Asked int
	// Levels are the individuals at distance 0, 1, … from the examples.
	Levels []Level
	// Dropped are the roles and features that were seen to be over a bound.
	Dropped []Dropped
}

// Level is what a crawl would find at one distance from the examples.
type Level struct {
	Individuals int // at that distance
	Held        int // of these, about which nothing would be asked
	Facts       int // statements about the others that would be received
	Sampled     int // individuals that were looked at; all of them: the facts are counted
	// Exact: the number of individuals is counted, too.
	Exact bool
}

// Counted reports whether the numbers are counted, not estimated.
func (l Level) Counted() bool { return l.Exact && l.Sampled == l.Individuals }

// Totals are the sums over the levels.
func (e Estimate) Totals() (individuals, facts int) {
	for _, l := range e.Levels {
		individuals += l.Individuals
		facts += l.Facts
	}
	return individuals, facts
}

// sampleSize is how many individuals of a level are asked about.
const sampleSize = 50

// EstimateCrawl says what Crawl would cost with these arguments. It crawls from a
// sample of the individuals at each distance and extrapolates: the facts in
// proportion, the individuals that they lead to by the law of Heaps (n distinct
// things in a sample, of which n/2^b are in half of it, are n·f^b in f times as
// much). What the bounds on all individuals and facts would drop, and what an
// endpoint does that cuts or refuses answers, cannot be foreseen.
//
// held has what was answered before; behind it, what is asked reaches missing. The
// crawl would ask about batch IRIs, and expect rows rows, at a time.
func EstimateCrawl(ctx context.Context, held source.Source, missing *Recorder, examples []string, o Options, batch, rows int) (Estimate, error) {
	c := newCrawler(held, examples, o)
	c.sample = sampleSize
	s, err := c.searchAll(ctx)
	if err != nil {
		return Estimate{}, err
	}
	calls := func(terms, statements int) int {
		return max((terms+batch-1)/batch, (statements+rows-1)/rows)
	}
	e := Estimate{Dropped: c.dropped.sorted()}
	e.Requests = calls(missing.terms(source.Known), 0) + calls(missing.terms(source.PropertyKinds), 0) + 2*missing.terms(source.Axioms)
	population, exact, fresh := float64(len(c.examples)), true, 0
	for i, l := range c.levels {
		if len(l.sampled) == 0 {
			break
		}
		scale := population / float64(len(l.sampled))
		level := Level{Individuals: round(population), Sampled: len(l.sampled), Exact: exact}
		asked := map[string]bool{}
		for _, kind := range []source.Kind{source.CountsOut, source.Out, source.CountsIn, source.In, source.CountsLeaf, source.Leaf} {
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
	names, err := s.namesToAsk(ctx, missing)
	if err != nil {
		return Estimate{}, err
	}
	classes, labels := names[0], names[1]
	const levelsAbove = 3 // are assumed
	if !o.Vocabulary.NoClosure {
		e.Requests += levelsAbove * 2 * calls(classes, 0)
	}
	e.Requests += calls(labels, 0)
	return e, nil
}

// namesToAsk is about how many classes of the sample were not asked about their
// superclasses, and how many terms about their labels.
func (s *search) namesToAsk(ctx context.Context, missing *Recorder) ([2]int, error) {
	missing.silent = true
	defer func() { missing.silent = false }()
	if err := s.finish(ctx); err != nil {
		return [2]int{}, err
	}
	return [2]int{missing.terms(source.CountsSuperclasses), missing.terms(source.Labels) + missing.terms(source.PropertyLabels)}, nil
}

// Recorder is a Source that notes what it is asked, on the way to another one.
type Recorder struct {
	source.Source
	asked  map[source.Kind]map[string]int // statements expected, by term
	silent bool                           // what is asked is noted and not passed on
}

// NewRecorder notes what the source is asked.
func NewRecorder(s source.Source) *Recorder {
	return &Recorder{Source: s, asked: map[source.Kind]map[string]int{}}
}

// Ask implements source.Source.
func (r *Recorder) Ask(ctx context.Context, q source.Question, receive func([]source.Answer) error) error {
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
		r.record(q.Kind, term, n)
	}
	if r.silent {
		return receive(nil)
	}
	return r.Source.Ask(ctx, q, receive)
}

func (r *Recorder) record(kind source.Kind, term string, n int) {
	if r.asked[kind] == nil {
		r.asked[kind] = map[string]int{}
	}
	r.asked[kind][term] += n
}

func (r *Recorder) terms(kind source.Kind) int { return len(r.asked[kind]) }
