package dataset

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/graph"
	store "github.com/genus-kg/genus/extract/store"
)

// Save writes the facts of files into a database. They replace an earlier import of the
// same files. crawl.Collect reads the same facts again.
func (d *Dataset) Save(ctx context.Context, db *store.DB) error {
	if !d.FromFiles() {
		return errors.New("save: the facts come from an endpoint, whose answers are in a database already")
	}
	src, err := db.Source(ctx, d.Source.SourceKey)
	if err != nil {
		return err
	}
	return src.Put(ctx, d.answers()) // in one transaction, so that no import is partial
}

// answers returns all facts as answers for a database.
func (d *Dataset) answers() []store.Answer {
	f, b := d.Facts, answerBuilder{index: map[answerKey]int{}}
	for _, a := range f.Individuals {
		b.answer(graph.Out, f.Term(a))
	}
	for _, t := range f.Classes {
		b.add(graph.Out, f.Term(t[0]), store.Row{Property: d.Vocabulary.Type[0], Value: f.Term(t[1])})
	}
	for _, t := range f.Roles {
		b.add(graph.Out, f.Term(t[1]), store.Row{Property: f.Term(t[0]), Value: f.Term(t[2])})
	}
	for _, v := range f.Values {
		b.add(graph.Out, f.Term(v.Individual), store.Row{Property: f.Term(v.Property), Value: f.Term(v.Lexical), Datatype: f.Term(v.Datatype)})
	}
	for _, t := range f.Superclasses {
		b.add(graph.Superclasses, f.Term(t[0]), store.Row{Property: d.Vocabulary.SubClass[0], Value: f.Term(t[1])})
	}
	for _, l := range f.Labels {
		b.add(graph.Labels, l.IRI, store.Row{Value: l.Text, Lang: l.Lang})
	}
	for _, a := range f.Axioms {
		predicate := a[1]
		if predicate == entail.Type {
			predicate = a[2]
		}
		b.add(graph.Axioms, predicate, store.Row{Property: a[0], Value: a[2]})
	}
	for _, s := range f.Declared {
		b.add(crawl.Declared, s.IRI, store.Row{Value: string(s.Kind)})
	}
	for _, s := range f.Skipped {
		b.add(crawl.Skipped, "", store.Row{Property: s.Property, Datatype: s.Datatype, Value: s.Reason, N: int64(s.N)})
	}
	for _, p := range slices.Sorted(maps.Keys(f.Prefixes)) {
		b.add(crawl.Prefixes, "", store.Row{Property: p, Value: f.Prefixes[p]})
	}
	return b.answers
}

// An answerBuilder collects rows into one answer for each kind and term.
type answerBuilder struct {
	answers []store.Answer
	index   map[answerKey]int
}

type answerKey struct {
	kind store.Kind
	term string
}

// answer returns the answer for the kind and term, which it adds if it is new.
func (b *answerBuilder) answer(kind store.Kind, term string) *store.Answer {
	key := answerKey{kind, term}
	i, known := b.index[key]
	if !known {
		i = len(b.answers)
		b.index[key] = i
		b.answers = append(b.answers, store.Answer{Kind: kind, Term: term})
	}
	return &b.answers[i]
}

func (b *answerBuilder) add(kind store.Kind, term string, row store.Row) {
	a := b.answer(kind, term)
	a.Rows = append(a.Rows, row)
}
