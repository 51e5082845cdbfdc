package search

import "testing"

// TestDefaultMemory: tables and caches leave room for a large structure.
func TestDefaultMemory(t *testing.T) {
	for individuals, want := range map[int]uint64{0: 2 << 30, 1 << 19: 3 << 29, 1 << 20: 1 << 30, 1 << 22: 1 << 30} {
		if got := defaultMemory(individuals); got != want {
			t.Errorf("%d for %d individuals, want %d", got, individuals, want)
		}
	}
}
