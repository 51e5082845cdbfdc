//go:build !unix

package processor

import "time"

var started = time.Now()

// Time returns the time since the program started. The processor time is only
// known on Unix.
func Time() time.Duration { return time.Since(started) }
