package learner_test

import (
	"context"
	"errors"
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
	for name, list := range map[string]*[]interp.Individual{
		"kala":  &problem.Pos,
		"jumbo": &problem.Neg,
		"hathi": &problem.Neg,
		"dumbo": &problem.Neg,
	} {
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

// herd returns the structure of the example of the package.
func herd() *interp.Structure {
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
	s, err := b.Build(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	return s
}

func individuals(s *interp.Structure, names ...string) (list []interp.Individual) {
	for _, name := range names {
		a, ok := s.Lookup(name)
		if !ok {
			log.Fatalf("there is no %s", name)
		}
		list = append(list, a)
	}
	return list
}

// A language without numbers and thresholds. The proof is about this language only.
func ExampleOptions_language() {
	s := herd()
	problem := interp.Problem{Structure: s, Pos: individuals(s, "dumbo", "tembo", "jumbo"),
		Neg: individuals(s, "kala", "hathi")}
	language, err := dl.ParseLanguage("eli")
	if err != nil {
		log.Fatal(err)
	}
	fitting, err := learner.Learn(context.Background(), problem, learner.Options{Mode: learner.Exact, Language: language})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(syntax.Print(fitting.Concept, syntax.Options{Notation: syntax.Manchester}))
	// Output:
	// <childOf> some owl:Thing
}

// No concept distinguishes dumbo from tembo. Exact fitting reports this at once; approximate
// fitting, the default, returns a concept with the best score.
func ExampleLearn_noFitting() {
	s := herd()
	problem := interp.Problem{Structure: s, Pos: individuals(s, "dumbo", "hathi"), Neg: individuals(s, "tembo", "kala")}
	fitting, err := learner.Learn(context.Background(), problem, learner.Options{Mode: learner.Exact})
	if errors.Is(err, learner.ErrNoFitting) {
		for i, pair := range fitting.Ceiling.Pairs {
			fmt.Printf("%s and %s: %s\n", s.IRI(pair[0]), s.IRI(pair[1]), fitting.Reasons[i][0].Text)
		}
	}
	fitting, err = learner.Learn(context.Background(), problem, learner.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(syntax.Print(fitting.Concept, syntax.Options{}))
	fmt.Println("correct:", fitting.Confusion.Correct(), "of", fitting.Confusion.Total())
	// Output:
	// dumbo and tembo: no concept over what was read tells them apart, whatever constructors it has
	// (<weight> ≥ 3100)
	// correct: 3 of 4
}
