package graph

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// neighbourhood holds the facts near individuals.
type neighbourhood struct {
	b          interp.Builder
	sides      map[Kind]*side
	typed      map[string]bool // individuals asked for classes
	untyped    bool            // some classes or superclasses could not be read
	unread     string          // why the statements of some individual could not be read; empty if all were
	classes    map[string]bool // that were met
	statements dl.Statements
	claimed    map[edge]bool       // the edges to statements with qualifiers that were read
	above      map[string]bool     // values whose superclasses were read
	declared   map[string]bool     // classes, by what is stated of them
	present    map[string]bool     // individuals that were asked for what counts by its existence
	listed     map[string]bool     // those of which it was read
	first      int                 // the number of individuals of the first look
	met        []string            // classes whose superclasses are not known yet
	next       map[string][]string // successors that were read, by individual
	built      *interp.Structure
	e          *interp.Evaluator // of built
}

// side says which statements in one direction were read: those about individuals, or
// those that point to them.
type side struct {
	asked, read map[string]bool // individuals
	lacks       map[edge]bool   // edges of these that are incomplete
}

// edge stands for the statements of an individual with one property.
type edge struct{ s, p string }

func (n *neighbourhood) build(ctx context.Context) (*interp.Structure, error) {
	s, err := n.b.Build(ctx)
	if err != nil {
		return nil, err
	}
	n.use(s)
	return s, nil
}

func (n *neighbourhood) use(s *interp.Structure) { n.built, n.e = s, interp.NewEvaluator(s) }

func (n *neighbourhood) members(ctx context.Context, c dl.Concept, limit int) (iris []string, err error) {
	members, err := n.e.MembersWithin(ctx, c)
	if err != nil {
		return nil, err
	}
	all := interp.Members(members)
	for _, a := range all[:min(limit, len(all))] {
		iris = append(iris, n.built.IRI(a))
	}
	return iris, nil
}

// decideCovered sets the truth at those of the individuals that are examples: there the
// facts decide the concept.
func (n *neighbourhood) decideCovered(ctx context.Context, c dl.Concept, individuals, examples []string,
	truth []ask.Truth) error {
	members, err := n.e.ExtensionWithin(ctx, c)
	if err != nil {
		return ctx.Err() // another error leaves the truth open
	}
	for j, iri := range individuals {
		if a, ok := n.built.Lookup(iri); ok && slices.Contains(examples, iri) {
			if truth[j] = ask.No; members.Test(uint(a)) {
				truth[j] = ask.Yes
			}
		}
	}
	return nil
}

// isMonotone reports whether a member of the concept stays a member when facts are added.
func isMonotone(c dl.Concept) bool {
	for _, not := range []dl.Language{dl.WithNot, dl.WithForAll, dl.WithAtMost} {
		if dl.LanguageOf(c).Has(not) {
			return false
		}
	}
	return true
}

// decideAt returns Yes for the individuals that are members according to the facts, No for
// those that are not, and Unknown where further facts may change the truth.
func (n *neighbourhood) decideAt(ctx context.Context, c dl.Concept, individuals []string) ([]ask.Truth, error) {
	out := make([]ask.Truth, len(individuals))
	if n.built == nil {
		return out, nil
	}
	members, err := n.e.ExtensionWithin(ctx, c)
	if err != nil {
		return out, ctx.Err()
	}
	for j, iri := range individuals {
		a, ok := n.built.Lookup(iri)
		switch {
		case ok && members.Test(uint(a)) && isMonotone(c):
			out[j] = ask.Yes
		case ok && !members.Test(uint(a)) && n.decides(c, a):
			out[j] = ask.No
		}
	}
	return out, nil
}

// decides reports whether the facts that the concept is about at a are complete.
func (n *neighbourhood) decides(c dl.Concept, a interp.Individual) bool {
	switch c := c.(type) {
	case dl.Top, dl.Nominal:
		return true
	case dl.Name:
		return n.typed[n.built.IRI(a)] && !n.untyped
	case dl.Exists:
		return n.decidesAll(c.Role, c.C, a)
	case dl.AtLeast:
		return n.decidesAll(c.Role, c.C, a)
	}
	return false
}

// decidesAll reports whether all r-successors of a were read, and c is decided at each.
func (n *neighbourhood) decidesAll(r dl.Role, c dl.Concept, a interp.Individual) bool {
	side, iri := n.sides[Out], n.built.IRI(a)
	if r.Inverse {
		side = n.sides[In]
	}
	if IsReifiedProperty(r.IRI) && r.Inverse { // see reifiers.go
		return false
	}
	if n.statements.Is(r.IRI, dl.Claim) || r.Closure != dl.NoClosure { // some of them may not have been read
		return false
	}
	if n.statements.IsSitelink(r.IRI) {
		return r == dl.Role{IRI: dl.ArticleAbout, Inverse: true} && n.listed[iri] && decidesSites(c)
	}
	if !side.read[iri] || side.lacks[edge{iri, r.IRI}] {
		return false
	}
	id, ok := n.built.Signature().RoleID(r)
	if !ok {
		return true
	}
	for _, b := range n.built.Successors(id, a) {
		if !n.decides(c, b) {
			return false
		}
	}
	return true
}

// decidesSites reports whether the sites of articles decide the concept.
func decidesSites(c dl.Concept) bool {
	e, _ := c.(dl.Exists)
	o, _ := e.C.(dl.Nominal)
	return c == dl.Concept(dl.Top{}) ||
		dl.Concept(dl.Exists{Role: dl.Role{IRI: dl.ArticleAbout, Inverse: true}, C: c}) == dl.Sitelink(o.IRI)
}

func newNeighbourhood() *neighbourhood {
	n := &neighbourhood{
		sides:   map[Kind]*side{},
		typed:   map[string]bool{},
		classes: map[string]bool{},
		claimed: map[edge]bool{},
		next:    map[string][]string{},
		above:   map[string]bool{},

		declared: map[string]bool{},
		present:  map[string]bool{},
		listed:   map[string]bool{},
	}
	for _, kind := range []Kind{Out, In} {
		n.sides[kind] = &side{map[string]bool{}, map[string]bool{}, map[edge]bool{}}
	}
	return n
}

// successors returns the successors of the individuals that were read.
func (n *neighbourhood) successors(individuals []string) []string {
	var next []string
	for _, iri := range individuals {
		next = append(next, n.next[iri]...)
	}
	return uniqueSorted(next)
}

func (n *neighbourhood) add(s string, r Row, inverse bool) {
	switch {
	case r.Lang != "": // not a value of a feature
	case IsLiteral(r):
		if v, err := dl.ParseLiteral(r.Value, r.Datatype); err == nil {
			n.b.AddValue(r.Property, s, v)
		}
	default:
		if n.next[s] = append(n.next[s], r.Value); inverse {
			n.b.AddRole(r.Property, r.Value, s)
		} else {
			n.b.AddRole(r.Property, s, r.Value)
		}
	}
}

func (n *neighbourhood) addClass(individual, class string) {
	if class == RDFSchema+"Class" || class == OWL+"Class" {
		n.declared[individual] = true
	}
	n.b.AddName(class, individual)
	n.met = append(n.met, class)
}

// uniqueSorted returns the IRIs sorted and without repetitions.
func uniqueSorted(iris []string) []string {
	out := slices.Clone(iris)
	slices.Sort(out)
	return slices.Compact(out)
}
