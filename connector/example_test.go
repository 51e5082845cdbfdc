package connector_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
)

const herd = `
<http://example.org/dumbo> <http://example.org/weight> "2900"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/kala> <http://example.org/weight> "3100"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/kala> <http://www.w3.org/2000/01/rdf-schema#label> "Kala"@en .
`

// Send queries to an endpoint, here one inside the process.
func Example() {
	ctx := context.Background()
	endpoint, err := embedded.StartNTriples(ctx, strings.NewReader(herd), embedded.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer endpoint.Close()

	client, err := connector.New(connector.Options{
		URL:              endpoint.URL(),
		UserAgentContact: "you@example.org", // public endpoints ask for it
		Rate:             5,                 // requests per second
	})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	table, err := client.Select(ctx, `
		SELECT ?x ?weight ?label WHERE {
			?x <http://example.org/weight> ?weight .
			OPTIONAL { ?x <http://www.w3.org/2000/01/rdf-schema#label> ?label }
		} ORDER BY ?x`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(table.Vars)
	for _, row := range table.Rows {
		fmt.Println(row[0], row[1], row[2]) // nil if the variable is unbound
	}
	heavy, err := client.Ask(ctx, `ASK { ?x <http://example.org/weight> ?w . FILTER(?w > 3000) }`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(heavy)
	// Output:
	// [x weight label]
	// http://example.org/dumbo 2900 <nil>
	// http://example.org/kala 3100 Kala
	// true
}

// The type of an error tells what to do. Here no server listens.
func ExampleConnectError() {
	client, err := connector.New(connector.Options{URL: "http://127.0.0.1:1/sparql", Retries: -1})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Ask(context.Background(), "ASK {}")
	var status *connector.StatusError
	var connection *connector.ConnectError
	switch {
	case errors.Is(err, connector.ErrTimeout):
		fmt.Println("ask for less")
	case errors.As(err, &status):
		fmt.Println("the endpoint refused:", status.Status)
	case errors.As(err, &connection):
		fmt.Println(err)
	}
	// Output:
	// endpoint http://127.0.0.1:1/sparql: connection refused: is the endpoint running, and is the URL right?
}
