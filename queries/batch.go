package queries

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Counts returns a query for the number of members of each concept: a row ?i, ?n, where
// ?i is the index of the concept. For each restriction in tallied, it also asks for rows
// ?i, ?k, ?n: n individuals have exactly k successors. Their indexes follow those of the
// concepts.
func Counts(cs []dl.Concept, tallied []dl.Exists, o Options) (string, error) {
	o.subselects = true
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			members := "DISTINCT ?x"
			if t.isLookup(c) {
				members = "*"
			}
			return fmt.Sprintf("{ SELECT (COUNT(%s) AS ?n) WHERE {\n%s} }", members, t.engine.listed(t))
		})
	}
	for _, c := range tallied {
		b.tally(c)
	}
	if len(tallied) > 0 {
		return b.query("?k ?n")
	}
	return b.query("?n")
}

// isLookup reports whether the pattern of a concept is one statement with a fixed property
// and value: it has every member once.
func (t *translator) isLookup(c dl.Concept) bool {
	exists, is := c.(dl.Exists)
	if !is || t.engine.repeatsStatements() || len(t.o.Graphs) > 1 {
		return false
	}
	_, is = exists.C.(dl.Nominal)
	return is && strings.Count(t.pattern, " .\n") == 1 && !strings.Contains(t.pattern, "UNION")
}

// Samples returns a query for at most limit members of each concept: rows ?i, ?x. The
// engine chooses the members.
func Samples(cs []dl.Concept, limit int, o Options) (string, error) {
	o.subselects = true
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", t.pattern, max(limit, 1))
		})
	}
	return b.query("?x")
}

// Memberships returns a query for the individuals that are in each concept: rows ?i, ?x.
// For the individuals see [Confirm].
func Memberships(cs []dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, individuals, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\nVALUES ?x { %s }\n%s} }", t.individuals(), t.pattern)
		})
	}
	return b.query("?x")
}

// branches builds a query about several concepts, with a branch of a UNION for each.
type branches struct {
	o    Options
	all  *translator // with the prefixes of all branches
	text []string
	err  error // the first
}

// add adds a branch about the concept, for the given individuals or, if nil, for all.
func (b *branches) add(c dl.Concept, individuals []string, branch func(*translator) string) {
	t, err := translate(c, b.o, individuals)
	if b.err = cmp.Or(b.err, err); b.err == nil {
		b.join(t, branch(t))
	}
}

func (b *branches) join(t *translator, text string) {
	b.text = append(b.text, fmt.Sprintf("{\n%s\nBIND(%d AS ?i)\n}", text, len(b.text)))
	if b.all == nil {
		b.all = t
	}
	maps.Copy(b.all.used, t.used)
}

// tally adds a branch that counts the individuals by their number of successors.
func (b *branches) tally(c dl.Exists) {
	e, complement, err := b.o.Axioms.normalize(dl.AtLeast{N: 2, Role: c.Role, C: c.C})
	s, ok := e.(some)
	if err == nil && (!ok || complement) {
		err = fmt.Errorf("%w: the successors of a restriction to tally cannot be listed", ErrOptions)
	}
	t, invalid := newTranslator(b.o)
	if b.err = cmp.Or(b.err, err, invalid); b.err != nil {
		return
	}
	g := newGroup(root, false)
	w := t.addSuccessor(g, s, root, "")
	b.err = t.err
	b.join(t, fmt.Sprintf("{ SELECT ?k (COUNT(?x) AS ?n) WHERE {\n{ SELECT ?x (COUNT(DISTINCT %s) AS ?k) WHERE {\n%s} GROUP BY ?x %s}\n} GROUP BY ?k }",
		w, g, t.engine.limit(t)))
}

func (b *branches) query(answer string) (string, error) {
	switch {
	case b.err != nil:
		return "", b.err
	case b.all == nil:
		return "", fmt.Errorf("%w: no concepts to ask about", ErrOptions)
	}
	return b.all.write(newQuestion("concept-batch").text("Answer", answer).text("Branches", strings.Join(b.text, "\nUNION\n")), nil)
}
