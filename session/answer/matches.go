package answer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// maxMatches is how many members that are not examples a result shows.
const maxMatches = 10

// A firstPage is the first page of members that were asked for, by the text of the query without a limit and
// the examples, which are left out.
type firstPage struct{ query, examples string }

// keptMembers is what a source keeps about members.
type keptMembers struct {
	firstPages source.Recent[firstPage, []string] // the IRIs in it
	all        source.Recent[string, []string]    // by the text of a query without a limit
}

type keptMembersKey struct{}

func membersKept(src source.Source) *keptMembers {
	return src.Keep(keptMembersKey{}, func() any {
		return &keptMembers{firstPages: source.Recent[firstPage, []string]{Ageless: true}}
	}).(*keptMembers)
}

// askOtherMembers asks the endpoint for limit members that are not examples, after the
// first offset of them. The first page is what the endpoint finds first: to order the
// members it would have to find all. Further pages are ordered, and without the members of
// the first page. askOtherMembers asks for the pages before, too, because only the answer
// tells which of their members are examples.
//
// If the answer to the first page has all members, askOtherMembers returns them, too, and
// asks for none of them again for some minutes.
func (s Worker) askOtherMembers(ctx context.Context, client extract.Client, c dl.Concept, o queries.Options,
	p *source.Problem, limit, offset int) (m Matches, all []string, err error) {
	known := map[string]bool{}
	for _, iri := range p.Examples.All() {
		known[iri] = true
	}
	query, err := queries.Select(c, o)
	if err != nil {
		return m, nil, err
	}
	page := firstPage{query, strings.Join(slices.Sorted(maps.Keys(known)), "\n")}
	o.Limit = len(known) + offset + limit + 1
	if o.Ordered = offset > 0; o.Ordered {
		iris, _ := membersKept(p.Source).firstPages.Get(page)
		for _, iri := range iris[:min(offset, len(iris))] {
			known[iri] = true
			offset--
		}
	}
	for slices.Contains(s.Config.RowCap, o.Limit) { // a result with so many rows would look truncated
		o.Limit++
	}
	members, isAll, err := askMembers(ctx, p.Source, client, c, o)
	if err != nil {
		return m, nil, fmt.Errorf("asking for other matches: %w", err)
	}
	if !o.Ordered && isAll {
		all = slices.Clone(members)
	}
	members = slices.DeleteFunc(members, func(iri string) bool { return known[iri] })
	slices.Sort(members)
	members, m.More = source.FirstOf(members[min(offset, len(members)):], limit)
	if !o.Ordered {
		membersKept(p.Source).firstPages.Put(page, members)
	}
	m.Matches = source.LabelTerms(members, s.AddLabels(ctx, p.Info.Labels, members))
	return m, all, nil
}

// askMembers returns the members that the query of the concept returns, and whether the limit of
// the options cut off none.
func askMembers(ctx context.Context, src source.Source, client extract.Client, c dl.Concept,
	o queries.Options) (members []string, isAll bool, err error) {
	known := &membersKept(src).all
	unlimited := o
	unlimited.Limit = 0
	query, err := queries.Select(c, unlimited)
	if err != nil {
		return nil, false, err
	}
	if kept, ok := known.Get(query); ok {
		return slices.Clone(kept), true, nil
	}
	if members, err = graph.FirstRows(ctx, client, c, o); err != nil {
		return nil, false, err
	}
	if isAll = len(members) < o.Limit; isAll {
		known.Put(query, slices.Clone(members))
	}
	return members, isAll, nil
}

// Matches are members of a concept that are not examples.
type Matches struct {
	Matches []source.Term `json:"matches"`
	More    bool          `json:"more"`
	Total   *int          `json:"total,omitempty"` // nil if they were not counted
}

// Matches returns limit members of the concept that are not examples, after the first
// offset of them, within the class that the query is restricted to. In files and databases the
// evaluator finds and counts them. Otherwise it asks the endpoint.
func (s Worker) Matches(ctx context.Context, p *source.Problem, c dl.Concept, limit, offset int) (m Matches, err error) {
	anchor, err := s.Anchor(ctx, p, c)
	if err != nil {
		return m, err
	}
	client := p.Source.Endpoint()
	if client == nil {
		return s.otherMembers(ctx, p, c, anchor, limit, offset)
	}
	dialect, err := s.Dialect(ctx)
	if err != nil {
		return m, err
	}
	o := s.QueryOptions(p, c, dialect)
	o.Anchor = anchor
	m, _, err = s.askOtherMembers(ctx, client, c, o, p, limit, offset)
	return m, err
}

// otherMembers evaluates the concept in a file or database, and returns a page of the members that are
// not examples.
func (s Worker) otherMembers(ctx context.Context, p *source.Problem, c dl.Concept, anchor string, limit, offset int) (m Matches, err error) {
	whole, members, err := s.Evaluated(ctx, c, anchor)
	if err != nil {
		return m, err
	}
	known := map[string]bool{}
	for _, iri := range p.Examples.All() {
		known[iri] = true
	}
	var iris []string
	for _, a := range members {
		if iri := whole.Structure.IRI(a); !known[iri] {
			iris = append(iris, iri)
		}
	}
	total := len(iris)
	iris, m.More = source.FirstOf(iris[min(offset, total):], limit)
	m.Matches, m.Total = source.LabelTerms(iris, whole.Info.Labels), &total
	return m, nil
}

// Evaluated returns the members of the concept in a file or database, within the class of the anchor if
// it is not empty, in the order of their IRIs.
func (s Worker) Evaluated(ctx context.Context, c dl.Concept, anchor string) (*source.Problem, []interp.Individual, error) {
	p, err := s.Whole(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	if anchor != "" {
		c = dl.And{L: dl.Name{IRI: anchor}, R: c}
	}
	x, err := interp.NewEvaluator(p.Structure).MembersWithin(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	return p, interp.Members(x), ctx.Err()
}
