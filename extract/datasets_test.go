package extract

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// datasets returns the folder of the learning problems. It skips the test if there is none.
func datasets(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("GENUS_DATASETS")
	if dir == "" {
		dir = "../../shared/datasets"
	}
	if _, err := os.Stat(filepath.Join(dir, "README.md")); err != nil {
		t.Skipf("%s: no datasets in %s (set GENUS_DATASETS)", t.Name(), dir)
	}
	return dir
}

func TestDatasets(t *testing.T) {
	dir := datasets(t)
	tests := []struct {
		file, examples           string
		individuals              int
		classes, roles, features int // of the signature; booleans count as atoms
	}{
		{"sml/mammographic/mammographic.owl", "sml/mammographic", 975, 19, 3, 2},
		{"sml/lymphography/lymphography.owl", "sml/lymphography", 148, 49, 0, 0},
		{"sml/suramin/suramin.owl", "sml/suramin", 2979, 46, 3, 1},
		{"sml/pyrimidine/pyrimidine.owl", "sml/pyrimidine", 74, 1, 0, 27},
		{"sml/carcinogenesis/carcinogenesis.nt.gz", "sml/carcinogenesis", 22372, 142, 4, 15},
		{"sml/mutagenesis/mutagenesis.nt.gz", "sml/mutagenesis", 14145, 86, 5, 6},
		{"sml/hepatitis/hepatitis.nt.gz", "sml/hepatitis", 6812, 5, 2, 13},
		{"sml/nctrer/nctrer.nt.gz", "sml/nctrer", 10209, 37, 9, 46},
		{"sml/animals/animals.owl", "sml/animals/bird", 20, 39, 2, 1},
		{"dl-learner/family-benchmark/family-benchmark.owl", "dl-learner/family-benchmark/Aunt", 202, 3, 4, 0},
		{"dl-learner/family-benchmark/family-benchmark_rich_background.owl", "dl-learner/family-benchmark/Aunt", 202, 18, 4, 0},
		{"dl-learner/arch/arch.owl", "dl-learner/arch/arch", 19, 8, 5, 0},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			start := time.Now()
			d, report := imported(t, ImportOptions{}, filepath.Join(dir, tt.file))
			if report.Individuals != tt.individuals {
				t.Errorf("%d individuals; want %d", report.Individuals, tt.individuals)
			}
			p, info, err := d.Problem(t.Context(), sides(filepath.Join(dir, tt.examples)), LoadOptions{})
			must(err)
			if err := p.Validate(); err != nil {
				t.Error(err)
			}
			t.Logf("%v: %d individuals, %d atoms, %d roles, %d features, %d facts; kinds %v; skipped %v; %v", time.Since(start), info.Individuals,
				len(p.Structure.Signature().Atoms()), p.Structure.Signature().NumRoles()/2, len(p.Structure.Signature().Features()), info.Facts, info.Kinds, info.Skipped, report.Warnings)
		})
	}
}
