package serve

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/recent"
	"github.com/genus-kg/genus/session/source"
)

// A server with Options.Demo is for everybody: it has the built-in data and what was computed from
// them, takes no files, keeps no work and asks no endpoint. Each address is a user, with the limits
// of one, and may send requests at a rate.

// The rate of one address.
const (
	demoRate  = 10  // units per second
	demoBurst = 200 // units after a rest
	demoJob   = 20  // units that a job costs; another request costs one
)

// checkDemo returns an error about settings that a public server cannot have.
func checkDemo(c config.Config) error {
	allowed := c.Allowed()
	if c.Endpoint != "" || c.DB != "" || len(c.Data)+len(allowed.Endpoints)+len(allowed.Paths) > 0 {
		return source.Usagef("--demo serves the built-in data only: leave out --endpoint, --data, --db, " +
			"and --allow but for host:NAME")
	}
	return nil
}

// demo admits requests of everybody.
type demo struct {
	limiters recent.Values[string, *rate.Limiter]
}

// closed are the beginnings of paths that a public server does not answer.
var closed = []string{"/api/workspaces", "/api/sources/upload", "/api/table", metricsPath}

// admit returns the address of the request, as the name of its user, and a fault if it is refused.
func (d *demo) admit(r *http.Request) (user string, refused *fault) {
	user = addressOf(r)
	if slices.ContainsFunc(closed, func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }) {
		return user, faultf(http.StatusForbidden, "demo",
			"this is a public demonstration: it takes no files and keeps no work; run genus serve on your machine for that")
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return user, nil
	}
	limiter, ok := d.limiters.Get(user)
	if !ok {
		limiter = rate.NewLimiter(demoRate, demoBurst)
	}
	d.limiters.Put(user, limiter)
	cost := 1
	if r.Method == http.MethodPost && r.URL.Path == "/api/jobs" {
		cost = demoJob
	}
	if !limiter.AllowN(time.Now(), cost) {
		return user, busy("too many requests from %s: wait a little", user)
	}
	return user, nil
}

// addressOf returns the address that a request comes from: behind a proxy on this machine the one
// that the proxy says. Of IPv6 it is the network of 64 bits, which one client has.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if address.IsLoopback() {
		said := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if forwarded, err := netip.ParseAddr(strings.TrimSpace(said[len(said)-1])); err == nil {
			address = forwarded
		}
	}
	if address = address.Unmap().WithZone(""); address.Is6() {
		return netip.PrefixFrom(address, 64).Masked().String()
	}
	return address.String()
}
