package intent

import (
	"context"
	"slices"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// Limits of the atoms at one individual.
const (
	mostSuccessors = 60 // of one role: with more, no values and no chains
	mostNumber     = 5  // n of ≥n
)

// atoms lists the concepts without ⊓, ⊔ and ¬ that hold at individuals.
type atoms struct {
	s    *interp.Structure
	o    Options
	skip map[string]bool // the examples: they do not become nominals
	// common holds the values ∃r.{b} that all individuals have. A chain ∃r.∃s.C that
	// holds because of b has all members of ∃r.{b} and a longer description. It is
	// never likelier, so these chains, often hundreds, are not counted.
	common map[dl.Concept]bool
	// classes holds the names and booleans at each individual, roles the roles with
	// successors there.
	classes [][]dl.Concept
	roles   map[interp.Individual][]interp.RoleID
	united  map[string]bool // features that are not compared, as in Session
}

// atomsOf returns the atoms of the structure. It caches those of the last structure.
func (s *Session) atomsOf(structure *interp.Structure) *atoms {
	if s.atoms == nil || s.atoms.s != structure {
		t := &atoms{
			s:       structure,
			o:       s.o,
			classes: make([][]dl.Concept, structure.Len()),
			roles:   map[interp.Individual][]interp.RoleID{},
		}
		for id, c := range structure.Signature().Atoms() {
			for a := range structure.Atom(interp.ConceptID(id)).EachSet() {
				t.classes[a] = append(t.classes[a], c)
			}
		}
		s.atoms = t
	}
	s.atoms.united = s.united
	s.atoms.skip = map[string]bool{}
	for _, iri := range slices.Concat(s.pos, s.neg) {
		s.atoms.skip[iri] = true
	}
	return s.atoms
}

func (t *atoms) rolesAt(a interp.Individual) []interp.RoleID {
	if rs, ok := t.roles[a]; ok {
		return rs
	}
	var rs []interp.RoleID
	for r := range interp.RoleID(t.s.Signature().NumRoles()) {
		role := t.s.Signature().Role(r)
		if role.Inverse && !t.o.Language.Has(dl.WithInverse) || t.o.isAboutStatements(role.IRI) {
			continue
		}
		if len(t.s.Successors(r, a)) > 0 {
			rs = append(rs, r)
		}
	}
	t.roles[a] = rs
	return rs
}

// eachAtom calls add for the atoms at a up to the role depth, 1 or 2, for some more than
// once. It leaves thresholds out: they depend on several individuals.
func (t *atoms) eachAtom(a interp.Individual, depth int, add func(dl.Concept)) {
	for _, c := range t.classes[a] {
		add(c)
	}
	t.eachString(a, add)
	for _, r := range t.rolesAt(a) {
		role, next := t.s.Signature().Role(r), t.s.Successors(r, a)
		add(dl.Exists{Role: role, C: dl.Top{}})
		for n := 2; n <= min(len(next), mostNumber); n++ {
			add(dl.AtLeast{N: n, Role: role, C: dl.Top{}})
		}
		t.eachNumber(role, next, add)
		few := len(next) <= mostSuccessors
		for _, b := range next {
			t.eachFiller(b, few, func(c dl.Concept) { add(dl.Exists{Role: role, C: c}) })
			if few && depth > 1 && !t.common[dl.Exists{Role: role, C: dl.Nominal{IRI: t.s.IRI(b)}}] {
				t.eachChain(role, b, add)
			}
		}
	}
}

// eachFiller calls add for {b}, if values is set, and for the names and strings of b.
func (t *atoms) eachFiller(b interp.Individual, values bool, add func(dl.Concept)) {
	if iri := t.s.IRI(b); values && !t.skip[iri] && !isBlank(iri) {
		add(dl.Nominal{IRI: iri})
	}
	for _, c := range t.classes[b] {
		add(c)
	}
	t.eachString(b, add)
}

// eachNumber calls add for ≥n r.A, where next are the successors of r.
func (t *atoms) eachNumber(role dl.Role, next []interp.Individual, add func(dl.Concept)) {
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

// eachChain calls add for the chains ∃r.∃s.C through b, a successor of the role.
func (t *atoms) eachChain(role dl.Role, b interp.Individual, add func(dl.Concept)) {
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
			t.eachFiller(d, true, wrap)
		}
	}
}

// eachString calls add for (f = s) at a.
func (t *atoms) eachString(a interp.Individual, add func(dl.Concept)) {
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

// heldBy returns the atoms up to the role depth that at most missing of the individuals
// lack, and how many individuals have each. It skips individuals that the structure does not
// know. The chains of a hundred individuals take a second, so heldBy looks at the context.
func (t *atoms) heldBy(ctx context.Context, individuals []string, missing, depth int) (map[dl.Concept]int, error) {
	at := map[dl.Concept]int{}
	known := 0
	for _, iri := range individuals {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a, ok := t.s.Lookup(iri)
		if !ok {
			continue
		}
		known++
		here := map[dl.Concept]bool{}
		t.eachAtom(a, depth, func(c dl.Concept) { here[c] = true })
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
	return at, nil
}
