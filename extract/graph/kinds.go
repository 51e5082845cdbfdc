package graph

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/genus-kg/genus/extract/entail"
)

// The kinds of questions, with the columns of the rows that answer them.
const (
	// Out are the statements about an individual, {Property, Value} or {Property,
	// Value, Datatype}; In those that point to it, {Property, Value}; Leaf its classes
	// and literals, as in Out; Superclasses the statements of a class by the properties
	// that lead to superclasses.
	Out          Kind = "out"
	In           Kind = "in"
	Leaf         Kind = "leaf"
	Superclasses Kind = "superclasses"

	// The numbers of these statements by property, {Property, N}. Statements by
	// properties that no query can name are counted in a row without Property. If a
	// term has too many statements to count them in one request, the answer has a
	// reason in Incomplete and nil Properties.
	CountsOut          Kind = "counts-out"
	CountsIn           Kind = "counts-in"
	CountsLeaf         Kind = "counts-leaf"
	CountsSuperclasses Kind = "counts-superclasses"

	// ClassesViaAnonymous are the superclasses, {Value}, of the anonymous classes of an
	// individual; SuperclassesViaAnonymous those of the anonymous superclasses of a
	// class. The names of the kinds are part of the database format.
	ClassesViaAnonymous      Kind = "classes-behind"
	SuperclassesViaAnonymous Kind = "superclasses-behind"
	// Ancestors are superclasses, {Value}, of a class at any distance, perhaps not all
	// of them. If one request cannot fetch them there are no rows, and a reason.
	Ancestors Kind = "above"

	// Classes are the classes of the graph with the numbers of their members, {Value, N},
	// the largest first; the term is empty. Instances are members of a class, {Value}. Both
	// have at most Limit rows, and a row {Value: AtLeast, N} if there are more. At an
	// endpoint only stated members count.
	Classes   Kind = "classes"
	Instances Kind = "instances"
	// Subjects are IRIs, {Value}, with a statement that has the term as its object and one of
	// the Properties. Only those for members and subclasses can be asked for in memory.
	Subjects Kind = "subjects"
	// Named are terms with a name that fits one of the texts, {Property: IRI, Value: name, N: rank};
	// the Property of the question is a [queries.Finder]. NamedByEnd are individuals, {Value},
	// whose IRIs end with the words of one of the texts. One answer is about all texts. Only
	// endpoints answer these and the next.
	Named      Kind = "named"
	NamedByEnd Kind = "named-by-end"
	// AnySubject is the subject, {Value}, of some statement with the property; the term may
	// be empty, too. NumStatements is the number of statements with the property, {N}; that
	// of all statements if the term is empty. A Limit of the question ends the counting.
	AnySubject    Kind = "any-subject"
	NumStatements Kind = "number-of-statements"

	// Claims are all statements about a term, as in Out but whether or not they are facts, or
	// those with the Properties of the question. So the statements of a Wikibase are read.
	Claims Kind = "claims"

	// Known has a row if any statement has the term. Its Value is the IRI that takes the
	// place of the term, if the only statement about the term is an owl:sameAs: so
	// Wikidata states that an item was merged into another.
	Known Kind = "known"
	// Stated has a row if the term is the subject, property or object of any statement.
	Stated Kind = "stated"
	// Uses are how the graph uses a term, {Value}: UsedAsClass or UsedAsProperty.
	Uses Kind = "uses"
	// Sizes are the numbers of members of the terms, which are classes, {Value, N}, in one answer; those of subclasses
	// are included, unless the vocabulary says otherwise.
	Sizes Kind = "sizes"
	// Labels are labels of a term, {Value, Lang}. PropertyLabels are labels of a
	// property, taken from the entity that describes the property if there is one.
	Labels         Kind = "labels"
	PropertyLabels Kind = "property-labels"
	// PropertyKinds are the kinds of a property, {Value}.
	PropertyKinds Kind = "property-kinds"
	// Presences are what counts by its existence at a term: properties of the excluded kinds that have a
	// value, {Value}, and articles with their sites, {Property: article, Value: site}.
	Presences Kind = "presences"
	// Axioms are all statements with a predicate of [AxiomPredicates], {Property,
	// Value} for subject and object. Those that cannot be used are counted in a row
	// with N and without Property.
	Axioms Kind = "axioms"
	// Participation: which properties of a set an individual has statements with, as
	// the subject; as the subject with an object that is not a literal; as the object.
	// The rows are {Property: set, Value: property}. The answer covers the name of the
	// set, so another set is a new question.
	AsSubject Kind = "participation-as-subject"
	AsLinked  Kind = "participation-as-linked-subject"
	AsObject  Kind = "participation-as-object"

	// Members is the number of members of a concept, {N}, or of a large one {Value: AtLeast,
	// N}. SomeMembers are some of the
	// members, {Value}, and a row {Value: AtLeast, N} if there may be more than the N
	// asked for. Memberships are the individuals that are members, {Property:
	// individual, N: 1}; the answer covers the individuals as its Properties. Incomplete
	// says why an endpoint did not answer. The term is the text of the concept.
	Members     Kind = "members"
	SomeMembers Kind = "some-members"
	Memberships Kind = "memberships"
)

// CountsOf maps each kind of statements to the kind of their counts.
var CountsOf = map[Kind]Kind{Out: CountsOut, In: CountsIn, Leaf: CountsLeaf, Superclasses: CountsSuperclasses}

var statementsOf = map[Kind]Kind{CountsOut: Out, CountsIn: In, CountsLeaf: Leaf, CountsSuperclasses: Superclasses}

// Sides maps each kind of participation to the side of the individual.
var Sides = map[Kind]entail.Side{AsSubject: entail.Subject, AsLinked: entail.Linked, AsObject: entail.Object}

func setName(properties []string) string {
	sum := sha256.Sum256([]byte(strings.Join(properties, " ")))
	return "set:" + hex.EncodeToString(sum[:8])
}

// isOptional reports whether a crawl can succeed without answers of the kind.
func isOptional(kind Kind) bool {
	return kind == Labels || kind == PropertyLabels || kind == Ancestors || kind == Presences
}

func isAboutConcept(kind Kind) bool {
	return kind == Members || kind == SomeMembers || kind == Memberships
}

// UsedAsClass is the use of a term that has members, subclasses or superclasses.
const UsedAsClass = "class"

// UsedAsProperty is the use of a term that is the property of a statement.
const UsedAsProperty = "property"

// Values of rows that stand for N objects that cannot be used. No IRI equals one of
// them.
const (
	// Blank stands for blank nodes of an endpoint, which cannot be asked about. The
	// blank nodes of files have labels after this prefix and can be used.
	Blank = "_:"
	// Invalid stands for terms that are not valid RDF or that no query can name.
	Invalid = ""
)

// AtLeast is the value of a row whose N is the limit at which counting ended.
const AtLeast = "at least"

// Reasons why a literal is not a value of a feature. A row {Property, Datatype, Lang:
// reason, N} stands for N such literals; Value is what [Example] returns.
const (
	Unordered = "datatype without an order"
	Malformed = "malformed literal"
	TooLong   = "value of more than 2000 characters"
)

// IsLiteral reports whether the object of the row is a literal, usable or not.
func IsLiteral(r Row) bool { return r.Datatype != "" }

// Number returns the number of statements that a row stands for.
func Number(r Row) int { return max(1, int(r.N)) }
