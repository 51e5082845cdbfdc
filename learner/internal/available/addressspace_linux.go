package available

import (
	"fmt"
	"math"
	"os"
	"runtime/metrics"
	"syscall"
)

// addressSpace returns how much memory for data the limit of the address space (ulimit -v)
// allows. The runtime reserves more than a gigabyte of address space that has no data.
func addressSpace() uint64 {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil || r.Cur > math.MaxInt64 {
		return math.MaxUint64
	}
	pages := 0
	if f, err := os.Open("/proc/self/statm"); err == nil {
		_, _ = fmt.Fscan(f, &pages) // without it, nothing is known to be reserved
		_ = f.Close()
	}
	data := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(data)
	reserved := uint64(pages*os.Getpagesize()) - min(uint64(pages*os.Getpagesize()), data[0].Value.Uint64())
	return r.Cur - min(r.Cur, reserved)
}
