package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tggo/goRDFlib/shacl"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/internal/owltools"
)

// enrichKin runs genus enrich on the family of the scripts.
func enrichKin(t *testing.T, format string) string {
	t.Helper()
	return runEnrich(t, format, filepath.Join("testdata", "data", "relatives.ttl"), "--prefix", "=http://example.org/kin#")
}

func runEnrich(t *testing.T, format, data string, more ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := append([]string{"enrich", "--data", data, "-q", "--format", format}, more...)
	if code := command.Main(args, nil, &out, &errs); code != 0 {
		t.Fatalf("genus %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The OWL API reads the proposals, alike in both syntaxes, in OWL 2 DL, and HermiT
// finds them consistent with the ontology that they are about.
func TestEnrichOWLTools(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kin.ttl"), enrichKin(t, "turtle"))
	write(t, filepath.Join(dir, "kin.ofn"), enrichKin(t, "functional"))
	if got := owltools.Consistent(t, dir, filepath.Join("testdata", "data", "relatives.ttl"))["kin"]; got != "28" {
		t.Errorf("got %q", got)
	}
}

// Members conform to the shapes; the exceptions that the report names do not.
func TestEnrichShapes(t *testing.T) {
	focus := map[string]bool{}
	for _, iri := range violations(t, enrichKin(t, "shacl"), filepath.Join("testdata", "data", "relatives.ttl")) {
		focus[iri] = true
	}
	if len(focus) != 1 || !focus["http://example.org/kin#otto"] {
		t.Errorf("reported are %v, want otto", focus)
	}
}

// violations are the focus nodes that goRDFlib's validator reports, sorted.
func violations(t *testing.T, shapes, data string) (focus []string) {
	t.Helper()
	text, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	d, err := shacl.LoadTurtle(bytes.NewReader(text), "urn:x")
	if err != nil {
		t.Fatal(err)
	}
	s, err := shacl.LoadTurtle(strings.NewReader(shapes), "urn:x")
	if err != nil {
		t.Fatalf("%v in %s", err, shapes)
	}
	for _, result := range shacl.Validate(d, s).Results {
		focus = append(focus, result.FocusNode.Value())
	}
	slices.Sort(focus)
	return slices.Compact(focus)
}

// pySHACL reports the same.
func TestEnrichShapesOWLTools(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join("testdata", "data", "relatives.ttl"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "kin.data.ttl"), string(text))
	write(t, filepath.Join(dir, "kin.shape.ttl"), enrichKin(t, "shacl"))
	if got := owltools.Violations(t, dir)["kin"]; got != "http://example.org/kin#otto" {
		t.Errorf("pySHACL reports %q", got)
	}
}

// So it is with ontologies that others wrote. A small size ends the search for
// definitions long before the time.
func TestEnrichDatasetsOWLTools(t *testing.T) {
	for name, data := range map[string]string{
		"elephants": filepath.Join("elephants", "elephants.ttl"),
		"trains":    filepath.Join("dl-learner", "trains", "trains2.owl"),
		"arch":      filepath.Join("dl-learner", "arch", "arch.owl"),
		"forte":     filepath.Join("dl-learner", "forte", "forte_family.owl"),
		"family":    filepath.Join("dl-learner", "family-benchmark", "family-benchmark_rich_background.owl"),
	} {
		t.Run(name, func(t *testing.T) {
			if name != "elephants" {
				data = filepath.Join("..", "..", "..", "shared", "datasets", data)
				if _, err := os.Stat(data); err != nil {
					t.Skipf("%s: no dataset: %v", t.Name(), err)
				}
			}
			dir := t.TempDir()
			for format, extension := range map[string]string{"turtle": ".ttl", "functional": ".ofn"} {
				write(t, filepath.Join(dir, name+extension), runEnrich(t, format, data, "--max-size", "4", "--timeout", "5m"))
			}
			if got := owltools.Consistent(t, dir, data)[name]; !regexp.MustCompile(`^[1-9][0-9]*$`).MatchString(got) {
				t.Error(got)
			}
		})
	}
}
