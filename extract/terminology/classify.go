package terminology

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/genus-kg/genus/extract/el"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/queries"
)

// Axioms are those of an ontology in EL. What is outside EL is a name, with what follows for it in EL.
type Axioms struct {
	*el.Ontology
	f        *facts.Facts
	about    map[facts.ID][]Triple // the statements of RDF, RDFS and OWL, by their subjects
	concepts map[Edge]el.Concept   // by a node or a literal
	nodes    map[el.Concept]Edge   // the other way round
	roles    map[facts.ID]el.Role
	props    []facts.ID // by role; 0 for those that are no properties
	Outside  map[string]int
}

// outside are the axioms about properties that are outside EL, by their predicates or classes.
var outside = map[string]string{
	owl + "inverseOf": "inverse property", owl + "propertyDisjointWith": "disjoint properties", owl + "hasKey": "key",
	owl + "SymmetricProperty": "symmetric property", owl + "AsymmetricProperty": "asymmetric property",
	owl + "ReflexiveProperty": "reflexive property", owl + "IrreflexiveProperty": "irreflexive property",
	owl + "FunctionalProperty": "functional property", owl + "InverseFunctionalProperty": "inverse functional property",
}

// defining are the predicates that define a named class without owl:equivalentClass.
var defining = []string{owl + "intersectionOf", owl + "unionOf", owl + "complementOf", owl + "oneOf"}

// ReadAxioms reads the axioms among the triples.
func ReadAxioms(f *facts.Facts, triples iter.Seq[Triple]) *Axioms {
	a := &Axioms{
		Ontology: el.New(), f: f, about: map[facts.ID][]Triple{}, concepts: map[Edge]el.Concept{},
		nodes: map[el.Concept]Edge{}, roles: map[facts.ID]el.Role{}, Outside: map[string]int{},
	}
	for x := range triples {
		if p := f.Term(x.Property); isSchema(p) {
			a.about[x.Subject] = append(a.about[x.Subject], x)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(a.about)) {
		for _, x := range a.about[c] {
			a.read(x)
		}
	}
	return a
}

// read adds the axiom that a statement is.
func (a *Axioms) read(x Triple) {
	c, d := x.Subject, x.Object
	p := a.f.Term(x.Property)
	switch {
	case x.Kind != 0:
	case p == rdf+"type":
		a.readType(c, d)
	case p == rdfs+"subClassOf":
		a.SubClassOf(a.concept(c), a.concept(d))
	case p == owl+"equivalentClass":
		a.equate(a.concept(c), a.concept(d))
	case p == owl+"disjointWith":
		a.Disjoint(a.concept(c), a.concept(d))
	case p == owl+"disjointUnionOf":
		a.readApart(d)
		a.union(a.concept(c), d)
	case p == owl+"members" && a.is(c, owl+"AllDisjointClasses"):
		a.readApart(d)
	case slices.Contains(defining, p) && !a.isBlank(c):
		a.equate(a.concept(c), a.expression(c))
	default:
		a.readProperty(c, p, d)
	}
}

// readProperty adds an axiom about the property.
func (a *Axioms) readProperty(c facts.ID, predicate string, d facts.ID) {
	switch predicate {
	case rdfs + "subPropertyOf":
		a.SubRole(a.role(c), a.role(d))
	case owl + "equivalentProperty":
		a.SubRole(a.role(c), a.role(d))
		a.SubRole(a.role(d), a.role(c))
	case owl + "propertyChainAxiom":
		var chain []el.Role
		for _, r := range a.items(d) {
			chain = append(chain, a.role(r))
		}
		if len(chain) > 0 {
			a.Chain(chain, a.role(c))
		}
	case rdfs + "domain":
		a.SubClassOf(a.Some(a.role(c), el.Top), a.concept(d))
	case rdfs + "range":
		a.Range(a.role(c), a.concept(d))
	default:
		if what := outside[predicate]; what != "" && !a.isBlank(c) {
			a.Outside[what]++
		}
	}
}

func (a *Axioms) readType(c, class facts.ID) {
	switch name := a.f.Term(class); {
	case name == owl+"TransitiveProperty":
		r := a.role(c)
		a.Chain([]el.Role{r, r}, r)
	case outside[name] != "":
		a.Outside[outside[name]]++
	case !isSchema(name) && !a.isClass(c):
		a.SubClassOf(a.concept(c), a.concept(class))
	}
}

func (a *Axioms) equate(c, d el.Concept) {
	a.SubClassOf(c, d)
	a.SubClassOf(d, c)
}

func (a *Axioms) readApart(list facts.ID) {
	items := a.items(list)
	for i, c := range items {
		for _, d := range items[i+1:] {
			a.Disjoint(a.concept(c), a.concept(d))
		}
	}
}

// union says that c has the members of all classes of the list.
func (a *Axioms) union(c el.Concept, list facts.ID) {
	for _, d := range a.items(list) {
		a.SubClassOf(a.concept(d), c)
	}
}

// value returns the object of the first statement about c with the predicate.
func (a *Axioms) value(c facts.ID, predicate string) (Triple, bool) {
	for _, x := range a.about[c] {
		if a.f.Term(x.Property) == predicate {
			return x, true
		}
	}
	return Triple{}, false
}

func (a *Axioms) isBlank(c facts.ID) bool { return queries.BlankNode(a.f.Term(c)) }

func (a *Axioms) is(c facts.ID, class string) bool {
	return slices.ContainsFunc(a.about[c], func(x Triple) bool {
		return x.Kind == 0 && a.f.Term(x.Property) == rdf+"type" && a.f.Term(x.Object) == class
	})
}

// isClass reports whether the term is a class, whose class is one of classes.
func (a *Axioms) isClass(c facts.ID) bool {
	_, isBelow := a.value(c, rdfs+"subClassOf")
	return isBelow || a.is(c, owl+"Class") || a.is(c, rdfs+"Class")
}

// items returns the elements of a list. A list that comes back to itself ends there.
func (a *Axioms) items(list facts.ID) (out []facts.ID) {
	for seen := map[facts.ID]bool{}; !seen[list]; {
		seen[list] = true
		first, ok := a.value(list, rdf+"first")
		if !ok {
			break
		}
		if out = append(out, first.Object); first.Kind != 0 {
			out = out[:len(out)-1]
		}
		rest, _ := a.value(list, rdf+"rest")
		list = rest.Object
	}
	return out
}

// role returns the role of a property. An inverse of a property is another one, of which nothing is known.
func (a *Axioms) role(p facts.ID) el.Role {
	r, known := a.roles[p]
	if !known {
		r = a.Role()
		a.roles[p] = r
		a.props = append(a.props, make([]facts.ID, int(r)+1-len(a.props))...)
		if a.props[r] = p; a.isBlank(p) {
			a.props[r] = 0
			a.Outside["inverse role"]++
		}
	}
	return r
}

// concept returns the concept of a class, a class expression, an individual or a datatype.
func (a *Axioms) concept(c facts.ID) el.Concept { return a.named(Edge{Value: c}) }

func (a *Axioms) named(e Edge) el.Concept {
	d, known := a.concepts[e]
	if known {
		return d
	}
	switch term := a.f.Term(e.Value); {
	case e.Kind != 0:
		d = a.Name()
	case term == owl+"Thing" || term == rdfs+"Literal":
		d = el.Top
	case term == owl+"Nothing":
		d = el.Bottom
	case a.isBlank(e.Value):
		a.concepts[e] = a.Name() // of an expression that has itself as a part
		d = a.expression(e.Value)
	default:
		d = a.Name()
	}
	a.concepts[e] = d
	if _, known := a.nodes[d]; !known {
		a.nodes[d] = e
	}
	return d
}

// expression returns the concept that the statements about a class say.
func (a *Axioms) expression(c facts.ID) el.Concept {
	for _, x := range a.about[c] {
		switch a.f.Term(x.Property) {
		case owl + "intersectionOf":
			var of []el.Concept
			for _, d := range a.items(x.Object) {
				of = append(of, a.concept(d))
			}
			return a.And(of...)
		case owl + "unionOf":
			d := a.other("⊔")
			a.union(d, x.Object)
			return d
		case owl + "complementOf":
			d := a.other("¬")
			a.Disjoint(d, a.concept(x.Object))
			return d
		case owl + "oneOf":
			items := a.items(x.Object)
			if len(items) == 1 {
				return a.concept(items[0])
			}
			d := a.other("list of individuals")
			a.union(d, x.Object)
			return d
		case owl + "onProperty":
			return a.restriction(c, a.role(x.Object))
		}
	}
	return a.other("other expression")
}

// other returns a name for what is outside EL.
func (a *Axioms) other(what string) el.Concept {
	a.Outside[what]++
	return a.Name()
}

// restriction returns the concept of a restriction of the role.
func (a *Axioms) restriction(c facts.ID, r el.Role) el.Concept {
	filler := el.Top
	for _, p := range []string{owl + "onClass", owl + "onDataRange"} {
		if x, ok := a.value(c, p); ok {
			filler = a.concept(x.Object)
		}
	}
	for _, x := range a.about[c] {
		p := a.f.Term(x.Property)
		n, _ := strconv.Atoi(a.f.Term(x.Object))
		switch p {
		case owl + "someValuesFrom":
			return a.Some(r, a.concept(x.Object))
		case owl + "hasValue":
			return a.Some(r, a.named(Edge{Value: x.Object, Kind: x.Kind}))
		case owl + "minCardinality", owl + "minQualifiedCardinality":
			if n == 0 {
				return el.Top
			}
			if n == 1 {
				return a.Some(r, filler)
			}
			return a.number(unread[p], n, 0, r, filler)
		case owl + "cardinality", owl + "qualifiedCardinality":
			return a.number(unread[p], n, 1, r, filler)
		case owl + "maxCardinality", owl + "maxQualifiedCardinality":
			return a.number(unread[p], 0, n+1, r, filler)
		case owl + "allValuesFrom":
			d := a.other(unread[p])
			if a.concept(x.Object) == el.Bottom {
				a.Disjoint(d, a.Some(r, el.Top))
			}
			return d
		case owl + "hasSelf":
			return a.other(unread[p])
		}
	}
	return a.other("other expression")
}

// number returns a name for a restriction of a number: with a least number there is one, and without any
// there is none.
func (a *Axioms) number(what string, least, below int, r el.Role, filler el.Concept) el.Concept {
	d := a.other(what)
	switch {
	case least > 0:
		a.SubClassOf(d, a.Some(r, filler))
	case below == 1:
		a.Disjoint(d, a.Some(r, filler))
	}
	return d
}

// node returns the node or the literal of a concept; a new blank node for a filler that only ranges make.
func (a *Axioms) node(c el.Concept) Edge {
	e, known := a.nodes[c]
	if !known {
		term := "_:el:" + strconv.Itoa(int(c))
		if c == el.Top {
			term = owl + "Thing"
		}
		e = Edge{Value: a.f.ID(term)}
		a.nodes[c], a.concepts[e] = e, c
	}
	return e
}

// Classify computes what follows for the classes by the rules of EL.
func (t *Terminology) Classify(ctx context.Context, triples iter.Seq[Triple]) (err error) {
	a := ReadAxioms(t.f, triples)
	var concepts []el.Concept
	for _, c := range slices.Sorted(maps.Keys(t.classes)) {
		concepts = append(concepts, a.concept(c))
	}
	t.axioms, t.unread = a, a.Outside
	t.classified, err = a.Ontology.Classify(ctx, slices.Values(concepts))
	return err
}

// IsClassified reports whether the superclasses and edges are those that follow by the rules of EL.
func (t *Terminology) IsClassified() bool { return t.classified != nil }

// Empty returns the classes of which nothing can be a member, sorted; nil if the classes were not classified.
func (t *Terminology) Empty() (out []facts.ID) {
	for _, c := range slices.Sorted(maps.Keys(t.classes)) {
		if t.classified != nil && t.classified.IsEmpty(t.axioms.concept(c)) {
			out = append(out, c)
		}
	}
	return out
}

// entailedSuperclasses is Superclasses for what follows.
func (t *Terminology) entailedSuperclasses(c facts.ID) (out []facts.ID) {
	self := t.axioms.concept(c)
	var above []el.Concept
	for _, d := range t.classified.Above(self) {
		e := t.axioms.nodes[d]
		switch isNamed := d != self && e.Kind == 0 && t.classes[e.Value]; {
		case isNamed && t.classified.IsBelow(d, self):
			out = append(out, e.Value)
		case isNamed:
			above = append(above, d)
		}
	}
	for _, d := range t.classified.Smallest(above) {
		out = append(out, t.axioms.nodes[d].Value)
	}
	slices.Sort(out)
	return out
}

// entailedEdges returns the edges that follow.
func (t *Terminology) entailedEdges(c facts.ID) (out []Edge) {
	for _, to := range t.classified.Links(t.axioms.concept(c)) {
		if p := t.axioms.props[to.Role]; p != 0 && t.uses(p) {
			e := t.axioms.node(to.To)
			e.Property = p
			out = append(out, e)
		}
	}
	return out
}
