package dataset

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/terminology"
	"github.com/genus-kg/genus/internal/say"
)

// Classes as individuals: with Vocabulary.Classes, the facts of an ontology are its axioms about
// classes. A named class is an individual, a member of itself and of its superclasses, with the
// edges of package terminology. Class expressions and individuals to which edges lead are parts
// of facts about classes, and are no individuals of the domain.

// findClasses reads the terminology, and uses it if the options want classes, or leave it open and
// the statements are mostly about classes.
func (i *importer) findClasses(ctx context.Context) error {
	classify := i.Vocabulary.EL
	i.Vocabulary.EL = false // unless the classes are the individuals
	if i.options.Individuals != Classes && i.options.Individuals != Auto || i.Vocabulary.Statements != "" ||
		i.Vocabulary.ClassTriples() {
		return nil
	}
	if i.options.Individuals != Classes && !i.hasMoreClasses() {
		return nil
	}
	i.sortTerms() // the numbers of terms change no more
	a := newAssertions(i)
	a.findAnnotations()
	t := terminology.Read(i.Facts, i.nodes(),
		func(p facts.ID) bool { u := a.use(p); return u.isUsed && !u.annotation && !u.isType },
		i.Vocabulary.RDFS)
	if i.options.Individuals != Classes && !t.IsMostlyClasses() {
		return nil
	}
	i.terminology, i.Vocabulary.Classes, i.Vocabulary.Superproperties = t, true, i.Vocabulary.RDFS || classify
	i.Vocabulary.RDFS, i.Vocabulary.OWLRL = false, false
	if !classify {
		return nil
	}
	i.Vocabulary.EL = true
	return i.inTime(ctx, func(ctx context.Context) error { return t.Classify(ctx, i.nodes()) })
}

// hasMoreClasses reports whether the statements are about more classes than members of classes. It
// takes little time if there are many members.
func (i *importer) hasMoreClasses() bool {
	isA, below := i.Facts.Find(typeIRI), i.Facts.Find(rdfsNS+"subClassOf")
	kinds := map[facts.ID]int{} // of the objects of rdf:type: 1 for classes, -1 for what has members
	balance := 0
	for t := range i.of(below) {
		if t.kind == 0 {
			balance++
		}
	}
	for t := range i.of(isA) {
		if t.kind != 0 {
			continue
		}
		kind, known := kinds[t.object]
		if class := i.Facts.Term(t.object); !known && classTypes[class] {
			kind = 1
		} else if !known && !isSchemaClass(class) {
			kind = -1
		}
		kinds[t.object] = kind
		balance += kind
	}
	return balance > 0
}

// findDisjoint reads which classes are disjoint, if the classes are not the individuals.
func (i *importer) findDisjoint() {
	states := func(name string) bool { return i.Facts.Find(owlNS+name) != 0 }
	forms := []string{"disjointWith", "disjointUnionOf", "AllDisjointClasses", "complementOf"}
	if i.terminology != nil || !slices.ContainsFunc(forms, states) {
		return
	}
	isSchema := map[facts.ID]bool{} // by property or class
	knows := func(term facts.ID) bool {
		is, known := isSchema[term]
		if !known {
			is = isSchemaClass(i.Facts.Term(term))
			isSchema[term] = is
		}
		return is
	}
	isA := i.Facts.Find(typeIRI)
	t := terminology.Read(i.Facts, func(yield func(terminology.Triple) bool) {
		for _, l := range i.triples.lists {
			if !knows(l.property) {
				continue
			}
			for t := range l.each {
				if (t.property != isA || knows(t.object)) && !yield(nodeOf(t)) {
					return
				}
			}
		}
	}, func(facts.ID) bool { return false }, false)
	i.Facts.Disjoint = disjointOf(i.Facts, t)
}

// disjointOf returns groups of classes: no two of a group have a member in common.
func disjointOf(f *facts.Facts, t *terminology.Terminology) (groups [][]string) {
	for _, group := range t.Disjoint() {
		groups = append(groups, f.IRIs(slices.Values(group)))
	}
	return groups
}

// nodes yields the triples.
func (i *importer) nodes() iter.Seq[terminology.Triple] {
	return func(yield func(terminology.Triple) bool) {
		for t := range i.triples.each {
			if !yield(nodeOf(t)) {
				return
			}
		}
	}
}

func nodeOf(t triple) terminology.Triple {
	return terminology.Triple{Subject: t.subject, Property: t.property, Object: t.object, Kind: t.kind}
}

// collectClasses fills the facts with those about classes.
func (a *assertions) collectClasses(ctx context.Context) error {
	for _, l := range a.triples.lists {
		u := a.use(l.property)
		for t := range l.each {
			switch {
			case u.named && t.kind != 0:
				a.addAxiomOrLabel(u, t)
			case u.isType && t.kind == 0 && roleTypes[a.term(t.object)]:
				a.declareAs(a.term(t.subject), facts.Role)
			}
		}
	}
	t := a.terminology
	a.Facts.Disjoint = disjointOf(a.Facts, t)
	queue, deprecated := t.Classes()
	a.Facts.Individuals = append(a.Facts.Individuals, queue...)
	seen := map[facts.ID]bool{}
	for i, c := range slices.Concat(queue, deprecated) {
		if i < len(queue) {
			seen[c] = true
			a.declareAs(a.term(c), facts.Class)
			a.Facts.Classes = append(a.Facts.Classes, facts.Tuple{c, c})
		}
		for _, d := range t.Superclasses(c) {
			a.Facts.Superclasses = append(a.Facts.Superclasses, facts.Tuple{c, d})
		}
	}
	classes := len(queue)
	for n := 0; n < len(queue); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c := queue[n]
		switch {
		case n < classes:
		case t.IsClass(c): // a deprecated one
			a.Facts.Classes = append(a.Facts.Classes, facts.Tuple{c, c})
		default:
			for _, d := range t.Superclasses(c) {
				a.Facts.Classes = append(a.Facts.Classes, facts.Tuple{c, d})
			}
		}
		for _, d := range a.collectEdges(c) {
			if !seen[d] {
				seen[d] = true
				queue = append(queue, d)
			}
		}
	}
	a.Warnings = append(a.Warnings, describeRead(t, len(a.Facts.Individuals), len(a.Facts.Roles)))
	if empty := t.Empty(); len(empty) > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf(
			"the axioms contradict each other: nothing can be a member of %s, such as <%s>",
			say.Plural(len(empty), "class"), a.term(empty[0])))
	}
	return ctx.Err()
}

// collectEdges adds the values that axioms require of the class. It returns the classes among them.
func (a *assertions) collectEdges(c facts.ID) (values []facts.ID) {
	for _, e := range a.terminology.Edges(c) {
		switch {
		case !a.use(e.Property).isUsed:
		case e.Kind != 0:
			a.addLiteral(triple{c, e.Property, e.Value, e.Kind})
		default:
			a.Facts.Roles = append(a.Facts.Roles, facts.Tuple{e.Property, c, e.Value})
			values = append(values, e.Value)
		}
	}
	return values
}

// describeRead says what was read of the axioms.
func describeRead(t *terminology.Terminology, classes, edges int) string {
	text := "the individuals are %s classes with %s values that axioms require, not classified (--reasoning el)"
	if t.IsClassified() {
		text = "the individuals are %s classes, classified by the rules of EL, with %s values that follow"
	}
	text = fmt.Sprintf(text, graph.Thousands(classes), graph.Thousands(edges))
	if n := t.Individuals(); n > 0 {
		text += fmt.Sprintf(", without %s (--individuals named)", say.Plural(n, "individual"))
	}
	unread := t.Unread()
	var list []string
	for _, what := range slices.Sorted(maps.Keys(unread)) {
		list = append(list, fmt.Sprintf("%s (%s)", what, graph.Thousands(unread[what])))
	}
	if len(list) > 0 {
		text += "; not read: " + strings.Join(list, ", ")
	}
	return text
}
