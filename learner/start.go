package learner

import (
	"fmt"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// checkStart checks that the concepts of Options.Start are among those that may be
// returned. Thresholds, numbers and names do not matter: whatever they are, the
// evaluator knows where such a concept holds.
func checkStart(p *interp.Problem, o Options) error {
	space := interp.NewSpace(p, o.Language)
	features := interp.Features(p, o.Language)
	sig := p.Structure.Signature()
	for i, c := range o.Start {
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("concept %d to start from: "+format, append([]any{i + 1}, args...)...)
		}
		if c == nil {
			return wrong("there is none")
		}
		if outside := dl.LanguageOf(c) &^ o.Language; outside != 0 {
			return wrong("it uses %s, which is outside the language", outside)
		}
		if n := dl.Size(c); n > o.MaxSize {
			return wrong("its size is %d, the largest size allowed %d", n, o.MaxSize)
		}
		if d := dl.Depth(c); p.MaxDepth > 0 && d > p.MaxDepth {
			return wrong("its role depth is %d, the largest allowed %d", d, p.MaxDepth)
		}
		for symbol := range dl.Symbols(c) {
			if role, ok := dl.RoleOf(symbol); ok {
				if id, known := sig.RoleID(role); !known || !slices.Contains(space.Roles, id) {
					return wrong("the role <%s> is not among those learned with", role.IRI)
				}
			}
			if compare, ok := symbol.(dl.Compare); ok && compare.Op != dl.Equal {
				if id, known := sig.FeatureID(compare.Feature); !known || !slices.Contains(features, id) {
					return wrong("the feature <%s> is not among those learned with", compare.Feature)
				}
			}
		}
	}
	return nil
}

// takeStart judges the concepts to start from of sizes from first to last as if the
// engine had found them at stage k.
func (l *run) takeStart(k, first, last int) error {
	for _, c := range l.o.Start {
		if n := dl.Size(c); n < first || n > last || slices.ContainsFunc(l.avoid, func(d dl.Concept) bool { return usesSymbols(c, d) }) {
			continue
		}
		if _, err := l.judgeFound(k, c); err != nil {
			return err
		}
	}
	return nil
}
