// Package store is the local database of genus: one SQLite file that holds what
// was read from an endpoint or from RDF files, so that learning needs no network
// and a killed extraction goes on where it was.
//
// The tables are described in schema.sql, which is also what a new file is made
// with; anybody can look inside with sqlite3.
//
// Invariants:
//
//   - Everything is written in transactions ([DB.Update]): after a crash or
//     kill -9 the file holds a number of whole batches. The journal is SQLite's
//     rollback journal, so that between transactions the database is one file.
//   - A DB opened for writing holds SQLite's exclusive lock: a second writer is
//     told so ([ErrBusy]) and cannot mix in. A DB opened with ReadOnly changes
//     nothing and needs no permission to write.
//   - Only a file with genus's application id and schema version is touched.
//   - Literals are kept exactly as they were received.
//   - Terms are interned once and never deleted, so their numbers stay dense.
//
// A source's name is a URL without credentials: what connector.Client.URL
// returns.
//
// Source: https://www.sqlite.org/fileformat2.html (application id, user
// version), https://www.sqlite.org/rescode.html (result codes).
package store
