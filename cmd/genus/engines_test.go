package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/command"
	"github.com/genus-kg/genus/internal/engines"
)

// learnJob is a problem for genus learn.
type learnJob struct {
	data, pos, neg string
	flags          []string
	matches        int // members in the result that are not examples
}

var learnJobs = map[string]learnJob{
	"family":    {data: "testdata/data/family.ttl", pos: "testdata/data/pos.txt", neg: "testdata/data/neg.txt", matches: 3},
	"elephants": {data: "elephants/elephants.ttl", pos: "elephants/sister_pos.txt", neg: "elephants/sister_neg.txt", flags: []string{"--mode", "exact"}, matches: 10},
}

// TestEnginesGiveTheSameConcept learns on SPARQL engines of others. They give the same
// concept as the embedded endpoint, and confirm it.
func TestEnginesGiveTheSameConcept(t *testing.T) {
	for problem, job := range learnJobs {
		want := sync.OnceValue(func() string { return learn(t, job, engines.StartEmbedded(t, engines.NTriples(t, job.data))) })
		for _, engine := range engines.All() {
			t.Run(problem+"/"+engine.Name, func(t *testing.T) {
				e := engine.Start(t, engines.NTriples(t, job.data))
				if got := learn(t, job, e); got != want() {
					t.Errorf("%s gives %s, the embedded endpoint %s", engine.Name, got, want())
				}
			})
		}
	}
}

// learn returns the concept that genus learn finds at the endpoint, which must confirm
// it.
func learn(t *testing.T, job learnJob, e engines.Engine) string {
	t.Helper()
	args := append([]string{"learn", "--endpoint", e.Endpoint, "--format", "json", "-q", "--pos", job.pos, "--neg", job.neg}, job.flags...)
	if e.Graph != "" {
		args = append(args, "--graph", e.Graph)
	}
	var stdout, stderr bytes.Buffer
	if code := command.Main(args, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stderr.String(), stdout.String())
	}
	var r struct {
		Concept  struct{ DL string }
		Endpoint struct{ Confirmed bool }
		Matches  []struct{ IRI string }
	}
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if !r.Endpoint.Confirmed || len(r.Matches) != job.matches {
		t.Errorf("%s: confirmed %t, matches %v", e.Name, r.Endpoint.Confirmed, r.Matches)
	}
	return r.Concept.DL
}
