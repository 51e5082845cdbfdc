package dataset_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract/dataset"
)

// List the pairs of a role of an RDF file.
func ExampleImportFiles() {
	read, err := dataset.ImportFiles(context.Background(), []string{"../rdffile/testdata/graphs.nq"},
		dataset.ImportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(read.Files), "file,", len(read.Facts.Individuals), "individuals")
	f := read.Facts
	for _, role := range f.Roles {
		if f.Term(role[0]) == "http://example.org/p" {
			fmt.Println(f.Term(role[1]), f.Term(role[0]), f.Term(role[2]))
		}
	}
	// Output:
	// 1 file, 6 individuals
	// http://example.org/a http://example.org/p http://example.org/b
}
