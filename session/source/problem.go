package source

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A Problem is a learning problem: examples in a source. Its structure and labels are
// shared with other problems and must not be changed.
type Problem struct {
	interp.Problem
	Source   Source
	Info     extract.Info
	Examples extract.Examples
	// Unread: the structure has only some of the facts about the examples, or none. So it
	// decides no concept.
	Unread bool
}

// Prefixes returns the prefixes of the source.
func (p *Problem) Prefixes() syntax.Prefixes { return p.Source.Prefixes() }

// PrefixesOf returns the prefixes of the source and those that the concept needs in addition.
func (p *Problem) PrefixesOf(c dl.Concept) syntax.Prefixes { return p.Source.PrefixesOf(c) }

// ExamplesIn returns the problem with these examples, as far as its structure knows them.
func ExamplesIn(p interp.Problem, ex extract.Examples) interp.Problem {
	p.Pos, p.Neg = nil, nil
	for _, side := range []struct {
		iris []string
		to   *[]interp.Individual
	}{{ex.Pos, &p.Pos}, {ex.Neg, &p.Neg}} {
		for _, iri := range side.iris {
			if a, ok := p.Structure.Lookup(iri); ok {
				*side.to = append(*side.to, a)
			}
		}
	}
	p.PosWeights, p.NegWeights = slices.Clone(ex.PosWeights), slices.Clone(ex.NegWeights)
	return p
}

// examples yields the individuals of the examples and whether they are positive, the
// positives first.
func (p *Problem) EachExample() iter.Seq2[interp.Individual, bool] {
	return func(yield func(interp.Individual, bool) bool) {
		for i, a := range slices.Concat(p.Pos, p.Neg) {
			if !yield(a, i < len(p.Pos)) {
				return
			}
		}
	}
}

// A structure is a problem without its examples.
type structure struct {
	key     string
	data    *extract.Data
	problem interp.Problem
	info    extract.Info
}

// A structureCache keeps the structures of the latest problems.
type structureCache struct {
	mu   sync.Mutex
	list []structure // the latest last
}

func (k *structureCache) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = nil
}

// keptStructures is how many structures a source keeps. A user goes back and forth
// between few sets of examples.
const keptStructures = 4

// ProblemAbout returns the problem of the examples for looking at the concept, not for
// learning. It reads an endpoint to the depth of the earlier problem, whatever the
// settings are now, or else to the depth of the concept.
func ProblemAbout(ctx context.Context, s Use, ex extract.Examples, c dl.Concept) (*Problem, error) {
	return FollowRedirects(ctx, s, ex, func(ex extract.Examples) (*Problem, error) {
		return Load(ctx, s, ex, c, s.Config.Vocabulary().Statements.Names(c))
	})
}

// Load loads the problem. If the source is an endpoint, it extracts the data for learning
// or, if about is not nil, for looking at that concept. It has the statements of the properties of
// a Wikibase with the names in qualified.
func Load(ctx context.Context, s Use, ex extract.Examples, about dl.Concept,
	qualified []string) (*Problem, error) {
	data, o, err := s.Source.load(ctx, s, ex, about, qualified)
	if err != nil {
		return nil, err
	}
	p, err := s.loaded(ctx, data, ex, o)
	if err == nil && about != nil && s.Source.Endpoint() == nil { // an endpoint is asked
		err = p.readsRanks(about)
	}
	return p, err
}

// LoadAll returns the problem of the examples with the statements of all properties, in memory.
func LoadAll(ctx context.Context, s Use, ex extract.Examples) (*Problem, error) {
	o := s.loadOptions()
	o.Statements = true
	return s.loaded(ctx, s.Source.Data(), ex, o)
}

// Whole returns the problem without examples that has all facts of a file or database, with the
// statements that the concept is about. Of a database these are what was extracted.
func Whole(ctx context.Context, s Use, c dl.Concept) (*Problem, error) {
	of := s.Config.Vocabulary().Statements
	names := of.Names(c)
	o := s.loadOptions()
	o.Depth, o.Statements, o.Properties = 0, s.Source.Complete() && len(names) > 0, names
	o.Exclusions.Named = s.named(s.Source.Data(), c)
	// Without a name it is about statements of any property.
	if len(names) == 0 && slices.ContainsFunc(dl.EntitiesOf(c).Properties(), of.IsInner) {
		o.Statements = s.Source.Complete()
	}
	data := s.Source.Data()
	var ex extract.Examples
	if !s.Source.Complete() {
		ex.Pos = data.Covered()
	}
	p, err := s.loaded(ctx, data, ex, o)
	if err != nil {
		return nil, err
	}
	p.Examples = extract.Examples{}
	return p, p.CheckCoverage(c)
}

func (s Use) loaded(ctx context.Context, data *extract.Data, ex extract.Examples,
	o extract.LoadOptions) (*Problem, error) {
	p := &Problem{Source: s.Source, Examples: ex}
	var err error
	if p.Problem, p.Info, err = s.Source.shared().structure(ctx, data, ex, o); err == nil &&
		p.Info.Vocabulary.OfClasses() {
		p.Hidden = slices.Concat(p.Hidden, ownNames(p.Structure, ex))
	}
	return p, err
}

// ownNames returns the examples that are classes without subclasses: their names say no more than nominals.
func ownNames(s *interp.Structure, ex extract.Examples) []string {
	return slices.DeleteFunc(ex.All(), func(iri string) bool {
		id, ok := s.Signature().Atom(dl.Name{IRI: iri})
		return !ok || !s.IsOwnName(id)
	})
}

// Disjoint returns why the individual is known not to be in the class: two disjoint classes, one of the individual and
// one above the class. It is nil if the source does not say so.
func (p *Problem) Disjoint(a interp.Individual, class string) []string {
	if len(p.Info.Disjoint) == 0 {
		return nil
	}
	above := p.Info.Above(class)
	for _, group := range p.Info.Disjoint {
		i := slices.IndexFunc(group, func(c string) bool {
			id, ok := p.Structure.Signature().Atom(dl.Name{IRI: c})
			return ok && p.Structure.Atom(id).Test(uint(a))
		})
		j := slices.IndexFunc(group, func(c string) bool { return slices.Contains(above, c) })
		if i >= 0 && j >= 0 && i != j {
			return []string{group[i], group[j]}
		}
	}
	return nil
}

// named returns what the concept, which may be nil, and those in Start name that the data leaves out otherwise.
func (s Use) named(d *extract.Data, about dl.Concept) []string {
	e := dl.EntitiesOf(s.naming(about)...)
	return d.LeavesOut(e.Properties(), e.Classes)
}

func (s Use) naming(about dl.Concept) []dl.Concept {
	if about == nil {
		return s.Start
	}
	return append(slices.Clip(s.Start), about)
}

// loadOptions are those of a structure. The facts were read by the list of properties that a preset uses, which says
// nothing of labels; a list of the user leaves out labels, too.
func (s Use) loadOptions() extract.LoadOptions {
	exclusions := s.Config.Exclusions()
	if s.Config.OnlyOfPreset() {
		exclusions.Only = nil
	}
	return extract.LoadOptions{Depth: max(s.Config.Depth, 0), MaxAge: s.Config.OldestLoaded(), Exclusions: exclusions}
}

// wholeOptions are those of the structure with all facts of files.
func (s Use) wholeOptions() extract.LoadOptions {
	o := s.loadOptions()
	o.Depth, o.Statements = 0, true
	return o
}

// structure returns the problem of the examples. It reuses a structure that was kept.
func (c *common) structure(ctx context.Context, data *extract.Data, ex extract.Examples,
	o extract.LoadOptions) (interp.Problem, extract.Info, error) {
	if o.MaxAge > 0 { // the data may be too old for the next problem
		return data.Problem(ctx, ex, o)
	}
	if data.FromFiles() && len(data.Facts.Statements.Roles) == 0 { // the structure is the same with them
		o.Statements, o.Properties = true, nil
	}
	key := fmt.Sprint(o.Depth, o.Exclusions, o.Statements, o.Properties)
	if o.Depth > 0 || !data.FromFiles() {
		all := ex.All()
		slices.Sort(all)
		key += "\n" + strings.Join(all, "\n")
	}
	if p, info, ok := c.structures.problem(data, key, ex); ok {
		return p, info, nil
	}
	p, info, err := data.Problem(ctx, ex, o)
	if err == nil {
		c.structures.keep(structure{key, data, p, info})
	}
	return p, info, err
}

// problem returns the problem with the key; false if its structure is not kept or lacks
// an example.
func (k *structureCache) problem(data *extract.Data, key string,
	ex extract.Examples) (interp.Problem, extract.Info, bool) {
	k.mu.Lock()
	i := slices.IndexFunc(k.list, func(t structure) bool { return t.data == data && t.key == key })
	var found structure
	if i >= 0 {
		found = k.list[i]
		k.list = append(slices.Delete(k.list, i, i+1), found)
	}
	k.mu.Unlock()
	if i < 0 {
		return interp.Problem{}, extract.Info{}, false
	}
	p := ExamplesIn(found.problem, ex)
	if len(p.Pos) < len(ex.Pos) || len(p.Neg) < len(ex.Neg) { // Data.Problem reports which are unknown
		return interp.Problem{}, extract.Info{}, false
	}
	return p, found.info, true
}

func (k *structureCache) keep(t structure) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, t)
	if len(k.list) > keptStructures {
		k.list = slices.Delete(k.list, 0, 1)
	}
}
