//go:build !unix

package evaluation

import "time"

var started = time.Now()

// processorTime returns the time since the program started. The processor time is only
// known on Unix.
func processorTime() time.Duration { return time.Since(started) }
