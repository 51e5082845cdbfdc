//go:build unix

package speed

// TestCorrections measures the time of a correction over HTTP, from the click to the new
// proved concept:
//
//	go test -C bench -count=1 ./speed -v -run Corrections -corrections 100
//
// A user with a concept in mind looks at the matches of the learned one and marks the first
// wrong one or, if none is wrong, a right one. Times run from the request for the job to
// the event with the proved concept. Processor time includes all cores and the test
// itself; on a busy machine it is the more reliable figure.

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/cmd/genus/serve"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

var (
	corrections = flag.Int("corrections", testsize.Choose(1, 3), "number of corrections to time")
	engineName  = flag.String("engine", "auto", "engine; on a busy machine auto starts the second engine, too")
)

func TestCorrections(t *testing.T) {
	tests := []struct {
		name     string
		text     string
		target   string
		prefix   syntax.Prefixes
		pos, neg []string
		each     int // examples of a side to choose, if pos and neg are nil
	}{
		{name: "elephants", text: elephants.Turtle,
			target: "zoo:Elephant ⊓ zoo:Male ⊓ ((zoo:weight ≥ 3000) ⊔ (≥2 zoo:childOf⁻.zoo:Female))",
			prefix: syntax.Prefixes{
				elephants.Prefix: elephants.Namespace,
			}, pos: elephants.Positives, neg: elephants.Negatives},
		{name: "5000 individuals", text: company(5000), target: ":Engineer ⊓ ∃:worksFor.(:Large)",
			prefix: syntax.Prefixes{"": "http://example.org/"}, each: 25},
		{name: "5000 individuals, counting", text: company(5000), target: ":Person ⊓ (≥2 :knows.:Engineer)",
			prefix: syntax.Prefixes{"": "http://example.org/"}, each: 25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() {
				t.Skipf("%s: a proof takes minutes under the race detector: not with -short", t.Name())
			}
			target := require.Value(syntax.Parse(tt.target, tt.prefix))(t)
			u := &user{t: t, url: serveFile(t, testfiles.Write(t, "data.ttl", tt.text)),
				target: syntax.Print(target, syntax.Options{}), pos: tt.pos, neg: tt.neg, random: rand.New(rand.NewPCG(1, 2))}
			if tt.each > 0 {
				u.choose(tt.each, target)
			}
			wall, cpu, proved := u.correct(*corrections)
			t.Logf(
				"%d corrections, %d of them proved, %d and %d examples at the end: clock median %s, 95th percentile %s; "+
					"processor median %s, 95th percentile %s",
				len(wall), proved, len(u.pos), len(u.neg), percentile(wall, 50), percentile(wall, 95),
				percentile(cpu, 50), percentile(cpu, 95))
			check.That(t, proved >= len(wall), "%d of %d not proved", len(wall)-proved, len(wall))
		})
	}
}

// serveFile serves genus over the file, and returns the address.
func serveFile(t *testing.T, path string) string {
	t.Helper()
	g := config.Given{Dir: t.TempDir(), Flags: map[string][]string{
		"data": {path}, "state": {filepath.Join(t.TempDir(), "state.db")}, "timeout": {"60s"}}}
	c := require.Value(genusyaml.Load(g))(t)
	s := require.Value(serve.New(t.Context(), serve.Options{Config: c, Given: g, Version: "test"}))(t)
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return web.URL
}

// user is a user with a concept in mind, who uses the source of the server's flags.
type user struct {
	t           *testing.T
	url, target string
	pos, neg    []string
	random      *rand.Rand
}

// post posts to the API and reads the answer into out.
func (u *user) post(path string, in map[string]any, out any) {
	u.t.Helper()
	in["source"] = "given"
	in["pos"], in["neg"] = u.pos, u.neg
	body := require.Value(json.Marshal(in))(u.t)
	req := require.Value(
		http.NewRequestWithContext(u.t.Context(), http.MethodPost, u.url+path, strings.NewReader(string(body))))(u.t)
	req.Header = http.Header{"X-Genus": {"1"}, "Content-Type": {"application/json"}}
	res, err := http.DefaultClient.Do(req)
	require.NoError(u.t, err)
	defer func() { _ = res.Body.Close() }()
	reply := require.Value(io.ReadAll(res.Body))(u.t)
	require.That(u.t, res.StatusCode < 300, "%s: status %d: %.500s", path, res.StatusCode, reply)
	require.NoError(u.t, json.Unmarshal(reply, out))
}

// members returns the members of a concept that are not examples.
func (u *user) members(concept string) (iris []string) {
	var m genus.Matches
	u.post("/api/matches", map[string]any{"concept": concept, "limit": 500}, &m)
	for _, one := range m.Matches {
		iris = append(iris, one.IRI)
	}
	return iris
}

// choose chooses n examples of each side.
func (u *user) choose(n int, target dl.Concept) {
	pos, neg := u.members(u.target), u.members(
		syntax.Print(dl.And{L: dl.Name{IRI: "http://example.org/Person"}, R: dl.Not{C: target}}, syntax.Options{}))
	for _, list := range [][]string{pos, neg} {
		u.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	u.pos, u.neg = pos[:n], neg[:n]
}

// learn learns, and returns the time to the first result by both clocks.
func (u *user) learn() (r api.LearnOutput, wall, cpu time.Duration) {
	u.t.Helper()
	began, used := time.Now(), processor()
	var job struct {
		ID string `json:"id"`
	}
	u.post("/api/jobs",
		map[string]any{"detail": true, "options": map[string]any{"engine": *engineName, "prefer": "smallest"}}, &job)
	res, err := http.Get(u.url + "/api/jobs/" + job.ID + "/events")
	require.NoError(u.t, err)
	defer func() { _ = res.Body.Close() }()
	event := ""
	for lines := bufio.NewReader(res.Body); ; { // until the query is confirmed
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case name == "event":
			event = value
		case name != "data":
		case event == "error":
			u.t.Fatal(value)
		case event == "result" && wall == 0:
			wall, cpu = time.Since(began), processor()-used
			require.NoError(u.t, json.Unmarshal([]byte(value), &r))
		}
	}
	require.That(u.t, wall > 0, "no result")
	return r, wall, cpu
}

func (u *user) correct(n int) (walls, cpus []time.Duration, proved int) {
	r, _, _ := u.learn()
	for range n {
		u.mark(r)
		var wall, cpu time.Duration
		if r, wall, cpu = u.learn(); r.Optimal {
			proved++
		}
		walls, cpus = append(walls, wall), append(cpus, cpu)
	}
	return walls, cpus, proved
}

// mark marks a match that is wrong, a member that is missing, or a match that is right.
func (u *user) mark(r api.LearnOutput) {
	require.That(u.t, r.Concept != nil, "no concept")
	right := u.members(u.target)
	found := u.members(r.Concept.DL)
	for _, iri := range found {
		if !slices.Contains(right, iri) {
			u.neg = append(slices.Clip(u.neg), iri)
			return
		}
	}
	for _, iri := range right {
		if !slices.Contains(found, iri) {
			u.pos = append(slices.Clip(u.pos), iri)
			return
		}
	}
	if len(right) > 0 {
		u.pos = append(slices.Clip(u.pos), right[u.random.IntN(len(right))])
		return
	}
	u.pos = u.pos[1:] // all are marked: remove one
}

func processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func percentile(list []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)*p/100, len(sorted)-1)].Round(time.Millisecond)
}

// company returns a graph of n people, firms and cities as Turtle.
func company(n int) string {
	random := rand.New(rand.NewPCG(5, 5))
	var b strings.Builder
	b.WriteString("@prefix : <http://example.org/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	jobs := []string{"Engineer", "Doctor", "Teacher", "Driver", "Cook"}
	sizes := []string{"Large", "Small"}
	firms := n / 20
	for i := range firms {
		fmt.Fprintf(&b, ":f%d a :Firm , :%s ; :founded %d ; :locatedIn :c%d .\n", i, sizes[random.IntN(2)],
			1900+random.IntN(120), random.IntN(20))
	}
	for i := range 20 {
		fmt.Fprintf(&b, ":c%d a :City .\n", i)
	}
	for i := range n - firms - 20 {
		fmt.Fprintf(&b, ":p%d a :Person , :%s ; rdfs:label \"person %d\" ; :age %d ; :worksFor :f%d ; :livesIn :c%d", i,
			jobs[random.IntN(len(jobs))], i, 18+random.IntN(50), random.IntN(firms), random.IntN(20))
		for range random.IntN(5) {
			fmt.Fprintf(&b, " ; :knows :p%d", random.IntN(n-firms-20))
		}
		b.WriteString(" .\n")
	}
	return b.String()
}
