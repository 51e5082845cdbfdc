package extract_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/crawl"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// The library in one piece: a file, examples, a concept, a query.
func Example() {
	ctx := context.Background()
	data, _, err := extract.ImportFiles(ctx, []string{"../internal/elephants/elephants.ttl"}, extract.ImportOptions{})
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
	// # things that have at least 2 children that are female
	// PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
	// PREFIX zoo: <http://example.org/zoo#>
	// SELECT DISTINCT ?x
	// WHERE {
	//   # has at least 2 children that are female
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

// What surrounds the examples on an endpoint, as a problem to learn from.
func ExampleCrawl() {
	ctx := context.Background()
	triples, _, err := rdffile.ReadAll(ctx, "../internal/elephants/elephants.ttl")
	if err != nil {
		log.Fatal(err)
	}
	endpoint, err := embedded.Start(ctx, triples, embedded.Options{}) // in place of a public one
	if err != nil {
		log.Fatal(err)
	}
	defer endpoint.Close()
	client, err := connector.New(connector.Options{URL: endpoint.URL()})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	const zoo = "http://example.org/zoo#"
	examples, err := extract.NewExamples([]string{zoo + "Chobu", zoo + "Chowen"}, []string{zoo + "Badhu", zoo + "Batara"})
	if err != nil {
		log.Fatal(err)
	}
	db, err := store.OpenMemory(ctx) // store.Open keeps it in a file
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_, report, err := extract.Crawl(ctx, client, db, examples.All(), extract.CrawlOptions{
		Bounds: extract.Bounds{Depth: 2, Successors: 20},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, cut := range report.Dropped {
		fmt.Println("not used:", cut.Property, "inverse:", cut.Direction == crawl.In, cut.Reason)
	}
	problem, _, err := extract.Load(ctx, db, examples, extract.LoadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d positives and %d negatives among %d individuals\n", len(problem.Pos), len(problem.Neg),
		problem.Structure.Len())
	fmt.Println("concepts may have role depth", problem.MaxDepth)
	// Output:
	// not used: http://example.org/zoo#keptBy inverse: true fan-out of <http://example.org/zoo#Dmitri> is 30, over the bound of 20
	// not used: http://example.org/zoo#livesIn inverse: true fan-out of <http://example.org/zoo#Hillpark> is 90, over the bound of 20
	// 2 positives and 2 negatives among 36 individuals
	// concepts may have role depth 2
}
