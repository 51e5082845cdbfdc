package intent_test

import (
	"context"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// Three birds that fly are more likely meant as birds than as animals, of which there are
// many more.
func Example() {
	ctx := context.Background()
	var b interp.Builder
	for i := range 40 {
		animal := fmt.Sprintf("animal%d", i)
		b.AddName("Animal", animal)
		if i < 5 {
			b.AddName("Bird", animal)
		}
	}
	structure, err := b.Build(ctx)
	if err != nil {
		panic(err)
	}
	s, err := intent.New(intent.NewMemory(structure, nil), []string{"animal0", "animal1", "animal2"}, nil,
		intent.Options{Language: dl.All})
	if err != nil {
		panic(err)
	}
	ranking, err := s.Rank(ctx)
	if err != nil {
		panic(err)
	}
	first := ranking.Candidates[0]
	fmt.Println(first.Concept, first.Members.Lower)
	// Output: {Bird} 5
}
