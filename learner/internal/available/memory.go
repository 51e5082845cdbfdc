// Package available says how much memory the process may use.
package available

import "github.com/KimMachineGun/automemlimit/memlimit"

// Memory returns how much memory the process may have, in bytes: the least of the memory of
// the machine, the limits of the process's control groups, and what the limit of its address
// space leaves for data. It is math.MaxUint64 if none of them is known.
func Memory() uint64 {
	least := addressSpace()
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil {
			least = min(least, n)
		}
	}
	return least
}
