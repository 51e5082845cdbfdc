// Package dltest makes random structures, concepts and problems for property
// tests, as net/http/httptest makes servers: it is public, small and used in
// tests only.
//
// Invariants:
//
//   - The result depends on the generator and the configuration alone, so the seed of a
//     failing test reproduces it ([Rand]).
//   - The zero [Config] makes structures that a slow reference can check, of 4 to 12
//     individuals. They have what breaks learners: several values per feature, equal
//     values of different datatypes, booleans, self-loops, cycles, hubs and isolated
//     individuals, symbols without facts. They have strings and nominals only on request.
//   - All IRIs begin with [Namespace] and are valid, so that an endpoint can hold the
//     same data.
//
// Letters: a individuals; c concepts; r roles; f features; v values.
package dltest
