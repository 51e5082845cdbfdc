package negatives_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/negatives"
)

// Find the individual that is most similar to Mumba.
func ExampleFindAmong() {
	f := facts.New()
	for _, name := range []string{"Mumba", "Damba", "Bella"} {
		f.Classes = append(f.Classes, facts.Tuple{f.ID("http://example.org/" + name), f.ID("http://example.org/Elephant")})
	}
	for _, name := range []string{"Mumba", "Damba"} {
		f.Roles = append(f.Roles, facts.Tuple{f.ID("http://example.org/eats"), f.ID("http://example.org/" + name), f.ID("http://example.org/hay")})
	}
	f.Sort()
	symbols := graph.NewSymbols(graph.Vocabulary{}.WithDefaults(), graph.Exclusions{}.WithDefaults())
	found, err := negatives.FindAmong(context.Background(), f, symbols, nil, []string{"http://example.org/Mumba"}, negatives.Options{N: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.IRIs, "of", found.Pool)
	// Output:
	// [http://example.org/Damba] of 2
}
