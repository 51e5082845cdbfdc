package dl

import (
	"slices"
	"strings"
)

// Statements is the namespace of the properties of a Wikibase, such as
// http://www.wikidata.org/prop/; empty: the graph has no statements with qualifiers. A
// Wikibase states a fact twice: directly, x direct:P v, and by a statement,
//
//	x :P s,  s statement:P v,  s qualifier:Q w,  s wikibase:rank r.
//
// The names of properties P and Q follow the parts direct/, statement/ and qualifier/ of the
// namespace. A quantity also has a node with its amount and unit, which statement/value/P or
// qualifier/value/Q leads to, and maybe one with both normalised to units of the SI, of
// statement/value-normalized/P or qualifier/value-normalized/Q. A time has a node with its precision.
// That P or Q has no value is stated by s rdf:type novalue:P.
type Statements string

// The parts of the namespace. Claim is that of properties from an individual to a statement.
const (
	Claim     = ""
	Direct    = "direct/"
	ValueOf   = "statement/"
	Qualifier = "qualifier/"

	Quantity   = "statement/value/"
	Normalized = "statement/value-normalized/"
	NoneOf     = "novalue/"

	QualifierQuantity   = "qualifier/value/"
	QualifierNormalized = "qualifier/value-normalized/"
)

// inStatements are the parts of properties in statements.
var inStatements = []string{
	Claim, ValueOf, Qualifier, Quantity, Normalized, QualifierQuantity, QualifierNormalized, NoneOf,
}

// plainOf leads from the part of properties to compound values to that of the plain values.
var plainOf = map[string]string{
	Quantity: ValueOf, Normalized: ValueOf, QualifierQuantity: Qualifier, QualifierNormalized: Qualifier,
}

// The amount and the unit of a quantity.
const (
	QuantityAmount = "http://wikiba.se/ontology#quantityAmount"
	QuantityUnit   = "http://wikiba.se/ontology#quantityUnit"
)

// IsOne reports whether the unit is that of plain numbers.
func IsOne(unit string) bool { return strings.HasSuffix(unit, "/Q199") }

// TimePrecision leads from the compound value of a time to its precision, a number ([Span]).
const TimePrecision = "http://wikiba.se/ontology#timePrecision"

// TypeOfStatement leads from a statement to what has no value.
const TypeOfStatement = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

// The rank of a statement, and the rank of statements that never count.
const (
	StatementRank  = "http://wikiba.se/ontology#rank"
	DeprecatedRank = "http://wikiba.se/ontology#DeprecatedRank"
)

// The properties of an article of Wikipedia or its sisters: what it is about, its site, such as
// https://ml.wikipedia.org/, and its language. Every Wikibase with such articles states them so (sitelinks).
const (
	ArticleAbout    = "http://schema.org/about"
	ArticleIn       = "http://schema.org/isPartOf"
	ArticleLanguage = "http://schema.org/inLanguage"
)

// IsSitelink reports whether the property leads from an article to what it is about, its site or its language.
func (s Statements) IsSitelink(property string) bool {
	return s != "" && (property == ArticleAbout || property == ArticleIn || property == ArticleLanguage)
}

// Sitelink returns the concept of what has an article in the site.
func Sitelink(site string) Concept {
	return Exists{
		Role: Role{IRI: ArticleAbout, Inverse: true},
		C:    Exists{Role: Role{IRI: ArticleIn}, C: Nominal{IRI: site}},
	}
}

// NamesNothing reports whether an IRI that a Wikibase states as a value is that of an image, an article or
// another page. Only that there is one counts: nobody means these by name.
func (s Statements) NamesNothing(iri string) bool {
	return s != "" && strings.Contains(iri, "://") && !strings.Contains(iri, "/entity/") && !s.IsNode(iri) &&
		!s.Is(iri, NoneOf)
}

// Property returns the property with the name in a part of the namespace.
func (s Statements) Property(part, name string) string { return string(s) + part + name }

// Split returns the part of the namespace and the name of a property; false if the property
// is not in the namespace.
func (s Statements) Split(property string) (part, name string, ok bool) {
	local, ok := strings.CutPrefix(property, string(s))
	if !ok || s == "" {
		return "", "", false
	}
	i := strings.LastIndex(local, "/") + 1
	return local[:i], local[i:], local[i:] != ""
}

// Is reports whether the property is in the part of the namespace.
func (s Statements) Is(property, part string) bool {
	of, _, ok := s.Split(property)
	return ok && of == part
}

// Names returns the names of the properties whose statements the concept is about, sorted.
func (s Statements) Names(c Concept) (names []string) {
	Walk(c, func(d Concept) bool {
		role, _ := RoleOf(d)
		if part, name, ok := s.Split(role.IRI); ok && part == Claim {
			names = append(names, name)
		}
		return true
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// PlainOf returns the property of the plain value for one that leads to a compound value, such as
// qualifier/Q for qualifier/value/Q; false for any other property.
func (s Statements) PlainOf(property string) (plain string, ok bool) {
	part, name, _ := s.Split(property)
	part, ok = plainOf[part]
	return s.Property(part, name), ok
}

// IsInner reports whether the property leads from a statement to its value, a qualifier, or what
// has no value, or from a quantity to its unit. Such a step is no step of its own: the step to
// the statement counts for both.
func (s Statements) IsInner(property string) bool {
	part, _, ok := s.Split(property)
	return ok && part != Claim && part != Direct && slices.Contains(inStatements, part) ||
		s != "" && (property == TypeOfStatement || property == QuantityUnit)
}

// Depth returns the role depth of c, where the step to a statement and the step to its value
// or a qualifier are one, and so are those to an article and its site.
func (s Statements) Depth(c Concept) int {
	return depth(c, func(p string) bool { return s.IsInner(p) || s != "" && p == ArticleIn })
}

// unknownValues is what the names of unknown values begin with, in any Wikibase that has some.
const unknownValues = ".well-known/genid/"

// UnknownValue returns the IRI that stands for every value that is stated to be unknown. Such values
// of statements and qualifiers have no names, or names that begin with this IRI. A statement has at
// most one of a property.
func (s Statements) UnknownValue() string {
	return strings.TrimSuffix(string(s), "prop/") + unknownValues
}

// IsUnknownValue reports whether the IRI is the UnknownValue of a Wikibase.
func IsUnknownValue(iri string) bool { return strings.HasSuffix(iri, "/"+unknownValues) }

// MayBeUnknown reports whether the property of a Wikibase leads from a statement to its value or a
// qualifier, which is the UnknownValue if it is unknown.
func MayBeUnknown(property string) bool {
	s := namespaceOf(property)
	return s.Is(property, ValueOf) || s.Is(property, Qualifier)
}

// Unknown returns the UnknownValue if the object of the property is an unknown value: a blank node,
// as isBlank says, or one with a name.
func (s Statements) Unknown(property, object string, isBlank bool) (iri string, ok bool) {
	if s == "" || !s.Is(property, ValueOf) && !s.Is(property, Qualifier) {
		return "", false
	}
	iri = s.UnknownValue()
	return iri, isBlank || strings.HasPrefix(object, iri)
}

// IsNode reports whether the IRI stands for a statement, a compound value or an unknown value.
// Nobody means these by name.
func (s Statements) IsNode(iri string) bool {
	base, ok := strings.CutSuffix(string(s), "prop/")
	local, has := strings.CutPrefix(iri, base)
	return ok && has && slices.ContainsFunc([]string{"entity/statement/", "value/", unknownValues},
		func(part string) bool { return strings.HasPrefix(local, part) })
}

// Forms returns the properties in statements of a direct property. There are none of another
// property.
func (s Statements) Forms(direct string) (forms []string) {
	part, name, ok := s.Split(direct)
	if !ok || part != Direct {
		return nil
	}
	for _, form := range inStatements {
		forms = append(forms, s.Property(form, name))
	}
	return forms
}

// DirectOf returns the direct property of a property in statements, and any other property
// unchanged.
func (s Statements) DirectOf(property string) string {
	if part, name, ok := s.Split(property); ok && slices.Contains(inStatements, part) {
		return s.Property(Direct, name)
	}
	return property
}

// EntityOf returns the IRI of the entity that describes a property of the Wikibase.
func (s Statements) EntityOf(property string) string {
	_, name, _ := s.Split(property)
	return strings.TrimSuffix(string(s), "prop/") + "entity/" + name
}

// DirectProperty returns the direct property of a property in statements of any Wikibase, and
// any other property unchanged.
func DirectProperty(property string) string { return namespaceOf(property).DirectOf(property) }

// namespaceOf returns the namespace of a property of a Wikibase. All Wikibases end it the
// same way.
func namespaceOf(property string) Statements {
	const end = "/prop/"
	i := strings.LastIndex(property, end)
	if i < 0 {
		return ""
	}
	return Statements(property[:i+len(end)])
}

// Qualified is a qualified role: the individuals with a statement of a property that has a
// value and qualifiers,
//
//	∃p:P.(∃ps:P.C ⊓ ∃pq:Q.D ⊓ (pq:Q ≥ v) ⊓ ∃rdf:type.{wdno:Q} ⊓ ∃psn:P.(amount ≥ v) ⊓
//	∃pqn:Q.(amount ≥ v) ⊓ …)
//
// It is one step of a person's thought, and two of the logic.
//
// Such a concept about a reifier ([Reified]) has no Statements, and the IRI of the property:
//
//	∃P·statement.(∃P·value.C ⊓ ∃q.D ⊓ (q ≥ v) ⊓ …)
type Qualified struct {
	Statements Statements
	Property   string    // the name P
	Value      []Concept // C; empty: any value
	Qualifiers []Concept // the other parts
}

// QualifiedOf returns the parts of a qualified role; false if c has another form.
func QualifiedOf(c Concept) (q Qualified, ok bool) {
	e, ok := c.(Exists)
	if !ok || e.Role.Inverse {
		return q, false
	}
	if of, toValue, reified := ReifiedBy(e.Role.IRI); reified {
		return reifiedOf(of, e.C), !toValue && isQualified(of, e.C)
	}
	q.Statements = namespaceOf(e.Role.IRI)
	part, name, ok := q.Statements.Split(e.Role.IRI)
	if !ok || part != Claim {
		return q, false
	}
	q.Property = name
	for _, d := range Conjuncts(e.C) {
		property := ""
		switch d := d.(type) {
		case Exists:
			if !d.Role.Inverse {
				property = d.Role.IRI
			}
			if property == q.Statements.Property(ValueOf, name) {
				q.Value = append(q.Value, d.C)
				continue
			}
		case Compare:
			property = d.Feature
		}
		if !q.isPart(property, d) {
			return q, false
		}
		q.Qualifiers = append(q.Qualifiers, d)
	}
	return q, true
}

// reifiedOf returns the parts of what is said about reifiers of statements with the property.
func reifiedOf(property string, c Concept) Qualified {
	q := Qualified{Property: property}
	_, value := Reified(property)
	for _, d := range Conjuncts(c) {
		if e, ok := d.(Exists); ok && e.Role == (Role{IRI: value}) {
			q.Value = append(q.Value, e.C)
		} else {
			q.Qualifiers = append(q.Qualifiers, d)
		}
	}
	return q
}

// isQualified reports whether all parts of what is said about reifiers are values and qualifiers.
func isQualified(property string, c Concept) bool {
	return !slices.ContainsFunc(Conjuncts(c), func(d Concept) bool {
		switch d := d.(type) {
		case Exists:
			of, toValue, reified := ReifiedBy(d.Role.IRI)
			return d.Role.Inverse || reified && !(toValue && of == property)
		case Compare:
			_, _, reified := ReifiedBy(d.Feature)
			return reified
		}
		return true
	})
}

// isPart reports whether a part with this role or feature may stand beside the value.
func (q Qualified) isPart(property string, c Concept) bool {
	part, name, ok := q.Statements.Split(property)
	if !ok {
		_, none := q.Statements.NoValueOf(c)
		return none
	}
	return plainOf[part] == Qualifier || part == Qualifier || plainOf[part] == ValueOf && name == q.Property
}

// NoValueOf returns the name of the property that has no value by ∃rdf:type.{novalue:Q}; false
// if the concept has another form.
func (s Statements) NoValueOf(c Concept) (name string, ok bool) {
	e, ok := c.(Exists)
	if !ok || e.Role.Inverse || e.Role.IRI != TypeOfStatement {
		return "", false
	}
	o, _ := e.C.(Nominal)
	part, name, ok := s.Split(o.IRI)
	return name, ok && part == NoneOf
}

// QuantityOf returns the comparisons of an amount, and its unit, of ∃psn:P.(amount ≥ v) and of
// ∃psv:P.((amount ≥ v) ⊓ (amount ≤ w) ⊓ ∃unit.{u}), and of such concepts about qualifiers; false if
// the concept has another form. The unit is empty for a normalised amount.
func (s Statements) QuantityOf(c Concept) (amounts []Compare, unit string, ok bool) {
	e, _ := c.(Exists)
	if _, ok := s.PlainOf(e.Role.IRI); !ok {
		return nil, "", false
	}
	for _, d := range Conjuncts(e.C) {
		amount, compares := d.(Compare)
		of, _ := d.(Exists)
		o, named := of.C.(Nominal)
		switch {
		case compares && amount.Feature == QuantityAmount:
			amounts = append(amounts, amount)
		case named && unit == "" && of.Role == (Role{IRI: QuantityUnit}):
			unit = o.IRI
		default:
			return nil, "", false
		}
	}
	return amounts, unit, len(amounts) > 0
}

// Steps returns the role depth of c as [Statements.Depth] counts it, by the form of its qualified
// roles: it does not know whether the graph has statements.
func Steps(c Concept) int {
	var of Statements
	Walk(c, func(d Concept) bool {
		if q, ok := QualifiedOf(d); ok && of == "" {
			of = q.Statements
		}
		return of == ""
	})
	return of.Depth(c)
}

// Concept returns the concept with these parts.
func (q Qualified) Concept() Concept {
	claim, value := q.Statements.Property(Claim, q.Property), q.Statements.Property(ValueOf, q.Property)
	if q.Statements == "" {
		claim, value = Reified(q.Property)
	}
	var parts []Concept
	for _, c := range q.Value {
		parts = append(parts, Exists{Role: Role{IRI: value}, C: c})
	}
	parts = append(parts, q.Qualifiers...)
	return Exists{Role: Role{IRI: claim}, C: Conj(parts...)}
}

// WithoutDeprecated returns c in a graph that also states deprecated statements: no role
// leads to these, and none of them is in c because of a role that leads from it. Where c itself says
// something of the rank, it is about all statements. The concept is c itself for a graph without statements.
func (s Statements) WithoutDeprecated(c Concept) Concept {
	if role, ok := RoleOf(c); ok {
		c = s.withoutDeprecated(c)
		if _, all := c.(ForAll); !all && s.isStatement(role, false) {
			return And{L: c, R: Not{C: deprecated}}
		}
		return c
	}
	return MapChildren(c, s.WithoutDeprecated)
}

var deprecated = Exists{Role: Role{IRI: StatementRank}, C: Nominal{IRI: DeprecatedRank}}

// withoutDeprecated does the same for a concept about what is not deprecated.
func (s Statements) withoutDeprecated(c Concept) Concept {
	c = MapChildren(c, s.withoutDeprecated)
	role, ok := RoleOf(c)
	if !ok || !s.isStatement(role, true) {
		return c
	}
	return MapChildren(c, func(filler Concept) Concept {
		switch _, all := c.(ForAll); {
		case saysRank(filler):
			return filler
		case all:
			return Or{L: deprecated, R: filler}
		case filler == Concept(Top{}):
			return Not{C: deprecated}
		}
		return Conj(append(Conjuncts(filler), Not{C: deprecated})...)
	})
}

// saysRank reports whether a concept of statements is about their rank.
func saysRank(c Concept) bool {
	if role, ok := RoleOf(c); ok {
		return role.IRI == StatementRank
	}
	return slices.ContainsFunc(Children(c), saysRank)
}

// isStatement reports whether a role leads to a statement or, if to is false, from one.
func (s Statements) isStatement(role Role, to bool) bool {
	part, _, ok := s.Split(role.IRI)
	return ok && (part == Claim && role.Inverse != to ||
		part != Claim && slices.Contains(inStatements, part) && role.Inverse == to)
}
