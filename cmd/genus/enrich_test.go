package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tggo/goRDFlib/shacl"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/owltools"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

// relatives is the path of a family tree that the scripts use, too.
var relatives = filepath.Join("testdata", "data", "relatives.ttl")

// enrich runs genus enrich and returns its output.
func enrich(t *testing.T, format, data string, more ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := append([]string{"enrich", "--data", data, "-q", "--format", format}, more...)
	code := command.Main(args, nil, &out, &errs)
	require.That(t, code == 0, "genus %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	return out.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// TestEnrichShapes checks that the members conform to the shapes, except the exception
// that the report names.
func TestEnrichShapes(t *testing.T) {
	check.Slice(t, violations(t, enrich(t, "shacl", relatives), relatives), []string{"http://example.org/kin#otto"},
		"violations by want otto only")
}

// violations returns the focus nodes that the validator of goRDFlib reports, sorted.
func violations(t *testing.T, shapes, data string) (focus []string) {
	t.Helper()
	text := require.Value(os.ReadFile(data))(t)
	d := require.Value(shacl.LoadTurtle(bytes.NewReader(text), "urn:x"))(t)
	s, err := shacl.LoadTurtle(strings.NewReader(shapes), "urn:x")
	require.That(t, err == nil, "%v in %s", err, shapes)
	for _, result := range shacl.Validate(d, s).Results {
		focus = append(focus, result.FocusNode.Value())
	}
	slices.Sort(focus)
	return slices.Compact(focus)
}

// TestEnrichShapesOWLTools does the same with pySHACL.
func TestEnrichShapesOWLTools(t *testing.T) {
	dir := t.TempDir()
	text := require.Value(os.ReadFile(relatives))(t)
	write(t, filepath.Join(dir, "kin.data.ttl"), string(text))
	write(t, filepath.Join(dir, "kin.shape.ttl"), enrich(t, "shacl", relatives))
	check.Equal(t, owltools.Violations(t, dir)["kin"], "http://example.org/kin#otto", "pySHACL reports")
}

// TestEnrichOWLTools checks that the OWL API reads OWL 2 DL axioms, and that HermiT finds them
// consistent with the ontology. A small --max-size ends the search for definitions long before the
// time limit.
func TestEnrichOWLTools(t *testing.T) {
	owltools.RequireJava(t)
	small := []string{"--max-size", "4", "--timeout", "5m"}
	for name, test := range map[string]struct {
		data  string // of genus, or a dataset
		flags []string
		want  string // regular expression for the number of axioms
	}{
		"kin":       {relatives, []string{"--prefix", "=http://example.org/kin#"}, "26"},
		"elephants": {filepath.Join("..", "..", "internal", "elephants", "elephants.ttl"), small, "[1-9][0-9]*"},
		"trains":    {"dl-learner/trains/trains2.owl", small, "[1-9][0-9]*"},
		"arch":      {"dl-learner/arch/arch.owl", small, "[1-9][0-9]*"},
		"forte":     {"dl-learner/forte/forte_family.owl", small, "[1-9][0-9]*"},
		"family":    {"dl-learner/family-benchmark/family-benchmark_rich_background.owl", small, "[1-9][0-9]*"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(test.data, "dl-learner/") {
				test.data = testfiles.Dataset(t, test.data)
			}
			dir := t.TempDir()
			write(t, filepath.Join(dir, name+".ttl"), enrich(t, "turtle", test.data, test.flags...))
			got := owltools.Consistent(t, dir, test.data)[name]
			check.That(t, regexp.MustCompile("^"+test.want+"$").MatchString(got), "got %q, want %s", got, test.want)
		})
	}
}

// TestEnrichAcceptedOWLTools accepts all proposals for an ontology of classes together: HermiT finds them consistent,
// and that no class is empty.
func TestEnrichAcceptedOWLTools(t *testing.T) {
	owltools.RequireJava(t)
	packed := require.Value(os.Open(testfiles.Dataset(t, filepath.Join("ontologies", "pato-base.owl.gz"))))(t)
	t.Cleanup(func() { _ = packed.Close() })
	text := require.Value(io.ReadAll(require.Value(gzip.NewReader(packed))(t)))(t)
	dir := t.TempDir()
	data, results, list := filepath.Join(dir, "pato.owl"), filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "r.md")
	write(t, data, string(text))
	boxes := enrich(t, "markdown", data, "--results", results)
	write(t, list, strings.ReplaceAll(boxes, "- [ ]", "- [x]"))
	accepted := filepath.Join(dir, "accepted")
	require.NoError(t, os.Mkdir(accepted, 0o700))
	write(t, filepath.Join(accepted, "pato.ttl"), enrich(t, "turtle", data, "--results", results, "--accept", list))
	got := owltools.Consistent(t, accepted, data)["pato"]
	check.That(t, regexp.MustCompile("^[1-9][0-9]*$").MatchString(got), "%v", got)
}

// sufficient matches a sufficient condition with its evidence.
var sufficient = regexp.MustCompile(`(?m)^_:c\d+ rdfs:subClassOf :\w+ \.\n(?:_:.*\n(?:  .*\n)*)?\[\]\n(?:  .*\n)*`)

// TestEnrichRobotOWLTools checks that ROBOT makes the axioms of the Turtle from the template, which has no sufficient
// conditions.
func TestEnrichRobotOWLTools(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results.jsonl") // both formats have the same proposals
	for form, file := range map[string]string{"turtle": "kin.ttl", "robot": "kin.csv"} {
		text := enrich(t, form, relatives, "--results", results)
		write(t, filepath.Join(dir, file), sufficient.ReplaceAllString(text, ""))
	}
	got := owltools.Template(t, dir, relatives)["kin"]
	check.That(t, regexp.MustCompile("^[1-9][0-9]*$").MatchString(got), "%v", got)
}
