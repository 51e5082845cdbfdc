package speed

import (
	"os"
	"syscall"
)

// peakMemory is the most that a process that has ended had in memory, in bytes.
func peakMemory(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
