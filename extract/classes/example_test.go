package classes_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract/classes"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
)

// Find members of Elephant, and others.
func ExampleFindAmong() {
	f := facts.New()
	for name, class := range map[string]string{"Mumba": "Elephant", "Damba": "Elephant", "Bella": "Giraffe"} {
		f.Classes = append(f.Classes, facts.Tuple{f.ID("http://example.org/" + name), f.ID("http://example.org/" + class)})
	}
	f.Sort()
	symbols := graph.NewSymbols(graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults())
	found, err := classes.FindAmong(context.Background(), f, symbols, nil, "http://example.org/Elephant", 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Members)
	fmt.Println(found.Others)
	// Output:
	// [http://example.org/Damba http://example.org/Mumba]
	// [http://example.org/Bella]
}
