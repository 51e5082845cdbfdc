package dataset

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
)

// wikibase is what the statements of a Wikibase need before their facts are added.
type wikibase struct {
	deprecated map[facts.ID]bool     // statements
	units      map[facts.ID]facts.ID // of quantities
	quantities map[facts.ID]bool     // nodes with an amount
	coarse     map[facts.ID]bool     // nodes of times that are known less well than to a year
	mixed      map[string]bool       // properties whose plain values are quantities in several units
}

func newWikibase() wikibase {
	return wikibase{
		map[facts.ID]bool{}, map[facts.ID]facts.ID{}, map[facts.ID]bool{}, map[facts.ID]bool{}, map[string]bool{},
	}
}

// noteStatement notes what the triple says of a statement or a quantity.
func (a *assertions) noteStatement(t triple, property string) {
	switch property {
	case dl.QuantityAmount:
		a.quantities[t.subject] = true
	case dl.QuantityUnit:
		a.units[t.subject] = t.objectOf()
	case dl.TimePrecision:
		if graph.IsCoarse(a.triples.lexicalOf(t)) {
			a.coarse[t.subject] = true
		}
	case dl.StatementRank:
		if a.Facts.Term(t.objectOf()) == dl.DeprecatedRank {
			a.deprecated[t.subject] = true
		}
	}
}

// findMixedUnits finds the properties whose quantities have several units. Their plain values are
// numbers without a unit, so 182 may be less than 1.8.
func (a *assertions) findMixedUnits() {
	if len(a.quantities) == 0 {
		return
	}
	v := a.Vocabulary.Statements
	unit := map[facts.ID]facts.ID{} // the first of a property
	for t := range a.triples.each {
		if t.kind != 0 || !a.quantities[t.object] {
			continue
		}
		property := a.Facts.Term(t.property)
		inUnit := v.Is(property, dl.Quantity) || v.Is(property, dl.QualifierQuantity)
		if a.deprecated[t.subject] || !inUnit {
			continue
		}
		if u, seen := unit[t.property]; !seen {
			unit[t.property] = a.units[t.object]
		} else if u != a.units[t.object] {
			plain, _ := v.PlainOf(property)
			a.mixed[plain] = true
			a.mixed[v.DirectOf(property)] = a.mixed[v.DirectOf(property)] || v.Is(property, dl.Quantity)
		}
	}
}

// severalUnits is the reason for skipping plain values of quantities.
const severalUnits = "value in one of several units"

// addQualifier adds the triple if it is about a statement of a Wikibase that is not
// deprecated, or about a quantity.
func (a *assertions) addQualifier(t triple) {
	object := t.objectOf()
	p, o, v := a.Facts.Term(t.property), a.Facts.Term(object), a.Vocabulary.Statements
	_, toNode := v.PlainOf(p)
	switch {
	case a.deprecated[t.subject], a.deprecated[object], p == dl.TypeOfStatement && !v.Is(o, dl.NoneOf),
		toNode && !a.quantities[object] && !a.coarse[object], p == dl.TimePrecision && !a.coarse[t.subject]:
		return
	case t.kind != 0 && a.mixed[p]:
		a.Facts.Skip(p, a.triples.datatypeOf(t), severalUnits, 1)
		return
	}
	to := &a.Facts.Statements
	if object != 0 {
		if iri, ok := v.Unknown(p, o, strings.HasPrefix(o, graph.Blank)); ok {
			object = a.Facts.ID(iri)
		}
		to.Roles = append(to.Roles, facts.Tuple{t.property, t.subject, object})
		return
	}
	if p == dl.ArticleLanguage || a.Vocabulary.UnusableLiteral(a.triples.lexicalOf(t), a.triples.datatypeOf(t)) == "" {
		to.Values = append(to.Values, a.value(t))
	}
}

// described returns the properties that the entity describes, also those of the entity in
// statements.
func (a *assertions) described(entity string) []string {
	properties := a.describes[entity]
	for _, p := range a.describes[entity] {
		properties = append(properties, a.Vocabulary.Statements.Forms(p)...)
	}
	return properties
}

// WithStatements returns the dataset whose problems also have the statements of a Wikibase as
// individuals, with values and qualifiers: those of the properties with these names, nil: of all.
// Its statements are at individuals within reach.
func (d *Dataset) WithStatements(properties []string) *Dataset {
	with := *d
	with.statements, with.properties = true, properties
	return &with
}

// WithCrawledStatements returns the dataset whose problems have the statements that the crawl with
// the bounds has read.
func (d *Dataset) WithCrawledStatements(b crawl.Bounds) *Dataset {
	if b.Statements == "" {
		return d
	}
	return d.WithStatements(b.Qualified())
}

// claims returns what leads to the statements of the properties that problems have, by statement,
// unless that role is dropped.
func (d *Dataset) claims(isDropped func(property string) bool) map[facts.ID]facts.Tuple {
	v := d.Vocabulary.Statements
	claims := map[facts.ID]facts.Tuple{}
	is := map[facts.ID]bool{}
	for _, t := range d.Facts.Statements.Roles {
		if _, known := is[t[0]]; !known {
			part, name, ok := v.Split(d.Facts.Term(t[0]))
			is[t[0]] = ok && part == dl.Claim && d.hasStatementsOf(name) && !isDropped(d.Facts.Term(t[0]))
		}
		if is[t[0]] {
			claims[t[2]] = t
		}
	}
	return claims
}

// stated returns the values and qualifiers of the statements of each individual. They are one
// edge away.
func (d *Dataset) stated(isDropped func(property string) bool) map[facts.ID][]facts.ID {
	if !d.statements {
		return nil
	}
	v := d.Vocabulary.Statements
	subject := map[facts.ID]facts.ID{} // of a statement or a compound value
	for node, t := range d.claims(isDropped) {
		subject[node] = t[1]
	}
	next := map[facts.ID][]facts.ID{}
	for _, ofQuantities := range []bool{false, true} {
		for _, t := range d.Facts.Statements.Roles {
			p := d.Facts.Term(t[0])
			a, ok := subject[t[1]]
			if !ok || (p == dl.QuantityUnit) != ofQuantities || !v.IsInner(p) || isDropped(p) {
				continue
			}
			next[a] = append(next[a], t[2])
			if _, toNode := v.PlainOf(p); toNode {
				subject[t[2]] = a
			}
		}
	}
	return next
}

// hasStatementsOf reports whether problems have the statements of the property with the name.
func (d *Dataset) hasStatementsOf(name string) bool {
	return d.statements && (d.properties == nil || slices.Contains(d.properties, name))
}
