package bisim

import (
	"context"
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/interp"
)

// Reason says what would tell two examples apart.
type Reason struct {
	// Kinds are what the space must get, all of them together: one kind if one is
	// enough, or [Nothing] alone.
	Kinds []Kind
	// Depth is the least role depth of a concept that then tells the two apart; 0 for
	// Nothing.
	Depth int
	// Number is the least MaxNumber that suffices, if Kinds is Numbers or LargerNumbers
	// alone; otherwise 0.
	Number int
	// Removals are the removals to undo, if Kinds has Removed: one if one is enough,
	// otherwise all.
	Removals []interp.Removal
	// Text is one line for the user.
	Text string
}

// Explain returns, for each pair of individuals that no concept of the space tells
// apart, what would tell them apart. It refines the structure for richer spaces. If
// some kinds of enrichment are each enough, there is a reason for each of them.
// Otherwise there is one reason: a minimal set of kinds that are enough together, or
// Nothing. A pair that the space tells apart has no reasons.
//
// Reasons with Deeper or Removed depend on data that may be incomplete, which is why
// the problem excludes them.
func Explain(ctx context.Context, p *interp.Problem, sp interp.Space,
	pairs [][2]interp.Individual) ([][]Reason, error) {
	e := &explainer{ctx: ctx, p: p, base: sp, cache: map[string]*Levels{}}
	var all needs
	for _, k := range kinds {
		if e.applies(k) {
			all = append(all, k)
		}
	}
	out := make([][]Reason, len(pairs))
	for i, pair := range pairs {
		reasons, err := e.reasons(pair, all)
		if err != nil {
			return nil, err
		}
		out[i] = reasons
	}
	return out, nil
}

type explainer struct {
	ctx   context.Context
	p     *interp.Problem
	base  interp.Space
	cache map[string]*Levels
}

// separationLevel returns the first level at which the enriched space tells the pair
// apart; ok is false if it does not.
func (e *explainer) separationLevel(pair [2]interp.Individual, n needs, d detail) (level int, ok bool, err error) {
	key := fmt.Sprint(n, d.number, d.only)
	l := e.cache[key]
	if l == nil {
		sp := e.enrich(n, d)
		depth := Unbounded
		if sp.MaxDepth > 0 {
			depth = sp.MaxDepth
		}
		if l, err = Compute(e.ctx, e.p.Structure, sp, depth, sp.MaxNumber, nil); err != nil {
			return 0, false, err
		}
		e.cache[key] = l
	}
	level, ok = l.Apart(pair[0], pair[1])
	return level, ok, nil
}

func (e *explainer) reasons(pair [2]interp.Individual, all needs) ([]Reason, error) {
	if _, ok, err := e.separationLevel(pair, nil, detail{}); ok || err != nil {
		return nil, err
	}
	var out []Reason
	for _, k := range all {
		level, ok, err := e.separationLevel(pair, needs{k}, detail{})
		if err != nil {
			return nil, err
		}
		if ok {
			r, err := e.reason(pair, needs{k}, level)
			if err != nil {
				return nil, err
			}
			out = append(out, r)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	if _, ok, err := e.separationLevel(pair, all, detail{}); err != nil {
		return nil, err
	} else if !ok {
		text := "no concept over what was read tells them apart, whatever constructors it has"
		if features := e.p.Structure.Uncompared(pair[0], pair[1]); len(features) > 0 {
			text = "no concept over what genus compares tells them apart; they have texts in a language, or values of types " +
				"without an " +
				"order, for " + strings.Join(features, ", ") + ": +present and +text in the language use whether there are any, " +
				"and words of texts"
		}
		return []Reason{{Kinds: []Kind{Nothing}, Text: text}}, nil
	}
	minimal := all
	for i := len(all) - 1; i >= 0; i-- { // the greatest changes first
		fewer := minimal.without(all[i])
		if _, ok, err := e.separationLevel(pair, fewer, detail{}); err != nil {
			return nil, err
		} else if ok {
			minimal = fewer
		}
	}
	level, _, err := e.separationLevel(pair, minimal, detail{})
	if err != nil {
		return nil, err
	}
	r, err := e.reason(pair, minimal, level)
	return []Reason{r}, err
}

func (e *explainer) reason(pair [2]interp.Individual, n needs, level int) (Reason, error) {
	r := Reason{Kinds: n, Depth: level}
	if len(n) == 1 && (n[0] == Numbers || n[0] == LargerNumbers) {
		number, err := e.smallestNumber(pair, n)
		if err != nil {
			return r, err
		}
		r.Number = number
	}
	if n.has(Removed) {
		r.Removals = e.p.Removed
		for i := range e.p.Removed {
			_, ok, err := e.separationLevel(pair, n, detail{only: i + 1})
			if err != nil {
				return r, err
			}
			if ok {
				r.Removals = e.p.Removed[i : i+1]
				break
			}
		}
	}
	var parts []string
	for _, k := range n {
		parts = append(parts, e.text(k, r))
	}
	r.Text = strings.Join(parts, ", together with ")
	if !n.has(Deeper) && level > 0 {
		r.Text += fmt.Sprintf(", at role depth %d", level)
	}
	return r, nil
}

func (e *explainer) smallestNumber(pair [2]interp.Individual, n needs) (int, error) {
	enough := 1
	for _, r := range e.enrich(n, detail{}).Roles {
		enough = max(enough, e.p.Structure.MaxSuccessors(r))
	}
	low := 0 // not enough
	if n[0] == LargerNumbers {
		low = e.base.MaxNumber
	}
	for enough-low > 1 {
		middle := low + (enough-low)/2
		_, ok, err := e.separationLevel(pair, n, detail{number: middle})
		if err != nil {
			return 0, err
		}
		if ok {
			enough = middle
		} else {
			low = middle
		}
	}
	return enough, nil
}

func (e *explainer) text(k Kind, r Reason) string {
	switch k {
	case Deeper:
		return fmt.Sprintf("a role depth of %d, where %d is allowed", r.Depth, e.base.MaxDepth)
	case Atoms:
		return "boolean values that are false"
	case Strings:
		return "strings by name (f = s)"
	case Nominals:
		return "individuals by name {o}"
	case Thresholds:
		return "thresholds at more of the values"
	case Features:
		return "comparisons of features (f ≥ v), (f ≤ v)"
	case Restrictions:
		return "roles"
	case Inverse:
		return "inverse roles"
	case Numbers:
		if r.Number > 0 {
			return fmt.Sprintf("number restrictions with numbers up to %d", r.Number)
		}
		return "number restrictions"
	case LargerNumbers:
		if r.Number > 0 {
			return fmt.Sprintf("numbers up to %d, where %d is allowed", r.Number, e.base.MaxNumber)
		}
		return "larger numbers"
	}
	if len(r.Removals) != 1 {
		return "roles and features that were removed"
	}
	removal := r.Removals[0]
	what := "the feature <" + removal.Feature + ">"
	if removal.Feature == "" {
		what = "the role <" + removal.Role.IRI + ">"
		if removal.Role.Inverse {
			what = "the inverse of " + what
		}
	}
	return fmt.Sprintf("%s, which was removed (%s)", what, removal.Reason)
}
