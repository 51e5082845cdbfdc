// Package crawl extracts the neighbourhood of some individuals from a source.
//
// [Crawl] is a breadth-first search by levels. Its frontier consists of the individuals
// that were met for the first time:
//
//	repeat
//	    frontier = examples
//	    for level = 0 .. depth:
//	        if level == depth: classes and values of the frontier; stop
//	        count the statements about the frontier, and those that point to it
//	        drop the roles over a bound, by all counts of the level
//	        fetch the classes, values, and statements of the roles that are kept
//	        drop the roles whose statements are incomplete
//	        frontier = individuals met for the first time
//	until no role was dropped that had led to an individual at an earlier level
//
// # Soundness
//
// The result contains all successors of every individual at a distance < depth by every
// kept role and direction, and all classes, superclasses and feature values of every
// individual at a distance ≤ depth. So a concept of role depth ≤ depth that uses only
// kept roles and features is true at an example if and only if it is true there at the
// source.
//
// A role in one direction, or a feature, that cannot be kept complete is dropped from the
// language everywhere, with a reason that names the individual and the number. Causes: a
// fan-out over the bound; too many individuals or facts in total; an incomplete answer; a
// blank node, which cannot be asked about; a term that is not valid RDF. Classes cannot
// be dropped: if they are incomplete the crawl fails.
//
// A role that is dropped late changes distances. Then the search starts again with a
// larger set of dropped roles, and a source with a cache answers the repeated questions
// without a request. So the only state of the crawl is its frontier and the set of
// dropped roles. Each decision considers all counts of a level, so it depends neither on
// the number of workers nor on the order of answers.
//
// # Transitive roles
//
// A transitive role leads to the ends of all chains of its steps; each end is one edge
// away. The inner individuals of a chain are asked for its steps only, at any distance.
// The number of ends is a fan-out like any other (chains.go).
//
// # High-degree nodes
//
// Some individuals have more statements than the source can count in one request, for
// example the statements that point to a country. These are counted property by property,
// for the properties that are used in the rest of the extract. If a search finds further
// properties, another search counts them, too.
//
// # Key of letters
//
// s, p, o subject, property, object; n a number of statements.
package crawl
