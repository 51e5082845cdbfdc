package syntax

import (
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// MaxDepth is the largest nesting depth of operators and parentheses in a text. Each
// link of a chain A ⊓ B ⊓ … counts. So no text overflows the stack of the parser or of
// a function that recurs over the concept. The text of a concept whose tree has at most
// the depth MaxDepth/2 is never too deep.
const MaxDepth = 10_000

// maxExactly is the largest nesting depth of "exactly", which doubles the concept below
// it each time.
const maxExactly = 10

// Parse reads a concept in any notation of this package, also in a mix of
// them. An error is an [*Error].
func Parse(s string, p Prefixes) (dl.Concept, error) { return parse(s, p, dlForms|manchesterForms) }

// ParseDL reads a concept in DL syntax: restrictions as in ∃r.C and (f ≥ v).
// An error is an [*Error].
func ParseDL(s string, p Prefixes) (dl.Concept, error) { return parse(s, p, dlForms) }

// ParseManchester reads a concept in Manchester syntax: restrictions as in
// "r some C". An error is an [*Error].
func ParseManchester(s string, p Prefixes) (dl.Concept, error) { return parse(s, p, manchesterForms) }

func parse(s string, prefixes Prefixes, forms forms) (c dl.Concept, err error) {
	defer catch(&err)
	p := &parser{cursor: cursor{in: s, toks: lex(s)}, prefixes: prefixes, forms: forms}
	return p.text(), nil
}

// text reads the whole text.
func (p *parser) text() dl.Concept {
	if p.peek().kind == tokEnd {
		p.fail(p.peek(), "there is no concept")
	}
	found := p.concept()
	if t := p.peek(); t.kind != tokEnd {
		p.failExpected(t, "an operator or the end")
	}
	return found
}

func (p *parser) concept() dl.Concept {
	return p.chain(tokOr, dl.Disj, func() dl.Concept { return p.chain(tokAnd, dl.Conj, p.operand) })
}

// chain reads operands with the operator op between them. Each operator nests
// the rest one level deeper.
func (p *parser) chain(op kind, join func(...dl.Concept) dl.Concept, operand func() dl.Concept) dl.Concept {
	depth := p.depth
	defer func() { p.depth = depth }()
	cs := []dl.Concept{operand()}
	for p.accept(op) {
		p.enterLevel()
		cs = append(cs, operand())
	}
	return join(cs...)
}

// operand reads a concept that needs no parentheses after ¬ or a quantifier.
func (p *parser) operand() dl.Concept {
	defer func() { p.depth-- }()
	p.enterLevel()
	switch t := p.peek(); t.kind {
	case tokTop:
		p.next()
		return dl.Top{}
	case tokBottom:
		p.next()
		return dl.Bottom{}
	case tokNot:
		p.next()
		return dl.Not{C: p.operand()}
	case tokExists, tokSome, tokForAll, tokOnly:
		return p.dlRestriction()
	case tokGreaterEq, tokLessEq, tokEqual:
		return p.dlNumberRestriction()
	case tokInverse:
		return p.manchesterRestriction()
	case tokName, tokIRI:
		return p.nameOrRestriction()
	case tokOpen:
		if p.isRoleInParensNext() {
			return p.manchesterRestriction()
		}
		p.next()
		c := p.concept()
		p.expect(tokClose, `")" or an operator`)
		return c
	case tokBrace:
		p.next()
		return p.nominals()
	case tokSelf: // ∃r.Self
		p.fail(t, "Self is not in ALCQI(f)")
	default:
		p.failExpected(t, "a concept")
	}
	return nil
}

// nameOrRestriction reads an operand that begins with a name: a concept name, a
// comparison, or a restriction of Manchester syntax.
func (p *parser) nameOrRestriction() dl.Concept {
	if p.isTextConditionNext() {
		return p.textCondition()
	}
	switch p.kindAt(1) {
	case tokGreaterEq, tokLessEq, tokEqual:
		return p.comparison()
	case tokGreater, tokLess:
		if k := p.kindAt(2); k == tokName || k == tokIRI {
			return p.less()
		}
		p.next()
		t := p.peek()
		p.fail(t, "%s is not in ALCQI(f): write >= or <=", quote(t.text))
	case tokInverseMark, tokPlus, tokStar, tokAgree, tokSome, tokOnly, tokMin, tokMax, tokExactly, tokValue, tokSelf:
		return p.manchesterRestriction()
	}
	t := p.next()
	iri := p.resolve(t, Class)
	switch {
	case t.kind == tokIRI:
	case iri == owl+"Thing", iri == rdfsResource:
		return dl.Top{}
	case iri == owl+"Nothing":
		return dl.Bottom{}
	case strings.HasPrefix(iri, dl.XSD):
		p.fail(t, "%s is a datatype: expected a concept, or a range such as %[1]s[>= 3]", t.text)
	}
	return dl.Name{IRI: iri}
}

// dlRestriction reads ∃r.C, ∀r.C, ∃f.range and ∃f.
func (p *parser) dlRestriction() dl.Concept {
	t := p.next()
	if p.forms&dlForms == 0 {
		p.fail(t, "in Manchester syntax the role comes first: write r some C or r only C")
	}
	at := p.peek()
	role := p.role()
	if (t.kind == tokExists || t.kind == tokSome) && p.isFeatureAlone(role) {
		return dl.Has(role.IRI)
	}
	p.expect(tokDot, `"." after the role`)
	return p.filler(t.kind, role, at)
}

// isFeatureAlone reports whether neither a point nor a concept follows the role, so that it
// is a feature, as in ∃f.
func (p *parser) isFeatureAlone(role dl.Role) bool {
	return role == dl.Role{IRI: role.IRI} && p.peek().kind != tokDot && !p.isOperandNext()
}

// filler reads the concept or data range after ∃r., ∀r., "r some" or "r only". The role
// begins at the token at.
func (p *parser) filler(quantifier kind, role dl.Role, at token) dl.Concept {
	exists := quantifier == tokExists || quantifier == tokSome
	isLiteral := p.isNext(rdfsLiteral) || exists && !role.Inverse && p.isNext(rdfsResource)
	if isLiteral || p.isRangeNext() {
		switch {
		case !exists:
			p.fail(p.peek(), "a universal restriction to a data range is not in ALCQI(f)")
		case role.Inverse:
			p.fail(at, "a feature has no inverse")
		case isLiteral:
			p.next()
			return dl.Has(role.IRI)
		case p.isNext(plainLiteral):
			return p.restrictedText(role.IRI)
		}
		return p.dataRange(role.IRI)
	}
	c := p.operand()
	if exists {
		return dl.Exists{Role: role, C: c}
	}
	return dl.ForAll{Role: role, C: c}
}

// dlNumberRestriction reads ≥n r.C, ≤n r.C, =n r.C and the same of values, as in ≥n f.
func (p *parser) dlNumberRestriction() dl.Concept {
	t := p.next()
	if p.forms&dlForms == 0 {
		p.fail(t, "in Manchester syntax the role comes first: write r min n C or r max n C")
	}
	n, role := p.count(), p.role()
	quantifier := map[kind]kind{tokGreaterEq: tokMin, tokLessEq: tokMax, tokEqual: tokExactly}[t.kind]
	if p.isFeatureAlone(role) {
		return numberOfValues(quantifier, n, role.IRI)
	}
	p.expect(tokDot, `"." after the role`)
	return p.numberFiller(quantifier, n, role)
}

// numberFiller reads the concept of a number restriction and returns the restriction.
func (p *parser) numberFiller(quantifier kind, n int, role dl.Role) dl.Concept {
	if quantifier == tokExactly {
		defer func() { p.exactly-- }()
		if p.exactly++; p.exactly > maxExactly {
			p.fail(p.peek(), "exactly n is nested more than %d levels deep, and each doubles the concept", maxExactly)
		}
	}
	if p.isNext(rdfsLiteral) && !role.Inverse {
		p.next()
		return numberOfValues(quantifier, n, role.IRI)
	}
	if p.isRangeNext() {
		p.fail(p.peek(), "a number restriction on a data range is not in ALCQI(f)")
	}
	return numberRestriction(quantifier, n, role, p.operand())
}

func numberRestriction(quantifier kind, n int, role dl.Role, c dl.Concept) dl.Concept {
	switch quantifier {
	case tokMin:
		return dl.AtLeast{N: n, Role: role, C: c}
	case tokMax:
		return dl.AtMost{N: n, Role: role, C: c}
	}
	return dl.And{L: dl.AtLeast{N: n, Role: role, C: c}, R: dl.AtMost{N: n, Role: role, C: c}}
}

// count reads the number of a number restriction.
func (p *parser) count() int {
	t := p.next()
	if t.kind != tokNumber || strings.Trim(t.text, "0123456789") != "" {
		p.failExpected(t, "a natural number")
	}
	n, err := strconv.Atoi(t.text)
	if err != nil {
		p.fail(t, "the number %s is too large", quote(t.text))
	}
	return n
}

// comparison reads f ≥ v, f ≤ v and f = v.
func (p *parser) comparison() dl.Concept {
	c := dl.Compare{Feature: p.resolve(p.next(), Property)}
	t := p.next()
	if p.forms&dlForms == 0 {
		p.fail(t, "in Manchester syntax the bound is in a data range: write f some xsd:integer[>= 3] or f value true")
	}
	c.Op = map[kind]dl.Op{tokGreaterEq: dl.GreaterEq, tokLessEq: dl.LessEq, tokEqual: dl.Equal}[t.kind]
	value := p.peek()
	c.Value = p.literal(0)
	if c.Value.Kind() == dl.String && c.Op != dl.Equal {
		p.fail(value, "%v: write (f = v)", errStringOrder)
	}
	return c
}

// less reads f < g and f > g.
func (p *parser) less() dl.Concept {
	c := dl.Less{F: p.resolve(p.next(), Property)}
	sign := p.next()
	if c.G = p.resolve(p.next(), Property); sign.kind == tokGreater {
		c.F, c.G = c.G, c.F
	}
	return c
}

// manchesterRestriction reads a restriction of Manchester syntax, which begins with its
// role or feature.
func (p *parser) manchesterRestriction() dl.Concept {
	at := p.peek()
	role := p.role()
	t := p.next()
	if p.forms&manchesterForms == 0 && t.kind >= tokSome && t.kind <= tokSelf {
		p.fail(t, "in DL syntax %s does not follow a role: write ∃r.C, ∀r.C, ≥n r.C or (f ≥ v)", quote(t.text))
	}
	switch t.kind {
	case tokSome, tokOnly:
		return p.filler(t.kind, role, at)
	case tokMin, tokMax, tokExactly:
		n := p.count()
		if !p.isOperandNext() { // unqualified, which means ⊤
			return numberRestriction(t.kind, n, role, dl.Top{})
		}
		return p.numberFiller(t.kind, n, role)
	case tokValue:
		if k := p.peek().kind; k == tokName || k == tokIRI {
			return dl.Exists{Role: role, C: p.individual()}
		}
		if role.Inverse {
			p.fail(at, "a feature has no inverse")
		}
		return dl.Compare{Feature: role.IRI, Op: dl.Equal, Value: p.literal(0)}
	case tokAgree:
		return dl.Agree{R: role, S: p.role()}
	case tokSelf:
		p.fail(t, "Self is not in ALCQI(f)")
	default:
		p.failExpected(t, `"some", "only", "min", "max" or "exactly" after the role`)
	}
	return nil
}

// isOperandNext reports whether the next token can begin an operand.
func (p *parser) isOperandNext() bool {
	switch p.peek().kind {
	case tokTop, tokBottom, tokNot, tokExists, tokSome, tokForAll, tokOnly, tokGreaterEq, tokLessEq, tokEqual,
		tokInverse, tokName, tokIRI, tokOpen, tokBrace:
		return true
	}
	return false
}

// role reads a role: a name, its inverse in any spelling, or a closure, perhaps in
// parentheses.
func (p *parser) role() (role dl.Role) {
	defer func() { p.depth-- }()
	p.enterLevel()
	switch t := p.next(); t.kind {
	case tokName, tokIRI:
		role.IRI = p.resolve(t, Property)
	case tokInverse:
		role = p.role().Inv()
	case tokOpen:
		role = p.role()
		p.expect(tokClose, `")" after the role`)
	default:
		p.failExpected(t, "a role")
	}
	for {
		switch {
		case p.accept(tokInverseMark):
			role = role.Inv()
		case p.accept(tokStar):
			role.Closure = dl.Star
		case p.accept(tokPlus):
			role.Closure = max(role.Closure, dl.Plus) // (r*)⁺ is r*
		default:
			return role
		}
	}
}

// rolesInParens are the token sequences of an inverse role in parentheses. Manchester
// syntax does not allow it, but people write it.
var rolesInParens = [][]kind{
	{tokOpen, tokInverse, tokName, tokClose},
	{tokOpen, tokInverse, tokOpen, tokName, tokClose, tokClose},
	{tokOpen, tokName, tokInverseMark, tokClose},
	{tokOpen, tokName, tokPlus, tokClose},
	{tokOpen, tokName, tokStar, tokClose},
}

// isRoleInParensNext reports whether the next parenthesis encloses a role rather than a
// concept.
func (p *parser) isRoleInParensNext() bool {
	for _, kinds := range rolesInParens {
		match := true
		for i, want := range kinds {
			k := p.kindAt(i)
			match = match && (k == want || k == tokIRI && want == tokName)
		}
		if match {
			return true
		}
	}
	return false
}

// nominals reads individuals up to the closing brace and returns the disjunction of
// their nominals.
func (p *parser) nominals() dl.Concept {
	cs := []dl.Concept{p.individual()}
	for p.accept(tokComma) || p.accept(tokOr) { // Ontolearn writes {a ⊔ b}
		cs = append(cs, p.individual())
		if len(cs) > MaxDepth/2 {
			p.fail(p.peek(), "more than %d individuals in braces", MaxDepth/2)
		}
	}
	p.expect(tokUnbrace, `"}"`)
	return dl.Disj(cs...)
}

// individual reads the name of an individual and returns its nominal.
func (p *parser) individual() dl.Concept {
	t := p.next()
	if t.kind != tokName && t.kind != tokIRI {
		p.failExpected(t, "an individual")
	}
	return dl.Nominal{IRI: p.resolve(t, Individual)}
}
