package read

import (
	"slices"

	"github.com/genus-kg/genus/queries/sparql11"
)

// Values of roles are where they redirect to (queries/redirect.go). So p/redirects? is p, and so is p|p/redirects;
// MINUS of what redirects takes away what is no value.

// withoutRedirects returns the path without redirects of its values.
func (r *reader) withoutRedirects(p *sparql11.Path) *sparql11.Path {
	if r.o.Redirect == "" {
		return p
	}
	last := len(p.Args) - 1
	switch {
	case p.Op == sparql11.Seq && p.Args[last].Op == sparql11.Maybe && r.isRedirect(p.Args[last].Args[0]):
		return sequence(p, p.Args[:last])
	case p.Op == sparql11.Alt:
		out := *p
		out.Args = slices.DeleteFunc(slices.Clone(p.Args), func(way *sparql11.Path) bool {
			last := len(way.Args) - 1
			if way.Op != sparql11.Seq || !r.isRedirect(way.Args[last]) {
				return false
			}
			direct := sequence(way, way.Args[:last]).String()
			return slices.ContainsFunc(p.Args, func(other *sparql11.Path) bool { return other.String() == direct })
		})
		if len(out.Args) == 1 {
			return out.Args[0]
		}
		return &out
	}
	return p
}

// sequence returns the path with the steps, at least one, in place of those of p.
func sequence(p *sparql11.Path, steps []*sparql11.Path) *sparql11.Path {
	if len(steps) == 1 {
		return steps[0]
	}
	out := *p
	out.Args = steps
	return &out
}

func (r *reader) isRedirect(p *sparql11.Path) bool {
	return r.o.Redirect != "" && p.Op == sparql11.Link && p.Term.Value == r.o.Redirect
}

// isOfRedirects reports whether the group says only that something redirects.
func (r *reader) isOfRedirects(g *sparql11.Group) bool {
	if len(g.Elements) != 1 {
		return false
	}
	t, is := g.Elements[0].(*sparql11.Triple)
	return is && r.isRedirect(t.Path)
}
