package sparql11

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

const (
	rdf     = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xsd     = "http://www.w3.org/2001/XMLSchema#"
	rdfType = rdf + "type"
)

// group parses a group graph pattern in braces.
func (p *parser) group() *Group {
	defer p.enter()()
	at := p.expect("{")
	p.pattern++
	var g *Group
	if p.isWord("SELECT") {
		g = &Group{Pos: at, Sub: p.query()}
	} else {
		g = p.groupContent(at)
	}
	g.End = p.tok.end
	p.expect("}")
	p.pattern++
	return g
}

// groupContent parses the inside of a group.
func (p *parser) groupContent(at Pos) *Group {
	g := &Group{Pos: at}
	p.triples(g, true)
	for p.err == nil {
		e := p.element(g)
		if e == nil {
			return g
		}
		g.Elements = append(g.Elements, e)
		p.accept(".")
		if _, isFilter := e.(*Filter); !isFilter {
			p.pattern++
		}
		p.triples(g, true)
	}
	return g
}

// element parses a part of a group other than triples; nil if there is none.
func (p *parser) element(g *Group) Element {
	at := p.tok.pos
	switch {
	case p.isSign("{"):
		u := &Union{Pos: at, Branches: []*Group{p.group()}}
		for p.accept("UNION") {
			u.Branches = append(u.Branches, p.group())
		}
		return u
	case p.accept("OPTIONAL"):
		return &Optional{Pos: at, Group: p.group()}
	case p.accept("MINUS"):
		return &Minus{Pos: at, Group: p.group()}
	case p.accept("GRAPH"):
		return &Graph{Pos: at, Name: p.name(), Group: p.group()}
	case p.accept("SERVICE"):
		return &Service{Pos: at, Silent: p.accept("SILENT"), Name: p.name(), Group: p.group()}
	case p.accept("FILTER"):
		return &Filter{Pos: at, Expr: p.constraint()}
	case p.accept("BIND"):
		p.expect("(")
		b := p.as(at)
		p.expect(")")
		if p.err == nil && g.Visible()[b.Var] {
			p.fail(at, "the variable ?%s has a value before BIND", b.Var)
		}
		return &Bind{Pos: at, Expr: b.Expr, Var: b.Var}
	case p.isWord("VALUES"):
		return p.values()
	}
	return nil
}

// name parses a variable or IRI.
func (p *parser) name() Term {
	if p.tok.kind == tokVar {
		return Term{Kind: Var, Value: p.variable()}
	}
	return Term{Kind: IRI, Value: p.iri()}
}

func (p *parser) values() *Values {
	v := &Values{Pos: p.expect("VALUES")}
	single := !p.isSign("(")
	if single {
		v.Vars = []string{p.variable()}
	} else {
		p.expect("(")
		for p.tok.kind == tokVar {
			v.Vars = append(v.Vars, p.variable())
		}
		p.expect(")")
	}
	p.expect("{")
	for !p.isSign("}") && p.err == nil {
		at := p.tok.pos
		if single {
			v.Rows = append(v.Rows, []Term{p.dataValue()})
			continue
		}
		p.expect("(")
		var row []Term
		for !p.isSign(")") && p.err == nil {
			row = append(row, p.dataValue())
		}
		p.expect(")")
		if len(row) != len(v.Vars) {
			p.fail(at, "the row has %d values for %d variables", len(row), len(v.Vars))
		}
		v.Rows = append(v.Rows, row)
	}
	p.expect("}")
	return v
}

func (p *parser) dataValue() Term {
	if p.accept("UNDEF") {
		return Term{}
	}
	if t, ok := p.constant(); ok {
		return t
	}
	p.unexpected("an IRI, a literal or UNDEF")
	return Term{}
}

// constant parses an IRI or a literal.
func (p *parser) constant() (Term, bool) {
	switch {
	case p.isIRI():
		return Term{Kind: IRI, Value: p.iri()}, true
	case p.tok.kind == tokString:
		t := Term{Kind: Literal, Value: p.advance().text, Datatype: xsd + "string"}
		if p.tok.kind == tokLang {
			t.Datatype, t.Language = "", p.advance().text
		} else if p.accept("^^") {
			t.Datatype = p.iri()
		}
		return t, true
	case p.isWord("true", "false"):
		return Term{Kind: Literal, Value: strings.ToLower(p.advance().text), Datatype: xsd + "boolean"}, true
	}
	return p.number()
}

var numberTypes = map[kind]string{tokInteger: xsd + "integer", tokDecimal: xsd + "decimal", tokDouble: xsd + "double"}

// number parses a number, with a sign if that is directly before it.
func (p *parser) number() (Term, bool) {
	sign := ""
	if p.isSign("+", "-") {
		if at := int(p.tok.end); at >= len(p.text) || !strings.ContainsRune("0123456789.", rune(p.text[at])) {
			return Term{}, false
		}
		sign = p.advance().text
	}
	datatype, ok := numberTypes[p.tok.kind]
	if !ok {
		if sign != "" {
			p.unexpected("a number")
		}
		return Term{}, false
	}
	return Term{Kind: Literal, Value: sign + p.advance().text, Datatype: datatype}, true
}

// triples parses a block of triples. Without paths, verbs are variables and IRIs only.
func (p *parser) triples(g *Group, paths bool) {
	for p.err == nil {
		at := p.tok.pos
		bracketed := p.isSign("[", "(", "<<")
		subject, ok, alone := p.node(g, paths)
		if !ok {
			return
		}
		if !(bracketed && alone && (p.isSign(".", "}") || !p.isVerb(paths))) {
			p.propertyList(g, subject, at, paths)
		}
		if !p.accept(".") {
			return
		}
	}
}

func (p *parser) isVerb(paths bool) bool {
	return p.tok.kind == tokVar || p.isIRI() || p.tok.kind == tokWord && p.tok.text == "a" ||
		paths && p.isSign("^", "!", "(")
}

// propertyList parses verbs with their objects.
func (p *parser) propertyList(g *Group, subject Term, at Pos, paths bool) {
	for p.err == nil {
		path := p.verb(paths)
		for ok := true; ok && p.err == nil; ok = p.accept(",") {
			t := &Triple{Pos: at, Subject: subject, Path: path}
			if path != nil && at < path.Pos {
				t.Pos = path.Pos
			}
			if p.isSign("<<(") && path.iri() == dl.Reifies {
				p.reify(g, p.quoted(g, "<<("), subject)
				p.expect(")>>")
				continue
			}
			g.Elements = append(g.Elements, t)
			if t.Object, ok, _ = p.node(g, paths); !ok {
				p.unexpected("an object: an IRI, a literal, a variable, [ or (")
			}
			p.annotations(g, t, paths)
		}
		if !p.isSign(";") {
			return
		}
		for p.accept(";") {
		}
		if !p.isVerb(paths) {
			return
		}
	}
}

func (p *parser) verb(paths bool) *Path {
	at := p.tok.pos
	switch {
	case p.tok.kind == tokVar:
		return &Path{Pos: at, Op: Link, Term: Term{Kind: Var, Value: p.variable()}}
	case paths:
		return p.path()
	case p.tok.kind == tokWord && p.tok.text == "a", p.isIRI():
		return p.link()
	}
	p.unexpected("a property")
	return nil
}

// link parses an IRI or a.
func (p *parser) link() *Path {
	at := p.tok.pos
	iri := rdfType
	if p.tok.kind == tokWord && p.tok.text == "a" {
		p.advance()
	} else {
		iri = p.iri()
	}
	return &Path{Pos: at, Op: Link, Term: Term{Kind: IRI, Value: iri}}
}

func (p *parser) path() *Path {
	defer p.enter()()
	return p.joined(Alt, func() *Path { return p.joined(Seq, p.pathElement) })
}

// joined parses one or more parts with the operator between them.
func (p *parser) joined(op PathOp, part func() *Path) *Path {
	first := part()
	if !p.isSign(string(op)) {
		return first
	}
	out := &Path{Pos: first.Pos, Op: op, Args: []*Path{first}}
	for p.accept(string(op)) {
		out.Args = append(out.Args, part())
	}
	return out
}

func (p *parser) pathElement() *Path {
	at := p.tok.pos
	if p.accept("^") {
		return &Path{Pos: at, Op: Inv, Args: []*Path{p.repeated()}}
	}
	return p.repeated()
}

func (p *parser) repeated() *Path {
	at := p.tok.pos
	primary := p.pathPrimary()
	if p.isSign("*", "+", "?") {
		return &Path{Pos: at, Op: PathOp(p.advance().text[0]), Args: []*Path{primary}}
	}
	return primary
}

func (p *parser) pathPrimary() *Path {
	at := p.tok.pos
	switch {
	case p.accept("("):
		path := p.path()
		p.expect(")")
		return path
	case p.accept("!"):
		out := &Path{Pos: at, Op: NotAny}
		if !p.accept("(") {
			out.Args = []*Path{p.oneInSet()}
			return out
		}
		for !p.isSign(")") && p.err == nil {
			out.Args = append(out.Args, p.oneInSet())
			if !p.accept("|") {
				break
			}
		}
		p.expect(")")
		return out
	case p.isIRI() || p.tok.kind == tokWord && p.tok.text == "a":
		return p.link()
	}
	p.unexpected("a property or path")
	return &Path{Pos: at, Op: Link}
}

func (p *parser) oneInSet() *Path {
	at := p.tok.pos
	if p.accept("^") {
		return &Path{Pos: at, Op: Inv, Args: []*Path{p.link()}}
	}
	return p.link()
}

// node parses a term, or [ ] and ( ) with what they say. alone: it said something.
func (p *parser) node(g *Group, paths bool) (t Term, ok, alone bool) {
	defer p.enter()()
	at := p.tok.pos
	switch {
	case p.tok.kind == tokVar:
		return Term{Kind: Var, Value: p.variable()}, true, false
	case p.tok.kind == tokBlank:
		return p.label(), true, false
	case p.accept("["):
		t = p.newBlank()
		if !p.accept("]") {
			p.propertyList(g, t, at, paths)
			p.expect("]")
			alone = true
		}
		return t, true, alone
	case p.accept("("):
		t = p.list(g, at, paths)
		return t, true, t.Kind == Blank
	case p.isSign("<<"):
		quoted := p.quoted(g, "<<")
		t = p.reifier(g)
		p.reify(g, quoted, t)
		p.expect(">>")
		return t, true, true
	}
	t, ok = p.constant()
	return t, ok, false
}

// label parses the label of a blank node, which one basic graph pattern may have.
func (p *parser) label() Term {
	t := p.advance()
	if before, ok := p.labels[t.text]; ok && before != p.pattern {
		p.fail(t.pos, "the blank node _:%s occurs in another group", t.text)
	}
	p.labels[t.text] = p.pattern
	return Term{Kind: Blank, Value: t.text}
}

// list parses the items of a collection and its closing parenthesis.
func (p *parser) list(g *Group, at Pos, paths bool) Term {
	null := Term{Kind: IRI, Value: rdf + "nil"}
	link := func(s Term, property string, o Term) *Triple {
		t := &Triple{Pos: at, Subject: s, Object: o}
		t.Path = &Path{Pos: at, Op: Link, Term: Term{Kind: IRI, Value: rdf + property}}
		g.Elements = append(g.Elements, t)
		return t
	}
	var first, cell Term
	for !p.isSign(")") && p.err == nil {
		next := p.newBlank()
		if cell == (Term{}) {
			first = next
		} else {
			link(cell, "rest", next)
		}
		cell = next
		t := link(cell, "first", Term{})
		var ok bool
		if t.Object, ok, _ = p.node(g, paths); !ok {
			p.unexpected("an item of the list")
		}
	}
	p.expect(")")
	if cell == (Term{}) {
		return null
	}
	link(cell, "rest", null)
	return first
}
