package syntax

import (
	"cmp"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// qualified returns the statement about a qualified role with a value that has a name or with
// any value, such as
//
//	held the position mayor from 2000 on
//	has received the award Order of Lenin in 1944 or earlier
//
// ok is false if the concept has another form.
func (s *speaker) qualified(c dl.Concept, n number) (text string, ok bool) {
	q, ok := dl.QualifiedOf(c)
	if !ok || len(q.Value) > 1 {
		return "", false
	}
	role, _ := dl.RoleOf(c)
	if q.Statements == "" {
		role.IRI = q.Property
	}
	name, unknown := "", ""
	for _, v := range q.Value {
		o, named := v.(dl.Nominal)
		if !named {
			return "", false
		}
		if name = s.individual(o.IRI); dl.IsUnknownValue(o.IRI) {
			unknown = n.choose("has", "have") + " an unknown value for " + s.feature(role.IRI)
		}
	}
	if len(q.Qualifiers) == 0 && unknown == "" {
		return "", false
	}
	if len(q.Value) == 0 && len(q.Qualifiers) == 1 {
		if text, ok := s.value(q, n); ok {
			return text, true
		}
	}
	words := []string{cmp.Or(unknown, s.stated(role, name, n))}
	for i := 0; i < len(q.Qualifiers); i++ {
		d := q.Qualifiers[i]
		if i+1 < len(q.Qualifiers) {
			if text, is := s.between(d, q.Qualifiers[i+1]); is {
				words, i = append(words, "with "+text), i+1
				continue
			}
		}
		phrase, ok := s.qualifier(d)
		if none, is := q.Statements.NoValueOf(d); is && none != q.Property {
			phrase, ok = "with no "+s.role(dl.Role{IRI: q.Statements.Property(dl.NoneOf, none)}, true).inNumber(one), true
		}
		if quantity, is := s.quantity(q, d); is {
			phrase, ok = "with "+quantity, true
		}
		if !ok {
			return "", false
		}
		words = append(words, phrase)
	}
	return strings.Join(words, " "), true
}

// value returns the statement about the value, if the only qualifier is an amount or that there
// is none.
func (s *speaker) value(q dl.Qualified, n number) (text string, ok bool) {
	if q.Statements == "" {
		return "", false
	}
	property := s.feature(q.Statements.Property(dl.Claim, q.Property))
	if none, is := q.Statements.NoValueOf(q.Qualifiers[0]); is && none == q.Property {
		return n.choose("has", "have") + " the value “none” for " + property, true
	}
	role, _ := dl.RoleOf(q.Qualifiers[0])
	if plain, _ := q.Statements.PlainOf(role.IRI); !q.Statements.Is(plain, dl.ValueOf) {
		return "", false
	}
	text, ok = s.quantity(q, q.Qualifiers[0])
	return n.choose("has ", "have ") + text, ok
}

// quantity returns the words for a quantity, such as "a height of at least 150 and at most 180 centimetre".
func (s *speaker) quantity(q dl.Qualified, c dl.Concept) (text string, ok bool) {
	amounts, unit, ok := q.Statements.QuantityOf(c)
	if !ok {
		return "", false
	}
	role, _ := dl.RoleOf(c)
	var bounds []string
	for _, amount := range amounts {
		bound := map[dl.Op]string{dl.GreaterEq: "at least ", dl.LessEq: "at most ", dl.Equal: "exactly "}[amount.Op]
		bounds = append(bounds, bound+valueText(amount.Value))
	}
	text = withArticle(s.feature(role.IRI)) + " of " + strings.Join(bounds, " and ")
	switch {
	case unit != "":
	case q.Statements.Is(role.IRI, dl.Normalized), q.Statements.Is(role.IRI, dl.QualifierNormalized):
		return text + " in units of the SI", true
	default:
		return text + " in any unit", true
	}
	return text + " " + s.individual(unit), true
}

// stated returns the statement that somebody has a value of the property, the one with the name
// unless it is empty. A label such as "position held" is a noun and what was done with it.
func (s *speaker) stated(r dl.Role, name string, n number) string {
	if text, ok := s.did(r, name, isParticiple); ok {
		return text
	}
	if name == "" {
		return s.restriction(r, "", 1, dl.Top{}, n).text
	}
	return s.linkedTo(r, n) + name
}
