package propose

import (
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
)

// Limits say what is proposed from facts of one scope, and how much of it. Where the graph has to be asked what
// concepts hold of, fewer concepts are worth it.
type limits struct {
	steps     int // of a path
	stepsSaid int // of a path if shorter ones leave a word unsaid
	conjuncts int // of a conjunction, without negations
	negated   int // negations of one conjunction

	atoms        int // conditions of one atom
	named        int // atoms of all positives whose names are learned if there are words
	namedPartial int // atoms of some positives whose names are learned
	present      int // atoms that only say that there is something, such as an identifier or an article in a site
	saidLists    int // lists that words propose
	spans        int // intervals
	joint        int // conditions at one node
	partial      int // atoms of some positives, for unions
	sampled      int // members of a conjunction, and values of a role, that are looked at for what to exclude
	sampledOf    int // conjunctions whose members are looked at

	// closuresAfter is after how many answers closures are followed, and presence counts as any condition does.
	closuresAfter int
	// A role composes if so many of its values have further values, and such a percentage of them.
	further, percentFurther int
	// percentPresent is the largest percentage of the individuals that have a property whose presence is a condition.
	percentPresent int
	// presentAt is the largest number of steps to the nodes at which presence is a condition.
	presentAt int

	unproposed dl.Language // constructors that are not proposed
	compared   compared
	others     bool // some other value than a said one is proposed
	allKinds   bool // values with their subclasses are proposed even if others are below them
	qualifiers bool // the presence of a qualifier is proposed
	ownNames   bool // individuals that are classes may have their own names
	direct     bool // a path may begin with direct roles, and lead to articles
	farOutside bool // negatives that are in no promising conjunction are looked at
	Unread     bool // the graph has statements that are to be read
}

// compared says which nodes have comparisons.
type compared uint8

const (
	atRoot compared = 1 << iota
	atNodes
)

const unlimited = 1 << 30

// limitsOf has the limits by scope.
var limitsOf = map[ask.Scope]limits{
	ask.Everything: {
		steps:          3,
		stepsSaid:      4,
		conjuncts:      5,
		negated:        3,
		atoms:          1500,
		named:          unlimited,
		present:        unlimited,
		saidLists:      60,
		spans:          120,
		joint:          unlimited,
		partial:        300,
		sampled:        50,
		sampledOf:      5,
		further:        5,
		percentFurther: 5,
		percentPresent: 50,
		presentAt:      unlimited,
		compared:       atRoot | atNodes,
		others:         true,
		allKinds:       true,
		qualifiers:     true,
		ownNames:       true,
		direct:         true,
		farOutside:     true,
	},
	ask.Around: { // as far as Look looks
		steps: 2, conjuncts: 3, negated: 1,
		atoms: 50, named: 200, namedPartial: 200, present: 8, saidLists: 16, spans: 15,
		closuresAfter: 1, further: 2, percentPresent: unlimited,
		unproposed: dl.WithTexts | dl.WithAgree, compared: atRoot, direct: true, Unread: true,
	},
	ask.OfStatements: {
		steps: 3,
		atoms: 60, named: 200, namedPartial: 200, present: 8, saidLists: 16, spans: 15, joint: 60,
		closuresAfter: unlimited, further: 2, percentPresent: unlimited,
		unproposed: dl.WithTexts | dl.WithAgree, compared: atNodes,
	},
}

// Limits of a walk from one individual.
const (
	mostValues     = 400    // direct values of a role
	mostNodes      = 60     // nodes of a further step, and nodes that are left for one
	mostStatements = 200    // of one property, as nodes that are left for a further step
	mostArticles   = 500    // and sites of articles
	mostNumber     = 5      // of ≥n
	mostClosed     = 300    // nodes of a closure
	mostKeys       = 40_000 // atoms at one individual; the longest paths are cut off
)
