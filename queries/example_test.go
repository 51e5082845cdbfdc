package queries_test

import (
	"fmt"
	"log"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

var zoo = syntax.Prefixes{"zoo": "http://example.org/zoo#"}

// concept reads a concept as people write it.
func concept(text string) dl.Concept {
	c, err := syntax.Parse(text, zoo)
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// Ask for all members of a concept, including those of subclasses.
func Example() {
	c := concept("zoo:Elephant and (zoo:weight >= 3000)")
	query, err := queries.Select(c, queries.Options{Prefixes: zoo, Limit: 100})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query)
	// Output:
	// # elephants that have a weight of at least 3000
	// PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
	// PREFIX zoo: <http://example.org/zoo#>
	// SELECT DISTINCT ?x
	// WHERE {
	//   ?class1 rdfs:subClassOf* zoo:Elephant .
	//   ?x a ?class1 .
	//   ?x zoo:weight ?weight1 .
	//   FILTER(?weight1 >= 3000)
	// }
	// LIMIT 100
}

// Ask an endpoint which of the individuals are members of a concept.
func ExampleConfirm() {
	c := concept("zoo:Elephant and not (zoo:keptBy some owl:Thing)")
	query, err := queries.Confirm(c, []string{zoo["zoo"] + "Badhu", zoo["zoo"] + "Bafari"}, queries.Options{Prefixes: zoo})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query)
	// Output:
	// # elephants that are kept by no things
	// PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
	// PREFIX zoo: <http://example.org/zoo#>
	// SELECT DISTINCT ?x
	// WHERE {
	//   VALUES ?x { <http://example.org/zoo#Badhu> <http://example.org/zoo#Bafari> }
	//   ?x a ?class1 .
	//   ?class1 rdfs:subClassOf* zoo:Elephant .
	//   FILTER(!isLiteral(?class1))
	//   MINUS {
	//     VALUES ?x { <http://example.org/zoo#Badhu> <http://example.org/zoo#Bafari> }
	//     # is kept by something
	//     ?x zoo:keptBy ?keptBy1 .
	//     FILTER(!isLiteral(?keptBy1))
	//   }
	// }
}

// A concept that only excludes would range over the whole graph. An anchor restricts it
// to a class.
func ExampleOptions_anchor() {
	c := concept("not zoo:Male")
	fmt.Println("everything would be looked at:", dl.OnlyExcludes(c))
	query, err := queries.Count(c, queries.Options{Prefixes: zoo, Anchor: zoo["zoo"] + "Elephant"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(query)
	// Output:
	// everything would be looked at: true
	// # things that are not male
	// PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
	// PREFIX zoo: <http://example.org/zoo#>
	// SELECT (COUNT(DISTINCT ?x) AS ?n)
	// WHERE {
	//   ?class1 rdfs:subClassOf* zoo:Elephant .
	//   ?x a ?class1 .
	//   # not: is male
	//   MINUS {
	//     ?class2 rdfs:subClassOf* zoo:Male .
	//     ?x a ?class2 .
	//   }
	// }
}
