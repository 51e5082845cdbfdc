// Package testsize chooses how much a test does. Everyday runs take samples, so that go
// test ./... ends in two minutes. With GENUS_TESTS=full in the environment, as in .ci/full,
// tests take everything.
package testsize

import (
	"flag"
	"iter"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Full reports whether GENUS_TESTS asks for the full size.
func Full() bool { return os.Getenv("GENUS_TESTS") == "full" }

// Choose returns everyday, or full where [Full] holds.
func Choose[T any](everyday, full T) T {
	if Full() {
		return full
	}
	return everyday
}

// Rounds returns n, or a fifth of it with -short, as under the race detector: it wants to see
// what goroutines share, not many samples.
func Rounds(n int) int {
	if testing.Short() {
		return (n + 4) / 5
	}
	return n
}

// SkipShort skips a test that needs many samples with -short, as under the race detector:
// others run the same code.
func SkipShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skipf("%s: needs many samples: not with -short", t.Name())
	}
}

// Seed is the flag -seed of all random comparisons. It is the same in every run, so that
// failures repeat. With 0, rapid takes one at random.
var Seed = flag.Uint64("seed", 1, "seed of the random examples")

// Seeds yields n seeds, from -seed on.
func Seeds(n int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range uint64(n) {
			if !yield(*Seed + i) {
				return
			}
		}
	}
}

// Check checks a property as rapid.Check does. It takes this many examples every day, and
// as many as rapid takes by default where [Full] holds.
func Check(t *testing.T, everyday int, property func(*rapid.T)) {
	t.Helper()
	CheckTimes(t, Choose(everyday, Rounds(100)), property)
}

// CheckTimes checks a property with n examples. The examples are the same in every run with
// the same -seed. The flags -rapid.checks and -rapid.seed choose another number and other
// examples. Tests that call it must not run in parallel.
func CheckTimes(t *testing.T, n int, property func(*rapid.T)) {
	t.Helper()
	if testing.Short() {
		n *= 5 // rapid divides by that
	}
	// The seed repeats a failure. rapid's files, which also do, would be left in the source.
	defaults := map[string]string{"rapid.checks": strconv.Itoa(n), "rapid.seed": strconv.FormatUint(*Seed, 10),
		"rapid.nofailfile": "true"}
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

// Prompt reports it if something took longer than the limit. A busy machine may take any
// time, so this is an error only with GENUS_TIMING=required in the environment, on a
// machine without other work.
func Prompt(t testing.TB, took, limit time.Duration) {
	t.Helper()
	switch {
	case took <= limit:
	case os.Getenv("GENUS_TIMING") == "required":
		t.Errorf("it took %s, more than %s", took, limit)
	default:
		t.Logf("it took %s, more than %s, on a machine that may be busy", took, limit)
	}
}

// EndGoroutines fails the test if more goroutines run at its end than now. The test must
// call it before anything that has a Cleanup.
func EndGoroutines(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 300 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		buf := make([]byte, 1<<16)
		t.Errorf("goroutines left:\n%s", buf[:runtime.Stack(buf, true)])
	})
}
