package look

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// An explainer evaluates a concept at individuals and explains why they are members or
// not. It is not safe for concurrent use.
type explainer struct {
	extension       func(dl.Concept) (interp.Set, error)
	p               *source.Problem
	plain, labelled syntax.Options // of the parts of the concept
	written         map[dl.Concept][3]string

	unlabelled []string // IRIs in the texts that have no label

	// ask asks the source which examples are members of a part that the extracted data does not decide.
	// answers are its answers.
	ask     func(dl.Concept) (map[string]bool, error)
	answers map[dl.Concept]map[string]bool
}

// Holds reports whether an individual is a member of a part of the concept.
func (j *explainer) Holds(c dl.Concept, a interp.Individual) (bool, error) {
	if !j.isAsked(c) {
		x, err := j.extension(c)
		return err == nil && x.Test(uint(a)), err
	}
	switch c := c.(type) {
	case dl.And:
		holds, err := j.Holds(c.L, a)
		if err != nil || !holds {
			return false, err
		}
		return j.Holds(c.R, a)
	case dl.Or:
		holds, err := j.Holds(c.L, a)
		if err != nil || holds {
			return holds, err
		}
		return j.Holds(c.R, a)
	case dl.Not:
		holds, err := j.Holds(c.C, a)
		return !holds, err
	}
	members, ok := j.answers[c]
	if !ok {
		var err error
		if members, err = j.ask(c); err != nil {
			return false, err
		}
		j.answers[c] = members
	}
	return members[j.p.Structure.IRI(a)], nil
}

func (j *explainer) isAsked(c dl.Concept) bool {
	return dl.LanguageOf(c)&j.p.Incomplete != 0
}

// Explainer returns the explainer of a concept that the data or, about derived symbols, the endpoint decides.
func (s Looker) Explainer(ctx context.Context, p *source.Problem, c dl.Concept) (*explainer, error) {
	e := newExplainer(ctx, p, c)
	port, err := source.Port(ctx, s.Use, p)
	if err != nil {
		return nil, err
	}
	var iris []string
	for a := range p.EachExample() {
		iris = append(iris, p.Structure.IRI(a))
	}
	e.answers = map[dl.Concept]map[string]bool{}
	e.ask = func(part dl.Concept) (map[string]bool, error) {
		return ask.Of(ctx, port, part, iris)
	}
	return e, p.Covers(c, p.Incomplete)
}

// newExplainer returns an explainer of the concept for the problem's structure. The titles
// are those of the whole concept, so that its parts have the same titles.
func newExplainer(ctx context.Context, p *source.Problem, c dl.Concept) *explainer {
	plain := syntax.Options{Prefixes: p.Source.Prefixes()}
	labelled := plain
	labelled.Titles = syntax.Titles(c, p.Info.Labels, p.Source.Prefixes())
	e := interp.NewEvaluator(p.Structure)
	extension := func(part dl.Concept) (interp.Set, error) { return e.ExtensionWithin(ctx, part) }
	return &explainer{extension: extension, p: p, plain: plain, labelled: labelled, written: map[dl.Concept][3]string{}}
}

func (j *explainer) reason(c dl.Concept, holds bool, text string) []Reason {
	texts, known := j.written[c]
	if !known {
		texts = [3]string{syntax.Print(c, j.plain), syntax.Print(c, j.labelled), syntax.EnglishClause(c, j.p.InWords(c))}
		j.written[c] = texts
	}
	return []Reason{{texts[0], texts[1], texts[2], holds, text}}
}

// reasons returns the parts that decide: the failing parts of a conjunction that fails, the
// holding parts of a disjunction that holds, otherwise all parts, recursively.
func (j *explainer) reasons(c dl.Concept, a interp.Individual) ([]Reason, error) {
	holds, err := j.Holds(c, a)
	if err != nil {
		return nil, err
	}
	switch d := c.(type) {
	case dl.And:
		return j.parts(a, holds, d.L, d.R)
	case dl.Or:
		return j.parts(a, holds, d.L, d.R)
	case dl.Not:
		switch inner := d.C.(type) {
		case dl.And:
			return j.reasons(dl.Or{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Or:
			return j.reasons(dl.And{L: dl.Not{C: inner.L}, R: dl.Not{C: inner.R}}, a)
		case dl.Not:
			return j.reasons(inner.C, a)
		}
		text, err := j.text(d.C, a, !holds)
		return j.reason(c, holds, text), err
	}
	text, err := j.text(c, a, holds)
	return j.reason(c, holds, text), err
}

// parts returns the reasons of the operands that hold or fail as the whole does.
func (j *explainer) parts(a interp.Individual, holds bool, operands ...dl.Concept) ([]Reason, error) {
	var all []Reason
	for _, c := range operands {
		is, err := j.Holds(c, a)
		if err != nil {
			return nil, err
		}
		if is != holds {
			continue
		}
		found, err := j.reasons(c, a)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// text returns what the data says about a part without operators at its root.
func (j *explainer) text(c dl.Concept, a interp.Individual, holds bool) (string, error) {
	if j.isAsked(c) {
		if holds {
			return "the endpoint returns it for this part", nil
		}
		return "the endpoint does not return it for this part", nil
	}
	switch c := c.(type) {
	case dl.Name:
		if holds {
			return "is " + j.name(c.IRI), nil
		}
		text := "is not " + j.name(c.IRI)
		if apart := j.p.Disjoint(a, c.IRI); apart != nil {
			text += ": " + j.name(apart[0]) + " and " + j.name(apart[1]) + " are disjoint"
		}
		return text, nil
	case dl.Nominal:
		if holds {
			return "is " + j.name(c.IRI), nil
		}
		return "is another individual", nil
	case dl.Compare:
		if c.Op == dl.Equal && c.Value.Kind() == dl.Boolean {
			return statedText(j.name(c.Feature)+" "+c.Value.Lexical(), holds), nil
		}
		return j.values(c, a), nil
	case dl.Agree:
		return j.agreement(c, a), nil
	case dl.Less:
		return j.values(orders(c.F), a) + "; " + j.values(orders(c.G), a), nil
	}
	if role, ok := dl.RoleOf(c); ok {
		return j.successors(role, dl.Children(c)[0], a)
	}
	return "", nil
}

// orders is a condition on the values of the feature that have an order.
func orders(feature string) dl.Compare { return dl.Compare{Feature: feature, Op: dl.GreaterEq} }

// mostValues is how many values of a feature are listed.
const mostValues = 5

// values lists the values that the condition is about, or all if there are none.
func (j *explainer) values(c dl.Compare, a interp.Individual) string {
	name := j.name(c.Feature)
	n := j.p.Structure.NumValues(c.Feature, a)
	if n == 0 {
		return j.p.Lacks([]dl.Role{{IRI: c.Feature}})
	}
	ordered, texts := j.literals(c.Feature, a)
	shown, about := slices.Concat(texts, ordered, j.individuals(c.Feature, a)), ""
	switch {
	case c.Op == dl.Many:
		about = fmt.Sprintf(" (%d that differ)", n)
	case c.Op.IsOrder() && len(ordered) > 0:
		shown, n = ordered, len(ordered)
	case c.Op.IsOrder():
		about = ", which cannot be compared"
	case c.Op != dl.Present && len(texts) > 0:
		shown, n = texts, len(texts)
	}
	if len(shown) == 0 {
		return name + ": " + say.Plural(n, "value") + " of a type that genus does not read" + about
	}
	text := name + " is " + strings.Join(shown[:min(len(shown), mostValues)], ", ")
	if len(shown) > mostValues {
		text += fmt.Sprintf(", … (%d values)", n)
	}
	return text + about
}

// literals returns the values of a feature that have an order or are truth values, and its
// strings and texts.
func (j *explainer) literals(feature string, a interp.Individual) (ordered, texts []string) {
	s := j.p.Structure
	if f, ok := s.Signature().FeatureID(feature); ok {
		for _, r := range s.Ranks(f, a) {
			v := s.Values(f)[r]
			if ordered = append(ordered, v.Lexical()); v.Kind() == dl.InUnit && v.Unit() == "" {
				ordered[len(ordered)-1] += " " + syntax.UnitOf(v)
			}
		}
		for _, r := range s.StringRanks(f, a) {
			texts = append(texts, fmt.Sprintf("%q", s.Strings(f)[r].Lexical()))
		}
		for _, r := range s.TextRanks(f, a) {
			v := s.Texts(f)[r]
			texts = append(texts, fmt.Sprintf("%q@%s", v.Lexical(), v.Lang()))
		}
	}
	for _, b := range []bool{true, false} {
		if holds, _ := j.Holds(dl.Compare{Feature: feature, Op: dl.Equal, Value: dl.Bool(b)}, a); holds {
			ordered = append(ordered, dl.Bool(b).Lexical())
		}
	}
	return ordered, texts
}

// individuals returns the names of the values of a property that are individuals.
func (j *explainer) individuals(property string, a interp.Individual) (names []string) {
	for _, b := range j.p.Structure.SuccessorsOf(dl.Role{IRI: property}, a) {
		names = append(names, j.name(j.p.Structure.IRI(b)))
	}
	return names
}

// successors lists some successors, those in c first, and says how many of all are in c.
func (j *explainer) successors(r dl.Role, c dl.Concept, a interp.Individual) (string, error) {
	name := j.role(r)
	all := j.p.Structure.SuccessorsOf(r, a)
	if _, any := c.(dl.Top); len(all) == 0 && any && r == (dl.Role{IRI: r.IRI}) && j.p.Structure.NumValues(r.IRI, a) > 0 {
		return name + " is a literal", nil
	}
	if len(all) == 0 {
		return j.p.Lacks([]dl.Role{r}), nil
	}
	var in []interp.Individual
	for _, b := range all {
		is, err := j.Holds(c, b)
		if err != nil {
			return "", err
		}
		if is {
			in = append(in, b)
		}
	}
	if _, any := c.(dl.Top); any {
		return fmt.Sprintf("%s: %s (%d)", name, j.list(all), len(all)), nil
	}
	shown := in
	if len(in) == 0 {
		shown = all
	}
	text := fmt.Sprintf("%s: %s (%d of %d meet the condition)", name, j.list(shown), len(in), len(all))
	paths, _, err := j.p.Structure.Lacking(j.Holds, dl.Exists{Role: r, C: c}, a)
	for _, path := range paths {
		text += "; " + j.p.Lacks(path)
	}
	return text, err
}

// role returns the name of a role, an inverse or a closure.
func (j *explainer) role(r dl.Role) string {
	name := j.name(r.IRI)
	if r.Inverse {
		name += "⁻"
	}
	return name + r.Closure.String()
}

// agreement lists what the two roles lead to.
func (j *explainer) agreement(c dl.Agree, a interp.Individual) string {
	s, parts := j.p.Structure, []string{}
	for _, r := range []dl.Role{c.R, c.S} {
		text := "the data have no " + j.role(r)
		if all := s.SuccessorsOf(r, a); len(all) > 0 {
			text = j.role(r) + ": " + j.list(all)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// mostSuccessors is how many successors are listed.
const mostSuccessors = 3

// list writes the names of some of the individuals.
func (j *explainer) list(individuals []interp.Individual) string {
	var names []string
	for i, b := range individuals {
		if i == mostSuccessors {
			names = append(names, "…")
			break
		}
		names = append(names, j.name(j.p.Structure.IRI(b)))
	}
	return strings.Join(names, ", ")
}

// name returns the label, or the IRI shortened by prefixes.
func (j *explainer) name(iri string) string {
	if label := j.p.Info.Labels[iri]; label != "" {
		return say.OneLine(label)
	}
	j.unlabelled = append(j.unlabelled, iri)
	return j.p.Source.Prefixes().Shorten(iri)
}

func statedText(what string, holds bool) string {
	if holds {
		return what + " is stated"
	}
	return what + " is not stated"
}

// An Explanation says whether an example is in a concept, and why.
type Explanation struct {
	source.Term
	Positive *bool    `json:"positive" jsonschema:"it is a positive example"`
	Member   bool     `json:"member" jsonschema:"it is in the concept"`
	Correct  *bool    `json:"correct" jsonschema:"the concept classifies it correctly"`
	Why      []Reason `json:"why" jsonschema:"the parts of the concept that decide"`
}

// A Reason is a part of a concept that decides.
type Reason struct {
	Concept  string `json:"concept" jsonschema:"the part"`
	Labelled string `json:"labelled" jsonschema:"with labels in place of names"`
	English  string `json:"english" jsonschema:"the part in words"`
	Holds    bool   `json:"holds" jsonschema:"it holds for the example"`
	Text     string `json:"text" jsonschema:"what the data says"`
}

// Why explains every example of the problem, the positive ones first. It returns an
// error unless the data decides the concept (see CheckCoverage). Over an endpoint, its
// answers decide about derived symbols, such as (∃f).
func (s Looker) Why(ctx context.Context, p *source.Problem, c dl.Concept) ([]Explanation, error) {
	e, err := s.Explainer(ctx, p, c)
	if err != nil {
		return nil, err
	}
	list, err := e.explain(ctx, c)
	if err != nil || !source.FetchLabels(ctx, s.Use, p, slices.Concat(e.unlabelled, syntax.IRIs(c))) {
		return list, err
	}
	again := newExplainer(ctx, p, c)
	again.ask, again.answers = e.ask, e.answers
	return again.explain(ctx, c)
}

func (j *explainer) explain(ctx context.Context, c dl.Concept) ([]Explanation, error) {
	list := []Explanation{}
	for a, positive := range j.p.EachExample() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		member, err := j.Holds(c, a)
		if err != nil {
			return nil, err
		}
		why, err := j.reasons(c, a)
		if err != nil {
			return nil, err
		}
		iri, correct := j.p.Structure.IRI(a), member == positive
		list = append(list, Explanation{source.Term{IRI: iri, Label: j.p.Info.Labels[iri]}, &positive, member, &correct, why})
	}
	return list, nil
}
