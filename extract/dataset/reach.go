package dataset

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// A reach determines the part of the data that a problem has.
type reach struct {
	crawled  bool             // whether the data comes from a crawl
	depth    int              // of the concepts to be learned; 0 for files without a bound
	distance map[facts.ID]int // in edges from the examples; nil if everything is within reach
	follows  *entailment
	lost     []crawl.Dropped    // the incomplete symbols: see entailment.droppedSymbols
	gone     map[crawl.Key]bool // the keys of lost
	chains   []chain
}

// A chain is a transitive role whose steps are complete within reach.
type chain struct {
	role graph.Step
	next map[facts.ID][]facts.ID // see Dataset.steps
}

func (c chain) ends(a facts.ID) []facts.ID { return entail.Chain(a, c.next) }

// steps maps each individual to those that one of the steps reaches from it.
func (d *Dataset) steps(of []graph.Step) map[facts.ID][]facts.ID {
	next := map[facts.ID][]facts.ID{}
	forward, backward := map[facts.ID]bool{}, map[facts.ID]bool{}
	for _, s := range of {
		if p := d.Facts.Find(s.Property); s.Inverse {
			backward[p] = true
		} else {
			forward[p] = true
		}
	}
	for _, t := range d.Facts.Roles {
		if forward[t[0]] {
			next[t[1]] = append(next[t[1]], t[2])
		}
		if backward[t[0]] {
			next[t[2]] = append(next[t[2]], t[1])
		}
	}
	return next
}

// reach returns the reach of examples: start has their IDs, positives and negatives their
// IRIs. See Problem for depth and the error.
func (d *Dataset) reach(start []facts.ID, positives, negatives []string, depth int) (*reach, error) {
	r := &reach{depth: depth, follows: d.entailment(), gone: map[crawl.Key]bool{}}
	dropped := map[crawl.Key]bool{}
	missing := d.droppedChains()
	if c := d.Coverage; c != nil {
		covered := map[string]bool{}
		for _, iri := range c.Examples {
			covered[iri] = true
		}
		for _, iri := range slices.Concat(positives, negatives) {
			if !covered[iri] {
				return nil, fmt.Errorf("%w: the crawl did not start from %s: run genus extract with these examples",
					graph.ErrIncomplete, graph.Bracketed(iri))
			}
		}
		if depth > c.Depth {
			return nil, fmt.Errorf(
				"%w: the data was extracted to depth %d, and depth %d is needed: extract deeper, or learn with a smaller depth",
				graph.ErrIncomplete,
				c.Depth,
				depth,
			)
		}
		if r.crawled = true; depth == 0 {
			r.depth = c.Depth
		}
		missing = slices.Concat(c.Dropped, missing)
		for _, x := range c.Dropped {
			dropped[x.Key()] = true
		}
	}
	r.lost = r.follows.droppedSymbols(missing)
	for _, l := range r.lost {
		r.gone[l.Key()] = true
	}
	if !d.FromFiles() {
		for _, c := range d.Symbols.Chains() {
			if crawl.IsComplete(c, dropped) {
				r.chains = append(r.chains, chain{c.Role, d.steps(c.Steps)})
			}
		}
	}
	if r.crawled || depth > 0 {
		stated := d.stated(func(p string) bool { return dropped[crawl.Key{Property: p, Direction: crawl.Out}] })
		r.distance = d.Facts.Distances(start, r.depth, func(p facts.ID) facts.Way {
			iri := d.Facts.Term(p)
			return facts.Way{
				Out: !dropped[crawl.Key{Property: iri, Direction: crawl.Out}],
				In:  !dropped[crawl.Key{Property: iri, Direction: crawl.In}],
			}
		}, func(a facts.ID) (ends []facts.ID) {
			ends = append(ends, stated[a]...)
			for _, c := range r.chains {
				ends = append(ends, c.ends(a)...)
			}
			return ends
		})
	}
	return r, nil
}

// has reports whether the individual is within reach.
func (r *reach) has(a facts.ID) bool {
	if r.distance == nil {
		return true
	}
	_, ok := r.distance[a]
	return ok
}

// droppedChains returns the roles that no query can express: those of literalChains, and
// the roles above them (see queries.ErrThroughLiteral).
func (d *Dataset) droppedChains() []crawl.Dropped {
	var out []crawl.Dropped
	for _, c := range d.literalChains() {
		for _, above := range d.Symbols.Schema().Above(dl.Role{IRI: c.Role.Property, Inverse: c.Role.Inverse}) {
			if d.Symbols.IsSymbol(above.IRI) {
				out = append(out,
					crawl.Dropped{
						Property:  above.IRI,
						Direction: directionOf(crawl.Out, above.Inverse),
						Reason:    queries.ErrThroughLiteral.Error(),
					})
			}
		}
	}
	return out
}

// isGone reports whether both directions of the property are left out.
func (r *reach) isGone(property string) bool {
	return r.gone[crawl.Key{Property: property, Direction: crawl.Out}] &&
		r.gone[crawl.Key{Property: property, Direction: crawl.In}]
}

// needs reports whether the value of a concept of the depth may depend on the pair of the
// role.
func (r *reach) needs(role filledRole, a, b facts.ID) bool {
	if !r.crawled {
		return r.has(a) && r.has(b)
	}
	da, hasA := r.distance[a]
	db, hasB := r.distance[b]
	return hasA && hasB && (da < r.depth && role.isOut || db < r.depth && role.isIn)
}

func (r *reach) hasValues(feature string) bool {
	return !r.gone[crawl.Key{Property: feature, Direction: crawl.Values}]
}
