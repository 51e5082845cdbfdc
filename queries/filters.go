package queries

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Filters returns the conditions on the variable v, with its ?, that queries have for the comparison, in
// every dialect of an engine or rule and whatever is known of the time zones; the kinds are those of the feature's
// values ([Options]). Package read finds by them what a filter of a query means. They have the prefix xsd.
func Filters(c dl.Compare, v string, kinds []dl.Kind) (out []string) {
	zones := []Zones{AnyZones}
	if isTemporal(c.Value.Kind()) {
		zones = []Zones{AnyZones, NoZones, UTCOnly, UTCAnyYear}
	}
	for _, d := range knownDialects() {
		for _, z := range zones {
			t, err := newTranslator(
				Options{Dialect: d, Kinds: map[string][]dl.Kind{c.Feature: kinds}, Zones: map[string]Zones{c.Feature: z}})
			if err != nil {
				return nil
			}
			text := t.filter(c, v)
			if t.err == nil && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// LessFilters returns the conditions on the variables v and w that queries have for (f < g), in every dialect of an
// engine or rule, for features that have values of one set of kinds each, or of unknown ones.
func LessFilters(v, w string) (out []string) {
	const f, g = "http://f", "http://g"
	sets := [][]dl.Kind{nil, {dl.Integer}, {dl.Double}, {dl.Float}, {dl.DateTime}, {dl.Date}, {dl.GYearMonth}, {dl.GYear},
		{dl.DateTime, dl.Date}, {dl.Date, dl.GYear}, {dl.DateTime, dl.Date, dl.GYearMonth, dl.GYear}, {dl.InUnit}}
	seen := map[string]bool{}
	for _, d := range knownDialects() {
		for _, kinds := range sets {
			for _, others := range sets {
				for zones := AnyZones; zones <= UTCAnyYear; zones++ {
					t, err := newTranslator(
						Options{
							Dialect: d,
							Kinds:   map[string][]dl.Kind{f: kinds, g: others},
							Zones:   map[string]Zones{f: zones, g: zones},
						})
					if err != nil {
						return nil
					}
					if text := t.lessFilter(dl.Less{F: f, G: g}, v, w); !seen[text] {
						seen[text] = true
						out = append(out, text)
					}
				}
			}
		}
	}
	return out
}

// knownDialects returns the dialects of the known engines and of each rule alone.
func knownDialects() (out []Dialect) {
	for _, known := range dialects {
		out = append(out, known.d)
	}
	for _, r := range Rules() {
		out = append(out, r.Dialect)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
