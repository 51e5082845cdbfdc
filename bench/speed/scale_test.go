package speed

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/require"
)

var individuals = flag.String("individuals", "500",
	"numbers of individuals of the graphs of TestScale, separated by commas; each has seven facts")

// TestScale prints how long genus takes to open a graph of N-Triples, with its memory, to answer from three positives,
// and to list 100,000 members of a concept. The last two open what was kept, and the time of that is taken off.
//
//	go test -C bench -count=1 -v -timeout 2h -run TestScale ./speed -individuals 300000,3000000,14400000
func TestScale(t *testing.T) {
	genus := built(t)
	fmt.Println("\n| facts | first open (s) | MB | open again (s) | MB | answer + (s) | MB | members + (s) | MB |\n" +
		"|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	for text := range strings.SplitSeq(*individuals, ",") {
		n := require.Value(strconv.Atoi(text))(t)
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		g := scaled{n}
		data := filepath.Join(t.TempDir(), "scaled.nt")
		facts := g.write(t, data)
		positives := g.positives(t)
		time.Sleep(3 * time.Second) // what is read of a file that has just changed is not kept
		query := []string{"query", "⊤", "--data", data}
		first := run(t, genus, query...)
		again := run(t, genus, query...)
		answer := run(t, genus, "learn", "--data", data, "--pos", positives)
		listed := fmt.Sprintf("w >= %d", 1001-min(1001, 100_000*1001/n))
		table := filepath.Join(t.TempDir(), "members.csv")
		members := run(t, genus, "query", listed, "--prefix", "="+ns, "--data", data, "--members", table)
		fmt.Printf("| %d | %.1f | %d | %.1f | %d | %.1f | %d | %.1f | %d |\n", facts, first.clock.Seconds(), first.memory>>20,
			again.clock.Seconds(), again.memory>>20, (answer.clock - again.clock).Seconds(), answer.memory>>20,
			(members.clock - again.clock).Seconds(), members.memory>>20)
		require.NoError(t, os.Remove(data))
	}
}

// A scaled graph has n individuals in five classes, with three roles and a number. Each follows from its own seed, so
// that the graph takes no memory.
type scaled struct{ n int }

type scaledThing struct {
	classes [5]bool // A to E, each with probability 0.35
	number  int     // 0 to 1000
	roles   [3][]int
}

func (g scaled) thing(i int) (x scaledThing) {
	rng := rand.New(rand.NewPCG(5, uint64(i)))
	for c := range x.classes {
		x.classes[c] = rng.Float64() < 0.35
	}
	x.number = rng.IntN(1001)
	for r := range x.roles {
		for range []int{0, 1, 1, 2, 3}[rng.IntN(5)] {
			x.roles[r] = append(x.roles[r], rng.IntN(g.n))
		}
		slices.Sort(x.roles[r])
		x.roles[r] = slices.Compact(x.roles[r])
	}
	return x
}

// isMeant reports whether an individual is in A ⊓ (≥2 r.B ⊔ ∃s.(w ≥ 700)).
func (g scaled) isMeant(i int) bool {
	x := g.thing(i)
	b := 0
	for _, j := range x.roles[0] {
		if g.thing(j).classes[1] {
			b++
		}
	}
	isHigh := func(j int) bool { return g.thing(j).number >= 700 }
	return x.classes[0] && (b >= 2 || slices.ContainsFunc(x.roles[1], isHigh))
}

// write writes the graph and returns the number of its facts.
func (g scaled) write(t *testing.T, path string) (facts int) {
	f := require.Value(os.Create(path))(t)
	out := bufio.NewWriterSize(f, 1<<20)
	for i := range g.n {
		x := g.thing(i)
		line := func(property, object string) {
			facts++
			_, _ = io.WriteString(out, "<"+ns+"i"+strconv.Itoa(i)+"> <"+property+"> "+object+" .\n")
		}
		for c, is := range x.classes {
			if is {
				line(rdf, "<"+ns+"ABCDE"[c:c+1]+">")
			}
		}
		line(ns+"w", `"`+strconv.Itoa(x.number)+`"^^<http://www.w3.org/2001/XMLSchema#integer>`)
		for r, successors := range x.roles {
			for _, j := range successors {
				line(ns+"rst"[r:r+1], "<"+ns+"i"+strconv.Itoa(j)+">")
			}
		}
	}
	require.NoError(t, out.Flush())
	require.NoError(t, f.Close())
	return facts
}

// positives writes a file with three members of the concept that is meant.
func (g scaled) positives(t *testing.T) string {
	var iris []string
	for i := 0; len(iris) < 3; i++ {
		if g.isMeant(i) {
			iris = append(iris, ns+"i"+strconv.Itoa(i))
		}
	}
	path := filepath.Join(t.TempDir(), "positives.txt")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(iris, "\n")), 0o600))
	return path
}
