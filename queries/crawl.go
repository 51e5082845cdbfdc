package queries

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Statements describes statements about IRIs. The queries call the IRI ?s, the property
// ?p and the other end ?o.
type Statements struct {
	// Subjects are the IRIs, at least one.
	Subjects []string
	// Inverse selects the statements with the IRIs as objects (?o ?p ?s) instead of
	// those with the IRIs as subjects (?s ?p ?o).
	Inverse bool
	// Redirect, unless it is empty, is the property of redirects: an object is what it redirects to.
	Redirect string
	// Properties restricts ?p; empty means any.
	Properties []string
	// LiteralsOr restricts ?o to literals, except with these properties; nil means no
	// restriction.
	LiteralsOr []string
	// From and To restrict ?o to terms whose hash (MD5 of STR, hexadecimal) is at
	// least From and less than To; empty means no bound. Blank nodes, which have no
	// STR, come before all hashes.
	From, To string
}

// CountStatements returns a SELECT of ?s, ?p and the number ?n of their statements. Pairs
// without statements have no row.
func CountStatements(st Statements) (string, error) { return st.prepare("crawl-count") }

// CountAll returns a SELECT of one row with the number ?n of all these statements.
func CountAll(st Statements) (string, error) { return st.prepare("crawl-total") }

// PullStatements returns a SELECT of ?s, ?p and ?o, with as many rows as CountStatements
// counts.
func PullStatements(st Statements) (string, error) { return st.prepare("crawl-pull") }

func (st Statements) prepare(key string) (string, error) {
	q := newQuestion(key)
	q.statement("?s", "?p", st.Inverse, st.Redirect, "VALUES ?s { "+q.brackets(st.Subjects, " ")+" }")
	var filters []string
	if len(st.Properties) > 0 {
		filters = append(filters, q.propertyFilter(st.Subjects, st.Properties))
	}
	switch {
	case st.LiteralsOr == nil:
	case len(st.LiteralsOr) == 0:
		filters = append(filters, "FILTER(isLiteral(?o))")
	default:
		filters = append(filters, "FILTER(isLiteral(?o) || "+q.inCondition("?p", st.LiteralsOr)+")")
	}
	filters = append(filters, q.hashFilters("?o", st.From, st.To)...)
	return q.values("Subjects", st.Subjects).filter(filters...).write()
}

func (q *question) filter(filters ...string) *question {
	return q.text("Filter", strings.Join(filters, "\n"))
}

func (e *escaper) hashFilters(v, from, to string) (filters []string) {
	hash := "MD5(STR(" + v + "))"
	if from != "" { // some engines have a STR of blank nodes
		filters = append(filters, "FILTER(!isBlank("+v+") && "+hash+" >= "+e.quote(from)+")")
	}
	if to != "" {
		test := hash + " < " + e.quote(to)
		if from == "" {
			test = "isBlank(" + v + ") || " + test
		}
		filters = append(filters, "FILTER("+test+")")
	}
	return filters
}

func (e *escaper) inCondition(variable string, iris []string) string {
	return variable + " IN (" + e.brackets(iris, ", ") + ")"
}

// propertyFilter returns the filter that ?p is one of the properties. For several
// subjects the condition is hidden in an IF, so that Virtuoso goes through the statements
// of the subjects: it might go through all statements of the graph with the properties.
func (e *escaper) propertyFilter(subjects, properties []string) string {
	test := e.inCondition("?p", properties)
	if len(subjects) > 1 {
		test = "IF(" + test + ", true, false)"
	}
	return "FILTER(" + test + ")"
}

// CountUpTo returns a SELECT of ?n, the number of statements with the subject (if inverse,
// the object) and the property, but at most limit. An empty property means any. redirect is that of [Statements].
func CountUpTo(subject, property string, inverse bool, redirect string, limit int) (string, error) {
	q := newQuestion("crawl-few")
	p := "?p"
	if property != "" {
		p = q.bracket(property)
	}
	return q.statement(q.bracket(subject), p, inverse, redirect, "").limit(limit).write()
}

// AnonymousSuperclasses returns a SELECT of ?s and the superclasses ?o of the anonymous
// classes (blank nodes) to which the property first leads from ?s, with the number of rows as in a
// [Reading]. superclass is the property from a class to its superclass.
func AnonymousSuperclasses(subjects []string, first, superclass string) (string, error) {
	q := newQuestion("crawl-read")
	return q.text("Pattern",
		fmt.Sprintf("SELECT ?s ?o WHERE {\nVALUES ?s { %s }\n?s ?p ?b .\n?b ?q ?o "+
			".\nFILTER(isBlank(?b))\nFILTER(%s)\nFILTER(%s)\n}",
			q.brackets(subjects, " "), q.inCondition("?p", []string{first}), q.inCondition("?q", []string{superclass}))).write()
}

// Superclasses returns a SELECT of the IRIs ?o to which one or more steps by the
// property lead from the subject. Some engines omit some of them. Virtuoso needs the
// subject as a constant.
func Superclasses(subject, property string) (string, error) {
	q := newQuestion("crawl-above").iri("Subject", subject)
	return q.text("Path", "("+q.bracket(property)+")+").write()
}

// Labels returns a SELECT of ?s and its labels ?o in the languages. The language "" means
// labels without one.
func Labels(subjects, properties, languages []string) (string, error) {
	return newQuestion("crawl-labels").labels(subjects, properties, languages).write()
}

// PropertyLabels is Labels for properties that are described by entities: via leads from
// the entity, which has the labels, to the property.
func PropertyLabels(subjects []string, via string, properties, languages []string) (string, error) {
	return newQuestion("crawl-property-labels").iri("Via", via).labels(subjects, properties, languages).write()
}

// AllLabels is Labels and PropertyLabels in one. An empty via means Labels.
func AllLabels(subjects []string, via string, properties, languages []string) (string, error) {
	if via == "" {
		return Labels(subjects, properties, languages)
	}
	return newQuestion("crawl-all-labels").iri("Via", via).labels(subjects, properties, languages).write()
}

func (q *question) labels(subjects, properties, languages []string) *question {
	return q.values("Subjects", subjects).
		filter(q.propertyFilter(subjects, properties), "FILTER(LANG(?o) IN ("+joinTexts(languages, ", ", q.quote)+"))")
}

// SubjectsWith returns a SELECT DISTINCT of at most limit IRIs ?s from which one of the
// properties leads to the object.
func SubjectsWith(properties []string, object string, limit int) (string, error) {
	q := newQuestion("crawl-pointing").iri("Object", object).limit(limit)
	return q.filter("FILTER(" + q.inCondition("?p", properties) + ")").write()
}

// PropertyKinds returns a SELECT of properties ?s and their kinds ?o. via leads from the
// entity that describes a property to the property, and kind from the entity to the kind.
func PropertyKinds(properties []string, via, kind string) (string, error) {
	return newQuestion("crawl-property-kinds").values("Subjects", properties).iri("Via", via).iri("Kind", kind).write()
}

// A Presence says what counts by its existence only. The source states the kinds as for PropertyKinds;
// without Kinds no properties count. Articles are those about an individual, with their sites.
type Presence struct {
	Via, Kind string
	Kinds     []string
	Articles  bool
}

// Select returns a SELECT of the individuals ?s and what they have: a property ?o of the kinds, where ?p is
// unbound, or an article ?p with its site ?o.
func (p Presence) Select(individuals []string) (string, error) {
	q := newQuestion("crawl-presences")
	values := "{ VALUES ?s { " + q.brackets(individuals, " ") + " } "
	var parts []string
	if len(p.Kinds) > 0 {
		parts = append(parts, values+"VALUES ?kind { "+q.brackets(p.Kinds, " ")+" } ?s ?o ?v . ?e "+
			q.bracket(p.Via)+" ?o . ?e "+q.bracket(p.Kind)+" ?kind . }")
	}
	if p.Articles {
		parts = append(parts, values+"?p "+q.bracket(dl.ArticleAbout)+" ?s . ?p "+q.bracket(dl.ArticleIn)+" ?o . }")
	}
	return q.text("Pattern", strings.Join(parts, " UNION ")).write()
}

// PullWith returns a SELECT of the subjects ?s and objects ?o of all statements of the
// graph with the property. from and to bound the hashes of the subjects, as in Statements.
func PullWith(property, from, to string) (string, error) {
	q := newQuestion("crawl-pull-with").iri("Predicate", property)
	return q.filter(q.hashFilters("?s", from, to)...).write()
}

// Participation returns a SELECT of the pairs ?s, ?p of subjects and properties with at
// least one statement, with the number of rows as in a [Reading]. With linked, the object must not
// be a literal. With inverse, ?s is the object. EXISTS stops at the first statement, which matters at a
// high-degree node.
func Participation(subjects, properties []string, linked, inverse bool) (string, error) {
	statement := "?s ?p ?o ."
	switch {
	case inverse:
		statement = "?o ?p ?s ."
	case linked:
		statement += " FILTER(!isLiteral(?o))"
	}
	q := newQuestion("crawl-read")
	return q.text("Pattern",
		fmt.Sprintf("SELECT ?s ?p WHERE {\nVALUES ?s { %s }\nVALUES ?p { %s }\nFILTER EXISTS { %s }\n}",
			q.brackets(subjects, " "), q.brackets(properties, " "), statement)).write()
}

// Known returns a SELECT of those of the subjects ?s that have statements: a row with the
// number ?n of these, and a row with each IRI ?o that one of the properties ?p leads to.
func Known(subjects []string, redirects ...string) (string, error) {
	return newQuestion("crawl-known").values("Subjects", subjects).values("Redirects", redirects).write()
}

// GraphsOf returns a SELECT of the named graphs ?g with statements about the IRI, at most limit.
func GraphsOf(iri string, limit int) (string, error) {
	x, err := IRI(iri)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("SELECT DISTINCT ?g\nWHERE {\n  GRAPH ?g { { %[1]s ?p ?o } UNION { ?s ?p %[1]s } }\n}\nLIMIT %d", x,
		limit), nil
}

// StatementsOf returns a SELECT of the statements ?s ?p ?o about the IRIs ?s, at most limit.
func StatementsOf(subjects []string, limit int) (string, error) {
	var e escaper
	values := e.brackets(subjects, " ")
	return fmt.Sprintf("SELECT ?s ?p ?o\nWHERE {\n  VALUES ?s { %s }\n  ?s ?p ?o .\n}\nLIMIT %d", values, limit), e.err
}

// KnownAsObject returns an ASK whether the IRI is the object of a statement.
func KnownAsObject(iri string) (string, error) {
	return newQuestion("crawl-known-in").iri("Subject", iri).write()
}

// A Reading describes statements that are read without counting them before. The queries
// call the IRI ?s, the property ?p and the other end ?o. They have one more row: only ?n,
// the number of the other rows. If it is not there, or another one, the result was cut.
type Reading struct {
	// Subjects are the IRIs, at least one. Inverse selects the statements with the IRIs
	// as objects.
	Subjects []string
	Inverse  bool
	// Properties restricts ?p. Nil stands for Type and the properties of Domain; if that
	// is nil, too, for all.
	Properties []string
	Type       string
	Domain     *Domain
	// Fixed writes a single property as a constant. Virtuoso would then go through all
	// statements of the graph with the property.
	Fixed bool
	// Redirect is that of [Statements].
	Redirect string
	// Values restricts literals to those with a datatype other than xsd:string. Leaves restricts objects to literals,
	// except with the property Type.
	Values, Leaves bool
	// Limit is the largest number of rows, of each IRI if Inverse, otherwise of all.
	Limit int
	// Pointing, unless it is 0, adds the statements that point to the IRIs, at most so many of
	// each: their ?use is UsePointing. Labels adds the rows of AllLabels or another SELECT of ?s
	// and ?o: their ?use is UseLabel. Above adds the statements of SuperclassEdges with this
	// property about the classes that Type leads to: their ?use is UseAbove. The reading is not
	// inverse. Present adds the rows of Presence: their ?use is UsePresent.
	Pointing int
	Labels   string
	Above    string
	Present  string
}

// The values of ?use in the rows of a Reading; it is unbound in the others.
const (
	UsePointing = "pointing"
	UseLabel    = "label"
	UseAbove    = "above"
	UsePresent  = "present"
)

// Select returns a SELECT of the statements.
func (r Reading) Select() (string, error) {
	q := newQuestion("crawl-read")
	var pattern string
	if r.Inverse {
		pattern = r.eachPointing(q, "?p ?o")
	} else {
		p, name := "?p", ""
		if r.isFixed() {
			p = q.bracket(r.Properties[0])
			name = "BIND(" + p + " AS ?p)\n"
		}
		statement := resolveObject("?s", p, r.redirect(q), "?stated", "?to", "?o") + name
		pattern = fmt.Sprintf("SELECT ?s ?p ?o WHERE {\nVALUES ?s { %s }\n%s%s} LIMIT %d",
			q.brackets(r.Subjects, " "), statement, r.filters(q), max(r.Limit, 1))
	}
	if r.Pointing > 0 || r.Labels != "" || r.Above != "" || r.Present != "" {
		q.key, pattern = "crawl-read-around", "{ "+pattern+" }"
		if r.Pointing > 0 {
			p := r
			p.Inverse, p.Limit = true, r.Pointing
			pattern += "\nUNION\n" + p.eachPointing(q, "?p ?o ("+q.quote(UsePointing)+" AS ?use)")
		}
		if r.Labels != "" {
			pattern += "\nUNION\n{ SELECT ?s ?p ?o (" + q.quote(UseLabel) + " AS ?use) WHERE { { " + r.Labels + " } } }"
		}
		if r.Present != "" {
			pattern += "\nUNION\n{ SELECT ?s ?p ?o (" + q.quote(UsePresent) + " AS ?use) WHERE { { " + r.Present + " } } }"
		}
		if r.Above != "" {
			classes := fmt.Sprintf("{ SELECT DISTINCT ?c WHERE {\nVALUES ?x { %s }\n?x %s ?c .\n} }",
				q.brackets(r.Subjects, " "), q.bracket(r.Type))
			pattern += "\nUNION\n{ " + q.superclassEdges("?s ?p ?o ("+q.quote(UseAbove)+" AS ?use)", classes, r.Above) + " }"
		}
	}
	return q.text("Pattern", pattern).write()
}

// redirect returns the property of redirects in brackets; empty if there is none.
func (r Reading) redirect(q *question) string {
	if r.Redirect == "" {
		return ""
	}
	return q.bracket(r.Redirect)
}

func (r Reading) isFixed() bool { return r.Fixed && !r.Inverse && len(r.Properties) == 1 }

// Counts returns a SELECT of ?s, ?p and the number ?n of their statements, but of each IRI
// at most Limit statements are counted. The reading is inverse.
func (r Reading) Counts() (string, error) {
	q := newQuestion("crawl-read-count")
	return q.text("Pattern", r.eachPointing(q, "?p")).write()
}

func (r Reading) eachPointing(q *question, variables string) string {
	return joinTexts(r.Subjects, "\nUNION\n", func(iri string) string {
		s := q.bracket(iri)
		return fmt.Sprintf("{ SELECT (%[1]s AS ?s) %[2]s WHERE {\n%[5]s\n%[3]s} LIMIT %[4]d }",
			s, variables, r.filters(q), max(r.Limit, 1), resolvePointing(s, "?p", r.redirect(q), ""))
	})
}

// filters returns the filters for ?p and ?o. The condition on ?p is hidden in an IF, as in
// propertyFilter.
func (r Reading) filters(q *question) string {
	var out []string
	var test string
	switch {
	case r.isFixed():
	case len(r.Properties) > 0:
		test = q.inCondition("?p", r.Properties)
	case r.Domain != nil:
		d := r.Domain.withoutRedundant()
		test = cmp.Or(d.condition(&q.escaper, "?p", nil, q.brackets), "true")
		if !r.Inverse && r.Type != "" {
			test = q.inCondition("?p", []string{r.Type}) + " || " + test
		}
	}
	if test != "" {
		out = append(out, "FILTER(IF("+test+", true, false))")
	}
	if r.Values && !r.Inverse {
		out = append(out, "FILTER(!isLiteral(?o) || LANG(?o) = \"\" && DATATYPE(?o) != "+q.bracket(dl.XSD+"string")+")")
	}
	if r.Leaves {
		out = append(out, "FILTER(isLiteral(?o) || "+q.inCondition("?p", []string{r.Type})+")")
	}
	return strings.Join(append(out, ""), "\n")
}

// SuperclassEdges returns a SELECT of the statements ?s ?p ?o with the property about the
// classes and their superclasses at any distance, with the number of rows as in a
// [Reading].
func SuperclassEdges(classes []string, property string) (string, error) {
	q := newQuestion("crawl-read")
	start := fmt.Sprintf("VALUES ?c { %s }", q.brackets(classes, " "))
	return q.text("Pattern", q.superclassEdges("?s ?p ?o", start, property)).write()
}

// superclassEdges returns the SELECT of the variables for the classes ?c of the pattern.
func (q *question) superclassEdges(variables, classes, property string) string {
	filter := "FILTER(" + q.inCondition("?p", []string{property}) + ")\nFILTER(isIRI(?s))"
	return fmt.Sprintf("SELECT DISTINCT %s WHERE {\n%s\n?c (%s)* ?s .\n?s ?p ?o .\n%s\n}", variables, classes,
		q.bracket(property), filter)
}
