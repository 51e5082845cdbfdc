package rdffile_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
)

// Read a document triple by triple. An error has the line of the fault.
func Example() {
	const zoo = `@prefix : <http://example.org/zoo#> .
:kala a :Elephant ; :weight 2900 .`
	stats, err := rdffile.ReadFrom(context.Background(), strings.NewReader(zoo), rdffile.Turtle, "urn:zoo",
		func(t rdf.Triple) error {
			fmt.Println(t.Pred, t.Obj)
			return nil
		})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Triples, "triples")

	_, err = rdffile.ReadFrom(context.Background(), strings.NewReader(zoo+"\n:kala"), rdffile.Turtle, "urn:zoo",
		func(rdf.Triple) error { return nil })
	var broken *rdffile.Error
	fmt.Println(errors.As(err, &broken) && broken.Line > 0)
	// Output:
	// http://www.w3.org/1999/02/22-rdf-syntax-ns#type http://example.org/zoo#Elephant
	// http://example.org/zoo#weight 2900
	// 2 triples
	// true
}
