package speed

import (
	"fmt"
	"os"
	"strings"
)

// peakMemory is the most that a running process has had in memory so far, in
// bytes; 0 if it has ended. (What the system tells of a process that has ended is
// at least what its parent had when it started it.)
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
