package queries

import (
	"cmp"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
)

// Axioms are what follows from axioms about properties and is not stated: what
// else, beside a symbol itself, makes it true. A query asks for all of it, so it
// answers as if the graph had been closed. The symbol itself is in none of its
// lists.
type Axioms struct {
	// Roles are, by property, the roles whose statements are its, too: of a
	// superproperty its subproperties, of an inverse the other one turned round.
	Roles map[string][]dl.Role
	// Features are, by property, the properties whose literals are its, too.
	Features map[string][]string
	// Transitive are the properties whose statements are steps of a path: what follows
	// is at its end.
	Transitive map[string]bool
	// Equivalent are, by class, those with the same members.
	Equivalent map[string][]string
	// Classes are, by class, what else its members can be known by.
	Classes map[string]Evidence
	// Subclasses are, by class, classes whose evidence counts for it, too, and so that
	// of theirs.
	Subclasses map[string][]string
}

// Evidence of a class is what only its members have: its properties' domains and
// ranges.
type Evidence struct {
	// Subjects are properties: whatever is the subject of one, with any object.
	Subjects []string
	// Roles: whatever has a successor by one, which is no literal.
	Roles []dl.Role
}

// roles are those by which something is a successor by r.
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

// oneStep reports whether one statement with the role is all that makes a successor.
func (a Axioms) oneStep(r dl.Role) bool {
	roles := a.roles(r)
	return len(roles) == 1 && !a.Transitive[r.IRI]
}

// features are those whose values f has.
func (a Axioms) features(f string) []string { return append([]string{f}, a.Features[f]...) }

// below are the properties whose statements are those of another property, too.
func (a Axioms) below() []string {
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

// class is the concept name: by what is stated and, where there is, by evidence.
func (a Axioms) class(iri string) safe {
	same, e := a.evidence(iri)
	if len(same)+len(e.Subjects)+len(e.Roles) == 0 {
		return class{iri}
	}
	return entailed{class{iri}, same, e}
}

// evidence is that of the class and of all below it, sorted; others are classes whose
// members are those of iri by an axiom about equivalent classes.
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
			if i < len(same) && !BlankNode(c) { // the query asks for subclasses anyway
				others = append(others, c)
			}
		}
	}
	slices.Sort(others)
	return others, sum.compact()
}

// compact is the evidence sorted, and without roles whose subject with any object is
// a member.
func (e Evidence) compact() Evidence {
	slices.Sort(e.Subjects)
	e.Subjects = slices.Compact(e.Subjects)
	slices.SortFunc(e.Roles, compareRoles)
	e.Roles = slices.DeleteFunc(slices.Compact(e.Roles), func(r dl.Role) bool {
		_, subject := slices.BinarySearch(e.Subjects, r.IRI)
		return subject && !r.Inverse
	})
	return e
}

// compareRoles orders roles by their properties, and inverses behind.
func compareRoles(r, s dl.Role) int {
	switch c := cmp.Compare(r.IRI, s.IRI); {
	case c != 0 || r.Inverse == s.Inverse:
		return c
	case s.Inverse:
		return -1
	}
	return 1
}

// withoutSteps leaves out the roles that are steps of a transitive one among them.
func (a Axioms) withoutSteps(roles []dl.Role) []dl.Role {
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
