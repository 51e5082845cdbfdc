package crawl

import (
	"context"
	"iter"
	"slices"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// AnonymousClass is the reason for skipping a membership in a class without an IRI.
const AnonymousClass = "anonymous class"

// collector converts rows to facts.
type collector struct {
	*facts.Facts
	meaning *graph.Symbols
	// deprecated are the statements of a Wikibase that do not count. It is nil in a crawl, which
	// does not collect them.
	deprecated map[facts.ID]bool
}

func (c collector) add(kind graph.Kind, s facts.ID, r graph.Row) (other facts.ID) {
	switch {
	case kind == graph.Superclasses, kind != graph.In && c.meaning.IsType(r.Property):
		switch {
		case graph.IsLiteral(r) || r.Value == graph.Invalid:
			c.Skip(r.Property, "", "class that is not an IRI", graph.Number(r))
		case r.Value == graph.Blank:
			c.Skip(r.Property, "", AnonymousClass, graph.Number(r))
		case kind == graph.Superclasses:
			c.Superclasses = append(c.Superclasses, facts.Tuple{s, c.ID(r.Value)})
		default:
			c.Classes = append(c.Classes, facts.Tuple{s, c.ID(r.Value)})
		}
	case graph.IsLiteral(r):
		if r.Lang != "" {
			c.SkipLiteral(r.Property, r.Datatype, r.Lang, r.Value, graph.Number(r))
			break
		}
		c.Values = append(c.Values,
			facts.Value{Property: c.ID(r.Property), Individual: s, Lexical: c.ID(r.Value), Datatype: c.ID(r.Datatype)})
	case r.Value == graph.Blank || r.Value == graph.Invalid:
	case kind == graph.In:
		other = c.ID(r.Value)
		c.Roles = append(c.Roles, facts.Tuple{c.ID(r.Property), other, s})
	default:
		other = c.ID(r.Value)
		c.Roles = append(c.Roles, facts.Tuple{c.ID(r.Property), s, other})
	}
	return other
}

// addViaAnonymous adds the superclasses of anonymous classes. It returns the number of
// superclasses without an IRI, which are lost.
func (c collector) addViaAnonymous(a graph.Answer) (lost int) {
	for _, r := range a.Rows {
		switch {
		case r.Value == graph.Blank || r.Value == graph.Invalid || graph.IsLiteral(r):
			lost++
		case a.Kind == graph.ClassesViaAnonymous:
			c.Classes = append(c.Classes, facts.Tuple{c.ID(a.Term), c.ID(r.Value)})
		default:
			c.Superclasses = append(c.Superclasses, facts.Tuple{c.ID(a.Term), c.ID(r.Value)})
		}
	}
	return lost
}

// addEquivalentClasses makes equivalent classes superclasses of each other.
func (c collector) addEquivalentClasses() {
	for class, others := range c.meaning.EquivalentClasses() {
		for _, other := range others {
			c.Superclasses = append(c.Superclasses, facts.Tuple{c.ID(class), c.ID(other), c.ID(entail.EquivalentClass)})
		}
	}
}

// addClaims adds an answer about the statements of an individual, or about the parts of a
// statement or a quantity.
func (c collector) addClaims(a graph.Answer) {
	s := c.ID(a.Term)
	rows, counts := c.meaning.Parts(a.Rows)
	if !counts {
		c.deprecated[s] = true
		return
	}
	for _, r := range a.Rows {
		if c.meaning.IsClaim(r.Property) {
			rows = append(rows, r)
		}
	}
	parts, to := c.parts(s, rows), &c.Facts.Statements
	to.Roles, to.Values = append(to.Roles, parts.Roles...), append(to.Values, parts.Values...)
}

// parts converts rows about a statement or a quantity. Texts and what has no name are left out.
func (c collector) parts(s facts.ID, rows []graph.Row) (parts facts.Statements) {
	for _, r := range rows {
		p, o := c.ID(r.Property), c.ID(r.Value)
		switch {
		case r.Lang != "" || r.Value == graph.Blank || r.Value == graph.Invalid:
		case graph.IsLiteral(r):
			parts.Values = append(parts.Values,
				facts.Value{Property: p, Individual: s, Lexical: o, Datatype: c.ID(r.Datatype)})
		default:
			parts.Roles = append(parts.Roles, facts.Tuple{p, s, o})
		}
	}
	return parts
}

func axiom(a graph.Answer, r graph.Row) [3]string {
	if a.Term == entail.Symmetric || a.Term == entail.Transitive {
		return [3]string{r.Property, entail.Type, r.Value}
	}
	return [3]string{r.Property, a.Term, r.Value}
}

// addPresences adds what counts by its existence at an individual.
func (c collector) addPresences(a graph.Answer) {
	s, to := c.ID(a.Term), &c.Facts.Statements
	properties, articles := c.meaning.Existence(a.Rows)
	for _, p := range properties {
		c.Others = append(c.Others, facts.Other{Property: c.ID(p), Individual: s})
	}
	for _, r := range articles {
		article := c.ID(r.Property)
		to.Roles = append(to.Roles, facts.Tuple{c.ID(graph.ArticleAbout), article, s},
			facts.Tuple{c.ID(graph.ArticleIn), article, c.ID(r.Value)})
	}
}

func (c collector) addParticipation(a graph.Answer) {
	for _, r := range a.Rows {
		c.Participation = append(c.Participation,
			facts.Participation{Individual: c.ID(a.Term), Property: c.ID(r.Value), Side: graph.Sides[a.Kind]})
	}
}

// Prefixes is the kind of the answer with the prefixes of the user: {Property: prefix,
// Value: IRI}, without a term.
const Prefixes graph.Kind = "prefixes"

// Collect converts all answers of a source to facts, of whichever runs they are. It adds
// to the symbols the axioms and the properties of excluded kinds.
func Collect(ctx context.Context, answers iter.Seq2[graph.Answer, error], symbols *graph.Symbols,
	excludedKinds []string) (*facts.Facts, error) {
	c := collector{facts.New(), symbols, map[facts.ID]bool{}}
	excluded := map[string]bool{}
	for _, kind := range excludedKinds {
		excluded[kind] = true
	}
	individuals := map[facts.ID]bool{}
	n := 0
	for a, err := range answers {
		if err != nil {
			return nil, err
		}
		if n++; n%1000 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.collect(a, individuals, excluded)
	}
	c.Statements.Roles = slices.DeleteFunc(c.Statements.Roles, func(t facts.Tuple) bool { return c.deprecated[t[2]] })
	for id := range individuals {
		c.Individuals = append(c.Individuals, id)
	}
	symbols.Apply(c.Axioms)
	for _, class := range symbols.EntailedClasses() { // some are in no other fact
		c.ID(class)
	}
	c.addEquivalentClasses()
	c.Sort()
	return c.Facts, nil
}

func (c collector) collect(a graph.Answer, individuals map[facts.ID]bool, excludedKinds map[string]bool) {
	switch a.Kind {
	case graph.Out, graph.In, graph.Leaf:
		s := c.ID(a.Term)
		individuals[s] = true
		for _, r := range a.Rows {
			if other := c.add(a.Kind, s, r); other != 0 {
				individuals[other] = true
			}
		}
	case graph.Known, graph.CountsOut, graph.CountsIn, graph.CountsLeaf:
		if len(a.Rows) > 0 || a.Incomplete != "" { // otherwise the source does not know it
			individuals[c.ID(a.Term)] = true
		}
	case graph.Claims:
		c.addClaims(a)
	case graph.Presences:
		c.addPresences(a)
	case graph.Superclasses:
		for _, r := range a.Rows {
			c.add(a.Kind, c.ID(a.Term), r)
		}
	case graph.ClassesViaAnonymous, graph.SuperclassesViaAnonymous:
		c.addViaAnonymous(a)
	case graph.AsSubject, graph.AsLinked, graph.AsObject:
		c.addParticipation(a)
	}
	for _, r := range a.Rows {
		c.collectRow(a, r, excludedKinds)
	}
}

// collectRow adds the content of a row that is not a statement about an individual.
func (c collector) collectRow(a graph.Answer, r graph.Row, excludedKinds map[string]bool) {
	switch a.Kind {
	case graph.CountsOut, graph.CountsIn, graph.CountsLeaf:
		if r.Property == "" {
			c.Skip("", "", unnamedProperty, graph.Number(r))
		}
	case graph.Labels, graph.PropertyLabels:
		c.Labels = append(c.Labels, c.meaning.Label(a.Term, r))
	case graph.Axioms:
		if r.Property != "" {
			c.Axioms = append(c.Axioms, axiom(a, r))
		}
	case graph.PropertyKinds:
		if excludedKinds[r.Value] {
			c.meaning.Exclude(a.Term)
		}
	case graph.Known:
		if r.Value != "" {
			c.Redirects[c.ID(a.Term)] = c.ID(r.Value)
		}
	case Prefixes:
		c.Prefixes[r.Property] = r.Value
	}
}
