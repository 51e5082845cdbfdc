// Package syntax writes the concepts of package dl and reads them: in DL syntax, with
// Unicode or ASCII operators, and in Manchester syntax ([Print], [Parse]); as the
// definition of an OWL class ([Turtle], [ReadOWL], [Functional], [ParseFunctional]);
// as a SHACL shape ([SHACL]) and in English ([English]), which are not read.
//
// In the three notations, with http://example.org/zoo# as the default
// namespace, the concept of the paper's introduction is
//
//	Elephant ⊓ Male ⊓ ((weight ≥ 3000) ⊔ (≥2 childOf⁻.Female))
//	Elephant and Male and ((weight >= 3000) or (>=2 childOf^-.Female))
//	Elephant and Male and ((weight some xsd:integer[>= 3000]) or (inverse childOf min 2 Female))
//
// # Grammar
//
// One grammar accepts all notations, also mixed: DL syntax puts quantifiers
// before the role, Manchester syntax puts them behind it, so that the position
// tells them apart. [ParseDL] and [ParseManchester] accept the restrictions of
// one of them only.
//
//	concept     = conjunction { or conjunction }
//	conjunction = operand { and operand }
//	operand     = not operand | ⊤ | ⊥ | name | "(" concept ")"
//	            | "{" name { "," name } "}"
//	            | ( ∃ | ∀ ) role "." operand                    DL
//	            | ( ≥ | ≤ | = ) n role "." operand              DL
//	            | name ( ≥ | ≤ | = ) literal                    DL
//	            | role ( "some" | "only" ) operand              Manchester
//	            | role ( "min" | "max" | "exactly" ) n [operand]  Manchester
//	            | name "value" literal | role "value" name      Manchester
//	            | name "some" range | ∃ name "." range
//	range       = datatype "[" bound [ "," bound ] "]" | "{" literal { "," literal } "}"
//	            | "(" range { or ( range | datatype ) } ")"
//	bound       = ( ≥ | ≤ ) literal
//	role        = name | role ⁻ | inverse role | "(" role ")"
//	name        = "<" IRI ">" | prefix ":" local | local
//	literal     = 3000 | 30.5 | 3.0E3 | 3.0E3f | 1990-01-01 | 1990-01-01T12:00:00Z
//	            | true | false | '"' lexical '"' [ "^^" datatype ]
//
// The spellings of the operators (words also in upper case, as DL-Learner
// writes them):
//
//	⊓ and that    ⊔ or         ¬ not     ⊤ top Thing owl:Thing    ⊥ bottom Nothing owl:Nothing
//	∃ exists some  ∀ forall all only      ≥ >=      ≤ <=
//	⁻ ^-          inverse inverseOf inv ObjectInverseOf
//
// Chains of one operator nest to the right: A ⊓ B ⊓ C is A ⊓ (B ⊓ C). The
// conjunction binds tighter than the disjunction; quantifiers and ¬ reach over
// one operand only. Exactly n is read as the conjunction of at least and at
// most n, {a, b} as {a} ⊔ {b}, and "r value a" as ∃r.{a}.
//
// A literal in a range takes the datatype of the range; elsewhere its spelling
// tells its datatype, and quotes alone make a string. Strings with a language tag
// are no values (package dl). A name in angle brackets is always that name, even
// <http://www.w3.org/2002/07/owl#Thing>; owl:Thing is ⊤. In angle brackets
// \uXXXX and \UXXXXXXXX stand for characters, as in Turtle. Locals and prefixes
// are letters, digits, marks, _ and -; a point ends a name, because it is an
// operator. A bare local begins with a letter or _ and is no keyword.
//
// # OWL and SHACL
//
// The documents mean the same to the tools of these standards, except that OWL has
// an open world, where facts may be missing; SHACL has a closed world, as genus
// does. Comparisons are the difficult part, because genus compares by value across
// datatypes: see range.go for OWL and shaclvalue.go for SHACL. Names in OWL and
// SHACL must be IRIs; in the notations of the command line they are any strings.
//
// # Invariants
//
//   - Parse(Print(c, o), o.Prefixes) == c for every concept c and all options
//     without titles, provided that the names and strings of c are valid UTF-8, that
//     strings are compared by = only, and that c is not nested deeper than
//     [MaxDepth] allows.
//   - ReadOWL and ParseFunctional read what Turtle and Functional write as the
//     same tree. If another tool has rewritten the document, they read a concept
//     that is equal up to the order of operands and of equal values of several
//     datatypes.
//   - Every error of a parser is an [*Error] with the place; no input makes a
//     parser panic, overflow the stack or go back over what it has read.
//   - Outside ALCQI(f) with nominals and strings (Self, intervals, bounds that
//     exclude their end) there are only errors, no approximations.
//
// Sources: the DL syntax is that of Section 2 of the paper (see package dl);
// the Manchester syntax that of the W3C note "OWL 2 Web Ontology Language
// Manchester Syntax (Second Edition)", Sections 2.1 (names and literals) and
// 2.4 (descriptions), with the boolean literals true and false, which the OWL
// API writes, and without the frames of ontologies. OWL is that of the W3C
// recommendations "OWL 2 Structural Specification and Functional-Style Syntax"
// and "OWL 2 Mapping to RDF Graphs" (Second Editions), SHACL that of "Shapes
// Constraint Language (SHACL)", 2017.
package syntax
