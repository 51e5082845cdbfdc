package extract

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/endpoint"
	"github.com/genus-kg/genus/internal/testsize"
)

var herdOptions = CrawlOptions{Bounds: Bounds{Successors: 8}, Batch: 3, Prefixes: map[string]string{"ex": ex}}

// fingerprint returns all that a learner uses of a database.
func fingerprint(t *testing.T, db *store.DB, examples Examples) string {
	t.Helper()
	p, info := mustLoad(t, db, examples, LoadOptions{})
	return sortedFacts(p.Structure) +
		fmt.Sprintf("\n%v\n%v\n%v\n%d\n%v", p.Removed, info.Kinds, info.Skipped, p.Structure.Len(), info.Labels)
}

func mustRead(t tester, db *store.DB) *Data {
	t.Helper()
	space, err := Choose(context.Background(), db, Examples{})
	must(err)
	d, err := ReadData(context.Background(), space)
	must(err)
	return d
}

// stopAt returns a client, and a context that the client cancels before the nth request.
func stopAt(t *testing.T, c Client, n int) (context.Context, Client) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, &endpoint.Client{To: c, Refuse: func(i int, _ string) error {
		if i >= n {
			cancel()
		}
		return nil
	}}
}

// TestResume interrupts a crawl before each of its requests in turn. Continuing gives the
// result of an undisturbed crawl, and asks for no answer again.
func TestResume(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	whole := memory(t)
	o := herdOptions
	o.Workers = 1
	report := mustCrawl(t, c, whole, examples.All(), o)
	want := fingerprint(t, whole, examples)
	for _, part := range []string{ex + "livesIn in", ex + "growsOn out"} {
		check.That(t, slices.ContainsFunc(report.Dropped,
			func(c Dropped) bool { return c.Property+" "+string(c.Direction) == part }),
			"%s is not cut: %v", part, report.Dropped)
	}
	for n := 0; n < report.Requests; n += testsize.Choose(3, 1) {
		ctx, s := stopAt(t, c, n)
		db := memory(t)
		_, first, err := Crawl(ctx, s, db, examples.All(), o)
		require.That(t, errors.Is(err, context.Canceled), "stopped at request %d: %v", n, err)
		_, _, err = Load(t.Context(), db, examples, LoadOptions{})
		check.That(t, n <= 2 || errors.Is(err, ErrIncomplete), "stopped at request %d: loading gives %v; want ErrIncomplete",
			n, err)
		_, rest, err := Crawl(t.Context(), c, db, examples.All(), o)
		require.That(t, err == nil, "going on from request %d: %v", n, err)
		got := fingerprint(t, db, examples)
		require.That(t, got == want, "stopped at request %d:\n%s\nwant\n%s", n, got, want)
		// Only the request that was cancelled is repeated, but one unit may take
		// several requests. Each run asks whether there are reifiers.
		total := first.Requests + rest.Requests
		check.That(t, total <= report.Requests+3, "stopped at request %d: %d requests in all; undisturbed %d", n, total,
			report.Requests)
		check.NoError(t, db.Close())
	}
	_, again, err := Crawl(t.Context(), c, whole, examples.All(), o)
	check.That(t, err == nil && again.Requests == 0, "a finished crawl asks %d times, %v", again.Requests, err)
}

func TestWorkersDoNotMatter(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	var want string
	for _, workers := range []int{1, 2, 7} {
		db := memory(t)
		o := herdOptions
		o.Workers = workers
		mustCrawl(t, c, db, examples.All(), o)
		if got := fingerprint(t, db, examples); want == "" {
			want = got
		} else if got != want {
			t.Errorf("with %d workers\n%s\nwant\n%s", workers, got, want)
		}
	}
}

func TestDeeperAndMoreExamples(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	db := memory(t)
	o := herdOptions
	o.Bounds.Depth = 1
	mustCrawl(t, c, db, examples.All()[:3], o)
	one := Examples{Pos: examples.Pos[:1], Neg: examples.Neg[:1]}
	_, _, err := Load(t.Context(), db, one, LoadOptions{Depth: 2})
	check.That(t, errors.Is(err, ErrIncomplete) && strings.Contains(err.Error(), "depth 1"), "loading too deep: %v", err)
	_, _, err = Load(t.Context(), db, examples, LoadOptions{})
	check.That(t, errors.Is(err, ErrIncomplete), "loading another example: %v", err)
	o.Bounds.Depth = 2
	mustCrawl(t, c, db, examples.All(), o)
	fresh := memory(t)
	mustCrawl(t, c, fresh, examples.All(), o)
	check.Equal(t, fingerprint(t, db, examples), fingerprint(t, fresh, examples), "deepened")
}

const childEnv = "GENUS_TEST_CRAWL_CHILD"

var kills = flag.Int("kills", 12, "how often TestKillAtRandom kills a crawl")

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		child(path, os.Getenv(childEnv+"_URL"))
	}
	os.Exit(m.Run())
}

// child crawls until it is killed.
func child(path, url string) {
	ctx := context.Background()
	db, err := store.Open(ctx, path, store.Options{})
	must(err)
	c, err := connector.New(connector.Options{URL: url})
	must(err)
	_, examples := herd()
	_, _, err = Crawl(ctx, c, db, examples.All(), herdOptions)
	must(err)
	must(db.Close())
	os.Exit(0)
}

// TestKillAtRandom kills a crawling process with SIGKILL at random moments, several times
// on one file, until it finishes. Then the file has the result of an undisturbed crawl,
// and only answers in flight were asked for twice. For the full number:
//
//	go test ./extract -run TestKillAtRandom -kills 200
func TestKillAtRandom(t *testing.T) {
	w, examples := herd()
	c := w.Serve(t)
	undisturbed := memory(t)
	began := time.Now()
	report := mustCrawl(t, c, undisturbed, examples.All(), herdOptions)
	took := time.Since(began)
	want := fingerprint(t, undisturbed, examples)
	random := rand.New(rand.NewPCG(1, 2))
	for killed, files := 0, 0; killed < *kills; files++ {
		path := filepath.Join(t.TempDir(), "killed.db")
		var asked atomic.Int64
		g := newProxy(t, c.URL(), func() { asked.Add(1) })
		deaths := 0
		for {
			cmd := childCommand(path, g.URL)
			must(cmd.Start())
			if killed+deaths >= *kills || deaths == 20 {
				require.NoError(t, cmd.Wait(), "the last run")
				break
			}
			// The process needs some time to start, and then as long as here or longer.
			time.Sleep(time.Duration(random.Int64N(int64(2*took + 40*time.Millisecond))))
			_ = cmd.Process.Kill()
			if err := cmd.Wait(); err == nil {
				break // it had finished
			} else if cmd.ProcessState.ExitCode() >= 0 {
				t.Fatalf("after %d kills: %v", deaths, err)
			}
			deaths++
			if ro, err := store.Open(t.Context(), path, store.Options{ReadOnly: true}); err == nil {
				_, _, err := Load(t.Context(), ro, examples, LoadOptions{})
				check.That(t, err != nil || fingerprint(t, ro, examples) == want, "half an extract loads")
				must(ro.Close())
			}
		}
		killed += deaths
		db, err := store.Open(t.Context(), path, store.Options{})
		must(err)
		got := fingerprint(t, db, examples)
		require.That(t, got == want, "after %d kills\n%s\nwant\n%s", deaths, got, want)
		must(db.Close())
		left, _ := filepath.Glob(path + "?*")
		check.That(t, len(left) <= 0, "left beside the file: %v", left)
		// A killed run loses what was in flight: in each worker a unit of a few requests.
		if most := report.Requests + deaths*4*DefaultWorkers; int(asked.Load()) > most {
			t.Errorf("%d requests with %d kills, undisturbed %d: answers were lost", asked.Load(), deaths, report.Requests)
		}
	}
}

// newProxy returns a proxy in front of an endpoint that reports every request.
func newProxy(t *testing.T, endpoint string, seen func()) *httptest.Server {
	t.Helper()
	target, err := url.Parse(endpoint)
	must(err)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: target.Scheme, Host: target.Host})
	proxy.ErrorLog = log.New(io.Discard, "", 0) // of clients that were killed
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen()
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	s.URL += target.Path
	return s
}

func childCommand(path, url string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+path, childEnv+"_URL="+url)
	cmd.Stderr = os.Stderr
	return cmd
}
