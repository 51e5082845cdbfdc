// Package counts answers what package intent asks about a whole graph, over an
// endpoint or a database: numbers of members, some members, and where concepts hold.
//
// [Endpoint] asks an endpoint. The questions about concepts are those of package
// source, so a database can keep the answers (Endpoint.Keep). Several concepts travel
// in one request (queries.Counts), the cheapest first. Where one fails for its size or
// takes longer than [MostTime], fewer travel in the next, at most three times for its
// time; what is not counted by then has bounds and no number. An engine is asked for
// less:
//
//   - All ∃r.C and ≥n r.C of a role and a filler C come from one tally of successors.
//   - Conjunctions of parts with up to 9000 members are counted here, by the members;
//     of those that join larger parts which are no values only the first are counted.
//   - Whether an individual is a member is not asked where the facts that were read
//     decide it: all statements that the concept is about, as many as were counted.
//
// The facts near individuals are read in both directions, each role only where an
// individual has at most [MostSuccessors] by it.
//
// [Stored] asks what was extracted into a database, and the endpoint only for what is
// missing there. Where nobody can be asked its numbers are lower bounds.
package counts
