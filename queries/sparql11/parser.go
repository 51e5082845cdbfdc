package sparql11

import (
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus/internal/iri"
)

// maxDepth limits the nesting of groups, brackets and expressions.
const maxDepth = 500

// parser parses one text. After an error, which the lexer keeps, tok is the end of the text.
type parser struct {
	*lexer
	tok      token
	prefixes map[string]string
	base     string
	depth    int
	blanks   int            // generated blank nodes
	pattern  int            // the number of the basic graph pattern
	labels   map[string]int // of blank nodes: the basic graph pattern
	aggregates
}

// Parse parses a query. The prefixes are declared before its own.
func Parse(text string, prefixes map[string]string) (*Query, error) {
	p := newParser(text, prefixes)
	p.prologue()
	q := p.query()
	return q, p.end(q)
}

// ParsePattern parses the inside of a group graph pattern, which a prologue may precede, as the
// WHERE of a SELECT without variables.
func ParsePattern(text string, prefixes map[string]string) (*Query, error) {
	p := newParser(text, prefixes)
	p.prologue()
	q := &Query{Form: Select, Pos: p.tok.pos}
	q.Where = p.groupContent(p.tok.pos)
	q.Where.End = Pos(len(p.text))
	return q, p.end(q)
}

func newParser(text string, prefixes map[string]string) *parser {
	p := &parser{lexer: &lexer{text: Unescape(text)}, prefixes: maps.Clone(prefixes), labels: map[string]int{}}
	if p.prefixes == nil {
		p.prefixes = map[string]string{}
	}
	p.tok = p.next()
	return p
}

// end checks that the text ends.
func (p *parser) end(q *Query) error {
	if p.tok.kind != tokEnd {
		p.unexpected("the end of the query")
	}
	q.Prefixes = p.prefixes
	if p.err != nil {
		return p.err
	}
	return nil
}

func (p *parser) advance() token {
	t := p.tok
	if p.tok = p.next(); p.err != nil {
		p.tok = token{kind: tokEnd, pos: p.tok.pos}
	}
	return t
}

func (p *parser) fail(at Pos, format string, args ...any) {
	p.lexer.fail(at, format, args...)
	p.tok = token{kind: tokEnd, pos: at, end: at}
}

func (p *parser) unexpected(want string) {
	if p.tok.kind == tokEnd {
		p.fail(p.tok.pos, "the text ends where %s is expected", want)
		return
	}
	got := p.text[p.tok.pos:p.tok.end]
	if r := []rune(got); len(r) > 40 {
		got = string(r[:40]) + "…"
	}
	p.fail(p.tok.pos, "%s where %s is expected", got, want)
}

// enter counts the nesting; the result leaves it.
func (p *parser) enter() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, "more than %d levels of nesting", maxDepth)
	}
	return func() { p.depth-- }
}

func (p *parser) isSign(signs ...string) bool {
	for _, s := range signs {
		if p.tok.kind == tokSign && p.tok.text == s {
			return true
		}
	}
	return false
}

func (p *parser) isWord(words ...string) bool {
	for _, w := range words {
		if p.tok.kind == tokWord && strings.EqualFold(p.tok.text, w) {
			return true
		}
	}
	return false
}

// accept consumes the sign or word if it is next.
func (p *parser) accept(text string) bool {
	if p.isSign(text) || p.isWord(text) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) expect(text string) Pos {
	at := p.tok.pos
	if !p.accept(text) {
		p.unexpected(text)
	}
	return at
}

func (p *parser) prologue() {
	for {
		switch {
		case p.accept("VERSION"):
			if p.tok.kind != tokString {
				p.unexpected("a version such as \"1.2\"")
				return
			}
			p.advance()
		case p.accept("BASE"):
			p.base = p.iriRef()
		case p.accept("PREFIX"):
			if p.tok.kind != tokName || p.tok.text != "" {
				p.unexpected("a prefix such as ex:")
				return
			}
			prefix := p.advance().prefix
			p.prefixes[prefix] = p.iriRef()
		default:
			return
		}
	}
}

// iriRef parses an IRI in brackets.
func (p *parser) iriRef() string {
	if p.tok.kind != tokIRI {
		p.unexpected("an IRI in <>")
		return ""
	}
	t := p.advance()
	if p.base == "" {
		return t.text
	}
	return iri.Resolve(p.base, t.text)
}

// iri parses an IRI or a prefixed name.
func (p *parser) iri() string {
	if p.tok.kind != tokName {
		return p.iriRef()
	}
	ns, ok := p.prefixes[p.tok.prefix]
	if !ok {
		p.fail(p.tok.pos, "the prefix %s: is not declared", p.tok.prefix)
		return ""
	}
	return ns + p.advance().text
}

func (p *parser) isIRI() bool { return p.tok.kind == tokIRI || p.tok.kind == tokName }

func (p *parser) variable() string {
	if p.tok.kind != tokVar {
		p.unexpected("a variable")
		return ""
	}
	return p.advance().text
}

func (p *parser) query() *Query {
	q := &Query{Pos: p.tok.pos}
	switch {
	case p.isWord("SELECT"):
		p.selectClause(q)
	case p.accept("ASK"):
		q.Form = Ask
	case p.accept("CONSTRUCT"):
		q.Form = Construct
		p.construct(q)
		return q
	case p.accept("DESCRIBE"):
		q.Form = Describe
		p.describe(q)
	default:
		p.unexpected("SELECT, ASK, CONSTRUCT or DESCRIBE")
		return q
	}
	p.dataset(q)
	if q.Form != Describe || p.isWord("WHERE") || p.isSign("{") {
		p.accept("WHERE")
		q.Where = p.group()
	} else {
		q.Where = &Group{Pos: p.tok.pos, End: p.tok.pos}
	}
	p.rest(q)
	return q
}

// selectClause parses SELECT with its variables.
func (p *parser) selectClause(q *Query) {
	p.expect("SELECT")
	q.Form = Select
	if p.accept("DISTINCT") {
		q.Distinct = true
	} else {
		q.Reduced = p.accept("REDUCED")
	}
	if p.accept("*") {
		q.Star = true
		return
	}
	for {
		at := p.tok.pos
		switch {
		case p.tok.kind == tokVar:
			q.Select = append(q.Select, Projection{Pos: at, Var: p.variable()})
		case p.accept("("):
			q.Select = append(q.Select, p.as(at))
			p.expect(")")
		case len(q.Select) == 0:
			p.unexpected("a variable, an expression in parentheses or *")
			return
		default:
			return
		}
	}
}

// as parses an expression AS a variable.
func (p *parser) as(at Pos) Projection {
	e := p.expression()
	p.expect("AS")
	return Projection{Pos: at, Expr: e, Var: p.variable()}
}

func (p *parser) construct(q *Query) {
	if p.isSign("{") {
		p.advance()
		g := &Group{}
		p.triples(g, false)
		p.expect("}")
		for _, e := range g.Elements {
			q.Template = append(q.Template, e.(*Triple))
		}
		p.pattern++
		p.dataset(q)
		p.accept("WHERE")
		q.Where = p.group()
	} else {
		p.dataset(q)
		p.expect("WHERE")
		q.Where = &Group{Pos: p.expect("{")}
		p.triples(q.Where, false)
		q.Where.End = p.tok.end
		p.expect("}")
	}
	p.rest(q)
}

func (p *parser) describe(q *Query) {
	if p.accept("*") {
		q.Star = true
		return
	}
	for p.tok.kind == tokVar || p.isIRI() {
		e := p.primary()
		q.Select = append(q.Select, Projection{Pos: e.Pos, Expr: e})
	}
	if len(q.Select) == 0 {
		p.unexpected("a variable, an IRI or *")
	}
}

func (p *parser) dataset(q *Query) {
	for p.accept("FROM") {
		if p.accept("NAMED") {
			q.FromNamed = append(q.FromNamed, Term{Kind: IRI, Value: p.iri()})
		} else {
			q.From = append(q.From, Term{Kind: IRI, Value: p.iri()})
		}
	}
}

// rest parses the solution modifiers and the VALUES after them.
func (p *parser) rest(q *Query) {
	if p.accept("GROUP") {
		p.expect("BY")
		q.GroupBy = p.groupConditions()
	}
	if p.accept("HAVING") {
		for ok := true; ok; ok = p.isConstraint() {
			q.Having = append(q.Having, p.constraint())
		}
	}
	if p.accept("ORDER") {
		p.expect("BY")
		for ok := true; ok; ok = p.tok.kind == tokVar || p.isConstraint() || p.isWord("ASC", "DESC") {
			q.OrderBy = append(q.OrderBy, p.orderCondition())
		}
	}
	for p.isWord("LIMIT", "OFFSET") {
		at, isLimit := p.tok.pos, p.isWord("LIMIT")
		p.advance()
		if p.tok.kind != tokInteger {
			p.unexpected("a number")
			return
		}
		s := &Slice{Pos: at, N: p.advance().text}
		switch {
		case isLimit && q.Limit == nil:
			q.Limit = s
		case !isLimit && q.Offset == nil:
			q.Offset = s
		default:
			p.fail(at, "LIMIT or OFFSET occurs twice")
		}
	}
	if p.isWord("VALUES") {
		q.Values = p.values()
	}
	p.checkProjection(q)
}

func (p *parser) groupConditions() (out []Projection) {
	for {
		at := p.tok.pos
		switch {
		case p.tok.kind == tokVar:
			out = append(out, Projection{Pos: at, Var: p.variable()})
		case p.accept("("):
			c := Projection{Pos: at, Expr: p.expression()}
			if p.accept("AS") {
				c.Var = p.variable()
			}
			p.expect(")")
			out = append(out, c)
		case len(out) == 0 || p.isConstraint():
			out = append(out, Projection{Pos: at, Expr: p.constraint()})
		default:
			return out
		}
		if p.err != nil {
			return out
		}
	}
}

func (p *parser) orderCondition() *Expr {
	switch {
	case p.accept("ASC"):
		return p.bracketed()
	case p.isWord("DESC"):
		at := p.advance().pos
		e := p.bracketed()
		return &Expr{Pos: at, Op: "DESC", Args: []*Expr{e}}
	case p.tok.kind == tokVar:
		return p.primary()
	}
	return p.constraint()
}

// checkProjection checks the variables of the SELECT (notes 12 and 13 of section 19.8).
func (p *parser) checkProjection(q *Query) {
	if q.Form != Select || p.err != nil {
		return
	}
	inScope := q.Where.Visible()
	if q.Values != nil {
		for _, v := range q.Values.Vars {
			inScope[v] = true
		}
	}
	grouped := len(q.GroupBy) > 0 || len(q.Having) > 0
	keys := p.keys(q, inScope)
	for _, c := range q.Select {
		grouped = grouped || c.Expr != nil && c.Expr.HasAggregate()
	}
	if q.Star && grouped {
		p.fail(q.Pos, "SELECT * is not possible with GROUP BY")
	}
	p.checkColumns(q.Select, grouped, keys, inScope)
}

// checkColumns checks the variables and expressions of a SELECT.
func (p *parser) checkColumns(columns []Projection, grouped bool, keys, inScope map[string]bool) {
	for _, c := range columns {
		switch {
		case c.Expr == nil && grouped && !keys[c.Var]:
			p.fail(c.Pos, "the variable ?%s is neither in GROUP BY nor in an aggregate", c.Var)
		case c.Expr != nil && grouped:
			if v, at := c.Expr.ungrouped(keys); v != "" {
				p.fail(at, "the variable ?%s is neither in GROUP BY nor in an aggregate", v)
			}
		}
		if c.Expr != nil && (inScope[c.Var] || keys[c.Var]) {
			p.fail(c.Pos, "the variable ?%s has a value before AS", c.Var)
		}
		if c.Expr != nil {
			inScope[c.Var], keys[c.Var] = true, true
		}
	}
}

// keys returns the variables of GROUP BY.
func (p *parser) keys(q *Query, inScope map[string]bool) map[string]bool {
	keys := map[string]bool{}
	for _, c := range q.GroupBy {
		keys[c.Var] = c.Var != ""
		if c.Expr != nil && c.Expr.Op == "" && c.Expr.Term.Kind == Var {
			keys[c.Expr.Term.Value] = true
		}
		if c.Expr != nil && c.Var != "" && inScope[c.Var] {
			p.fail(c.Pos, "the variable ?%s has a value before AS", c.Var)
		}
	}
	return keys
}

// newBlank returns a blank node that no label of the query has.
func (p *parser) newBlank() Term {
	p.blanks++
	return Term{Kind: Blank, Value: fmt.Sprintf("[%d]", p.blanks)}
}
