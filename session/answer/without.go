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
func (s Worker) without(ctx context.Context, p *source.Problem, l dl.Language, removed []interp.Removal, steps int) (text string) {
	exclusions := s.Config.Exclusions()
	var left []string
	data := p.Source.Data()
	isKnown := data != nil && data.FromFiles()
	if isKnown {
		left = leftOutAt(ctx, p, data, l, steps)
		isKnown = ctx.Err() == nil // else some may be missing
	}
	if !isKnown && (!exclusions.NoDefaults || len(exclusions.Properties)+len(exclusions.Kinds) > 0) {
		text = ", without what is left out (terms of RDF, RDFS and OWL, names and texts; --only all uses it)"
		if exclusions.NoDefaults || len(exclusions.Only) > 0 {
			text = ", without what --only and --exclude leave out"
		}
	}
	if isKnown && len(left) > 0 {
		text = ", without " + s.leftOut(left, p.PrefixesOf, "--only all uses it")
	}
	var dropped []string
	for _, r := range removed {
		iri := r.Feature + r.Role.IRI
		if name := p.Source.Prefixes().Shorten(iri); iri != "" && !slices.Contains(dropped, name) {
			dropped = append(dropped, name)
		}
	}
	if len(dropped) > 0 {
		text += ", without what was dropped (" + few(dropped) + ")"
	}
	return text
}

// leftOut says which properties and classes are left out, and by which flag. lift says how to use those that genus
// leaves out by default.
func (s Worker) leftOut(iris []string, prefixesOf func(dl.Concept) syntax.Prefixes, lift string) string {
	exclusions := s.Config.Exclusions()
	by := map[string][]string{}
	for _, iri := range iris {
		flag := s.Config.LeftOutBy(iri)
		by[flag] = append(by[flag], prefixesOf(dl.Name{IRI: iri}).Shorten(iri))
	}
	var texts []string
	for _, flag := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[flag])
		names := few(by[flag])
		switch {
		case flag != "":
			texts = append(texts, fmt.Sprintf("what is left out by %s (%s)", flag, names))
		case exclusions.NoDefaults:
			texts = append(texts, fmt.Sprintf("what is left out (%s)", names))
		default:
			texts = append(texts, fmt.Sprintf("what is left out (%s; %s)", names, lift))
		}
	}
	return strings.Join(texts, " and ")
}

// leftOutAt returns what files state at the individuals that roles lead to, and leave out.
func leftOutAt(ctx context.Context, p *source.Problem, data *extract.Data, l dl.Language, steps int) (iris []string) {
	if steps == 0 {
		steps = p.Structure.Len()
	}
	distance, err := interp.Distances(ctx, &p.Problem, interp.NewSpace(&p.Problem, l).Roles, steps)
	if err != nil {
		return nil
	}
	isReached := func(iri string) bool {
		a, ok := p.Structure.Lookup(iri)
		return ok && distance[a] >= 0
	}
	sig := p.Structure.Signature()
	for _, iri := range data.LeftOutAt(ctx, isReached, l) {
		_, isRole := sig.RoleID(dl.Role{IRI: iri})
		_, isFeature := sig.FeatureID(iri)
		_, isClass := sig.Atom(dl.Name{IRI: iri})
		if !isRole && !isFeature && !isClass { // the others are named, or are labels
			iris = append(iris, iri)
		}
	}
	return iris
}

// mostWithout is how many names a claim has.
const mostWithout = 4

func few(names []string) string {
	if more := len(names) - mostWithout; more > 1 {
		names = append(names[:mostWithout:mostWithout], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
