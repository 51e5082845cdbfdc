// Package extract gets data out of a source and makes a learning problem of it.
//
// There are three ways in and one way out:
//
//	endpoint  --Crawl-------> store.Space --ReadData--> Data
//	RDF files --ImportFiles------------------------> Data
//	Data --Problem--> interp.Problem, Info
//
// [NewExamples] and [ReadExamples] take the examples, as IRIs.
//
// [Load] is the last two steps for a database. [Data.Problem] is the only
// place where facts become a structure.
//
// # Soundness
//
// [Crawl] goes breadth-first, d edges from the examples in both directions, and
// keeps this promise (DESIGN, section 1, "Soundness over an endpoint"): for every
// individual at distance < d all successors by every kept role and direction are
// there; individuals at distance ≤ d have all their classes, superclasses and
// feature values. So the truth of a concept of role depth ≤ d at an example, in the
// structure, is its truth at the source, if the concept uses kept roles and
// features only.
//
// What cannot be kept complete is cut: it takes a role in one direction, or a
// feature, out of the language everywhere, with a reason that names where and how
// much. Causes: a fan-out over the bound; too many individuals or facts in all;
// a row cap; a blank node, about which one cannot ask; a term that is not valid
// RDF; an answer that has another number of rows than the endpoint itself counted
// before. Classes cannot be cut: where they are inconsistent the crawl fails.
//
// Distances are taken over kept roles and only grow when a role is cut, so what
// was complete stays complete. Decisions are taken level by level over all counts
// of the level, so they do not depend on the number of workers, and every step is
// a transaction together with the note of what was asked, so that a run which was
// killed goes on where it was.
//
// With Vocabulary.RDFS the concept means what follows from the axioms about
// properties, too (axioms.go, entailed.go): of the source, Load fills in what follows
// from kept roles and features, and from domains and ranges everywhere.
//
// # Asking
//
// Everything is counted before it is pulled (ask.go, pull.go), and checked against
// the count. That the source knows an example shows there, too, and is asked for only
// where it does not (begin.go). The counts themselves are checked where they may have been cut
// (whole.go). What is too much at once is halved, and a single property sliced
// (slice.go); how much that is, is learned (adapt.go). What has come of one end of a
// statement is not asked for at the other (incoming.go). Requests overlap and are
// written in order (order.go). A budget may end a run (budget.go), and EstimateCrawl
// says beforehand what one would cost (estimate.go).
//
// # The database grows
//
// What a database holds of a source belongs to no run: of every individual, in
// every direction, it knows what was asked and when, how many statements of each
// property were counted, and which of them are not here and why. Every run takes
// its decisions anew from these, and asks only for what is missing or too old; so
// a run gives the same in a database that others filled as in an empty one (but
// at hubs, which are asked about the properties that are known). The newest answer
// about a term replaces what was known.
//
// A run notes what it cut for its bounds. Loading starts from that, walks over the
// individuals within reach again, and makes sure of each that everything was asked
// for (ErrIncomplete); what was not answered whole is cut (extent.go). So what
// other runs and other processes did meanwhile cannot make a problem unsound.
//
// # Files
//
// The facts of files are all there: nothing is cut, and blank nodes are individuals.
// What a fact is, and so an individual, domain.go says.
// Of OWL, [ImportFiles] takes the assertions and the axioms named there, and counts
// what it leaves out.
//
// # Key of letters
//
// s, p, o subject, property, object; n a number of statements; d the depth.
package extract
