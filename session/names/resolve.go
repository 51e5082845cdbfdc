package names

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// Names are the individuals that texts may mean.
type Names struct {
	Names []Named `json:"names" jsonschema:"in the order of the request"`
	Note  string  `json:"note" jsonschema:"what was not searched; empty if nothing"`
}

// A Named is a text with the individuals that it may mean. A text that nothing in the source
// fits has neither Accepted nor Candidates.
type Named struct {
	Text       string          `json:"text" jsonschema:"the name as it was sent"`
	Accepted   *source.Term    `json:"accepted" jsonschema:"the individual; null if it is not certain or there is none"`
	Candidates []NameCandidate `json:"candidates" jsonschema:"individuals that the name may mean, the best first; empty for an IRI and for a name that nothing has"`
	More       bool            `json:"more" jsonschema:"there are further candidates"`
}

// A NameCandidate is an individual that a text may mean.
type NameCandidate struct {
	source.Term
	Classes    []source.Term `json:"classes" jsonschema:"stated ones"`
	Statements *int          `json:"statements" jsonschema:"about it; null if they were not counted"`
	About      string        `json:"about" jsonschema:"how it differs from other candidates with its label; may be empty"`
	Exact      bool          `json:"exact" jsonschema:"the text is its whole label"`
	Agreement  float64       `json:"agreement" jsonschema:"the share of the other names that may mean a member of one of its classes"`
	Score      float64       `json:"score" jsonschema:"from 0 to 100, which is certain; a whole label has at least 70"`
}

// WholeName is the least score of a whole label.
const WholeName = 70

// score returns how sure it is that a text means the candidate: the whole label first, and then the classes that
// the other texts may have, too.
func (c NameCandidate) score(accepted *source.Term) float64 {
	switch {
	case accepted != nil && c.IRI == accepted.IRI:
		return 100
	case c.Exact:
		return WholeName + math.Round(25*c.Agreement)
	}
	return 30 + math.Round(25*c.Agreement)
}

// Limits of the candidates for a text.
const (
	mostCandidates   = 8  // candidates returned for a text
	searchedFor      = 12 // candidates asked of the source for a text
	mostSearches     = 20 // texts looked up at an endpoint that takes one text a request
	mostRowSearches  = 5  // of those of a table
	enoughAgreement  = 0.5
	textsPerRequest  = 200
	mostToldApart    = 100 // candidates
	namesWithoutTurn = "whole names only were looked for"
)

// Resolve finds the individuals that texts mean: each is an IRI, a name with a prefix of the
// source, or a label. An IRI is accepted if any statement has it. A label is accepted if one
// individual has it, or if one of those that have it is of a class of the others: of the
// members of a class that at least half of the other texts may mean, too. Labels that
// nothing has as a whole give the candidates that Search finds.
//
// The candidates are ranked as OpenRefine's reconciliation does it: whole labels first, then
// those of the classes of the others, then those with most statements. An endpoint gets few
// requests for all texts together.
func (s Finder) Resolve(ctx context.Context, texts []string) (Names, error) {
	r := Names{Names: make([]Named, len(texts))}
	ctx = connector.Interactive(ctx)
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return r, err
	}
	iris := map[string][]int{} // the positions of the texts that are IRIs
	labels := map[string][]int{}
	for i, text := range texts {
		text = strings.Join(strings.Fields(text), " ")
		r.Names[i] = Named{Text: texts[i], Candidates: []NameCandidate{}}
		if expanded, err := source.Expand([]string{text}, s.Source.Prefixes()); err == nil {
			iris[expanded[0]] = append(iris[expanded[0]], i)
		} else if len(wordsOf(text)) > 0 {
			labels[text] = append(labels[text], i)
		}
	}
	if err := s.resolveIRIs(ctx, g, iris, r.Names); err != nil {
		return r, err
	}
	found, note, err := s.candidates(ctx, slices.Sorted(maps.Keys(labels)))
	if err != nil {
		return r, err
	}
	if r.Note = note; len(found) == 0 {
		return r, nil
	}
	accepted := r.accepted()
	if err := s.rankNames(ctx, g, found, accepted); err != nil {
		return r, err
	}
	for text, list := range found {
		n := Named{Accepted: acceptedOf(list, len(labels)+len(accepted) > 1)}
		for i, c := range list {
			list[i].Score = c.score(n.Accepted)
		}
		n.Candidates, n.More = source.FirstOf(list, mostCandidates)
		for _, i := range labels[text] {
			n.Text = r.Names[i].Text
			r.Names[i] = n
		}
	}
	s.tellCandidatesApart(ctx, r.Names)
	return r, nil
}

// tellCandidatesApart says how the candidates of each name that have the same label differ.
func (s Finder) tellCandidatesApart(ctx context.Context, names []Named) {
	var iris []string
	for _, n := range names {
		same := map[string]int{}
		for _, c := range n.Candidates {
			same[strings.ToLower(c.Label)]++
		}
		for _, c := range n.Candidates {
			if n.Accepted == nil && same[strings.ToLower(c.Label)] > 1 && len(iris) < mostToldApart {
				iris = append(iris, c.IRI)
			}
		}
	}
	if len(iris) == 0 {
		return
	}
	list, err := look.On(s.Use).Evidence(ctx, iris, nil)
	if err != nil {
		s.Reporter.Detail("how namesakes differ: %s", say.OneLine(err.Error()))
		return
	}
	about := map[string]string{}
	for _, e := range list {
		about[e.IRI] = e.Text(s.Source.Prefixes())
	}
	for _, n := range names {
		for i, c := range n.Candidates {
			n.Candidates[i].About = about[c.IRI]
		}
	}
}

// accepted returns the IRIs that are accepted.
func (r Names) accepted() (iris []string) {
	for _, n := range r.Names {
		if n.Accepted != nil {
			iris = append(iris, n.Accepted.IRI)
		}
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// resolveIRIs accepts the IRIs that any statement has, if need be in another Unicode normal form.
func (s Finder) resolveIRIs(ctx context.Context, g graph.Graph, at map[string][]int, names []Named) error {
	if len(at) == 0 {
		return nil
	}
	known, err := graph.KnownTerms(ctx, g, withOtherForms(slices.Sorted(maps.Keys(at))))
	if err != nil {
		return err
	}
	has := map[string]bool{}
	for _, iri := range known {
		has[iri] = true
	}
	to, err := source.InOtherForms(slices.Sorted(maps.Keys(at)),
		func([]string) (map[string]bool, error) { return has, nil })
	if err != nil {
		return err
	}
	for iri, form := range to {
		at[form] = append(at[form], at[iri]...)
	}
	for _, t := range look.On(s.Use).Terms(ctx, known) {
		for _, i := range at[t.IRI] {
			names[i].Accepted = &t
		}
	}
	return nil
}

// acceptedOf returns the candidate that the text certainly means, nil if there is none.
// among reports whether there are other texts.
func acceptedOf(list []NameCandidate, among bool) *source.Term {
	var whole, agreeing []NameCandidate
	for _, c := range list {
		if c.Exact {
			whole = append(whole, c)
			if among && c.Agreement >= enoughAgreement {
				agreeing = append(agreeing, c)
			}
		}
	}
	switch {
	case len(whole) == 1:
		return &whole[0].Term
	case len(agreeing) == 1:
		return &agreeing[0].Term
	}
	return nil
}

// candidates returns the individuals that the texts may mean, not ranked, and a note about
// what was not searched.
func (s Finder) candidates(ctx context.Context, texts []string) (map[string][]NameCandidate, string, error) {
	found := map[string][]NameCandidate{}
	if g := s.Source.Graph(); g != nil {
		x, err := s.indexes(ctx, g)
		if err != nil {
			return nil, "", err
		}
		for _, text := range texts {
			for _, m := range x.individuals.closest(text) {
				found[text] = append(found[text], NameCandidate{
					Term:  source.Term{IRI: m.iri, Label: m.label},
					Exact: m.rank == wholeName || m.whole,
				})
			}
		}
		return found, "", nil
	}
	named, err := s.wholeNames(ctx, texts)
	if err != nil {
		return nil, "", fmt.Errorf("looking for names: %w", err)
	}
	rest := s.addNamed(ctx, found, texts, named)
	if len(rest) == 0 {
		return found, "", nil
	}
	named, note := s.partsOfNames(ctx, rest)
	s.addNamed(ctx, found, rest, named)
	return found, note, nil
}

// withOtherForms returns the texts, and after them those of their Unicode normal forms that differ.
func withOtherForms(texts []string) []string {
	all := slices.Clone(texts)
	for _, text := range texts {
		all = append(all, source.OtherForms(text)...)
	}
	return all
}

// wholeNames returns the terms that have one of the texts as a label. If there are too many
// for one result, it asks about half of the texts.
func (s Finder) wholeNames(ctx context.Context, texts []string) ([]graph.NamedTerm, error) {
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	var all []graph.NamedTerm
	var ask func(texts []string) error
	ask = func(texts []string) error {
		found, more, err := graph.FindNamed(ctx, g, queries.FindExact, searchedFor*len(texts), texts...)
		if half := len(texts) / 2; half > 0 && (more || graph.IsRefused(ctx, err)) {
			if err := ask(texts[:half]); err != nil {
				return err
			}
			return ask(texts[half:])
		}
		all = append(all, found...)
		return err
	}
	for batch := range slices.Chunk(withOtherForms(texts), textsPerRequest) {
		if err := ask(batch); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// partsOfNames returns the terms that have one of the texts in a label, as the setting
// search allows, and a note if it did not look for all of them.
func (s Finder) partsOfNames(ctx context.Context, texts []string) (named []graph.NamedTerm, note string) {
	way := s.way(ctx)
	if way == queries.FindExact {
		return nil, namesWithoutTurn
	}
	asked := texts
	size := 1
	if way != queries.FindWikidata { // whose search finds all forms
		asked = withOtherForms(texts)
		size = len(asked)
	}
	ctx, cancel := look.On(s.Use).WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	most := mostSearches
	if s.Rows {
		most = mostRowSearches
	}
	for batch := range slices.Chunk(asked[:min(len(asked), most*size)], size) {
		if err != nil {
			break
		}
		var some []graph.NamedTerm
		some, _, err = graph.FindNamed(ctx, g, way, searchedFor*len(batch), batch...)
		named = append(named, some...)
	}
	if err == nil && !look.On(s.Use).IsLarge() {
		var some []graph.NamedTerm
		some, err = graph.FindByEnd(ctx, g, searchedFor*len(texts), withOtherForms(texts)...)
		named = append(named, some...)
	}
	switch {
	case err != nil:
		s.Reporter.Detail("parts of names: %s", say.OneLine(err.Error()))
		return named, namesWithoutTurn + " for some: the endpoint did not answer the search for parts of names"
	case size == 1 && len(texts) > most:
		return named, fmt.Sprintf("%s for %s", namesWithoutTurn, say.Plural(len(texts)-most, "name"))
	}
	return named, ""
}

// addNamed adds the individuals among the terms to the candidates of the texts that they fit,
// and returns the texts that have none.
func (s Finder) addNamed(ctx context.Context, found map[string][]NameCandidate, texts []string,
	named []graph.NamedTerm) (rest []string) {
	var terms []source.Term
	names := map[string][]string{}
	labels := s.labelsOf(ctx, named)
	for _, n := range named {
		if names[n.IRI] == nil {
			terms = append(terms, source.Term{IRI: n.IRI, Label: labels[n.IRI]})
		}
		names[n.IRI] = append(names[n.IRI], cmp.Or(n.Name, LocalName(n.IRI)))
	}
	individuals := terms
	if !s.Rows {
		individuals, _ = look.On(s.Use).Separate(ctx, terms)
	} else if shared := sharedNames(terms, names); len(shared) > 0 {
		apart, _ := look.On(s.Use).Separate(ctx, shared)
		isIndividual := func(t source.Term) bool { return !slices.Contains(shared, t) || slices.Contains(apart, t) }
		individuals = slices.DeleteFunc(slices.Clone(terms), func(t source.Term) bool { return !isIndividual(t) })
	}
	for _, text := range texts {
		words := wordsOf(text)
		for _, t := range individuals {
			whole := IsWhole(text, names[t.IRI]...)
			if !whole && !slices.ContainsFunc(names[t.IRI], func(name string) bool {
				return hasWords(name, words) || strings.Contains(folded(name), folded(text))
			}) {
				continue
			}
			i := slices.IndexFunc(found[text], func(c NameCandidate) bool { return c.IRI == t.IRI })
			switch {
			case i < 0:
				found[text] = append(found[text], NameCandidate{Term: t, Exact: whole})
			case whole:
				found[text][i] = NameCandidate{Term: t, Exact: true}
			}
		}
		if s.Rows {
			found[text] = wholeFirst(found[text])
		}
		if len(found[text]) == 0 {
			rest = append(rest, text)
		}
	}
	return rest
}

// rankNames adds what ranks the candidates, and ranks those of each text. accepted are the
// individuals that other texts mean.
func (s Finder) rankNames(ctx context.Context, g graph.Graph, found map[string][]NameCandidate,
	accepted []string) error {
	var iris, several []string
	for _, list := range found {
		for _, c := range list {
			if iris = append(iris, c.IRI); len(list) > 1 {
				several = append(several, c.IRI)
			}
		}
	}
	if s.Rows && len(several) == 0 && s.Source.Slow() { // nothing to rank
		for _, list := range found {
			for i := range list {
				list[i].Classes = []source.Term{}
			}
		}
		return nil
	}
	types := []string{s.Config.Vocabulary().WithDefaults().Type}
	stated, err := graph.StatementsOf(ctx, g, graph.Out, append(iris, accepted...), types, look.MostEvidenceEdges)
	if err != nil {
		return fmt.Errorf("asking for the classes of names: %w", err)
	}
	numbers, err := graph.CountStatements(ctx, g, several)
	if err != nil {
		return fmt.Errorf("counting the statements about names: %w", err)
	}
	classes := map[string][]string{}
	var all []string
	for iri, statements := range stated {
		for _, r := range statements.Rows {
			if !graph.IsLiteral(r) && !look.On(s.Use).IsHidden(r.Value) {
				classes[iri] = append(classes[iri], r.Value)
				all = append(all, r.Value)
			}
		}
		slices.Sort(classes[iri])
	}
	slices.Sort(all)
	labels := source.Labels(ctx, s.Use, slices.Compact(all))
	share := sharesOf(found, accepted, classes)
	for text, list := range found {
		for i, c := range list {
			list[i].Classes = source.LabelTerms(classes[c.IRI], labels)
			if n, counted := numbers[c.IRI]; counted {
				list[i].Statements = &n
			}
			for _, class := range classes[c.IRI] {
				list[i].Agreement = max(list[i].Agreement, share(text, class))
			}
		}
		slices.SortFunc(list, compareCandidates)
	}
	return nil
}

func compareCandidates(a, b NameCandidate) int {
	statements := func(c NameCandidate) int {
		if c.Statements == nil {
			return 0
		}
		return *c.Statements
	}
	switch {
	case a.Exact != b.Exact && a.Exact:
		return -1
	case a.Exact != b.Exact:
		return 1
	}
	return cmp.Or(cmp.Compare(b.Agreement, a.Agreement), cmp.Compare(statements(b), statements(a)),
		strings.Compare(a.IRI, b.IRI))
}

// sharesOf returns a function that returns the share of the texts other than one that may
// mean a member of the class.
func sharesOf(found map[string][]NameCandidate, accepted []string,
	classes map[string][]string) func(text, class string) float64 {
	in := map[string]map[string]bool{} // the texts by class
	add := func(text, iri string) {
		for _, class := range classes[iri] {
			if in[class] == nil {
				in[class] = map[string]bool{}
			}
			in[class][text] = true
		}
	}
	for text, list := range found {
		whole := slices.ContainsFunc(list, func(c NameCandidate) bool { return c.Exact })
		for _, c := range list {
			if c.Exact || !whole {
				add(text, c.IRI)
			}
		}
	}
	for _, iri := range accepted {
		add("<"+iri+">", iri)
	}
	others := len(found) + len(accepted) - 1
	return func(text, class string) float64 {
		n := len(in[class])
		if in[class][text] {
			n--
		}
		return float64(n) / float64(max(others, 1))
	}
}
