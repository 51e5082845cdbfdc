package serve

import (
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// TestJobsAtOnce posts fifty jobs at once. No more than the limit learn at a time, those
// that do not fit into the queue are refused, and the others finish.
func TestJobsAtOnce(t *testing.T) {
	const jobsAtOnce, queue, all = 3, 20, 50
	x := start(t, map[string][]string{"jobs": {"3"}}, "")
	x.s.jobs.queue = queue
	x.builtin()
	body := map[string]any{"source": "builtin", "pos": elephants.Positives, "neg": elephants.Negatives,
		"detail": true, "options": map[string]any{"max_size": 3, "depth": 1, "prefer": "smallest"}}
	for range jobsAtOnce { // no job starts before all are posted
		x.s.jobs.slots <- struct{}{}
	}
	var mu sync.Mutex
	var ids []string
	var refused atomic.Int64
	var group sync.WaitGroup
	for range all {
		group.Go(func() {
			status, answer := x.do("POST", "/api/jobs", body, nil)
			var j jobJSON
			switch err := json.Unmarshal(answer, &j); {
			case status == http.StatusTooManyRequests:
				refused.Add(1)
			case status != http.StatusAccepted || err != nil:
				t.Errorf("status %d: %s", status, answer)
			default:
				mu.Lock()
				ids = append(ids, j.ID)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	require.That(t, len(ids) == jobsAtOnce+queue && int(refused.Load()) == all-jobsAtOnce-queue,
		"%d accepted, %d refused", len(ids), refused.Load())
	accepted := make([]*job, len(ids))
	for i, id := range ids {
		accepted[i] = require.Value(x.s.jobs.find(t.Context(), id))(t)
	}
	time.Sleep(200 * time.Millisecond) // jobs that do not wait would start
	for _, one := range accepted {
		check.Equal(t, one.json().State, queued, "a job is before there is a slot")
	}
	for range jobsAtOnce {
		<-x.s.jobs.slots
	}
	over, most := make(chan struct{}), 0
	go func() {
		defer close(over)
		for _, id := range ids {
			x.listen(id, "", nil)
		}
	}()
	for watching := true; watching; {
		select {
		case <-over:
			watching = false
		case <-time.After(time.Millisecond):
		}
		most = max(most, runningNow(accepted))
	}
	t.Logf("at most %d learned at once", most)
	check.That(t, most <= jobsAtOnce, "%d learned at once", most)
	for _, id := range ids {
		j := call[jobJSON](x, http.StatusOK, "GET", "/api/jobs/"+id, nil)
		check.That(t, j.State == done && j.Result != nil, "job %s: %s", id, j.State)
	}
	j := x.learn("builtin", elephants.Positives, elephants.Negatives, easyOptions)
	check.That(t, j.State == done, "after them: %s", j.State)
}

// runningNow counts the jobs that run at one moment. It locks all, because otherwise it
// could count both a job that ends and the next one.
func runningNow(all []*job) int {
	n := 0
	for _, one := range all {
		one.mu.Lock()
		defer one.mu.Unlock()
		if one.state == running {
			n++
		}
	}
	return n
}

// TestSweep checks that unused jobs and sources are dropped, and used ones are kept.
func TestSweep(t *testing.T) {
	x := start(t, nil, "")
	x.builtin()
	j := x.learn("builtin", elephants.Positives, elephants.Negatives, easyOptions)
	later := time.Now().Add(keepFor + time.Minute)
	x.s.jobs.sweep(later)
	x.s.sources.pool.Sweep(0)
	call[fault](x, http.StatusNotFound, "GET", "/api/jobs/"+j.ID, nil)
	call[sourceJSON](x, http.StatusOK, "GET", "/api/sources/builtin", nil)
	var one *servedSource
	for range maxSources + 3 {
		src := x.upload("a.ttl", "@prefix : <http://e/> . :a a :A .")
		if one == nil {
			var release func()
			one, release = require.Values(x.s.sources.find(t.Context(), src.ID))(t)
			defer release()
		}
	}
	check.Equal(t, len(x.s.sources.pool.All()), maxSources, "sources are open")
	call[sourceJSON](x, http.StatusOK, "GET", "/api/sources/"+one.id, nil)
}

// TestJobTime checks that a job ends at its time limit, with the best concept so far.
func TestJobTime(t *testing.T) {
	x := start(t, map[string][]string{"timeout": {"400ms"}}, "")
	x.builtin()
	j := x.learn("builtin", elephants.Positives, elephants.Negatives[1:],
		map[string]any{"max_size": 40, "depth": 5, "timeout": 3600})
	require.That(t, j.State == done && j.Result != nil && j.Seconds <= 20, "job %s after %.1f s", j.State, j.Seconds)
}

// TestEventLog checks that a full log drops phases before notes.
func TestEventLog(t *testing.T) {
	var l eventLog
	l.add("note", "kept")
	for range 3 * mostEvents {
		l.add("phase", "counting")
	}
	list, _ := l.since(0)
	check.That(t, len(list) == mostEvents && list[0].name == "note", "%d events, the first is a %s", len(list),
		list[0].name)
}
