// Package store is the local database of genus: one SQLite file that holds what
// endpoints answered or what RDF files say, every source apart, and what was
// asked, when, and what came of it. So learning needs no network, a second
// extraction asks only for what is not there, and a killed one goes on.
//
// The tables are described in schema.sql, which is also what a new file is made
// with; anybody can look inside with sqlite3. A [DB] is a file, a [Space] what it
// holds of one source.
//
// Facts and numbers come by the million, and a row costs more than what is in it:
// the role facts of a subject are one row, as are the feature facts of an individual
// and the tallies of a part of a term, in JSON (codec.go). A [Tx] gathers them and
// writes each row once (factrows.go); the way from objects to subjects, and what was
// asked, is entered for many at once (roleindex.go, asked.go); and of a source that is
// new to the file nothing is looked for that cannot be there (fresh.go).
//
// Invariants:
//
//   - Everything is written in transactions ([Space.Update]): after a crash or
//     kill -9 the file holds a number of whole batches. The journal is SQLite's
//     write-ahead log; the last to close the file leaves it as one file.
//   - Any number of processes may use a file: readers see it as it was when they
//     began, writers have their turn one after another (wait.go).
//   - A DB opened with ReadOnly changes nothing and needs no permission to write,
//     unless a killed process left its log beside the file.
//   - Only a file with genus's application id is touched, and of schema versions
//     that are known; an older one is brought up to date (migrate.go).
//   - Literals are kept exactly as they were received.
//   - Terms are interned once and never deleted, so their numbers stay dense.
//
// A source's name is a URL without credentials: what connector.Client.URL
// returns.
//
// Source: https://www.sqlite.org/fileformat2.html (application id, user
// version), https://www.sqlite.org/rescode.html (result codes),
// https://www.sqlite.org/wal.html (several processes).
package store
