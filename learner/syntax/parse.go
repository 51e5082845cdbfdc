package syntax

import (
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// MaxDepth bounds how deep operators and parentheses may be nested in a text,
// the links of a chain A ⊓ B ⊓ … included, so that no text overflows the
// stack of the parser or of a function that recurs over the concept. Texts of
// concepts whose tree has depth MaxDepth/2 are always below it.
const MaxDepth = 10_000

// maxExactly bounds how deep "exactly" may be nested: each doubles the concept
// below it.
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

func parse(s string, prefixes Prefixes, forms forms) (dl.Concept, error) {
	p := &parser{in: s, toks: lex(s), prefixes: prefixes, forms: forms}
	if p.peek().kind == tokEnd {
		return nil, p.fail(p.peek(), "there is no concept")
	}
	c, err := p.concept()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != tokEnd {
		return nil, p.expected(t, "an operator or the end")
	}
	return c, nil
}

func (p *parser) concept() (dl.Concept, error) {
	return p.chain(tokOr, dl.Disj, func() (dl.Concept, error) {
		return p.chain(tokAnd, dl.Conj, p.operand)
	})
}

// chain reads operands with the same operator between them. Each link nests
// the rest one level deeper.
func (p *parser) chain(op kind, join func(...dl.Concept) dl.Concept, operand func() (dl.Concept, error)) (dl.Concept, error) {
	depth := p.depth
	defer func() { p.depth = depth }()
	var cs []dl.Concept
	for {
		c, err := operand()
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		if !p.accept(op) {
			return join(cs...), nil
		}
		if err := p.enterLevel(); err != nil {
			return nil, err
		}
	}
}

// operand reads a concept that needs no parentheses as the operand of ¬ or of
// a quantifier.
func (p *parser) operand() (dl.Concept, error) {
	defer func() { p.depth-- }()
	if err := p.enterLevel(); err != nil {
		return nil, err
	}
	switch t := p.peek(); t.kind {
	case tokTop:
		p.next()
		return dl.Top{}, nil
	case tokBottom:
		p.next()
		return dl.Bottom{}, nil
	case tokNot:
		p.next()
		c, err := p.operand()
		if err != nil {
			return nil, err
		}
		return dl.Not{C: c}, nil
	case tokExists, tokSome, tokForAll, tokOnly:
		return p.quantified()
	case tokGreaterEq, tokLessEq, tokEqual:
		return p.counted()
	case tokInverse:
		return p.restriction()
	case tokName, tokIRI:
		return p.named()
	case tokOpen:
		if p.isRoleInParensNext() {
			return p.restriction()
		}
		p.next()
		c, err := p.concept()
		if err != nil {
			return nil, err
		}
		return c, p.expect(tokClose, `")" or an operator`)
	case tokBrace:
		p.next()
		return p.nominals()
	case tokSelf: // ∃r.Self
		return nil, p.fail(t, "Self is not in ALCQI(f)")
	default:
		return nil, p.expected(t, "a concept")
	}
}

// named reads an operand that begins with a name: a concept name, or a
// restriction with the name as its role or feature.
func (p *parser) named() (dl.Concept, error) {
	switch p.kindAt(1) {
	case tokGreaterEq, tokLessEq, tokEqual:
		return p.comparison()
	case tokGreater, tokLess:
		p.next()
		t := p.peek()
		return nil, p.fail(t, "%s is not in ALCQI(f): write >= or <=", quote(t.text))
	case tokInverseMark, tokSome, tokOnly, tokMin, tokMax, tokExactly, tokValue, tokSelf:
		return p.restriction()
	}
	t := p.next()
	iri, err := p.resolve(t)
	switch {
	case err != nil:
		return nil, err
	case t.kind == tokIRI:
		return dl.Name{IRI: iri}, nil
	case iri == owl+"Thing":
		return dl.Top{}, nil
	case iri == owl+"Nothing":
		return dl.Bottom{}, nil
	case strings.HasPrefix(iri, dl.XSD):
		return nil, p.fail(t, "%s is a datatype: expected a concept, or a range such as %[1]s[>= 3]", t.text)
	}
	return dl.Name{IRI: iri}, nil
}

// quantified reads ∃r.C and ∀r.C, also ∃f.range.
func (p *parser) quantified() (dl.Concept, error) {
	t := p.next()
	if p.forms&dlForms == 0 {
		return nil, p.fail(t, "in Manchester syntax the role comes first: write r some C or r only C")
	}
	at := p.peek()
	role, err := p.role()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tokDot, `"." behind the role`); err != nil {
		return nil, err
	}
	return p.filler(t.kind, role, at)
}

// filler reads what follows ∃r. or "r some", which is a concept or a data
// range, and what follows ∀r. or "r only". The role begins at the given token.
func (p *parser) filler(quantifier kind, role dl.Role, at token) (dl.Concept, error) {
	exists := quantifier == tokExists || quantifier == tokSome
	if p.isRangeNext() {
		switch {
		case !exists:
			return nil, p.fail(p.peek(), "a universal restriction to a data range is not in ALCQI(f)")
		case role.Inverse:
			return nil, p.fail(at, "a feature has no inverse")
		}
		return p.dataRange(role.IRI)
	}
	c, err := p.operand()
	if err != nil {
		return nil, err
	}
	if exists {
		return dl.Exists{Role: role, C: c}, nil
	}
	return dl.ForAll{Role: role, C: c}, nil
}

// counted reads ≥n r.C, ≤n r.C and =n r.C.
func (p *parser) counted() (dl.Concept, error) {
	t := p.next()
	if p.forms&dlForms == 0 {
		return nil, p.fail(t, "in Manchester syntax the role comes first: write r min n C or r max n C")
	}
	n, err := p.count()
	if err != nil {
		return nil, err
	}
	role, err := p.role()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tokDot, `"." behind the role`); err != nil {
		return nil, err
	}
	switch t.kind {
	case tokGreaterEq:
		return p.counting(tokMin, n, role)
	case tokLessEq:
		return p.counting(tokMax, n, role)
	}
	return p.counting(tokExactly, n, role)
}

// counting reads the concept of a number restriction.
func (p *parser) counting(quantifier kind, n int, role dl.Role) (dl.Concept, error) {
	if quantifier == tokExactly {
		defer func() { p.exactly-- }()
		if p.exactly++; p.exactly > maxExactly {
			return nil, p.fail(p.peek(), "exactly n is nested more than %d levels deep, and each doubles the concept", maxExactly)
		}
	}
	if p.isRangeNext() {
		return nil, p.fail(p.peek(), "a number restriction on a data range is not in ALCQI(f)")
	}
	c, err := p.operand()
	if err != nil {
		return nil, err
	}
	return numberRestriction(quantifier, n, role, c), nil
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
func (p *parser) count() (int, error) {
	t := p.next()
	if t.kind != tokNumber || strings.Trim(t.text, "0123456789") != "" {
		return 0, p.expected(t, "a natural number")
	}
	n, err := strconv.Atoi(t.text)
	if err != nil {
		return 0, p.fail(t, "the number %s is too large", quote(t.text))
	}
	return n, nil
}

// comparison reads f ≥ v, f ≤ v and f = v.
func (p *parser) comparison() (dl.Concept, error) {
	feature, err := p.resolve(p.next())
	if err != nil {
		return nil, err
	}
	t := p.next()
	if p.forms&dlForms == 0 {
		return nil, p.fail(t, "in Manchester syntax the bound is in a data range: write f some xsd:integer[>= 3] or f value true")
	}
	c := dl.Compare{Feature: feature}
	switch t.kind {
	case tokGreaterEq:
		c.Op = dl.GreaterEq
	case tokLessEq:
		c.Op = dl.LessEq
	default:
		c.Op = dl.Equal
	}
	value := p.peek()
	c.Value, err = p.literal(0)
	if err != nil {
		return nil, err
	}
	if c.Value.Kind() == dl.String && c.Op != dl.Equal {
		return nil, p.fail(value, "%v: write (f = v)", errStringOrder)
	}
	return c, nil
}

// restriction reads a restriction of Manchester syntax, which begins with its
// role or feature.
func (p *parser) restriction() (dl.Concept, error) {
	at := p.peek()
	role, err := p.role()
	if err != nil {
		return nil, err
	}
	t := p.next()
	if p.forms&manchesterForms == 0 && t.kind >= tokSome && t.kind <= tokSelf {
		return nil, p.fail(t, "in DL syntax %s does not follow a role: write ∃r.C, ∀r.C, ≥n r.C or (f ≥ v)", quote(t.text))
	}
	switch t.kind {
	case tokSome, tokOnly:
		return p.filler(t.kind, role, at)
	case tokMin, tokMax, tokExactly:
		n, err := p.count()
		if err != nil {
			return nil, err
		}
		if !p.isOperandNext() { // unqualified, which means ⊤
			return numberRestriction(t.kind, n, role, dl.Top{}), nil
		}
		return p.counting(t.kind, n, role)
	case tokValue:
		if k := p.peek().kind; k == tokName || k == tokIRI {
			o, err := p.individual()
			if err != nil {
				return nil, err
			}
			return dl.Exists{Role: role, C: o}, nil
		}
		if role.Inverse {
			return nil, p.fail(at, "a feature has no inverse")
		}
		v, err := p.literal(0)
		if err != nil {
			return nil, err
		}
		return dl.Compare{Feature: role.IRI, Op: dl.Equal, Value: v}, nil
	case tokSelf:
		return nil, p.fail(t, "Self is not in ALCQI(f)")
	}
	return nil, p.expected(t, `"some", "only", "min", "max" or "exactly" behind the role`)
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

// role reads a role: a name, its inverse in any spelling, parentheses around.
func (p *parser) role() (dl.Role, error) {
	defer func() { p.depth-- }()
	if err := p.enterLevel(); err != nil {
		return dl.Role{}, err
	}
	var role dl.Role
	var err error
	switch t := p.next(); t.kind {
	case tokName, tokIRI:
		role.IRI, err = p.resolve(t)
	case tokInverse:
		role, err = p.role()
		role = role.Inv()
	case tokOpen:
		if role, err = p.role(); err == nil {
			err = p.expect(tokClose, `")" behind the role`)
		}
	default:
		err = p.expected(t, "a role")
	}
	for err == nil && p.accept(tokInverseMark) {
		role = role.Inv()
	}
	return role, err
}

// rolesInParens are the token sequences of an inverse role in parentheses,
// which Manchester syntax does not have but people write.
var rolesInParens = [][]kind{
	{tokOpen, tokInverse, tokName, tokClose},
	{tokOpen, tokInverse, tokOpen, tokName, tokClose, tokClose},
	{tokOpen, tokName, tokInverseMark, tokClose},
}

// isRoleInParensNext reports whether the parenthesis that comes next encloses a role
// rather than a concept.
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

// nominals reads individuals up to the brace that closes, as the union of
// their nominals.
func (p *parser) nominals() (dl.Concept, error) {
	var cs []dl.Concept
	for {
		c, err := p.individual()
		if err != nil {
			return nil, err
		}
		cs = append(cs, c)
		if len(cs) > MaxDepth/2 {
			return nil, p.fail(p.peek(), "more than %d individuals in braces", MaxDepth/2)
		}
		if !p.accept(tokComma) && !p.accept(tokOr) { // Ontolearn writes {a ⊔ b}
			return dl.Disj(cs...), p.expect(tokUnbrace, `"}"`)
		}
	}
}

// individual reads the name of an individual as its nominal.
func (p *parser) individual() (dl.Concept, error) {
	t := p.next()
	if t.kind != tokName && t.kind != tokIRI {
		return nil, p.expected(t, "an individual")
	}
	iri, err := p.resolve(t)
	if err != nil {
		return nil, err
	}
	return dl.Nominal{IRI: iri}, nil
}
