package dl

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Concept is a concept of ALCQI(f), with nominals and derived symbols. The interface
// is sealed: its implementations are [Top], [Bottom], [Name], [Nominal],
// [Compare], [Agree], [Less], [Not], [And], [Or], [Exists], [ForAll], [AtLeast] and [AtMost],
// always as values, never as pointers. The nil interface is not a concept.
type Concept interface{ isConcept() }

// Top is ⊤: it holds everywhere.
type Top struct{}

// Bottom is ⊥: it holds nowhere.
type Bottom struct{}

// Name is a concept name, in RDF a class.
type Name struct{ IRI string }

// Nominal is {o}: it holds at the individual o only (OWL's ObjectOneOf). A blank
// node has no nominal.
type Nominal struct{ IRI string }

// Compare is a condition on the values of a feature, such as (f ≥ v), (f = v) or
// (∃f); [Op] lists them. It holds at an individual if some value w of the feature
// satisfies (w op v); an individual may have several values (OWL's
// DataSomeValuesFrom). Values that cannot be ordered against v, such as NaN, do not
// count for (f ≥ v) and (f ≤ v).
type Compare struct {
	Feature string
	Op      Op
	Value   Value // zero for Present, a string for conditions on texts
}

// Has returns (∃f): the feature has a value.
func Has(feature string) Compare { return Compare{Feature: feature, Op: Present} }

// AtLeastValues returns a concept that holds where the feature has at least n values that
// differ: (≥n f), (∃f) or ⊤.
func AtLeastValues(n int, feature string) Concept {
	switch {
	case n <= 0:
		return Top{}
	case n == 1:
		return Has(feature)
	}
	return Compare{feature, Many, Int(int64(n))}
}

// Agree is (r ≐ s): some r-successor is an s-successor, too.
type Agree struct{ R, S Role }

// Less is (f < g): some value of the feature F is less than some value of G, as [Value.Less] says.
type Less struct{ F, G string }

// Not is ¬C.
type Not struct{ C Concept }

// And is C ⊓ D.
type And struct{ L, R Concept }

// Or is C ⊔ D.
type Or struct{ L, R Concept }

// Exists is ∃R.C: some R-successor is in C.
type Exists struct {
	Role Role
	C    Concept
}

// ForAll is ∀R.C: every R-successor is in C.
type ForAll struct {
	Role Role
	C    Concept
}

// AtLeast is ≥n R.C: at least N distinct R-successors are in C; N ≥ 0.
type AtLeast struct {
	N    int
	Role Role
	C    Concept
}

// AtMost is ≤n R.C: at most N distinct R-successors are in C; N ≥ 0.
type AtMost struct {
	N    int
	Role Role
	C    Concept
}

func (Top) isConcept()     {}
func (Bottom) isConcept()  {}
func (Name) isConcept()    {}
func (Nominal) isConcept() {}
func (Compare) isConcept() {}
func (Agree) isConcept()   {}
func (Less) isConcept()    {}
func (Not) isConcept()     {}
func (And) isConcept()     {}
func (Or) isConcept()      {}
func (Exists) isConcept()  {}
func (ForAll) isConcept()  {}
func (AtLeast) isConcept() {}
func (AtMost) isConcept()  {}

// BottomRole is OWL's role that leads nowhere.
const BottomRole = "http://www.w3.org/2002/07/owl#bottomObjectProperty"

// Itself leads from everything to itself only. (r ≐ Itself) is what OWL calls ∃r.Self.
var Itself = Role{IRI: BottomRole, Closure: Star}

// Role is a role name r or, if Inverse, its inverse r⁻; or a closure of one of them:
// one or more steps of it, (r⁻)⁺ = (r⁺)⁻, or any number of steps, r*.
type Role struct {
	IRI     string
	Inverse bool
	Closure Closure
}

// Closure says how many steps of a role name or its inverse a role makes.
type Closure uint8

// The closures.
const (
	NoClosure Closure = iota // r: one step
	Plus                     // r⁺: one or more
	Star                     // r*: any number; every individual is its own successor
)

// String returns the sign of the closure, empty for NoClosure.
func (c Closure) String() string { return [...]string{NoClosure: "", Plus: "⁺", Star: "*"}[c%3] }

// Inv returns the inverse of the role: (r⁻)⁻ = r, and (r⁺)⁻ = (r⁻)⁺.
func (r Role) Inv() Role { r.Inverse = !r.Inverse; return r }

// Step returns the role of one step of a closure, r for r⁺; other roles are their own.
func (r Role) Step() Role { r.Closure = NoClosure; return r }

// Compare orders roles by IRI. A role name comes before its inverse, and both before
// their closures.
func (r Role) Compare(s Role) int {
	if c := strings.Compare(r.IRI, s.IRI); c != 0 {
		return c
	}
	rank := func(r Role) int {
		n := 2 * int(r.Closure)
		if r.Inverse {
			n++
		}
		return n
	}
	return cmp.Compare(rank(r), rank(s))
}

// Op is the operator of a [Compare].
type Op uint8

// The operators. Equal is for booleans and strings, which have no order: (f = true) is
// a concept name in all but spelling. Strings are equal if they have the same code
// points. A literal with a language tag is not equal to a string.
//
// Present and Many ask whether there are values, of whatever type: literals that genus
// cannot compare, such as texts with a language, durations, NaN and literals that their
// datatype does not allow, and individuals if f has these as values, too. So ¬(∃f) is
// "f has no value at all", while ¬(f ≥ v) is also true where f has only values that
// cannot be compared with v, and ¬∃f.⊤ where f has only literals.
//
// Starts, Ends, HasWord and Lang are about texts: values that are strings, with or
// without a language. Starts and Ends compare code points. HasWord ignores case, and
// the text must not go on with a letter, a mark, a digit or _ before or after the word
// ([WordPattern]); the word may have spaces. Lang is the basic filtering of RFC 4647,
// which SPARQL's langMatches, OWL's rdf:langRange and SHACL's sh:languageIn share: the
// range en matches en and en-GB, and * matches every language.
const (
	GreaterEq Op = iota // (f ≥ v)
	LessEq              // (f ≤ v)
	Equal               // (f = v), for booleans and strings
	Present             // (∃f)
	Many                // (≥n f): f has at least n ≥ 2 values that differ; Value is the integer n
	Starts              // (f starts s)
	Ends                // (f ends s)
	HasWord             // (f has-word s)
	Lang                // (f lang l)
)

// operators has the sign or the word of each operator, and the constructor that it is, but for (f = v).
var operators = [...]struct {
	sign string
	of   Language
}{
	GreaterEq: {"≥", WithDataAtLeast},
	LessEq:    {"≤", WithDataAtMost},
	Equal:     {"=", 0},
	Present:   {"∃", WithPresence},
	Many:      {"≥", WithPresence},
	Starts:    {"starts", WithTexts},
	Ends:      {"ends", WithTexts},
	HasWord:   {"has-word", WithTexts},
	Lang:      {"lang", WithTexts},
}

// String returns the mathematical sign or the word of the operator.
func (o Op) String() string {
	if int(o) < len(operators) {
		return operators[o].sign
	}
	return "?"
}

// IsOrder reports whether the operator is ≥ or ≤.
func (o Op) IsOrder() bool { return o == GreaterEq || o == LessEq }

// OnText reports whether the operator is a condition on texts.
func (o Op) OnText() bool { return int(o) < len(operators) && operators[o].of == WithTexts }

// Validate returns an error if the operator is unknown or does not go with the value.
func (c Compare) Validate() error {
	k := c.Value.Kind()
	ok := false
	switch c.Op {
	case Present:
		ok = c.Value == Value{}
	case Many:
		n, err := strconv.Atoi(c.Value.lex)
		ok = k == Integer && err == nil && n >= 2
	case Starts, Ends, HasWord, Lang:
		ok = k == String && c.Value.lex != "" && (c.Op != Lang || languageRange.MatchString(c.Value.lex))
	case GreaterEq, LessEq, Equal:
		ok = k != 0 && k != LangString
	}
	if !ok {
		return fmt.Errorf("%s does not go with the value %q", c.Op, c.Value.lex)
	}
	return nil
}

// N returns the number of a Many, otherwise 0.
func (c Compare) N() int {
	if c.Op != Many {
		return 0
	}
	n, _ := strconv.Atoi(c.Value.lex)
	return n
}

// Conj returns the conjunction of the concepts, nested to the right, or ⊤ without
// concepts.
func Conj(cs ...Concept) Concept { return chain(true, Top{}, cs) }

// Disj returns the disjunction of the concepts, nested to the right, or ⊥ without
// concepts.
func Disj(cs ...Concept) Concept { return chain(false, Bottom{}, cs) }

func chain(and bool, none Concept, cs []Concept) Concept {
	if len(cs) == 0 {
		return none
	}
	c := cs[len(cs)-1]
	for _, d := range slices.Backward(cs[:len(cs)-1]) {
		c = join(and, d, c)
	}
	return c
}

func join(and bool, c, d Concept) Concept {
	if and {
		return And{c, d}
	}
	return Or{c, d}
}

// Children returns the direct subconcepts of c, left to right: none, one or two.
func Children(c Concept) []Concept {
	switch c := c.(type) {
	case Not:
		return []Concept{c.C}
	case And:
		return []Concept{c.L, c.R}
	case Or:
		return []Concept{c.L, c.R}
	case Exists:
		return []Concept{c.C}
	case ForAll:
		return []Concept{c.C}
	case AtLeast:
		return []Concept{c.C}
	case AtMost:
		return []Concept{c.C}
	}
	return nil
}

// MapChildren returns c with each direct subconcept replaced by the result of f, which
// is called from left to right.
func MapChildren(c Concept, f func(Concept) Concept) Concept {
	switch c := c.(type) {
	case Not:
		return Not{f(c.C)}
	case And:
		l := f(c.L)
		return And{l, f(c.R)}
	case Or:
		l := f(c.L)
		return Or{l, f(c.R)}
	case Exists:
		return Exists{c.Role, f(c.C)}
	case ForAll:
		return ForAll{c.Role, f(c.C)}
	case AtLeast:
		return AtLeast{c.N, c.Role, f(c.C)}
	case AtMost:
		return AtMost{c.N, c.Role, f(c.C)}
	}
	return c
}

// derivation is a datatype that XML Schema derives from the datatype of a kind.
type derivation struct {
	kind     Kind
	min, max string // the range of an integer type, inclusive; "" means unbounded
	zoned    bool   // values must have a time zone
}

// derivations are the derived types of XML Schema 1.1 Part 2, section 3.4, whose
// kinds are ordered, by local name.
var derivations = map[string]derivation{
	"long":               {kind: Integer, min: "-9223372036854775808", max: "9223372036854775807"},
	"int":                {kind: Integer, min: "-2147483648", max: "2147483647"},
	"short":              {kind: Integer, min: "-32768", max: "32767"},
	"byte":               {kind: Integer, min: "-128", max: "127"},
	"nonNegativeInteger": {kind: Integer, min: "0"},
	"positiveInteger":    {kind: Integer, min: "1"},
	"nonPositiveInteger": {kind: Integer, max: "0"},
	"negativeInteger":    {kind: Integer, max: "-1"},
	"unsignedLong":       {kind: Integer, min: "0", max: "18446744073709551615"},
	"unsignedInt":        {kind: Integer, min: "0", max: "4294967295"},
	"unsignedShort":      {kind: Integer, min: "0", max: "65535"},
	"unsignedByte":       {kind: Integer, min: "0", max: "255"},
	"dateTimeStamp":      {kind: DateTime, zoned: true},
}

// validate returns an error if the derived type does not have the value v of its
// kind.
func (d derivation) validate(v Value, datatype string) error {
	if d.zoned && !strings.HasSuffix(v.lex, "Z") && !strings.ContainsAny(v.lex[len(v.lex)-len("+00:00"):], "+-") {
		return fmt.Errorf("%q has no time zone, which %s requires", v.lex, datatype)
	}
	if d.kind != Integer {
		return nil
	}
	n, _ := new(big.Int).SetString(v.lex, 10)
	within := func(bound string, sign int) bool {
		b, ok := new(big.Int).SetString(bound, 10)
		return !ok || n.Cmp(b)*sign >= 0 // "" is not a number
	}
	if !within(d.min, 1) || !within(d.max, -1) {
		return fmt.Errorf("%s is out of the range of %s", v.lex, datatype)
	}
	return nil
}

// Conjuncts returns the operands of the conjunction c from left to right, however it
// is nested. It returns c alone if c is not a conjunction.
func Conjuncts(c Concept) []Concept {
	if and, ok := c.(And); ok {
		return append(Conjuncts(and.L), Conjuncts(and.R)...)
	}
	return []Concept{c}
}

// Disjuncts returns the operands of a disjunction as [Conjuncts] does.
func Disjuncts(c Concept) []Concept {
	if or, ok := c.(Or); ok {
		return append(Disjuncts(or.L), Disjuncts(or.R)...)
	}
	return []Concept{c}
}
