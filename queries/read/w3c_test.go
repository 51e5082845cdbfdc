package read_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/queries/sparql11"
)

// A w3cTest is an entry of a manifest. Paths are those of files.
type w3cTest struct{ name, kind, query, data, result string }

// w3cTests returns the entries of all manifests.
func w3cTests(t *testing.T) (out []w3cTest) {
	root := testfiles.Dataset(t, "w3c-sparql")
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "manifest.ttl" {
			return err
		}
		dir := filepath.Dir(path)
		said := map[string]map[string]string{} // subject, local name of the property, object
		for _, triple := range turtle(t, path) {
			s := triple.Subj.String()
			if said[s] == nil {
				said[s] = map[string]string{}
			}
			p := triple.Pred.String()
			p = p[strings.LastIndexAny(p, "#/")+1:]
			if _, twice := said[s][p]; !twice || p != "data" {
				said[s][p] = triple.Obj.String()
			}
		}
		file := func(iri string) string {
			local, ok := strings.CutPrefix(iri, "http://w3c/")
			if !ok {
				return ""
			}
			return filepath.Join(dir, local)
		}
		for s, entry := range said {
			kind := entry["type"][strings.LastIndexAny(entry["type"], "#/")+1:]
			if action := entry["action"]; action != "" {
				test := w3cTest{name: filepath.Base(dir) + "/" + s[strings.LastIndexAny(s, "#/")+1:], kind: kind,
					query: file(action), result: file(entry["result"])}
				if parts := said[action]; parts != nil {
					test.query, test.data = file(parts["query"]), file(parts["data"])
				}
				out = append(out, test)
			}
		}
		return nil
	}))
	slices.SortFunc(out, func(a, b w3cTest) int { return strings.Compare(a.name, b.name) })
	return out
}

// turtle reads a file with the base http://w3c/.
func turtle(t *testing.T, path string) (out []rdf.Triple) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	_, err = rdffile.ReadFrom(t.Context(), file, rdffile.Turtle, "http://w3c/", func(x rdf.Triple) error {
		out = append(out, x)
		return nil
	})
	require.That(t, err == nil, "%s: %v", path, err)
	return out
}

// The syntax tests of the W3C: what is right is parsed, and what is wrong is refused with its place.
func TestW3CSyntax(t *testing.T) {
	parsed, refused := 0, 0
	for _, test := range w3cTests(t) {
		text, err := os.ReadFile(test.query)
		if err != nil {
			continue
		}
		_, err = sparql11.Parse(string(text), nil)
		switch kind := strings.TrimSuffix(test.kind, "11"); {
		case kind == "NegativeSyntaxTest":
			var at *sparql11.Error
			check.That(t, errors.As(err, &at) && at.Line >= 1 && at.Col >= 1,
				"%s is not refused with its place: %v\n%s", test.name, err, text)
			refused++
		case err != nil:
			t.Errorf("%s (%s): %v\n%s", test.name, kind, err, text)
		default:
			parsed++
		}
	}
	t.Logf("%d queries parsed, %d refused", parsed, refused)
	check.That(t, parsed >= 400 && refused >= 70, "only %d queries parsed and %d refused: the manifests are not read", parsed, refused)
}
