package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/queries"
)

// An endpoint is asked for what it states, and so is the query that comes of it. If
// the endpoint states that a property has a superproperty, an inverse, a domain or
// a range, but not what follows from that, concepts do not mean what the axioms
// say. Nobody would notice; so the examples are looked at: what follows from the
// statements about them and the axioms is computed here, as for files, and what of
// that is not stated is told.

// axioms are the properties of properties from which something follows.
var axioms = []string{rdfsNS + "subPropertyOf", rdfsNS + "domain", rdfsNS + "range", owlNS + "inverseOf", rdfNS + "type"}

// mostFollowed is the largest number of examples that are looked at.
const mostFollowed = 50

// warnOfUnstated looks at the examples that this run has asked about first.
func (c *crawl) warnOfUnstated(ctx context.Context) error {
	if !c.o.RDFS || len(c.first) == 0 || c.o.Bounds.Depth == 0 {
		return nil
	}
	examples := spread(c.first, mostFollowed)
	stated, err := c.statedAbout(ctx, examples)
	if err != nil {
		return err
	}
	schema, err := c.axiomsOf(ctx, stated)
	if ctx.Err() != nil {
		return err
	}
	if err != nil {
		c.warn("whether the endpoint states what follows from its axioms about properties could not be found out: %v", err)
		return nil
	}
	follows := func(given []rdf.Triple) map[string]bool {
		var found []rdf.Triple
		if err == nil {
			found, err = entail.RDFS(ctx, given)
		}
		lines := map[string]bool{}
		for _, t := range found {
			if c.missed(t, set(examples)) {
				lines[strings.TrimSpace(t.Serialize(rdf.NTriples))] = true
			}
		}
		return lines
	}
	inherited := follows(stated) // superclasses, which are filled in
	all := follows(slices.Concat(stated, schema))
	if err != nil {
		return fmt.Errorf("what follows from the axioms: %w", err)
	}
	maps.DeleteFunc(all, func(line string, _ bool) bool { return inherited[line] })
	missing := sortedKeys(all)
	if len(missing) > 0 {
		c.warn("the endpoint states axioms about properties, and not what follows from them: %s statements about %s examples, such as %s; concepts see what is stated only",
			count(len(missing)), count(len(examples)), strings.TrimSuffix(missing[0], " ."))
	}
	return nil
}

// missed reports whether the extraction would have the triple if it were stated.
func (c *crawl) missed(t rdf.Triple, examples map[string]bool) bool {
	s, p, o := t.Subj.String(), t.Pred.String(), t.Obj.String()
	if p == rdfNS+"type" {
		return examples[s] && t.Obj.Type() == rdf.TermIRI && c.taste.names(o)
	}
	if !c.taste.uses(p) || t.Obj.Type() != rdf.TermIRI {
		return false
	}
	return examples[s] && !c.cuts[cutKey{p, store.CutOut}] || examples[o] && !c.cuts[cutKey{p, store.CutIn}]
}

// statedAbout is what was extracted about the examples, and of the classes. Of
// values only that there are some.
func (c *crawl) statedAbout(ctx context.Context, examples []string) (stated []rdf.Triple, err error) {
	about, err := c.db.About(ctx, examples)
	if err != nil {
		return nil, err
	}
	add := func(s, p string, o rdf.Object) {
		stated = append(stated, rdf.Triple{Subj: known(s), Pred: known(p), Obj: o})
	}
	for _, f := range about.Roles {
		add(f[1], f[0], known(f[2]))
	}
	for _, f := range about.Classes {
		add(f[0], rdfNS+"type", known(f[1]))
	}
	for _, f := range about.Values {
		value, err := rdf.NewLiteral("")
		if err != nil {
			return nil, err
		}
		add(f[0], f[1], value)
	}
	for _, f := range about.Subclasses {
		add(f[0], rdfsNS+"subClassOf", known(f[1]))
	}
	return stated, nil
}

// known is the term of an IRI that came from the source as one.
func known(iri string) rdf.IRI {
	t, _ := rdf.NewIRI(iri) // it was one
	return t
}

// axiomsOf asks for the axioms about the properties of the statements, and about
// those that these lead to.
func (c *crawl) axiomsOf(ctx context.Context, stated []rdf.Triple) (schema []rdf.Triple, err error) {
	next := map[string]bool{}
	for _, t := range stated {
		if p := t.Pred.String(); p != rdfNS+"type" && p != rdfsNS+"subClassOf" {
			next[p] = true
		}
	}
	for seen := map[string]bool{}; len(next) > 0; {
		level := slices.Sorted(maps.Keys(next))
		maps.Copy(seen, next)
		next = map[string]bool{}
		for _, st := range []queries.Statements{{Properties: axioms}, {Properties: []string{owlNS + "inverseOf"}, Inverse: true}} {
			for batch := range slices.Chunk(level, c.o.Batch) {
				rows, err := c.splitting(ctx, batch, func(batch []string) (string, error) {
					st := st
					st.Subjects = batch
					return queries.PullStatements(st)
				})
				if err != nil {
					return nil, err
				}
				for _, row := range rows {
					s, p := text(row.s), text(row.p)
					if !usable(row.o) || !usable(row.s) {
						continue // a class without a name, above which is no name to miss
					}
					o := text(row.o)
					if st.Inverse {
						s, o = o, s
					}
					schema = append(schema, rdf.Triple{Subj: known(s), Pred: known(p), Obj: known(o)})
					for _, q := range []string{s, o} {
						if !seen[q] && (p == rdfsNS+"subPropertyOf" || p == owlNS+"inverseOf") {
							next[q] = true
						}
					}
				}
			}
		}
	}
	return schema, nil
}
