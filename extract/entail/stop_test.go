package entail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// A counted context ends when it was asked so often.
type counted struct {
	context.Context
	left int
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestOWLRLStops: the closure notices the end of its context in every rule that may go through
// many pairs: without the end, each of these graphs takes minutes or all memory.
func TestOWLRLStops(t *testing.T) {
	const n = 3000
	each := func(format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	const owlIRI, rdfIRI = "<http://www.w3.org/2002/07/owl#", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	for name, text := range map[string]string{
		"same":       each("<u:%d> " + owlIRI + "sameAs> <u:%d> .\n"),
		"transitive": "<u:p> " + rdfIRI + "type> " + owlIRI + "TransitiveProperty> .\n" + each("<u:%d> <u:p> <u:%d> .\n"),
		"functional": "<u:p> " + rdfIRI + "type> " + owlIRI + "FunctionalProperty> .\n" + each("<u:x> <u:p> <u:%d>, <u:%d> .\n"),
	} {
		t.Run(name, func(t *testing.T) {
			var given []rdf.Triple
			text = strings.ReplaceAll(text, ", <", " .\n<u:x> <u:p> <")
			d := rdf.NewTripleDecoder(strings.NewReader(text), rdf.NTriples)
			for {
				triple, err := d.Decode()
				if err != nil {
					break
				}
				given = append(given, triple)
			}
			require.That(t, len(given) >= n, "%d triples", len(given))
			found, _, err := OWLRL(&counted{t.Context(), 20}, given)
			check.That(t, errors.Is(err, context.Canceled) && found == nil, "%d triples, %v", len(found), err)
		})
	}
}
