package store_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract/store"
)

// A database holds what several sources said, each by itself. With store.Open it
// is a file, which the next run goes on with.
func Example() {
	ctx := context.Background()
	db, err := store.OpenMemory(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, url := range []string{"https://example.org/sparql", "https://example.net/sparql", "https://example.org/sparql"} {
		if _, err := db.Add(ctx, store.Source{Kind: store.Endpoint, Name: url}); err != nil {
			log.Fatal(err)
		}
	}
	sources, err := db.Sources(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range sources {
		fmt.Println(s.ID, s.Name)
	}
	// Output:
	// 1 https://example.org/sparql
	// 2 https://example.net/sparql
}
