package ask_test

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// A graph in memory counts exactly.
func Example() {
	var b interp.Builder
	b.AddName("Elephant", "Balani")
	b.AddName("Elephant", "Chobu")
	s, err := b.Build(context.Background())
	if err != nil {
		panic(err)
	}
	counts, err := ask.NewMemory(s, nil).Count(context.Background(), []dl.Concept{dl.Name{IRI: "Elephant"}})
	fmt.Println(counts[0].Lower, counts[0].Exact(), err)
	// Output: 2 true <nil>
}
