package genus_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

const file = "internal/elephants/elephants.ttl" // animals of five zoos

var (
	ctx    = context.Background()
	some   = []string{"zoo:Vari", "zoo:Jashi", "zoo:Mogo"} // elephants in Lakeview Zoo
	others = []string{"zoo:Bafari", "zoo:Bago"}
)

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// zoo opens the file, and reads a concept.
func zoo(concept string) (*genus.Session, dl.Concept) {
	c := config.Default()
	c.Data, c.Prefix = []string{file}, []string{"zoo=http://example.org/zoo#"}
	s := must(genus.Open(ctx, c, genus.Options{}))
	return s, must(syntax.Parse(concept, s.Prefixes()))
}

func ExampleOpen() {
	c := config.Default()
	c.Data = []string{file} // or c.Endpoint = "https://…", or config.Preset("wikidata")
	s := must(genus.Open(ctx, c, genus.Options{}))
	defer s.Close()
	fmt.Println(must(s.Names().Search(ctx, "vari", 1)).Individuals[0].IRI)
	// Output: http://example.org/zoo#Vari
}

func ExampleOpenTriples() {
	triples, _, err := rdffile.ReadAll(ctx, file) // or any other triples
	if err != nil {
		log.Fatal(err)
	}
	s := must(genus.OpenTriples(ctx, slices.Values(triples), config.Default(), genus.Options{}))
	defer s.Close()
	fmt.Println(must(s.Names().Search(ctx, "vari", 1)).Individuals[0].Label)
	// Output: Vari
}

func ExampleSession_answer() {
	s, _ := zoo("Thing")
	defer s.Close()
	r := must(s.Work().Answer(ctx, must(s.Task(some, others))))
	fmt.Println(r.English())
	// Output: animals that have a height of at least 3 and live in Lakeview Zoo
}

func ExampleTask_ask() {
	s, _ := zoo("Thing")
	defer s.Close()
	task := must(s.Task(some, nil))
	task.Ask = func(_ context.Context, r *genus.Ranking) (genus.Reply, error) {
		fmt.Println("Is", r.Question.Label, "one of them?")
		return genus.Reply{}, genus.ErrEnough
	}
	fmt.Println(must(s.Work().Answer(ctx, task)).English())
	// Output:
	// Is Pathu one of them?
	// animals that live in Lakeview Zoo
}

func ExampleSession_table() {
	s, c := zoo("zoo:Elephant and zoo:livesIn some {zoo:Lakeview}")
	defer s.Close()
	p := must(source.ProblemAbout(ctx, s.Use(), must(s.Task(some, others)).Examples, c))
	for _, m := range must(
		s.Members().Table(ctx, p, c, genus.TableOptions{Columns: []string{"zoo:weight"}, Limit: 2})).Members {
		fmt.Println(m.Label, m.Values[0][0].Label, m.Values[1][0].Value)
	}
	// Output:
	// Bago Lakeview Zoo 3098.5
	// Bamoya Lakeview Zoo 4699.5
}

func ExampleSession_why() {
	s, c := zoo("zoo:Elephant and zoo:livesIn some {zoo:Lakeview}")
	defer s.Close()
	p := must(source.ProblemAbout(ctx, s.Use(), must(s.Task(some[:1], others[:1])).Examples, c))
	for _, x := range must(s.Look().Why(ctx, p, c)) {
		fmt.Println(x.Label, x.Member, x.Why[len(x.Why)-1].Text)
	}
	// Output:
	// Vari true lives in: Lakeview Zoo (1 of 1 meet the condition)
	// Bafari false lives in: Hillpark Zoo (0 of 1 meet the condition)
}

func ExampleSession_repair() {
	s, c := zoo("zoo:Elephant and zoo:Male")
	defer s.Close()
	r := must(s.Work().Repair(ctx, genus.RepairTask{Concept: c, Missing: some[:1], Right: some[1:], Wrong: others}))
	fmt.Println(r.English(), r.Proved())
	// Output: elephants that have a height of at least 3.55 true
}

func ExampleSession_enrich() {
	s, _ := zoo("Thing")
	defer s.Close()
	o := genus.EnrichOptions{Classes: []string{"http://example.org/zoo#Elephant"}, Confidence: 0.95, MinMembers: 5}
	quick := s.Configured(func(c *config.Config) { c.MaxSize = 2 })
	if err := quick.Axioms().Enrich(ctx, o, func(p genus.Proposals) error {
		fmt.Println(p.Members, "members:", p.Candidates[0].Kind, p.Candidates[0].Evidence())
		return nil
	}); err != nil {
		log.Fatal(err)
	}
	// Output: 200 members: equivalent F1 0.763: holds for 200 of 200 members and 124 of 145 others; size 1, no smaller one is as good
}
