package learner_test

import (
	"context"
	"fmt"
	"log"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// A structure with examples, built from facts, and the smallest concept that separates the
// examples.
func Example() {
	var b interp.Builder
	for _, name := range []string{"dumbo", "kala", "tembo", "jumbo", "hathi"} {
		b.AddName("Elephant", name)
	}
	b.AddRole("childOf", "dumbo", "kala")
	b.AddRole("childOf", "tembo", "kala")
	b.AddRole("childOf", "jumbo", "hathi")
	b.AddValue("weight", "jumbo", dl.Int(1100))
	b.AddValue("weight", "kala", dl.Int(2900))
	b.AddValue("weight", "hathi", dl.Int(3100))
	structure, err := b.Build(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	problem := interp.Problem{Structure: structure}
	for name, list := range map[string]*[]interp.Individual{"kala": &problem.Pos, "jumbo": &problem.Neg, "hathi": &problem.Neg, "dumbo": &problem.Neg} {
		individual, ok := structure.Lookup(name)
		if !ok {
			log.Fatalf("no %s", name)
		}
		*list = append(*list, individual)
	}

	fitting, err := learner.Learn(context.Background(), problem, learner.Options{Mode: learner.Exact})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(syntax.Print(fitting.Concept, syntax.Options{}))
	fmt.Println("size:", fitting.Size, "proved:", fitting.Optimal)
	// Output:
	// ≥2 <childOf>⁻.⊤
	// size: 2 proved: true
}
