// Package testsize chooses how much a test does. Everyday runs take samples, so that go
// test ./... ends in two minutes. With GENUS_TESTS=full in the environment, as in
// continuous integration, tests take everything.
package testsize

import "os"

// Full reports whether GENUS_TESTS asks for the full size.
func Full() bool { return os.Getenv("GENUS_TESTS") == "full" }

// Choose returns everyday, or full where [Full] holds.
func Choose[T any](everyday, full T) T {
	if Full() {
		return full
	}
	return everyday
}
