package benchmarks

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// heapEvery is how often the heap is looked at.
const heapEvery = 2 * time.Millisecond

// heapMeter measures what the parties that take turns in this process hold on
// the heap. Live bytes are those that the garbage collector found alive when it
// last ran; it runs as often as it would without the meter, so that the heap
// may hold up to twice as much in between.
type heapMeter struct {
	live uint64 // after the last turn
}

func newHeapMeter() *heapMeter { return &heapMeter{live: collectGarbage()} }

// measure runs f. It returns the largest number of bytes that the collector found
// alive during f, and the number alive after f, both minus those alive before. If
// the collector did not run, all that f allocated counts as alive.
func (m *heapMeter) measure(f func()) (peak, kept int64) {
	before := m.live
	first := readHeap()
	stop, most := make(chan struct{}), make(chan uint64)
	go func() {
		var found uint64
		tick := time.NewTicker(heapEvery)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				if now := readHeap(); now.cycles == first.cycles {
					found = now.objects
				} else {
					found = max(found, now.live)
				}
				most <- found
				return
			case <-tick.C:
				if now := readHeap(); now.cycles > first.cycles {
					found = max(found, now.live)
				}
			}
		}
	}()
	f()
	close(stop)
	peak = int64(<-most) - int64(before)
	m.live = collectGarbage()
	return max(peak, 0), int64(m.live) - int64(before)
}

// collectGarbage runs the collector and returns the bytes alive.
func collectGarbage() uint64 {
	runtime.GC()
	return readHeap().live
}

// heapState is what the runtime tells of the heap.
type heapState struct {
	live    uint64 // bytes that the collector found alive when it last ran
	objects uint64 // bytes in objects, dead ones included until they are collected
	cycles  uint64 // of the collector
}

func readHeap() heapState {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/cycles/total:gc-cycles"},
	}
	metrics.Read(samples)
	return heapState{samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64()}
}
