package crawl

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract/graph"
)

// statements are the statements of one kind about the terms of one level.
type statements struct {
	*search
	kind  graph.Kind
	terms []string // sorted
	level int
	// expect are the counts by term, sorted by property.
	expect map[string][]graph.Count
	// only, if not nil, are the properties to fetch, by term: the terms are inner
	// individuals of chains.
	only      map[string]map[string]bool
	known     map[string]bool     // terms with any statement
	redirects map[string]bool     // terms with a graph.Redirect
	useful    map[string]bool     // terms with a statement to learn from, dropped or not
	unused    map[string][]string // by term, a few properties that it has and that are left out
	gaps      []gap
}

// gap is a property whose statements at a term are incomplete, with the reason.
type gap struct {
	term, property string
	n              int
	reason         string
	directions     []Direction
}

// readOneWay is why no role leads back from a value to the reifiers of a statement, nor from these to its subject.
const readOneWay = "reifiers are read with the subjects of their statements only"

// phase says in words of the user what is done: "counting the facts 2 steps away".
func (st *statements) phase(doing string) string {
	switch {
	case st.kind == graph.Superclasses:
		return doing + " the classes above classes"
	case st.only != nil:
		return doing + " the chains of facts to " + away(st.level)
	case st.kind == graph.In:
		return doing + " the facts that lead to " + away(st.level)
	}
	return doing + " the facts about " + away(st.level)
}

// away names the individuals that many steps from the examples.
func away(steps int) string {
	switch steps {
	case 0:
		return "the examples"
	case 1:
		return "what is 1 step from them"
	}
	return fmt.Sprintf("what is %d steps from them", steps)
}

// matters reports whether statements with the property are needed.
func (st *statements) matters(p string) bool {
	switch {
	case st.kind == graph.Superclasses:
		return st.symbols.IsSuperclass(p)
	case st.kind != graph.In && st.symbols.IsType(p):
		return true
	case st.symbols.IsAboutStatements(p): // see readStatements
		return false
	}
	return st.symbols.Uses(p) && st.dropped.keepsAny(p, st.directions())
}

// count counts the statements of the terms by property.
func (st *statements) count(ctx context.Context) error {
	doing := "counting"
	if st.kind == graph.Leaf || st.kind == graph.Superclasses { // the counts come with what is counted
		doing = "reading"
	}
	q := graph.Question{Kind: graph.CountsOf[st.kind], Terms: st.terms, Needs: st.matters, Phase: st.phase(doing)}
	type property struct {
		name            string // one string for all counts
		useful, matters bool
	}
	properties := map[string]property{}
	var hubs []string
	st.expect = map[string][]graph.Count{}
	st.known, st.redirects = map[string]bool{}, map[string]bool{}
	st.useful = map[string]bool{}
	st.unused = map[string][]string{}
	err := st.ask(ctx, q, func(a graph.Answer) error {
		if a.Incomplete != "" {
			hubs = append(hubs, a.Term)
			return nil
		}
		counts := make([]graph.Count, 0, len(a.Rows))
		for _, r := range a.Rows {
			st.known[a.Term] = st.known[a.Term] || r.Property != graph.SameAs // it may be a redirect
			if r.Property == graph.Redirect {
				st.redirects[a.Term] = true
			}
			if st.only != nil && !st.only[a.Term][r.Property] {
				continue
			}
			if r.Property == "" {
				st.Skip("", "", unnamedProperty, graph.Number(r))
				continue
			}
			p, known := properties[r.Property]
			if !known {
				p = property{r.Property, st.symbols.IsType(r.Property) || st.symbols.Uses(r.Property), st.matters(r.Property)}
				properties[r.Property] = p
			}
			if p.useful {
				st.useful[a.Term] = true
			} else if len(st.unused[a.Term]) < mostUnused {
				st.unused[a.Term] = append(st.unused[a.Term], p.name)
			}
			if p.matters && r.N > 0 {
				counts = append(counts, graph.Count{Property: p.name, N: int(r.N)})
			}
		}
		slices.SortFunc(counts, graph.CompareCounts)
		st.expect[a.Term] = slices.Clip(counts)
		return nil
	})
	slices.Sort(hubs)
	for _, term := range hubs {
		if err == nil {
			err = st.countOneByOne(ctx, term)
		}
	}
	return err
}

// countOneByOne counts the statements of a high-degree node by each of the properties
// found so far.
func (st *statements) countOneByOne(ctx context.Context, term string) error {
	st.hubs = true
	st.known[term] = true
	st.useful[term] = true
	known := st.properties
	if st.only != nil {
		known = st.only[term]
	}
	part := "out"
	if st.kind == graph.In {
		part = "in"
	}
	st.warn("%s has too many statements to count them in one request (%s): its properties are asked one by one",
		graph.Bracketed(term), part)
	var properties []string
	for p := range known {
		if st.matters(p) {
			properties = append(properties, p)
		}
	}
	if st.kind != graph.In && st.only == nil {
		properties = append(properties, st.Vocabulary.Type)
	}
	if len(properties) == 0 {
		return nil
	}
	slices.Sort(properties)
	properties = slices.Compact(properties)
	q := graph.Question{
		Kind:       graph.CountsOf[st.kind],
		Terms:      []string{term},
		Properties: properties,
		Limit:      st.Bounds.Successors + 1,
		Phase:      st.phase("counting"),
	}
	var counts []graph.Count
	err := st.ask(ctx, q, func(a graph.Answer) error {
		if a.Incomplete != "" {
			return st.addGaps(a)
		}
		for _, r := range a.Rows {
			counts = append(counts, graph.Count{Property: r.Property, N: int(r.N)})
		}
		return nil
	})
	slices.SortFunc(counts, graph.CompareCounts)
	st.expect[term] = counts
	return err
}

// addGaps adds the properties of an incomplete answer to the gaps. It returns
// ErrInconsistent if one of them leads to classes.
func (st *statements) addGaps(a graph.Answer) error {
	for _, p := range a.Properties {
		if !st.symbols.Uses(p) {
			return fmt.Errorf("%w: <%s>: %s, and classes cannot be learned without it", graph.ErrInconsistent, p, a.Incomplete)
		}
		st.gaps = append(st.gaps, gap{a.Term, p, st.expectedCount(a.Term, p), a.Incomplete, st.directions()})
	}
	return nil
}

// unknown returns the terms without any statement.
func (st *statements) unknown() []string {
	return slices.DeleteFunc(slices.Clone(st.terms), func(s string) bool { return st.known[s] && !st.redirects[s] })
}

// prune removes the counts of dropped properties.
func (st *statements) prune() {
	for term, counts := range st.expect {
		st.expect[term] = slices.DeleteFunc(counts, func(c graph.Count) bool { return !st.matters(c.Property) })
	}
}

// fetch fetches the statements that were counted, and drops incomplete properties.
func (st *statements) fetch(ctx context.Context, steps *[]step) error {
	anonymous := map[string]bool{} // terms with classes without a name
	q := graph.Question{
		Kind: st.kind, Terms: st.terms, Phase: st.phase("reading"),
		Expect: func(term string) []graph.Count { return st.expect[term] },
	}
	if st.kind == graph.Out && st.only == nil {
		for _, term := range st.terms { // also those without statements to fetch
			st.expanded[st.ID(term)] = true
		}
	}
	err := st.ask(ctx, q, func(a graph.Answer) error { return st.add(a, steps, anonymous) })
	if err != nil {
		return err
	}
	slices.SortFunc(st.gaps,
		func(a, b gap) int { return cmp.Or(cmp.Compare(a.term, b.term), cmp.Compare(a.property, b.property)) })
	for _, g := range st.gaps {
		for _, dir := range g.directions {
			st.drop(Dropped{Property: g.property, Direction: dir, Individual: g.term, N: g.n, Reason: g.reason})
		}
	}
	return st.askViaAnonymous(ctx, anonymous)
}

// add adds an answer: its facts, its steps, its gaps, and the term to anonymous if it has
// a class without an IRI.
func (st *statements) add(a graph.Answer, steps *[]step, anonymous map[string]bool) error {
	if a.Incomplete != "" {
		return st.addGaps(a)
	}
	s := st.ID(a.Term)
	counts := map[string]rowCounts{}
	for _, r := range a.Rows {
		if st.only == nil || !graph.IsLiteral(r) {
			other := st.collector.add(st.kind, s, r)
			if other != 0 && steps != nil {
				*steps = append(*steps, step{st.ID(r.Property), s, other, st.kind == graph.In, nil})
			}
		}
		n := counts[r.Property]
		n.add(r)
		counts[r.Property] = n
	}
	for p, n := range counts {
		if graph.IsReifiedProperty(p) && st.kind == graph.Out {
			st.gaps = append(st.gaps, gap{a.Term, p, n.all, readOneWay, []Direction{In}})
		}
		if !st.symbols.Uses(p) {
			anonymous[a.Term] = anonymous[a.Term] || n.blank > 0
		} else if g := st.findGap(a.Term, p, n); g.reason != "" {
			st.gaps = append(st.gaps, g)
		}
	}
	return nil
}

// rowCounts are the numbers of statements of one term and property: of all, and of those
// with an unusable object.
type rowCounts struct{ all, blank, invalid, long int }

func (n *rowCounts) add(r graph.Row) {
	number := graph.Number(r)
	n.all += number
	switch {
	case r.Lang == graph.TooLong:
		n.long += number
	case graph.IsLiteral(r):
	case r.Value == graph.Blank:
		n.blank += number
	case r.Value == graph.Invalid:
		n.invalid += number
	}
}

// findGap returns a gap with the reason why the statements are incomplete, or with an
// empty reason.
func (st *statements) findGap(term, property string, n rowCounts) gap {
	g := gap{term: term, property: property, directions: st.directions()}
	unusable := func(unusable int, what, why string) {
		g.n, g.reason = unusable, fmt.Sprintf("%s of the %s %s of %s %s", graph.Thousands(unusable),
			graph.Thousands(n.all), what, graph.Bracketed(term), why)
	}
	switch {
	case n.all > st.Bounds.Successors: // more than the first count
		g.n, g.reason = n.all, st.fanOutReason(term, n.all)
	case n.invalid > 0:
		unusable(n.invalid, "successors", "are not valid RDF")
	case n.blank > 0: // a blank node is not a value: the feature is kept
		unusable(n.blank, "successors", "are blank nodes, which cannot be asked about")
		g.directions = g.directions[:1]
	case n.long > 0 && st.kind != graph.In && st.only == nil: // the endpoint compares them as values
		unusable(n.long, "values", "have more than 2000 characters")
		g.directions = []Direction{Values}
	}
	return g
}

func (st *statements) fanOutReason(term string, n int) string {
	return fmt.Sprintf("fan-out of %s is %s, over the bound of %s", graph.Bracketed(term), graph.Thousands(n),
		graph.Thousands(st.Bounds.Successors))
}

func (st *statements) expectedCount(term, property string) int {
	if i, ok := graph.FindCount(st.expect[term], property); ok {
		return st.expect[term][i].N
	}
	return 0
}

// askViaAnonymous fetches the superclasses of the anonymous classes of these terms.
func (st *statements) askViaAnonymous(ctx context.Context, anonymous map[string]bool) error {
	var terms []string
	for term, is := range anonymous {
		if is {
			terms = append(terms, term)
		}
	}
	if len(terms) == 0 || st.Vocabulary.NoClosure || st.kind == graph.In {
		return nil
	}
	slices.Sort(terms)
	q := graph.Question{Kind: graph.ClassesViaAnonymous, Terms: terms, Phase: st.phase("reading")}
	if st.kind == graph.Superclasses {
		q.Kind = graph.SuperclassesViaAnonymous
	}
	return st.ask(ctx, q, func(a graph.Answer) error {
		if st.collector.addViaAnonymous(a) > 0 {
			st.warn(
				"an anonymous class above %s has a superclass that cannot be asked about: memberships that need it are missing",
				graph.Bracketed(a.Term),
			)
		}
		return nil
	})
}
