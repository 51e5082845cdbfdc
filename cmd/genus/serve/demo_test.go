package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/check"
)

// TestDemo checks that a public server learns from the built-in data without a token, and does nothing
// else: it opens no other source, takes no file, keeps no work, and shows nobody the work of others.
func TestDemo(t *testing.T) {
	c := config.Default()
	c.Addr = "0.0.0.0:8010"
	x := serve(t, Options{Config: c, Version: "test", Demo: true})
	info := call[infoJSON](x, http.StatusOK, "GET", "/api/info", nil)
	check.That(t, info.Demo && !info.Allow.Endpoints && len(info.Allow.Named) == 0, "info %+v", info)
	src := call[sourceJSON](x, http.StatusCreated, "POST", "/api/sources",
		map[string]any{"kind": "builtin", "name": "wikidata"})
	j := x.learn(src.ID, []string{"Alien", "Blade Runner", "Gladiator"}, nil, nil)
	check.That(t, j.Result != nil && j.Result.Concept != nil, "job %+v", j)
	for _, d := range []map[string]any{
		{"kind": "endpoint", "url": "http://127.0.0.1:1/sparql"},
		{"kind": "endpoint", "url": "https://query.wikidata.org/sparql"},
		{"kind": "file", "path": "/etc/passwd"}, {"kind": "database", "path": "a.db"},
	} {
		f := call[fault](x, http.StatusForbidden, "POST", "/api/sources", d)
		check.That(t, f.Type == faultType+"demo", "%v: %+v", d, f)
	}
	for _, refused := range []struct{ method, path, body string }{
		{"POST", "/api/sources/upload?name=a.ttl", "<urn:a> a <urn:B> ."}, {"POST", "/api/table?name=a.csv", "a,b"},
		{"GET", "/api/workspaces", ""}, {"PUT", "/api/workspaces/x", `{"state":{}}`}, {"GET", "/metrics", ""},
	} {
		x.status(http.StatusForbidden, refused.method, refused.path, refused.body, nil)
	}
	other := http.Header{"X-Forwarded-For": {"198.51.100.7"}}
	x.status(http.StatusNotFound, "GET", "/api/jobs/"+j.ID, "", other)
}

// TestDemoRate checks that an address that sends too many requests is refused, and others are not.
func TestDemoRate(t *testing.T) {
	d := &demo{}
	ask := func(remote, forwarded string) *fault {
		r := httptest.NewRequest(http.MethodPost, "/api/jobs", strings.NewReader("{}"))
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", forwarded)
		_, refused := d.admit(r)
		return refused
	}
	var refused *fault
	for range demoBurst/demoJob + 1 {
		refused = ask("192.0.2.1:1000", "")
	}
	check.That(t, refused != nil && refused.Status == http.StatusTooManyRequests, "the last request: %+v", refused)
	check.That(t, ask("192.0.2.1:2000", "203.0.113.9") != nil, "a header of the client lets it through")
	check.That(t, ask("192.0.2.2:1000", "") == nil, "another address is refused")
	check.That(t, ask("127.0.0.1:1000", "198.51.100.7, 192.0.2.1") != nil, "behind the proxy the address is admitted")
	check.That(t, ask("127.0.0.1:1000", "192.0.2.3") == nil, "another address behind the proxy is refused")
}

// Addresses of one client are one.
func TestAddressOf(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1",
		"[2001:db8:1:2:3::4]:80": "2001:db8:1:2::/64", "odd": "odd",
	} {
		check.Equal(t, addressOf(&http.Request{RemoteAddr: remote, Header: http.Header{}}), want, remote)
	}
}

// A public server has no source of its own.
func TestDemoSettings(t *testing.T) {
	for name, set := range map[string]func(*config.Config){
		"endpoint": func(c *config.Config) { c.Endpoint = "http://127.0.0.1:1/" },
		"data":     func(c *config.Config) { c.Data = []string{"a.ttl"} },
		"allow":    func(c *config.Config) { c.Allow = []string{"/tmp"} },
	} {
		c := config.Default()
		set(&c)
		_, err := New(t.Context(), Options{Config: c, Demo: true})
		check.That(t, err != nil && strings.Contains(err.Error(), "--demo"), "%s: %v", name, err)
	}
}
