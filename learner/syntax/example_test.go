package syntax_test

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

func Example() {
	p := syntax.Prefixes{"": "http://example.org/zoo#"}
	c, err := syntax.Parse("Elephant and Male and (weight >= 3000 or inverse childOf min 2 Female)", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range []syntax.Notation{syntax.DL, syntax.ASCII, syntax.Manchester} {
		fmt.Println(syntax.Print(c, syntax.Options{Notation: n, Prefixes: p}))
	}
	// Output:
	// Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))
	// Elephant and Male and ((weight >= 3000) or (>=2 childOf^-.Female))
	// Elephant and Male and ((weight some xsd:integer[>= 3000]) or (inverse childOf min 2 Female))
}

func ExampleNewPrefixes() {
	c := dl.And{L: dl.Name{IRI: "http://example.org/zoo#Elephant"},
		R: dl.Exists{Role: dl.Role{IRI: "http://www.wikidata.org/prop/direct/P31"},
			C: dl.Name{IRI: "http://example.org/zoo#A b"}},
	}
	known := syntax.Prefixes{"wd": "http://www.wikidata.org/entity/", "wdt": "http://www.wikidata.org/prop/direct/"}
	p := syntax.NewPrefixes(known, syntax.IRIs(c)...)
	fmt.Println(syntax.Print(c, syntax.Options{Prefixes: p}))
	fmt.Println(syntax.Print(c, syntax.Options{}))
	// Output:
	// Elephant ⊓ ∃wdt:P31.<http://example.org/zoo#A\u0020b>
	// <http://example.org/zoo#Elephant> ⊓ ∃<http://www.wikidata.org/prop/direct/P31>.<http://example.org/zoo#A\u0020b>
}

func ExamplePrint_width() {
	p := syntax.Prefixes{"": "http://example.org/zoo#"}
	c, err := syntax.Parse("Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.(Female ⊓ ∃keeper.Person)))", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(syntax.Print(c, syntax.Options{Prefixes: p, Width: 40}))
	// Output:
	// Elephant
	// ⊓ Male
	// ⊓ ((weight ≥ 3000)
	//    ⊔ (≥2 childOf⁻.(Female
	//                    ⊓ ∃keeper.Person)))
}

func ExampleError() {
	_, err := syntax.Parse("Elephant ⊓ ⊔ Male", syntax.Prefixes{"": "http://example.org/zoo#"})
	fmt.Println(err)
	if e := (*syntax.Error)(nil); errors.As(err, &e) {
		fmt.Println(e.Caret())
	}
	// Output:
	// concept:13: expected a concept but found "⊔"
	// Elephant ⊓ ⊔ Male
	//            ^
}

// A concept in English, with labels.
func ExampleEnglish() {
	p := syntax.Prefixes{"": "http://example.org/zoo#"}
	c, err := syntax.Parse("Elephant and (weight >= 3000 or inverse childOf min 2 Female)", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	labels := map[string]string{"http://example.org/zoo#childOf": "child of"}
	fmt.Println(syntax.English(c, syntax.EnglishOptions{Labels: labels, Prefixes: p}))
	// Output:
	// elephants that have a weight of at least 3000 or have at least 2 children that are female
}

func ExampleTurtle() {
	p := syntax.Prefixes{"": "http://example.org/zoo#"}
	c, err := syntax.Parse("Elephant ⊓ ∃keptBy.Keeper", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := syntax.Turtle(c, syntax.OWLOptions{Class: "http://example.org/zoo#Kept", Prefixes: p})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// @prefix : <http://example.org/zoo#> .
	// @prefix owl: <http://www.w3.org/2002/07/owl#> .
	//
	// [] a owl:Ontology .
	// :Elephant a owl:Class .
	// :Keeper a owl:Class .
	// :Kept a owl:Class .
	// :keptBy a owl:ObjectProperty .
	// :Kept owl:equivalentClass [
	//   a owl:Class ;
	//   owl:intersectionOf (
	//     :Elephant
	//     [ a owl:Restriction ; owl:onProperty :keptBy ; owl:someValuesFrom :Keeper ]
	//   )
	// ] .
}

func ExampleSHACL() {
	p := syntax.Prefixes{"": "http://example.org/zoo#"}
	c, err := syntax.Parse("Elephant ⊓ ∃keptBy.Keeper", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := syntax.SHACL(c, syntax.SHACLOptions{Target: "http://example.org/zoo#Elephant", Prefixes: p})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// @prefix : <http://example.org/zoo#> .
	// @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
	// @prefix sh: <http://www.w3.org/ns/shacl#> .
	//
	// <urn:genus:Shape>
	//   a sh:NodeShape ;
	//   sh:targetSubjectsOf rdf:type ;
	//   sh:or (
	//     [ sh:not [ sh:property [ sh:path rdf:type ; sh:hasValue :Elephant ] ] ]
	//     [
	//       sh:property [ sh:path rdf:type ; sh:hasValue :Elephant ] ;
	//       sh:property [
	//         sh:path :keptBy ;
	//         sh:qualifiedValueShape [
	//           sh:nodeKind sh:BlankNodeOrIRI ;
	//           sh:property [ sh:path rdf:type ; sh:hasValue :Keeper ]
	//         ] ;
	//         sh:qualifiedMinCount 1
	//       ]
	//     ]
	//   ) .
}
