package enrich

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/el"
	"github.com/genus-kg/genus/learner/dl"
)

// A theory is axioms in EL, to find out what contradicts. What is outside EL is a name with what follows for it: ¬C
// and ≤0 r.C exclude C and ∃r.C, and ≥n excludes ≤m for n > m. So each contradiction that is found is one. Those by ∀,
// by an inverse or by a chain are not looked for.
type theory struct {
	*el.Ontology
	concepts map[dl.Concept]el.Concept
	roles    map[dl.Role]el.Role
	least    map[el.Role][]number
	most     map[el.Role][]number
	// members are the names of what has the classes of an exception, by these.
	members map[string]el.Concept
}

// A number is a restriction to at least or at most n values in the filler.
type number struct {
	n         int
	filler, c el.Concept
}

func newTheory() *theory {
	return &theory{
		el.New(), map[dl.Concept]el.Concept{dl.Top{}: el.Top, dl.Bottom{}: el.Bottom}, map[dl.Role]el.Role{},
		map[el.Role][]number{}, map[el.Role][]number{}, map[string]el.Concept{},
	}
}

func (t *theory) role(r dl.Role) el.Role {
	id, known := t.roles[r]
	if !known {
		id = t.Role()
		t.roles[r] = id
	}
	return id
}

func (t *theory) concept(c dl.Concept) el.Concept {
	id, known := t.concepts[c]
	if !known {
		id = t.translate(c)
		t.concepts[c] = id
	}
	return id
}

func (t *theory) translate(c dl.Concept) el.Concept {
	switch c := c.(type) {
	case dl.And:
		return t.And(t.concept(c.L), t.concept(c.R))
	case dl.Or:
		id := t.Name()
		t.SubClassOf(t.concept(c.L), id)
		t.SubClassOf(t.concept(c.R), id)
		return id
	case dl.Not:
		id := t.Name()
		t.Disjoint(id, t.concept(c.C))
		return id
	case dl.Exists:
		return t.Some(t.role(c.Role), t.concept(c.C))
	case dl.AtLeast:
		return t.atLeast(c.N, t.role(c.Role), t.concept(c.C))
	case dl.AtMost:
		return t.atMost(c.N, t.role(c.Role), t.concept(c.C))
	case dl.ForAll:
		id, filler := t.Name(), t.concept(c.C)
		if filler == el.Bottom {
			t.Disjoint(id, t.Some(t.role(c.Role), el.Top))
		}
		return id
	case dl.Compare:
		r := t.role(dl.Role{IRI: c.Feature})
		switch c.Op {
		case dl.Present:
			return t.Some(r, el.Top)
		case dl.Many:
			return t.atLeast(int(c.Value.Float()), r, el.Top)
		}
		return t.Some(r, t.Name())
	}
	return t.Name()
}

func (t *theory) atLeast(n int, r el.Role, filler el.Concept) el.Concept {
	switch {
	case n <= 0:
		return el.Top
	case n == 1:
		return t.Some(r, filler)
	}
	x := number{n, filler, t.Name()}
	t.SubClassOf(x.c, t.Some(r, filler))
	t.least[r] = append(t.least[r], x)
	for _, most := range t.most[r] {
		t.compare(x, most)
	}
	return x.c
}

func (t *theory) atMost(n int, r el.Role, filler el.Concept) el.Concept {
	x := number{n, filler, t.Name()}
	if n == 0 {
		t.Disjoint(x.c, t.Some(r, filler))
	}
	t.most[r] = append(t.most[r], x)
	for _, least := range t.least[r] {
		t.compare(least, x)
	}
	return x.c
}

// compare says that nothing has more values than it may have.
func (t *theory) compare(least, most number) {
	if least.n > most.n && (most.filler == el.Top || most.filler == least.filler) {
		t.Disjoint(least.c, most.c)
	}
}

// The kinds of axioms that are stated and never proposed.
const (
	subProperty dl.AxiomKind = "subproperty" // Subject ⊑ Other
	transitive  dl.AxiomKind = "transitive"
)

func (t *theory) add(a dl.Axiom) {
	class, property := dl.Name{IRI: a.Subject}, dl.Role{IRI: a.Subject}
	switch a.Kind {
	case dl.EquivalentClasses:
		t.equate(t.concept(class), t.concept(a.Concept))
	case dl.SubClassOf:
		t.SubClassOf(t.concept(class), t.concept(a.Concept))
	case dl.Sufficient:
		t.SubClassOf(t.concept(a.Concept), t.concept(class))
	case dl.DisjointClasses:
		t.Disjoint(t.concept(class), t.concept(a.Concept))
	case dl.DisjointUnion:
		parts := dl.Disjuncts(a.Concept)
		for i, c := range parts {
			t.SubClassOf(t.concept(c), t.concept(class))
			for _, d := range parts[i+1:] {
				t.Disjoint(t.concept(c), t.concept(d))
			}
		}
	case dl.PropertyDomain:
		t.SubClassOf(t.Some(t.role(property), el.Top), t.concept(a.Concept))
	case dl.PropertyRange:
		t.Range(t.role(property), t.concept(a.Concept))
	case dl.FunctionalProperty:
		t.SubClassOf(el.Top, t.atMost(1, t.role(property), el.Top))
	case subProperty:
		t.SubRole(t.role(property), t.role(dl.Role{IRI: a.Other}))
	case transitive:
		r := t.role(property)
		t.Chain([]el.Role{r, r}, r)
	}
}

func (t *theory) equate(c, d el.Concept) {
	t.SubClassOf(c, d)
	t.SubClassOf(d, c)
}

// addProposal adds the axiom. Its exceptions, of which only the classes are known, are then in the concept, and what is
// beyond a definition is then in the class.
func (t *theory) addProposal(a dl.Axiom, exceptions, extras [][]string) {
	t.add(a)
	for _, classes := range exceptions {
		if a.Concept != nil {
			t.SubClassOf(t.member(classes), t.concept(a.Concept))
		}
	}
	for _, classes := range extras {
		t.SubClassOf(t.member(classes), t.concept(dl.Name{IRI: a.Subject}))
	}
}

// member returns the name of what has the classes. Its key is no IRI.
func (t *theory) member(classes []string) el.Concept {
	key := " " + strings.Join(classes, " ")
	id, known := t.members[key]
	if !known {
		id = t.Name()
		t.members[key] = id
		for _, class := range classes {
			t.SubClassOf(id, t.concept(dl.Name{IRI: class}))
		}
	}
	return id
}

// names returns the names of classes, and the keys of the classes of exceptions, with their concepts.
func (t *theory) names() map[string]el.Concept {
	all := maps.Clone(t.members)
	for c, id := range t.concepts {
		if name, is := c.(dl.Name); is {
			all[name.IRI] = id
		}
	}
	return all
}

// impossible returns those of the names that nothing can be a member of, sorted. A name that the theory lacks is none.
func (t *theory) impossible(ctx context.Context, names []string) (out []string, err error) {
	all := t.names()
	targets := map[string]el.Concept{}
	for _, name := range names {
		if id, known := all[name]; known {
			targets[name] = id
		}
	}
	k, err := t.ClassifyPossible(ctx, maps.Values(targets))
	for name, id := range targets {
		if err == nil && k.IsEmpty(id) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, err
}

// about returns which axioms may say something of the name: the others apply to nothing that follows for it.
func (t *theory) about(
	ctx context.Context, name string,
) (uses func(a dl.Axiom, exceptions [][]string) bool, err error) {
	k, err := t.ClassifyPossible(ctx, slices.Values([]el.Concept{t.names()[name]}))
	if err != nil {
		return nil, err
	}
	seen := k.Seen()
	return func(a dl.Axiom, exceptions [][]string) bool {
		switch a.Kind {
		case dl.EquivalentClasses, dl.SubClassOf, dl.Sufficient, dl.DisjointClasses:
			return seen[t.concept(dl.Name{IRI: a.Subject})] || seen[t.concept(a.Concept)] ||
				slices.ContainsFunc(exceptions, func(classes []string) bool { return seen[t.member(classes)] })
		}
		return true
	}, nil
}

// Entailed reports for each axiom about a named class, C ≡ D or C ⊑ D, whether it follows from the stated ones.
func Entailed(ctx context.Context, stated []Stated, axioms []dl.Axiom) ([]bool, error) {
	known, err := axiomsOf(stated)
	if err != nil {
		return nil, err
	}
	t := newTheory()
	for _, a := range known {
		t.add(a)
	}
	var pairs [][2]el.Concept
	var all []el.Concept
	for _, a := range axioms {
		c, d := t.concept(dl.Name{IRI: a.Subject}), t.Name()
		t.equate(d, t.concept(a.Concept))
		pairs = append(pairs, [2]el.Concept{c, d})
		all = append(all, c, d)
	}
	k, err := t.ClassifyPossible(ctx, slices.Values(all))
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(axioms))
	for i, x := range pairs {
		out[i] = k.IsBelow(x[0], x[1]) && (axioms[i].Kind != dl.EquivalentClasses || k.IsBelow(x[1], x[0]))
	}
	return out, nil
}

// axiomsOf returns the stated axioms.
func axiomsOf(stated []Stated) (out []dl.Axiom, err error) {
	for _, x := range stated {
		a, err := Proposal{Kind: x.Kind, Subject: x.Subject, Concept: x.Concept, Other: x.Other}.Axiom()
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// mostEntailed is how many new entailments are listed.
const mostEntailed = 50

// NewlyEntailed returns the pairs of named classes, the first below the second, that follow with the proposals and not
// without the last of them: what a reasoner adds if that is accepted after the others. Of each class only the nearest
// new superclasses are named.
func NewlyEntailed(ctx context.Context, stated []Stated, proposals []Proposal) (pairs [][2]string, err error) {
	known, err := axiomsOf(stated)
	if err != nil || len(proposals) == 0 {
		return nil, err
	}
	t := newTheory()
	for _, a := range known {
		t.add(a)
	}
	var before, after *el.Classification
	names := map[el.Concept]string{}
	for i, p := range proposals {
		a, err := p.Axiom()
		if err != nil {
			return nil, err
		}
		if a.Concept != nil {
			t.concept(a.Concept)
		}
		if i == len(proposals)-1 {
			for c, id := range t.concepts {
				if name, is := c.(dl.Name); is {
					names[id] = name.IRI
				}
			}
			if before, err = t.ClassifyPossible(ctx, maps.Keys(names)); err != nil {
				return nil, err
			}
		}
		t.add(a)
	}
	if after, err = t.ClassifyPossible(ctx, maps.Keys(names)); err != nil {
		return nil, err
	}
	for _, c := range slices.Sorted(maps.Keys(names)) {
		if before.IsEmpty(c) || after.IsEmpty(c) {
			continue
		}
		var added []el.Concept
		for _, d := range after.Above(c) {
			if names[d] != "" && d != c && !before.IsBelow(c, d) {
				added = append(added, d)
			}
		}
		for _, d := range after.Smallest(added) {
			pairs = append(pairs, [2]string{names[c], names[d]})
		}
	}
	slices.SortFunc(pairs,
		func(a, b [2]string) int { return cmp.Or(strings.Compare(a[1], b[1]), strings.Compare(a[0], b[0])) })
	return pairs[:min(mostEntailed, len(pairs))], nil
}
