package queries

import (
	"errors"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Axioms are consequences of axioms about classes and properties: which statements,
// besides those with a symbol itself, make it true. A query asks for all of them, so
// that it answers as if the graph contained what follows from it. No list of a symbol
// has the symbol itself.
type Axioms struct {
	// Roles are, by property, the roles whose statements also count for the property:
	// its subproperties, and the inverses of its inverse properties.
	Roles map[string][]dl.Role
	// Features are, by property, the properties whose literals also count for it.
	Features map[string][]string
	// Transitive are the transitive properties: whatever a path of their statements
	// reaches is a successor.
	Transitive map[string]bool
	// ThroughLiterals are the properties with chains that can pass through a literal. No
	// query expresses their closures, or them if they are transitive: the error is
	// ErrThroughLiteral.
	ThroughLiterals map[string]bool
	// Equivalent are, by class, the classes with the same members.
	Equivalent map[string][]string
	// Classes is, by class, the evidence for its members.
	Classes map[string]Evidence
	// Subclasses are, by class, the classes whose evidence also counts for the class,
	// recursively.
	Subclasses map[string][]string
	// Unredirected are properties of whose values none redirects, if Vocabulary.Redirect is set.
	Unredirected map[string]bool
}

// ErrThroughLiteral reports a concept with a transitive role or closure that no query expresses. A
// path cannot exclude nodes in its middle (SPARQL 1.1, section 9). Literals are not
// individuals, so the path would relate individuals that the role does not relate.
var ErrThroughLiteral = errors.New("its chains can pass through a literal, which a path of SPARQL cannot exclude")

// Evidence holds the properties and roles that show membership in a class, because the
// class is their domain or range.
type Evidence struct {
	// Subjects are properties. The subject of a statement with one is a member.
	Subjects []string
	// Roles are roles. An individual with a successor by one, which is not a literal, is
	// a member.
	Roles []dl.Role
}

// roles returns the roles whose successors are successors by r, r first.
func (a Axioms) roles(r dl.Role) []dl.Role {
	all := []dl.Role{r}
	for _, s := range a.Roles[r.IRI] {
		if r.Inverse {
			s = s.Inv()
		}
		all = append(all, s)
	}
	return all
}

// oneStep reports whether all successors by the role come from statements with it.
func (a Axioms) oneStep(r dl.Role) bool {
	roles := a.roles(r)
	return len(roles) == 1 && !a.Transitive[r.IRI] && r.Closure == dl.NoClosure
}

func (a Axioms) features(f string) []string { return append([]string{f}, a.Features[f]...) }

func (a Axioms) subproperties() []string {
	var properties []string
	for _, roles := range a.Roles {
		for _, r := range roles {
			properties = append(properties, r.IRI)
		}
	}
	for _, features := range a.Features {
		properties = append(properties, features...)
	}
	slices.Sort(properties)
	return slices.Compact(properties)
}

// class returns the expression of a concept name: by what is stated and by evidence.
func (a Axioms) class(iri string) safe {
	same, e := a.evidence(iri)
	if len(same)+len(e.Subjects)+len(e.Roles) == 0 {
		return class{iri}
	}
	return entailed{class{iri}, same, e}
}

// evidence returns the evidence for the class and for all classes below it, sorted.
// others are classes below it by axioms about equivalent classes.
func (a Axioms) evidence(iri string) (others []string, sum Evidence) {
	seen := map[string]bool{iri: true}
	for stack := []string{iri}; len(stack) > 0; {
		e := a.Classes[stack[len(stack)-1]]
		sum.Subjects, sum.Roles = append(sum.Subjects, e.Subjects...), append(sum.Roles, e.Roles...)
		same, subclasses := a.Equivalent[stack[len(stack)-1]], a.Subclasses[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for i, c := range slices.Concat(same, subclasses) {
			if seen[c] {
				continue
			}
			seen[c] = true
			stack = append(stack, c)
			if i < len(same) && !BlankNode(c) { // a query with closure asks for subclasses
				others = append(others, c)
			}
		}
	}
	slices.Sort(others)
	return others, sum.compact()
}

func (e Evidence) compact() Evidence {
	slices.Sort(e.Subjects)
	e.Subjects = slices.Compact(e.Subjects)
	slices.SortFunc(e.Roles, dl.Role.Compare)
	e.Roles = slices.DeleteFunc(slices.Compact(e.Roles), func(r dl.Role) bool {
		_, subject := slices.BinarySearch(e.Subjects, r.IRI)
		return subject && !r.Inverse
	})
	return e
}

// dropSteps returns the roles without those that are steps of a transitive role among
// them.
func (a Axioms) dropSteps(roles []dl.Role) []dl.Role {
	steps := map[dl.Role]bool{}
	for _, r := range roles {
		if a.Transitive[r.IRI] && !steps[r] {
			for _, s := range a.roles(r)[1:] {
				steps[s] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(roles), func(r dl.Role) bool { return steps[r] })
}

func (e entailed) union() either {
	parts := []safe{e.class}
	for _, c := range e.others {
		parts = append(parts, class{c})
	}
	return either{append(parts, e.parts()...)}
}

func (e Evidence) parts() (parts []safe) {
	if len(e.Subjects) > 0 {
		parts = append(parts, subjectsOf{e.Subjects})
	}
	if len(e.Roles) > 0 {
		parts = append(parts, linked{e.Roles})
	}
	return parts
}
