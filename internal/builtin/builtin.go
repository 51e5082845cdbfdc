// Package builtin has the data that the program carries, to try it on: the elephants, a
// piece of Wikidata, and the pizza ontology.
//
// The piece of Wikidata, wikidata.nt.gz, is what CoDEx (Safavi and Koutra, EMNLP 2020; MIT
// licence, in LICENSE.codex) states about things that have a label there, in the shape of
// Wikidata's query service. Wikidata's data are CC0. The test of this package cuts it:
//
//	go test ./internal/builtin -run Wikidata -update
//
// The pizza ontology is the one that most tutorials of OWL use, in functional syntax, as its
// authors published it (CC BY 3.0, in LICENSE.pizza).
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

//go:embed pizza.ofn.gz
var pizza string

// Data is a graph that the program carries.
type Data struct {
	Name    string   // after Scheme
	Title   string   // for people
	About   string   // what it has, after "is"
	Prefix  []string // the setting prefix, beside those of the file
	file    string   // its name, with the ending of its format
	content string
}

// The built-in data.
var (
	Elephants = Data{
		Name: "elephants", Title: "Elephants", About: "a small graph of five zoos, with animals, keepers and weights",
		Prefix: []string{elephants.Prefix + "=" + elephants.Namespace},
		file:   "elephants.ttl", content: elephants.Turtle,
	}
	Wikidata = Data{
		Name: "wikidata", Title: "A piece of Wikidata", About: "a piece of Wikidata, with people, films and places",
		file: "wikidata.nt.gz", content: wikidata,
	}
	Pizza = Data{
		Name: "pizza", Title: "The pizza ontology", About: "the pizza ontology, whose classes are the individuals",
		Prefix: []string{"pizza=http://www.co-ode.org/ontologies/pizza/pizza.owl#"},
		file:   "pizza.ofn.gz", content: pizza,
	}
)

// All returns the built-in data.
func All() []Data { return []Data{Elephants, Wikidata, Pizza} }

// Find returns the built-in data of a name; false if there are none.
func Find(name string) (Data, bool) {
	i := slices.IndexFunc(All(), func(d Data) bool { return d.Name == name })
	if i < 0 {
		return Data{}, false
	}
	return All()[i], true
}

// WriteFile writes the data to a file in the directory and returns its path.
func (d Data) WriteFile(dir string) (path string, err error) {
	path = filepath.Join(dir, d.file)
	return path, os.WriteFile(path, []byte(d.content), 0o600)
}

// names lists what may stand in place of the path of a file.
func names() string {
	var list []string
	for _, d := range All() {
		list = append(list, Scheme+d.Name)
	}
	return strings.Join(list, ", ")
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
			return nil, fmt.Errorf("there are no built-in data %q: choose %s", name, names())
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
