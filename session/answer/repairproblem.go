package answer

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// A repairProblem is the problem of the examples to the depth of repairs. It decides the given concept, also
// at the individuals around the examples.
type repairProblem struct {
	*source.Problem
	extracted interp.Set // see repair.Task
}

// repairProblem loads the problem of a repair of the concept. What an extraction does not decide of it, the
// endpoint does: its answers become atoms, and what closures lead to is extracted, too.
func (s Worker) repairProblem(ctx context.Context, ex extract.Examples, c dl.Concept) (repairProblem, error) {
	depth := max(1, dl.Depth(c))
	if s.Config.Depth != config.AutoDepth {
		depth = s.Config.Depth
	}
	if s.Source.Slow() {
		s.Config.Depth = depth
		s.Config.Strings = s.Config.Strings || dl.LanguageOf(c).Has(dl.WithStrings)
	}
	p, err := s.loadWithClosures(ctx, ex, c)
	if err != nil {
		return p, err
	}
	decided := c // by facts
	if s.Source.Slow() {
		decided = dl.MapLeaves(c, func(leaf dl.Concept) dl.Concept {
			if dl.LanguageOf(leaf)&p.Incomplete != 0 {
				return dl.Top{}
			}
			return leaf
		})
	}
	if err := p.CheckCoverage(decided); err != nil {
		return p, err
	}
	if err := s.askLeaves(ctx, p.Problem, c); err != nil {
		return p, err
	}
	if p.MaxDepth == 0 || p.MaxDepth > depth+1 { // in memory one more role step costs no request
		p.MaxDepth = depth
		if s.Config.Depth == config.AutoDepth {
			p.MaxDepth++
		}
	}
	return p, nil
}

// mostClosureEnds is how many individuals closures may lead to, each of which is extracted as an example is.
const mostClosureEnds = 1000

// loadWithClosures extracts from an endpoint also around the individuals to which the closures of the concept
// lead from the examples, until these have no further successors.
func (s Worker) loadWithClosures(ctx context.Context, ex extract.Examples, c dl.Concept) (p repairProblem, err error) {
	names := s.Config.Vocabulary().Statements.Names(c)
	around := ex
	for {
		if p.Problem, err = source.Load(ctx, s.Use, around, nil, names); err != nil {
			return p, err
		}
		p.Examples, p.Problem.Problem = ex, source.ExamplesIn(p.Problem.Problem, ex)
		if s.Source.Endpoint() == nil || !dl.LanguageOf(c).Has(dl.WithClosures) {
			return p, nil
		}
		known := around.All()
		p.extracted = p.Structure.NewSet()
		for _, iri := range known {
			if a, ok := p.Structure.Lookup(iri); ok {
				p.extracted.Set(uint(a))
			}
		}
		ends := closureEnds(p.Structure, c, slices.Concat(p.Pos, p.Neg))
		ends.InPlaceDifference(p.extracted)
		if ends.None() {
			p.Incomplete &^= dl.WithClosures
			return p, nil
		}
		if n := len(known) - len(ex.All()) + int(ends.Count()); n > mostClosureEnds {
			return p, fmt.Errorf(
				"the concept %w: its closures lead to more than %s individuals: repair it without them, or over files",
				source.ErrNotCovered, graph.Thousands(mostClosureEnds))
		}
		around = extract.Examples{Pos: known}
		for a := range ends.EachSet() {
			around.Pos = append(around.Pos, p.Structure.IRI(interp.Individual(a)))
		}
		s.Reporter.Progress("following closures", say.Plural(int(ends.Count()), "individual"))
	}
}

// closureEnds returns the individuals to which the closures of the concept lead from where it is evaluated.
func closureEnds(structure *interp.Structure, c dl.Concept, from []interp.Individual) interp.Set {
	ends := structure.NewSet()
	var visit func(c dl.Concept, from []interp.Individual)
	visit = func(c dl.Concept, from []interp.Individual) {
		if role, ok := dl.RoleOf(c); ok {
			to := structure.NewSet()
			for _, a := range from {
				for _, b := range structure.SuccessorsOf(role, a) {
					to.Set(uint(b))
				}
			}
			if role.Closure != dl.NoClosure {
				ends.InPlaceUnion(to)
			}
			from = interp.Members(to)
		}
		for _, below := range dl.Children(c) {
			visit(below, from)
		}
	}
	visit(c, from)
	return ends
}

// mostAsked is about how many individuals an endpoint is asked whether they are members of a leaf.
const mostAsked = 20_000

// askLeaves adds the leaves of the concept that the facts do not decide to the structure, as the endpoint
// answers at all individuals.
func (s Worker) askLeaves(ctx context.Context, p *source.Problem, c dl.Concept) error {
	extensions := map[dl.Concept]interp.Set{}
	for _, leaf := range dl.Leaves(c) {
		if dl.LanguageOf(leaf)&p.Incomplete != 0 {
			extensions[leaf] = p.Structure.NewSet()
		}
	}
	if len(extensions) == 0 {
		return nil
	}
	if n := p.Structure.Len(); n > mostAsked {
		return fmt.Errorf(
			"the concept %w: the endpoint would be asked about %s individuals: choose a smaller --depth, or fewer individuals",
			source.ErrNotCovered, graph.Thousands(n))
	}
	port, err := source.Port(ctx, s.Use, p)
	if err != nil {
		return err
	}
	iris := make([]string, p.Structure.Len())
	for a := range iris {
		iris[a] = p.Structure.IRI(interp.Individual(a))
	}
	for leaf, x := range extensions {
		s.Reporter.Progress("asking the endpoint", say.Plural(len(iris), "individual"))
		is, err := ask.Of(ctx, port, leaf, iris)
		if err != nil {
			return err
		}
		for a, iri := range iris {
			if is[iri] {
				x.Set(uint(a))
			}
		}
	}
	p.Structure = p.Structure.WithExtensions(extensions)
	p.Incomplete &^= dl.WithPresence | dl.WithTexts | dl.WithAgree | dl.WithLess
	return nil
}
