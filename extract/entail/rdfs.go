package entail

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// RDFS returns the triples that follow from the given ones and are not among
// them, in the order in which they are found. Those with an anonymous property
// lead on to others and are left out, for they cannot be stated. So are the
// members of superclasses, and axioms that follow from axioms of the same kind,
// such as one subproperty from two.
func RDFS(ctx context.Context, given []rdf.Triple) ([]rdf.Triple, error) {
	c := &closure{known: make(map[key]bool, len(given)), axioms: map[Axiom]bool{}, memo: map[string]*conclusions{}}
	for _, t := range given {
		c.enter(keyOf(t))
	}
	// An axiom may follow from others, such as those about subproperties of
	// rdfs:subPropertyOf. Then everything is looked at again.
	for axioms := -1; axioms != len(c.axioms); {
		axioms = len(c.axioms)
		c.schema = NewSchema(slices.Collect(maps.Keys(c.axioms)))
		clear(c.memo)
		for i := 0; i < len(given)+len(c.types); i++ { // types grow meanwhile
			if i%contextEvery == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			var err error
			if i < len(given) {
				err = c.conclude(given[i])
			} else {
				err = c.conclude(c.types[i-len(given)])
			}
			if err != nil {
				return nil, err
			}
		}
		if err := c.followChains(ctx, given); err != nil {
			return nil, err
		}
	}
	return c.found, ctx.Err()
}

// contextEvery is the number of triples between two looks at the context.
const contextEvery = 1 << 10

// closure is a graph that is being closed.
type closure struct {
	known  map[key]bool // given and found
	found  []rdf.Triple
	types  []rdf.Triple // those found by domains and ranges: more may follow from them
	axioms map[Axiom]bool
	schema *Schema
	memo   map[string]*conclusions // by property
}

// key is a triple: two are the same iff their keys are. The datatype is empty
// unless the object is a literal.
type key struct{ s, p, o, datatype, lang string }

func keyOf(t rdf.Triple) key {
	k := key{s: spell(t.Subj), p: t.Pred.String()}
	if lit, ok := t.Obj.(rdf.Literal); ok {
		k.o, k.datatype, k.lang = lit.String(), lit.DataType.String(), lit.Lang()
	} else {
		k.o = spell(t.Obj)
	}
	return k
}

// blank is the beginning of what stands for a blank node where an IRI may stand.
const blank = "_:"

func spell(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return blank + t.String()
	}
	return t.String()
}

// enter reports whether the triple is new, and notes it.
func (c *closure) enter(k key) bool {
	if c.known[k] {
		return false
	}
	c.known[k] = true
	if k.datatype == "" {
		switch k.p {
		case SubPropertyOf, InverseOf, Domain, Range, Equivalent:
			c.axioms[Axiom{k.s, k.p, k.o}] = true
		case Type:
			if k.o == Symmetric || k.o == Transitive {
				c.axioms[Axiom{k.s, k.p, k.o}] = true
			}
		}
	}
	return true
}

// conclusions are what follows from a statement with a property.
type conclusions struct {
	same, turned            []rdf.IRI // properties with the same ends, and with the ends turned around
	values                  []rdf.IRI // properties with the same literal
	subject, linked, object []rdf.Object
}

// conclusionsOf returns what follows from statements with the property.
func (c *closure) conclusionsOf(property string) (*conclusions, error) {
	if found, ok := c.memo[property]; ok {
		return found, nil
	}
	out := &conclusions{}
	var err error
	iri := func(to *[]rdf.IRI, p string) {
		if err == nil && !strings.HasPrefix(p, blank) {
			var i rdf.IRI
			i, err = rdf.NewIRI(p)
			*to = append(*to, i)
		}
	}
	for _, r := range c.schema.Above(dl.Role{IRI: property}) {
		if r.Inverse {
			iri(&out.turned, r.IRI)
		} else {
			iri(&out.same, r.IRI)
		}
	}
	for _, p := range c.schema.AboveValues(property) {
		iri(&out.values, p)
	}
	for side, to := range map[Side]*[]rdf.Object{Subject: &out.subject, Linked: &out.linked, Object: &out.object} {
		for _, class := range c.schema.Classes(Occurrence{property, side}) {
			var o rdf.Object
			if label, ok := strings.CutPrefix(class, blank); ok {
				o, err = rdf.NewBlank(label)
			} else {
				o, err = rdf.NewIRI(class)
			}
			if err != nil {
				break
			}
			*to = append(*to, o)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("reasoning about %s: %w", property, err)
	}
	c.memo[property] = out
	return out, nil
}

// conclude adds what follows from a triple by the axioms.
func (c *closure) conclude(t rdf.Triple) error {
	follows, err := c.conclusionsOf(t.Pred.String())
	if err != nil {
		return err
	}
	add := func(to *[]rdf.Triple, s rdf.Subject, p rdf.IRI, o rdf.Object) {
		if t := (rdf.Triple{Subj: s, Pred: p, Obj: o}); c.enter(keyOf(t)) {
			c.found = append(c.found, t)
			if to != nil {
				*to = append(*to, t)
			}
		}
	}
	member := func(s rdf.Subject, classes []rdf.Object) {
		for _, class := range classes {
			add(&c.types, s, typeIRI, class)
		}
	}
	member(t.Subj, follows.subject)
	end, linked := t.Obj.(rdf.Subject)
	if !linked {
		for _, p := range follows.values {
			add(nil, t.Subj, p, t.Obj)
		}
		return nil
	}
	for _, p := range follows.same {
		add(nil, t.Subj, p, t.Obj)
	}
	if o, ok := t.Subj.(rdf.Object); ok {
		for _, p := range follows.turned {
			add(nil, end, p, o)
		}
	}
	member(t.Subj, follows.linked)
	member(end, follows.object)
	return nil
}

// followChains adds what transitive properties say of the ends of chains: what follows
// from one statement is there already.
func (c *closure) followChains(ctx context.Context, given []rdf.Triple) error {
	nodes := map[string]rdf.Object{}
	for _, p := range c.schema.Transitive() {
		forward, backward := map[string]bool{}, map[string]bool{}
		for _, r := range c.schema.Below(dl.Role{IRI: p}) {
			if r.Inverse {
				backward[r.IRI] = true
			} else {
				forward[r.IRI] = true
			}
		}
		next := map[string][]string{}
		for _, t := range slices.Concat(given, c.types) {
			from, to := spell(t.Subj), spell(t.Obj)
			if t.Obj.Type() == rdf.TermLiteral || !forward[t.Pred.String()] && !backward[t.Pred.String()] {
				continue
			}
			nodes[from], nodes[to] = t.Subj.(rdf.Object), t.Obj
			if forward[t.Pred.String()] {
				next[from] = append(next[from], to)
			}
			if backward[t.Pred.String()] {
				next[to] = append(next[to], from)
			}
		}
		property, err := rdf.NewIRI(p)
		if err != nil {
			return fmt.Errorf("reasoning about %s: %w", p, err)
		}
		for _, from := range slices.Sorted(maps.Keys(next)) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, to := range Chain(from, next) {
				if err := c.conclude(rdf.Triple{Subj: nodes[from].(rdf.Subject), Pred: property, Obj: nodes[to]}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Chain is everything to which one step or more lead from a: a itself only if there is
// a cycle.
func Chain[T comparable](a T, next map[T][]T) []T {
	var found []T
	seen := map[T]bool{}
	for i, at := -1, a; ; at = found[i] {
		for _, b := range next[at] {
			if !seen[b] {
				seen[b] = true
				found = append(found, b)
			}
		}
		if i++; i == len(found) {
			return found
		}
	}
}

var typeIRI, _ = rdf.NewIRI(Type)
