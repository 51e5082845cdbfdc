package bisim_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Two examples that no concept of a language tells apart, and what would.
func Example() {
	var b interp.Builder
	b.AddName("Elephant", "kala")
	b.AddName("Elephant", "hathi")
	b.AddRole("childOf", "dumbo", "kala")
	s, err := b.Build(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	kala, _ := s.Lookup("kala")
	hathi, _ := s.Lookup("hathi")
	p := interp.Problem{Structure: s, Pos: []interp.Individual{kala}, Neg: []interp.Individual{hathi}}
	language, err := dl.ParseLanguage("alc")
	if err != nil {
		log.Fatal(err)
	}
	reasons, err := bisim.Explain(context.Background(), &p, interp.NewSpace(&p, language),
		[][2]interp.Individual{{kala, hathi}})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range reasons[0] {
		fmt.Println("needs", r.Text)
	}
	// Output: needs inverse roles, at role depth 1
}
