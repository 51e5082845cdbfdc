package extract

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/store"
)

// Estimate is what a crawl would cost.
type Estimate struct {
	// Requests is about how many queries the crawl would send, and Asked how many
	// it took to find out.
	Requests, Asked int
	// Levels are the individuals at distance 0, 1, … from the examples.
	Levels []Level
	// Cuts are the roles and features that were seen to be over a bound.
	Cuts []store.Cut
}

// Level is what a crawl would find at one distance from the examples.
type Level struct {
	Individuals int // at that distance
	Held        int // of these, about which nothing would be asked
	Facts       int // statements about the others that would be received, or known from their other end
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

// EstimateCrawl says what Crawl would cost with these arguments. It crawls from
// a sample of the individuals at each distance, into memory, and extrapolates: the
// facts in proportion, the individuals that they lead to by the law of Heaps (n
// distinct things in a sample, of which n/2^b are in half of it, are n·f^b in f
// times as much). What the bounds on all individuals and facts would cut, and what
// an endpoint does that cuts or refuses answers, cannot be foreseen.
//
// What the database file held has of it is taken off: it is read into memory, and
// not changed. Empty, or the name of no file yet: nothing is held.
func EstimateCrawl(ctx context.Context, client Client, held string, examples []string, o CrawlOptions) (Estimate, error) {
	db, err := copyOf(ctx, held)
	if err != nil {
		return Estimate{}, err
	}
	defer func() { _ = db.Close() }()
	c, err := newCrawl(client, examples, o, time.Now())
	if err != nil {
		return Estimate{}, err
	}
	if err := c.begin(ctx, db); err != nil {
		return Estimate{}, err
	}
	if err := c.look(ctx, c.examples); err != nil {
		return Estimate{}, err
	}
	e := Estimate{}
	if c.examplesFirst() { // else a crawl counts first
		e.Requests = c.calls(len(c.missing(c.examples, store.Known)), 0)
	}
	if err := c.findExamples(ctx); err != nil {
		return Estimate{}, err
	}
	before := c.requests.Load()
	if err := c.axioms(ctx); err != nil {
		return Estimate{}, err
	}
	e.Requests += int(c.requests.Load() - before)
	population, exact, at := float64(len(c.examples)), true, c.examples
	for level := 0; level <= c.o.Bounds.Depth && len(at) > 0; level++ {
		sample := spread(at, sampleSize)
		l, err := c.sample(ctx, &e, level, sample, population)
		if err != nil {
			return Estimate{}, err
		}
		l.Exact = exact
		e.Levels = append(e.Levels, l)
		if level == c.o.Bounds.Depth {
			break
		}
		if at, population, err = c.beyond(ctx, level+1, sample, population); err != nil {
			return Estimate{}, err
		}
		exact = l.Counted()
	}
	c.occurrencesToAsk(&e)
	if err := c.namesToAsk(ctx, &e); err != nil {
		return Estimate{}, err
	}
	e.Cuts, e.Asked = c.cutList, int(c.requests.Load())
	return e, nil
}

// copyOf is a database in memory with what the file holds.
func copyOf(ctx context.Context, file string) (*store.DB, error) {
	db, err := store.OpenMemory(ctx)
	if err != nil || file == "" {
		return db, err
	}
	switch info, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0:
		return db, nil
	case err != nil:
		return nil, errors.Join(err, db.Close())
	}
	if err := db.Merge(ctx, file); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sample counts at the sample of a level and, if there is a next one, pulls.
func (c *crawl) sample(ctx context.Context, e *Estimate, level int, sample []string, population float64) (Level, error) {
	if err := c.look(ctx, sample); err != nil {
		return Level{}, err
	}
	parts, at := []store.Part{store.Out, store.In}, sample
	if level == c.o.Bounds.Depth {
		parts, at = []store.Part{store.Leaf}, slices.DeleteFunc(slices.Clone(sample), c.hasLeaf)
	}
	scale := population / float64(len(sample))
	of := func(some []string) int { return round(float64(len(some)) * scale) }
	toAsk := map[string]bool{}
	for _, part := range parts {
		uncounted := c.missing(at, part.Count())
		e.Requests += c.calls(of(uncounted), 0)
		maps.Copy(toAsk, set(uncounted))
	}
	if err := c.countAll(ctx, parts, at, level); err != nil {
		return Level{}, err
	}
	l := Level{Individuals: round(population), Sampled: len(sample)}
	for _, part := range parts {
		facts, unpulled := 0, c.unpulled(at, part)
		for _, s := range unpulled {
			for _, t := range c.toPull(part, s) {
				facts += t.n
			}
		}
		all := round(float64(facts) * scale)
		l.Facts += all
		if facts > 0 {
			e.Requests += c.calls(of(unpulled), all)
		}
		maps.Copy(toAsk, set(unpulled))
	}
	l.Held = l.Individuals - round(float64(len(toAsk))*scale)
	if level == c.o.Bounds.Depth {
		return l, nil
	}
	if err := c.pullAll(ctx, parts, sample, level); err != nil {
		return Level{}, err
	}
	if err := c.widen(ctx, sample); err != nil {
		return Level{}, err
	}
	return l, c.visitHubs(ctx)
}

// calls is how many requests about so many individuals there are, that expect so
// many rows together.
func (c *crawl) calls(individuals, rows int) int {
	return max((individuals+c.o.Batch-1)/c.o.Batch, (rows+c.o.Rows-1)/c.o.Rows)
}

// beyond are the individuals one edge farther than the sample, and how many
// they would be if all were asked, not the sample only.
func (c *crawl) beyond(ctx context.Context, distance int, sample []string, population float64) ([]string, float64, error) {
	if err := c.measure(ctx, distance); err != nil {
		return nil, 0, err
	}
	numbers, err := c.db.IDs(ctx, sample)
	if err != nil {
		return nil, 0, err
	}
	numbered := func(terms []string) map[store.ID]bool {
		ids := make(map[store.ID]bool, len(terms))
		for _, t := range terms {
			ids[numbers[t]] = true
		}
		return ids
	}
	whole, half := numbered(sample), numbered(spread(sample, (len(sample)+1)/2))
	found, foundByHalf := map[store.ID]bool{}, map[store.ID]bool{}
	r := &c.near
	add := func(p, a, b store.ID, dir store.Direction) {
		if d, near := r.distance[b]; !near || d != distance || c.cuts[cutKey{r.iris[p], dir}] || !whole[a] {
			return
		}
		found[b] = true
		if half[a] {
			foundByHalf[b] = true
		}
	}
	for _, f := range r.facts {
		add(f[0], f[1], f[2], store.CutOut)
		add(f[0], f[2], f[1], store.CutIn)
	}
	iris, err := c.db.IRIs(ctx, slices.Sorted(maps.Keys(found)))
	if err != nil {
		return nil, 0, err
	}
	at := slices.Sorted(maps.Values(iris))
	n := float64(len(found))
	if factor := population / float64(len(sample)); factor > 1 && len(foundByHalf) > 0 {
		share := float64(len(sample)) / float64(len(half)) // 2, or a little less
		exponent := math.Log(n/float64(len(foundByHalf))) / math.Log(share)
		n *= math.Pow(factor, min(max(exponent, 0), 1))
	}
	return at, n, nil
}

// occurrencesToAsk adds the requests for what domains and ranges say of the
// individuals.
func (c *crawl) occurrencesToAsk(e *Estimate) {
	new := 0
	for _, l := range e.Levels {
		new += l.Individuals - l.Held
	}
	for _, properties := range c.taste.telling() {
		e.Requests += 2 * c.calls(new, 0) * ((len(properties) + mostTelling - 1) / mostTelling)
	}
}

// namesToAsk adds the requests for superclasses, of which a few levels are
// assumed, and labels.
func (c *crawl) namesToAsk(ctx context.Context, e *Estimate) error {
	classes, err := c.classes(ctx)
	if err != nil {
		return err
	}
	properties, err := c.properties(ctx, false)
	if err != nil {
		return err
	}
	terms := slices.Concat(classes, properties, c.examples)
	if err := c.lookAsked(ctx, terms, ""); err != nil {
		return err
	}
	const levels = 3
	if !c.o.Vocabulary.NoClosure {
		e.Requests += levels * 2 * c.calls(len(c.missing(classes, store.Super)), 0)
	}
	e.Requests += c.calls(len(c.missing(terms, store.Label)), 0)
	return nil
}

// spread are at most n of the terms, evenly spread.
func spread(terms []string, n int) []string {
	if len(terms) <= n {
		return terms
	}
	out := make([]string, n)
	for i := range out {
		out[i] = terms[i*len(terms)/n]
	}
	return out
}

func round(x float64) int { return int(math.Round(min(x, 1e15))) }
