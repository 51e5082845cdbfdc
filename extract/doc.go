// Package extract gets data out of a source and makes a learning problem of it.
// It holds the doors; the rooms behind them are its subpackages:
//
//	source    questions to an endpoint, and the cache in front of it
//	crawl     which questions are asked: the search around the examples
//	store     the database of answers
//	facts     statements in little memory
//	dataset   facts as a learning problem; import, export
//	negatives individuals that are like the positive examples
//	entail    what follows from axioms
//	rdffile   RDF files
//
// There are three ways in and one way out:
//
//	endpoint  --Crawl-------> Data
//	database  --ReadData----> Data
//	RDF files --ImportFiles-> Data
//	Data --Problem--> interp.Problem, Info
//
// [NewExamples] and [ReadExamples] take the examples, as IRIs. [Load] is a short
// way from a database to a problem.
//
// # Soundness
//
// What is true of an example in a problem is true of it at the source: the promise
// is in the documentation of package crawl.
//
// # The database is a cache
//
// [Crawl] asks through a read-through cache: what the database has, the endpoint is
// not asked for. So a run that was killed goes on where it was, a run from other
// examples asks only for what is missing, and a refresh is a run that takes no
// answer from before. A problem of a database is a crawl, too, with nobody to ask
// behind the cache: whatever other runs and other processes did meanwhile, an
// answer that is missing is ErrIncomplete, and one that is too old ErrExpired.
//
// For users, and for choosing bounds when a database is read, every run is noted:
// its examples, its depth and bounds, and what it dropped.
package extract
