package queries

import "strings"

// Statements describes the statements around some IRIs. The queries made of it
// name the IRI ?s, the property ?p and the other end ?o.
type Statements struct {
	// Subjects are the IRIs, at least one.
	Subjects []string
	// Inverse: the statements that point to them (?o ?p ?s) instead of those
	// about them (?s ?p ?o).
	Inverse bool
	// Properties restricts ?p; empty means any.
	Properties []string
	// LiteralsOr restricts ?o to literals but for these properties; nil means no
	// restriction.
	LiteralsOr []string
	// From and To restrict ?o to those whose hash (MD5 of STR, hexadecimal) is at
	// least From and less than To; empty means no bound. Blank nodes, which have no
	// STR, are with the smallest.
	From, To string
}

// CountStatements is a SELECT of ?s, ?p and their number ?n; what has none gives
// no row.
func CountStatements(st Statements) (string, error) { return st.prepare("crawl-count") }

// CountAll is a SELECT of one row with the number ?n of all these statements.
func CountAll(st Statements) (string, error) { return st.prepare("crawl-total") }

// PullStatements is a SELECT of ?s, ?p and ?o, with as many rows as
// CountStatements says.
func PullStatements(st Statements) (string, error) { return st.prepare("crawl-pull") }

func (st Statements) prepare(key string) (string, error) {
	q := newDirected(key, st.Inverse)
	var filters []string
	if len(st.Properties) > 0 {
		filters = append(filters, q.onlyProperties(st.Subjects, st.Properties))
	}
	switch {
	case st.LiteralsOr == nil:
	case len(st.LiteralsOr) == 0:
		filters = append(filters, "FILTER(isLiteral(?o))")
	default:
		filters = append(filters, "FILTER(isLiteral(?o) || "+q.oneOf("?p", st.LiteralsOr)+")")
	}
	filters = append(filters, q.hashFilters("?o", st.From, st.To)...)
	return q.values("Subjects", st.Subjects).filter(filters...).write()
}

func (q *question) filter(filters ...string) *question {
	return q.text("Filter", strings.Join(filters, "\n"))
}

// hashFilters are the filters for a variable whose hash is from From to To.
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

// oneOf writes "?p IN (<a>, <b>)".
func (e *escaper) oneOf(variable string, iris []string) string {
	return variable + " IN (" + e.brackets(iris, ", ") + ")"
}

// onlyProperties restricts ?p. Of several subjects all statements are looked at then, as
// when they are counted: where Virtuoso sees the properties in the filter it may go
// through all statements with them instead, of the whole graph.
func (e *escaper) onlyProperties(subjects, properties []string) string {
	test := e.oneOf("?p", properties)
	if len(subjects) > 1 {
		test = "IF(" + test + ", true, false)"
	}
	return "FILTER(" + test + ")"
}

// CountUpTo is a SELECT of ?n, the number of statements with that subject (or
// object, if inverse) and property, but at most limit.
func CountUpTo(subject, property string, inverse bool, limit int) (string, error) {
	return newDirected("crawl-hub", inverse).iri("Subject", subject).iri("Predicate", property).limit(limit).write()
}

// CountFew is a SELECT of ?n, the number of statements with that subject (or
// object, if inverse), but at most limit.
func CountFew(subject string, inverse bool, limit int) (string, error) {
	return newDirected("crawl-few", inverse).iri("Subject", subject).limit(limit).write()
}

// AnonymousSuperclasses is a SELECT of ?s and the superclasses ?o of the
// anonymous classes (blank nodes) that ?s has by one of the first properties;
// superclass are the properties from a class to its superclass.
func AnonymousSuperclasses(subjects, first, superclass []string) (string, error) {
	return anonymous("crawl-anonymous", subjects, first, superclass)
}

// CountAnonymousSuperclasses is a SELECT of one row with the number ?n of the rows of
// AnonymousSuperclasses.
func CountAnonymousSuperclasses(subjects, first, superclass []string) (string, error) {
	return anonymous("crawl-anonymous-total", subjects, first, superclass)
}

func anonymous(key string, subjects, first, superclass []string) (string, error) {
	q := newQuestion(key)
	return q.values("Subjects", subjects).filter("FILTER("+q.oneOf("?p", first)+")", "FILTER("+q.oneOf("?q", superclass)+")").write()
}

// Above is a SELECT of the IRIs ?o to which the properties lead from the subject in
// one step or more. Not every engine answers with all of them. (Virtuoso needs the
// subject in its place.)
func Above(subject string, properties []string) (string, error) {
	q := newQuestion("crawl-above").iri("Subject", subject)
	return q.text("Path", "("+q.brackets(properties, "|")+")+").write()
}

// Labels is a SELECT of ?s and its labels ?o in the languages; the language ""
// means labels without one.
func Labels(subjects, properties, languages []string) (string, error) {
	return newQuestion("crawl-labels").labels(subjects, properties, languages).write()
}

// PropertyLabels is Labels of properties whose labels are at the entity that
// describes the property: via leads from that entity to the property.
func PropertyLabels(subjects []string, via string, properties, languages []string) (string, error) {
	return newQuestion("crawl-property-labels").iri("Via", via).labels(subjects, properties, languages).write()
}

// labels restricts ?p to the properties and the language of ?o.
func (q *question) labels(subjects, properties, languages []string) *question {
	return q.values("Subjects", subjects).
		filter(q.onlyProperties(subjects, properties), "FILTER(LANG(?o) IN ("+each(languages, ", ", q.quote)+"))")
}

// Pointing is a SELECT of IRIs ?s, each once, that have the object by one of the
// properties, and not more than limit.
func Pointing(properties []string, object string, limit int) (string, error) {
	q := newQuestion("crawl-pointing").iri("Object", object).limit(limit)
	return q.filter("FILTER(" + q.oneOf("?p", properties) + ")").write()
}

// PropertyKinds is a SELECT of properties ?s and their kinds ?o: via leads to a
// property from the entity that describes it, and kind from that to its kind.
func PropertyKinds(properties []string, via, kind string) (string, error) {
	return newQuestion("crawl-property-kinds").values("Subjects", properties).iri("Via", via).iri("Kind", kind).write()
}

// CountWith is a SELECT of one row with the number ?n of all statements of the graph
// with the property.
func CountWith(property string) (string, error) {
	return newQuestion("crawl-count-with").iri("Predicate", property).write()
}

// PullWith is a SELECT of the subjects ?s and objects ?o of all statements of the
// graph with the property whose subjects have a hash from From to To, as in
// Statements.
func PullWith(property, from, to string) (string, error) {
	q := newQuestion("crawl-pull-with").iri("Predicate", property)
	return q.filter(q.hashFilters("?s", from, to)...).write()
}

// Participation is a SELECT of the pairs ?s and ?p of the subjects and properties of
// which there is a statement; with linked, one whose object is no literal; with
// inverse, one with the ?s as its object.
func Participation(subjects, properties []string, linked, inverse bool) (string, error) {
	return participation("crawl-participation", subjects, properties, linked, inverse)
}

// CountParticipation is a SELECT of one row with the number ?n of the rows of Participation.
func CountParticipation(subjects, properties []string, linked, inverse bool) (string, error) {
	return participation("crawl-participation-total", subjects, properties, linked, inverse)
}

func participation(key string, subjects, properties []string, linked, inverse bool) (string, error) {
	return newQuestion(key).values("Subjects", subjects).values("Properties", properties).flag("Linked", linked).flag("Inverse", inverse).write()
}

// Known is a SELECT of those ?s that are the subject of a statement, with the
// number ?n of these.
func Known(subjects []string) (string, error) {
	return newQuestion("crawl-known").values("Subjects", subjects).write()
}

// KnownAsObject asks whether the IRI is the object of a statement.
func KnownAsObject(iri string) (string, error) {
	return newQuestion("crawl-known-in").iri("Subject", iri).write()
}
