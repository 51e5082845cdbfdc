package read

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries/sparql11"
)

// Options say what is known about the graph of a query.
type Options struct {
	Prefixes         map[string]string // declared before the query, which may declare others
	Type, SubClassOf string            // how class membership is stated; empty: as RDF does
	NoClosure        bool              // the members of a subclass are not members of the class
	Classes          bool              // the individuals are classes, and the query is about their axioms
	Redirect         string            // the property of redirects, which values of roles follow; empty: none
	Labels           []string          // properties that lead to labels; rdfs:label is one always
	Graphs           []string          // the graphs that the query is about; FROM may name these
	Variable         string            // whose values are the members; empty: the first one
	// HasSubclasses reports whether a class has subclasses, whose members are stated to be members of those
	// only. Nil: that is not known.
	HasSubclasses func(class string) bool
	// Values says which values the property has. Nil: that is not known.
	Values func(property string) Values
}

// Values says which values a property has.
type Values struct {
	Known            bool
	Things, Literals bool
	Kinds            []dl.Kind // of its literals
	Zoned            bool      // some dates have a time zone other than UTC
	Sampled          bool      // only some values were looked at
}

// A Reading is a query with the concept whose members it selects.
type Reading struct {
	Concept  dl.Concept
	Variable string // without ?, whose values are the members
	// Notes say what the concept leaves out because it takes no member away.
	Notes []string
	// RowNotes say which rows the query asks for, which a table has and the concept does not.
	RowNotes []string
	// Assumes say what must be true of the data so that the concept has the same members.
	Assumes []string
	Query   *sparql11.Query
	Rows    Rows // which rows a table of the query has
}

const (
	rdfType        = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	rdfsSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
	rdfsLabel      = "http://www.w3.org/2000/01/rdf-schema#label"
)

// ErrNoConcept is the error for a query that is not SPARQL, or no concept. The message says which
// part is not, and where it is.
var ErrNoConcept = errors.New("no concept")

// reader reads one query. It keeps the first error.
type reader struct {
	text             string
	o                Options
	typing, subclass string // IRIs
	labels           []string
	root             node
	renames, cases   int
	written          int               // filters looked for among those that queries writes
	parsed           map[string]string // those, as sparql11 prints them
	pages            map[*sparql11.Query]bool
	notes, assumes   []string
	rowNotes         []string // see Reading
	entails          bool     // the concept has what follows from the axioms, beyond what the query finds
	ofGroups         bool     // the order of the query is that of groups
	err              error
}

// Concept returns the concept of Read.
func Concept(text string, o Options) (dl.Concept, error) {
	reading, err := Read(text, o)
	if err != nil {
		return nil, err
	}
	return reading.Concept, nil
}

// Read returns the concept whose members a SPARQL query selects (the table of the package says
// which queries are read). A graph pattern alone is about ?x, unless the options name another variable. Other queries
// are ErrNoConcept.
//
// The concept of a query with GROUP BY is that of the keys or, if they are literals or COUNT is of solutions, that of
// what is counted.
func Read(text string, o Options) (*Reading, error) {
	groups, err := readGroups(text, o)
	if err != nil {
		return nil, err
	}
	reading, err := readQuery(text, o, func(*sparql11.Query) {}, groups != nil)
	switch {
	case groups == nil:
		return reading, err
	case err != nil:
		reading = groups.Counted
		about := fmt.Sprintf("the concept is about ?%s, which the query counts; a table has the groups", reading.Variable)
		reading.RowNotes = append([]string{about}, reading.RowNotes...)
	}
	reading.Notes = append(reading.Notes, groups.notes...)
	reading.Rows.Groups, reading.Rows.Limit, reading.Rows.Offset = groups, groups.limit, groups.offset
	return reading, nil
}

// parse returns the query of a text, which may be a pattern alone.
func parse(text string, o Options) (*sparql11.Query, error) {
	parse := sparql11.ParsePattern
	if isWhole(text) {
		parse = sparql11.Parse
	}
	q, err := parse(text, withDefaults(o.Prefixes))
	if err != nil {
		return nil, fmt.Errorf("%w: the query is not SPARQL: %w", ErrNoConcept, err)
	}
	return q, nil
}

// readQuery reads the query after the change. grouped: its order is that of groups.
func readQuery(text string, o Options, change func(*sparql11.Query), grouped bool) (*Reading, error) {
	q, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	change(q)
	r := &reader{
		ofGroups: grouped,
		text:     text,
		o:        o,
		typing:   cmp.Or(o.Type, rdfType),
		subclass: cmp.Or(o.SubClassOf, rdfsSubClassOf),
		labels:   append([]string{rdfsLabel}, o.Labels...),
		pages:    map[*sparql11.Query]bool{},
		parsed:   map[string]string{},
	}
	r.withoutGraphs(q)
	v := r.answer(q)
	about := q
	if o.Classes { // q stays as it was written
		if about, err = parse(text, o); err != nil {
			return nil, err
		}
		change(about)
		r.typing, r.o.HasSubclasses, about.Select = below, nil, q.Select
		r.withoutGraphs(about)
		r.applyAxioms(about.Where)
		if r.entails { // a note says so already
			r.assumes = nil
		}
	}
	c := withoutLanguages(r.members(about, v))
	if r.absolute(q.Pos, c); o.Classes {
		r.withoutAxioms(q.Pos, c)
	}
	if r.err != nil {
		return nil, r.err
	}
	return &Reading{
		Concept: c, Variable: v, Notes: r.notes, RowNotes: r.rowNotes, Assumes: r.assumes,
		Query: q, Rows: r.rows(sliced(q), v),
	}, nil
}

// sliced returns the query that has the order and the limit: q, or a page of the members in it, to which q adds
// columns.
func sliced(q *sparql11.Query) *sparql11.Query {
	if len(q.OrderBy) == 0 && q.Limit == nil && q.Offset == nil {
		if sub := page(q.Where); sub != nil {
			return sub
		}
	}
	return q
}

// absolute refuses a concept with relative IRIs.
func (r *reader) absolute(at sparql11.Pos, c dl.Concept) {
	check := func(iri string) {
		if !strings.Contains(iri, ":") {
			r.fail(at, "the IRI <%s> is relative: write it in full, or declare BASE", iri)
		}
	}
	for _, iri := range dl.EntitiesOf(c).IRIs() {
		check(iri)
	}
}

// answer returns the variable whose values are the members.
func (r *reader) answer(q *sparql11.Query) string {
	if v := cmp.Or(r.o.Variable, firstVariable(q.Where)); q.Form == sparql11.Ask && v != "" {
		r.note(q.Pos, "ASK is about whether there are any members")
		q.Form = sparql11.Select
		q.Select = []sparql11.Projection{{Pos: q.Pos, Var: v}}
	}
	if q.Form != sparql11.Select {
		r.fail(q.Pos, "the query is %s, not SELECT: write SELECT ?x WHERE { … }", q.Form)
		return ""
	}
	other := func(g node) bool { return !slices.Contains(r.o.Graphs, g.Value) }
	if len(q.FromNamed) > 0 || len(q.From) > 0 && (len(q.From) != len(r.o.Graphs) || slices.ContainsFunc(q.From, other)) {
		r.fail(q.Pos, "FROM: a concept is about one graph; choose it with --graph and leave out FROM")
	}
	q.Select = r.countedMembers(q)
	v := r.o.Variable
	switch {
	case len(q.Select) > 0:
		v = cmp.Or(v, q.Select[0].Var)
	case q.Star:
		v = cmp.Or(v, firstVariable(q.Where))
	default: // a pattern alone
		v = cmp.Or(v, "x")
		q.Select = []sparql11.Projection{{Pos: q.Pos, Var: v}}
	}
	if t := r.literalStatement(q, v); t != nil && r.o.Variable == "" {
		v = r.subject(q, t)
	}
	if !q.Star && !slices.ContainsFunc(q.Select, func(p sparql11.Projection) bool { return p.Var == v }) {
		r.fail(q.Pos, "SELECT has no variable ?%s", v)
	}
	return v
}

// countedMembers returns what SELECT lists; of one number of members, the members.
func (r *reader) countedMembers(q *sparql11.Query) []sparql11.Projection {
	if len(q.Select) != 1 || len(q.GroupBy)+len(q.Having) > 0 {
		return q.Select
	}
	e := q.Select[0].Expr
	if e == nil || e.Op != "COUNT" || !e.Star && (e.Args[0].Term.Kind != sparql11.Var || e.Args[0].Op != "") {
		return q.Select
	}
	counted := firstVariable(q.Where) // of solutions
	if !e.Star {
		counted = e.Args[0].Term.Value
	}
	r.note(q.Pos, "%s is about the members, %s", short(e.String()), variable(counted))
	return []sparql11.Projection{{Pos: e.Pos, Var: counted}}
}

// firstVariable returns the first variable of a group.
func firstVariable(g *sparql11.Group) string {
	if g.Sub != nil {
		if len(g.Sub.Select) > 0 {
			return g.Sub.Select[0].Var
		}
		return firstVariable(g.Sub.Where)
	}
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql11.Triple:
			for _, n := range []node{e.Subject, e.Object} {
				if n.Kind == sparql11.Var {
					return n.Value
				}
			}
		case *sparql11.Union:
			if v := firstVariable(e.Branches[0]); v != "" {
				return v
			}
		case *sparql11.Values:
			return e.Vars[0]
		}
	}
	return ""
}

// members returns the concept of the values of v in a query.
func (r *reader) members(q *sparql11.Query, v string) dl.Concept {
	r.slice(q, v)
	if sub := sliced(q); sub != q && r.err == nil {
		r.slice(sub, v)
		r.pages[sub] = true
	}
	if r.err != nil {
		return dl.Top{}
	}
	r.root = variable(v)
	shown := *q
	shown.Select = slices.DeleteFunc(slices.Clone(q.Select),
		func(p sparql11.Projection) bool { return p.Var != v && p.Expr == nil })
	s := r.selected(&shown)
	if r.err != nil {
		return dl.Top{}
	}
	if !s.certain[v] {
		r.fail(q.Pos, "?%s may have no value", v)
		return dl.Top{}
	}
	for _, p := range q.Select {
		if p.Var != v && !isColumn(q, p) && !r.ofGroups && r.memberAggregate(q, v, p) == nil {
			r.note(p.Pos, "left out: %s, as the concept says who is a member (genus query --group counts the members "+
				"by a value)", p)
		}
	}
	c := r.concept(r.root, r.undecorated(s.formula()))
	return c
}

// page returns the subquery of a group that has only OPTIONAL and label services beside it.
func page(g *sparql11.Group) (sub *sparql11.Query) {
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql11.Optional, *sparql11.Service:
		case *sparql11.Union:
			if sub != nil || len(e.Branches) > 1 || e.Branches[0].Sub == nil {
				return nil
			}
			sub = e.Branches[0].Sub
		default:
			return nil
		}
	}
	return sub
}

// slice notes the order and the limit of the answers. An order by anything but the members with a
// limit asks for the first ones.
func (r *reader) slice(q *sparql11.Query, v string) {
	limit := cmp.Or(q.Limit, q.Offset)
	if limit == nil {
		switch {
		case len(q.OrderBy) == 0:
		case r.ofGroups || r.rows(q, v).By != nil:
			r.noteRows(q.OrderBy[0].Pos, "left out: ORDER BY, as members have no order; a table has it")
		default:
			r.note(q.OrderBy[0].Pos, "left out: ORDER BY, as members have no order")
		}
		return
	}
	for _, e := range q.OrderBy {
		if e.Term != variable(v) && !r.ofGroups && r.rows(q, v).By == nil {
			r.fail(e.Pos, "ORDER BY %s with LIMIT asks for the first ones in that order; concepts say what all members "+
				"have, and a table has the order of one property of them, or of one that a path without conditions leads to",
				short(e.String()))
			return
		}
	}
	var out []string
	if q.Limit != nil {
		out = append(out, "LIMIT "+q.Limit.N)
	}
	if q.Offset != nil {
		out = append(out, "OFFSET "+q.Offset.N)
	}
	r.noteRows(limit.Pos, "left out: %s, as the concept has all members; a table has these", strings.Join(out, " "))
}

// undecorated leaves out labels and classes, which do not choose members: ?v rdfs:label ?l with nothing but a
// language said of ?l, and ?v a ?c with nothing but ?c subClassOf* ?d.
func (r *reader) undecorated(f formula) formula {
	parts := slices.Clone(conjuncts(f))
	parts = slices.DeleteFunc(parts, func(g formula) bool { return r.mayTakeNoStep(g, f) })
	var out []formula
	gone := map[node]bool{}
	for _, g := range parts {
		e, ok := g.(edge)
		of := slices.Contains(r.labels, e.property) || e.property == r.typing
		if !ok || !of || e.closure != 0 || !isVar(e.to) || e.to == r.root {
			out = append(out, g)
			continue
		}
		what, decorates := r.decoration(e, parts)
		if !decorates || len(parts) == 1 {
			out = append(out, g)
			continue
		}
		gone[e.to] = true
		r.assume(e.pos, "everything that the query finds has %s", what)
	}
	return and(slices.DeleteFunc(out, func(h formula) bool { c, is := h.(condition); return is && gone[c.on] })...)
}

// mayTakeNoStep reports whether g is ?c subClassOf* ?d with nothing else in f said of ?d: a path of no step
// gives ?d a value.
func (r *reader) mayTakeNoStep(g, f formula) bool {
	e, ok := g.(edge)
	if !ok || e.closure != sparql11.Star || e.property != r.subclass || e.from == e.to || !isVar(e.to) || e.to == r.root {
		return false
	}
	return !slices.ContainsFunc(conjuncts(f), func(h formula) bool { return h != formula(e) && mentions(h, e.to) })
}

// decoration returns what the edge to a label or a class asks for; false if the parts say more of it than its
// language.
func (r *reader) decoration(e edge, parts []formula) (what string, ok bool) {
	what = "a label"
	if e.property == r.typing {
		what = "a class"
	}
	saysMore := slices.ContainsFunc(parts, func(h formula) bool {
		c, is := h.(condition)
		if is && c.on == e.to && c.kind == onText && (c.textOp == "LANG" || c.textOp == "LANGMATCHES") {
			what += " in the language " + c.text
			return false
		}
		return h != formula(e) && mentions(h, e.to)
	})
	return what, !saysMore
}

func (r *reader) line(at sparql11.Pos) int {
	return 1 + strings.Count(r.text[:min(int(at), len(r.text))], "\n")
}

func (r *reader) fail(at sparql11.Pos, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: line %d: %s", ErrNoConcept, r.line(at), fmt.Sprintf(format, args...))
	}
}

func (r *reader) note(at sparql11.Pos, format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf("line %d: %s", r.line(at), fmt.Sprintf(format, args...)))
}

// noteRows notes what only a table has.
func (r *reader) noteRows(at sparql11.Pos, format string, args ...any) {
	r.rowNotes = append(r.rowNotes, fmt.Sprintf("line %d: %s", r.line(at), fmt.Sprintf(format, args...)))
}

// assume notes what must be true of the data for the reading.
func (r *reader) assume(at sparql11.Pos, format string, args ...any) {
	if text := fmt.Sprintf("line %d: %s", r.line(at), fmt.Sprintf(format, args...)); !slices.Contains(r.assumes, text) {
		r.assumes = append(r.assumes, text)
	}
}

// name returns a node as the query has it.
func name(n node) string {
	v, _, _ := strings.Cut(n.Value, "#")
	switch {
	case n.Kind == sparql11.IRI:
		return "<" + n.Value + ">"
	case n.Kind == sparql11.Blank && (v == "step" || strings.HasPrefix(v, "[")):
		return "a thing without a name"
	}
	return "?" + v
}

// nameOf returns the names of the variables of a formula.
func nameOf(f formula) string {
	var out []string
	for _, n := range variables(f) {
		if s := name(n); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		nodes(f, func(n node) { out = append(out, name(n)) })
	}
	return strings.Join(out, " and ")
}

// otherName returns the name of a node that the parts have beside n.
func otherName(parts []formula, n node) string {
	for _, m := range variables(conj(parts)) {
		if m != n {
			return name(m)
		}
	}
	return "another"
}

// shorten returns an IRI with a known prefix if that is shorter.
func (r *reader) shorten(iri string) string {
	best := "<" + iri + ">"
	for p, ns := range withDefaults(r.o.Prefixes) {
		if local, ok := strings.CutPrefix(iri, ns); ok && len(p)+1+len(local) < len(best) {
			best = p + ":" + local
		}
	}
	return best
}
