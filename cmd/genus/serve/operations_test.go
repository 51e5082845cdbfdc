package serve

import (
	"bytes"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestOperations checks that a server tells that it is alive, counts what it did, and logs it.
func TestOperations(t *testing.T) {
	g := config.Given{Flags: map[string][]string{"state": {filepath.Join(t.TempDir(), "state.db")}}, Dir: t.TempDir()}
	var log bytes.Buffer
	x := serve(t, Options{Config: require.Value(genusyaml.Load(g))(t), Given: g, Version: "test", Token: "secret",
		Logger: slog.New(slog.NewTextHandler(&log, nil))})
	check.Equal(t, x.status(http.StatusOK, "GET", "/healthz", nil, nil), "ok\n")
	x.status(http.StatusUnauthorized, "GET", "/metrics", nil, nil)
	x.header.Set("Authorization", "Bearer secret")
	job := x.learn(x.builtin().ID, []string{"Chobu", "Damba"}, []string{"Carla"}, nil)
	x.status(http.StatusOK, "GET", "/api/jobs/"+job.ID+"?wait=60", nil, nil)
	x.status(http.StatusNotFound, "GET", "/api/jobs/none", nil, nil)
	shown := x.status(http.StatusOK, "GET", "/metrics", nil, nil)
	for _, line := range []string{
		`genus_jobs_total{fault="",state="done"} 1`, "genus_jobs_waiting ", "genus_sources_open 1",
		"genus_job_wait_seconds_count 1",
		`genus_http_request_seconds_count{route="GET /api/jobs/{id}",status="404"} 1`, "go_memstats_heap_inuse_bytes ",
	} {
		check.That(t, strings.Contains(shown, "\n"+line), "the metrics lack %s:\n%s", line, shown)
	}
	check.That(t, strings.Contains(log.String(), `msg=request method=GET path=/api/jobs/none status=404 `),
		"the log is %s", log.String())
	check.That(t, !strings.Contains(log.String(), "secret"), "the log has the token")
}
