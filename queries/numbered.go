package queries

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// A counted is the set of individuals that have some number of things: of successors, or of values.
type counted interface {
	safe
	things() dl.Concept               // has any of the things
	numbers() (least, below int)      // below is 0 if there may be any number
	withFewerThan(number int) counted // the part of the set
}

func (e some) things() dl.Concept          { return dl.Exists{Role: e.role, C: e.all.concept()} }
func (e some) numbers() (least, below int) { return e.n, e.below }

func (e some) withFewerThan(number int) counted {
	e.below = number
	return e
}

func (e valued) things() dl.Concept          { return dl.Has(e.feature) }
func (e valued) numbers() (least, below int) { return e.n, e.below }

func (e valued) withFewerThan(number int) counted {
	e.below = number
	return e
}

// numbered returns the subselect of the individuals v that the group gives a number of w in the bounds.
func (t *translator) numbered(e counted, v string, group *group, w string) string {
	least, below := e.numbers()
	bounds := fmt.Sprintf("COUNT(DISTINCT %s) >= %d", w, least)
	if below > 0 {
		bounds += fmt.Sprintf(" && COUNT(DISTINCT %s) <= %d", w, below-1)
	}
	return fmt.Sprintf("%s{\nSELECT %s\nWHERE {\n%s}\nGROUP BY %[2]s\nHAVING (%[4]s)\n%s}\n",
		comment(t.describe(e.concept())), v, group, bounds, t.engine.limit(t))
}

// joinNumbers joins a number of things and a negated number of the same things, so that one subselect counts them for
// both. It returns the sets, and the negated sets that are left.
func joinNumbers(pos, neg []safe) (sets, left []safe) {
	sets = slices.Clone(pos)
	for _, c := range neg {
		i := slices.IndexFunc(sets, func(d safe) bool { return isSameCount(d, c) })
		if i < 0 {
			left = append(left, c)
			continue
		}
		number, _ := c.(counted).numbers()
		sets[i] = sets[i].(counted).withFewerThan(number)
	}
	return sets, left
}

// isSameCount reports whether both need a count of the same things, and c has no upper bound yet.
func isSameCount(c, d safe) bool {
	x, ok := c.(counted)
	y, is := d.(counted)
	if !ok || !is {
		return false
	}
	least, below := x.numbers()
	number, _ := y.numbers()
	return least > 1 && number > 1 && below == 0 && x.things() == y.things()
}
