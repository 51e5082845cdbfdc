package counts

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// mostTerms is how many terms are looked at in one request.
const mostTerms = 100

// MostSuccessors is the largest number of successors by one role, in one direction,
// that are read of an individual.
const MostSuccessors = 500

// neighbourhood is what was read.
type neighbourhood struct {
	b       interp.Builder
	read    [2]map[string]bool // individuals whose statements were read: about them, and pointing to them
	typed   map[string]bool
	above   map[string][]string // direct superclasses
	classes map[string][]string // stated, by individual
	next    map[string][]string // successors of an individual, by roles with few
	built   *interp.Structure
	e       *interp.Evaluator // of built
}

// build makes a structure of what was read.
func (n *neighbourhood) build(ctx context.Context) (*interp.Structure, error) {
	s, err := n.b.Build(ctx)
	if err != nil {
		return nil, err
	}
	n.built, n.e = s, interp.NewEvaluator(s)
	return s, nil
}

// isMonotone reports whether more facts make no fewer members of the concept.
func isMonotone(c dl.Concept) bool {
	for _, not := range []dl.Language{dl.WithNot, dl.WithForAll, dl.WithAtMost} {
		if dl.LanguageOf(c).Has(not) {
			return false
		}
	}
	return true
}

// surely says of which individuals the facts prove that they are members.
func (n *neighbourhood) surely(c dl.Concept, individuals []string) []intent.Truth {
	out := make([]intent.Truth, len(individuals))
	if n.built == nil || !isMonotone(c) {
		return out
	}
	members, err := n.e.Extension(c)
	if err != nil {
		return out
	}
	for j, iri := range individuals {
		if a, ok := n.built.Lookup(iri); ok && members.Test(uint(a)) {
			out[j] = intent.Yes
		}
	}
	return out
}

func newNeighbourhood() *neighbourhood {
	return &neighbourhood{
		read: [2]map[string]bool{{}, {}}, typed: map[string]bool{}, above: map[string][]string{},
		classes: map[string][]string{}, next: map[string][]string{},
	}
}

// Look reads the statements about the individuals and those that point to them,
// and, of depth 2, the statements about their successors; then the classes of
// all that was met.
func (e *Endpoint) Look(ctx context.Context, individuals []string, depth int) (*interp.Structure, error) {
	n := e.near
	for _, iri := range individuals {
		n.b.Individual(iri)
	}
	for _, inverse := range []bool{false, true} {
		if err := e.statements(ctx, individuals, inverse); err != nil {
			return nil, err
		}
	}
	met := slices.Clone(individuals)
	for _, iri := range individuals {
		met = append(met, n.next[iri]...)
	}
	met = distinct(met)
	if depth > 1 {
		if err := e.statements(ctx, met, false); err != nil {
			return nil, err
		}
		for _, iri := range slices.Clone(met) {
			met = append(met, n.next[iri]...)
		}
		met = distinct(met)
	}
	if err := e.types(ctx, met); err != nil {
		return nil, err
	}
	return n.build(ctx)
}

func (e *Endpoint) ask(ctx context.Context, query string) (*connector.Table, error) {
	e.requests++
	return e.client.Select(ctx, query)
}

// refused reports whether the endpoint declined the question, rather than being
// out of reach.
func refused(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	for _, target := range []error{connector.ErrTimeout, connector.ErrTruncated, connector.ErrQueryTooLarge, connector.ErrTooLarge} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// halves calls do for as many of n things at a time as most allows, and for half of
// them where that is refused. Of a single one that is refused nothing is known.
func halves(ctx context.Context, from, to, most int, do func(from, to int) error) error {
	for ; from < to; from += most {
		end := min(from+most, to)
		err := do(from, end)
		switch {
		case err == nil:
		case !refused(ctx, err):
			return err
		case end-from > 1:
			if err := halves(ctx, from, end, (end-from+1)/2, do); err != nil {
				return err
			}
		}
	}
	return nil
}

// statements reads those of individuals that were not read before, counted first:
// of a role with too many at an individual none are read there.
func (e *Endpoint) statements(ctx context.Context, individuals []string, inverse bool) error {
	side := 0
	if inverse {
		side = 1
	}
	var fresh []string
	for _, iri := range distinct(individuals) {
		if !e.near.read[side][iri] && queries.IsIRI(iri) {
			e.near.read[side][iri] = true
			fresh = append(fresh, iri)
		}
	}
	return halves(ctx, 0, len(fresh), mostTerms, func(from, to int) error {
		subjects := fresh[from:to]
		query, err := queries.CountStatements(queries.Statements{Subjects: subjects, Inverse: inverse})
		if err != nil {
			return err
		}
		table, err := e.ask(ctx, query)
		if err != nil {
			return err
		}
		many := map[[2]string]bool{}
		kept := map[string]bool{}
		for _, row := range table.Rows {
			s, p := text(row[0]), text(row[1])
			number, _ := strconv.Atoi(text(row[2]))
			switch {
			case !e.symbols.Uses(p):
			case number > MostSuccessors:
				many[[2]string{s, p}] = true
			default:
				kept[p] = true
			}
		}
		for key := range many { // it would come with the others
			delete(kept, key[1])
		}
		if len(kept) == 0 {
			return nil
		}
		var properties []string
		for p := range kept {
			properties = append(properties, p)
		}
		slices.Sort(properties)
		query, err = queries.PullStatements(queries.Statements{Subjects: subjects, Inverse: inverse, Properties: properties})
		if err != nil {
			return err
		}
		if table, err = e.ask(ctx, query); err != nil {
			return err
		}
		for _, row := range table.Rows {
			if len(row) == 3 && row[0] != nil && row[1] != nil {
				e.near.add(text(row[0]), text(row[1]), row[2], inverse)
			}
		}
		return nil
	})
}

// add states what a row says.
func (n *neighbourhood) add(s, p string, o rdf.Term, inverse bool) {
	switch o := o.(type) {
	case rdf.Literal:
		if inverse {
			return
		}
		if v, err := dl.ParseLiteral(o.String(), o.DataType.String()); err == nil && o.Lang() == "" {
			n.b.AddValue(p, s, v)
		}
	case rdf.IRI:
		other := o.String()
		if inverse {
			n.b.AddRole(p, other, s)
		} else {
			n.b.AddRole(p, s, other)
		}
		n.next[s] = append(n.next[s], other)
	}
}

// types reads the classes of individuals, and their superclasses.
func (e *Endpoint) types(ctx context.Context, individuals []string) error {
	n := e.near
	var fresh []string
	for _, iri := range individuals {
		if !n.typed[iri] && queries.IsIRI(iri) {
			n.typed[iri] = true
			fresh = append(fresh, iri)
		}
	}
	if err := e.pull(ctx, fresh, e.vocabulary.Type, func(s, o string) { n.classes[s] = append(n.classes[s], o) }); err != nil {
		return err
	}
	var level []string
	for _, iri := range fresh {
		level = append(level, n.classes[iri]...)
	}
	for !e.vocabulary.NoClosure {
		level = slices.DeleteFunc(distinct(level), func(c string) bool { _, known := n.above[c]; return known || !queries.IsIRI(c) })
		if len(level) == 0 {
			break
		}
		for _, c := range level {
			n.above[c] = nil
		}
		var next []string
		if err := e.pull(ctx, level, e.vocabulary.SubClass, func(s, o string) {
			n.above[s] = append(n.above[s], o)
			next = append(next, o)
		}); err != nil {
			return err
		}
		level = next
	}
	for _, iri := range fresh {
		seen := map[string]bool{}
		for stack := slices.Clone(n.classes[iri]); len(stack) > 0; {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !seen[c] {
				seen[c] = true
				if e.symbols.IsName(c) {
					n.b.AddName(c, iri)
				}
				stack = append(stack, n.above[c]...)
			}
		}
	}
	return nil
}

// pull reads the statements with these properties about the terms.
func (e *Endpoint) pull(ctx context.Context, terms, properties []string, add func(s, o string)) error {
	return halves(ctx, 0, len(terms), mostTerms, func(from, to int) error {
		query, err := queries.PullStatements(queries.Statements{Subjects: terms[from:to], Properties: properties})
		if err != nil {
			return err
		}
		table, err := e.ask(ctx, query)
		if err != nil {
			return err
		}
		for _, row := range table.Rows {
			if iri, ok := row[2].(rdf.IRI); ok {
				add(text(row[0]), iri.String())
			}
		}
		return nil
	})
}

func distinct(iris []string) []string {
	out := slices.Clone(iris)
	slices.Sort(out)
	return slices.Compact(out)
}

// text is the text of a term, empty if it is unbound.
func text(t rdf.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

// labelOf is the text of a literal and its language.
func labelOf(t rdf.Term) (name, language string) {
	if l, ok := t.(rdf.Literal); ok {
		return l.String(), l.Lang()
	}
	return "", ""
}
