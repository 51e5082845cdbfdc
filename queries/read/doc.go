// Package read turns SPARQL queries into concepts, the reverse of package queries: exactly, or with an error
// that names the line and the reason. Package sparql11 parses them.
//
// A query becomes a formula about its variables (group.go, filter.go, path.go, query.go), and the formula a
// concept of the answer variable (concept.go, value.go). ask.go and columns.go write the user's query again.
//
//	form                              condition                            becomes
//	?x p ?y                           nothing else is said of ?y           (∃p), whatever the values are
//	?x p ?y                           ?y is a subject, or !isLiteral(?y)   ∃p.C
//	?x p ?y                           several parts say something of ?y    ∃p.(C ⊓ D)
//	?x p o; ?x p "s", 5               o is an IRI; a value                 ∃p.{o}; (p = "s"), (p = 5)
//	?x f ?v ; g ?w FILTER(?v < ?w)    nothing else is said of ?v and ?w    (f < g)
//	?x p ?y ; q ?y                    nothing else is said of ?y           (p ≐ q)
//	?x a A; ?x a ?c . ?c sub* A       ?c has no other conditions           A
//	?x p+ "s"; "s" ^p ?x                                                   ∃p*.(p = "s"); (p = "s")
//	[ ], _:b, ( )                                                          as variables
//	p/q, ^p, p|q, p?, p+, p*          one property below + and *           ∃p.∃q, p⁻, ⊔, {o} ⊔ ∃p.{o}, p⁺, p*
//	{ }                               variables of filters are inside      ⊓
//	UNION                             shared variables have values         ⊔, other parts go into each side
//	OPTIONAL                          nobody uses its variables            nothing
//	OPTIONAL, BOUND or a comparison   its variables have values in it      ¬ or as without OPTIONAL
//	MINUS                             shares variables with what is before ¬; without shared variables nothing
//	[NOT] EXISTS                      its parts are about one variable     ¬
//	VALUES, IN, NOT IN, =, !=, ||, && no UNDEF                             {o}, ⊔, ⊓, ¬
//	= < <= > >= with a constant       the value is a number or time        (p ≥ v); > 4 is ≥ 5 for whole numbers,
//	                                                                       > 4.5 is ≥ 4.5 ⊓ ¬(p = 4.5) otherwise
//	!= with a literal                 the literals are of one type         things, ⊔ < or >; ⊔ (∃p) ⊓ ¬(p = "s")
//	?x p ?x                                                                (p ≐ ⊥*), OWL's ∃p.Self
//	YEAR(?d), LANG, LANGMATCHES,      the variable has a value             ranges, (p lang l), (p starts s), …
//	  STRSTARTS, STRENDS, REGEX
//	FILTER(?a != ?b)                  values of one property, with all     ≥n p.C, (≥n p)
//	                                  the same conditions
//	?y p ?x, ?z FILTER(?x != ?z)      conditions on ?z are about it alone  ∃p⁻.(≥2 p.C), or ∃p⁻.∃p.C if not C
//	GROUP BY ?x HAVING(COUNT …)       values of one property are counted   ≥n p.C, (≥n p), ¬
//	BIND, AS                          a variable, an IRI or YEAR(?v)       the same, also in a subquery; other columns are kept
//	rdfs:label, label services        only a language is said of them      nothing; they are kept as columns
//	hint:Query, hint:Prior                                                 nothing; other services are refused
//	?x a ?c beside other parts        nothing else is said of ?c           nothing; it is kept as a column
//	ORDER BY, LIMIT, OFFSET, COUNT    outside; with LIMIT, by a property   nothing, with a note; Rows has them
//	a literal answer variable         the graph says so                    the subject; it is a column
//
// What depends on the data, such as whether a property has literals among its values, is an assumption of
// the Reading unless the options know it. Callers compare the query with the concept.
//
// Letters: c concept; f, g formulas; e edge or expression; n node; s scope; t term or triple; v variable.
package read
