//go:build !linux

package speed

import "os"

// peakMemory is not known here: systems count it in other units, or not.
func peakMemory(*os.ProcessState) int64 { return 0 }
