package enrich_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// relatives builds families of two and three generations, three times, with the classes
// that follow from hasChild and the sex. Definitions of these classes are to be found.
type relatives struct {
	b        interp.Builder
	male     map[string]bool
	children map[string][]string
}

func (r *relatives) couple(man, woman string, children ...string) {
	r.male[man] = true
	r.b.AddRole("married", man, woman)
	r.b.AddRole("married", woman, man)
	for _, parent := range []string{man, woman} {
		r.children[parent] = children
	}
}

func family(t *testing.T) enrich.Input {
	t.Helper()
	r := &relatives{male: map[string]bool{}, children: map[string][]string{}}
	for i := range 3 {
		n := func(name string) string { return fmt.Sprintf("%s%d", name, i) }
		r.couple(n("adam"), n("alma"), n("bert"), n("berta"), n("bruno"))
		r.couple(n("bert"), n("bella"), n("carl"), n("carla"))
		r.couple(n("boris"), n("berta"), n("clara"))
		r.couple(n("dirk"), n("dora")) // without children
		// An only son, two brothers, two sisters, and grandchildren by one side only.
		r.couple(n("egon"), n("edda"), n("emil"))
		r.couple(n("fritz"), n("frida"), n("frank"), n("fred"))
		r.couple(n("georg"), n("gerda"), n("gisela"), n("greta"))
		r.couple(n("hans"), n("hanna"), n("hilde"))
		r.couple(n("heinz"), n("hilde"), n("hugo"))
		r.couple(n("ivan"), n("ida"), n("igor"))
		r.couple(n("igor"), n("inge"), n("iris"))
		for _, man := range []string{"bruno", "carl", "emil", "frank", "fred", "hugo"} {
			r.male[n(man)] = true
		}
	}
	people := map[string]bool{}
	parents := map[string][]string{}
	for parent, children := range r.children {
		people[parent] = true
		for _, c := range children {
			people[c] = true
			parents[c] = append(parents[c], parent)
			r.b.AddRole("hasChild", parent, c)
			r.b.AddRole("hasParent", c, parent)
			for _, other := range children {
				if other != c {
					r.b.AddRole("hasSibling", c, other)
				}
			}
		}
	}
	grand := func(a string) bool {
		return slices.ContainsFunc(r.children[a], func(c string) bool { return len(r.children[c]) > 0 })
	}
	for a := range people {
		r.b.AddName("Person", a)
		sexed := func(is bool, man, woman string) {
			switch {
			case is && r.male[a]:
				r.b.AddName(man, a)
			case is:
				r.b.AddName(woman, a)
			}
		}
		sexed(true, "Male", "Female")
		sexed(len(r.children[a]) > 0, "Father", "Mother")
		sexed(grand(a), "Grandfather", "Grandmother")
		sexed(len(parents[a]) > 0, "Son", "Daughter")
	}
	superclasses := map[string][]string{}
	for _, class := range []string{"Male", "Female", "Father", "Mother", "Grandfather", "Grandmother", "Son", "Daughter"} {
		r.b.AddInclusion(class, "Person")
		superclasses[class] = []string{"Person"}
	}
	in := input(t, &r.b)
	in.Superclasses = superclasses
	return in
}

func input(t *testing.T, b *interp.Builder) enrich.Input {
	t.Helper()
	return enrich.Input{Problem: interp.Problem{Structure: require.Value(b.Build(t.Context()))(t)}}
}

func class(t *testing.T, b *interp.Builder, name string, stated ...dl.Axiom) enrich.Result {
	t.Helper()
	in := input(t, b)
	in.Stated = stated
	return require.Value(enrich.New(in, enrich.Options{}).Class(t.Context(), name))(t)
}

func printConcept(c dl.Concept) string {
	return strings.NewReplacer("<", "", ">", "").Replace(syntax.Print(c, syntax.Options{}))
}

// Textbook definitions are found from the data alone.
func TestTextbookDefinitions(t *testing.T) {
	in := family(t)
	e := enrich.New(in, enrich.Options{})
	for class, want := range map[string]string{
		"Father":      "Male ⊓ ∃hasChild.⊤",
		"Mother":      "Female ⊓ ∃hasChild.⊤",
		"Son":         "Male ⊓ ∃hasParent.⊤",
		"Daughter":    "Female ⊓ ∃hasParent.⊤",
		"Grandfather": "Father ⊓ ∃hasChild.∃hasChild.⊤",
		"Grandmother": "Mother ⊓ ∃hasChild.∃hasChild.⊤",
	} {
		t.Run(class, func(t *testing.T) {
			r := require.Value(e.Class(t.Context(), class))(t)
			require.That(t, len(r.Candidates) != 0 && r.Candidates[0].Kind == dl.EquivalentClasses, "no definition: %+v", r)
			got := r.Candidates[0]
			check.That(t, printConcept(got.Concept) == want && got.Confidence == 1 && got.Support == r.Members && got.Extra == 0 && got.Proved,
				"%s: got %s (%+v), want %s", class, printConcept(got.Concept), got, want)
		})
	}
}

// axioms writes the axioms of the candidates for comparison.
func axioms(candidates []enrich.Candidate) (out []string) {
	for _, c := range candidates {
		s := fmt.Sprintf("%s %s", c.Kind, c.Subject)
		if c.Concept != nil {
			s += " " + printConcept(c.Concept)
		}
		out = append(out, s+c.Other)
	}
	return out
}

// A stated axiom is not proposed. One that the data contradicts is listed, with
// exceptions.
func TestProperties(t *testing.T) {
	in := family(t)
	stated := []dl.Axiom{
		{Kind: dl.SymmetricProperty, Subject: "married"},
		{Kind: dl.FunctionalProperty, Subject: "married"},
		{Kind: dl.FunctionalProperty, Subject: "hasChild"},
		{Kind: dl.InverseProperties, Subject: "hasParent", Other: "hasChild"},
	}
	for _, test := range []struct {
		property    string
		stated      []dl.Axiom
		want, unmet []string
	}{
		{"hasChild", nil, []string{"inverse hasChildhasParent"}, nil},
		{"hasSibling", nil, []string{"symmetric hasSibling"}, nil},
		{"married", nil, []string{"functional married", "symmetric married"}, nil},
		{"married", stated, nil, nil},
		{"hasChild", stated, nil, []string{"functional hasChild"}},
	} {
		in.Stated = test.stated
		r := require.Value(enrich.New(in, enrich.Options{}).Property(t.Context(), test.property))(t)
		check.Equal(t, cmp.Diff(test.want, axioms(r.Candidates))+cmp.Diff(test.unmet, axioms(r.Unmet)), "", "%s", test.property)
		check.That(t, len(r.Unmet) <= 0 || len(r.Unmet[0].Exceptions) != 0, "no exceptions to %+v", r.Unmet)
	}
}

// All pairs of a property count: those of a role and of a feature, and values of all
// kinds. A feature with two values of different kinds is not functional.
func TestMixedProperty(t *testing.T) {
	var b interp.Builder
	for i := range 20 {
		person := fmt.Sprintf("person%d", i)
		b.AddName("Person", person)
		b.AddRole("age", person, "decade")
		b.AddValue("age", person, dl.Int(40))
		b.AddValue("age", person, dl.Str("forty"))
	}
	r, err := enrich.New(input(t, &b), enrich.Options{}).Property(t.Context(), "age")
	check.That(t, err == nil && r.Members == 60, "%d pairs, %v; want 60", r.Members, err)
	for _, c := range r.Candidates {
		check.That(t, c.Kind != dl.FunctionalProperty || !c.Feature, "two values are functional: %+v", c)
	}
}

// Conditions hold for nearly all members and for few others; exceptions are listed.
func TestConditions(t *testing.T) {
	var b interp.Builder
	for i := range 20 {
		book := fmt.Sprintf("book%02d", i)
		b.AddName("Book", book)
		if i > 0 { // one has no author
			b.AddRole("author", book, fmt.Sprintf("writer%d", i%3))
		}
		b.AddRole("in", book, "library")
		b.AddRole("in", fmt.Sprintf("chair%02d", i), "library")
		b.AddName("Chair", fmt.Sprintf("chair%02d", i))
	}
	for i := range 3 {
		b.AddName("Writer", fmt.Sprintf("writer%d", i))
	}
	r := class(t, &b, "Book")
	found := slices.DeleteFunc(slices.Clone(r.Candidates), func(c enrich.Candidate) bool { return c.Kind != dl.SubClassOf })
	// ∃in.⊤ is not proposed, because it holds for the chairs, too.
	require.That(t, slices.Equal(axioms(found), []string{"subclass Book ∃author.⊤"}), "%v", axioms(found))
	c := found[0]
	check.That(t, c.Support == 19 && c.Of == 20 && c.Confidence == 0.95 && c.Elsewhere == 0 && slices.Equal(c.Exceptions, []string{"book00"}),
		"got %+v", c)
	check.That(t, slices.Contains(axioms(r.Candidates), "disjoint Book Chair"), "not disjoint: %v", axioms(r.Candidates))
	// A stated condition is not proposed, nor one that follows from it in the data.
	r = class(t, &b, "Book", dl.Axiom{Kind: dl.SubClassOf, Subject: "Book", Concept: dl.Exists{Role: dl.Role{IRI: "author"}, C: dl.Name{IRI: "Writer"}}})
	check.That(t, !slices.Contains(axioms(r.Candidates), "subclass Book ∃author.⊤") && len(r.Unmet) == 1 &&
		slices.Equal(r.Unmet[0].Exceptions, []string{"book00"}), "got %v, unmet %+v", axioms(r.Candidates), r.Unmet)
}

// What holds for the few members that have a role may hold by chance. For many members it
// is proposed.
func TestByChance(t *testing.T) {
	for edited, want := range map[int]bool{6: false, 40: true} {
		var b interp.Builder
		for i := range 80 {
			book, chair := fmt.Sprintf("book%02d", i), fmt.Sprintf("chair%02d", i)
			b.AddName("Book", book)
			b.AddName("Chair", chair)
			b.AddName("Person", fmt.Sprintf("person%02d", i))
			if i < edited {
				b.AddRole("edited", book, fmt.Sprintf("person%02d", i))
			}
			b.AddRole("edited", chair, []string{"person01", "thing"}[i%2])
		}
		r := class(t, &b, "Book")
		got := slices.Contains(axioms(r.Candidates), "subclass Book ∀edited.Person")
		check.Equal(t, got, want, "%d of 80 in %v", edited, axioms(r.Candidates))
	}
}

// A class with more members than a learner gets is defined for all of them. Only
// counterexamples show the rare ones, which the first sample lacks.
func TestCounterexamples(t *testing.T) {
	var b interp.Builder
	for i := range 3000 {
		a := fmt.Sprintf("a%04d", i)
		b.AddName("Thing", a)
		odd, rare := i%2 == 1, i%701 == 0
		if odd {
			b.AddName("Odd", a)
		}
		if rare {
			b.AddName("Rare", a)
		}
		if odd && !rare {
			b.AddName("Wanted", a)
		}
	}
	r := require.Value(enrich.New(input(t, &b), enrich.Options{Negation: true}).Class(t.Context(), "Wanted"))(t)
	c := r.Candidates[0]
	check.That(t, c.Kind == dl.EquivalentClasses && c.Confidence == 1 && printConcept(c.Concept) == "¬Rare ⊓ Odd",
		"got %s, %+v", printConcept(c.Concept), c)
}

// Without Negation a definition holds because something is stated: Female ≡ ¬Male is none.
// The classes are disjoint, and the disjoint union of Person.
func TestOpenWorld(t *testing.T) {
	in := family(t)
	for negation, want := range map[bool]string{false: "", true: "¬Male"} {
		e := enrich.New(in, enrich.Options{Negation: negation})
		for _, class := range e.Classes() {
			r := require.Value(e.Class(t.Context(), class))(t)
			definition := ""
			for _, c := range r.Candidates {
				if c.Kind != dl.EquivalentClasses {
					continue
				}
				definition = printConcept(c.Concept)
				closed := dl.LanguageOf(c.Concept).Any(dl.WithNot | dl.WithForAll | dl.WithAtMost | dl.WithBottom)
				check.That(t, negation || !closed, "%s ≡ %s", class, definition)
			}
			check.That(t, class != "Female" || (want != "") == (definition == want), "negation %v: Female ≡ %s", negation, definition)
		}
	}
}

// A definition or condition that a class is stated to have is not contradicted where it entails what the
// data does not repeat.
func TestEntailedByTheAxiom(t *testing.T) {
	domain, twin := dl.Name{IRI: "DomainConcept"}, dl.Name{IRI: "Twin"}
	for _, test := range []struct {
		axiom dl.Axiom
		unmet int
	}{
		{dl.Axiom{Kind: dl.EquivalentClasses, Concept: dl.And{L: domain, R: dl.AtLeast{N: 1, Role: dl.Role{IRI: "r"}, C: dl.Top{}}}}, 0},
		{dl.Axiom{Kind: dl.EquivalentClasses, Concept: dl.And{L: domain, R: dl.Nominal{IRI: "c0"}}}, 1},
		{dl.Axiom{Kind: dl.EquivalentClasses, Concept: twin}, 0},
		{dl.Axiom{Kind: dl.SubClassOf, Concept: dl.And{L: domain, R: twin}}, 0},
		{dl.Axiom{Kind: dl.DisjointClasses, Concept: dl.Name{IRI: "Other"}}, 0},
	} {
		var b interp.Builder
		for i := range 6 {
			b.AddName("Country", fmt.Sprint("c", i))
			b.AddRole("r", fmt.Sprint("c", i), "x")
			b.AddName("Other", fmt.Sprint("o", i))
		}
		b.AddName("Twin", "o1")
		test.axiom.Subject = "Country"
		r := class(t, &b, "Country", test.axiom)
		check.That(t, len(r.Unmet) == test.unmet && len(r.Fits) == 1-test.unmet, "%v %v: contradicted by %v, fit %v", test.axiom.Kind, test.axiom.Concept, r.Unmet, r.Fits)
	}
}

// A class is the disjoint union of its subclasses if each member is in one of them, and
// then the pairs follow. One member of two of them, or of none, contradicts it.
func TestDisjointUnion(t *testing.T) {
	for _, odd := range []string{"", "both", "neither", "empty"} {
		var b interp.Builder
		for i := range 30 {
			part := []string{"Cat", "Dog", "Cow"}[i%3]
			b.AddName(part, fmt.Sprint(i))
			b.AddName("Animal", fmt.Sprint(i))
			b.AddName("Stone", fmt.Sprint("s", i))
			if i == 0 && odd == "both" {
				b.AddName("Dog", fmt.Sprint(i))
			}
		}
		superclasses := map[string][]string{"Cat": {"Animal"}, "Dog": {"Animal"}, "Cow": {"Animal"}}
		switch odd {
		case "neither":
			b.AddName("Animal", odd)
		case "empty":
			b.Name("Yeti")
			superclasses["Yeti"] = []string{"Animal"}
		}
		in := input(t, &b)
		in.Superclasses = superclasses
		e := enrich.New(in, enrich.Options{})
		animal := require.Value(e.Class(t.Context(), "Animal"))(t)
		cat := require.Value(e.Class(t.Context(), "Cat"))(t)
		union := slices.Contains(axioms(animal.Candidates), "disjoint-union Animal Cat ⊔ Cow ⊔ Dog")
		pair := slices.Contains(axioms(cat.Candidates), "disjoint Cat Cow")
		check.That(t, union == (odd == "") && pair != union, "%q: %v, %v", odd, axioms(animal.Candidates), axioms(cat.Candidates))
	}
}

// What is stated about terms of the ontology is neither a property nor part of a
// definition.
func TestSchemaProperties(t *testing.T) {
	for _, about := range []string{"ontology", "individuals"} {
		var b interp.Builder
		for i := range 40 {
			a := fmt.Sprint("a", i)
			b.AddName([]string{"A", "B"}[i%2], a)
			if i%2 == 0 {
				b.AddRole("isPartOf", a, "file")
				b.AddValue("source", a, dl.Str("file"))
			}
			if about == "ontology" {
				b.AddRole("isPartOf", fmt.Sprint("class", i), "file")
				b.AddValue("source", fmt.Sprint("class", i), dl.Str("file"))
			}
		}
		in := input(t, &b)
		in.IsSchema = func(iri string) bool { return strings.HasPrefix(iri, "class") }
		e := enrich.New(in, enrich.Options{})
		r := require.Value(e.Class(t.Context(), "A"))(t)
		p := require.Value(e.Property(t.Context(), "isPartOf"))(t)
		uses := slices.ContainsFunc(r.Candidates, func(c enrich.Candidate) bool { return len(dl.Symbols(c.Concept)) > 0 && c.Kind != dl.DisjointClasses })
		want := about == "individuals"
		check.That(t, uses == want && len(p.Candidates) > 0 == want, "about %s: %v, %v", about, axioms(r.Candidates), axioms(p.Candidates))
	}
}

// Each part of a ⊔ needs the least number of members: two odd ones do not make a kind.
func TestEachPartNeedsMembers(t *testing.T) {
	for _, odd := range []int{2, 5} {
		var b interp.Builder
		for i := range 60 {
			a := fmt.Sprint("a", i)
			b.AddName([]string{"Parent", "Other"}[i%2], a)
			switch {
			case i%2 == 0 && i/2 < odd:
				b.AddRole("adopted", a, "x")
			case i%2 == 0:
				b.AddRole("child", a, "x")
			}
		}
		r := class(t, &b, "Parent")
		got := slices.Contains(axioms(r.Candidates), "equivalent Parent ∃child.⊤ ⊔ ∃adopted.⊤")
		check.That(t, got == (odd == 5), "%d: %v", odd, axioms(r.Candidates))
	}
}

// A definition uses neither the class nor its superclasses and subclasses.
func TestHiddenNames(t *testing.T) {
	in := family(t)
	for _, class := range []string{"Father", "Person", "Male"} {
		r := require.Value(enrich.New(in, enrich.Options{}).Class(t.Context(), class))(t)
		for _, c := range r.Candidates {
			check.That(t, c.Kind != dl.EquivalentClasses || !dl.Symbols(c.Concept)[dl.Name{IRI: class}] && (class == "Person" ||
				!dl.Symbols(c.Concept)[dl.Name{IRI: "Person"}]), "%s is defined by %s", class, printConcept(c.Concept))
		}
	}
	r, err := enrich.New(enrich.Input{Problem: in.Problem}, enrich.Options{}).Class(t.Context(), "Person")
	check.That(t, err == nil && r.Note != "", "a class of everything: %+v, %v", r, err)
}

// A context that has ended is an error.
func TestCancelled(t *testing.T) {
	in := family(t)
	check.ErrorIs(t, check.Error(enrich.New(in, enrich.Options{}).Class(check.Ended(), "Father")), context.Canceled)
}

// BenchmarkTenFolds measures whether definitions learned from nine tenths of the
// individuals hold for the rest. It reports F1 over the tenths that were not seen, all
// folds together. It needs the datasets, and skips by name without them.
func BenchmarkTenFolds(b *testing.B) {
	for name, data := range map[string]string{
		"elephants": "../../internal/elephants/elephants.ttl",
		"relatives": "../../cmd/genus/testdata/data/relatives.ttl",
		"family":    "dl-learner/family-benchmark/family-benchmark_rich_background.owl",
		"trains":    "dl-learner/trains/trains2.owl",
	} {
		b.Run(name, func(b *testing.B) {
			if !strings.HasPrefix(data, "..") {
				data = testfiles.Dataset(b, data)
			}
			in := load(b, data)
			for b.Loop() {
				for _, class := range enrich.New(in, enrich.Options{}).Classes() {
					if c, n := validateFolds(b, in, class); n > 0 {
						b.Logf("%s %s: %d folds, F1 on the rest %.3f (tp %d, fn %d, fp %d)", name, class, n, c.F1(), c.TP, c.FN, c.FP)
						b.ReportMetric(c.F1(), filepath.Base(class)+"-F1")
					}
				}
			}
		})
	}
}

func load(b *testing.B, path string) enrich.Input {
	b.Helper()
	d, _ := require.Values(extract.ImportFiles(b.Context(), []string{path}, extract.ImportOptions{}))(b)
	p, _ := require.Values(d.Problem(b.Context(), extract.Examples{}, extract.LoadOptions{}))(b)
	in := enrich.Input{Problem: p, Superclasses: map[string][]string{}}
	for _, t := range d.Facts.Superclasses {
		in.Superclasses[d.Facts.Term(t[0])] = append(in.Superclasses[d.Facts.Term(t[0])], d.Facts.Term(t[1]))
	}
	return in
}

// validateFolds defines the class from each nine tenths. It returns the confusion on the rest,
// and the number of folds with a definition.
func validateFolds(b *testing.B, in enrich.Input, class string) (sum interp.Confusion, n int) {
	b.Helper()
	s := in.Problem.Structure
	members := require.Value(interp.NewEvaluator(s).Extension(dl.Name{IRI: class}))(b)
	for fold := range 10 {
		seen := in
		for a := range interp.Individual(s.Len()) {
			if int(a)%10 != fold {
				seen.Among = append(seen.Among, a)
			}
		}
		r := require.Value(enrich.New(seen, enrich.Options{Timeout: 4 * time.Second}).Class(b.Context(), class))(b)
		if len(r.Candidates) == 0 || r.Candidates[0].Kind != dl.EquivalentClasses {
			continue
		}
		n++
		x := require.Value(interp.NewEvaluator(s).Extension(r.Candidates[0].Concept))(b)
		for a := uint(fold); a < uint(s.Len()); a += 10 {
			switch in, is := x.Test(a), members.Test(a); {
			case in && is:
				sum.TP++
			case in:
				sum.FP++
			case is:
				sum.FN++
			default:
				sum.TN++
			}
		}
	}
	return sum, n
}
