package speed

import "github.com/genus-kg/genus/learner/syntax"

// A question is a concept about people, and the query that a person would write for it.
type question struct {
	concept string
	query   string // the inside of WHERE
}

const person = "?x a/rdfs:subClassOf* :Person . "

var (
	prefixes  = syntax.Prefixes{"": ns}
	questions = []question{
		{"Manager ⊓ ∃worksFor.Startup", "?x a :Manager ; :worksFor ?w . ?w a :Startup ."},
		{"Student ⊓ (age ≥ 60)", "?x a :Student ; :age ?age . FILTER(?age >= 60)"},
		{"Employee ⊓ ¬Manager", "?x a/rdfs:subClassOf* :Employee . FILTER NOT EXISTS { ?x a :Manager }"},
		{"¬Employee", person + "FILTER NOT EXISTS { ?x a/rdfs:subClassOf* :Employee }"},
		{"∀knows.Manager", person + "FILTER NOT EXISTS { ?x :knows ?y . FILTER NOT EXISTS { ?y a :Manager } }"},
		{"≤1 parentOf.⊤", person + "FILTER NOT EXISTS { ?x :parentOf ?y, ?z . FILTER(?y != ?z) }"},
		{
			"≥3 parentOf.Student",
			"{ SELECT ?x WHERE { ?x :parentOf ?y . ?y a :Student } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 3) }",
		},
		{"∃worksFor.∃locatedIn.Capital", "?x :worksFor ?w . ?w :locatedIn ?l . ?l a :Capital ."},
		{"(age ≥ 60) ⊔ Student", "{ ?x :age ?age . FILTER(?age >= 60) } UNION { ?x a :Student }"},
		{"∃parentOf⁻.(born ≤ 1950-12-31)", `?p :parentOf ?x ; :born ?b . FILTER(?b <= "1950-12-31"^^xsd:date)`},
	}
)
