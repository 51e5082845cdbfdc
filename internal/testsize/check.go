package testsize

import (
	"flag"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// seed is the same in every run, so that failures repeat.
const seed = 1

// Check checks a property as rapid.Check does. It takes this many examples every day, and
// as many as rapid takes by default where [Full] holds. The examples are the same in
// every run. The flags -rapid.checks and -rapid.seed choose another number and other
// examples. Tests that call Check must not run in parallel.
func Check(t *testing.T, everyday int, property func(*rapid.T)) {
	t.Helper()
	// The seed repeats a failure. rapid's files, which also do, would be left in the source.
	defaults := map[string]string{"rapid.seed": strconv.Itoa(seed), "rapid.nofailfile": "true"}
	if !Full() {
		if testing.Short() {
			everyday *= 5 // rapid divides by that
		}
		defaults["rapid.checks"] = strconv.Itoa(everyday)
	}
	for name, value := range defaults {
		f := flag.Lookup(name)
		if f.Value.String() != f.DefValue {
			continue // chosen on the command line
		}
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = flag.Set(name, f.DefValue) }()
	}
	rapid.Check(t, property)
}
