package look

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// An Evidence describes an individual by its classes and by its values of the roles
// and features that a concept refers to.
type Evidence struct {
	source.Term
	Classes []source.Term  `json:"classes" jsonschema:"stated classes, those in the concept first"`
	Facts   []EvidenceFact `json:"facts" jsonschema:"facts in the order of the concept, without those that the individual lacks"`
}

// An EvidenceFact holds the values of an individual for one role or feature.
type EvidenceFact struct {
	Property source.Term `json:"property"`
	Inverse  bool        `json:"inverse" jsonschema:"the role is read backwards"`
	Values   []string    `json:"values" jsonschema:"the first values, or labels of the first successors"`
	// Individuals has the IRIs of the individuals among the values.
	Individuals []string `json:"individuals" jsonschema:"IRIs of the individuals, whose names are the last values"`
	Total       int      `json:"total" jsonschema:"number of values or successors"`
}

// Text writes the facts in one line: "place of birth Paris; born 1901-02-03".
func (e Evidence) Text(p syntax.Prefixes) string {
	var facts []string
	for _, f := range e.Facts {
		name := cmp.Or(say.OneLine(f.Property.Label), p.Shorten(f.Property.IRI))
		if f.Inverse {
			name = "← " + name
		}
		facts = append(facts, name+" "+say.OneLine(strings.Join(f.Values, ", ")))
	}
	return strings.Join(facts, "; ")
}

// Limits of the evidence about an individual.
const (
	mostEvidence        = 3    // values of one property
	mostOtherProperties = 2    // properties if the concept refers to none
	MostEvidenceEdges   = 1000 // statements that are read
)

// symbols are the class names, roles and features that a concept refers to directly, in
// its order.
type symbols struct {
	classes    []string
	Properties []dl.Role // a feature is a role that is not inverse
	named      []string  // all IRIs of the concept: values that it names decide
}

// TopSymbols returns the symbols of c that are not inside a restriction.
func TopSymbols(c dl.Concept) symbols {
	var a symbols
	if c != nil {
		a.named = syntax.IRIs(c)
	}
	var look func(dl.Concept)
	look = func(c dl.Concept) {
		if name, isClass := c.(dl.Name); isClass {
			a.classes = append(a.classes, name.IRI)
		}
		roles := dl.Roles(c)
		if agree, agrees := c.(dl.Agree); agrees {
			roles = []dl.Role{agree.R}
		}
		for _, f := range dl.Features(c) {
			roles = append(roles, dl.Role{IRI: f})
		}
		for _, role := range roles {
			if role = role.Step(); !slices.Contains(a.Properties, role) {
				a.Properties = append(a.Properties, role)
			}
		}
		if len(roles) > 0 {
			return
		}
		for _, part := range dl.Children(c) {
			look(part)
		}
	}
	look(c)
	return a
}

// Evidence describes the individuals by what matters for the concept. Without a concept
// it gives their classes and some of their values; for several with the same label the
// properties in which they differ.
func (s Looker) Evidence(ctx context.Context, iris []string, c dl.Concept) ([]Evidence, error) {
	a := TopSymbols(c)
	found, err := s.readEvidence(ctx, iris, a, c == nil)
	if err != nil {
		return nil, err
	}
	terms := map[string]bool{}
	for iri, e := range found {
		e.shown = a.Properties
		if c == nil {
			e.shown = e.literals()
			e.shown, _ = source.FirstOf(e.shown, mostOtherProperties)
		}
		e.addTerms(iri, terms)
	}
	labels := source.Labels(ctx, s.Use, slices.Sorted(maps.Keys(terms)))
	if c == nil && tellApart(iris, labels, found) {
		for iri, e := range found {
			e.addTerms(iri, terms)
		}
		labels = source.AddLabels(ctx, s.Use, labels, slices.Sorted(maps.Keys(terms)))
	}
	list := []Evidence{}
	for _, iri := range iris {
		list = append(list, found[iri].json(iri, labels, a, s.Source.Prefixes()))
	}
	return list, nil
}

// tellApart chooses what is shown of individuals with the same label: the properties that
// divide them into most groups, of these those with fewest values. It reports whether it
// chose any.
func tellApart(iris []string, labels map[string]string, found map[string]*evidence) bool {
	same := map[string][]*evidence{}
	for _, iri := range iris {
		if label := strings.ToLower(labels[iri]); label != "" && !slices.Contains(same[label], found[iri]) {
			same[label] = append(same[label], found[iri])
		}
	}
	changed := false
	for _, group := range same {
		type choice struct {
			role           dl.Role
			groups, values int
		}
		var choices []choice
		for _, e := range group {
			for _, r := range e.order {
				if slices.ContainsFunc(choices, func(c choice) bool { return c.role == r }) {
					continue
				}
				c, different := choice{role: r}, map[string]bool{}
				for _, other := range group {
					f := cmp.Or(other.facts[r], &evidenceFacts{})
					different[strings.Join(f.literals, " ")+" "+strings.Join(f.targets, " ")] = true
					c.values += f.total
				}
				if c.groups = len(different); c.groups > 1 {
					choices = append(choices, c)
				}
			}
		}
		slices.SortStableFunc(choices, func(a, b choice) int {
			return cmp.Or(cmp.Compare(b.groups, a.groups), cmp.Compare(a.values, b.values))
		})
		for _, e := range group {
			var own []dl.Role
			for _, c := range choices {
				if e.facts[c.role] != nil {
					own = append(own, c.role)
				}
			}
			if len(own) > 0 {
				e.shown, _ = source.FirstOf(own, mostOtherProperties)
				changed = true
			}
		}
	}
	return changed
}

// evidence is what was found about an individual.
type evidence struct {
	classes []string
	order   []dl.Role // of the facts
	facts   map[dl.Role]*evidenceFacts
	shown   []dl.Role
}

// literals returns the features.
func (e *evidence) literals() []dl.Role {
	return slices.DeleteFunc(slices.Clone(e.order), func(r dl.Role) bool { return len(e.facts[r].literals) == 0 })
}

// addTerms adds the terms of what is shown.
func (e *evidence) addTerms(iri string, terms map[string]bool) {
	terms[iri] = true
	for _, class := range e.classes {
		terms[class] = true
	}
	for _, r := range e.shown {
		if f := e.facts[r]; f != nil {
			terms[r.IRI] = true
			for _, target := range f.targets {
				terms[target] = true
			}
		}
	}
}

type evidenceFacts struct {
	literals, targets []string
	total             int
}

func newEvidence(iris []string) map[string]*evidence {
	all := map[string]*evidence{}
	for _, iri := range iris {
		all[iri] = &evidence{facts: map[dl.Role]*evidenceFacts{}}
	}
	return all
}

// add counts a statement and keeps it if it will be shown.
func (e *evidence) add(r dl.Role, value string, isLiteral bool) {
	f := e.facts[r]
	if f == nil {
		f = &evidenceFacts{}
		e.facts[r] = f
		e.order = append(e.order, r)
	}
	f.total++
	switch {
	case len(f.literals)+len(f.targets) >= mostEvidence:
	case isLiteral:
		f.literals = append(f.literals, value)
	default:
		f.targets = append(f.targets, value)
	}
}

func (e *evidence) json(iri string, labels map[string]string, a symbols, p syntax.Prefixes) Evidence {
	term := func(iri string) source.Term { return source.Term{IRI: iri, Label: labels[iri]} }
	j := Evidence{Term: term(iri), Classes: []source.Term{}, Facts: []EvidenceFact{}}
	slices.SortStableFunc(e.classes, func(x, y string) int {
		if d := index(a.classes, x) - index(a.classes, y); d != 0 {
			return d
		}
		return strings.Compare(x, y)
	})
	for _, class := range slices.Compact(e.classes) {
		j.Classes = append(j.Classes, term(class))
	}
	for _, r := range e.shown {
		f := e.facts[r]
		if f == nil {
			continue
		}
		fact := EvidenceFact{
			Property: term(r.IRI),
			Inverse:  r.Inverse,
			Values:   append([]string{}, f.literals...),
			Total:    f.total,

			Individuals: append([]string{}, f.targets...),
		}
		for _, target := range f.targets {
			name := labels[target]
			if name == "" {
				name = p.Shorten(target)
			}
			fact.Values = append(fact.Values, name)
		}
		j.Facts = append(j.Facts, fact)
	}
	return j
}

// index returns the position in the list, or its length if s is not in it.
func index(list []string, s string) int {
	if i := slices.Index(list, s); i >= 0 {
		return i
	}
	return len(list)
}

// informativeKinds are the kinds of values that are shown if there is no concept, the
// most informative first.
var informativeKinds = []dl.Kind{dl.Integer, dl.Decimal, dl.Date}

// kindOf returns the kind of the value; a string if it has none.
func kindOf(r graph.Row) dl.Kind {
	if kind, ok := dl.KindOf(r.Datatype); ok {
		return kind
	}
	if _, err := dl.ParseLiteral(r.Value, r.Datatype); err == nil { // in a unit
		return dl.Decimal
	}
	return dl.String
}

// readEvidence reads the classes and statements of the individuals, and those that point to
// them if the concept has inverse roles. If whole is set, it takes all numbers, dates and
// links, whatever their property.
func (s Looker) readEvidence(ctx context.Context, iris []string, a symbols,
	whole bool) (map[string]*evidence, error) {
	ctx, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	var inverse []string
	for _, r := range a.Properties {
		if r.Inverse {
			inverse = append(inverse, r.IRI)
		}
	}
	all := newEvidence(iris)
	for _, kind := range []graph.Kind{graph.Out, graph.In} {
		var properties []string
		if kind == graph.In {
			if properties = inverse; len(inverse) == 0 {
				break
			}
		}
		found, err := graph.StatementsOf(ctx, g, kind, iris, properties, MostEvidenceEdges)
		if err != nil {
			return nil, fmt.Errorf("asking what decides: %w", err)
		}
		for iri, statements := range found {
			s.addEvidence(all[iri], statements.Rows, kind, a, whole)
		}
	}
	return all, nil
}

func (s Looker) addEvidence(e *evidence, rows []graph.Row, kind graph.Kind, a symbols, whole bool) {
	typing := s.Config.Vocabulary().WithDefaults().Type
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(x, y graph.Row) int { return index(a.named, x.Value) - index(a.named, y.Value) })
	if whole {
		slices.SortStableFunc(rows, func(x, y graph.Row) int {
			return slices.Index(informativeKinds, kindOf(x)) - slices.Index(informativeKinds, kindOf(y))
		})
	}
	for _, r := range rows {
		role, literal := dl.Role{IRI: r.Property, Inverse: kind == graph.In}, graph.IsLiteral(r)
		switch {
		case kind == graph.Out && r.Property == typing:
			if !literal && !s.IsHidden(r.Value) {
				e.classes = append(e.classes, r.Value)
			}
		case slices.Contains(a.Properties, role) || whole && (!literal || slices.Contains(informativeKinds, kindOf(r))):
			e.add(role, r.Value, literal)
		}
	}
}
