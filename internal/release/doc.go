// Release builds what is given to people who have no Go: for every system and
// processor an archive with the program, its manual pages, completions for
// shells, and the licences of all that is in it; and a file of checksums.
//
//	go run ./internal/release -out dist
//
// The same commit, built by the same version of Go, gives the same bytes
// wherever and whenever it is built (.ci/reproducible): no path of the machine,
// no clock, no order that depends on chance goes into an archive. Its date is
// that of the commit, or SOURCE_DATE_EPOCH.
package main
