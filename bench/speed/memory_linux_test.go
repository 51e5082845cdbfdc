package speed

import (
	"fmt"
	"os"
	"strings"
)

// peakMemory returns the largest memory of a running process so far, in bytes; 0 if it
// has ended. (For a process that has ended, the system reports at least the memory that
// its parent had when it started the process.)
func peakMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, found := strings.Cut(string(text), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(after, &kib); err != nil || !found {
		return 0
	}
	return kib << 10
}
