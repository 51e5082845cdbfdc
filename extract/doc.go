// Package extract reads data from a source and makes learning problems of it. Its
// subpackages do the work:
//
//	graph     questions to an endpoint or to facts in memory, and the cache in front of an endpoint
//	crawl     the search around the examples: which questions are asked
//	store     the database of answers
//	facts     compact storage of statements
//	dataset   facts as a learning problem; import, export
//	classes   members of a class, and others that are similar
//	entail    entailment by axioms
//	rdffile   RDF files
//
// There are three ways in and one way out:
//
//	endpoint  --Crawl-------> Data
//	database  --ReadData----> Data
//	RDF files --ImportFiles-> Data
//	Data --Problem--> interp.Problem, Info
//
// [NewExamples] and [ReadExamples] take the IRIs of the examples. [Load] makes a problem
// from a database directly.
//
// # Soundness
//
// A concept is true at an example in the problem if and only if it is true there at the
// source. The documentation of package crawl states this precisely.
//
// # The database is a cache
//
// [Crawl] asks through a read-through cache: the endpoint is asked only for answers that
// the database does not have. So a run that was killed continues where it stopped, a run
// with other examples asks only for what is missing, and a refresh is a run that ignores
// older answers. A problem is made from a database by a crawl without an endpoint:
// whatever other runs and processes have done, a missing answer is ErrIncomplete, and an
// answer that is too old is ErrExpired.
//
// The database also records every run with its examples, depth, bounds and dropped
// properties: for users, and for the bounds of a problem that is made from it.
package extract
