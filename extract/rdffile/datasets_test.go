package rdffile

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
)

// datasets maps the files of the learning problems to their numbers of distinct triples.
// Python's rdflib 7.6 reads the same triples in the RDF/XML files. In the N-Triples files it is
// the number of distinct lines that are not comments.
var datasets = map[string]int{
	"dl-learner/arch/arch.owl":                                         116,
	"dl-learner/basicfamily/basicFamily.owl":                           159,
	"dl-learner/datatypes/double.owl":                                  17,
	"dl-learner/datatypes/string.owl":                                  28,
	"dl-learner/family-benchmark/family-benchmark.owl":                 1343,
	"dl-learner/family-benchmark/family-benchmark_rich_background.owl": 1829,
	"dl-learner/forte/forte_family.owl":                                354,
	"dl-learner/literals/doubles.owl":                                  37,
	"dl-learner/literals/months.owl":                                   30,
	"dl-learner/literals/numbers.owl":                                  37,
	"dl-learner/poker/pair50.owl":                                      1335,
	"dl-learner/poker/straight.owl":                                    1419,
	"dl-learner/trains/trains2.owl":                                    296,
	"codex/codex.nt.gz":                                                317069,
	"sml/animals/animals.owl":                                          379,
	"sml/carcinogenesis/carcinogenesis.nt.gz":                          96939,
	"sml/hepatitis/hepatitis.nt.gz":                                    78841,
	"sml/lymphography/lymphography.owl":                                2194,
	"sml/mammographic/mammographic.owl":                                6809,
	"sml/mutagenesis/mutagenesis.nt.gz":                                62067,
	"sml/nctrer/nctrer.nt.gz":                                          130907,
	"sml/pyrimidine/pyrimidine.owl":                                    2081,
	"sml/suramin/suramin.owl":                                          13507,
}

func TestDatasets(t *testing.T) {
	for name, want := range datasets {
		t.Run(name, func(t *testing.T) {
			if !testsize.Full() && filepath.Ext(name) == ".gz" {
				t.Skipf("%s is large: only with GENUS_TESTS=full", name)
			}
			distinct := map[rdf.Triple]bool{}
			stats := require.Value(Read(context.Background(), testfiles.Dataset(t, name), func(tr rdf.Triple) error {
				distinct[tr] = true
				return nil
			}))(t)
			check.That(t, len(distinct) == want, "%d distinct triples of %d delivered, want %d", len(distinct), stats.Triples, want)
			check.That(t, len(stats.Warnings) <= 0, "warnings %v", stats.Warnings)
		})
	}
}
