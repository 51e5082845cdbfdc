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
func ExampleFind() {
	f := facts.New()
	for name, class := range map[string]string{"Mumba": "Elephant", "Damba": "Elephant", "Bella": "Giraffe"} {
		f.Classes = append(f.Classes, facts.Tuple{f.ID("http://example.org/" + name), f.ID("http://example.org/" + class)})
	}
	f.Sort()
	v := graph.Vocabulary{}.WithDefaults()
	symbols := graph.NewSymbols(v, graph.Exclusions{}.WithDefaults())
	elsewhere := func() []string { return []string{"http://example.org/Giraffe"} }
	found, err := classes.Find(context.Background(), graph.NewMemory(f, v), symbols, v, nil,
		"http://example.org/Elephant", elsewhere, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Members)
	fmt.Println(found.Others)
	// Output:
	// [http://example.org/Damba http://example.org/Mumba]
	// [http://example.org/Bella]
}
