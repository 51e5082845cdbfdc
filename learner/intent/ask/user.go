package ask

import "github.com/genus-kg/genus/learner/dl"

// Options restricts the candidates and says when questions end. The zero value is usable.
type Options struct {
	// Language is the language of the candidates; zero means dl.All.
	Language dl.Language
	// Sure ends the questions when the first candidate has this probability and something outside is
	// known; zero means 0.8. Every further answer is predictable if it has 0.95 or this probability.
	Sure float64
	// MaxSize is the largest size of a candidate. Zero means no bound and no beam search;
	// otherwise a beam search adds candidates if the graph is a [Memory] and there are
	// negatives.
	MaxSize int
	// MaxDepth is the largest role depth of a candidate, MaxNumber the largest number
	// in ≥n. Zero means no bound.
	MaxDepth, MaxNumber int
	// Statements is the namespace of a Wikibase, whose qualified roles are candidates. Empty
	// means that there are none.
	Statements dl.Statements
	// SubClassOf is the property from a class to its superclasses. A value with its subclasses is a
	// candidate if the graph is a [Memory] with these pairs. Empty means that there is none.
	SubClassOf string
	// Words are what the user says of what is meant, such as "jazz pianists from the US". Empty means nothing.
	Words string
	// OfClasses: the individuals are classes.
	OfClasses bool
	// Labels are the features that lead to labels. Nearly everything has one of its own: only conditions on the
	// texts of labels are candidates.
	Labels []string
}

// Broader leads from a concept of a thesaurus to a more general one (SKOS, section 8.1).
const Broader = "http://www.w3.org/2004/02/skos/core#broader"

// Kinds returns the closures that lead from a value to all that it is a kind of.
func (o Options) Kinds() (closures []dl.Role) {
	for _, above := range []string{o.SubClassOf, Broader} {
		if above != "" {
			closures = append(closures, dl.Role{IRI: above, Closure: dl.Star})
		}
	}
	return closures
}

// Modality says how a condition relates to what is meant.
type Modality uint8

// The modalities. Unsure is the answer of a user who does not know.
const (
	Unsure  Modality = iota
	Must             // all that are meant satisfy the condition
	MustNot          // none does
	NeedNot          // the condition is no part of what is meant
	Likely           // all that are meant satisfy it, or who says so is mistaken
)

// Requirement is what the user says of a condition.
type Requirement struct {
	Concept dl.Concept
	Answer  Modality
}

// Heard says what became of the words of a phrase.
type Heard struct {
	// Said are the words that the first candidate says, Unsaid those that it does not, and Lost those that no
	// name has.
	Said, Unsaid, Lost []string
}

// Group is a set of positives, and what they share.
type Group struct {
	Concept     dl.Concept // nil if nothing is known about these positives
	Individuals []string
}
