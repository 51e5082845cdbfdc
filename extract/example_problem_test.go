package extract_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract"
)

// Negatives for positives that are all somebody has: members of their classes
// that are most like them.
func ExampleData_Siblings() {
	ctx := context.Background()
	data, _, err := extract.ImportFiles(ctx, []string{"../cmd/genus/elephants/elephants.ttl"}, extract.ImportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	const zoo = "http://example.org/zoo#"
	positives := []string{zoo + "Chobu", zoo + "Chowen", zoo + "Ladhu"}
	siblings, err := data.Siblings(ctx, positives, extract.SiblingOptions{N: 4, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	examples, err := extract.NewExamples(positives, siblings.IRIs)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(siblings.Classes)
	for _, iri := range examples.Neg {
		fmt.Println(data.Labels()[iri])
	}
	// Output:
	// [http://example.org/zoo#Elephant http://example.org/zoo#Male]
	// Fupiko
	// Kandi
	// Omshi
	// Padhu
}
