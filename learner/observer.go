package learner

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// observer tells Options.Progress of the best concept so far.
type observer struct {
	score    interp.Score
	progress func(Progress)
	shown    candidate // the best that it was told of
}

// show tells of the progress, with the best concept of all so far.
func (o *observer) show(a candidate, p Progress) {
	if a.concept != nil && o.isBetter(a) {
		o.shown = a
	}
	p.Best, p.Confusion = o.shown.concept, o.shown.confusion
	o.progress(p)
}

// isBetter reports whether the candidate is better than what was shown.
func (o *observer) isBetter(a candidate) bool {
	if o.shown.concept == nil {
		return true
	}
	compared := o.score.Compare(a.confusion, o.shown.confusion)
	return compared > 0 || compared == 0 && dl.Size(a.concept) <= dl.Size(o.shown.concept)
}
