//go:build unix

package processor

import (
	"syscall"
	"time"
)

// Time returns the processor time of this process so far.
func Time() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("processor: " + err.Error()) // it fails for bad arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
