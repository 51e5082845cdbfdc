package syntax

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// DefaultShape is the IRI of the node shape if none is named.
const DefaultShape = "urn:genus:Shape"

const shNS = "http://www.w3.org/ns/shacl#"

// SHACLOptions say how to write a concept as a shape. With the zero value, classes are
// those of rdf:type without subclasses.
type SHACLOptions struct {
	Shape    string   // IRI of the shape; empty: DefaultShape
	Prefixes Prefixes // for short names; those that are used are declared

	// Target is the class whose members must conform. Empty means all individuals with a
	// class.
	Target string

	// Type is the property from an individual to its class, SubClassOf that from
	// a class to its superclass; empty means rdf:type and rdfs:subClassOf. With
	// Closure the members of a class are those of its subclasses, too.
	Type, SubClassOf string
	Closure          bool

	// Kinds are the kinds of values that occur, by feature. They make comparisons of
	// dates shorter.
	Kinds map[string][]dl.Kind
}

// SHACL returns a node shape in Turtle to which exactly the members of the concept
// conform (SHACL, W3C Recommendation of 2017, Sections 2 to 4). SHACL has a closed
// world, as genus does.
//
// Each node of the concept becomes constraints on the focus node. A conjunction is a
// list of constraints. A restriction is a property shape with sh:qualifiedValueShape,
// which counts the distinct terms at the end of the path. sh:nodeKind excludes literals,
// which are not individuals.
func SHACL(c dl.Concept, o SHACLOptions) (string, error) {
	if c == nil {
		return "", errNil
	}
	return SHACLShapes([]Shape{{IRI: o.Shape, Target: o.Target, Concept: c}}, o)
}

// Shape is a node shape: the members of Target must be in Concept.
type Shape struct {
	IRI     string // empty: DefaultShape
	Target  string // as in SHACLOptions
	Concept dl.Concept
	Message string // for individuals that do not conform; may be empty
}

// SHACLShapes returns the shapes in one document, see [SHACL]. It ignores Shape and
// Target of the options.
func SHACLShapes(shapes []Shape, o SHACLOptions) (string, error) {
	o.Type, o.SubClassOf = cmp.Or(o.Type, rdfNS+"type"), cmp.Or(o.SubClassOf, rdfsSubClassOf)
	w := &shaper{document: newDocument(o.Prefixes, Prefixes{"sh": shNS}), o: o}
	var statements []tree
	for _, s := range shapes {
		w.o.Target = s.Target
		properties := []tree{leaf("a " + w.iri(shNS+"NodeShape"))}
		if s.Message != "" {
			properties = append(properties, w.predicate("message", leaf(quotedString(s.Message))))
		}
		properties = append(properties, w.target(s.Concept)...)
		statements = append(statements,
			tree{text: w.iri(cmp.Or(s.IRI, DefaultShape)), open: " ", sep: " ;", children: properties})
	}
	text, err := w.render(statements)
	if err != nil {
		return "", err
	}
	return w.noteUnusualKinds() + text, nil
}

const rdfsSubClassOf = rdfsNS + "subClassOf"

func (w *shaper) target(c dl.Concept) []tree {
	switch {
	case w.o.Target == "":
		return append([]tree{w.predicate("targetSubjectsOf", w.name(w.o.Type))}, w.constraints(c)...)
	case w.usesStandardClasses():
		return append([]tree{w.predicate("targetClass", w.name(w.o.Target))}, w.constraints(c)...)
	}
	// sh:targetClass means rdf:type, so the class becomes a condition.
	other := w.shape(dl.Not{C: dl.Name{IRI: w.o.Target}})
	return []tree{w.predicate("targetSubjectsOf", w.name(w.o.Type)), w.predicate("or", list(other, w.shape(c)))}
}

// usesStandardClasses reports whether class membership is that of SHACL: rdf:type, and
// rdfs:subClassOf over any number of steps (SHACL, Section 1.1).
func (w *shaper) usesStandardClasses() bool {
	return w.o.Closure && w.o.Type == rdfNS+"type" && w.o.SubClassOf == rdfsSubClassOf
}

// shape returns a node shape without a name. For ⊤ it has a constraint, because some
// validators do not accept an empty node as a shape.
func (w *shaper) shape(c dl.Concept) tree {
	properties := w.constraints(c)
	if len(properties) == 0 {
		properties = []tree{w.individual()}
	}
	return blank(properties...)
}

// individual returns the constraint that the node is not a literal.
func (w *shaper) individual() tree { return w.predicate("nodeKind", w.name(shNS+"BlankNodeOrIRI")) }

// constraints returns the constraints that exactly the nodes in c meet; none for ⊤.
func (w *shaper) constraints(c dl.Concept) []tree {
	switch c := c.(type) {
	case dl.Top:
		return nil
	case dl.Bottom:
		return []tree{w.predicate("not", blank(w.individual()))}
	case dl.Name:
		return []tree{w.class(c.IRI)}
	case dl.Nominal:
		if dl.IsUnknownValue(c.IRI) {
			return []tree{w.unknown(c.IRI)}
		}
		return []tree{w.predicate("hasValue", w.name(c.IRI))}
	case dl.Compare:
		if c.Op > dl.Equal {
			return []tree{w.derived(c)}
		}
		return []tree{w.comparison(c)}
	case dl.Agree:
		return []tree{w.agreement(c)}
	case dl.Less:
		return []tree{w.less(c)}
	case dl.Not:
		return []tree{w.predicate("not", w.shape(c.C))}
	case dl.And:
		return append(w.constraints(c.L), w.constraints(c.R)...)
	case dl.Or:
		var items []tree
		for _, d := range operands(c) {
			items = append(items, w.shape(d))
		}
		return []tree{w.predicate("or", list(items...))}
	case dl.Exists:
		return []tree{w.numberConstraint(c.Role, c.C, "qualifiedMinCount", 1)}
	case dl.ForAll:
		return []tree{w.forAll(c)}
	case dl.AtLeast:
		return []tree{w.numberConstraint(c.Role, c.C, "qualifiedMinCount", c.N)}
	case dl.AtMost:
		return []tree{w.numberConstraint(c.Role, c.C, "qualifiedMaxCount", c.N)}
	}
	w.failUnsupported(c)
	return nil
}

// class returns the constraint that the node is a member of the class.
func (w *shaper) class(iri string) tree {
	if w.usesStandardClasses() {
		return w.predicate("class", w.name(iri))
	}
	path := w.name(w.o.Type)
	if w.o.Closure {
		path = list(path, blank(w.predicate("zeroOrMorePath", w.name(w.o.SubClassOf))))
	}
	return w.property(path, w.predicate("hasValue", w.name(iri)))
}

func (w *shaper) path(r dl.Role) tree {
	path := w.name(r.IRI)
	if r.Inverse {
		path = blank(w.predicate("inversePath", path))
	}
	switch r.Closure {
	case dl.Plus:
		return blank(w.predicate("oneOrMorePath", path))
	case dl.Star:
		return blank(w.predicate("zeroOrMorePath", path))
	}
	return path
}

// derived returns the constraint for presence or a condition on texts. sh:pattern looks for
// its pattern anywhere, and SPARQL's flag i is sh:flags.
func (w *shaper) derived(c dl.Compare) tree {
	path, one := w.name(c.Feature), w.predicate("qualifiedMinCount", leaf("1"))
	switch c.Op {
	case dl.Present:
		return w.property(path, w.predicate("minCount", leaf("1")))
	case dl.Many:
		return w.property(path, w.predicate("minCount", leaf(c.Value.Lexical())))
	case dl.Lang:
		return w.property(path, w.predicate("qualifiedValueShape",
			blank(w.predicate("languageIn", list(leaf(quotedString(c.Value.Lexical())))))), one)
	}
	pattern := map[dl.Op]string{
		dl.Starts:  "^" + regexp.QuoteMeta(c.Value.Lexical()),
		dl.Ends:    regexp.QuoteMeta(c.Value.Lexical()) + "$",
		dl.HasWord: dl.WordPattern(c.Value.Lexical()),
	}[c.Op]
	text := func(datatype string) tree { return blank(w.predicate("datatype", w.name(datatype))) }
	value := []tree{
		w.predicate("or", list(text(dl.String.IRI()), text(dl.LangString.IRI()))),
		w.predicate("pattern", leaf(quotedString(pattern))),
	}
	if c.Op == dl.HasWord {
		value = append(value, w.predicate("flags", leaf(`"i"`)))
	}
	return w.property(path, w.predicate("qualifiedValueShape", blank(value...)), one)
}

// agreement returns the constraint that two roles share a successor. Only SHACL-SPARQL
// (section 5) has it.
func (w *shaper) agreement(c dl.Agree) tree {
	path := func(r dl.Role) string {
		path := "<" + r.IRI + ">"
		if r.Inverse {
			path = "^" + path
		}
		return "(" + path + ")" + [...]string{"", "+", "*"}[r.Closure]
	}
	for _, r := range []dl.Role{c.R, c.S} {
		if err := checkIRI(r.IRI); err != nil {
			w.fail(err)
		}
	}
	query := "SELECT $this WHERE { FILTER NOT EXISTS { $this " + path(c.R) + " ?v ; " + path(c.S) +
		" ?v . FILTER(!isLiteral(?v)) } }"
	return w.predicate("sparql", blank(w.predicate("select", leaf(quotedString(query)))))
}

// less returns the constraint that a value of one feature is less than one of another. sh:lessThan would want that of
// all their values; so it is SHACL-SPARQL (section 5). Points of time are compared by their spelling, completed to that
// of a dateTime in UTC.
func (w *shaper) less(c dl.Less) tree {
	for _, iri := range []string{c.F, c.G} {
		if err := checkIRI(iri); err != nil {
			w.fail(err)
		}
	}
	both := func(test string) string {
		return strings.ReplaceAll(test, "?_", "?v") + " && " + strings.ReplaceAll(test, "?_", "?w")
	}
	key := func(v string) string {
		spelling := "STRBEFORE(CONCAT(STR(" + v + `), "Z"), "Z")`
		return "CONCAT(" + spelling + `, SUBSTR("0000-01-01T00:00:00.000000000000", STRLEN(` + spelling + ") + 1))"
	}
	number := func(v string) string {
		return "<" + dl.Double.IRI() + ">(STRBEFORE(CONCAT(STR(" + v + `), " "), " "))`
	}
	var times []string
	for _, k := range []dl.Kind{dl.DateTime, dl.Date, dl.GYearMonth, dl.GYear} {
		times = append(times, "<"+k.IRI()+">")
	}
	tests := []string{
		both("isNumeric(?_)") + " && ?v < ?w",
		both("DATATYPE(?_) IN ("+strings.Join(times, ", ")+")") + " && " + key("?v") + " < " + key("?w"),
		`DATATYPE(?v) = DATATYPE(?w) && !STRSTARTS(STR(DATATYPE(?v)), "http://www.w3.org/") && ` +
			`STRAFTER(STR(?v), " ") = STRAFTER(STR(?w), " ") && ` + number("?v") + " < " + number("?w"),
	}
	query := "SELECT $this WHERE { FILTER NOT EXISTS { $this <" + c.F + "> ?v ; <" + c.G + "> ?w . FILTER((" +
		strings.Join(tests, ") || (") + ")) } }"
	return w.predicate("sparql", blank(w.predicate("select", leaf(quotedString(query)))))
}

func (w *shaper) numberConstraint(r dl.Role, c dl.Concept, bound string, n int) tree {
	value := blank(append([]tree{w.individual()}, w.constraints(c)...)...)
	return w.property(w.path(r), w.predicate("qualifiedValueShape", value), w.predicate(bound, leaf(strconv.Itoa(n))))
}

// forAll returns the constraint that every successor that is an individual is in c.
func (w *shaper) forAll(c dl.ForAll) tree {
	if c.Role.Inverse { // subjects are never literals
		return w.property(w.path(c.Role), w.predicate("node", w.shape(c.C)))
	}
	literal := blank(w.predicate("nodeKind", w.name(shNS+"Literal")))
	return w.property(w.path(c.Role), w.predicate("or", list(literal, w.shape(c.C))))
}

// unknown returns the constraint that a node is an unknown value of a Wikibase: it is a blank node, or
// an IRI in the namespace.
func (w *shaper) unknown(namespace string) tree {
	pattern := w.predicate("pattern", leaf(`"^`+strings.ReplaceAll(namespace, ".", "[.]")+`"`))
	return w.predicate("or", list(blank(w.predicate("nodeKind", w.name(shNS+"BlankNode"))), blank(pattern)))
}

// noteUnusualKinds returns a comment that names the kinds that not every validator
// orders, or an empty text.
func (w *shaper) noteUnusualKinds() string {
	note := ""
	if w.longYears {
		note = "# Not every validator orders years before 1 or after 9999, as XML Schema does: it must order these.\n"
	}
	if len(w.unusual) == 0 {
		return note
	}
	var names []string
	for k := dl.DateTime; k <= dl.GMonthDay; k++ {
		if w.unusual[k] {
			names = append(names, "xsd:"+k.String())
		}
	}
	return note + "# Of dates and times, SPARQL 1.1 orders xsd:dateTime only. The validator must order these, too:\n# " +
		strings.Join(names, ", ") + "\n"
}

// unusualYear matches a date with a year that is not from 0001 to 9999.
var unusualYear = regexp.MustCompile(`^(-?[0-9]{5}|-[0-9]|0000)`)

// zonePattern matches the time zone of a date or time.
const zonePattern = `(Z|[+-][0-9]{2}:[0-9]{2})$`

// dateTimeStamp is derived from dateTime; its values have a time zone.
const dateTimeStamp = dl.XSD + "dateTimeStamp"

// comparison returns the constraint that some value of the feature satisfies the
// comparison.
func (w *shaper) comparison(c dl.Compare) tree {
	if isValueEquality(c) && c.Value.Kind() == dl.String {
		return w.property(w.name(c.Feature), w.predicate("hasValue", leaf(w.shortLiteral(c.Value))))
	}
	if c.Value.Kind() == dl.InUnit {
		return w.inUnit(c)
	}
	shapes := w.values(c)
	value := tree{}
	switch {
	case len(shapes) == 1:
		value = shapes[0]
	case len(shapes) > 1:
		value = blank(w.predicate("or", list(shapes...)))
	}
	return w.property(w.name(c.Feature), w.predicate("qualifiedValueShape", value),
		w.predicate("qualifiedMinCount", leaf("1")))
}

// inUnit returns the constraint that some value satisfies a comparison with a number in a unit. SHACL compares as
// SPARQL does, which orders no such values; only SHACL-SPARQL (section 5) can take their numbers.
func (w *shaper) inUnit(c dl.Compare) tree {
	for _, iri := range []string{c.Feature, c.Value.Datatype()} {
		if err := checkIRI(iri); err != nil {
			w.fail(err)
		}
	}
	number, inUnit := "STR(?v)", ""
	if unit := c.Value.Unit(); unit != "" {
		number, inUnit = `STRBEFORE(STR(?v), " ")`, ` && STRENDS(STR(?v), " `+unit+`")`
	}
	op := map[dl.Op]string{dl.GreaterEq: ">=", dl.LessEq: "<=", dl.Equal: "="}[c.Op]
	query := fmt.Sprintf(
		"SELECT $this WHERE { FILTER NOT EXISTS { $this <%s> ?v . FILTER(DATATYPE(?v) = <%s>%s && STRDT(%s, <%s>) %s %s) } }",
		c.Feature, c.Value.Datatype(), inUnit, number, dl.Double.IRI(), op, c.Value.Number())
	return w.predicate("sparql", blank(w.predicate("select", leaf(quotedString(query)))))
}

// values returns shapes. A value satisfies the comparison if it conforms to one of them.
//
// SHACL compares as SPARQL does. It compares numbers of all types by value (SHACL,
// Section 4.3; SPARQL 1.1, Section 17.3), so that one bound is enough; but it compares
// decimals with doubles as doubles, whereas genus is exact. For dates there is a shape
// for each datatype, with a time zone and without, because SPARQL does not define the
// order between these.
func (w *shaper) values(c dl.Compare) []tree {
	rs, err := ranges(c, w.o.Kinds[c.Feature])
	if err != nil {
		w.fail(err)
		return nil
	}
	k := c.Value.Kind()
	switch {
	case k == dl.Boolean: // as terms: sh:hasValue would not find "1"^^xsd:boolean
		other := `"0"`
		if c.Value == dl.Bool(true) {
			other = `"1"`
		}
		return []tree{blank(w.predicate("in", list(leaf(w.shortLiteral(c.Value)), leaf(other+"^^"+w.iri(k.IRI())))))}
	case k.Numeric():
		return []tree{blank(w.bounds(rs[0])...)}
	}
	var shapes []tree
	w.longYears = w.longYears || unusualYear.MatchString(c.Value.Lexical())
	for _, r := range rs {
		if r.kind != dl.DateTime {
			if w.unusual == nil {
				w.unusual = map[dl.Kind]bool{}
			}
			w.unusual[r.kind] = true
		}
		shapes = append(shapes, w.dates(r, r.kind.IRI()))
		if r.kind == dl.DateTime && r.hasZone() {
			shapes = append(shapes, w.dates(r, dateTimeStamp)) // sh:datatype knows no derivation
		}
	}
	return shapes
}

func (w *shaper) dates(r dataRange, datatype string) tree {
	zone := w.predicate("pattern", leaf(`"`+zonePattern+`"`))
	if !r.hasZone() {
		zone = w.predicate("not", blank(zone))
	}
	return blank(append([]tree{w.predicate("datatype", w.name(datatype)), zone}, w.bounds(r)...)...)
}

func (w *shaper) bounds(r dataRange) []tree {
	var bounds []tree
	if r.min != (dl.Value{}) {
		bounds = append(bounds, w.predicate("minInclusive", leaf(w.shortLiteral(r.min))))
	}
	if r.max != (dl.Value{}) {
		bounds = append(bounds, w.predicate("maxInclusive", leaf(w.shortLiteral(r.max))))
	}
	return bounds
}

// hasZone reports whether the values of the range have a time zone.
func (r dataRange) hasZone() bool { return r.min.HasZone() || r.max.HasZone() }

type shaper struct {
	*document
	o         SHACLOptions
	unusual   map[dl.Kind]bool // kinds that SPARQL 1.1 does not order
	longYears bool             // a bound has a year that is not from 0001 to 9999
}

func (w *shaper) name(iri string) tree { return leaf(w.iri(iri)) }

func (w *shaper) predicate(predicate string, object tree) tree {
	return row(leaf(w.iri(shNS+predicate)), object)
}

func (w *shaper) property(path tree, constraints ...tree) tree {
	return w.predicate("property", blank(append([]tree{w.predicate("path", path)}, constraints...)...))
}
