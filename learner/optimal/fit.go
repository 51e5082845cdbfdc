package optimal

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Fit returns a concept of the space with the best score of all (the paper, Theorem 2):
// the score of bisim.CeilingOf for the same space. The concept has the space's language,
// symbols and thresholds, numbers up to sp.MaxNumber (all if it is bisim.Unbounded), and
// role depth up to sp.MaxDepth (any if it is 0).
//
// The language must have the boolean operations, as alc and the languages above it do;
// otherwise the error is a [*LanguageError]. The concept shares subconcepts, see
// [TreeSize]. Fit makes it small by cheap heuristics only. The same problem has the same
// result. The time is polynomial in the structure.
func Fit(ctx context.Context, p interp.Problem, sp interp.Space, score interp.Score) (dl.Concept, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if !hasBooleanOperations(sp.Language) {
		return nil, &LanguageError{sp.Language}
	}
	depth := bisim.Unbounded
	if sp.MaxDepth > 0 {
		depth = sp.MaxDepth
	}
	levels, err := bisim.Compute(ctx, p.Structure, sp, depth, sp.MaxNumber, nil)
	if err != nil {
		return nil, err
	}
	class := func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
	chosen := bisim.CeilingOf(&p, class, score)
	f := &fitter{separator{
		ctx:    ctx,
		s:      p.Structure,
		roles:  sp.Roles,
		inner:  sp.Inner,
		deep:   sp.HasDeep(p.Structure),
		levels: levels,
		d:      newDAG(p.Structure, sp),
		most:   bisim.CountLimit(sp.Language, sp.MaxNumber),
		pairs:  map[[2]uint32]node{},
	}}
	root, err := f.decisionTree(f.exampleClasses(&p, class, chosen.In))
	if err != nil {
		return nil, err
	}
	return newWriter(f.d, sp).concept(root)
}

type fitter struct{ separator }

type cell struct {
	class  uint32
	in     bool // whether the concept must hold there
	weight int  // the total weight of its examples
}

func (f *fitter) exampleClasses(p *interp.Problem, class func(interp.Individual) uint32, in []uint32) []cell {
	var out []cell
	index := map[uint32]int{}
	add := func(a interp.Individual, weight int) {
		c := class(a)
		i, ok := index[c]
		if !ok {
			i = len(out)
			index[c] = i
			_, isIn := slices.BinarySearch(in, c)
			out = append(out, cell{class: c, in: isIn})
		}
		out[i].weight += weight
	}
	for i, a := range p.Pos {
		add(a, p.PosWeight(i))
	}
	for i, a := range p.Neg {
		add(a, p.NegWeight(i))
	}
	return out
}

// decisionTree returns a concept that holds at the cells with in set and at no others:
// (C ⊓ yes) ⊔ (¬C ⊓ no), where C splits the cells. Every C splits off at least one cell,
// so the tree has fewer splits than cells.
func (f *fitter) decisionTree(cells []cell) (node, error) {
	in := slices.ContainsFunc(cells, func(c cell) bool { return c.in })
	out := slices.ContainsFunc(cells, func(c cell) bool { return !c.in })
	switch {
	case !in:
		return f.d.not(top), nil
	case !out:
		return top, nil
	}
	c, err := f.findSplit(cells)
	if err != nil {
		return 0, err
	}
	var yes, no []cell
	for _, x := range cells {
		if f.holds(c, x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	y, err := f.decisionTree(yes)
	if err != nil {
		return 0, err
	}
	n, err := f.decisionTree(no)
	if err != nil {
		return 0, err
	}
	switch bottom := f.d.not(top); {
	case y == n:
		return y, nil
	case y == top:
		return f.d.or(c, n), nil
	case n == top:
		return f.d.or(f.d.not(c), y), nil
	case y == bottom:
		return f.d.and(f.d.not(c), n), nil
	case n == bottom:
		return f.d.and(c, y), nil
	}
	return f.d.or(f.d.and(c, y), f.d.and(f.d.not(c), n)), nil
}

func (f *fitter) holds(i node, x cell) bool { return f.d.holds(i, f.levels.Member(x.class)) }

const maxPairs = 4

// findSplit returns the concept that splits the cells into the purest parts. The
// candidates are the leaves, and concepts that separate a cell with in set from one
// without, for the pairs that are easiest to separate.
func (f *fitter) findSplit(cells []cell) (node, error) {
	best := top
	bestGain := 0.0
	have := false
	try := func(holds func(cell) bool, makeNode func() node) {
		if gain, ok := gainOf(holds, cells); ok && (!have || gain > bestGain+1e-9) {
			best = makeNode()
			bestGain = gain
			have = true
		}
	}
	for i := range f.d.leaves {
		if i%1024 == 0 && f.ctx.Err() != nil {
			return 0, f.ctx.Err()
		}
		try(func(x cell) bool { return f.d.leaves[i].holds(f.s, f.levels.Member(x.class)) },
			func() node { return f.d.leaf(i) })
	}
	type pair struct {
		x, y  uint32
		level int
	}
	var pairs []pair
	x := cells[slices.IndexFunc(cells, func(c cell) bool { return c.in })].class
	for _, c := range cells {
		if !c.in {
			level, _ := f.levels.Apart(f.levels.Member(x), f.levels.Member(c.class))
			if level > 0 || !have {
				pairs = append(pairs, pair{x, c.class, level})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return p.level - q.level })
	for _, p := range pairs[:min(maxPairs, len(pairs))] {
		i, err := f.separate(p.x, p.y)
		if err != nil {
			return 0, err
		}
		try(func(x cell) bool { return f.holds(i, x) }, func() node { return i })
	}
	return best, nil
}

// gainOf returns the decrease in impurity from the whole to the two sides, by Gini's
// index times the weight of the examples. ok is false if all cells are on one side.
func gainOf(holds func(cell) bool, cells []cell) (gain float64, ok bool) {
	var n [2][2]float64 // by side and label
	var count [2]int
	for _, x := range cells {
		side, label := 0, 0
		if holds(x) {
			side = 1
		}
		if x.in {
			label = 1
		}
		n[side][label] += float64(x.weight)
		count[side]++
	}
	impurity := func(out, in float64) float64 {
		if out+in == 0 {
			return 0
		}
		return 2 * out * in / (out + in)
	}
	gain = impurity(n[0][0]+n[1][0], n[0][1]+n[1][1]) - impurity(n[0][0], n[0][1]) - impurity(n[1][0], n[1][1])
	return gain, count[0] > 0 && count[1] > 0
}
