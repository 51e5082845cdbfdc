package quotient

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/interp"
)

// link says that nodes have edges of a role name between them: every copy of
// from has out edges to copies of to, and every copy of to has in edges from
// copies of from. 0 means that nothing is asked of that side. Numbers are exact
// below the limit; the limit itself means that many or more.
type link struct {
	from, to uint32 // nodes
	role     interp.RoleID
	out, in  uint32
}

// links are the links of the nodes, sorted by nodes and role.
func (g *grouping) links() []link {
	var all []link
	if g.mode == sets {
		for a, node := range g.node {
			if node == none || !g.asks(uint32(a)) {
				continue
			}
			for _, r := range g.sp.Roles {
				for _, b := range g.s.Successors(r, interp.Individual(a)) {
					all = append(all, g.link(node, r, g.node[b], 1))
				}
			}
		}
	} else {
		all = g.linksOfRepresentatives()
	}
	slices.SortFunc(all, func(x, y link) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to), cmp.Compare(x.role, y.role))
	})
	out := all[:0]
	for _, l := range all { // the two sides of a link come apart
		if n := len(out); n > 0 && out[n-1].from == l.from && out[n-1].to == l.to && out[n-1].role == l.role {
			out[n-1].out, out[n-1].in = max(out[n-1].out, l.out), max(out[n-1].in, l.in)
			continue
		}
		out = append(out, l)
	}
	return out
}

// link is the link of a node that has n r-successors of the node b.
func (g *grouping) link(a uint32, r interp.RoleID, b uint32, n uint32) link {
	if r&1 == 1 {
		return link{from: b, to: a, role: r.Inv(), in: n}
	}
	return link{from: a, to: b, role: r, out: n}
}

func (g *grouping) linksOfRepresentatives() []link {
	var all []link
	n := make([]uint32, len(g.rep)) // by node: successors
	var seen []uint32
	for id, a := range g.rep {
		if !g.inner[id] {
			continue
		}
		for _, r := range g.sp.Roles {
			for _, b := range g.s.Successors(r, interp.Individual(a)) {
				to := g.node[b]
				if n[to] == 0 {
					seen = append(seen, to)
				}
				n[to]++
			}
			for _, to := range seen {
				all = append(all, g.link(uint32(id), r, to, capped(n[to], g.limit)))
				n[to] = 0
			}
			seen = seen[:0]
		}
	}
	return all
}
