package dataset

import (
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/rdffile"
)

// TestRepetitions: repeated triples take no memory, and those of a property are sorted.
func TestRepetitions(t *testing.T) {
	f := facts.New()
	all := triples{facts: f, id: f.ID}
	a, _ := rdf.NewIRI("u:0")
	b, _ := rdf.NewIRI("u:1")
	literal := rdf.NewTypedLiteral("1", b)
	var batch rdffile.Batch
	for i := range firstFull + 10 {
		batch.Add(rdf.Triple{Subj: a, Pred: b, Obj: []rdf.Object{a, b, literal}[i%3]})
	}
	all.prepare(batch)()
	if all.n != 3 || cap(all.lists[0].rows) > 100 {
		t.Errorf("%d triples, room for %d", all.n, cap(all.lists[0].rows))
	}
	all.sort()
	got := slices.Collect(all.of(f.Find("u:1")))
	if len(got) != 3 || got[0].object != f.Find("u:0") || all.lexicalOf(got[2]) != "1" {
		t.Errorf("%+v", got)
	}
}
