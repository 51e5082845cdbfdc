package embedded_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
)

// Start an endpoint inside the process and send it a query over HTTP.
func Example() {
	const zoo = `<urn:kala> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:Elephant> .
`
	endpoint, err := embedded.StartNTriples(context.Background(), strings.NewReader(zoo), embedded.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer endpoint.Close()
	client, err := connector.New(connector.Options{URL: endpoint.URL()})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	table, err := client.Select(context.Background(), "SELECT ?x WHERE { ?x a <urn:Elephant> }")
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range table.Rows {
		fmt.Println(row[0])
	}
	// Output: urn:kala
}
