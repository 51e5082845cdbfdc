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
	if st.Inverse {
		key += "-in"
	} else {
		key += "-out"
	}
	var filters []string
	if len(st.Properties) > 0 {
		f, err := onlyProperties(st.Subjects, st.Properties)
		if err != nil {
			return "", err
		}
		filters = append(filters, f)
	}
	switch {
	case st.LiteralsOr == nil:
	case len(st.LiteralsOr) == 0:
		filters = append(filters, "FILTER(isLiteral(?o))")
	default:
		f, err := oneOf("?p", st.LiteralsOr)
		if err != nil {
			return "", err
		}
		filters = append(filters, "FILTER(isLiteral(?o) || "+f.s+")")
	}
	f, err := hashFilters("?o", st.From, st.To)
	if err != nil {
		return "", err
	}
	filters = append(filters, f...)
	return prepareAround(key, st.Subjects, patternText{strings.Join(filters, "\n")})
}

// hashFilters is the filter for a variable whose hash is from From to To.
func hashFilters(v, from, to string) ([]string, error) {
	hash := "MD5(STR(" + v + "))"
	var filters []string
	if from != "" {
		least, err := stringLiteral(from)
		if err != nil {
			return nil, err
		}
		filters = append(filters, "FILTER(!isBlank("+v+") && "+hash+" >= "+least.s+")") // some engines have a STR of blank nodes
	}
	if to != "" {
		below, err := stringLiteral(to)
		if err != nil {
			return nil, err
		}
		test := hash + " < " + below.s
		if from == "" {
			test = "isBlank(" + v + ") || " + test
		}
		filters = append(filters, "FILTER("+test+")")
	}
	return filters, nil
}

func prepareAround(key string, subjects []string, filter patternText) (string, error) {
	values, err := iriValues(subjects)
	if err != nil {
		return "", err
	}
	return prepare(key, struct {
		Subjects valuesText
		Filter   patternText
	}{values, filter})
}

// oneOf writes "?p IN (<a>, <b>)".
func oneOf(variable string, iris []string) (patternText, error) {
	parts := make([]string, len(iris))
	for i, iri := range iris {
		t, err := iriOf(iri)
		if err != nil {
			return patternText{}, err
		}
		parts[i] = t.s
	}
	return patternText{variable + " IN (" + strings.Join(parts, ", ") + ")"}, nil
}

// onlyProperties restricts ?p. Of several subjects all statements are looked at then, as
// when they are counted: where Virtuoso sees the properties in the filter it may go
// through all statements with them instead, of the whole graph.
func onlyProperties(subjects, properties []string) (string, error) {
	f, err := oneOf("?p", properties)
	if err != nil {
		return "", err
	}
	if len(subjects) > 1 {
		return "FILTER(IF(" + f.s + ", true, false))", nil
	}
	return "FILTER(" + f.s + ")", nil
}

// CountUpTo is a SELECT of ?n, the number of statements with that subject (or
// object, if inverse) and property, but at most limit.
func CountUpTo(subject, property string, inverse bool, limit int) (string, error) {
	s, err := iriOf(subject)
	if err != nil {
		return "", err
	}
	p, err := iriOf(property)
	if err != nil {
		return "", err
	}
	key := "crawl-hub-out"
	if inverse {
		key = "crawl-hub-in"
	}
	return prepare(key, struct {
		Subject, Predicate iriText
		Limit              int
	}{s, p, limit})
}

// CountFew is a SELECT of ?n, the number of statements with that subject (or
// object, if inverse), but at most limit.
func CountFew(subject string, inverse bool, limit int) (string, error) {
	s, err := iriOf(subject)
	if err != nil {
		return "", err
	}
	key := "crawl-few-out"
	if inverse {
		key = "crawl-few-in"
	}
	return prepare(key, struct {
		Subject iriText
		Limit   int
	}{s, limit})
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
	p, err := oneOf("?p", first)
	if err != nil {
		return "", err
	}
	q, err := oneOf("?q", superclass)
	if err != nil {
		return "", err
	}
	return prepareAround(key, subjects, patternText{"FILTER(" + p.s + ")\nFILTER(" + q.s + ")"})
}

// Above is a SELECT of the IRIs ?o to which the properties lead from the subject in
// one step or more. Not every engine answers with all of them. (Virtuoso needs the
// subject in its place.)
func Above(subject string, properties []string) (string, error) {
	s, err := iriOf(subject)
	if err != nil {
		return "", err
	}
	steps := make([]string, len(properties))
	for i, p := range properties {
		iri, err := iriOf(p)
		if err != nil {
			return "", err
		}
		steps[i] = iri.s
	}
	return prepare("crawl-above", struct {
		Subject iriText
		Path    patternText
	}{s, patternText{"(" + strings.Join(steps, "|") + ")+"}})
}

// Labels is a SELECT of ?s and its labels ?o in the languages; the language ""
// means labels without one.
func Labels(subjects, properties, languages []string) (string, error) {
	filter, err := labelFilter(subjects, properties, languages)
	if err != nil {
		return "", err
	}
	return prepareAround("crawl-labels", subjects, filter)
}

// PropertyLabels is Labels of properties whose labels are at the entity that
// describes the property: via leads from that entity to the property.
func PropertyLabels(subjects []string, via string, properties, languages []string) (string, error) {
	values, err := iriValues(subjects)
	if err != nil {
		return "", err
	}
	v, err := iriOf(via)
	if err != nil {
		return "", err
	}
	filter, err := labelFilter(subjects, properties, languages)
	if err != nil {
		return "", err
	}
	return prepare("crawl-property-labels", struct {
		Subjects valuesText
		Via      iriText
		Filter   patternText
	}{values, v, filter})
}

// labelFilter restricts ?p to the properties and the language of ?o.
func labelFilter(subjects, properties, languages []string) (patternText, error) {
	p, err := onlyProperties(subjects, properties)
	if err != nil {
		return patternText{}, err
	}
	langs := make([]string, len(languages))
	for i, l := range languages {
		t, err := stringLiteral(l)
		if err != nil {
			return patternText{}, err
		}
		langs[i] = t.s
	}
	return patternText{p + "\nFILTER(LANG(?o) IN (" + strings.Join(langs, ", ") + "))"}, nil
}

// Pointing is a SELECT of IRIs ?s, each once, that have the object by one of the
// properties, and not more than limit.
func Pointing(properties []string, object string, limit int) (string, error) {
	p, err := oneOf("?p", properties)
	if err != nil {
		return "", err
	}
	o, err := iriOf(object)
	if err != nil {
		return "", err
	}
	return prepare("crawl-pointing", struct {
		Object iriText
		Filter patternText
		Limit  int
	}{o, patternText{"FILTER(" + p.s + ")"}, limit})
}

// PropertyKinds is a SELECT of properties ?s and their kinds ?o: via leads to a
// property from the entity that describes it, and kind from that to its kind.
func PropertyKinds(properties []string, via, kind string) (string, error) {
	values, err := iriValues(properties)
	if err != nil {
		return "", err
	}
	v, err := iriOf(via)
	if err != nil {
		return "", err
	}
	k, err := iriOf(kind)
	if err != nil {
		return "", err
	}
	return prepare("crawl-property-kinds", struct {
		Subjects  valuesText
		Via, Kind iriText
	}{values, v, k})
}

// CountWith is a SELECT of one row with the number ?n of all statements of the graph
// with the property.
func CountWith(property string) (string, error) { return allWith("crawl-count-with", property, "", "") }

// PullWith is a SELECT of the subjects ?s and objects ?o of all statements of the
// graph with the property whose subjects have a hash from From to To, as in
// Statements.
func PullWith(property, from, to string) (string, error) {
	return allWith("crawl-pull-with", property, from, to)
}

func allWith(key, property, from, to string) (string, error) {
	p, err := iriOf(property)
	if err != nil {
		return "", err
	}
	filters, err := hashFilters("?s", from, to)
	if err != nil {
		return "", err
	}
	return prepare(key, struct {
		Predicate iriText
		Filter    patternText
	}{p, patternText{strings.Join(filters, "\n")}})
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
	s, err := iriValues(subjects)
	if err != nil {
		return "", err
	}
	p, err := iriValues(properties)
	if err != nil {
		return "", err
	}
	return prepare(key, struct {
		Subjects, Properties valuesText
		Linked, Inverse      bool
	}{s, p, linked, inverse})
}

// Known is a SELECT of those ?s that are the subject of a statement, with the
// number ?n of these.
func Known(subjects []string) (string, error) {
	return prepareAround("crawl-known", subjects, patternText{})
}

// KnownAsObject asks whether the IRI is the object of a statement.
func KnownAsObject(iri string) (string, error) {
	t, err := iriOf(iri)
	if err != nil {
		return "", err
	}
	return prepare("crawl-known-in", struct{ Subject iriText }{t})
}
