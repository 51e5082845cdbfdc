package read

import (
	"slices"

	"github.com/tggo/goRDFlib/paths"

	"github.com/genus-kg/genus/learner/dl"
)

// steps returns the roles of a path, and whether it ends with the closure of the subclasses.
func (r *reader) steps(p paths.Path, inverse bool) (out []dl.Role, closed bool) {
	switch p := p.(type) {
	case paths.URIRefPath:
		return []dl.Role{{IRI: p.URI.Value(), Inverse: inverse}}, false
	case *paths.InvPath:
		return r.steps(p.Arg, !inverse)
	case *paths.SequencePath:
		args := slices.Clone(p.Args)
		if inverse {
			slices.Reverse(args)
		}
		for i, arg := range args {
			m, ok := arg.(*paths.MulPath)
			if ok && !inverse && i == len(args)-1 && m.Zero && m.More && isProperty(m.Path, r.subclass) {
				closed = true
				continue
			}
			steps, below := r.steps(arg, inverse)
			out, closed = append(out, steps...), closed || below
		}
		if len(out) > 0 {
			return out, closed
		}
	}
	r.fail("a path with |, ?, + or *: only p/q and ^p, and %s* after %s, are part of a concept", r.subclass, r.typing)
	return []dl.Role{{}}, false
}
