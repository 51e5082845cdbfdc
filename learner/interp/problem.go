package interp

import (
	"errors"
	"fmt"

	"github.com/genus-kg/genus/learner/dl"
)

// Problem is a fitting problem: a structure, examples in it, and where the structure is
// known to be complete.
type Problem struct {
	Structure *Structure
	Pos, Neg  []Individual

	// PosWeights and NegWeights are the weights of the examples, in the order
	// of Pos and Neg; nil means that all are 1. An example of weight w counts as
	// w copies of itself in every score; exact fitting ignores weights.
	PosWeights, NegWeights []int

	// MaxDepth is the largest role depth at which a concept's truth at the
	// examples in the structure is its truth at the source, because the
	// source was read that many edges deep; 0 means any depth.
	MaxDepth int

	// Removed are the roles (in one direction each) and features whose facts may be
	// incomplete somewhere within that depth. Learners must not use them.
	Removed []Removal

	// Incomplete are the constructors of derived symbols whose extensions in the structure may
	// differ from those at the source: a crawl does not read all values of a property, nor
	// closures to their end. Learners must not use them.
	Incomplete dl.Language

	// Statements is the namespace of a Wikibase, if the structure has its statements with
	// qualifiers. They are individuals, but no nominals; the roles that lead to them and from
	// them have no inverses; and the role depth counts them as dl.Statements.Depth does.
	Statements dl.Statements

	// Hidden are the names of concepts, roles and features with numbers or times that learners must not
	// use, such as the class to be defined. The structure keeps their extensions.
	Hidden []string
}

// Removal takes a role (in one direction), a feature or some of the nominals or
// strings out of the language, with the reason for the user.
type Removal struct {
	Role    dl.Role     // the role and direction, or zero
	Feature string      // the feature, or empty
	Values  dl.Language // dl.WithNominals or dl.WithStrings, if some of these are left out, or 0
	Reason  string      // one line, such as "fan-out of <IRI> is 12,345, over the bound of 1,000"
}

// Errors of [Problem.Validate].
var (
	ErrNoPositives = errors.New("no positive examples")
	ErrNoNegatives = errors.New("no negative examples")
)

// Validate checks that there are examples on both sides, that they are
// individuals of the structure, that none is on both sides or listed twice, and
// that the weights are as many as the examples and within their bounds.
func (p *Problem) Validate() error {
	if p.Structure == nil {
		return errors.New("problem without a structure")
	}
	if len(p.Pos) == 0 {
		return ErrNoPositives
	}
	if len(p.Neg) == 0 {
		return ErrNoNegatives
	}
	sideOf := make(map[Individual]string, len(p.Pos)+len(p.Neg))
	for _, side := range p.sides() {
		for _, a := range side.examples {
			if int(a) >= p.Structure.Len() {
				return fmt.Errorf("%s example %d is not an individual of the structure, which has %d",
					side.name, a, p.Structure.Len())
			}
			switch sideOf[a] {
			case "":
				sideOf[a] = side.name
			case side.name:
				return fmt.Errorf("%s is listed twice among the %s examples", p.Structure.IRI(a), side.name)
			default:
				return fmt.Errorf("%s is both a positive and a negative example", p.Structure.IRI(a))
			}
		}
	}
	if err := p.validateWeights(); err != nil {
		return err
	}
	if p.MaxDepth < 0 {
		return fmt.Errorf("negative role depth %d", p.MaxDepth)
	}
	return nil
}

// Task is the task of an engine: one stage of bounded fitting.
type Task struct {
	Problem *Problem
	Space   Space
	// The engine searches the sizes MinSize to MaxSize. No smaller concept is better
	// than Best.
	MinSize, MaxSize int
	// Exact asks for a smallest concept without errors. Otherwise the engine looks for
	// a smallest one of those with the best score.
	Exact bool
	Score Score
	// Best is the classification to improve on, if Have is set. Exact tasks ignore
	// it.
	Best Confusion
	Have bool
	// Bound is a classification that no concept exceeds in score.
	Bound Confusion
	// Found must be called with every concept that is better than those before, so
	// that an interrupted search has a result. It returns the evaluator's
	// classification of the examples, and an error if the engine must stop. Any
	// goroutine may call it, but not concurrently.
	Found func(dl.Concept) (Confusion, error)
	// The engine calls Describe, if set, with the number of individuals within reach and
	// the numbers of their classes and of leaf labels that it distinguishes. It does so
	// at most once.
	Describe func(reached, individuals, names int)
	// An engine that runs other engines calls Answered, if set, with the name of the
	// one that gave the answer.
	Answered func(engine string)
}
