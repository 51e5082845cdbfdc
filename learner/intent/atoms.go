package intent

import (
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Bounds of what is proposed at one individual.
const (
	mostSuccessors = 60 // of one role, for its values and for a second step
	mostNumber     = 5  // of ≥n
)

// atoms proposes the concepts without ⊓ and ⊔ that hold at individuals.
type atoms struct {
	s    *interp.Structure
	o    Options
	skip map[string]bool // individuals that are no nominals: the examples
	// common are the values ∃r.{b} that all individuals have. A chain ∃r.∃s.C that
	// holds because of b has all their members and a longer description, so it is
	// never likelier, and hundreds of them are not counted.
	common map[dl.Concept]bool
	// classes are the names and booleans at an individual, roles those with
	// successors.
	classes [][]dl.Concept
	roles   map[interp.Individual][]interp.RoleID
}

// atomsOf proposes from the structure. Of one structure the session keeps what
// it has looked up.
func (s *Session) atomsOf(structure *interp.Structure) *atoms {
	if s.atoms == nil || s.atoms.s != structure {
		t := &atoms{s: structure, o: s.o, classes: make([][]dl.Concept, structure.Len()), roles: map[interp.Individual][]interp.RoleID{}}
		for id, c := range structure.Signature().Atoms() {
			for a := range structure.Atom(interp.ConceptID(id)).EachSet() {
				t.classes[a] = append(t.classes[a], c)
			}
		}
		s.atoms = t
	}
	s.atoms.skip = map[string]bool{}
	for _, iri := range slices.Concat(s.pos, s.neg) {
		s.atoms.skip[iri] = true
	}
	return s.atoms
}

// rolesAt are the roles with successors of a.
func (t *atoms) rolesAt(a interp.Individual) []interp.RoleID {
	if rs, ok := t.roles[a]; ok {
		return rs
	}
	var rs []interp.RoleID
	for r := range interp.RoleID(t.s.Signature().NumRoles()) {
		role := t.s.Signature().Role(r)
		if role.Inverse && !t.o.Language.Has(dl.WithInverse) {
			continue
		}
		if len(t.s.Successors(r, a)) > 0 {
			rs = append(rs, r)
		}
	}
	t.roles[a] = rs
	return rs
}

// at calls add for the atoms at a up to the role depth, 1 or 2, some of them more
// than once, but for comparisons with thresholds, which depend on several
// individuals.
func (t *atoms) at(a interp.Individual, depth int, add func(dl.Concept)) {
	for _, c := range t.classes[a] {
		add(c)
	}
	t.stringsAt(a, add)
	for _, r := range t.rolesAt(a) {
		role, next := t.s.Signature().Role(r), t.s.Successors(r, a)
		add(dl.Exists{Role: role, C: dl.Top{}})
		for n := 2; n <= min(len(next), mostNumber); n++ {
			add(dl.AtLeast{N: n, Role: role, C: dl.Top{}})
		}
		t.counted(role, next, add)
		few := len(next) <= mostSuccessors
		for _, b := range next {
			t.fillers(b, few, func(c dl.Concept) { add(dl.Exists{Role: role, C: c}) })
			if few && depth > 1 && !t.common[dl.Exists{Role: role, C: dl.Nominal{IRI: t.s.IRI(b)}}] {
				t.second(role, b, add)
			}
		}
	}
}

// fillers are {b}, if values are wanted, and the names and strings of b.
func (t *atoms) fillers(b interp.Individual, values bool, add func(dl.Concept)) {
	if iri := t.s.IRI(b); values && !t.skip[iri] && !isBlank(iri) {
		add(dl.Nominal{IRI: iri})
	}
	for _, c := range t.classes[b] {
		add(c)
	}
	t.stringsAt(b, add)
}

// counted are ≥n r.A.
func (t *atoms) counted(role dl.Role, next []interp.Individual, add func(dl.Concept)) {
	if len(next) < 2 || !t.o.Language.Has(dl.WithAtLeast) {
		return
	}
	in := map[dl.Concept]int{}
	for _, b := range next {
		for _, c := range t.classes[b] {
			in[c]++
		}
	}
	for c, k := range in {
		for n := 2; n <= min(k, mostNumber); n++ {
			add(dl.AtLeast{N: n, Role: role, C: c})
		}
	}
}

// second are the chains ∃r.∃s.C through b.
func (t *atoms) second(role dl.Role, b interp.Individual, add func(dl.Concept)) {
	for _, s := range t.rolesAt(b) {
		next := t.s.Successors(s, b)
		if len(next) > mostSuccessors {
			continue
		}
		then := t.s.Signature().Role(s)
		wrap := func(c dl.Concept) { add(dl.Exists{Role: role, C: dl.Exists{Role: then, C: c}}) }
		if then != role.Inv() {
			wrap(dl.Top{})
		}
		for _, d := range next {
			t.fillers(d, true, wrap)
		}
	}
}

func (t *atoms) stringsAt(a interp.Individual, add func(dl.Concept)) {
	if !t.o.Language.Has(dl.WithStrings) {
		return
	}
	for f, feature := range t.s.Signature().Features() {
		id := interp.FeatureID(f)
		for _, rank := range t.s.StringRanks(id, a) {
			add(dl.Compare{Feature: feature, Op: dl.Equal, Value: t.s.Strings(id)[rank]})
		}
	}
}

// heldBy returns the atoms up to the role depth that hold at all but at most
// missing of the individuals.
func (t *atoms) heldBy(individuals []string, missing, depth int) map[dl.Concept]int {
	at := map[dl.Concept]int{}
	known := 0
	for _, iri := range individuals {
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		known++
		here := map[dl.Concept]bool{}
		t.at(a, depth, func(c dl.Concept) { here[c] = true })
		for c := range here {
			if known > missing+1 && at[c] == 0 {
				continue
			}
			at[c]++
		}
		for c, n := range at {
			if n < known-missing {
				delete(at, c)
			}
		}
	}
	return at
}
