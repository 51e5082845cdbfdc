package enrich

import (
	"fmt"
	"time"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// A Candidate is an axiom with its evidence.
type Candidate struct {
	dl.Axiom
	Support    int     // individuals that it is about and holds for; pairs, for Inverse and Symmetric
	Of         int     // individuals that it is about
	Confidence float64 // from 0 to 1, see the package comment
	// non-members: all for a definition, those compared with for a condition; of a disjoint class, its members
	Others     int
	Met        int      // of a condition, the others for which it holds
	Elsewhere  float64  // share of the others for which a condition holds
	Supporting []string // the first individuals, or classes, that it is about and holds for
	Excluded   []string // of a definition of a class: the first other classes that it keeps out
	Exceptions []string // the first individuals that it is about and does not hold for
	// ExceptionClasses are the classes of exceptions, each a list, sorted; at most some.
	ExceptionClasses [][]string
	Extra            int        // non-members that a definition holds for
	Extras           []string   // the first of them
	ExtraClasses     [][]string // as ExceptionClasses
	Size             int        // of Concept
	By               string     // of a class of classes: BySiblings, ByBelow or ByPattern
	Pattern          *Pattern   // of ByPattern
	Proved           bool       // no smaller definition is as good on the examples learned from
}

// A Result holds the proposals for one class or property.
type Result struct {
	Subject    string
	Property   bool
	Members    int // of the class, or pairs of the property
	Candidates []Candidate
	Unmet      []Candidate // stated axioms that the data contradicts
	Fits       []Candidate // stated axioms that the data fits
	Note       string      // why something is missing
	Elapsed    time.Duration
}

// newCandidate returns the axiom with its evidence: it is about the individuals of one
// set, and holds for those that are also in x.
func (e *Ontology) newCandidate(axiom dl.Axiom, about, x interp.Set) Candidate {
	c := Candidate{Axiom: axiom, Of: int(about.Count()), Support: int(about.IntersectionCardinality(x))}
	if axiom.Concept != nil {
		c.Size = dl.Size(axiom.Concept)
	}
	c.Supporting = e.firstIRIs(about.Intersection(x))
	exceptions := about.Difference(x)
	c.Exceptions, c.ExceptionClasses = e.firstIRIs(exceptions), e.classLists(exceptions)
	c.Confidence = share(c.Support, c.Of)
	return c
}

// addStated adds a stated axiom with its evidence.
func (r *Result) addStated(c Candidate) {
	if c.Confidence < 1 {
		r.Unmet = append(r.Unmet, c)
	} else if c.Of > 0 {
		r.Fits = append(r.Fits, c)
	}
}

func (e *Ontology) firstIRIs(x interp.Set) (iris []string) {
	for a, ok := x.NextSet(0); ok && len(iris) < mostNamed; a, ok = x.NextSet(a + 1) {
		iris = append(iris, e.Problem.Structure.IRI(interp.Individual(a)))
	}
	return iris
}

// classLists returns the lists of classes that individuals of the set have.
func (e *Ontology) classLists(x interp.Set) (lists [][]string) {
	atoms := e.Problem.Structure.Signature().Atoms()
	seen := map[string]bool{}
	for a, ok := x.NextSet(0); ok && len(lists) < mostNamed; a, ok = x.NextSet(a + 1) {
		key := fmt.Sprint(e.classesOf[a])
		if seen[key] || len(e.classesOf[a]) == 0 {
			continue
		}
		seen[key] = true
		var list []string
		for _, id := range e.classesOf[a] {
			list = append(list, atoms[id].(dl.Name).IRI)
		}
		lists = append(lists, list)
	}
	return lists
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}
