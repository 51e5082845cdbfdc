package queries

import (
	"fmt"
	"slices"
	"strings"
)

// translator writes one query.
type translator struct {
	*names
	o     Options
	vocab Vocabulary
}

// group is a group graph pattern under construction. Its parts are kept apart
// so that they come out in an order that every engine evaluates alike: what
// binds variables first, filters next, and MINUS last, where all that it is
// compared with is bound.
type group struct {
	triples []string // triple patterns, with their comments
	blocks  []string // unions and subselects, which bind the variable they are about
	filters []string
	minus   []string

	named   map[string]bool // variables that cannot be literals
	objects []string        // variables that come first as objects, in order

	bound map[string]bool // variables that something in the group binds
	given bool            // ?x is bound already
}

func newGroup(known ...string) *group {
	g := &group{named: map[string]bool{}, bound: map[string]bool{}}
	for _, v := range known {
		g.named[v] = true
	}
	return g
}

// String is the inside of the group. A role may have literals among its
// values; they are no individuals. By the standard a variable that is a subject
// elsewhere in the group needs no filter, but goRDFlib v0.1.5 takes a literal
// for a wildcard when it comes to the subject of the next triple.
func (g *group) String() string {
	var sb strings.Builder
	for _, part := range slices.Concat(g.triples, g.blocks) {
		sb.WriteString(part)
	}
	for _, v := range g.objects {
		fmt.Fprintf(&sb, "FILTER(!isLiteral(%s))\n", v)
	}
	for _, part := range slices.Concat(g.filters, g.minus) {
		sb.WriteString(part)
	}
	return sb.String()
}

// add makes the group require that variable v is in e.
func (t *translator) add(g *group, e safe, v string) error {
	switch e := e.(type) {
	case nothing:
		g.filters = append(g.filters, "FILTER(false)\n")
		return nil
	case class:
		return t.addClass(g, e.iri, v)
	case nominals:
		return t.addNominals(g, e, v)
	case mentioned:
		return t.addMentioned(g, e, v)
	case value:
		return t.addValue(g, e.c, v)
	case all:
		return t.addAll(g, e.pos, e.neg, v)
	case either:
		return t.addUnion(g, e, v)
	case some:
		return t.addSome(g, e, v)
	}
	return fmt.Errorf("%w: %T", ErrNotAConcept, e)
}

// allRows is the LIMIT of a subselect that needs none: it keeps Virtuoso from
// merging the subselect with what is around it.
const allRows = 1_000_000_000

// addClass: ?x a zoo:Elephant, and through subclasses either
// ?x a/rdfs:subClassOf* zoo:Elephant or ?x a ?class1 with a subselect of the
// subclasses of zoo:Elephant, itself among them.
func (t *translator) addClass(g *group, iri, v string) error {
	c, err := t.iri(iri)
	if err != nil {
		return err
	}
	member := "a"
	if t.vocab.Type != rdfType {
		if member, err = t.iri(t.vocab.Type); err != nil {
			return err
		}
	}
	if t.vocab.Closure {
		sub, err := t.iri(t.vocab.SubClassOf)
		if err != nil {
			return err
		}
		if t.vocab.InlinePath {
			member += "/" + sub + "*"
		} else {
			below := t.variable(iri)
			g.blocks = append(g.blocks, fmt.Sprintf("{\nSELECT DISTINCT %[1]s\nWHERE { %[1]s %[2]s* %[3]s . }\nLIMIT %[4]d\n}\n", below, sub, c, allRows))
			c = below
		}
	}
	line := fmt.Sprintf("%s %s %s .\n", v, member, c)
	if t.o.Labels[iri] != "" {
		line = comment(t.label(iri)) + line
	}
	g.triples = append(g.triples, line)
	g.named[v], g.bound[v] = true, true
	return nil
}

// addAll adds what is simple first; it may make a FILTER in what is not
// superfluous.
func (t *translator) addAll(g *group, pos, neg []safe, v string) error {
	for order := range 3 {
		for _, c := range pos {
			if orderOf(c) == order {
				if err := t.add(g, c, v); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range neg {
		if err := t.addMinus(g, c, v); err != nil {
			return err
		}
	}
	return nil
}

// orderOf: what is simple, all else, and what names its individuals.
func orderOf(e safe) int {
	switch e.(type) {
	case class, value:
		return 0
	case nominals:
		return 2
	}
	return 1
}

// addMinus takes e away. The block shares v and no other variable with what is
// around it and binds all that it filters, so MINUS and NOT EXISTS would mean
// the same, and it can be evaluated on its own: engines differ on filters that
// look outside (W3C, SPARQL 1.1 Query, section 8.3).
//
// Where Virtuoso gets that wrong (LooseOrder), what is to be taken away is
// counted in an OPTIONAL, which then must have failed.
func (t *translator) addMinus(g *group, e safe, v string) error {
	if o, ok := e.(nominals); ok {
		return t.excludeNominals(g, o, v)
	}
	head := comment("not: " + t.describe(e))
	if !t.o.Dialect.Has(LooseOrder) || !t.byCount(e) {
		inner := newGroup(v) // v is bound outside, to no literal
		if err := t.add(inner, e, v); err != nil {
			return err
		}
		if _, restricted := e.(some); restricted { // which comes with the same comment
			head = ""
		}
		g.minus = append(g.minus, head+"MINUS {\n"+inner.String()+"}\n")
		return nil
	}
	if s, ok := e.(some); ok && s.n == 2 && t.isFlat(s) {
		return t.addPairMinus(g, s, v)
	}
	n := t.variable("count")
	what, test := "*", fmt.Sprintf("!BOUND(%s)", n)
	inner := newGroup(v)
	var err error
	if s, ok := e.(some); ok && s.n > 1 {
		var w string
		w, err = t.addSuccessor(inner, s, v)
		what, test = "DISTINCT "+w, fmt.Sprintf("!BOUND(%s) || %s < %d", n, n, s.n)
	} else {
		err = t.add(inner, e, v)
	}
	if err != nil {
		return err
	}
	g.minus = append(g.minus, fmt.Sprintf("%sOPTIONAL {\nSELECT %s (COUNT(%s) AS %s)\nWHERE {\n%s}\nGROUP BY %s\n}\nFILTER(%s)\n",
		head, v, what, n, inner, v, test))
	return nil
}

// addPairMinus takes away what has two different successors, which Virtuoso
// finds much faster than it counts. For more than two, the number of
// combinations at a hub would be too large.
func (t *translator) addPairMinus(g *group, e some, v string) error {
	inner := newGroup(v)
	first, err := t.addSuccessor(inner, e, v)
	if err != nil {
		return err
	}
	second, err := t.addSuccessor(inner, e, v)
	if err != nil {
		return err
	}
	inner.filters = append(inner.filters, fmt.Sprintf("FILTER(%s != %s)\n", first, second))
	g.minus = append(g.minus, comment("not: "+t.describe(e))+"MINUS {\n"+inner.String()+"}\n")
	return nil
}

// isFlat reports whether what the successors must be is written as triples and
// filters, and nothing more.
func (t *translator) isFlat(e some) bool {
	if len(e.neg) > 0 {
		return false
	}
	for _, c := range e.pos {
		switch c := c.(type) {
		case class:
			if t.vocab.Closure && !t.vocab.InlinePath {
				return false
			}
		case value:
		case nominals:
			if len(c.iris) > 1 {
				return false
			}
		case some:
			if c.n > 1 || !t.isFlat(c) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// byCount reports whether Virtuoso would get MINUS { e } wrong: somewhere in e
// more than one successor is asked for; or there are two subselects of
// subclasses, or one and something taken away, or a union and either; or there is
// a nominal that is not written in place of its variable.
func (t *translator) byCount(e safe) bool {
	var groups, unions bool
	subselects, negations := 0, 0
	var visit func(e safe)
	each := func(lists ...[]safe) {
		for _, c := range slices.Concat(lists...) {
			visit(c)
		}
	}
	visit = func(e safe) {
		switch e := e.(type) {
		case class:
			if t.vocab.Closure && !t.vocab.InlinePath {
				subselects++
			}
		case all:
			negations += len(e.neg)
			groups = groups || named(e.pos)
			each(e.pos, e.neg)
		case either:
			unions, groups = true, groups || named(e.of)
			each(e.of)
		case some:
			groups = groups || e.n > 1
			negations += len(e.neg)
			groups = groups || named(e.pos) && !t.isFlat(e)
			each(e.pos, e.neg)
		}
	}
	visit(e)
	return groups || subselects > 1 || subselects+negations > 1 && subselects > 0 || unions && subselects+negations > 0
}

func (t *translator) addUnion(g *group, e either, v string) error {
	var branches []string
	for _, d := range e.of {
		inner := newGroup()
		inner.named[v] = g.named[v]
		if err := t.add(inner, d, v); err != nil {
			return err
		}
		text := inner.String()
		if head := comment(t.describe(d)); !strings.HasPrefix(text, head) { // some come with a comment
			if _, restricted := d.(some); !restricted {
				text = head + text
			}
		}
		branches = append(branches, "{\n"+text+"}")
	}
	g.blocks = append(g.blocks, comment("any of these "+fmt.Sprint(len(e.of))+":")+strings.Join(branches, " UNION ")+"\n")
	g.named[v], g.bound[v] = true, true // every branch sees to it
	return nil
}

// addSuccessor adds one successor, in the same group, and returns its variable.
func (t *translator) addSuccessor(g *group, e some, v string) (w string, err error) {
	r, err := t.iri(e.role.IRI)
	if err != nil {
		return "", err
	}
	pos := e.pos
	if iri, rest, ok := t.successorByName(e); ok {
		pos = rest
		if w, err = t.iri(iri); err != nil {
			return "", err
		}
		g.named[w] = true
	} else {
		w = t.variable(e.role.IRI)
	}
	subject, object := v, w
	if e.role.Inverse {
		subject, object = w, v
	}
	g.triples = append(g.triples, fmt.Sprintf("%s %s %s .\n", subject, r, object))
	g.named[subject] = true
	g.bound[subject], g.bound[object] = true, true
	if !g.named[object] {
		g.named[object] = true
		g.objects = append(g.objects, object)
	}
	return w, t.addAll(g, pos, e.neg, w)
}

// addSome: one successor is a triple; more are counted in a subselect, which is
// linear in the number of edges and counts distinct ones however often a triple
// or a branch of a union gives the same.
func (t *translator) addSome(g *group, e some, v string) error {
	head := comment(t.describe(e))
	if e.n == 1 {
		g.triples = append(g.triples, head)
		_, err := t.addSuccessor(g, e, v)
		return err
	}
	inner := newGroup()
	inner.named[v] = g.named[v]
	w, err := t.addSuccessor(inner, e, v)
	if err != nil {
		return err
	}
	g.blocks = append(g.blocks, fmt.Sprintf("%s{\nSELECT %s\nWHERE {\n%s}\nGROUP BY %s\nHAVING (COUNT(DISTINCT %s) >= %d)\n}\n",
		head, v, inner, v, w, e.n))
	g.named[v], g.bound[v] = true, true
	return nil
}

// addDomain binds v to every individual of the graph.
func (t *translator) addDomain(g *group, v string) error {
	member, err := t.iri(t.vocab.Type)
	if err != nil {
		return err
	}
	sub, err := t.iri(t.vocab.SubClassOf)
	if err != nil {
		return err
	}
	p1, o, s, p2 := t.variable("p"), t.variable("o"), t.variable("s"), t.variable("p")
	g.blocks = append(g.blocks, fmt.Sprintf(`# every individual of the graph
{
  SELECT DISTINCT %[1]s
  WHERE {
    {
      %[1]s %[2]s %[3]s .
      FILTER(%[2]s != %[6]s)
    } UNION {
      %[4]s %[5]s %[1]s .
      FILTER(!isLiteral(%[1]s) && %[5]s != %[6]s && %[5]s != %[7]s)
    }
  }
}
`, v, p1, o, s, p2, sub, member))
	g.named[v], g.bound[v] = true, true
	return nil
}
