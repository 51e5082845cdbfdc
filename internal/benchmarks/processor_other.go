//go:build !unix

package benchmarks

import "time"

var started = time.Now()

// processorTime returns the time since the program started, for systems whose
// processor time is not asked for.
func processorTime() time.Duration { return time.Since(started) }
