package answer

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// nominals returns the nominals of all concepts of the result. These may lack labels; the
// extraction has asked for those of all other terms.
func (r *Result) nominals() []string {
	all := []dl.Concept{r.Fitting.Concept}
	if r.Smallest != nil {
		all = append(all, r.Smallest.Concept)
	}
	for _, s := range r.Fitting.Stages {
		if s.Concept != nil {
			all = append(all, s.Concept)
		}
	}
	return nominalsOf(all)
}

// nominalsOf returns the nominals of the concepts, sorted.
func nominalsOf(concepts []dl.Concept) (iris []string) {
	for _, c := range concepts {
		dl.Walk(c, func(c dl.Concept) bool {
			if o, ok := c.(dl.Nominal); ok {
				iris = append(iris, o.IRI)
			}
			return true
		})
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}
