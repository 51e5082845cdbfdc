package queries

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Counts is the query for the numbers of members of several concepts: a row ?i, ?n
// for each, ?i being its place. Of each of the restrictions tallied, whose places
// come after those of the concepts, there are rows ?i, ?k, ?n: n individuals have
// exactly k successors.
func Counts(cs []dl.Concept, tallied []dl.Exists, o Options) (string, error) {
	o.apart = true
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			return fmt.Sprintf("{ SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {\n%s} }", t.listed())
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

// Samples is the query for at most limit members of each of several concepts: rows
// ?i, ?x. Which members it is up to the engine.
func Samples(cs []dl.Concept, limit int, o Options) (string, error) {
	o.apart = true
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, nil, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\n%s} LIMIT %d }", t.pattern, max(limit, 1))
		})
	}
	return b.query("?x")
}

// Memberships is the query for those of the individuals that are in each of
// several concepts: rows ?i, ?x. What was said of [Confirm] holds.
func Memberships(cs []dl.Concept, individuals []string, o Options) (string, error) {
	if len(individuals) == 0 {
		return "", fmt.Errorf("%w: no individuals to ask about", ErrOptions)
	}
	b := branches{o: o}
	for _, c := range cs {
		b.add(c, individuals, func(t *translator) string {
			return fmt.Sprintf("{ SELECT DISTINCT ?x WHERE {\nVALUES ?x { %s }\n%s} }", t.individuals, t.pattern)
		})
	}
	return b.query("?x")
}

// branches are those of a query about several concepts, which UNION joins.
type branches struct {
	o    Options
	all  *translator // has the names that the branches use
	text []string
	err  error // the first
}

// add adds a branch about the concept, of some individuals or of all.
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

// tally adds a branch that counts individuals by their number of successors.
func (b *branches) tally(c dl.Exists) {
	e, complement, err := b.o.Axioms.normal(dl.AtLeast{N: 2, Role: c.Role, C: c.C})
	s, ok := e.(some)
	if err == nil && (!ok || complement) {
		err = fmt.Errorf("%w: successors are tallied that cannot be listed", ErrOptions)
	}
	t, invalid := newTranslator(b.o)
	if b.err = cmp.Or(b.err, err, invalid); b.err != nil {
		return
	}
	g := newGroup(root, false)
	w := t.addSuccessor(g, s, root, "")
	b.err = t.err
	b.join(t, fmt.Sprintf("{ SELECT ?k (COUNT(?x) AS ?n) WHERE {\n{ SELECT ?x (COUNT(DISTINCT %s) AS ?k) WHERE {\n%s} GROUP BY ?x %s}\n} GROUP BY ?k }",
		w, g, t.allRows()))
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
