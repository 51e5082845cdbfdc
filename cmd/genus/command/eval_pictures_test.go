package command

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestPictures checks that the pictures are SVG and have the numbers of the results.
func TestPictures(t *testing.T) {
	small, large := dl.Name{IRI: "A"}, dl.Not{C: dl.Name{IRI: "A"}}
	fold := func(n int, c dl.Concept, test interp.Confusion) evaluation.Tested {
		return evaluation.Tested{Fold: n, Test: test, Fitting: learner.Fitting{
			Solution: learner.Solution{Concept: c, Size: dl.Size(c)},
			Stages: []learner.Stage{
				{K: 1, Concept: small, Confusion: interp.Confusion{TP: 5, FN: 5, TN: 6, FP: 4}},
				{K: 2, Concept: c, Confusion: interp.Confusion{TP: 9, FN: 1, TN: 9, FP: 1}},
			},
		}}
	}
	tested := []evaluation.Tested{fold(1, small, interp.Confusion{TP: 3, FN: 1, TN: 4}), fold(2, large, interp.Confusion{TP: 14, FN: 2, TN: 11, FP: 3})}
	dir := filepath.Join(t.TempDir(), "new")
	require.NoError(t, writePictures(dir, []validationResult{{name: "a/b <c>", learner: genusName, tested: tested}, {name: "failed"}}))
	files, err := filepath.Glob(dir + "/*")
	require.NoError(t, err)
	require.That(t, len(files) == 2, "the files are %q", files)
	texts := func(kind string) (texts []string) {
		b, err := os.ReadFile(dir + "/a-b--c--" + kind + ".svg")
		require.NoError(t, err)
		in := ""
		for d := xml.NewDecoder(strings.NewReader(string(b))); ; {
			token, err := d.Token()
			if token == nil {
				require.That(t, err.Error() == "EOF", "%v in\n%s", err, b)
				return texts
			}
			switch token := token.(type) {
			case xml.StartElement:
				in = token.Name.Local
			case xml.EndElement:
				in = ""
			case xml.CharData:
				if in == "text" || in == "title" {
					texts = append(texts, string(token))
				}
			}
		}
	}
	all := evaluation.PooledConfusion(tested)
	got := texts("confusion")
	for i, want := range []string{fmt.Sprintf("a/b <c>: accuracy %.3f", all.Accuracy()), "as positive", "as negative",
		"positive", fmt.Sprint(all.TP), fmt.Sprint(all.FN), "negative", fmt.Sprint(all.FP), fmt.Sprint(all.TN)} {
		if got[i+1] != want { // the first is the title
			t.Errorf("the texts of the matrix are %q", got)
		}
	}
	for _, f := range tested {
		want := fmt.Sprintf("fold %d: size %d, accuracy %.3f", f.Fold, f.Fitting.Size, f.Test.Accuracy())
		if got := texts("sizes"); !slices.Contains(got, want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
}
