// Package syntax writes and reads the concepts of package dl: in DL syntax, with
// Unicode or ASCII operators, and in Manchester syntax ([Print], [Parse]); and as the
// definition of an OWL class ([Turtle], [ReadOWL]).
// It also writes, but does not read, SHACL shapes ([SHACL]) and English ([English]).
//
// The concept of the paper's introduction in the three notations, with
// http://example.org/zoo# as the default namespace:
//
//	Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))
//	Elephant and Male and ((weight >= 3000) or (>=2 childOf^-.Female))
//	Elephant and Male and ((weight some xsd:integer[>= 3000]) or (inverse childOf min 2 Female))
//
// # Grammar
//
// One grammar accepts all notations, also mixed: the quantifier comes before the role
// in DL syntax and after it in Manchester syntax. [ParseDL] and [ParseManchester] accept
// the restrictions of one notation only.
//
//	concept     = conjunction { or conjunction }
//	conjunction = operand { and operand }
//	operand     = not operand | ⊤ | ⊥ | name | "(" concept ")"
//	            | "{" name { "," name } "}"
//	            | ( ∃ | ∀ ) role "." operand                    DL
//	            | ( ≥ | ≤ | = ) n role "." operand              DL
//	            | name ( ≥ | ≤ | = ) literal                    DL
//	            | ∃ name | ( ≥ | ≤ | = ) n name                 DL, presence and number of values
//	            | name ( "starts" | "ends" | "has-word" | "lang" ) string   DL
//	            | role ≐ role | feature < feature
//	            | role ( "some" | "only" ) operand              Manchester
//	            | role ( "min" | "max" | "exactly" ) n [operand]  Manchester
//	            | name "value" literal | role "value" name      Manchester
//	            | name "some" range | ∃ name "." range
//	            | name ( "min" | "max" | "exactly" ) n rdfs:Literal         Manchester
//	range       = rdfs:Literal | rdf:PlainLiteral "[" ( "pattern" | "langRange" ) string "]"
//	            | datatype "[" bound [ "," bound ] "]" | "{" literal { "," literal } "}"
//	            | "(" range { or ( range | datatype ) } ")"
//	bound       = ( ≥ | ≤ ) literal
//	role        = name | role ⁻ | role ⁺ | role * | inverse role | "(" role ")"
//	name        = "<" IRI ">" | prefix ":" local | local | "'" label "'"
//	literal     = 3000 | 30.5 | 3.0E3 | 3.0E3f | 1990-01-01 | 1990-01-01T12:00:00Z
//	            | true | false | '"' lexical '"' [ "^^" datatype ]
//
// Spellings of the operators (words also in upper case, as in DL-Learner):
//
//	⊓ and that    ⊔ or         ¬ not     ⊤ top Thing owl:Thing    ⊥ bottom Nothing owl:Nothing
//	∃ exists some  ∀ forall all only      ≥ >=      ≤ <=
//	⁻ ^-          ⁺ ^+         * ^*        ≐ ==
//	inverse inverseOf inv ObjectInverseOf
//
// Chains of one operator nest to the right: A ⊓ B ⊓ C is A ⊓ (B ⊓ C). ⊓ binds tighter
// than ⊔; quantifiers and ¬ apply to one operand. The parsers read exactly n as the
// conjunction of at least and at most n, {a, b} as {a} ⊔ {b}, and "r value a" as
// ∃r.{a}.
//
// A literal in a range takes the datatype of the range. Elsewhere its spelling
// determines its datatype; quotes without a datatype make a string. A string with a
// language tag is not a value (package dl). A name in angle brackets is always a name,
// even <http://www.w3.org/2002/07/owl#Thing>, whereas owl:Thing is ⊤. In angle brackets
// \uXXXX and \UXXXXXXXX stand for characters, as in Turtle. Locals and prefixes
// consist of letters, digits, marks, _ and -; a point ends a name, because it is an
// operator. A local without a prefix begins with a letter or _ and is not a keyword.
//
// A label in single quotes, with \' and \\ for these characters, stands for the class,
// property or individual that has it, as in Protégé. Only data says which: [Labels] finds
// the labels of a text with their places, and [Replace] puts IRIs there. The parsers refuse
// them.
//
// # OWL and SHACL
//
// The documents have the same meaning to the tools of these standards, with one
// exception: OWL has an open world, where facts may be missing, whereas SHACL and genus
// have a closed world. genus compares values across datatypes, which OWL and SHACL do
// not: see range.go and shacl.go. Names in OWL and SHACL must be IRIs; in the
// other notations they are any strings.
//
// # Invariants
//
//   - Parse(Print(c, o), o.Prefixes) == c for every concept c and all options
//     without titles, provided that the names and strings of c are valid UTF-8, that
//     strings are compared by = only, and that c is not nested deeper than
//     [MaxDepth] allows.
//   - ReadOWL returns the same tree that Turtle wrote. If another tool has rewritten the document, the result may
//     differ in the order of operands, and have an equal value of another datatype.
//   - Every error of a parser is an [*Error] with its place. No input makes a
//     parser panic, overflow the stack or backtrack.
//   - What is outside ALCQI(f) with nominals, strings and derived symbols (Self, intervals, exclusive
//     bounds) is an error; nothing is approximated.
//
// Sources: DL syntax follows Section 2 of the paper (see package dl). Manchester syntax
// follows the W3C note "OWL 2 Web Ontology Language Manchester Syntax (Second Edition)",
// Sections 2.1 (names and literals) and 2.4 (descriptions), with the boolean literals
// true and false of the OWL API, and without frames. OWL follows the W3C
// recommendations "OWL 2 Structural Specification and Functional-Style Syntax" and
// "OWL 2 Mapping to RDF Graphs" (Second Editions), and SHACL "Shapes Constraint Language
// (SHACL)", 2017.
package syntax
