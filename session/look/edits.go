package look

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// A Counted is a concept with its number of members.
type Counted struct {
	Concept notation.Written `json:"concept" jsonschema:"the concept"`
	English string           `json:"english" jsonschema:"the concept in words"`
	Members notation.Members `json:"members" jsonschema:"number of its members"`
}

// The kinds of an [Edit].
const (
	Remove  = "remove"
	Widen   = "widen"
	Tighten = "tighten"
)

// An Edit is what a concept becomes if one of its parts is removed, widened to a class above,
// or tightened to a class below.
type Edit struct {
	Kind string `json:"kind" jsonschema:"what happens to the part; widen and tighten put a class above or below, or another number, in its place"`
	Counted
}

// A Part is an operand of the conjunction or disjunction that a concept is.
type Part struct {
	Concept string `json:"concept" jsonschema:"the part"`
	English string `json:"english" jsonschema:"the concept in words"`
	Edits   []Edit `json:"edits" jsonschema:"what the concept becomes"`
}

// Parts are a concept and how it may be edited.
type Parts struct {
	Counted
	Parts []Part `json:"parts" jsonschema:"operands of the conjunction or disjunction"`
}

// Saying returns the concept with the conditions as further conjuncts: those in must, and the
// negations of those in mustNot, which take the place of the conditions themselves.
func Saying(c dl.Concept, must, mustNot []dl.Concept) dl.Concept {
	parts := slices.DeleteFunc(dl.Conjuncts(c), func(part dl.Concept) bool {
		_, isTop := part.(dl.Top)
		return isTop || slices.Contains(mustNot, part)
	})
	add := func(condition dl.Concept) {
		for _, part := range dl.Conjuncts(condition) {
			if !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	for _, condition := range must {
		parts = slices.DeleteFunc(parts, func(part dl.Concept) bool { return part == dl.Concept(dl.Not{C: condition}) })
		add(condition)
	}
	for _, condition := range mustNot {
		if not, is := condition.(dl.Not); is {
			add(not.C)
		} else {
			add(dl.Not{C: condition})
		}
	}
	return dl.Conj(parts...)
}

// mostOther limits the classes above or below a name that an edit puts in its place.
const mostOther = 3

// Parts returns the parts of the concept with their edits, each with its number of members.
// An endpoint gets few requests for all of them.
func (s Looker) Parts(ctx context.Context, c dl.Concept) (Parts, error) {
	ctx, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	s.Start = append(slices.Clip(s.Start), c)
	whole, _, err := s.Source.WholeGraph(ctx, s.Use, extract.Examples{}, nil)
	if err != nil {
		return Parts{}, err
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return Parts{}, err
	}
	join, operands := dl.Conj, dl.Conjuncts(c)
	if or, is := c.(dl.Or); is {
		join, operands = dl.Disj, dl.Disjuncts(or)
	}
	e := editor{session: s, graph: g, concepts: []dl.Concept{c}}
	for i, part := range operands {
		put := func(with ...dl.Concept) dl.Concept {
			return join(slices.Concat(operands[:i], with, operands[i+1:])...)
		}
		if len(operands) > 1 {
			e.add(i, Remove, put())
		}
		if err := e.addChanged(ctx, i, part, put); err != nil {
			return Parts{}, err
		}
	}
	members, err := whole.Count(ctx, e.concepts)
	if err != nil {
		return Parts{}, err
	}
	labels := source.Labels(ctx, s.Use, dl.EntitiesOf(e.concepts...).IRIs())
	v, err := s.Writing(ctx)
	if err != nil {
		return Parts{}, err
	}
	counted := func(i int) Counted {
		c := e.concepts[i]
		english := syntax.English(c, source.InWords(s.Use, c, labels))
		return Counted{notation.Write(c, v), english, notation.NewMembers(members[i])}
	}
	p := Parts{Counted: counted(0), Parts: []Part{}}
	for i, operand := range operands {
		text := syntax.Print(operand, syntax.Options{Prefixes: s.Source.Prefixes()})
		part := Part{text, syntax.EnglishClause(operand, source.InWords(s.Use, operand, labels)), []Edit{}}
		for at, edit := range e.edits {
			if edit.part == i {
				part.Edits = append(part.Edits, Edit{edit.kind, counted(at + 1)})
			}
		}
		p.Parts = append(p.Parts, part)
	}
	return p, nil
}

// An editor collects edits.
type editor struct {
	session  Looker
	graph    graph.Graph
	edits    []partEdit
	concepts []dl.Concept // the concept, then what each edit makes of it
}

type partEdit struct {
	part int
	kind string
}

func (e *editor) add(part int, kind string, c dl.Concept) {
	e.edits, e.concepts = append(e.edits, partEdit{part, kind}), append(e.concepts, c)
}

// addChanged adds what the part becomes with other numbers, and with the classes above and
// below each of its names in place of the name. Above an individual are its classes.
func (e *editor) addChanged(ctx context.Context, i int, part dl.Concept, put func(...dl.Concept) dl.Concept) error {
	switch p := part.(type) {
	case dl.AtLeast:
		if p.N > 1 {
			e.add(i, Widen, put(atLeast(p.N-1, p.Role, p.C)))
		}
		e.add(i, Tighten, put(atLeast(p.N+1, p.Role, p.C)))
	case dl.Exists:
		if _, is := p.C.(dl.Top); !is {
			e.add(i, Widen, put(dl.Exists{Role: p.Role, C: dl.Top{}}))
		}
		if _, is := p.C.(dl.Nominal); !is {
			e.add(i, Tighten, put(atLeast(2, p.Role, p.C)))
		}
	case dl.Name, dl.Nominal:
	default:
		return nil // in other concepts a class above is not wider
	}
	for at, leaf := range dl.Leaves(part) {
		above, below, err := e.around(ctx, leaf)
		if err != nil {
			return err
		}
		for _, class := range above {
			e.add(i, Widen, put(dl.WithLeaf(part, at, dl.Name{IRI: class})))
		}
		for _, class := range below {
			e.add(i, Tighten, put(dl.WithLeaf(part, at, dl.Name{IRI: class})))
		}
	}
	return nil
}

func atLeast(n int, r dl.Role, c dl.Concept) dl.Concept {
	if n == 1 {
		return dl.Exists{Role: r, C: c}
	}
	return dl.AtLeast{N: n, Role: r, C: c}
}

// around returns some classes directly above and below the leaf of a concept.
func (e *editor) around(ctx context.Context, leaf dl.Concept) (above, below []string, err error) {
	v := e.session.Config.Vocabulary().WithDefaults()
	var iri string
	kind, property := graph.Superclasses, v.SubClassOf
	switch leaf := leaf.(type) {
	case dl.Name:
		iri = leaf.IRI
	case dl.Nominal:
		iri, kind, property = leaf.IRI, graph.Out, v.Type
	default:
		return nil, nil, nil
	}
	found, err := graph.StatementsOf(ctx, e.graph, kind, []string{iri}, []string{property}, MostEvidenceEdges)
	if err != nil {
		return nil, nil, err
	}
	take := func(list []string, class string) []string {
		if class == iri || e.session.IsHidden(class) || len(list) == mostOther || slices.Contains(list, class) {
			return list
		}
		return append(list, class)
	}
	for _, r := range found[iri].Rows {
		if !graph.IsLiteral(r) && r.Property == property {
			above = take(above, r.Value)
		}
	}
	if kind == graph.Superclasses {
		classes, err := graph.SubjectsOf(ctx, e.graph, iri, []string{v.SubClassOf}, 2*mostOther)
		if err != nil {
			return nil, nil, err
		}
		for _, class := range classes {
			below = take(below, class)
		}
	}
	return above, below, nil
}
