// Package store keeps answers in one SQLite file: what a source of facts said
// about a term, kind of question by kind, and when. It is the memory of a
// read-through cache: whoever asks a source looks here first and puts here what
// the source answered. The package knows neither RDF nor SPARQL; package source
// gives the kinds their meaning.
//
// A [DB] is a file, a [Source] what it holds of one source, an [Answer] what that
// source said to one question about one term. Get and Put work on many terms at
// once.
//
// Invariants:
//
//   - Every Put is one transaction: after a crash or kill -9 the file holds a
//     number of whole ones. The journal is SQLite's write-ahead log; the last
//     process to close the file leaves it as one file.
//   - For each property of a term and kind one answer counts, the newest (replace.go).
//   - Any number of processes may use a file. Readers see it as it was when they
//     began, and writers take turns (wait.go).
//   - A DB opened with ReadOnly changes nothing and needs no permission to write,
//     unless a killed process left its log beside the file.
//   - Only a file with the application id and the schema of this version is
//     opened; any other file is refused and stays as it is.
//   - Every answer has a checksum over the source, the kind, the term and the
//     answer, and every source has the number of its answers and the sum of their
//     checksums. A damaged file gives an error and not other facts. At worst Get
//     and Runs miss something, for which the source is asked again; All does not.
//   - No memory is allocated by a number that the file states: decoding is
//     bounded by the bytes that are there.
//
// schema.sql describes the tables, codec.go the bytes of an answer.
//
// Source: https://www.sqlite.org/fileformat2.html (application id, user
// version), https://www.sqlite.org/rescode.html (result codes),
// https://www.sqlite.org/wal.html (several processes).
package store
