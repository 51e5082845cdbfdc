// Package layering holds a test and no code. It checks the import table of the design
// (section 2, "The house"): table_test.go says which package may import which. A package
// that is not in the table fails the test. Imports of tests do not count.
package layering
