package dl

import "slices"

// A SymbolKind is a kind of leaf or role that a concept may have: a name in the structure, or one that is derived from
// it.
type SymbolKind struct {
	Name     string
	Of       Language // its constructor; 0: every language has it
	Example  Concept
	Depth    int    // how many edges away it looks
	NotInOWL string // why OWL cannot say it; empty if it can
}

const noClosures = "OWL has no closures: state a transitive superproperty in the ontology, and use that; " +
	"SHACL and SPARQL have closures"

// symbolKinds is the one table of the kinds of names that a concept may have. Packages that treat them one by one
// (notations, OWL, SHACL, English, SPARQL, extensions, prices) have a row for each: a test goes through them.
var symbolKinds = []SymbolKind{
	{Name: "class", Example: Name{"x:A"}},
	{Name: "nominal", Of: WithNominals, Example: Nominal{"x:o"}},
	{Name: "boolean", Example: Compare{"x:f", Equal, Bool(true)}},
	{Name: "at least a value", Of: WithDataAtLeast, Example: Compare{"x:f", GreaterEq, Int(3)}},
	{Name: "at most a value", Of: WithDataAtMost, Example: Compare{"x:f", LessEq, Int(3)}},
	{Name: "string", Of: WithStrings, Example: Compare{"x:f", Equal, Str("s")}},
	{Name: "value present", Of: WithPresence, Example: Has("x:f")},
	{Name: "values counted", Of: WithPresence, Example: AtLeastValues(2, "x:f")},
	{Name: "beginning of a text", Of: WithTexts, Example: Compare{"x:f", Starts, Str("s")}},
	{Name: "end of a text", Of: WithTexts, Example: Compare{"x:f", Ends, Str("s")}},
	{Name: "word of a text", Of: WithTexts, Example: Compare{"x:f", HasWord, Str("s")}},
	{Name: "language of a text", Of: WithTexts, Example: Compare{"x:f", Lang, Str("en")}},
	{
		Name: "agreement", Of: WithAgree, Example: Agree{Role{IRI: "x:r"}, Role{IRI: "x:s"}}, Depth: 1,
		NotInOWL: "OWL has no way to say that two properties share a value, as (r ≐ s) does: SHACL and SPARQL have",
	},
	{
		Name: "order of two features", Of: WithLess, Example: Less{"x:f", "x:g"},
		NotInOWL: "OWL 2 has no way to compare the values of two properties, as (f < g) does: SHACL and SPARQL have",
	},
	{Name: "role", Of: WithExists, Example: Exists{Role{IRI: "x:r"}, Top{}}, Depth: 1},
	{Name: "inverse", Of: WithInverse, Example: Exists{Role{IRI: "x:r", Inverse: true}, Top{}}, Depth: 1},
	{
		Name: "closure", Of: WithClosures, Example: Exists{Role{IRI: "x:r", Closure: Plus}, Top{}}, Depth: 1,
		NotInOWL: noClosures,
	},
	{
		Name: "reflexive closure", Of: WithClosures, Example: Exists{Role{IRI: "x:r", Closure: Star}, Name{"x:A"}}, Depth: 1,
		NotInOWL: noClosures,
	},
}

// SymbolKinds returns the kinds of names that a concept may have.
func SymbolKinds() []SymbolKind { return slices.Clone(symbolKinds) }

// NotInOWL says why OWL cannot say the root of c; it is empty if it can.
func NotInOWL(c Concept) string {
	used := constructorsOf(c)
	for _, f := range symbolKinds {
		if f.NotInOWL != "" && used.Has(f.Of) {
			return f.NotInOWL
		}
	}
	return ""
}
