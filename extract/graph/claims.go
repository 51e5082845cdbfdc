package graph

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
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
	properties, individuals []string) (ask.Facts, error) {
	s, err := w.statements(ctx, of, properties, individuals)
	return ask.Facts{Structure: s, Scope: ask.OfStatements}, err
}

func (w *Whole) statements(ctx context.Context, of dl.Statements,
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
	compounds := map[string][]edge{} // what leads to a compound value
	q = Question{Kind: Claims, Terms: uniqueSorted(nodes), Phase: "qualifiers"}
	err = w.askEach(ctx, q, func(a Answer) { w.addStatement(leads[a.Term], a, compounds) })
	if err != nil {
		return nil, err
	}
	q = Question{Kind: Claims, Terms: sortedKeys(compounds), Phase: "units"}
	if err = w.askEach(ctx, q, func(a Answer) { w.addCompound(compounds[a.Term], leads, a) }); err != nil {
		return nil, err
	}
	return n.build(ctx)
}

// addStatement adds a statement to which the edges lead, unless it is deprecated. It adds what leads
// to its compound values to compounds.
func (w *Whole) addStatement(leads []edge, a Answer, compounds map[string][]edge) {
	parts, counts := w.symbols.Parts(a.Rows)
	if !counts {
		return
	}
	for _, e := range leads {
		w.near.b.AddRole(e.p, e.s, a.Term)
	}
	a.Rows = slices.DeleteFunc(parts, func(r Row) bool {
		if w.symbols.IsCompound(r.Property) {
			compounds[r.Value] = append(compounds[r.Value], edge{a.Term, r.Property})
		}
		return w.symbols.IsCompound(r.Property)
	})
	w.addParts(a)
}

// addCompound adds a quantity to which the edges lead from statements, or notes the precision of a
// time, also that of the direct value. leads has the edges that lead to the statements.
func (w *Whole) addCompound(edges []edge, leads map[string][]edge, a Answer) {
	var counts bool
	if a.Rows, counts = w.symbols.Parts(a.Rows); !counts || len(a.Rows) == 0 {
		return
	}
	v, b := w.symbols.vocabulary.Statements, &w.near.b
	at := slices.IndexFunc(a.Rows, func(r Row) bool { return r.Property == dl.TimePrecision })
	if at < 0 {
		for _, e := range edges {
			b.AddRole(e.p, e.s, a.Term)
		}
		w.addParts(a)
		return
	}
	precision, _ := strconv.Atoi(a.Rows[at].Value)
	for _, e := range edges {
		plain, _ := v.PlainOf(e.p)
		b.SetPrecision(plain, e.s, precision)
		for _, lead := range leads[e.s] {
			if v.Is(plain, dl.ValueOf) {
				b.SetPrecision(v.DirectOf(e.p), lead.s, precision)
			}
		}
	}
}

// Parts returns those of the rows about a statement or a compound value that have its value,
// qualifiers, amount or unit, or what has no value, or that a time is known less well than to a
// year. Unknown values are dl.Statements.UnknownValue. It returns false if the statement is deprecated.
func (s *Symbols) Parts(rows []Row) (parts []Row, counts bool) {
	v := s.vocabulary.Statements
	isNumber, mayBeCoarse := map[string]bool{}, map[string]bool{} // by plain property
	for _, r := range rows {
		if r.Property == dl.StatementRank && r.Value == dl.DeprecatedRank {
			return nil, false
		}
		if k, _ := dl.KindOf(r.Datatype); !IsLiteral(r) {
			continue
		} else if isNumber[r.Property] = isNumber[r.Property] || k.Numeric(); k == dl.DateTime || k == dl.Date {
			// A Wikibase writes a time that is known to a decade as the first day of a year.
			mayBeCoarse[r.Property] = mayBeCoarse[r.Property] || strings.Contains(r.Value, "-01-01")
		}
	}
	for _, r := range rows {
		plain, toNode := v.PlainOf(r.Property)
		normalized := v.Is(r.Property, dl.Normalized) || v.Is(r.Property, dl.QualifierNormalized)
		switch {
		case !s.IsAboutStatements(r.Property), s.IsClaim(r.Property),
			r.Property == dl.TypeOfStatement && !v.Is(r.Value, dl.NoneOf),
			toNode && !isNumber[plain] && (!mayBeCoarse[plain] || normalized),
			r.Property == dl.TimePrecision && !IsCoarse(r.Value):
		default:
			if iri, ok := v.Unknown(r.Property, r.Value, r.Value == Blank); ok && !IsLiteral(r) {
				r = Row{Property: r.Property, Value: iri}
			}
			parts = append(parts, r)
		}
	}
	return parts, true
}

// IsCoarse reports whether a time with the precision is known less well than to a year.
func IsCoarse(precision string) bool {
	n, err := strconv.Atoi(precision)
	return err == nil && n < dl.YearPrecision
}

// Claim returns the property that leads from an individual to its statements of the property with
// the name.
func (s *Symbols) Claim(name string) string { return s.vocabulary.Statements.Property(dl.Claim, name) }

// IsClaim reports whether the property leads to statements.
func (s *Symbols) IsClaim(p string) bool { return s.vocabulary.Statements.Is(p, dl.Claim) }

// IsCompound reports whether the property leads from a statement to a quantity, with its amount and
// unit, or to a time with its precision.
func (s *Symbols) IsCompound(p string) bool {
	_, ok := s.vocabulary.Statements.PlainOf(p)
	return ok
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

// addParts adds what the rows of an answer say of a statement or a quantity.
func (w *Whole) addParts(a Answer) {
	for _, r := range a.Rows {
		switch {
		case !w.symbols.IsAboutStatements(r.Property) || r.Lang != "" ||
			w.symbols.OnlyPresence(w.symbols.DirectOf(r.Property)):
		case !IsLiteral(r) && w.symbols.NamesNothing(r.Value):
		case IsLiteral(r):
			if v, err := dl.ParseLiteral(r.Value, r.Datatype); err == nil {
				w.near.b.AddValue(r.Property, a.Term, v)
			}
		case r.Value != Blank && r.Value != Invalid:
			w.near.b.AddRole(r.Property, a.Term, r.Value)
		}
	}
}
