package dataset

import (
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/rdffile"
)

// TestRepetitions: repeated triples take no memory, and the order of the others stays.
func TestRepetitions(t *testing.T) {
	f := facts.New()
	all := triples{facts: f, id: f.ID}
	a, _ := rdf.NewIRI("u:0")
	b, _ := rdf.NewIRI("u:1")
	literal := rdf.NewTypedLiteral("1", b)
	var batch rdffile.Batch
	for i := range firstCompact + 10 {
		batch.Add(rdf.Triple{Subj: a, Pred: b, Obj: []rdf.Object{a, b, literal}[i%3]})
	}
	all.prepare(batch)()
	if n := len(all.all); n < 3 || n > 20 || all.all[0].object != f.Find("u:0") || all.lexicalOf(all.all[2]) != "1" {
		t.Errorf("%d triples: %+v", n, all.all[:min(3, n)])
	}
}
