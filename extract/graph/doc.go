// Package graph answers questions about the terms of an RDF graph: the numbers of
// statements of a term by property, the statements, superclasses, labels, axioms about
// properties, and the members of concepts.
//
// A [Graph] answers every question completely, or says what is missing, or returns an
// error. There are three implementations:
//
//   - [Endpoint] asks a SPARQL endpoint. It asks about many terms in one request,
//     splits requests that are too large, pages large results by the hash of the
//     object, compares the number of rows with the counts, and keeps to a budget.
//   - [Cache] is a cache in front of another source. It reads and writes answers in a
//     database (package store), and asks the other source for answers that are missing
//     or too old. A cache without another source works offline: a missing answer is
//     [ErrIncomplete] or [ErrExpired] then.
//   - [Memory] has the facts of files or of a database in memory.
//
// Functions such as [StatementsOf], [ClassSizes], [MembersOf] and [BestLabels] ask any of
// them.
//
// # Counts first
//
// Statements are counted before they are fetched. So the endpoint knows how many fit
// into a request, and whether an answer is complete. If the statements with a property
// cannot be fetched completely, the answer has a reason in its field Incomplete; nothing
// is left out without a reason. The cache uses stored statements only if there are as
// many as the stored counts say.
//
// Statements near individuals that a person waits for are read at once (read.go): a result
// has its number of rows in a row of its own. One request reads the statements about some
// individuals, those that point to them, and their labels. What cannot be a fact, such as
// texts, is left out of the rows and of the counts that follow from them. The look and the crawl
// share the rows, so neither asks again for what the other has read.
//
// # Concepts
//
// [Whole] answers the questions of package intent: numbers of members, some members, and
// where concepts hold. One request is about several concepts, lookups by a value first.
// What the members that were fetched and the facts near individuals tell is not asked for (joint.go).
// Requests grow while answers are quick. No concept is in more than two requests that time
// out, and the next ranking asks for none that was refused. The facts near individuals are read in both
// directions, except roles with more than [MostSuccessors] successors at an individual.
//
// # Answers
//
// An answer is a [store.Answer]: rows about one term, for one kind of question.
// kinds.go defines the rows of each kind. Objects that cannot be used are counted and
// not stored: a row with N > 0 stands for N of them.
//
// # Vocabulary
//
// [Vocabulary] says which properties mean "is a", "is below" and "is called".
// [Exclusions] says what is not worth learning with. [Symbols] decides from both whether
// a property is a role or a feature.
//
// # Key of letters
//
// s, p, o subject, property and object; n a number of statements.
package graph
