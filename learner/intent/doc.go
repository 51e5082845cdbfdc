// Package intent finds out which of the concepts that fit examples was meant.
//
// Smallest is not the same as meant: many concepts with the same members among
// the examples have very different members in the graph. The package ranks them
// as Bayesian concept learning does (Tenenbaum and Griffiths, Behavioral and Brain
// Sciences 24, 2001; Xu and Tenenbaum, Psychological Review 114, 2007). It works
// offline, on a [Graph] that answers for the whole graph.
//
// # The model
//
// A user draws n positives from what is meant. So a concept C has the likelihood
// (1/|C|)ⁿ, |C| being the number of its members in the whole graph (the size
// principle), and the prior 2^-bits(C):
//
//	score(C) = bits(C) + n·log₂|C| + errors,   posterior ∝ 2^-(score/heat)
//
// bits(C) is the length of a description: every operator has a price
// (model.go), and roles and values cost more the rarer they are (prior.go). An example
// on the wrong side costs priceError instead of ruling C out; a positive that is
// no member was drawn from anywhere, which costs log₂ of the largest number of
// members known. An example looks wrong (Ranking.Wrong) if the candidates that have
// it on the wrong side have more than half of the probability together. A side of a
// union that only one positive speaks for may be such an example: it costs
// priceAlone. Answers to questions were not drawn from C: they cost nothing if they fit, and
// priceError if not.
//
// unseenAtFirst is the probability that what was meant is no candidate. It is
// multiplied by the constant probed for every negative that was given, and for every answer
// that the first candidate foretold. So a ranking of positives alone is never sure.
//
// # Candidates
//
// Atoms are the concepts without ⊓, ⊔ and ¬ that the positives share, all but one
// of eight of them: A; ∃r.⊤, ∃r.{o}, ∃r.A; ≥n r.⊤ and ≥n r.A up to 5; chains
// ∃r.∃s of these; (f = s); (f ≥ v) and (f ≤ v) at natural break points
// (thresholds.go); r and s in both directions. To these come unions of two values
// of one role or of two classes (unions.go), conjunctions of two and three, and
// C ⊓ ¬D where D is an atom of a negative that C has among its members, and of no
// positive (conjunctions.go). What [Session.Add] adds, the concepts of the exact search, always
// joins, and the best candidates of the ranking before an answer. What has another form
// is no candidate: ∀, ⊓ and ⊔ below a role, unions of three, comparisons below a role,
// chains of three.
//
// Chains are by far the most atoms, so some are dropped before they are counted
// (chains.go): those that another shared atom implies or nearly implies, and those that
// hold at half of four negatives or more. Such a chain is no candidate, alone or as a
// part, unless it is given.
//
// Counting is what an endpoint is asked for, so every step counts only the most
// promising (the constants of generate.go), by what a conjunction would score if its
// parts were independent, and none that is far behind the best. Only bounds are known of
// what cannot be counted. Then the upper one is taken, so that nothing is preferred
// because its count was refused.
//
// # Questions
//
// A question is about the individual whose answer is most uncertain, of a pool:
// members of the differences of the first candidates, individuals for which all but
// one conjunct of the first holds, and members of the first. What members have and
// no positive has becomes a candidate C ⊓ ¬D, so that negations are probed that no
// example speaks for or against. Questions end when the first candidate has the
// probability Options.Sure, or when the candidates foretell every answer with it, so
// that asking on would tell too little.
//
// Letters: c, d concepts; r, s roles; x candidates; k what is known of the graph.
//
// The files call downwards: question, session, generate, conjunctions and negations,
// unions, thresholds and chains, atoms, candidate, prior, knowledge, then graph, model,
// parts and order.
package intent
