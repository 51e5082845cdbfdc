package dataset_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/genus-kg/genus/extract/dataset"
)

// List the role assertions of an RDF file.
func ExampleImportFiles() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "zoo.ttl")
	text := `@prefix : <http://example.org/> . :Mumba a :Elephant ; :eats :hay ; :age 30 .`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		log.Fatal(err)
	}
	read, err := dataset.ImportFiles(context.Background(), []string{path}, dataset.ImportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(read.Files), "file,", len(read.Facts.Individuals), "individuals")
	f := read.Facts
	for _, role := range f.Roles {
		fmt.Println(f.Term(role[1]), f.Term(role[0]), f.Term(role[2]))
	}
	// Output:
	// 1 file, 2 individuals
	// http://example.org/Mumba http://example.org/eats http://example.org/hay
}
