package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// nameUnusedValues names the properties whose values tell apart a pair of examples that no concept
// can, because genus does not use such values. Otherwise the reason would be that nothing does.
func (s Worker) nameUnusedValues(ctx context.Context, p *source.Problem, f *learner.Fitting) {
	for i, reasons := range f.Reasons {
		if len(reasons) != 1 || !slices.Contains(reasons[0].Kinds, bisim.Nothing) {
			continue
		}
		pair := f.Ceiling.Pairs[i]
		unused := s.unusedValues(ctx, p, p.Structure.IRI(pair[0]), p.Structure.IRI(pair[1]))
		if len(unused) > 0 {
			reasons[0].Text = "values that are not used: " + strings.Join(unused, ", ")
		}
	}
}

// unusedValues returns the properties with different values at a and b of kinds that are not used,
// with that kind.
func (s Worker) unusedValues(ctx context.Context, p *source.Problem, a, b string) (texts []string) {
	isUsed := s.Config.Exclusions().Uses(s.Config.Vocabulary().WithDefaults())
	differ := map[string]map[string]int{} // by property: +1 or -1 for each literal of one side
	kind := map[string]string{}
	for _, l := range s.Literals(ctx, a, b) {
		why := unusedKind(l, p.Info.Vocabulary.Strings, p.Source.Prefixes())
		if why == "" || !isUsed(l.Property) {
			continue
		}
		if differ[l.Property] == nil {
			differ[l.Property] = map[string]int{}
		}
		key := l.Lexical + "\x00" + l.Datatype + "\x00" + l.Lang
		if l.Subject == a {
			differ[l.Property][key] |= 1
		} else {
			differ[l.Property][key] |= 2
		}
		kind[l.Property] = why
	}
	for property, sides := range differ {
		for _, of := range sides {
			if of != 3 {
				texts = append(texts, fmt.Sprintf("%s (%s)", p.Source.Prefixes().Shorten(property), kind[property]))
				break
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// unusedKind says of which kind a literal is, if no concept is about such literals.
func unusedKind(l extract.Literal, strings bool, prefixes syntax.Prefixes) string {
	_, known := dl.KindOf(l.Datatype)
	switch {
	case l.Lang != "":
		return "texts with a language"
	case l.Datatype == dl.XSD+"string" && !strings:
		return "texts: --strings uses them"
	case !known:
		return "values of type " + prefixes.Shorten(l.Datatype)
	}
	if _, err := dl.ParseLiteral(l.Lexical, l.Datatype); err != nil {
		return "values that are no " + prefixes.Shorten(l.Datatype)
	}
	return ""
}
