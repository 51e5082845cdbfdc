// Package intent ranks the concepts that fit examples by how likely each was meant.
//
// Many concepts with the same members among the examples have very different members
// in the graph, and the smallest of them is often not the one that was meant. The
// package ranks them by Bayesian concept learning (Tenenbaum and Griffiths, Behavioral
// and Brain Sciences 24, 2001; Xu and Tenenbaum, Psychological Review 114, 2007). It sends
// no request itself: a [Graph] answers for the whole graph.
//
// # The model
//
// A user draws n positives from the concept that is meant. So a concept C with |C|
// members in the whole graph has the likelihood (1/|C|)ⁿ (the size principle) and the
// prior 2^-bits(C):
//
//	score(C) = bits(C) + n·log₂|C| + errors,   posterior ∝ 2^-(score/heat)
//
// bits(C) is the description length of C: every operator has a price (model.go), and a
// role or value costs more the rarer it is (prior.go). An example on the wrong side costs
// priceError instead of ruling C out; many cost priceNoise and what it takes to name them. A positive that is not a member may have been drawn
// from anywhere: it also costs log₂ of the largest count known. An example looks wrong
// (Ranking.Wrong) if the candidates that have it on the wrong side hold more than half
// of the probability. If only one positive speaks for a side of a union, that positive may
// be an error, so the side costs priceAlone. Answers to questions were not drawn
// from C: they cost nothing if they fit, and priceError if not.
//
// If there are negatives, chance competes with the candidates: the positives were drawn from
// the whole graph, and a coin decided who is positive, which costs one bit for every example
// (chanceScore). Of the first candidates with the same members only the best stays, with the
// probability of all. Those that differ in thresholds only are one candidate, too (families.go).
//
// unseenAtFirst is the probability that the concept that was meant is not a candidate;
// unseenAlone, if nothing is known to be outside. It is multiplied by probed for every negative that was given, and for every answer that
// the first candidate predicted. So a ranking of positives alone is never sure. If the
// positives share nothing, the unions also compete with ⊤: somebody may have drawn the
// positives from everything.
//
// # Candidates
//
// An atom is a concept without ⊓, ⊔ and ¬: A; ∃r.⊤, ∃r.{o}, ∃r.A; ≥n r.⊤ and ≥n r.A up
// to n = 5; chains ∃r.∃s of these; (f = s); (f ≥ v) and (f ≤ v) at natural break points
// (thresholds.go). r and s may be inverse. The candidates are
//
//   - atoms that the positives share; from four positives on, one in eight may lack the atom,
//     but at least one may,
//   - unions of two values of one role, or of two classes (unions.go),
//   - conjunctions of two and three of these (conjunctions.go),
//   - C ⊓ ¬D, where D is an atom of a negative in C and of no positive (negations.go),
//   - what a beam search finds in memory, where a count is cheap: concepts in conjunctive
//     normal form (beam.go), whose literals (literals.go) are names, chains of up to three
//     roles, numbers, comparisons, and their negations,
//   - if no atom is shared by all positives, the union of what describes groups of them
//     (groups.go),
//   - after the first ranking, qualified roles (dl.Qualified): a statement with a value and one
//     or two qualifiers that the positives share, alone and joined with one of the best other
//     candidates (qualified.go),
//   - the concepts given to [Session.Add], and the best candidates before an answer.
//
// No other form is a candidate, such as ∀, ⊓ and ⊔ below a role, or comparisons below a role.
//
// Most atoms are chains, so some chains are dropped before they are counted (chains.go):
// those that another shared atom implies or nearly implies, and those that hold at half
// of four or more negatives. A dropped chain is not a candidate, alone or as a part,
// unless it is added.
//
// Counts are what an endpoint is asked for. So every step counts only the most promising
// concepts (the constants of generate.go), by the score that they would have if their parts were
// independent, and none that is far behind the best. Where a count is refused or times out, only
// bounds are known. Then the upper bound is used, so that no concept is preferred because it was
// not counted.
//
// # Questions
//
// A question is about the individual with the most uncertain answer. It is chosen from
// members of the differences of the first candidates, and of the first with other thresholds,
// individuals that satisfy all conjuncts but one of the first candidate, individuals with two
// statements that only together satisfy a qualified role, and its members. If such members have
// atoms D that no positive has, the likeliest C ⊓ ¬D become candidates, so that questions also
// test negations for which there is no example. One member can test many: the answer yes is less
// likely by the share
//
//	lessSomething · Σ p(D)·(share of C outside D)⁻ⁿ / Σ p(D),   p(D) = 2^-(bits(D)/heat)
//
// of the probability of C, where the first sum is over its own atoms D and the second over those of
// all members. So a question is about a member with most of what may have been left out, if there
// is one. While there is no negative, what is known of a shared value becomes a candidate, too
// (widenings.go), and its members are near misses. Questions end when the first candidate has the
// probability Options.Sure, or when the answer to every further question is that certain; but the
// first negative is asked for, and if the first candidate contradicts a positive, what the union of
// both would add.
//
// Letters: c, d are concepts; r, s roles; x candidates; k is the knowledge of the graph.
//
// The files call downwards: question, qualified, widenings, session, generate, beam, conjunctions
// and negations, families, groups, literals, unions, thresholds and chains, atoms, candidate, prior, knowledge,
// then graph, memory, model, sets, parts and order.
package intent
