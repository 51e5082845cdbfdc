package enrich

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A Stated is an axiom that the ontology states, as far as contradictions with it are looked for.
type Stated struct {
	Kind    dl.AxiomKind `json:"kind"`
	Subject string       `json:"subject"`
	Concept string       `json:"concept,omitempty"` // in DL syntax with whole IRIs
	Other   string       `json:"other,omitempty"`
}

// An Inconsistency says why a proposal cannot be accepted with others, which have better evidence.
type Inconsistency struct {
	ID      string   `json:"-"` // of the proposal
	With    []string `json:"with" jsonschema:"identifiers of other proposals; none if the ontology alone contradicts"`
	Classes []string `json:"nothing_in" jsonschema:"IRIs of classes: nothing could be in all of them"`
	// OfExceptions: some exceptions are in all of the classes.
	OfExceptions bool `json:"of_exceptions,omitempty" jsonschema:"there are exceptions in all of these classes, which could not be"`
}

// Stated returns the axioms of the source that proposals may contradict.
func (s Enricher) Stated(ctx context.Context) (out []Stated, err error) {
	axioms, _, err := s.statedAxioms(ctx)
	if err != nil {
		return nil, err
	}
	data := s.Source.Data()
	for _, t := range data.Facts.Superclasses {
		class, above := data.Facts.Term(t[0]), data.Facts.Term(t[1])
		if !queries.BlankNode(class) && !queries.BlankNode(above) {
			axioms = append(axioms, dl.Axiom{Kind: dl.SubClassOf, Subject: class, Concept: dl.Name{IRI: above}})
		}
	}
	for _, a := range axioms {
		x := Stated{Kind: a.Kind, Subject: a.Subject, Other: a.Other}
		if a.Concept != nil {
			x.Concept = syntax.Print(a.Concept, syntax.Options{Exact: true})
		}
		out = append(out, x)
	}
	return out, nil
}

// A claim is a proposal as an axiom.
type claim struct {
	Proposal
	axiom dl.Axiom
}

// mostConflicts is how many conflicts are looked for: a reader mends some and looks again.
const mostConflicts = 50

// Inconsistencies returns why the proposals cannot all be accepted; nothing if no contradiction is found.
func Inconsistencies(ctx context.Context, stated []Stated, proposals []Proposal) (out []Inconsistency, err error) {
	known, err := axiomsOf(stated)
	if err != nil {
		return nil, err
	}
	var claims []claim
	for _, c := range proposals {
		a, err := c.Axiom()
		if err != nil {
			return nil, err
		}
		claims = append(claims, claim{c, a})
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.Confidence, a.Confidence) })
	all := theoryOf(known, claims)
	names, err := all.impossible(ctx, slices.Collect(maps.Keys(all.names())))
	if err != nil || len(names) == 0 {
		return nil, err
	}
	before, err := theoryOf(known, nil).impossible(ctx, names)
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(before, name) })
	for err == nil && len(names) > 0 && len(out) < mostConflicts {
		var least []claim
		if least, err = leastAbout(ctx, names[0], known, claims); err != nil {
			break
		}
		weakest := least[len(least)-1].ID
		conflict := Inconsistency{
			ID: weakest, With: []string{}, Classes: strings.Fields(names[0]), OfExceptions: strings.HasPrefix(names[0], " "),
		}
		for _, c := range least[:len(least)-1] {
			conflict.With = append(conflict.With, c.ID)
		}
		out = append(out, conflict)
		claims = slices.DeleteFunc(claims, func(c claim) bool { return c.ID == weakest })
		names, err = theoryOf(known, claims).impossible(ctx, names) // with fewer claims, nothing else is
	}
	return out, err
}

func theoryOf(known []dl.Axiom, claims []claim) *theory {
	t := newTheory()
	for _, a := range known {
		t.add(a)
	}
	for _, c := range claims {
		t.addProposal(c.axiom, c.ExceptionClasses, c.ExtraClasses)
	}
	return t
}

// leastAbout returns a least part of the claims with which nothing can be in what has the name, as it cannot with all.
func leastAbout(ctx context.Context, name string, known []dl.Axiom, claims []claim) ([]claim, error) {
	uses, err := theoryOf(known, claims).about(ctx, name)
	if err != nil {
		return nil, err
	}
	known = slices.DeleteFunc(slices.Clone(known), func(a dl.Axiom) bool { return !uses(a, nil) })
	claims = slices.DeleteFunc(slices.Clone(claims), func(c claim) bool {
		return !uses(c.axiom, slices.Concat(c.ExceptionClasses, c.ExtraClasses))
	})
	least := leastOf(nil, false, claims, func(of []claim) bool {
		found, failed := theoryOf(known, of).impossible(ctx, []string{name})
		err = cmp.Or(err, failed)
		return len(found) > 0
	})
	return least, err
}

// leastOf returns a part of the claims that contradicts the others, and of which nothing can be left out (QuickXplain:
// Junker, AAAI 2004). isNew says that the others have changed since they were looked at.
func leastOf(others []claim, isNew bool, claims []claim, contradict func([]claim) bool) []claim {
	if isNew && contradict(others) {
		return nil
	}
	if len(claims) == 1 {
		return claims
	}
	half := len(claims) / 2
	first, second := claims[:half], claims[half:]
	weaker := leastOf(slices.Concat(others, first), true, second, contradict)
	stronger := leastOf(slices.Concat(others, weaker), len(weaker) > 0, first, contradict)
	return slices.Concat(stronger, weaker)
}
