package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestLimitsOnManyRoles runs the program on a graph with a thousand roles, in which no small
// concept fits, with an address space (ulimit -v) that is a fraction of the memory of the
// machine. The program ends at the time limit or at the memory limit, says which, and has the
// best concept so far.
func TestLimitsOnManyRoles(t *testing.T) {
	// The runtime reserves 1.8 million of the KiB of address space.
	facts := 20_000
	roles := 600
	leaves := 15_000
	limit := 4 * time.Second
	space := 3_000_000
	memory := "45"
	if testsize.Full() {
		facts = 1_000_000
		roles = 2500
		leaves = 200_000
		limit = 60 * time.Second
		space = 6_000_000
		memory = "320"
	}
	args := []string{"learn", "--data", manyRoles(t, facts, roles, leaves), "--depth", "3", "--start", "∃<http://e/r0>.⊤",
		"--prefer", "smallest", "--select", "score", "--prefix", "e=http://e/"}
	for i := range examples {
		args = append(args, []string{"--pos-iri", "--neg-iri"}[i%2], fmt.Sprintf("e:i%d", i))
	}
	for _, test := range []struct {
		name string
		args []string
		want string // a regular expression
	}{
		{"default", []string{"--timeout", limit.String()}, "the time was up|the memory limit was reached"},
		{"memory", []string{"--timeout", "3m", "--memory", memory}, "the memory limit was reached"},
	} {
		t.Run(test.name, func(t *testing.T) {
			shell := []string{"-c", fmt.Sprintf(`ulimit -v %d; exec genus "$@"`, space), "genus"}
			cmd := exec.Command("sh", slices.Concat(shell, test.args, args)...)
			cmd.Env = append(os.Environ(), "GOMEMLIMIT=1GiB")
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			start := time.Now()
			err := cmd.Run()
			took, usage := time.Since(start), cmd.ProcessState.SysUsage().(*syscall.Rusage)
			t.Logf("%s, %d MiB", took, usage.Maxrss>>10)
			if err != nil {
				head, _, _ := strings.Cut(errs.String(), "\n\ngoroutine")
				t.Fatalf("%v: %s", err, head)
			}
			check.That(t, regexp.MustCompile(`(?s)\nConcept    .*(`+test.want+")").MatchString(out.String()),
				"no concept, or no %q in\n%s", test.want, out.String())
		})
	}
}

// examples is the number of examples of manyRoles: i0, i1, ….
const examples = 60

// manyRoles writes a random graph. Few roles lead from the examples to hubs, and many from
// there to leaves and on to other leaves.
func manyRoles(t *testing.T, facts, roles, leaves int) string {
	t.Helper()
	const hubRoles, hubs = 90, 360
	rng := rand.New(rand.NewPCG(1, 1))
	file := filepath.Join(t.TempDir(), "roles.nt")
	f := require.Value(os.Create(file))(t)
	w := bufio.NewWriter(f)
	add := func(from string, a int, role string, r int, to string, b int) {
		fmt.Fprintf(w, "<http://e/%s%d> <http://e/%s%d> <http://e/%s%d> .\n", from, a, role, r, to, b)
		facts--
	}
	for i := range examples {
		for j := range hubRoles {
			if rng.IntN(3) == 0 {
				add("i", i, "h", j, "hub", j*hubs/hubRoles+rng.IntN(hubs/hubRoles))
			}
		}
	}
	for leaf := range leaves {
		add("hub", rng.IntN(hubs), "r", rng.IntN(roles), "leaf", leaf)
	}
	for facts > 0 {
		add("leaf", rng.IntN(leaves), "r", rng.IntN(roles), "leaf", rng.IntN(leaves))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return file
}
