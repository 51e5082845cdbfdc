package facts_test

import (
	"fmt"

	"github.com/genus-kg/genus/extract/facts"
)

// Compute the distances from an individual over the roles.
func Example() {
	f := facts.New()
	livesIn := f.ID("livesIn")
	ann := f.ID("ann")
	town := f.ID("town")
	land := f.ID("land")
	f.Roles = append(f.Roles, facts.Tuple{livesIn, ann, town}, facts.Tuple{f.ID("partOf"), town, land})
	f.Sort()
	distances := f.Distances([]facts.ID{ann}, -1, func(facts.ID) facts.Way { return facts.Way{Out: true} }, nil)
	for _, a := range []facts.ID{ann, town, land} {
		fmt.Println(f.Term(a), distances[a])
	}
	// Output:
	// ann 0
	// town 1
	// land 2
}
