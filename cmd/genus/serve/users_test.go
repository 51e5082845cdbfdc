package serve

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// TestUsers: two users of one server see neither each other's sources nor jobs nor saved work, and have
// limits of their own. Both see the built-in source.
func TestUsers(t *testing.T) {
	endpoint := serveElephants(t)
	g := config.Given{
		Flags: map[string][]string{"state": {filepath.Join(t.TempDir(), "state.db")}, "allow": {endpoint}},
		Dir:   t.TempDir(),
	}
	ada := serve(t, Options{Config: require.Value(genusyaml.Load(g))(t), Given: g,
		Users: []User{{"ada", "token-of-ada-0123"}, {"bob", "token-of-bob-0123"}}})
	ada.header.Set("Authorization", "Bearer token-of-ada-0123")
	copied := *ada
	bob := &copied
	bob.header = ada.header.Clone()
	bob.header.Set("Authorization", "Bearer token-of-bob-0123")
	eve := http.Header{"Authorization": {"Bearer token-of-eve-0123"}}
	ada.status(http.StatusUnauthorized, "GET", "/api/info", nil, eve)

	src := ada.upload("private.ttl", "@prefix : <http://e/> . :secret a :Plan ; :of :ada . :other a :Plan ; :of :bob .")
	own := ada.endpoint(endpoint)
	job := call[jobJSON](ada, http.StatusAccepted, "POST", "/api/jobs?wait=60", map[string]any{
		"source": src.ID, "pos": []string{"http://e/secret"}, "neg": []string{"http://e/other"}, "options": easyOptions})
	check.Equal(t, job.State, done, "the job of ada")
	ada.status(http.StatusOK, "PUT", "/api/workspaces/plan", map[string]any{"state": map[string]any{"about": "secret"}},
		nil)
	for _, one := range []struct{ method, path string }{
		{"GET", "/api/sources/" + src.ID}, {"GET", "/api/sources/" + src.ID + "/search?q=secret"},
		{"GET", "/api/sources/" + own.ID},
		{"GET", "/api/jobs/" + job.ID}, {"GET", "/api/jobs/" + job.ID + "/events"}, {"DELETE", "/api/jobs/" + job.ID},
		{"GET", "/api/workspaces/plan"}, {"DELETE", "/api/workspaces/plan"}, {"GET", "/api/workspaces/ada%1Fplan"},
	} {
		status, answer := bob.do(one.method, one.path, nil, nil)
		check.That(t, status == http.StatusNotFound || status == http.StatusUnprocessableEntity, "bob, %s %s: %d %s",
			one.method, one.path, status, answer)
	}
	for _, path := range []string{"/api/jobs", "/api/verify", "/api/matches", "/api/members", "/api/why"} {
		body := map[string]any{"source": src.ID, "pos": []string{"http://e/secret"}, "neg": []string{}}
		if path != "/api/jobs" {
			body["concept"] = "⊤"
		}
		ada.status(map[bool]int{true: http.StatusAccepted, false: http.StatusOK}[path == "/api/jobs"], "POST", path, body,
			nil)
		bob.status(http.StatusNotFound, "POST", path, body, nil)
	}
	for _, path := range []string{"/api/info", "/api/workspaces"} {
		shown := bob.status(http.StatusOK, "GET", path, nil, nil)
		check.That(t, !strings.Contains(shown, "plan") && !strings.Contains(shown, "private") &&
			!strings.Contains(shown, own.ID), "bob sees %s", shown)
	}
	// Users come from elsewhere: they do not reach what is inside the network of the server.
	for _, inside := range []string{"http://127.0.0.1:9/", "http://2130706433:9/", "http://[::ffff:127.0.0.1]:9/",
		"http://localhost.:9/", "http://169.254.169.254/"} {
		bob.status(http.StatusForbidden, "POST", "/api/sources", map[string]any{"kind": "endpoint", "url": inside}, nil)
	}
	check.That(t, bob.endpoint(endpoint).ID != own.ID, "both users have one source for an endpoint")
	bob.status(http.StatusOK, "PUT", "/api/workspaces/plan", map[string]any{"state": map[string]any{"about": "other"}},
		nil)
	check.That(t, strings.Contains(ada.status(http.StatusOK, "GET", "/api/workspaces/plan", nil, nil), "secret"),
		"bob has written over ada's work")
	check.Equal(t, len(call[workspacesJSON](ada, http.StatusOK, "GET", "/api/workspaces", nil).Workspaces), 1,
		"works of ada")
	ada.status(http.StatusOK, "GET", "/api/sources/"+src.ID, nil, nil)

	// Ada fills her places, and bob still has his.
	builtin := ada.builtin()
	for range cap(ada.s.jobs.slots) {
		ada.s.jobs.slots <- struct{}{}
	}
	body := map[string]any{
		"source":  builtin.ID,
		"pos":     elephants.Positives,
		"neg":     elephants.Negatives,
		"options": easyOptions,
	}
	for n := range userJobs + 1 {
		want := http.StatusAccepted
		if n == userJobs {
			want = http.StatusTooManyRequests // with Retry-After: see check
		}
		ada.status(want, "POST", "/api/jobs", body, nil)
	}
	bob.status(http.StatusAccepted, "POST", "/api/jobs", body, nil)
	for range cap(ada.s.jobs.slots) {
		<-ada.s.jobs.slots
	}
	for n := range userSources + 2 {
		ada.upload("a.ttl", fmt.Sprintf("@prefix : <http://e/> . :a%d a :A .", n))
	}
	n := count(ada.s.sources.pool.All(), func(src *servedSource) bool { return src.owner == "ada" })
	check.That(t, n <= userSources, "ada has %d sources", n)
	for range userRequests {
		_, ok := ada.s.turnstile.enter("ada")
		require.That(t, ok, "too early")
	}
	ada.status(http.StatusTooManyRequests, "GET", "/api/info", nil, nil)
	bob.status(http.StatusOK, "GET", "/api/info", nil, nil)
}

// TestReadUsers: a file of tokens is refused with its line, or if others can read it.
func TestReadUsers(t *testing.T) {
	const ada = "ada 0123456789abcdef # the first\n"
	for text, says := range map[string]string{
		ada + "\nbob 01234#6789abcdeg # the second\n": "",
		"":                            "has none",
		"ada\n":                       ":1: write NAME TOKEN",
		ada + "b/ob 0123456789abcdeg": ":2",
		"ada short":                   "fewer than 16",
		ada + "ada 0123456789abcdeg":  "twice",
		ada + "bob 0123456789abcdef":  "twice",
	} {
		path := filepath.Join(t.TempDir(), "tokens")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		users, err := ReadUsers(path)
		check.That(t, (err == nil) == (says == "") && (err == nil || strings.Contains(err.Error(), says)), "%q: %v, %v", text,
			users, err)
		require.NoError(t, os.Chmod(path, 0o644))
		_, err = ReadUsers(path)
		check.That(t, err != nil && strings.Contains(err.Error(), "chmod 600"), "%q: %v", text, err)
	}
}
