package syntax

import "strings"

// kind is the kind of a token. Spellings of the same operator have the same
// kind, except for quantifiers that are allowed in one position only.
type kind uint8

const (
	tokEnd    kind = iota // the end of the input
	tokBad                // not a token; text is the message
	tokName               // prefix:local or local, as written
	tokIRI                // <IRI>; text is the IRI without escapes
	tokNumber             // a literal without quotes: number, date or dateTime
	tokString             // "…"; text is the content without escapes
	tokTrue               // true
	tokFalse              // false

	tokAnd         // ⊓ and that
	tokOr          // ⊔ or
	tokNot         // ¬ not
	tokTop         // ⊤ top Thing
	tokBottom      // ⊥ bottom Nothing
	tokExists      // ∃ exists, before the role
	tokForAll      // ∀ forall all, before the role
	tokSome        // some: before the role like ∃, or after it
	tokOnly        // only: before the role like ∀, or after it
	tokMin         // min, after the role
	tokMax         // max, after the role
	tokExactly     // exactly, after the role
	tokValue       // value, after the feature
	tokSelf        // Self, after the role: not in ALCQI(f)
	tokInverse     // inverse inv …, before the role
	tokInverseMark // ⁻ ^-, after the role

	tokGreaterEq // ≥ >=
	tokLessEq    // ≤ <=
	tokEqual     // =
	tokGreater   // > : not in ALCQI(f)
	tokLess      // < : not in ALCQI(f)
	tokDot       // .
	tokComma     // ,
	tokOpen      // (
	tokClose     // )
	tokBracket   // [
	tokUnbracket // ]
	tokBrace     // {
	tokUnbrace   // }
	tokTyped     // ^^
)

// token is a piece of the input, in[pos:end].
type token struct {
	kind     kind
	pos, end int
	text     string
}

// signs are the operators that are not words. Of two spellings with the same beginning,
// the longer one comes first.
var signs = []struct {
	text string
	kind kind
}{
	{"⊓", tokAnd}, {"⊔", tokOr}, {"¬", tokNot}, {"⊤", tokTop}, {"⊥", tokBottom},
	{"∃", tokExists}, {"∀", tokForAll}, {"⁻", tokInverseMark}, {"^-", tokInverseMark}, {"^^", tokTyped},
	{"≥", tokGreaterEq}, {"≤", tokLessEq}, {">=", tokGreaterEq}, {"<=", tokLessEq},
	{"=", tokEqual}, {">", tokGreater}, {".", tokDot}, {",", tokComma},
	{"(", tokOpen}, {")", tokClose}, {"[", tokBracket}, {"]", tokUnbracket}, {"{", tokBrace}, {"}", tokUnbrace},
}

// keywords are the words that are not names. A keyword in lower case is also a keyword
// in upper case.
var keywords = map[string]kind{
	"and": tokAnd, "that": tokAnd, "or": tokOr, "not": tokNot,
	"top": tokTop, "Thing": tokTop, "bottom": tokBottom, "Nothing": tokBottom,
	"exists": tokExists, "forall": tokForAll, "all": tokForAll, "some": tokSome, "only": tokOnly,
	"min": tokMin, "max": tokMax, "exactly": tokExactly, "value": tokValue, "Self": tokSelf,
	"inverse": tokInverse, "inv": tokInverse, "inverseOf": tokInverse, "ObjectInverseOf": tokInverse,
	"true": tokTrue, "false": tokFalse,
}

// wordKind returns the kind of a word without a colon: tokName unless it is a keyword.
// A keyword in mixed case is a name, such as the class All.
func wordKind(word string) kind {
	if k, ok := keywords[word]; ok {
		return k
	}
	lower := strings.ToLower(word)
	if k, ok := keywords[lower]; ok && word == strings.ToUpper(lower) {
		return k
	}
	return tokName
}
