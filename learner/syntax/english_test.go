package syntax_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

func TestEnglish(t *testing.T) {
	zoo := syntax.Prefixes{"": "http://example.org/zoo#", "b": "http://example.org/b#"}
	labels := map[string]string{
		"http://example.org/zoo#Q5": "human being",
		"http://example.org/b#P40":  "child",
		"http://example.org/b#P22":  "cats and dogs",
		"http://example.org/b#P27":  "country of citizenship",
		"http://example.org/b#P106": "occupation",
		"http://example.org/b#Q1":   "Lakeview Zoo",
	}
	for _, tt := range []struct{ in, want string }{
		{"Elephant and Male and ((weight >= 3000) or (>=2 childOf^-.Female))",
			"male elephants that have a weight of at least 3000 or have at least 2 children that are female"},
		{"⊤", "things"},
		{"⊥", "things that do not exist"},
		{"Elephant", "elephants"},
		{"Male", "male things"},
		{"Q5", "people"},
		{"A1", "things that are in class A1"},
		{"¬Elephant", "things that are not elephants"},
		{"¬(Elephant ⊓ Male)", "things that are not elephants or are not male"},
		{"Elephant ⊔ Bird", "things that are elephants or birds"},
		{"Elephant ⊓ Pet", "elephants that are pets"},
		{"Elephant ⊓ ¬Male", "elephants that are not male"},
		{"∃hasChild.⊤", "things that have a child"},
		{"∃hasChild.Elephant", "things that have a child that is an elephant"},
		{"∃hasChild⁻.Elephant", "things that are children of an elephant"},
		{"∃isPartOf.Car", "things that are parts of a car"},
		{"¬∃<http://schema.org/about>⁻.∃<http://schema.org/isPartOf>.{<https://ml.wikipedia.org/>} ⊓ (∃weight)",
			"things that have no article in the Malayalam Wikipedia and have a weight"},
		{"∃<http://schema.org/about>⁻.∃<http://schema.org/isPartOf>.({<https://zh-classical.wikipedia.org/>} ⊔ " +
			"{<https://commons.wikimedia.org/>})",
			"things that have an article in zh-classical.wikipedia.org or Wikimedia Commons"},
		{"∃<http://schema.org/about>⁻.(<http://schema.org/inLanguage> = \"ml\")", "things that have an article in Malayalam"},
		{"∃<http://schema.org/about>⁻.∃<http://schema.org/isPartOf>.{Series}",
			"things that are linked by about from something that is a part of Series"},
		{"∃isPartOf⁻.Engine", "things that have a part that is an engine"},
		{"∃knows.(Person ⊓ Female)", "things that know a female person"},
		{"∃knows⁻.Person", "things that are linked by knows from a person"},
		{"≥2 knows.⊤", "things that know at least 2 things"},
		{"≤1 hasChild.Male", "things that have at most 1 child that is male"},
		{"≤0 hasChild.Male", "things that have no children that are male"},
		{"≥1 childOf.⊤", "things that are children of at least 1 thing"},
		{"≤3 childOf.Person", "things that are children of at most 3 people"},
		{"∀hasChild.Male", "things that have no children except those that are male"},
		{"∀hasChild.⊥", "things that have no children"},
		{"∀childOf.Male", "things that are children of no things except those that are male"},
		{"¬∀hasChild.Male", "things that have a child that is not male"},
		{"¬∃hasChild.Male", "things that have no children that are male"},
		{"∃hasChild.(Male ⊓ ∃hasChild.Female)", "things that have a child (that is male and has a child that is female)"},
		{"∃hasChild.Male ⊓ ∃hasPet.Cat", "things that have a child (that is male) and have a pet that is a cat"},
		{"∃hasChild.Male ⊓ ∃hasPet.⊤", "things that have a pet and have a child that is male"},
		{"(Male ⊔ ∃hasPet.⊤) ⊓ (weight ≤ 3)", "things that have a weight of at most 3 and (are male or have a pet)"},
		{"hasAge >= 4.5E1", "things that have an age of at least 45"},
		{"not (height <= 1.5)", "things that do not have a height of at most 1.5"},
		{`birthDate >= "1990"^^xsd:gYear`, "things that have a birth date of 1990 or later"},
		{`madeOn >= "2020-01-01"^^xsd:date`, "things that were made in 2020 or later"},
		{`created >= "2018-08-29"^^xsd:date`, "things that were created on 2018-08-29 or later"},
		{`died <= "1999-12-31T23:59:59Z"^^xsd:dateTime`, "things that died in 1999 or earlier"},
		{`lived >= "1990-01-01"^^xsd:date and lived <= "1999-12-31"^^xsd:date`, "things that lived in the 1990s"},
		{`born >= "2000-05-01Z"^^xsd:date`, "things that were born on 2000-05-01Z or later"},
		{`born >= "2000"^^xsd:gYear`, "things that were born in 2000 or later"},
		{`born >= "2000-01-01T12:30:00Z"^^xsd:dateTime`, "things that have a born of 2000-01-01T12:30:00Z or later"},
		{`madeOn >= "1950-01-01"^^xsd:date and madeOn <= "1959-12-31"^^xsd:date`, "things that were made in the 1950s"},
		{`Pet and birthDate >= "1950"^^xsd:gYear and birthDate <= "1956-12-31"^^xsd:date`,
			"pets that have a birth date between 1950 and 1956"},
		{`hasChild some (birthDate >= "1956-01-01"^^xsd:date and birthDate <= "1956-12-31"^^xsd:date)`,
			"things that have a child that has a birth date in 1956"},
		{"weight >= 160 and weight <= 170.5", "things that have a weight between 160 and 170.5"},
		{"weight >= 160 and weight <= 150", "things that have a weight of at least 160 and have a weight of at most 150"},
		{"doors >= 2 and doors <= 4", "things that have between 2 and 4 doors"},
		{`not (madeOn <= "2020-05-03"^^xsd:date)`, "things that were not made on 2020-05-03 or earlier"},
		{"Miniseries ⊓ ∃countryOfCitizenship.⊤", "miniseries that have a country of citizenship"},
		{"∃languages_spoken.(Living ⊓ ∃r.Rhinoceros)",
			"things that have languages spoken (that are living and are linked by r to a rhinoceros)"},
		{"chipped = true", "things that are chipped"},
		{"not (chipped = true)", "things that are not chipped"},
		{"chipped = false", "things that have the value false for chipped"},
		{"isActive = true", "things that are active"},
		{"diabetes = true", "things that have the value true for diabetes"},
		{"weight = 3", "things that have a weight of exactly 3"},
		{"(cylinders = 8) ⊓ ¬(Miles_per_Gallon ≤ 18) ⊓ (doors ≥ 1)",
			"things that have exactly 8 cylinders, do not have at most 18 miles per gallon and have at least 1 door"},
		{"∃hasPet.⊤ ⊓ (pets ≥ 2)", "things that have a pet [hasPet] and have a pets [pets] of at least 2"},
		{"∃origin.{Japan} ⊓ ¬∃origin.{France}", "things that are from Japan and are not from France"},
		{"{Berlin}", "things that are the individual Berlin"},
		{"¬{Berlin}", "things that are not the individual Berlin"},
		{"∃hasGender.{Female}", "things that have the gender Female"},
		{"∃hasGender.Female", "things that have a gender that is female"},
		{"∃childOf.{Anna}", "things that are children of Anna"},
		{"∃childOf⁻.{Anna}", "things that have the child Anna"},
		{"∃placeOfDeath.⊤", "things that have a place of death"},
		{"≥2 countryOfCitizenship.⊤", "things that have at least 2 countries of citizenship"},
		{"≤0 placeOfBirth.⊤", "things that have no places of birth"},
		{"Q5 ⊓ ≥2 educatedAt.⊤", "people who were educated at 2 places or more"},
		{"≤3 educatedAt.School", "things that were educated at 3 schools or fewer"},
		{"∃educatedAt.⊤", "things that were educated at a place"},
		{"∃diedIn.City", "things that died in a city"},
		{"∃hasWrittenFor.{Vogue}", "things that have written for Vogue"},
		{"∃foundedBy⁻.{Apple}", "things that founded Apple"},
		{"Hardware ⊓ ∃diedIn.Clothing", "pieces of hardware that died in a piece of clothing"},
		{"∃educatedAt⁻.{Anna}", "things that educated Anna"},
		{"¬∃educatedAt⁻.{Anna}", "things that never educated Anna"},
		{"≥2 married.⊤", "things that are married to at least 2 things"},
		{`(birthDate ≥ "1944-05-06T00:00:00Z"^^xsd:dateTime)`, "things that have a birth date of 1944-05-06 or later"},
		{"Person ⊓ ∃knows.{AnnaSmith}", "people who know AnnaSmith"},
		{"∃knows.({Anna} ⊔ {Berta})", "things that know Anna or Berta"},
		{"¬∃hasGender.{Female}", "things that do not have the gender Female"},
		{`code = "x \"y\""`, "things that have the value \"x \\\"y\\\"\" for code"},
		{"∃hasDNATest.⊤", "things that have a DNA test"},
		{"∃b:P40.Person", "things that have a child that is a person"},
		{"∃b:P22.⊤", "things that have cats and dogs"},
		{"∃hasChild.⊤ ⊓ ∃childOf⁻.⊤", "things that have a child [hasChild] and have a child [childOf]"},
		{"b:Cat ⊓ Cat", "cats [b:Cat] that are cats [Cat]"},
		{"b:Male ⊓ Male", "male [b:Male] male [Male] things"},
		{"MaleElephant", "things that are in class Male Elephant"},
		{"<http://example.org/zoo#Thing> ⊓ Male", "male things that are in class Thing"},
		{"∃madeOf.Wood", "things that are made of a wood"},
		{"∃b:P106.{Actor} ⊓ ∃b:P27.{France}", "actors who are citizens of France"},
		{"Person ⊓ ∃b:P106.{Actor} ⊓ ∃b:P106.{Singer}", "people who are actors and are singers"},
		{"∃b:P106.{Actor} ⊓ ∃b:P106.{Singer}", "actors who are singers"},
		{"∃knows.∃b:P106.{Actor}", "things that know an actor"},
		{"¬∃b:P27.{France}", "things that are not citizens of France"},
		{"¬∃b:P106.{Actor}", "things that are not actors"},
		{"¬∃livesIn.{Berlin}", "things that do not live in Berlin"},
		{"¬∃diedIn.{Berlin}", "things that never died in Berlin"},
		{"∃keptBy.{Jonas}", "things that are kept by Jonas"},
		{"Person ⊓ ∀marriedTo.Male", "people who are married only to males"},
		{"∀livesIn.(Zoo ⊓ ∃locatedIn.{Germany})", "things that live only in zoos that are located in Germany"},
		{"∀marriedTo.⊥", "things that are married to no things"},
		{"∃livesIn.{b:Q1}", "things that live in Lakeview Zoo"},
		{"∃birthDate", "things that have a birth date"},
		{"¬∃birthDate ⊓ (≥2 name)", "things that do not have a birth date and have at least 2 different values for name"},
		{`name starts "x"`, "things that have a name beginning with \"x\""},
		{`¬(name ends "x")`, "things that do not have a name ending with \"x\""},
		{`name has-word "x" ⊔ name lang "EN"`,
			"things that have a name with the word \"x\" or have a name in the language \"en\""},
		{"∃b:P106.∃subclassOf*.{Artist}",
			"things that have an occupation that is any kind of Artist"},
		{"∃hasPart⁻⁺.Car", "things that are linked by “has Part” over one or more steps from a car"},
		{"height < born", "things that have a value for height that comes before one for born"},
		{"b:P40 ≐ knows⁻", "things that have a value in common for “child” and the inverse of “knows”"},
	} {
		c := require.Value(syntax.Parse(tt.in, zoo))(t)
		check.Equal(t, syntax.English(c, syntax.EnglishOptions{Labels: labels, Prefixes: zoo}), tt.want, "%s\n", tt.in)
	}
}

// TestEnglishOfRoles checks how the label of a role is put into words.
func TestEnglishOfRoles(t *testing.T) {
	for _, tt := range []struct{ label, some, two, inverse string }{
		{"instrument", "have the instrument x", "have at least 2 instruments", "are instruments of x"},
		{"place of birth", "were born in x", "have at least 2 places of birth", "are places of birth of x"},
		{"award received", "received the award x", "have at least 2 awards received", "are awards received of x"},
		{"notable works", "have the notable works x", "have at least 2 notable works", "are notable works of x"},
		{"sibling", "have the sibling x", "have at least 2 siblings", "are siblings of x"},
		{"sex or gender", "have the sex or gender x", "have at least 2 sex or gender values",
			"are sex or gender values of x"},
		{"has part(s)", "have the part(s) x", "have at least 2 part(s) values", "are part(s) values of x"},
		{"instance of", "are instances of x", "are instances of at least 2 things", "have the instance x"},
		{"livesIn", "live in x", "live in at least 2 things", "are linked by livesIn from x"},
		{"studies at", "study at x", "study at 2 things or more", "are linked by studies-at from x"},
		{"teaches", "teach x", "teach at least 2 things", "are linked by teaches from x"},
		{"consists of", "consist of x", "consist of at least 2 things", "are linked by consists-of from x"},
		{"diedIn", "died in x", "died in at least 2 things", "are linked by diedIn from x"},
		{"educated at", "were educated at x", "were educated at 2 places or more", "educated x"},
		{"wasBornIn", "are born in x", "are born in at least 2 things", "are linked by wasBornIn from x"},
		{"located in time zone", "are located in time zone x",
			"are linked by located-in-time-zone to at least 2 things", "are linked by located-in-time-zone from x"},
		{"different from", "are different from x", "are different from at least 2 things",
			"are linked by different-from from x"},
		{"member of sports team", "are members of sports team x",
			"are linked by member-of-sports-team to at least 2 things", "are linked by member-of-sports-team from x"},
		{"participant in", "are linked by participant-in to x", "are linked by participant-in to at least 2 things",
			"are linked by participant-in from x"},
		{"starring", "are linked by starring to x", "are linked by starring to at least 2 things",
			"are linked by starring from x"},
		{"parents", "are linked by parents to x", "are linked by parents to at least 2 things",
			"are linked by parents from x"},
		{"inBond", "are linked by inBond to x", "are linked by inBond to at least 2 things",
			"are linked by inBond from x"},
		{"r0", "are linked by r0 to x", "are linked by r0 to at least 2 things", "are linked by r0 from x"},
	} {
		o := syntax.EnglishOptions{Labels: map[string]string{"urn:r": tt.label, "urn:x": "x"}}
		r, x := dl.Role{IRI: "urn:r"}, dl.Nominal{IRI: "urn:x"}
		for c, want := range map[dl.Concept]string{
			dl.Exists{Role: r, C: x}:               tt.some,
			dl.AtLeast{N: 2, Role: r, C: dl.Top{}}: tt.two,
			dl.Exists{Role: r.Inv(), C: x}:         tt.inverse,
		} {
			check.Equal(t, syntax.English(c, o), "things that "+want, "%s want %q", tt.label, want)
		}
	}
}

// TestEnglishClause checks what a concept says of one member.
func TestEnglishClause(t *testing.T) {
	zoo := syntax.Prefixes{"": "http://example.org/zoo#"}
	for in, want := range map[string]string{
		"Elephant":             "is an elephant",
		"not Male":             "is not male",
		"Elephant and Male":    "is an elephant and male",
		"weight >= 3000":       "has a weight of at least 3000",
		"∃livesIn.{Lakeview}":  "lives in Lakeview",
		"¬∃hasChild.Elephant":  "has no children that are elephants",
		"¬∃livesIn.{Lakeview}": "does not live in Lakeview",
		"Male ⊔ (≥2 knows.⊤)":  "is male or knows at least 2 things",
		"∃locatedIn.{Germany}": "is located in Germany",
	} {
		c := require.Value(syntax.Parse(in, zoo))(t)
		check.Equal(t, syntax.EnglishClause(c, syntax.EnglishOptions{Prefixes: zoo}), want, "%s", in)
	}
}

// TestEnglishNouns checks which of the classes that have all members is the noun: the first that is one,
// unless the concept names a class or one that reads like it.
func TestEnglishNouns(t *testing.T) {
	zoo := syntax.Prefixes{"": "http://example.org/zoo#"}
	known := func(dl.Concept) []syntax.Noun {
		return []syntax.Noun{{zoo[""] + "Q7", ""}, {zoo[""] + "Male", ""}, {zoo[""] + "Thing", ""}, {"urn:x", "human"},
			{zoo[""] + "Animal", ""}}
	}
	for in, want := range map[string]string{
		"∃livesIn.{Lakeview}":               "people who live in Lakeview",
		"Male ⊓ ∃livesIn.{Lakeview}":        "male people who live in Lakeview",
		"Elephant":                          "elephants",
		"∃knows.Human":                      "animals that know a person",
		"∃knows.Human ⊓ ∃knows.Animal":      "things that know a person and know an animal",
		"∃knows.∃livesIn.{Lakeview} ⊔ Male": "people who are male or know something that lives in Lakeview",
	} {
		c := require.Value(syntax.Parse(in, zoo))(t)
		check.Equal(t, syntax.English(c, syntax.EnglishOptions{Prefixes: zoo, Nouns: known}), want, "%s", in)
	}
}

// TestPlurals checks the plurals of labels as ontologies have them.
func TestPlurals(t *testing.T) {
	for label, want := range map[string]string{
		"combinatorial evidence used in automatic assertion": "combinatorial evidence used in automatic assertion",
		"automatically integrated evidence used in automatic assertion": "automatically integrated evidence used in " +
			"automatic assertion",
		"experimental assay used in manual assertion": "experimental assays used in manual assertion",
		"gene recently discovered in yeast":           "genes recently discovered in yeast",
		"protein coupled receptor":                    "protein coupled receptors",
		"region of nucleic acid":                      "regions of nucleic acid",
		"language spoken":                             "languages spoken",
		"river bed":                                   "river beds",
		"dog breed":                                   "dog breeds",
		"extended family":                             "extended families",
		"to be interacted with":                       "to be interacted with",
		"ncRNA":                                       "ncRNAs",
		"rRNA primary transcript":                     "rRNA primary transcripts",
		"miRNA gene":                                  "miRNA genes",
		"hasDNATest":                                  "has DNA tests",
	} {
		c := dl.Name{IRI: "urn:x"}
		got := syntax.English(c, syntax.EnglishOptions{Labels: map[string]string{"urn:x": label}})
		check.Equal(t, got, want, "%s", label)
	}
}

// TestEnglishIsUnambiguous checks that concepts with different extensions on some random
// structure have different texts.
func TestEnglishIsUnambiguous(t *testing.T) {
	iri := func(local string) string { return dltest.Namespace + local }
	// The names of the structures, by what the English goes by.
	labels := map[string]string{
		iri("A0"): "Elephant",
		iri("A1"): "Male",
		iri("r0"): "hasChild",
		iri("r1"): "knows",
		iri("i0"): "Elephant",
		iri("i1"): "Male",
	}
	var evaluators []*interp.Evaluator
	for seed := range uint64(testsize.Choose(8, 40)) {
		s := dltest.Structure(dltest.Rand(seed),
			dltest.Config{Individuals: 6, Names: 2, Roles: 2, Features: -1, Booleans: -1, Strings: 1})
		evaluators = append(evaluators, interp.NewEvaluator(s))
	}
	meaning := func(c dl.Concept) string {
		var sb strings.Builder
		for _, e := range evaluators {
			x := require.Value(e.Extension(c))(t)
			sb.WriteString(x.String())
		}
		return sb.String()
	}
	type entry struct {
		c       dl.Concept
		meaning string
	}
	texts := map[string]entry{}
	n := 0
	for i, c := range allConcepts(iri) {
		if i%testsize.Choose(4, 1) > 0 {
			continue
		}
		text := syntax.English(c, syntax.EnglishOptions{Labels: labels})
		before, known := texts[text]
		m := meaning(c)
		n++
		if !known {
			texts[text] = entry{c, m}
			continue
		}
		require.That(t, before.meaning == m, "%q is\n%s and\n%s", text, syntax.Print(before.c, syntax.Options{}),
			syntax.Print(c, syntax.Options{}))
	}
	t.Logf("%d concepts, %d texts", n, len(texts))
}

// allConcepts returns the concepts that are built in three rounds from two names,
// two roles and their inverses, with a part of each round.
func allConcepts(iri func(string) string) []dl.Concept {
	roles := []dl.Role{{IRI: iri("r0")}, {IRI: iri("r0"), Inverse: true}, {IRI: iri("r1")},
		{IRI: iri("r1"), Inverse: true}}
	all := []dl.Concept{dl.Name{IRI: iri("A0")}, dl.Name{IRI: iri("A1")}, dl.Top{}, dl.Bottom{},
		dl.Nominal{IRI: iri("i0")}, dl.Nominal{IRI: iri("i1")},
		dl.Compare{Feature: iri("s0"), Op: dl.Equal, Value: dl.Str("a")},
		dl.Compare{Feature: iri("s0"), Op: dl.Equal, Value: dl.Str("A")}}
	for round := range 3 {
		var next []dl.Concept
		for i, c := range all {
			next = append(next, dl.Not{C: c})
			r := roles[(i+round)%len(roles)]
			next = append(next, dl.Exists{Role: r, C: c}, dl.ForAll{Role: r, C: c},
				dl.AtLeast{N: 1 + i%3, Role: r, C: c}, dl.AtMost{N: i % 3, Role: r, C: c})
			for j := range 4 {
				d := all[(i*7+j*13+round)%len(all)]
				next = append(next, dl.And{L: c, R: d}, dl.Or{L: c, R: d})
			}
		}
		all = append(all, next...)
	}
	return all
}

func TestTitles(t *testing.T) {
	zoo := syntax.Prefixes{"": "http://example.org/zoo#"}
	c := require.Value(syntax.Parse("Elephant ⊓ Mercury1 ⊓ Mercury2 ⊓ ∃childOf.Odd ⊓ ∃x.Elefant ⊓ K", zoo))(t)
	labels := map[string]string{}
	for local, label := range map[string]string{
		"Elephant": "Elephant",
		"Elefant":  "Elephant",
		"Mercury1": "Mercury (planet)",
		"Mercury2": "Mercury\n(god)",
		"childOf":  "child of",
		"Odd":      `it's \ odd`,
		"K":        "and",
	} {
		labels[zoo[""]+local] = label
	}
	got := syntax.Print(c, syntax.Options{Prefixes: zoo, Titles: syntax.Titles(c, labels, zoo)})
	want := `'Elephant (Elephant)' ⊓ 'Mercury (planet)' ⊓ 'Mercury (god)' ⊓ ∃'child of'.'it\'s \\ odd' ⊓ ∃x.'Elephant (Elefant)' ⊓ 'and'`
	check.Equal(t, got, want)
	for _, clash := range []map[string]string{
		{"A": "B"},                           // the label of A is the name of B
		{"A": "x", "B": "x"},                 // one label
		{"A": "x", "B": "x", "C": "x (A)"},   // one that reads like a label with its name
		{"A": "x", "B": "x", "C": "'x (A)'"}, // with quotes
		{"A": "A", "B": "A", "C": "A"},
	} {
		labels := map[string]string{}
		for local, label := range clash {
			labels[zoo[""]+local] = label
		}
		three := dl.Conj(dl.Name{IRI: zoo[""] + "A"}, dl.Name{IRI: zoo[""] + "B"}, dl.Name{IRI: zoo[""] + "C"})
		text := syntax.Print(three, syntax.Options{Prefixes: zoo, Titles: syntax.Titles(three, labels, zoo)})
		names := strings.Split(text, " ⊓ ")
		slices.Sort(names)
		check.That(t, len(slices.Compact(names)) == 3, "%v: %s", clash, text)
	}
}

const wd = "http://www.wikidata.org/prop/"

// TestEnglishOfQualifiers: the statement, its value and its qualifiers are one clause.
func TestEnglishOfQualifiers(t *testing.T) {
	p := syntax.Prefixes{
		"wd":       "http://www.wikidata.org/entity/",
		"p":        wd,
		"ps":       wd + "statement/",
		"pq":       wd + "qualifier/",
		"wdt":      wd + "direct/",
		"psn":      wd + dl.Normalized,
		"psv":      wd + dl.Quantity,
		"pqn":      wd + dl.QualifierNormalized,
		"pqv":      wd + dl.QualifierQuantity,
		"wdno":     wd + dl.NoneOf,
		"wikibase": "http://wikiba.se/ontology#",
	}
	labels := map[string]string{
		"http://www.wikidata.org/entity/Q1": "mayor",
		"http://www.wikidata.org/entity/Q2": "acting",
		"http://www.wikidata.org/entity/Q3": "centimetre",
	}
	for property, label := range map[string]string{
		"P39": "position held", "P69": "educated at", "P20": "place of death", "P580": "start time", "P582": "end time",
		"P585": "point in time", "P812": "academic major", "P166": "award received", "P2048": "height",
		"P1686": "for work", "P805": "statement is subject of", "P642": "of", "P518": "applies to part",
	} {
		for _, form := range append(dl.Statements(wd).Forms(wd+"direct/"+property), wd+"direct/"+property) {
			labels[form] = label
		}
	}
	for _, test := range []struct{ in, want string }{
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ (pq:P580 ≥ "2000-01-01T00:00:00Z"^^xsd:dateTime))`,
			"things that held the position mayor from 2000 on"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ (pq:P582 ≤ "2010-12-31T23:59:59Z"^^xsd:dateTime))`,
			"things that held the position mayor until 2010 or earlier"},
		{`∃p:P166.(pq:P585 ≤ "1944-12-31T23:59:59Z"^^xsd:dateTime)`, "things that received an award in 1944 or earlier"},
		{`∃p:P69.(∃ps:P69.{wd:Q1} ⊓ ∃pq:P812.{wd:Q2})`, "things that were educated at mayor with the academic major acting"},
		{`∃p:P20.(∃ps:P20.{wd:Q1} ⊓ ∃pq:P812.⊤)`, "things that died in mayor with an academic major"},
		{`¬∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P580.⊤)`,
			"things that are none of those that held the position mayor with a start time"},
		{`∃p:P2048.∃psn:P2048.(wikibase:quantityAmount ≥ 1.8)`,
			"things that have a height of at least 1.8 in units of the SI"},
		{`∃p:P2048.∃psv:P2048.((wikibase:quantityAmount ≤ 180) ⊓ ∃wikibase:quantityUnit.{wd:Q3})`,
			"things that have a height of at most 180 centimetre"},
		{`∃p:P2048.∃psv:P2048.((wikibase:quantityAmount ≥ 150) ⊓ (wikibase:quantityAmount ≤ 180) ⊓ ∃wikibase:quantityUnit.{wd:Q3})`,
			"things that have a height of at least 150 and at most 180 centimetre"},
		{`∃p:P2048.∃psv:P2048.((wikibase:quantityAmount ≥ 150) ⊓ ¬∃wikibase:quantityUnit.{wd:Q3})`,
			"things that have a height that has a height (that has a quantity amount of at least 150 and does not have the " +
				"quantity unit centimetre)"},
		{`∃p:P2048.∃psv:P2048.(wikibase:quantityAmount ≤ 180)`, "things that have a height of at most 180 in any unit"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pqn:P2048.(wikibase:quantityAmount ≥ 1.8))`,
			"things that held the position mayor with a height of at least 1.8 in units of the SI"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pqv:P2048.((wikibase:quantityAmount ≤ 180) ⊓ ∃wikibase:quantityUnit.{wd:Q3}))`,
			"things that held the position mayor with a height of at most 180 centimetre"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P582.{<http://www.wikidata.org/.well-known/genid/>})`,
			"things that held the position mayor with an unknown end time"},
		{`∃p:P20.∃ps:P20.{<http://www.wikidata.org/.well-known/genid/>}`,
			"things that have an unknown value for place of death"},
		{`∃p:P166.(∃ps:P166.{wd:Q1} ⊓ ∃pq:P1686.{wd:Q2})`, "things that received the award mayor for the work acting"},
		{`∃p:P166.∃pq:P1686.⊤`, "things that received an award for a work"},
		{`∃p:P166.∃pq:P1686.{<http://www.wikidata.org/.well-known/genid/>}`,
			"things that received an award for an unknown work"},
		{`∃p:P166.(∃ps:P166.{wd:Q1} ⊓ ∃pq:P805.{wd:Q2})`, "things that received the award mayor as described by acting"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P642.{wd:Q2})`, "things that held the position mayor of acting"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P642.⊤)`, "things that held the position mayor of something"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P518.{wd:Q2})`, "things that held the position mayor for the part acting"},
		{`∃wdt:P39.{wd:Q1} ⊓ ∃wdt:P166.⊤`, "things that held the position mayor and received an award"},
		{`∃wdt:P39.wd:Q1`, "things that have a position held that is a mayor"},
		{`¬∃wdt:P39.{wd:Q1} ⊓ ¬∃wdt:P166.⊤`, "things that never held the position mayor and have no awards received"},
		{`∃p:P39.∃rdf:type.{wdno:P39}`, "things that have the value “none” for position held"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃rdf:type.{wdno:P582})`, "things that held the position mayor with no end time"},
		{`∃p:P39.(∃ps:P39.{wd:Q1} ⊓ ∃pq:P812.{wd:Q2}) ⊓ ∃wdt:P20.{wd:Q2}`,
			"things that held the position mayor with the academic major acting and died in acting"},
	} {
		c, err := syntax.Parse(test.in, p)
		require.That(t, err == nil, "%s: %v", test.in, err)
		check.Equal(t, syntax.English(c, syntax.EnglishOptions{Labels: labels, Prefixes: p}), test.want, "%s:\n", test.in)
	}
}
