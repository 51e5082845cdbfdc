package dataset

import (
	"context"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
)

// A Triple is a statement of the source. Its object is a literal if Object is 0.
type Triple struct {
	Subject                 facts.ID
	Property                string
	Object                  facts.ID
	Lexical, Datatype, Lang string
}

// EachTriple calls visit for the statements of the source as they stand, without what follows
// from them, whose property uses returns true for. If they were not kept, as for a database, these
// are the facts, direct superclasses and labels. The error is that of the context.
func (d *Dataset) EachTriple(ctx context.Context, uses func(property string) bool, visit func(Triple)) error {
	f, n := d.Facts, 0
	stopped := func() bool { n++; return n%contextEvery == 0 && ctx.Err() != nil }
	if d.Stated != nil {
		for _, l := range d.Stated.lists {
			p := f.Term(l.property)
			if !uses(p) {
				continue
			}
			for t := range l.each {
				if stopped() {
					return ctx.Err()
				}
				visit(Triple{t.subject, p, t.objectOf(), d.Stated.lexicalOf(t), d.Stated.datatypeOf(t), d.Stated.langOf(t)})
			}
		}
		return ctx.Err()
	}
	return d.EachFact(ctx, uses, visit)
}

// EachFact calls visit for the facts, direct superclasses and labels. If the classes are the individuals,
// their superclasses are no facts.
func (d *Dataset) EachFact(ctx context.Context, uses func(property string) bool, visit func(Triple)) error {
	f, n := d.Facts, 0
	isUsed := d.usesOf(uses)
	stopped := func() bool { n++; return n%contextEvery == 0 && ctx.Err() != nil }
	d.eachSchemaTriple(uses, visit)
	for _, tuples := range [][]facts.Tuple{f.Roles, f.Statements.Roles} {
		for _, t := range tuples {
			if stopped() {
				return ctx.Err()
			}
			if isUsed(t[0]) {
				visit(Triple{Subject: t[1], Property: f.Term(t[0]), Object: t[2]})
			}
		}
	}
	for _, values := range [][]facts.Value{f.Values, f.Statements.Values} {
		for _, v := range values {
			if stopped() {
				return ctx.Err()
			}
			if isUsed(v.Property) {
				visit(Triple{
					Subject:  v.Individual,
					Property: f.Term(v.Property),
					Lexical:  f.Term(v.Lexical),
					Datatype: f.Term(v.Datatype),
				})
			}
		}
	}
	return ctx.Err()
}

// usesOf returns uses for numbers of properties.
func (d *Dataset) usesOf(uses func(property string) bool) func(property facts.ID) bool {
	used := map[facts.ID]bool{}
	return func(property facts.ID) bool {
		is, known := used[property]
		if !known {
			is = uses(d.Facts.Term(property))
			used[property] = is
		}
		return is
	}
}

// eachSchemaTriple calls visit for classes, direct superclasses and labels.
func (d *Dataset) eachSchemaTriple(uses func(property string) bool, visit func(Triple)) {
	f := d.Facts
	for _, of := range []struct {
		property string
		tuples   []facts.Tuple
	}{{d.Vocabulary.Type, f.Classes}, {d.Vocabulary.SubClassOf, f.Superclasses}} {
		if d.Vocabulary.Classes || !uses(of.property) {
			continue
		}
		for _, t := range of.tuples {
			visit(Triple{Subject: t[0], Property: of.property, Object: t[1]})
		}
	}
	for _, l := range f.Labels {
		if label := d.Vocabulary.NameProperty(l.Rank); uses(label) && !d.Symbols.Uses(label) {
			if id := f.Find(l.IRI); id != 0 {
				visit(Triple{Subject: id, Property: label, Lexical: l.Text, Datatype: langString(l.Lang), Lang: l.Lang})
			}
		}
	}
}

func langString(lang string) string {
	if lang == "" {
		return dl.XSD + "string"
	}
	return rdfNS + "langString"
}
