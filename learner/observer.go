package learner

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// observer calls Options.Progress with the best concept so far.
type observer struct {
	score    interp.Score
	progress func(Progress)
	shown    candidate // the best candidate so far
}

// show calls Options.Progress with p and the best of a and all earlier candidates.
func (o *observer) show(a candidate, p Progress) {
	if a.concept != nil && o.isBetter(a) {
		o.shown = a
	}
	p.Best, p.Confusion = o.shown.concept, o.shown.confusion
	o.progress(p)
}

// isBetter reports whether the candidate has a better score than the one shown, or the
// same score and no larger size.
func (o *observer) isBetter(a candidate) bool {
	if o.shown.concept == nil {
		return true
	}
	compared := o.score.Compare(a.confusion, o.shown.confusion)
	return compared > 0 || compared == 0 && dl.Size(a.concept) <= dl.Size(o.shown.concept)
}
