package speed

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

var (
	pulled = flag.Int("pulled", testsize.Choose(1_000, 5_000), "facts to extract")
	runs   = flag.Int("runs", 1, "extractions, of which the fastest counts")
)

// perPerson is about how many statements are received per person.
const perPerson = 40

// writePersons writes persons who know each other and have things, with numbers.
// Extracting one step around all of them receives about n statements.
func writePersons(w io.Writer, n int) (persons []string, err error) {
	rng := rand.New(rand.NewPCG(3, 5))
	out := bufio.NewWriter(w)
	count := max(n/perPerson, 10)
	const things = 5000
	for i := range count {
		a := fmt.Sprintf("%sperson/%d", ns, i)
		persons = append(persons, a)
		fmt.Fprintf(out, "<%s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <%sPerson> .\n", a, ns)
		for j := range 13 {
			fmt.Fprintf(out, "<%s> <%shas%d> <%sthing/%d> .\n", a, ns, j%7, ns, rng.IntN(min(things, count)))
		}
		for j := range 4 {
			fmt.Fprintf(out, "<%s> <%sknows> <%sperson/%d> .\n", a, ns, ns, (i+1+j*j)%count)
		}
		for j := range 22 {
			fmt.Fprintf(out, "<%s> <%snumber%d> \"%d\"^^<%sinteger> .\n", a, ns, j%11, rng.IntN(1000), dl.XSD)
		}
	}
	for i := range min(things, count) {
		fmt.Fprintf(out, "<%sthing/%d> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <%sThing%d> .\n", ns, i, ns, i%9)
	}
	return persons, out.Flush()
}

// recording keeps the queries that are sent.
type recording struct {
	extract.Client
	mu      sync.Mutex
	queries []string
}

func (r *recording) Select(ctx context.Context, q string) (*connector.Table, error) {
	r.mu.Lock()
	r.queries = append(r.queries, q)
	r.mu.Unlock()
	return r.Client.Select(ctx, q)
}

// TestEnginesExtraction extracts with genus, in a process of its own, and sends the same
// queries, as many in parallel, with curl. It prints the times, and tests that the
// extraction is complete.
func TestEnginesExtraction(t *testing.T) {
	genus := filepath.Join(t.TempDir(), "genus")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", genus, "./cmd/genus").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var nt bytes.Buffer
	persons, err := writePersons(&nt, *pulled)
	require.NoError(t, err)
	lists := t.TempDir()
	half := len(persons) / 2
	pos, neg := filepath.Join(lists, "pos.txt"), filepath.Join(lists, "neg.txt")
	for name, list := range map[string][]string{pos: persons[:half], neg: persons[half:]} {
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(list, "\n")), 0o644))
	}
	const header = "| engine | facts received | requests | genus (s) | facts/s | curl (s) | curl/genus | processor " +
		"time of genus (s) | of the engine (s) | with curl (s) | peak memory (MB) | database (MB) " +
		"|\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
	var table []string
	for _, s := range engines.All() {
		t.Run(s.Name, func(t *testing.T) {
			e := s.Start(t, "")
			require.NoError(t, e.LoadFrom(t.Context(), bytes.NewReader(nt.Bytes())))
			queries, received := record(t, e, persons)
			m := measured{genus: time.Hour, curl: time.Hour}
			for range *runs { // in turn: the machine is not the same at all times
				m = m.better(runExtract(t, genus, e, pos, neg))
				before, _ := e.Work()
				if took := curlAll(t, e, queries); took < m.curl {
					after, _ := e.Work()
					m.curl, m.curlWork = took, after-before
				}
			}
			table = append(
				table,
				fmt.Sprintf("| %s | %d | %d | %.2f | %.0f | %.2f | %.0f %% | %.2f | %.1f | %.1f | %d | %d |", s.Name,
					received, len(queries), m.genus.Seconds(), float64(received)/m.genus.Seconds(), m.curl.Seconds(),
					100*m.curl.Seconds()/m.genus.Seconds(), m.cpu.Seconds(), m.work.Seconds(), m.curlWork.Seconds(),
					m.memory>>20, m.size>>20),
			)
		})
	}
	fmt.Printf("\n%s\n%s\n", header, strings.Join(table, "\n"))
}

// record crawls once within this process, and returns the queries.
func record(t *testing.T, e engines.Engine, persons []string) (queries []string, received int) {
	t.Helper()
	c := connect(t, e, connector.Options{Requests: extract.DefaultWorkers})
	db, err := store.OpenMemory(t.Context())
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	r := &recording{Client: c}
	_, report, err := extract.Crawl(t.Context(), r, db, persons, extract.CrawlOptions{
		Bounds: extract.Bounds{Depth: 1}, Progress: func(p extract.Progress) { received = p.Facts },
	})
	require.NoError(t, err)
	if len(report.Dropped) > 0 || received < *pulled*9/10 {
		t.Errorf("%d statements received, %d wanted; dropped: %v", received, *pulled, report.Dropped)
	}
	return r.queries, received
}

// measured are the measurements of one extraction.
type measured struct {
	genus, curl  time.Duration
	cpu, work    time.Duration // processor time of genus, and of the engine for genus
	curlWork     time.Duration // processor time of the engine for curl
	memory, size int64         // bytes
}

func (m measured) better(n measured) measured {
	if n.genus > m.genus {
		return m
	}
	n.curl, n.curlWork = m.curl, m.curlWork
	return n
}

// runExtract runs genus extract.
func runExtract(t *testing.T, genus string, e engines.Engine, pos, neg string) (m measured) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.db")
	args := []string{"extract", "--endpoint", e.Endpoint, "--pos", pos, "--neg", neg, "--depth", "1", "--out", file, "-q"}
	if e.Graph != "" {
		args = append(args, "--graph", e.Graph)
	}
	cmd := exec.Command(genus, args...)
	before, _ := e.Work() // 0 where it is not known
	start := time.Now()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for running := true; running; {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v\n%s", err, out.Bytes())
			}
			running = false
		case <-time.After(20 * time.Millisecond):
			m.memory = max(m.memory, peakMemory(cmd.Process.Pid))
		}
	}
	m.genus = time.Since(start)
	after, _ := e.Work()
	m.work = after - before
	m.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	info, err := os.Stat(file)
	require.NoError(t, err)
	m.size = info.Size()
	return m
}

func form(e engines.Engine, query string) string {
	v := url.Values{"query": {query}}
	if e.Graph != "" {
		v.Set("default-graph-uri", e.Graph)
	}
	return v.Encode()
}

// curlAll sends the queries with one process of curl, DefaultWorkers in parallel, to
// /dev/null.
func curlAll(t *testing.T, e engines.Engine, queries []string) time.Duration {
	t.Helper()
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skipf("%s: there is no curl to compare with", t.Name())
	}
	dir := t.TempDir()
	var config strings.Builder
	for i, q := range queries {
		body := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(body, []byte(form(e, q)), 0o644))
		if i > 0 {
			config.WriteString("next\n")
		}
		fmt.Fprintf(
			&config,
			"url = %q\nsilent\nfail\noutput = /dev/null\ndata = \"@%s\"\nheader = \"Accept: application/sparql-results+json\"\n",
			e.Endpoint,
			body,
		)
	}
	file := filepath.Join(dir, "config")
	require.NoError(t, os.WriteFile(file, []byte(config.String()), 0o644))
	start := time.Now()
	if out, err := exec.Command(curl, "--parallel", "--parallel-max", fmt.Sprint(extract.DefaultWorkers), "--config",
		file).CombinedOutput(); err != nil {
		t.Errorf("curl: %v\n%s", err, out)
	}
	return time.Since(start)
}
