//go:build unix

package benchmarks

import (
	"syscall"
	"time"
)

// processorTime returns the time that all processors have worked for this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("benchmarks: " + err.Error()) // it fails for bad arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
