package enrich_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/learner/interp"
)

// BenchmarkTenFolds measures whether definitions learned from nine tenths of the
// individuals hold for the rest. It reports F1 over the tenths that were not seen, all
// folds together. It needs the datasets, and skips by name without them.
func BenchmarkTenFolds(b *testing.B) {
	for name, data := range map[string]string{
		"elephants": filepath.Join("..", "..", "cmd", "genus", "elephants", "elephants.ttl"),
		"relatives": filepath.Join("..", "..", "cmd", "genus", "testdata", "data", "relatives.ttl"),
		"family":    filepath.Join("..", "..", "..", "shared", "datasets", "dl-learner", "family-benchmark", "family-benchmark_rich_background.owl"),
		"trains":    filepath.Join("..", "..", "..", "shared", "datasets", "dl-learner", "trains", "trains2.owl"),
	} {
		b.Run(name, func(b *testing.B) {
			if _, err := os.Stat(data); err != nil {
				b.Skipf("no dataset %s: %v", name, err)
			}
			in := load(b, data)
			for b.Loop() {
				for _, class := range enrich.New(in, enrich.Options{}).Classes() {
					if c, n := validateFolds(b, in, class); n > 0 {
						b.Logf("%s %s: %d folds, F1 on the rest %.3f (tp %d, fn %d, fp %d)", name, class, n, c.F1(), c.TP, c.FN, c.FP)
						b.ReportMetric(c.F1(), filepath.Base(class)+"-F1")
					}
				}
			}
		})
	}
}

func load(b *testing.B, path string) enrich.Input {
	b.Helper()
	d, _ := require.Values(extract.ImportFiles(b.Context(), []string{path}, extract.ImportOptions{}))(b)
	p, _ := require.Values(d.Problem(b.Context(), extract.Examples{}, extract.LoadOptions{}))(b)
	in := enrich.Input{Problem: p, Superclasses: map[string][]string{}}
	for _, t := range d.Facts.Superclasses {
		in.Superclasses[d.Facts.Term(t[0])] = append(in.Superclasses[d.Facts.Term(t[0])], d.Facts.Term(t[1]))
	}
	return in
}

// validateFolds defines the class from each nine tenths. It returns the confusion on the rest,
// and the number of folds with a definition.
func validateFolds(b *testing.B, in enrich.Input, class string) (sum interp.Confusion, n int) {
	b.Helper()
	s := in.Problem.Structure
	members := require.Value(interp.NewEvaluator(s).Extension(dl.Name{IRI: class}))(b)
	for fold := range 10 {
		seen := in
		for a := range interp.Individual(s.Len()) {
			if int(a)%10 != fold {
				seen.Among = append(seen.Among, a)
			}
		}
		r := require.Value(enrich.New(seen, enrich.Options{Timeout: 4 * time.Second}).Class(b.Context(), class))(b)
		if len(r.Candidates) == 0 || r.Candidates[0].Kind != dl.EquivalentClasses {
			continue
		}
		n++
		x := require.Value(interp.NewEvaluator(s).Extension(r.Candidates[0].Concept))(b)
		for a := uint(fold); a < uint(s.Len()); a += 10 {
			switch in, is := x.Test(a), members.Test(a); {
			case in && is:
				sum.TP++
			case in:
				sum.FP++
			case is:
				sum.FN++
			default:
				sum.TN++
			}
		}
	}
	return sum, n
}
