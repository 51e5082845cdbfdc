package sparql11

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Statements about statements (SPARQL 1.2) are triples with the two properties of a reifier ([dl.Reified]). A blank
// node without a label says nothing:
//
//	?s rdf:reifies <<( ?x :p ?y )>>    ?x :p·statement ?s . ?s :p·value ?y
//	<< ?x :p [] ~ ?s >>                ?x :p·statement ?s
//	?x :p ?y ~ ?s {| :q ?z |}          ?x :p ?y . ?x :p·statement ?s . ?s :p·value ?y . ?s :q ?z
//
// So a thing that is the reifier of two statements with one property is also that of the subject of one and the value
// of the other.

// quoted parses the triple after the sign. It leaves out a value that [ ] says nothing about, or such a subject.
func (p *parser) quoted(g *Group, sign string) *Triple {
	t := &Triple{Pos: p.expect(sign)}
	t.Subject = p.quotedTerm(g, "a subject: an IRI, a variable or []")
	t.Path = p.verb(false)
	t.Object = p.quotedTerm(g, "an object: an IRI, a literal, a variable or []")
	switch {
	case t.Object.isAny():
		t.Object = Term{}
	case t.Subject.isAny():
		t.Subject = Term{}
	}
	return t
}

func (p *parser) quotedTerm(g *Group, want string) Term {
	before := len(g.Elements)
	t, ok, _ := p.node(g, false)
	if !ok || len(g.Elements) > before {
		p.unexpected(want)
	}
	return t
}

// reifier parses ~ and the reifier, which may be missing.
func (p *parser) reifier(g *Group) Term {
	if p.accept("~") && (p.tok.kind == tokVar || p.tok.kind == tokBlank || p.isIRI() || p.isSign("[")) {
		return p.quotedTerm(g, "an IRI, a variable or []")
	}
	return p.newBlank()
}

// annotations parses what is said about the statement.
func (p *parser) annotations(g *Group, t *Triple, paths bool) {
	for p.isSign("~", "{|") && p.err == nil {
		at, r := p.tok.pos, p.reifier(g)
		p.reify(g, t, r)
		if p.accept("{|") {
			p.propertyList(g, r, at, paths)
			p.expect("|}")
		}
	}
}

// reify adds that the term is a reifier of the triple.
func (p *parser) reify(g *Group, t *Triple, reifier Term) {
	if p.err != nil {
		return
	}
	property := t.Path.iri()
	if property == "" {
		p.fail(t.Path.Pos, "a statement about a statement needs the IRI of its property here")
		return
	}
	statement, value := dl.Reified(property)
	add := func(s Term, property string, o Term) {
		path := &Path{Pos: t.Path.Pos, Op: Link, Term: Term{Kind: IRI, Value: property}}
		g.Elements = append(g.Elements, &Triple{Pos: t.Pos, Subject: s, Path: path, Object: o})
	}
	if t.Subject != (Term{}) {
		add(t.Subject, statement, reifier)
	}
	if t.Object != (Term{}) {
		add(reifier, value, t.Object)
	}
}

// isAny reports whether the term is a blank node without a label.
func (t Term) isAny() bool { return t.Kind == Blank && strings.HasPrefix(t.Value, "[") }

// iri returns the IRI of a link; "" for another path.
func (p *Path) iri() string {
	if p == nil || p.Op != Link || p.Term.Kind != IRI {
		return ""
	}
	return p.Term.Value
}

// reifiedText returns the triple in the notation of SPARQL 1.2 if it has a property of a reifier.
func (t *Triple) reifiedText() (text string, ok bool) {
	of, toValue, ok := dl.ReifiedBy(t.Path.iri())
	if toValue {
		return fmt.Sprintf("%s <%s> <<( [] <%s> %s )>> .", t.Subject, dl.Reifies, of, t.Object), ok
	}
	return fmt.Sprintf("%s <%s> <<( %s <%s> [] )>> .", t.Object, dl.Reifies, t.Subject, of), ok
}
