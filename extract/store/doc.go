// Package store keeps the answers of sources, with their times, in an SQLite file, by
// term and kind of question. It is the storage of a read-through cache (package graph).
// The package knows neither RDF nor SPARQL; package graph defines the meaning of the
// kinds.
//
// A [DB] is an open file, a [Source] the answers of one source in it, and an [Answer]
// the answer to one question about one term. Get and Put work on many terms at once.
//
// Invariants:
//
//   - Every Put is one transaction: after a crash or kill -9 the file holds complete
//     transactions only. The journal is SQLite's write-ahead log; the last process to
//     close the file merges the log into it.
//   - For each property of a term and kind the newest answer counts (replace.go).
//   - Any number of processes may use a file. Readers see it as it was when they
//     began, and writers take turns (tx.go).
//   - A DB opened with ReadOnly changes nothing and needs no permission to write,
//     unless a killed process left its log beside the file.
//   - Only a file with the application id and the schema of this version is opened; any
//     other file is refused and not changed.
//   - Every answer has a checksum over the source, the kind, the term and the answer.
//     Every source has the number of its answers and the sum of their checksums. So a
//     damaged file never gives wrong answers. Get and Runs may miss an answer, which is
//     then asked for again; All reports an error.
//   - Decoding allocates memory in proportion to the bytes of the file, not to the
//     numbers in it.
//
// schema.sql describes the tables, codec.go the bytes of an answer.
//
// Source: https://www.sqlite.org/fileformat2.html (application id, user
// version), https://www.sqlite.org/rescode.html (result codes),
// https://www.sqlite.org/wal.html (several processes).
package store
