package threshold

import (
	"github.com/genus-kg/genus/learner/dl"
)

// Feature has the values of a feature, from which thresholds are chosen.
type Feature struct {
	// Values are the distinct values, as dl.SortValues orders them.
	Values []dl.Value
	// Pos[i] and Neg[i] count the positive and negative examples with Values[i], or the
	// individuals near them, by weight. Both may be nil.
	Pos, Neg []int
}

// Growth returns the number of thresholds per feature that [Feature.Refine] allows
// in stage k. It is 4k, so that the number of leaves grows linearly with the size
// of concepts.
func Growth(k int) int { return 4 * k }

// Refine returns the thresholds of stage k: at most Growth(k) of the values,
// alternately the next best cut by entropy, if there is one, and the next value in
// halving order. Stage k has all thresholds of stage k-1, and all m values if k ≥
// m/4.
func (f Feature) Refine(k int) []dl.Value { return f.First(Growth(k)) }

// First returns the first n thresholds that Refine chooses, or all values if there are
// fewer than n.
func (f Feature) First(n int) []dl.Value {
	n = min(n, len(f.Values))
	chosen := make([]bool, len(f.Values))
	cuts, medians := f.entropyCuts(n), halvingOrder(len(f.Values))
	for left := n; left > 0; {
		for _, from := range []*[]int{&cuts, &medians} {
			for len(*from) > 0 {
				at := (*from)[0]
				*from = (*from)[1:]
				if !chosen[at] && left > 0 {
					chosen[at] = true
					left--
					break
				}
			}
		}
	}
	return chosenValues(f.Values, chosen)
}

// halvingOrder returns the indices below m in the order of halving: the middle,
// the middles of both halves, and so on; every index once.
func halvingOrder(m int) []int {
	seen := make([]bool, m)
	out := make([]int, 0, m)
	for parts := 2; len(out) < m; parts *= 2 {
		if parts > 2*m { // the indices that are never a middle come last
			for i, s := range seen {
				if !s {
					out = append(out, i)
				}
			}
			break
		}
		for i := 1; i < parts; i += 2 {
			if at := int(int64(i) * int64(m) / int64(parts)); !seen[at] {
				seen[at] = true
				out = append(out, at)
			}
		}
	}
	return out
}

func chosenValues(values []dl.Value, chosen []bool) []dl.Value {
	var out []dl.Value
	for i, c := range chosen {
		if c {
			out = append(out, values[i])
		}
	}
	return out
}

// Choose returns n of the m values as thresholds, Values[⌊i·m/(n+1)⌋] for i = 1…n, so that
// equally many values lie between them; or all if there are at most n.
func (f Feature) Choose(n int) []dl.Value {
	m := len(f.Values)
	if m <= n {
		return f.Values
	}
	chosen := make([]bool, m)
	for i := 1; i <= n; i++ {
		chosen[i*m/(n+1)] = true
	}
	return chosenValues(f.Values, chosen)
}

// Midpoints moves thresholds, which are some of the values, into the gaps between the
// values. It replaces v by a value between v and the value before v (dl.Between). Then
// (f ≥ v) and (f ≤ v) cut at the same place, and a value that did not occur is on the side
// of the nearer one. If no value lies between them, as between 3 and 4, it returns both:
// (f ≥ 4) and (f ≤ 3) cut there. For the least value of a family it returns the least and
// the greatest: (f ≥ least) and (f ≤ greatest) hold for all of them.
//
// So a comparison with ≥ and one with ≤ separate each threshold from the value before it.
// The result is sorted and has no duplicates. The result for more thresholds is a superset
// of that for fewer.
func (f Feature) Midpoints(thresholds []dl.Value) []dl.Value {
	var out []dl.Value
	for _, r := range familyRanges(f.Values) {
		family := f.Values[r[0]:r[1]]
		all := false
		for i, v := range family {
			if len(thresholds) == 0 || thresholds[0] != v {
				continue
			}
			thresholds = thresholds[1:]
			if i == 0 {
				out, all = append(out, v), true
			} else if m, ok := dl.Between(family[i-1], v); ok {
				out = append(out, m)
			} else {
				if len(out) == 0 || out[len(out)-1] != family[i-1] {
					out = append(out, family[i-1])
				}
				out = append(out, v)
			}
		}
		if greatest := family[len(family)-1]; all && out[len(out)-1] != greatest {
			out = append(out, greatest)
		}
	}
	return out
}
