// Package source answers questions about the terms of an RDF graph: how many
// statements a term has by which property, what these statements are, its
// superclasses, its labels, and the axioms about properties.
//
// A [Source] answers every question completely or with an error. There are two:
//
//   - [Endpoint] asks a SPARQL endpoint. It packs many terms into one request,
//     asks for halves where that is too much, pages large results by the hash of
//     the object, checks the rows that come against the number that was counted,
//     and keeps to a budget.
//   - [Cache] stands in front of another source. It reads and writes answers in a
//     database (package store) and asks the other source for what is not there or
//     too old. A cache with no other source behind it works offline: there a
//     missing answer is [ErrIncomplete] or [ErrExpired].
//
// # Counts first
//
// Statements are asked for with the numbers that were counted before. So the
// endpoint knows how much fits into a request, and whether an answer is whole. An
// answer about a property that cannot be had completely has a reason in its field
// Incomplete; nothing is left out without one. The cache compares, too: it takes
// stored statements only if there are as many as the stored counts say.
//
// # Answers
//
// An answer is a [store.Answer]: rows about one term, for one kind of question.
// kinds.go says what the rows of each kind mean. Objects that cannot be used are
// counted and not kept: a row with N > 0 stands for N of them.
//
// # Vocabulary
//
// [Vocabulary] says which properties mean "is a", "is below" and "is called",
// [Exclusions] what is not worth learning with, and [Symbols] decides by both
// whether a property is a role or a feature.
//
// # More questions
//
// A question that a later version asks, such as the number of members of (∃r.{a}),
// is one more Kind whose term names what is counted, one more case in
// [Endpoint.Ask], and nothing in the cache.
//
// # Key of letters
//
// s, p, o subject, property and object; n a number of statements.
package source
