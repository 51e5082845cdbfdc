package benchmarks

import (
	"runtime"
	"testing"
	"time"
)

var kept [][]byte // escapes

// TestHeapMeter: a turn is charged for what it holds, and not for what is there
// already, nor for what it has let go.
func TestHeapMeter(t *testing.T) {
	const mib = 1 << 20
	defer func() { kept = nil }()
	kept = [][]byte{make([]byte, 64*mib)} // the problem's
	m := newHeapMeter()
	near := func(what string, got, want int64) {
		t.Helper()
		if got < (want-1)*mib || got > (want+8)*mib {
			t.Errorf("%s: %d bytes, want about %d MiB", what, got, want)
		}
	}
	peak, stays := m.measure(func() {
		kept = append(kept, make([]byte, 40*mib))
		runtime.GC()
		time.Sleep(50 * heapEvery) // to be seen
		kept[1] = make([]byte, 10*mib)
		runtime.GC()
	})
	near("peak of the first turn", peak, 40)
	near("kept by the first turn", stays, 10)

	peak, stays = m.measure(func() {})
	near("peak of an idle turn", peak, 0)
	near("kept by an idle turn", stays, 0)

	peak, stays = m.measure(func() { kept[1] = nil })
	near("kept by the turn that lets go", stays, -10)
	near("peak of the turn that lets go", peak, 0)

	peak, _ = m.measure(func() { kept[1] = make([]byte, 3*mib) }) // too little for the collector to run
	near("peak of a small turn", peak, 3)
}
