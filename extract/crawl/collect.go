package crawl

import (
	"context"
	"iter"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/source"
)

// AnonymousClass is the reason for skipping a membership in a class without an IRI.
const AnonymousClass = "anonymous class"

// collector converts rows to facts.
type collector struct {
	*facts.Facts
	meaning *source.Symbols
}

// add adds the fact of a row about s. For an edge it returns the other end, otherwise 0.
func (c collector) add(kind source.Kind, s facts.ID, r source.Row) (other facts.ID) {
	switch {
	case kind == source.Superclasses, kind != source.In && c.meaning.IsType(r.Property):
		switch {
		case source.IsLiteral(r) || r.Value == source.Invalid:
			c.Skip(r.Property, "", "class that is not an IRI", source.Number(r))
		case r.Value == source.Blank:
			c.Skip(r.Property, "", AnonymousClass, source.Number(r))
		case kind == source.Superclasses:
			c.Superclasses = append(c.Superclasses, facts.Tuple{s, c.ID(r.Value)})
		default:
			c.Classes = append(c.Classes, facts.Tuple{s, c.ID(r.Value)})
		}
	case source.IsLiteral(r):
		if r.Lang != "" {
			c.Skip(r.Property, r.Datatype, r.Lang, source.Number(r))
			break
		}
		c.Values = append(c.Values, facts.Value{Property: c.ID(r.Property), Individual: s, Lexical: c.ID(r.Value), Datatype: c.ID(r.Datatype)})
	case r.Value == source.Blank || r.Value == source.Invalid:
	case kind == source.In:
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
func (c collector) addViaAnonymous(a source.Answer) (lost int) {
	for _, r := range a.Rows {
		switch {
		case r.Value == source.Blank || r.Value == source.Invalid || source.IsLiteral(r):
			lost++
		case a.Kind == source.ClassesViaAnonymous:
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
			c.Superclasses = append(c.Superclasses, facts.Tuple{c.ID(class), c.ID(other)})
		}
	}
}

// axiom returns the axiom of a row of source.Axioms.
func axiom(a source.Answer, r source.Row) [3]string {
	if a.Term == entail.Symmetric || a.Term == entail.Transitive {
		return [3]string{r.Property, entail.Type, r.Value}
	}
	return [3]string{r.Property, a.Term, r.Value}
}

// addParticipation adds the rows of an answer about participation.
func (c collector) addParticipation(a source.Answer) {
	for _, r := range a.Rows {
		c.Participation = append(c.Participation, facts.Participation{Individual: c.ID(a.Term), Property: c.ID(r.Value), Side: source.Sides[a.Kind]})
	}
}

// Kinds of answers that only RDF files have.
const (
	Prefixes source.Kind = "prefixes" // {Property: prefix, Value: IRI}, without a term
	Skipped  source.Kind = "skipped"  // {Property, Datatype, Value: reason, N}, without a term
	Declared source.Kind = "declared" // {Value: facts.SymbolKind}
)

// Collect converts all answers of a source to facts, of whichever runs they are. It adds
// to the symbols the axioms and the properties of excluded kinds.
func Collect(ctx context.Context, answers iter.Seq2[source.Answer, error], symbols *source.Symbols, excludedKinds []string) (*facts.Facts, error) {
	c := collector{facts.New(), symbols}
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

func (c collector) collect(a source.Answer, individuals map[facts.ID]bool, excludedKinds map[string]bool) {
	switch a.Kind {
	case source.Out, source.In, source.Leaf:
		s := c.ID(a.Term)
		individuals[s] = true
		for _, r := range a.Rows {
			if other := c.add(a.Kind, s, r); other != 0 {
				individuals[other] = true
			}
		}
	case source.Known, source.CountsOut, source.CountsIn, source.CountsLeaf:
		if len(a.Rows) > 0 || a.Incomplete != "" { // otherwise the source does not know it
			individuals[c.ID(a.Term)] = true
		}
	case source.Superclasses:
		for _, r := range a.Rows {
			c.add(a.Kind, c.ID(a.Term), r)
		}
	case source.ClassesViaAnonymous, source.SuperclassesViaAnonymous:
		c.addViaAnonymous(a)
	case source.AsSubject, source.AsLinked, source.AsObject:
		c.addParticipation(a)
	}
	for _, r := range a.Rows {
		c.collectRow(a, r, excludedKinds)
	}
}

// collectRow adds the content of a row that is not a statement about an individual.
func (c collector) collectRow(a source.Answer, r source.Row, excludedKinds map[string]bool) {
	switch a.Kind {
	case source.CountsOut, source.CountsIn, source.CountsLeaf:
		if r.Property == "" {
			c.Skip("", "", unnamedProperty, source.Number(r))
		}
	case source.Labels, source.PropertyLabels:
		c.Labels = append(c.Labels, facts.Label{IRI: a.Term, Lang: r.Lang, Text: r.Value})
	case source.Axioms:
		if r.Property != "" {
			c.Axioms = append(c.Axioms, axiom(a, r))
		}
	case source.PropertyKinds:
		if excludedKinds[r.Value] {
			c.meaning.Exclude(a.Term)
		}
	case Prefixes:
		c.Prefixes[r.Property] = r.Value
	case Skipped:
		c.Skip(r.Property, r.Datatype, r.Value, source.Number(r))
	case Declared:
		c.Declared = append(c.Declared, facts.Declared{IRI: a.Term, Kind: facts.SymbolKind(r.Value)})
	}
}
