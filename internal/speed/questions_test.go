package speed

import "github.com/genus-kg/genus/learner/dl"

// question is a concept, among people, and what a person would write for it.
// ?c of the queries below is a class of people.
type question struct {
	name  string
	c     dl.Concept
	query string // the inside of WHERE
}

func name(s string) dl.Concept { return dl.Name{IRI: ns + s} }
func role(s string) dl.Role    { return dl.Role{IRI: ns + s} }
func compare(f string, op dl.Op, v dl.Value) dl.Concept {
	return dl.Compare{Feature: ns + f, Op: op, Value: v}
}

func questions() ([]question, error) {
	born, err := dl.NewValue(dl.Date, "1950-12-31")
	old := compare("age", dl.GreaterEq, dl.Int(60))
	person := "?x a/rdfs:subClassOf* :Person . "
	return []question{
		{"Manager ⊓ ∃worksFor.Startup", dl.And{L: name("Manager"), R: dl.Exists{Role: role("worksFor"), C: name("Startup")}},
			"?x a :Manager ; :worksFor ?w . ?w a :Startup ."},
		{"Student ⊓ (age ≥ 60)", dl.And{L: name("Student"), R: old},
			"?x a :Student ; :age ?age . FILTER(?age >= 60)"},
		{"Employee ⊓ ¬Manager", dl.And{L: name("Employee"), R: dl.Not{C: name("Manager")}},
			"?x a/rdfs:subClassOf* :Employee . FILTER NOT EXISTS { ?x a :Manager }"},
		{"¬Employee", dl.Not{C: name("Employee")},
			person + "FILTER NOT EXISTS { ?x a/rdfs:subClassOf* :Employee }"},
		{"∀knows.Manager", dl.ForAll{Role: role("knows"), C: name("Manager")},
			person + "FILTER NOT EXISTS { ?x :knows ?y . FILTER NOT EXISTS { ?y a :Manager } }"},
		{"≤1 parentOf.⊤", dl.AtMost{N: 1, Role: role("parentOf"), C: dl.Top{}},
			person + "FILTER NOT EXISTS { ?x :parentOf ?y, ?z . FILTER(?y != ?z) }"},
		{"≥3 parentOf.Student", dl.AtLeast{N: 3, Role: role("parentOf"), C: name("Student")},
			"{ SELECT ?x WHERE { ?x :parentOf ?y . ?y a :Student } GROUP BY ?x HAVING (COUNT(DISTINCT ?y) >= 3) }"},
		{"∃worksFor.∃locatedIn.Capital", dl.Exists{Role: role("worksFor"), C: dl.Exists{Role: role("locatedIn"), C: name("Capital")}},
			"?x :worksFor ?w . ?w :locatedIn ?l . ?l a :Capital ."},
		{"(age ≥ 60) ⊔ Student", dl.Or{L: old, R: name("Student")},
			"{ ?x :age ?age . FILTER(?age >= 60) } UNION { ?x a :Student }"},
		{"∃parentOf⁻.(born ≤ 1950-12-31)", dl.Exists{Role: role("parentOf").Inv(), C: compare("born", dl.LessEq, born)},
			`?p :parentOf ?x ; :born ?b . FILTER(?b <= "1950-12-31"^^xsd:date)`},
	}, err
}
