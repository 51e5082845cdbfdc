// Package layering holds a test and no code: it keeps the import table of the
// design (section 2, "The house") true. Which package may import which is
// written in table_test.go; a package that is not there fails the test.
//
// Only imports of code count, not those of tests.
package layering
