// Package crawl extracts the neighbourhood of some individuals from a source.
//
// [Crawl] is a breadth-first search, level by level, whose frontier are the
// individuals met for the first time:
//
//	repeat
//	    frontier = examples
//	    for level = 0 .. depth:
//	        if level == depth: classes and values of the frontier; stop
//	        count the statements about the frontier, and those that point to it
//	        drop the roles over a bound, by all counts of the level
//	        fetch the statements of the roles that are kept, classes and values
//	        drop the roles of which not everything came
//	        frontier = individuals met for the first time
//	until no role was dropped that had led to an individual at an earlier level
//
// # Soundness
//
// For every individual at a distance < depth all successors by every kept role and
// direction are there; individuals at a distance ≤ depth have all their classes,
// superclasses and feature values. So the truth of a concept of role depth ≤ depth
// at an example is its truth at the source, if the concept uses kept roles and
// features only.
//
// What cannot be kept complete is dropped: it takes a role in one direction, or a
// feature, out of the language everywhere, with a reason that names where and how
// much. Causes: a fan-out over the bound; too many individuals or facts in all; an
// answer that is not complete; a blank node, about which one cannot ask; a term that
// is not valid RDF. Classes cannot be dropped: where they are incomplete the crawl
// fails.
//
// A role that is dropped late changes distances. Then the search starts again with
// a larger set of dropped roles, and a source with a cache answers the same
// questions without a request. So the crawl has no state but its frontier and what
// it dropped; and because decisions are taken over all counts of a level, they
// depend neither on the number of workers nor on the order of answers.
//
// # Transitive roles
//
// A transitive role leads to the ends of all chains of its steps, and these are one edge
// away. The individuals in the midst of a chain are asked for its steps only, whatever
// their distance; the number of ends is a fan-out like any other (chains.go).
//
// # High-degree nodes
//
// An individual with so many statements that the source cannot count them in one
// request (the statements that point to a country, say) is asked about property by
// property: about those by which something can be said in what was extracted. If a
// search finds properties that such individuals were not asked about, another
// search follows with more of them.
//
// # Key of letters
//
// s, p, o subject, property, object; n a number of statements.
package crawl
