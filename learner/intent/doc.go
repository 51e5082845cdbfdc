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
// A concept with fewer than leastMeant members counts as if it had so many, unless the graph is small.
// bits(C) is the description length of C: every operator has a price (package price), and a
// role or value costs more the rarer it is (price/prior.go), and C ⊓ ¬D more the less of C is in D. If the
// individuals are classes, a class below a role is a value. An example on the wrong side costs price.Wrong
// instead of ruling C out; many cost priceNoise and what it takes to name them. A positive that is not a
// member may have been drawn from anywhere: it also costs log₂ of the largest count known. An example looks wrong
// (Ranking.Wrong) if the candidates that have it on the wrong side hold more than half
// of the probability. If only one positive speaks for a side of a union, that positive may
// be an error, so the side costs priceAlone. Answers to questions were not drawn
// from C: they cost nothing if they fit, and price.Wrong if not.
//
// If there are negatives, chance competes with the candidates: the positives were drawn from
// the whole graph, and a coin decided who is positive, which costs one bit for every example
// (chanceScore). Of the first candidates with the same members only the best stays, with the
// probability of all. Those that differ in thresholds only are one candidate, too (rank.go).
//
// The hypothesis U says that what was meant is no candidate (certainty.go). The first candidate is
// surer than U by earnedAtFirst bits, less earnedLength for each bit of its length beyond the number of
// given examples that it explains, and earnedBit more for each bit that U paid for the answers that the
// first candidate predicted since it last became first. If the questions are over and the first candidate is still
// unlikely, Ranking.Closest says that nothing fits. If the positives share nothing, the unions also compete with ⊤:
// somebody may have drawn the positives from everything.
//
// # Candidates
//
// A candidate is a conjunction of up to five conditions (three over an endpoint). A condition is an
// atom; ¬ of an atom; a list of two to six values of one role, or of classes; a union of two other
// atoms; a comparison at natural break points (propose/thresholds.go) or two as an interval (propose/intervals.go),
// also below a role; several conditions at one node, ∃r.(C ⊓ D) or ∃r.(C ⊓ ¬D) (propose/nodes.go); some other value,
// ∃r.∃s.¬{o}; a condition on texts; or an agreement of two roles (propose/derived.go). An atom is a class, a string, a
// property that is present, an article in a site, or a path of up to three steps (four in memory if shorter ones leave
// a word unsaid) to ⊤, a class or a value; a step is a role, an inverse role, or a closure of a role that composes;
// the last step may be that to a value with its subclasses, and the first that from a class to one above it. ≥n has
// one step. A qualified role (dl.Qualified) is a path through a statement, whose value and qualifiers are conditions
// at that node; so are the amount and the unit of a quantity. One search makes them all:
//
//   - walk from each positive and keep what nearly all share (propose/atoms.go): one in four may lack it,
//   - derive lists and unions that cover the positives (propose/lists.go), and conditions at nodes,
//   - search the conjunctions with the least score (propose/search.go), level by level,
//   - add ¬D, where D is an atom of a negative, or of a tenth of the members of one of the first
//     conjunctions, and of no positive (propose/negations.go).
//
// In memory every condition is a set of individuals, and a conjunction is counted by its set. Over an
// endpoint the cheapest atoms are counted, a conjunction is estimated as if its parts were independent,
// and the most promising of every level are counted. Conditions on texts, agreements, unions of different roles
// and, statements aside, conditions at nodes are candidates in memory only. Over an endpoint closures are
// candidates after the first answer, because they take it long, and only as far as the facts near the examples
// show them. So is the existence of a property's values or of an article (dl.Sitelink), but if most negatives
// lack it, or there are none and few properties are so, from the start: well-known things share most identifiers
// by accident. An endpoint is asked for statements after the first ranking, which tells the promising
// properties (qualified.go).
//
// If no atom is shared by all positives, the
// union of what describes groups of them is a candidate (propose/groups.go). The concepts given to
// [Session.Add], and the best candidates before an answer, are candidates, too.
//
// Counts are what an endpoint is asked for. So every step counts only the most promising
// concepts (propose/limits.go), by the score that they would have if their parts were
// independent, and none that is far behind the best. Where a count is refused or times out, only
// bounds are known. Then the upper bound is used, so that no concept is preferred because it was
// not counted.
//
// # Words
//
// Options.Words is a phrase of the user. It is a second prior: a concept whose values, classes and roles are said is
// likelier, one with others less likely, and words may mislead (price/words.go). It also proposes lists with sides
// that no example has, unions of said roles, and negations (propose/proposed.go). A graph in memory tells how rare a
// word is in names (price/lexicon.go). A phrase settles a candidate if that says each of its words and nothing else:
// then its rivals count less (heatSettled), and the questions end though nothing outside is known. Without a phrase
// nothing of this is used. A description length never depends on words.
//
// # Questions
//
// A question is about the individual with the most uncertain answer. It is chosen from
// members of the differences of the first candidates, and of the first with other thresholds,
// individuals that satisfy all conjuncts but one of the first candidate, individuals with two
// things below a role that only together satisfy its conditions, and its members. If such members have
// atoms D that no positive has, the likeliest C ⊓ ¬D become candidates, so that questions also
// test negations for which there is no example. One member can test many: the answer yes is less
// likely by the share
//
//	lessSomething · Σ p(D)·(share of C outside D)⁻ⁿ / Σ p(D),   p(D) = 2^-(bits(D)/heat)
//
// of the probability of C, where the first sum is over its own atoms D and the second over those of
// all members; lessByNegatives given negatives halve it. So a question is about a member with most of
// what may have been left out, if there is one. The largest share of any member is what no answer has
// tested, and is taken from the probability that the ranking states for C. While there is no negative,
// members of the wider candidates are near misses. Questions end when something outside is known and the first
// candidate has the probability Options.Sure, or when the answer to every further question is certain and the first
// candidate earned leastEarned bits; but the first negative is asked for, and if the first candidate contradicts a
// positive, what the union of both would add.
//
// Letters: c, d are concepts; r, s roles; x candidates.
//
// What the model needs is in packages of its own, each of which knows only those before it: normal writes concepts, ask
// asks the graph, price says how likely a concept is, propose finds concepts. The files here call downwards: question,
// qualified, proposals, session, requirements, leftout, certainty, rank.
package intent
