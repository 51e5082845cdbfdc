// Package dltest makes random structures, concepts and problems for property
// tests, as net/http/httptest makes servers: it is public, small and used in
// tests only.
//
// Invariants:
//
//   - The result depends on the generator and the configuration alone, so that
//     a failing test is repeated by its seed ([Rand]).
//   - The zero [Config] is small enough for a slow reference to check: 4 to 12
//     individuals. It is rich in what breaks learners: several values per
//     feature, equal values of different datatypes, booleans, self-loops,
//     cycles, hubs and isolated individuals, symbols without facts. Strings and
//     nominals are there if asked for.
//   - All IRIs begin with [Namespace] and are valid, so that the same data can
//     go to an endpoint.
//
// Letters: a individuals; c concepts; r roles; f features; v values.
package dltest
