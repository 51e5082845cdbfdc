package extract_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// The library in one piece: a file, examples, a concept, a query.
func Example() {
	ctx := context.Background()
	data, _, err := extract.ImportFiles(ctx, []string{"../cmd/genus/elephants/elephants.ttl"}, extract.ImportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	const zoo = "http://example.org/zoo#"
	examples, err := extract.NewExamples([]string{zoo + "Chobu", zoo + "Chowen", zoo + "Ladhu"},
		[]string{zoo + "Badhu", zoo + "Batara", zoo + "Dalani", zoo + "Damba", zoo + "Fumba"})
	if err != nil {
		log.Fatal(err)
	}
	problem, info, err := data.Problem(context.Background(), examples, extract.LoadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	language, err := dl.ParseLanguage("alcqi")
	if err != nil {
		log.Fatal(err)
	}
	fitting, err := learner.Learn(ctx, problem, learner.Options{Language: language, MaxSize: 9})
	if err != nil {
		log.Fatal(err)
	}
	prefixes := syntax.NewPrefixes(info.Prefixes, syntax.IRIs(fitting.Concept)...)
	query, err := queries.Select(fitting.Concept, queries.Options{Prefixes: prefixes, Kinds: info.Kinds})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(syntax.Print(fitting.Concept, syntax.Options{Prefixes: prefixes}))
	fmt.Println("proved:", fitting.Optimal)
	fmt.Println(query)
	// Output:
	// ≥2 zoo:childOf⁻.zoo:Female
	// proved: true
	// # ≥2 childOf⁻.Female
	// PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
	// PREFIX zoo: <http://example.org/zoo#>
	// SELECT DISTINCT ?x
	// WHERE {
	//   # ≥2 childOf⁻.Female
	//   {
	//     SELECT ?x
	//     WHERE {
	//       ?class1 rdfs:subClassOf* zoo:Female .
	//       ?childOf1 a ?class1 .
	//       ?childOf1 zoo:childOf ?x .
	//       FILTER(!isLiteral(?x))
	//     }
	//     GROUP BY ?x
	//     HAVING (COUNT(DISTINCT ?childOf1) >= 2)
	//   }
	// }
}
