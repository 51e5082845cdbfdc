package extract

import (
	"path/filepath"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testfiles"
)

func TestDatasets(t *testing.T) {
	tests := []struct {
		file, examples         string
		individuals            int
		atoms, roles, features int // of the signature; a value of a boolean feature is an atom
	}{
		{"sml/mammographic/mammographic.owl", "sml/mammographic", 975, 19, 3, 2},
		{"sml/lymphography/lymphography.owl", "sml/lymphography", 148, 49, 0, 0},
		{"sml/suramin/suramin.owl", "sml/suramin", 2979, 46, 3, 1},
		{"sml/pyrimidine/pyrimidine.owl", "sml/pyrimidine", 74, 1, 0, 27},
		{"sml/carcinogenesis/carcinogenesis.nt.gz", "sml/carcinogenesis", 22372, 169, 4, 1},
		{"sml/mutagenesis/mutagenesis.nt.gz", "sml/mutagenesis", 14145, 90, 5, 4},
		{"sml/hepatitis/hepatitis.nt.gz", "sml/hepatitis", 6812, 5, 2, 13},
		{"sml/nctrer/nctrer.nt.gz", "sml/nctrer", 10209, 38, 9, 25},
		{"sml/animals/animals.owl", "sml/animals/bird", 20, 39, 2, 1},
		{"dl-learner/family-benchmark/family-benchmark.owl", "dl-learner/family-benchmark/Aunt", 202, 3, 4, 0},
		{"dl-learner/family-benchmark/family-benchmark_rich_background.owl", "dl-learner/family-benchmark/Aunt", 202, 18, 4, 0},
		{"dl-learner/arch/arch.owl", "dl-learner/arch/arch", 19, 6, 5, 0},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			d, report := mustImport(t, ImportOptions{}, testfiles.Dataset(t, tt.file))
			check.That(t, report.Individuals == tt.individuals, "%d individuals; want %d", report.Individuals, tt.individuals)
			p, _, err := d.Problem(t.Context(), sides(testfiles.Dataset(t, tt.examples)), LoadOptions{})
			must(err)
			check.NoError(t, p.Validate())
			sig := p.Structure.Signature()
			if atoms, roles, features := len(sig.Atoms()), sig.NumRoles()/2, len(sig.Features()); atoms != tt.atoms || roles != tt.roles || features != tt.features {
				t.Errorf("%d atoms, %d roles, %d features; want %d, %d, %d", atoms, roles, features, tt.atoms, tt.roles, tt.features)
			}
		})
	}
}
