package answer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// without says which properties and classes a claim about all concepts of the language is not about, because genus
// leaves them out or an extraction has dropped them. It continues a sentence, and is empty if there are none. Of
// files it names those that are stated at the examples, or at what roles lead to from them; steps is the largest
// number of roles, 0 if there is no bound. What an endpoint states beside the facts was not read.
func (s Worker) without(ctx context.Context, p *source.Problem, l dl.Language, removed []interp.Removal,
	steps int) (text string) {
	var left []string
	data := p.Source.Data()
	isKnown := data != nil && data.FromFiles()
	if isKnown {
		left = s.leftOut(leftOutAt(ctx, p, data, l, steps), p.PrefixesOf, "--only all uses it")
		isKnown = ctx.Err() == nil // else some may be missing
	}
	if !isKnown {
		left = s.notRead(data != nil && !data.FromFiles() && p.Source.Endpoint() == nil)
	}
	if len(left) > 0 {
		text = ", without " + strings.Join(left, " and ")
	}
	var dropped []string
	for _, r := range removed {
		iri := r.Feature + r.Role.IRI
		name := p.Source.Prefixes().Shorten(iri)
		if r.Role.Inverse {
			name += "⁻"
		}
		if iri != "" && !slices.Contains(dropped, name) {
			dropped = append(dropped, name)
		}
	}
	if len(dropped) > 0 {
		text += ", without what was dropped (" + few(dropped) + ")"
	}
	return text
}

// notRead says what was not read of an endpoint, or not extracted from it into the database.
func (s Worker) notRead(extracted bool) (texts []string) {
	e := s.Config.Exclusions()
	switch {
	case extracted:
		texts = append(texts, "what was not extracted")
	case e.NoDefaults:
	case len(e.Only) > 0:
		texts = append(texts, "what is left out (classes of RDF, RDFS and OWL)")
	default:
		texts = append(texts, "what is left out (terms of RDF, RDFS and OWL, names and texts; --only all uses it)")
	}
	var by []string
	for _, cause := range e.Causes() {
		by = append(by, s.Config.LeftOutBy(cause))
	}
	if len(by) > 0 {
		texts = append(texts, "what is left out by "+strings.Join(by, ", "))
	}
	return texts
}

// leftOut says which properties and classes are left out, and by which flag. lift says how to use those that genus
// leaves out by default.
func (s Worker) leftOut(names source.Names, prefixesOf func(dl.Concept) syntax.Prefixes, lift string) (texts []string) {
	e := s.Config.Exclusions()
	by := map[string][]string{}
	for _, iri := range slices.Concat(names.Properties, names.Classes) {
		cause := e.WhyProperty(iri)
		if slices.Contains(names.Classes, iri) {
			cause = e.WhyClass(iri)
		}
		flag := s.Config.LeftOutBy(cause)
		by[flag] = append(by[flag], prefixesOf(dl.Name{IRI: iri}).Shorten(iri))
	}
	for _, flag := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[flag])
		names := few(by[flag])
		switch {
		case flag != "":
			texts = append(texts, fmt.Sprintf("what is left out by %s (%s)", flag, names))
		case e.NoDefaults:
			texts = append(texts, fmt.Sprintf("what is left out (%s)", names))
		default:
			texts = append(texts, fmt.Sprintf("what is left out (%s; %s)", names, lift))
		}
	}
	return texts
}

// leftOutAt returns what files state at the individuals that roles lead to, and leave out.
func leftOutAt(ctx context.Context, p *source.Problem, data *extract.Data, l dl.Language,
	steps int) (names source.Names) {
	if steps == 0 {
		steps = p.Structure.Len()
	}
	distance, err := interp.Distances(ctx, &p.Problem, interp.NewSpace(&p.Problem, l).Roles, steps)
	if err != nil {
		return names
	}
	isReached := func(iri string) bool {
		a, ok := p.Structure.Lookup(iri)
		return ok && distance[a] >= 0
	}
	sig := p.Structure.Signature()
	// Those that the structure has are named, or are labels.
	names.Properties, names.Classes = data.LeftOutAt(ctx, isReached, l)
	names.Properties = slices.DeleteFunc(names.Properties, func(iri string) bool {
		_, isRole := sig.RoleID(dl.Role{IRI: iri})
		_, isFeature := sig.FeatureID(iri)
		return isRole || isFeature
	})
	names.Classes = slices.DeleteFunc(names.Classes, func(iri string) bool {
		_, isClass := sig.Atom(dl.Name{IRI: iri})
		return isClass
	})
	return names
}

// mostWithout is how many names a claim has.
const mostWithout = 4

func few(names []string) string {
	if more := len(names) - mostWithout; more > 1 {
		names = append(names[:mostWithout:mostWithout], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
