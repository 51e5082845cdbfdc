package syntax

import (
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

// forms are the forms of restrictions that a parser accepts.
type forms uint8

const (
	dlForms         forms = 1 << iota // the quantifier before the role
	manchesterForms                   // the quantifier behind the role
)

type parser struct {
	cursor
	prefixes Prefixes
	forms    forms
	exactly  int // how many "exactly" are around the next token
}

func parse(s string, prefixes Prefixes, forms forms) (dl.Concept, error) {
	p := &parser{cursor: cursor{in: s, toks: lex(s)}, prefixes: prefixes, forms: forms}
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

// resolve returns the IRI of a name.
func (p *parser) resolve(t token) (string, error) {
	if t.kind == tokIRI {
		return t.text, nil
	}
	iri, ok := p.prefixes.Expand(t.text)
	if ok {
		return iri, nil
	}
	prefix, _, colon := strings.Cut(t.text, ":")
	if prefix == "" || !colon {
		return "", p.fail(t, "there is no default namespace for %s: declare one or write <IRI>", quote(t.text))
	}
	return "", p.fail(t, "unknown prefix %s in %s: declare it or write <IRI>", quote(prefix), quote(t.text))
}
