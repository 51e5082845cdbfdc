// Package builtin has the data that the program carries, to try it on: the elephants, and a
// piece of Wikidata.
//
// The piece of Wikidata, wikidata.nt.gz, is what CoDEx (Safavi and Koutra, EMNLP 2020; MIT
// licence, in LICENSE.codex) states about things that have a label there, in the shape of
// Wikidata's query service. Wikidata's data are CC0. The test of this package cuts it:
//
//	go test ./internal/builtin -run Wikidata -update
package builtin

import (
	_ "embed" // the files
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/internal/elephants"
)

// Scheme begins the name of built-in data where the path of a file is expected.
const Scheme = "builtin:"

//go:embed wikidata.nt.gz
var wikidata string

// Data is a graph that the program carries.
type Data struct {
	Name    string   // after Scheme
	Title   string   // for people
	Prefix  []string // the setting prefix, beside those of the file
	file    string   // its name, with the ending of its format
	content string
}

// The built-in data.
var (
	Elephants = Data{
		Name: "elephants", Title: "Elephants", Prefix: []string{elephants.Prefix + "=" + elephants.Namespace},
		file: "elephants.ttl", content: elephants.Turtle,
	}
	Wikidata = Data{Name: "wikidata", Title: "A piece of Wikidata", file: "wikidata.nt.gz", content: wikidata}
)

// Find returns the built-in data of a name; false if there are none.
func Find(name string) (Data, bool) {
	for _, d := range []Data{Elephants, Wikidata} {
		if d.Name == name {
			return d, true
		}
	}
	return Data{}, false
}

// WriteFile writes the data to a file in the directory and returns its path.
func (d Data) WriteFile(dir string) (path string, err error) {
	path = filepath.Join(dir, d.file)
	return path, os.WriteFile(path, []byte(d.content), 0o600)
}

// Replaced returns the paths with files in a directory in place of the names of built-in data.
// makeDir makes the directory; it is called if there is such a name.
func Replaced(paths []string, makeDir func() (string, error)) ([]string, error) {
	out := slices.Clone(paths)
	for i, path := range paths {
		name, named := strings.CutPrefix(path, Scheme)
		if !named {
			continue
		}
		d, ok := Find(name)
		if !ok {
			return nil, fmt.Errorf("there are no built-in data %q: choose %s%s or %s%s",
				name, Scheme, Wikidata.Name, Scheme, Elephants.Name)
		}
		dir, err := makeDir()
		if err != nil {
			return nil, fmt.Errorf("built-in data: %w", err)
		}
		if out[i], err = d.WriteFile(dir); err != nil {
			return nil, fmt.Errorf("built-in data: %w", err)
		}
	}
	return out, nil
}
