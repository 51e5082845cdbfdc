package available

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestAddressSpace: in a process with a limit of the address space, data may take less than
// that by what the runtime reserves, and a machine's memory is not the limit.
func TestAddressSpace(t *testing.T) {
	if os.Getenv("LIMITED") != "" {
		fmt.Print(Memory())
		os.Exit(0)
	}
	free := Memory()
	for limit, least := range map[uint64]uint64{4 << 30: 1 << 30, 3 << 30: 1 << 29} {
		cmd := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$0" -test.run TestAddressSpace`, limit>>10),
			os.Args[0])
		cmd.Env = append(os.Environ(), "LIMITED=1")
		out, err := cmd.Output()
		var got uint64
		_, failed := fmt.Sscan(string(out), &got)
		require.That(t, failed == nil, "%v: %q", err, out)
		check.That(t, got >= min(least, free) && got <= min(limit-1<<29, free),
			"%d MiB of %d MiB of address space; %d MiB without that limit", got>>20, limit>>20, free>>20)
	}
}
