package speed

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

var files = flag.String("files", "",
	"N-Triples files, separated by commas, whose reading TestFiles measures; by default the elephants")

// TestFiles prints how long genus takes to a first answer from files, with which memory: when it reads
// them, and when it opens what it has kept of them. Oxigraph loads the same files, if it is installed.
func TestFiles(t *testing.T) {
	names := strings.Split(*files, ",")
	if *files == "" {
		elephants := filepath.Join("..", "..", "internal", "elephants", "elephants.ttl")
		names = []string{testfiles.Write(t, "elephants.nt", engines.NTriples(t, elephants))}
	}
	genus := built(t)
	fmt.Println("\n| file | facts | reading (s) | processor (s) | MB | bytes a fact | open again (s) | processor (s) | " +
		"MB | Oxigraph's load, processor (s) |\n" +
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, file := range names {
		query := []string{"query", "⊤", "--data", file}
		read := run(t, genus, append(query, "--no-cache")...)
		run(t, genus, query...) // keeps it
		again := run(t, genus, query...)
		loaded := "-"
		oxigraph := cmp.Or(os.Getenv("GENUS_OXIGRAPH"), "oxigraph")
		if path, err := exec.LookPath(oxigraph); err == nil {
			x := run(t, path, "load", "--location", t.TempDir(), "--file", file, "--format", "nt", "--lenient", "--non-atomic")
			loaded = fmt.Sprintf("%.1f", x.processor.Seconds())
		}
		facts := lines(t, file)
		fmt.Printf("| %s | %d | %.1f | %.1f | %d | %d | %.1f | %.1f | %d | %s |\n", filepath.Base(file), facts,
			read.clock.Seconds(), read.processor.Seconds(),
			read.memory>>20, read.memory/int64(max(facts, 1)), again.clock.Seconds(), again.processor.Seconds(),
			again.memory>>20, loaded)
	}
}

// built returns the path of the program.
func built(t *testing.T) string {
	t.Helper()
	genus := filepath.Join(t.TempDir(), "genus")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-C", "../..", "-o", genus, "./cmd/genus").CombinedOutput()
	require.That(t, err == nil, "%v\n%s", err, out)
	return genus
}

// A cost is what a process took.
type cost struct {
	clock, processor time.Duration
	memory           int64 // its peak, in bytes
}

// lines returns the number of lines of a file.
func lines(t *testing.T, file string) (n int) {
	t.Helper()
	in := bufio.NewReader(require.Value(os.Open(file))(t))
	for {
		part, err := in.ReadSlice('\n')
		if err == nil {
			n++
		} else if len(part) == 0 {
			return n
		}
	}
}

// run runs a command and returns what it took.
func run(t *testing.T, name string, args ...string) (c cost) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Stderr = &out
	start := time.Now()
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			require.That(t, err == nil, "%s: %v\n%s", name, err, out.String())
			c.clock, c.processor = time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
			return c
		case <-time.After(5 * time.Millisecond):
			c.memory = max(c.memory, peakMemory(cmd.Process.Pid))
		}
	}
}
