// Release builds the archives for people without Go. For every system and processor
// there is an archive with the program, its manual pages, completions for shells,
// and the licences of everything in it. A file has the checksums.
//
//	go run ./internal/release -out dist
//
// The same commit, built by the same version of Go, gives the same bytes
// wherever and whenever it is built (.ci/reproducible): no path of the machine,
// no clock, no order that depends on chance goes into an archive. Its date is
// that of the commit, or SOURCE_DATE_EPOCH.
package main
