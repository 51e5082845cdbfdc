// Package counts answers the questions of package intent about a whole graph, over an
// endpoint or a database: numbers of members, some members, and where concepts hold.
//
// [Endpoint] asks an endpoint. Its questions about concepts are those of package source,
// so a database can keep the answers (Endpoint.Keep). One request is about several
// concepts (queries.Counts), the cheapest first. If a request is too large or takes
// longer than [MostTime], the next one is about fewer concepts. After a few requests that
// take too long, the concepts that are left get no number but bounds. Three rules reduce
// the work of an engine:
//
//   - One tally of successors counts all ∃r.C and ≥n r.C with the same role and filler.
//   - The members of conjuncts with at most 9000 members are fetched, and the
//     conjunctions counted here. Of the conjunctions that join larger conjuncts only the
//     first few are counted.
//   - An endpoint is not asked whether an individual is a member if the facts near the
//     individual decide it: all statements that the concept is about were read.
//
// The facts near individuals are read in both directions, except roles with more than
// [MostSuccessors] successors at an individual.
//
// [Stored] answers from a database, and asks the endpoint only for missing answers.
// Without an endpoint its numbers are lower bounds.
package counts
