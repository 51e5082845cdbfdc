package read

import (
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// truth returns the formula that an expression is true or, if want is not set, that it is false:
// an error is neither (section 17.2).
func (r *reader) truth(s *scope, e *sparql11.Expr, want bool) formula {
	if r.err != nil {
		return conj{}
	}
	switch e.Op {
	case "||", "&&":
		var parts []formula
		for _, a := range r.merged(e) {
			parts = append(parts, r.truth(s, a, want))
		}
		if (e.Op == "&&") == want {
			return and(parts...)
		}
		return or(parts...)
	case "!":
		return r.truth(s, e.Args[0], !want)
	case "EXISTS", "NOT EXISTS":
		f := r.exists(s, e.Group)
		if want == (e.Op == "EXISTS") {
			return f
		}
		return not(f)
	case "BOUND":
		f := r.bound(s, e.Pos, e.Args[0].Term.Value)
		if want {
			return f
		}
		return not(f)
	case "IN", "NOT IN":
		return r.in(s, e, want == (e.Op == "IN"))
	case "=", "!=", "<", "<=", ">", ">=":
		return r.comparison(s, e, want)
	case "":
		return r.constantTruth(s, e, want)
	}
	if fn, ok := termTests[e.Op]; ok {
		return fn(r, s, e, want)
	}
	r.fail(e.Pos, "%s", refusal(e))
	return conj{}
}

// refusals are the reasons why functions are not read.
var refusals = map[string]string{
	"CONTAINS": "CONTAINS: concepts know how a text starts and ends, and whole words (REGEX with \\b), not other parts",
	"REGEX": `REGEX: concepts know how a text starts (^some text) and ends (some text$), and whole words, as in ` +
		`REGEX(?v, "\\bword\\b", "i")`,
	"ISIRI":     "isIRI: concepts do not tell IRIs from blank nodes; write !isLiteral",
	"ISBLANK":   "isBlank: concepts do not tell IRIs from blank nodes",
	"ISNUMERIC": "isNumeric: write a comparison such as ?v >= 0",
	"DATATYPE":  "DATATYPE: concepts do not ask for the datatype of a value",
	"CALL":      "a function of the engine",
}

func refusal(e *sparql11.Expr) string {
	if reason, ok := refusals[e.Op]; ok {
		return reason
	}
	for _, a := range e.Args {
		if reason, ok := refusals[a.Op]; ok {
			return reason
		}
	}
	return "FILTER(" + short(e.String()) + "): concepts compare a value with a constant, and know no such calculation"
}

// short returns the beginning of a text.
func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// merged returns the operands of && and ||, without tests that the others make needless, and with
// those in place that two of them express together.
func (r *reader) merged(e *sparql11.Expr) []*sparql11.Expr {
	var out []*sparql11.Expr
	for i, a := range e.Args {
		if a.Op == "ISBLANK" && e.Op == "||" && i+1 < len(e.Args) && excludesIRIs(e.Args[i+1], a.Args[0].Term) {
			continue // blank nodes differ from all IRIs
		}
		if a.Op == "ISIRI" && e.Op == "&&" && i+1 < len(e.Args) {
			if named := spelled(e.Args[i+1], a.Args[0].Term); named != nil {
				e.Args[i+1] = named // isIRI(?v) && STR(?v) = "http://e/o" is ?v = <http://e/o>
				continue
			}
		}
		out = append(out, a)
	}
	return out
}

func excludesIRIs(e *sparql11.Expr, v node) bool {
	if e.Op != "!=" && e.Op != "NOT IN" || e.Args[0].Term != v {
		return false
	}
	return !slices.ContainsFunc(e.Args[1:], func(a *sparql11.Expr) bool { return a.Term.Kind != sparql11.IRI })
}

// spelled returns STR(?v) = "http://e/o", or with IN, about the IRIs that are spelled so.
func spelled(e *sparql11.Expr, v node) *sparql11.Expr {
	if e.Op != "=" && e.Op != "IN" || e.Args[0].Op != "STR" || e.Args[0].Args[0].Term != v {
		return nil
	}
	out := *e
	out.Args = []*sparql11.Expr{{Pos: e.Pos, Term: v}}
	for _, a := range e.Args[1:] {
		text := a.Term
		if a.Op == "STR" && a.Args[0].Term.Kind == sparql11.IRI {
			text = node{Kind: sparql11.Literal, Value: a.Args[0].Term.Value, Datatype: dl.String.IRI()}
		}
		if text.Kind != sparql11.Literal || text.Datatype != dl.String.IRI() {
			return nil
		}
		out.Args = append(out.Args, &sparql11.Expr{Pos: a.Pos, Term: node{Kind: sparql11.IRI, Value: text.Value}})
	}
	return &out
}

// on returns the node of a variable in a condition, and what is true where it has a value. A
// variable of an OPTIONAL has one where that matches.
func (r *reader) on(s *scope, at sparql11.Pos, v string) (node, formula) {
	l, maybe := s.maybe[v]
	_, stands := s.alias[v]
	switch {
	case s.certain[v]:
		return variable(v), conj{}
	case maybe:
		return variable(v), r.force(at, l, v)
	case stands:
		r.fail(at, "?%s stands for an expression, which concepts cannot compute", v)
	default:
		r.fail(at, "?%s has no value in this group, so that the condition is never true", v)
	}
	return node{}, conj{}
}

// bound returns the formula that a variable has a value.
func (r *reader) bound(s *scope, at sparql11.Pos, v string) formula {
	l, maybe := s.maybe[v]
	if _, stands := s.alias[v]; s.certain[v] || stands {
		return conj{}
	}
	if !maybe {
		return disj{}
	}
	f := r.force(at, l, v)
	if r.err != nil {
		return conj{}
	}
	return r.hidden(f, l.left)
}

// constantTruth returns the effective boolean value of a constant.
func (r *reader) constantTruth(s *scope, e *sparql11.Expr, want bool) formula {
	if e.Term.Datatype == dl.Boolean.IRI() && (e.Term.Value == "true" || e.Term.Value == "false") {
		if want == (e.Term.Value == "true") {
			return conj{}
		}
		return disj{}
	}
	r.fail(e.Pos, "FILTER(%s): write a comparison", short(e.String()))
	return conj{}
}

// termTests are the functions that are conditions by themselves.
var termTests map[string]func(*reader, *scope, *sparql11.Expr, bool) formula

func init() {
	termTests = map[string]func(*reader, *scope, *sparql11.Expr, bool) formula{
		"ISLITERAL":   (*reader).literalTest,
		"SAMETERM":    (*reader).comparison,
		"STRSTARTS":   (*reader).textTest,
		"STRENDS":     (*reader).textTest,
		"REGEX":       (*reader).textTest,
		"LANGMATCHES": (*reader).textTest,
	}
}

func (r *reader) literalTest(s *scope, e *sparql11.Expr, want bool) formula {
	a := e.Args[0]
	if a.Op != "" || a.Term.Kind != sparql11.Var {
		r.fail(e.Pos, "%s", refusal(e))
		return conj{}
	}
	v, f := r.on(s, e.Pos, a.Term.Value)
	kind := thing
	if want {
		kind = isLiteral
	}
	return and(f, condition{e.Pos, v, test{kind: kind}})
}

// schemes matches the beginning of an IRI.
var schemes = regexp.MustCompile(`^\^?(https?|urn):`)

// textTest reads a condition on a text.
func (r *reader) textTest(s *scope, e *sparql11.Expr, want bool) formula {
	a, with := e.Args[0], e.Args[1]
	text := test{kind: onText, textOp: textOp(e.Op), text: with.Term.Value}
	if e.Op == "LANGMATCHES" {
		if a.Op != "LANG" {
			r.fail(e.Pos, "%s", refusal(e))
			return conj{}
		}
		a = a.Args[0]
	}
	if a.Op == "STR" {
		a = a.Args[0]
		if schemes.MatchString(with.Term.Value) {
			r.fail(e.Pos, "%s: concepts do not compare the spelling of IRIs; name them, as in VALUES ?%s { … }", e.Op,
				a.Term.Value)
		}
		r.assume(e.Pos, "the values of ?%s are texts", a.Term.Value)
	}
	if e.Op == "REGEX" {
		flags := ""
		if len(e.Args) == 3 {
			flags = e.Args[2].String()
		}
		if text.textOp, text.text = patternOf(with.Term.Value, flags); text.text == "" {
			r.fail(e.Pos, "%s", refusal(e))
			return conj{}
		}
		if strings.HasSuffix(with.Term.Value, `\b`) {
			r.assume(e.Pos, `\b is between any letter, mark, digit or underscore and something else`)
		}
	}
	switch {
	case a.Op != "" || a.Term.Kind != sparql11.Var || with.Op != "" || with.Term.Datatype != dl.String.IRI():
		r.fail(e.Pos, "%s", refusal(e))
		return conj{}
	case !want:
		r.fail(e.Pos, "!%s: write FILTER NOT EXISTS { … } about the texts that are excluded", short(e.String()))
		return conj{}
	}
	v, f := r.on(s, e.Pos, a.Term.Value)
	return and(f, condition{e.Pos, v, text})
}

// in reads IN and NOT IN.
func (r *reader) in(s *scope, e *sparql11.Expr, want bool) formula {
	first := e.Args[0]
	iris := !slices.ContainsFunc(e.Args[1:],
		func(a *sparql11.Expr) bool { return a.Op != "" || a.Term.Kind != sparql11.IRI })
	if first.Op == "" && first.Term.Kind == sparql11.Var && iris {
		var terms []node
		for _, a := range e.Args[1:] {
			terms = append(terms, a.Term)
		}
		v, f := r.on(s, e.Pos, first.Term.Value)
		kind := noneOf
		if want {
			kind = oneOf
		}
		return and(f, condition{e.Pos, v, test{kind: kind, terms: terms}})
	}
	var parts []formula
	for _, a := range e.Args[1:] {
		parts = append(parts, r.comparison(s, &sparql11.Expr{Pos: e.Pos, Op: "=", Args: []*sparql11.Expr{first, a}}, want))
		if r.err != nil {
			return conj{}
		}
	}
	if want {
		return or(parts...)
	}
	return and(parts...)
}

// The operators with their sides swapped, and their negations.
var (
	swapped = map[string]string{"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "SAMETERM": "SAMETERM"}
	negated = map[string]string{"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
)

// comparison reads a comparison of two operands.
func (r *reader) comparison(s *scope, e *sparql11.Expr, want bool) formula {
	op, left, right := e.Op, r.resolved(s, e.Args[0]), r.resolved(s, e.Args[1])
	if constant(left) && !constant(right) {
		op, left, right = swapped[op], right, left
	}
	if op == "SAMETERM" {
		op = "="
		if right.Term.Kind == sparql11.Literal {
			r.fail(e.Pos, "sameTerm with a value: write =")
		}
	}
	if !want {
		if strings.ContainsAny(op, "<>") && isVariable(left) { // all comparisons with NaN are false
			r.assume(e.Pos, "no value of ?%s is NaN", left.Term.Value)
		}
		op = negated[op]
	}
	number, f := r.countOf(s, left)
	switch {
	case r.err != nil:
	case number != nil:
		return and(f, r.counted(s, e.Pos, number, op, right))
	case isVariable(left) && constant(right):
		return r.compareTerm(s, e.Pos, left.Term.Value, op, signed(right))
	case isVariable(left) && isVariable(right):
		return r.compareVariables(s, e, left.Term.Value, op, right.Term.Value)
	}
	if f := r.compareFunction(s, e.Pos, left, op, right); f != nil {
		return f
	}
	r.fail(e.Pos, "%s", refusal(e))
	return conj{}
}

// compareFunction reads a comparison of YEAR or LANG with a constant; nil if it is none.
func (r *reader) compareFunction(s *scope, at sparql11.Pos, left *sparql11.Expr, op string,
	right *sparql11.Expr) formula {
	if r.err != nil || left.Op != "YEAR" && left.Op != "LANG" || !isVariable(left.Args[0]) || !constant(right) {
		return nil
	}
	v, f := r.on(s, at, left.Args[0].Term.Value)
	t := signed(right)
	value, err := dl.ParseLiteral(t.Value, t.Datatype)
	switch {
	case left.Op == "YEAR" && (err != nil || value.Kind() != dl.Integer):
		return nil
	case left.Op == "YEAR" && op == "!=":
		return or(r.compareFunction(s, at, left, "<", right), r.compareFunction(s, at, left, ">", right))
	case left.Op == "YEAR":
		return and(f, condition{at, v, test{kind: compare, op: compareOp(op), value: value, year: true}})
	case left.Op == "LANG" && op == "=" && t.Datatype == dl.String.IRI():
		return and(f, condition{at, v, test{kind: onText, textOp: "LANG", text: t.Value}})
	}
	return nil
}

func isVariable(e *sparql11.Expr) bool { return e.Op == "" && e.Term.Kind == sparql11.Var }

// compareVariables reads a comparison of two variables.
func (r *reader) compareVariables(s *scope, e *sparql11.Expr, left, op, right string) formula {
	a, f := r.on(s, e.Pos, left)
	b, g := r.on(s, e.Pos, right)
	switch op {
	case "<":
		return and(f, g, less{e.Pos, a, b})
	case ">":
		return and(f, g, less{e.Pos, b, a})
	case "<=", ">=":
		r.fail(e.Pos, "?%s %s ?%s: concepts know < and > between the values of two properties", left, op, right)
		return conj{}
	}
	return and(f, g, pair{pos: e.Pos, a: a, b: b, same: op == "=", value: e.Op != "SAMETERM"})
}

// resolved replaces a variable that BIND or AS gave the value of an expression.
func (r *reader) resolved(s *scope, e *sparql11.Expr) *sparql11.Expr {
	for range 20 {
		if e.Op != "" || e.Term.Kind != sparql11.Var {
			return e
		}
		a, ok := s.alias[e.Term.Value]
		if !ok || a.expr == nil {
			return e
		}
		e = a.expr
	}
	return e
}

func constant(e *sparql11.Expr) bool {
	return e.Op == "" && (e.Term.Kind == sparql11.IRI || e.Term.Kind == sparql11.Literal) ||
		(e.Op == "-" || e.Op == "+") && len(e.Args) == 1 && constant(e.Args[0])
}

// signed returns the term of a constant with its sign.
func signed(e *sparql11.Expr) node {
	if e.Op == "" {
		return e.Term
	}
	t := signed(e.Args[0])
	switch {
	case e.Op == "-" && strings.HasPrefix(t.Value, "-"):
		t.Value = t.Value[1:]
	case e.Op == "-":
		t.Value = "-" + strings.TrimPrefix(t.Value, "+")
	}
	return t
}

// compareTerm reads the comparison of a variable with a constant.
func (r *reader) compareTerm(s *scope, at sparql11.Pos, v, op string, t node) formula {
	on, f := r.on(s, at, v)
	switch {
	case t.Kind == sparql11.IRI && op == "=":
		return and(f, condition{at, on, test{kind: oneOf, terms: []node{t}}})
	case t.Kind == sparql11.IRI && op == "!=":
		return and(f, condition{at, on, test{kind: noneOf, terms: []node{t}}})
	case t.Kind == sparql11.IRI:
		r.fail(at, "?%s %s <%s>: IRIs have no order", v, op, t.Value)
		return conj{}
	}
	value, ok := r.value(at, t)
	unordered := value.Kind() == dl.String || value.Kind() == dl.Boolean
	if op == "!=" { // all things differ from a literal
		sides := disj{condition{at, on, test{kind: thing}}}
		for _, op := range []compareOp{"<", ">"} {
			sides = append(sides, condition{at, on, test{kind: compare, op: op, value: value, differs: true}})
		}
		if unordered {
			sides = append(sides[:1], condition{at, on, test{kind: compare, op: "!=", value: value}})
		}
		return and(f, sides)
	}
	if ok && op != "=" && value.Kind() == dl.InUnit {
		r.assume(at, "the numbers of ?%s in the unit %s are compared, of which SPARQL knows no order", v,
			r.shorten(value.Datatype()))
	}
	if ok && op != "=" && unordered {
		r.fail(at, "?%s %s %q: concepts compare numbers, dates and times by order, not texts", v, op, short(t.Value))
	}
	return and(f, condition{at, on, test{kind: compare, op: compareOp(op), value: value}})
}

// value returns the value of a literal.
func (r *reader) value(at sparql11.Pos, t node) (dl.Value, bool) {
	if t.Language != "" {
		r.fail(at, "%q@%s: concepts do not compare texts with a language", short(t.Value), t.Language)
		return dl.Value{}, false
	}
	v, err := dl.ParseLiteral(t.Value, t.Datatype)
	if err != nil {
		r.fail(at, "%q: %v", short(t.Value), err)
		return dl.Value{}, false
	}
	return v, true
}
