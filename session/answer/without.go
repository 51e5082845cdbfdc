package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// without says which properties and classes a claim about all concepts of the language is not about, because genus
// leaves them out or an extraction has dropped them. It continues a sentence, and is empty if there are none. Of
// files it names those that are stated at the examples, or at what roles lead to from them; steps is the largest
// number of roles, 0 if there is no bound. What an endpoint states beside the facts was not read.
func (s Worker) without(ctx context.Context, p *source.Problem, l dl.Language, removed []interp.Removal, steps int) (text string) {
	exclusions := s.Config.Exclusions()
	var left []string
	if data := p.Source.Data(); data != nil && data.FromFiles() {
		left = leftOutAt(ctx, p, data, l, steps)
	} else if !exclusions.NoDefaults || len(exclusions.Properties)+len(exclusions.Kinds) > 0 {
		left = []string{"terms of RDF, RDFS and OWL, names and texts"}
		if exclusions.NoDefaults || len(exclusions.Only) > 0 {
			left[0] = "by --only and --exclude"
		}
	}
	if len(left) > 0 {
		text = ", without what is left out (" + few(left)
		if !exclusions.NoDefaults {
			text += "; --only all uses it"
		}
		text += ")"
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

// leftOutAt returns the short names of what files state at the individuals that roles lead to, and leave out.
func leftOutAt(ctx context.Context, p *source.Problem, data *extract.Data, l dl.Language, steps int) (names []string) {
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
			names = append(names, p.PrefixesOf(dl.Name{IRI: iri}).Shorten(iri))
		}
	}
	slices.Sort(names)
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
