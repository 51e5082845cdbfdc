package sparql11

import "strings"

// The built-in functions with the least and the largest number of arguments; -1: any.
var builtIns = map[string][2]int{
	"STR": {1, 1}, "LANG": {1, 1}, "LANGMATCHES": {2, 2}, "DATATYPE": {1, 1}, "BOUND": {1, 1}, "IRI": {1, 1},
	"URI": {1, 1}, "BNODE": {0, 1}, "RAND": {0, 0}, "ABS": {1, 1}, "CEIL": {1, 1}, "FLOOR": {1, 1}, "ROUND": {1, 1},
	"CONCAT": {0, -1}, "STRLEN": {1, 1}, "UCASE": {1, 1}, "LCASE": {1, 1}, "ENCODE_FOR_URI": {1, 1},
	"CONTAINS": {2, 2}, "STRSTARTS": {2, 2}, "STRENDS": {2, 2}, "STRBEFORE": {2, 2}, "STRAFTER": {2, 2},
	"YEAR": {1, 1}, "MONTH": {1, 1}, "DAY": {1, 1}, "HOURS": {1, 1}, "MINUTES": {1, 1}, "SECONDS": {1, 1},
	"TIMEZONE": {1, 1}, "TZ": {1, 1}, "NOW": {0, 0}, "UUID": {0, 0}, "STRUUID": {0, 0}, "MD5": {1, 1}, "SHA1": {1, 1},
	"SHA256": {1, 1}, "SHA384": {1, 1}, "SHA512": {1, 1}, "COALESCE": {0, -1}, "IF": {3, 3}, "STRLANG": {2, 2},
	"STRDT": {2, 2}, "SAMETERM": {2, 2}, "ISIRI": {1, 1}, "ISURI": {1, 1}, "ISBLANK": {1, 1}, "ISLITERAL": {1, 1},
	"ISNUMERIC": {1, 1}, "REGEX": {2, 3}, "SUBSTR": {2, 3}, "REPLACE": {3, 4},
}

var aggregateNames = map[string]bool{
	"COUNT": true, "SUM": true, "MIN": true, "MAX": true, "AVG": true, "SAMPLE": true, "GROUP_CONCAT": true,
}

// aggregates is the state of the parser inside an aggregate.
type aggregates struct{ inAggregate bool }

func (p *parser) isConstraint() bool {
	if p.isSign("(") || p.isIRI() || p.isWord("EXISTS", "NOT") {
		return true
	}
	if p.tok.kind != tokWord {
		return false
	}
	name := strings.ToUpper(p.tok.text)
	_, ok := builtIns[name]
	return ok || aggregateNames[name]
}

// constraint parses what may follow FILTER.
func (p *parser) constraint() *Expr {
	switch {
	case p.isSign("("):
		return p.bracketed()
	case p.isIRI():
		e := p.primary()
		if e.Op != "CALL" {
			p.fail(e.Pos, "a condition is expected: an expression in parentheses, or a function with arguments")
		}
		return e
	case p.isConstraint():
		return p.primary()
	}
	p.unexpected("a condition: an expression in parentheses, or a function with arguments")
	return &Expr{}
}

func (p *parser) bracketed() *Expr {
	p.expect("(")
	e := p.expression()
	p.expect(")")
	return e
}

// levels are the binary operators, the loosest first. Comparisons do not chain.
var levels = [][]string{{"||"}, {"&&"}, {"=", "!=", "<", ">", "<=", ">="}, {"+", "-"}, {"*", "/"}}

const comparison = 2

func (p *parser) expression() *Expr {
	defer p.enter()()
	return p.binary(0)
}

func (p *parser) binary(level int) *Expr {
	if level == len(levels) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for p.err == nil {
		at := left.Pos
		switch {
		case p.isSign(levels[level]...):
			op := p.advance().text
			right := p.binary(level + 1)
			if (op == "||" || op == "&&") && left.Op == op { // flat: long chains stay shallow
				left = &Expr{Pos: at, Op: op, Args: append(left.Args, right)}
				continue
			}
			left = &Expr{Pos: at, Op: op, Args: []*Expr{left, right}}
		case level == comparison && p.isWord("IN", "NOT"):
			op := "IN"
			if p.accept("NOT") {
				op = "NOT IN"
			}
			p.expect("IN")
			left = &Expr{Pos: at, Op: op, Args: append([]*Expr{left}, p.arguments()...)}
		default:
			return left
		}
		if level == comparison {
			return left
		}
	}
	return left
}

func (p *parser) unary() *Expr {
	at := p.tok.pos
	if t, ok := p.number(); ok {
		return &Expr{Pos: at, Term: t}
	}
	if p.isSign("!", "+", "-") {
		defer p.enter()()
		op := p.advance().text
		arg := p.primaryOrNot(op == "!")
		return &Expr{Pos: at, Op: op, Args: []*Expr{arg}}
	}
	return p.primary()
}

// primaryOrNot allows !!?x, as engines do.
func (p *parser) primaryOrNot(not bool) *Expr {
	if not && p.isSign("!") {
		return p.unary()
	}
	return p.primary()
}

// arguments parses a list in parentheses.
func (p *parser) arguments() (out []*Expr) {
	p.expect("(")
	for !p.isSign(")") && p.err == nil {
		if len(out) > 0 {
			p.expect(",")
		}
		out = append(out, p.expression())
	}
	p.expect(")")
	return out
}

func (p *parser) primary() *Expr {
	at := p.tok.pos
	e := &Expr{Pos: at}
	switch {
	case p.isSign("("):
		return p.bracketed()
	case p.tok.kind == tokVar:
		e.Term = Term{Kind: Var, Value: p.variable()}
	case p.isIRI():
		e.Term = Term{Kind: IRI, Value: p.iri()}
		if p.isSign("(") {
			e.Op = "CALL"
			p.call(e, 0, -1)
		}
	case p.isWord("NOT", "EXISTS"):
		e.Op = "EXISTS"
		if p.accept("NOT") {
			e.Op = "NOT EXISTS"
		}
		p.expect("EXISTS")
		e.Group = p.group()
	case p.tok.kind == tokWord && !p.isWord("true", "false"):
		p.function(e)
	default:
		t, ok := p.constant()
		if !ok {
			p.unexpected("a value: a variable, an IRI, a literal or a function")
		}
		e.Term = t
	}
	return e
}

func (p *parser) function(e *Expr) {
	e.Op = strings.ToUpper(p.tok.text)
	limits, ok := builtIns[e.Op]
	switch {
	case aggregateNames[e.Op]:
		p.aggregate(e)
	case ok:
		p.advance()
		p.call(e, limits[0], limits[1])
		if e.Op == "BOUND" && p.err == nil && e.Args[0].Term.Kind != Var {
			p.fail(e.Pos, "BOUND wants a variable")
		}
		if e.Op == "ISURI" {
			e.Op = "ISIRI"
		}
	default:
		p.unexpected("a value: a variable, an IRI, a literal or a function")
	}
}

// call parses the arguments of a function.
func (p *parser) call(e *Expr, least, most int) {
	open := p.expect("(")
	e.Distinct = e.Op == "CALL" && p.accept("DISTINCT")
	for !p.isSign(")") && p.err == nil {
		if len(e.Args) > 0 {
			p.expect(",")
		}
		e.Args = append(e.Args, p.expression())
	}
	p.expect(")")
	if n := len(e.Args); p.err == nil && (n < least || most >= 0 && n > most) {
		p.fail(open, "%s has %d arguments, which are too few or too many", e.Op, n)
	}
}

func (p *parser) aggregate(e *Expr) {
	if p.inAggregate {
		p.fail(p.tok.pos, "an aggregate inside another")
		return
	}
	p.inAggregate = true
	defer func() { p.inAggregate = false }()
	p.advance()
	p.expect("(")
	e.Distinct = p.accept("DISTINCT")
	if e.Op == "COUNT" && p.accept("*") {
		e.Star = true
	} else {
		e.Args = []*Expr{p.expression()}
	}
	if e.Op == "GROUP_CONCAT" && p.accept(";") {
		p.expect("SEPARATOR")
		p.expect("=")
		if p.tok.kind != tokString {
			p.unexpected("a string")
		}
		e.Separator = p.advance().text
	}
	p.expect(")")
}

// HasAggregate reports whether the expression has an aggregate.
func (e *Expr) HasAggregate() bool {
	if aggregateNames[e.Op] {
		return true
	}
	for _, a := range e.Args {
		if a.HasAggregate() {
			return true
		}
	}
	return false
}

// ungrouped returns a variable outside aggregates that is no key of the groups.
func (e *Expr) ungrouped(keys map[string]bool) (string, Pos) {
	if aggregateNames[e.Op] {
		return "", 0
	}
	if e.Op == "" && e.Term.Kind == Var && !keys[e.Term.Value] {
		return e.Term.Value, e.Pos
	}
	for _, a := range e.Args {
		if v, at := a.ungrouped(keys); v != "" {
			return v, at
		}
	}
	return "", 0
}
