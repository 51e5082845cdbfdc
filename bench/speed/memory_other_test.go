//go:build !linux

package speed

// peakMemory is only known on Linux.
func peakMemory(int) int64 { return 0 }
