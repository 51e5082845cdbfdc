package graph

import (
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// mostClaims is the largest number of statements of an individual with one property whose
// qualifiers are read.
const mostClaims = 200

// claims answers questions of the kind Claims.
func (e *Endpoint) claims(ctx context.Context, q Question) ([]Answer, error) {
	asked := time.Now()
	rows, err := e.queryInHalves(ctx, q.Terms, func(batch []string) (string, error) {
		return queries.PullStatements(queries.Statements{Subjects: batch, Properties: q.Properties})
	}, e.belowRowCap)
	if err != nil {
		return nil, err
	}
	answers, err := groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
		p := text(r.p)
		return e.o.Vocabulary.object(p, r.o), queries.IsIRI(p)
	})
	for i := range answers {
		answers[i].Properties = q.Properties
	}
	return answers, err
}

// Statements reads the statements of the properties at the individuals, and what these say,
// unless they were read before. It reads none of an individual with very many of them.
func (w *Whole) Statements(ctx context.Context, of dl.Statements,
	properties, individuals []string) (*interp.Structure, error) {
	if w.extracted != nil {
		return w.extracted.Structure, nil
	}
	n := w.near
	var claims, fresh []string
	for _, p := range properties {
		claims = append(claims, of.Property(dl.Claim, p))
	}
	for _, iri := range individuals {
		if queries.IsIRI(iri) && slices.ContainsFunc(claims, func(p string) bool { return !n.claimed[edge{iri, p}] }) {
			fresh = append(fresh, iri)
		}
	}
	leads := map[string][]edge{} // to a statement
	var nodes []string
	q := Question{Kind: Claims, Terms: fresh, Properties: uniqueSorted(claims), Phase: "statements"}
	err := w.askEach(ctx, q, func(a Answer) {
		number := map[string]int{}
		for _, r := range a.Rows {
			number[r.Property]++
		}
		for _, r := range a.Rows {
			e := edge{a.Term, r.Property}
			if number[r.Property] <= mostClaims && !n.claimed[e] && of.IsNode(r.Value) {
				leads[r.Value], nodes = append(leads[r.Value], e), append(nodes, r.Value)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for _, iri := range fresh {
		for _, p := range claims {
			n.claimed[edge{iri, p}] = true
		}
	}
	var quantities []string
	q = Question{Kind: Claims, Terms: uniqueSorted(nodes), Phase: "qualifiers"}
	err = w.askEach(ctx, q, func(a Answer) { quantities = append(quantities, w.addStatement(leads[a.Term], a)...) })
	if err != nil {
		return nil, err
	}
	q = Question{Kind: Claims, Terms: uniqueSorted(quantities), Phase: "units"}
	if err = w.askEach(ctx, q, w.addParts); err != nil {
		return nil, err
	}
	return n.build(ctx)
}

// addStatement adds a statement to which the edges lead, unless it is deprecated. It returns
// the nodes of its value if that is a number: they have its unit.
func (w *Whole) addStatement(leads []edge, a Answer) (quantities []string) {
	parts, counts := w.symbols.Parts(a.Rows)
	if !counts {
		return nil
	}
	for _, e := range leads {
		w.near.b.AddRole(e.p, e.s, a.Term)
	}
	for _, r := range parts {
		if w.symbols.IsQuantity(r.Property) {
			quantities = append(quantities, r.Value)
		}
	}
	a.Rows = parts
	w.addParts(a)
	return quantities
}

// Parts returns those of the rows about a statement or a quantity that have its value, qualifiers,
// amount or unit, or what has no value. It returns false if the statement is deprecated.
func (s *Symbols) Parts(rows []Row) (parts []Row, counts bool) {
	v := s.vocabulary.Statements
	isNumber := false
	for _, r := range rows {
		if r.Property == dl.StatementRank && r.Value == dl.DeprecatedRank {
			return nil, false
		}
		k, _ := dl.KindOf(r.Datatype)
		isNumber = isNumber || v.Is(r.Property, dl.ValueOf) && IsLiteral(r) && k.Numeric()
	}
	for _, r := range rows {
		switch {
		case !s.IsAboutStatements(r.Property), s.IsClaim(r.Property), s.IsQuantity(r.Property) && !isNumber,
			r.Property == dl.TypeOfStatement && !v.Is(r.Value, dl.NoneOf):
		default:
			parts = append(parts, r)
		}
	}
	return parts, true
}

// Claim returns the property that leads from an individual to its statements of the property with
// the name.
func (s *Symbols) Claim(name string) string { return s.vocabulary.Statements.Property(dl.Claim, name) }

// IsClaim reports whether the property leads to statements.
func (s *Symbols) IsClaim(p string) bool { return s.vocabulary.Statements.Is(p, dl.Claim) }

// IsQuantity reports whether the property leads from a statement to a quantity or a time, with
// its amount and unit.
func (s *Symbols) IsQuantity(p string) bool {
	v := s.vocabulary.Statements
	return v.Is(p, dl.Quantity) || v.Is(p, dl.Normalized)
}

// DirectOf returns the direct property of a property in statements, and any other property
// unchanged.
func (s *Symbols) DirectOf(p string) string { return s.vocabulary.Statements.DirectOf(p) }

// IsNameless reports whether the IRI stands for a statement, a compound value, an unknown value or
// no value. Nothing is stated of the last two.
func (s *Symbols) IsNameless(iri string) bool {
	v := s.vocabulary.Statements
	return v.IsNode(iri) || v.Is(iri, dl.NoneOf)
}

// addParts adds what an answer says of a statement or a quantity.
func (w *Whole) addParts(a Answer) {
	for _, r := range a.Rows {
		switch {
		case !w.symbols.IsAboutStatements(r.Property) || r.Lang != "":
		case IsLiteral(r):
			if v, err := dl.ParseLiteral(r.Value, r.Datatype); err == nil {
				w.near.b.AddValue(r.Property, a.Term, v)
			}
		case r.Value != Blank && r.Value != Invalid:
			w.near.b.AddRole(r.Property, a.Term, r.Value)
		}
	}
}
