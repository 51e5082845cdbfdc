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
	c := dl.And{
		L: dl.Name{IRI: "http://example.org/zoo#Elephant"},
		R: dl.Exists{Role: dl.Role{IRI: "http://www.wikidata.org/prop/direct/P31"}, C: dl.Name{IRI: "http://example.org/zoo#A b"}},
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
