package names

import (
	"cmp"
	"context"
	"slices"

	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// mostNamesAmongIRIs is how many IRIs may be looked up for their classes, which tell what a
// name beside them means.
const mostNamesAmongIRIs = 100

// ResolveLabels replaces the labels in the lists of names by the IRIs of the individuals that
// they mean (see Resolve). The error names those that mean none for certain.
func (s Finder) ResolveLabels(ctx context.Context, lists ...*[]string) error {
	var labels, others []string
	for _, list := range lists {
		for _, text := range *list {
			if source.IsLabel(text, s.Source.Prefixes()) {
				labels = append(labels, text)
			} else if isName(text, s.Source.Prefixes()) {
				others = append(others, text)
			}
		}
	}
	if len(labels) == 0 {
		return nil
	}
	s.Reporter.Progress("looking for names", say.Plural(len(labels), "name"))
	if len(others) > mostNamesAmongIRIs {
		others = nil
	}
	iris, err := s.Individuals(ctx, slices.Concat(labels, others))
	if err != nil {
		return err
	}
	meant := map[string]string{}
	for i, text := range labels {
		meant[text] = "<" + iris[i] + ">"
		s.Reporter.Detail("%q is %s", text, s.Source.Prefixes().Shorten(iris[i]))
	}
	for _, list := range lists {
		*list = slices.Clone(*list)
		for i, text := range *list {
			(*list)[i] = cmp.Or(meant[text], text)
		}
	}
	return nil
}
