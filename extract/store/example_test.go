package store_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract/store"
)

// A database keeps the answers of a source. store.Open opens it in a file.
func Example() {
	ctx := context.Background()
	db, err := store.OpenMemory(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	zoo, err := db.Source(ctx, store.SourceKey{Kind: "endpoint", Name: "https://example.org/sparql"})
	if err != nil {
		log.Fatal(err)
	}
	err = zoo.Put(ctx, []store.Answer{
		{Term: "http://example.org/Mumba", Kind: "out",
			Rows: []store.Row{{Property: "http://example.org/eats", Value: "http://example.org/hay"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	answers, err := zoo.Get(ctx, "out", []string{"http://example.org/Mumba", "http://example.org/Damba"}, 0)
	if err != nil {
		log.Fatal(err)
	}
	for term, parts := range answers {
		for _, a := range parts {
			fmt.Println(term, a.Rows[0].Property, a.Rows[0].Value)
		}
	}
	// Output:
	// http://example.org/Mumba http://example.org/eats http://example.org/hay
}
