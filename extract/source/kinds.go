package source

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/genus-kg/genus/extract/entail"
)

// The kinds of questions, by what is asked about a term, and the rows of their
// answers.
const (
	// Statements about an individual, {Property, Value} or {Property, Value,
	// Datatype}; that point to it, {Property, Value}; its classes and literals, like
	// Out; the statements of a class by the properties to its superclasses.
	Out          Kind = "out"
	In           Kind = "in"
	Leaf         Kind = "leaf"
	Superclasses Kind = "superclasses"

	// The numbers of these statements by property, {Property, N}. The number of
	// statements by properties that no query can name has no property. A term with
	// too many statements to count them in one request has an answer whose field
	// Incomplete is not empty and whose Properties are nil.
	CountsOut          Kind = "counts-out"
	CountsIn           Kind = "counts-in"
	CountsLeaf         Kind = "counts-leaf"
	CountsSuperclasses Kind = "counts-superclasses"

	// Superclasses, {Value}, of the anonymous classes of an individual, of those
	// above a class, and of those that are the domain or range of a property.
	ClassesBehind      Kind = "classes-behind"
	SuperclassesBehind Kind = "superclasses-behind"
	// Above are superclasses, {Value}, of a class at any distance: perhaps not all,
	// and none, with a reason, where that cannot be had in one request.
	Above Kind = "above"

	// Known has a row if the source knows the term at all.
	Known Kind = "known"
	// Labels, {Value, Lang}; of properties at the entities that describe them, if the
	// source has such.
	Labels         Kind = "labels"
	PropertyLabels Kind = "property-labels"
	// PropertyKinds are the kinds of a property, {Value}.
	PropertyKinds Kind = "property-kinds"
	// Axioms are all statements with a predicate of [AxiomPredicates], {Property,
	// Value} for subject and object; those that cannot be used have Property "" and
	// their number N.
	Axioms Kind = "axioms"
	// Participation in statements with properties of a set: those that an individual is
	// the subject of; that it is the subject of with an object that is no literal; that
	// it is the object of. The rows are {Property: set, Value: property}, and the answer
	// covers the set, by its name: whoever asks about another set asks anew.
	AsSubject Kind = "participation-as-subject"
	AsLinked  Kind = "participation-as-linked-subject"
	AsObject  Kind = "participation-as-object"

	// The number of members of a concept, {N}; some of its members, {Value}, and a row
	// {Value: AtLeast, N} if there may be more than the N that were asked for; and which
	// individuals are members, {Property: individual, N: 1}: the answer covers the
	// individuals as its Properties. Incomplete says why an endpoint did not answer. The
	// term is the text of the concept.
	Members     Kind = "members"
	SomeMembers Kind = "some-members"
	Memberships Kind = "memberships"
)

// countsOf is the kind that counts the statements of a kind, and statementsOf the
// other way round.
var (
	countsOf     = map[Kind]Kind{Out: CountsOut, In: CountsIn, Leaf: CountsLeaf, Superclasses: CountsSuperclasses}
	statementsOf = map[Kind]Kind{CountsOut: Out, CountsIn: In, CountsLeaf: Leaf, CountsSuperclasses: Superclasses}
)

// Sides are those of the kinds of participation.
var Sides = map[Kind]entail.Side{AsSubject: entail.Subject, AsLinked: entail.Linked, AsObject: entail.Object}

// setName names a set of properties, which are sorted.
func setName(properties []string) string {
	sum := sha256.Sum256([]byte(strings.Join(properties, " ")))
	return "set:" + hex.EncodeToString(sum[:8])
}

// isOptional reports whether the crawl can do without the answers.
func isOptional(kind Kind) bool { return kind == Labels || kind == PropertyLabels || kind == Above }

func isAboutConcept(kind Kind) bool {
	return kind == Members || kind == SomeMembers || kind == Memberships
}

// CountsOf is the kind of question that counts the statements of a kind.
func CountsOf(statements Kind) Kind { return countsOf[statements] }

// Values of rows that stand for N objects which cannot be used. They are in no
// IRI.
const (
	// Blank: blank nodes, which cannot be asked about. Those of files have labels
	// behind it, and can.
	Blank = "_:"
	// Invalid: what is not valid RDF, or an IRI that no query may name.
	Invalid = ""
)

// AtLeast is the value of a row with a number at which counting ended.
const AtLeast = "at least"

// Reasons why a literal is no value of a feature. A row {Property, Datatype, Lang:
// reason, N} stands for N of them.
const (
	Unordered = "datatype without an order"
	Malformed = "malformed literal"
	TooLong   = "value of more than 2000 characters"
)

// IsLiteral reports whether the row's object is a literal, of use or not.
func IsLiteral(r Row) bool { return r.Datatype != "" }

// Number is how many statements a row stands for.
func Number(r Row) int { return max(1, int(r.N)) }
