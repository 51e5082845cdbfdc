package names

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// mostNear limits how many similar names an error lists.
const mostNear = 3

// ReadConcept reads a concept in a notation of the command line, with labels as ReplaceLabels reads
// them, or a SPARQL query (package queries/read), which it returns, too, about the values of the variable or,
// if that is empty, of the first. The source is asked whether the
// concept has the members of the query, also at the individuals that the user names.
func (s Finder) ReadConcept(ctx context.Context, text, variable string, p syntax.Prefixes,
	individuals ...string) (dl.Concept, *read.Reading, error) {
	if read.IsQuery(text) {
		return s.readQuery(ctx, text, variable, p, individuals)
	}
	if variable != "" {
		return nil, nil, source.Usagef("the variable ?%s goes with a SPARQL query, and this is a concept: leave it out",
			strings.TrimLeft(variable, "?$"))
	}
	text, err := s.ReplaceLabels(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	c, err := syntax.Parse(text, p)
	if err == nil {
		if to := s.OtherForms(ctx, c); len(to) > 0 {
			c, err = syntax.Parse(respelled(text, to), respelledPrefixes(p, to))
		}
	}
	if err != nil || s.Source == nil || s.Source.Data() == nil {
		return c, nil, err
	}
	data := s.Source.Data()
	c, isClass := dl.PreferClasses(c, data.Vocabulary.Type, data.Vocabulary.SubClassOf)
	if isClass {
		s.Reporter.Note("values of %s are classes: the concept asks for their members, with those of their subclasses",
			s.Source.Prefixes().Shorten(data.Vocabulary.Type))
	}
	return dl.PreferPresence(c, data.HasOnlyLiterals), nil, nil
}

// OtherForms returns the names of the concept that the source has in another Unicode normal form, with that.
func (s Finder) OtherForms(ctx context.Context, c dl.Concept) map[string]string {
	if s.Source == nil {
		return nil
	}
	e := dl.EntitiesOf(c)
	names := slices.Concat(e.Classes, e.Properties(), e.Individuals)
	to, err := source.InOtherForms(names, func(asked []string) (map[string]bool, error) {
		isKnown, err := s.knownNames(connector.Interactive(ctx), asked, nil)
		has := map[string]bool{}
		for _, iri := range asked {
			has[iri] = err == nil && isKnown(iri)
		}
		return has, err
	})
	if err != nil {
		s.Reporter.Detail("names in another Unicode normal form: %s", say.OneLine(err.Error()))
	}
	source.NoteForms(s.Use, to)
	return to
}

// respelled returns the text of a concept or query with other forms of its names, and of the namespaces that it
// declares for them.
func respelled(text string, to map[string]string) string {
	for _, from := range slices.Sorted(maps.Keys(to)) {
		form := to[from]
		i := 0
		for from[i] == form[i] {
			i++
		}
		i = strings.LastIndexAny(from[:i], "/#:") + 1 // a prefix may stand for what is before
		text = strings.ReplaceAll(text, from[i:], form[i:])
		for end := len(from) - 1; end > i; end-- {
			if namespace, ok := strings.CutSuffix(form, from[end:]); ok {
				text = strings.ReplaceAll(text, "<"+from[:end]+">", "<"+namespace+">")
			}
		}
	}
	return text
}

// respelledPrefixes returns the prefixes with other forms of the namespaces of the names.
func respelledPrefixes(p syntax.Prefixes, to map[string]string) syntax.Prefixes {
	p = maps.Clone(p)
	for from, form := range to {
		for prefix, namespace := range p {
			local, isIn := strings.CutPrefix(from, namespace)
			if other, ok := strings.CutSuffix(form, local); isIn && ok {
				p[prefix] = other
			}
		}
	}
	return p
}

// ReplaceLabels returns the text of a concept with an IRI in place of each label in single
// quotes: that of the class, property or individual that has the label, as the place of the
// label asks. Upper and lower case are the same. An error names the labels that nothing or
// several things have there, with what they may mean. Without a source, the text stays as
// it is.
func (s Finder) ReplaceLabels(ctx context.Context, text string) (string, error) {
	if s.Source == nil {
		return text, nil
	}
	labels, err := syntax.Labels(text, s.Source.Prefixes())
	if err != nil || len(labels) == 0 {
		return text, err
	}
	ctx = connector.Interactive(ctx)
	iris := make([]string, len(labels))
	var problems []string
	for i, l := range labels {
		exact, near, err := s.Labelled(ctx, l)
		if err != nil {
			return text, fmt.Errorf("looking for the label %q: %w", l.Text, err)
		}
		if len(exact) > 1 {
			if same := slices.DeleteFunc(slices.Clone(exact),
				func(t source.Term) bool { return t.Label != l.Text }); len(same) == 1 {
				exact = same
			}
		}
		switch {
		case len(exact) == 1:
			iris[i] = exact[0].IRI
		case len(exact) > 1:
			several, err := s.listMeanings(ctx, l, exact)
			if err != nil {
				return text, err
			}
			problems = append(problems, fmt.Sprintf("%q may be %s", l.Text, several))
		default:
			problems = append(problems, s.unknownLabel(ctx, l, near))
		}
	}
	if len(problems) > 0 {
		slices.Sort(problems)
		return text, source.Usagef("labels of the concept: %s", strings.Join(slices.Compact(problems), "; "))
	}
	return syntax.Replace(text, labels, iris), nil
}

// Labelled returns the things that have the label, and if there are none, those with a
// similar one.
func (s Finder) Labelled(ctx context.Context, l syntax.Label) (exact, near []source.Term, err error) {
	if len(wordsOf(l.Text)) == 0 {
		return nil, nil, nil
	}
	var found []source.Term
	second := map[string]bool{} // things that have the label, though it may not be their best one
	if g := s.Source.Graph(); g != nil {
		x, err := s.indexes(ctx, g)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range x.ofPlace(l.Place).closest(l.Text) {
			found = append(found, source.Term{IRI: m.iri, Label: cmp.Or(m.label, LocalName(m.iri))})
			second[m.iri] = m.whole
		}
	} else {
		var named []graph.NamedTerm
		if named, err = s.wholeNames(ctx, []string{l.Text}); err == nil {
			labels := s.labelsOf(ctx, named)
			for _, n := range named {
				found = append(found, source.Term{IRI: n.IRI, Label: labels[n.IRI]})
				second[n.IRI] = second[n.IRI] || IsWhole(l.Text, n.Name)
			}
			found, err = s.inPlace(ctx, found, l.Place)
		}
		if err == nil && len(found) == 0 {
			if found, _, err = s.find(ctx, l.Text, searchedFor); err == nil {
				found, err = s.inPlace(ctx, found, l.Place)
			}
		}
	}
	for _, t := range found {
		switch whole := second[t.IRI] || IsWhole(l.Text, t.Label, LocalName(t.IRI)); {
		case whole && !slices.ContainsFunc(exact, func(e source.Term) bool { return e.IRI == t.IRI }):
			exact = append(exact, t)
		case !whole && len(near) < mostNear:
			near = append(near, t)
		}
	}
	return exact, near, err
}

// ofPlace returns the index of the names of what can stand in a place.
func (x *indexes) ofPlace(place syntax.Place) *names {
	switch place {
	case syntax.Class:
		return &x.classes
	case syntax.Property:
		return &x.properties
	}
	return &x.individuals
}

// inPlace returns those of the terms of an endpoint that can stand in a place. In place of
// an entity that describes a property it returns the property.
func (s Finder) inPlace(ctx context.Context, found []source.Term, place syntax.Place) ([]source.Term, error) {
	if len(found) == 0 {
		return nil, nil
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	var iris []string
	for _, t := range found {
		iris = append(iris, t.IRI)
	}
	uses, err := graph.UsesOf(ctx, g, iris)
	if err != nil {
		return nil, err
	}
	describes := map[string]graph.Statements{}
	if via := s.Config.Exclusions().Via; via != "" {
		if describes, err = graph.StatementsOf(ctx, g, graph.Out, iris, []string{via}, look.MostEvidenceEdges); err != nil {
			return nil, err
		}
	}
	var fit []source.Term
	for _, t := range found {
		use, rows := uses[t.IRI], describes[t.IRI].Rows
		switch {
		case place == syntax.Property:
			for _, r := range rows {
				fit = append(fit, source.Term{IRI: r.Value, Label: t.Label})
			}
			if use == graph.UsedAsProperty {
				fit = append(fit, t)
			}
		case len(rows) > 0, use == graph.UsedAsProperty, place == syntax.Class && use != graph.UsedAsClass:
		default:
			fit = append(fit, t)
		}
	}
	return fit, nil
}

// listMeanings lists the things that a label may mean, for a message.
func (s Finder) listMeanings(ctx context.Context, l syntax.Label, exact []source.Term) (string, error) {
	n := Named{Text: l.Text}
	for _, t := range exact {
		n.Candidates = append(n.Candidates, NameCandidate{Term: t, Exact: true})
	}
	if l.Place == syntax.Individual {
		g, err := source.Graph(ctx, s.Use)
		if err == nil {
			err = s.rankNames(ctx, g, map[string][]NameCandidate{l.Text: n.Candidates}, nil)
		}
		if err != nil {
			return "", err
		}
		s.tellCandidatesApart(ctx, []Named{n})
	}
	return s.listCandidates(n), nil
}

// unknownLabel says that nothing in the place has the label, and what is near.
func (s Finder) unknownLabel(ctx context.Context, l syntax.Label, near []source.Term) string {
	text := fmt.Sprintf("no %s has the label %q", l.Place, l.Text)
	for _, other := range []syntax.Place{syntax.Class, syntax.Property, syntax.Individual} {
		if other == l.Place {
			continue
		}
		at := l
		at.Place = other
		if exact, _, err := s.Labelled(ctx, at); err == nil && len(exact) > 0 {
			article := "a"
			if other == syntax.Individual {
				article = "an"
			}
			text += fmt.Sprintf("; %s is that of %s %s", s.Source.Prefixes().Shorten(exact[0].IRI), article, other)
			if other == syntax.Individual && l.Place == syntax.Class {
				text += fmt.Sprintf(": write {'%s'}", l.Text)
			}
			return text
		}
	}
	var similar []string
	for _, t := range near {
		similar = append(similar, fmt.Sprintf("'%s'", say.OneLine(t.Label)))
	}
	if len(similar) > 0 {
		text += ", but " + strings.Join(similar, ", ")
	}
	return text
}
