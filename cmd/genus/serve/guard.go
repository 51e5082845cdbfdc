package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/serve/page"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/session/source"
)

// A guard checks every request before a handler gets it.
type guard struct {
	log      *slog.Logger
	users    []User // who may ask; none: everybody
	loopback bool
	hosts    []string // names of the server, besides addresses and localhost
	images   []string // hosts from which the page may load pictures
	origins  []string // of other pages that may reconcile names
	demo     *demo    // admits everybody, within limits; nil: no public server
}

// protect returns a handler that checks each request and then calls h.
func (s guard) protect(h http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			// net/http itself panics with ErrAbortHandler to end a broken answer.
			p := recover()
			if err, ok := p.(error); p == nil || ok && errors.Is(err, http.ErrAbortHandler) {
				return
			}
			s.log.Error("panic", "path", r.URL.Path, "error", p, "stack", string(debug.Stack()))
			fail(s.log, w, r, faultf(http.StatusInternalServerError, "internal", "an error of genus itself; the log has more"))
		}()
		s.setHeaders(w.Header())
		if err := s.checkRequest(r, w.Header(), cross); err != nil {
			if err.Status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", `Bearer realm="genus"`)
			}
			fail(s.log, w, r, err)
			return
		}
		user, known := s.userOf(r)
		if s.demo != nil {
			var err *fault
			if user, err = s.demo.admit(r); err != nil {
				fail(s.log, w, r, err)
				return
			}
		}
		if known || s.demo != nil {
			r = r.WithContext(withUser(r.Context(), user))
		}
		h.ServeHTTP(w, r)
	})
}

// setHeaders sets the headers that restrict what browsers do with an answer.
func (s guard) setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", page.Policy(s.images))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// checkRequest returns a fault if the request is refused, and else nil.
func (s guard) checkRequest(r *http.Request, h http.Header, cross *http.CrossOriginProtection) *fault {
	if !s.isOwnHost(r.Host) {
		return faultf(http.StatusForbidden, "forbidden",
			"this server does not have the name %q: start it with --allow host:NAME to allow that", hostname(r.Host))
	}
	if r.URL.Path == reconcilePath || strings.HasPrefix(r.URL.Path, reconcilePath+"/") {
		return s.checkReconciliation(r, h)
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != metricsPath || r.URL.Path == "/api/openapi.json" {
		return nil
	}
	// Other pages must not even start a search by a GET.
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return faultf(http.StatusForbidden, "foreign", "requests of other pages are refused (Sec-Fetch-Site: %s)", site)
	}
	if err := cross.Check(r); err != nil {
		return faultf(http.StatusForbidden, "foreign", "requests of other pages are refused: %v", err)
	}
	if _, known := s.userOf(r); !known && len(s.users) > 0 {
		return faultf(http.StatusUnauthorized, "token",
			"send the token that genus serve printed, or yours: Authorization: Bearer TOKEN")
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	if r.Header.Get("X-Genus") == "" {
		return faultf(http.StatusForbidden, "foreign", "send the header X-Genus: 1")
	}
	if r.URL.Path == "/api/sources/upload" || r.URL.Path == "/api/table" { // the bytes of a file
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return faultf(http.StatusUnsupportedMediaType, "media-type", "send JSON, with Content-Type: application/json")
	}
	return nil
}

// userOf returns the name of the user whose token the request has. It compares in constant time.
func (s guard) userOf(r *http.Request) (name string, known bool) {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	a := sha256.Sum256([]byte(given))
	for _, u := range s.users {
		b := sha256.Sum256([]byte(u.Token))
		if subtle.ConstantTimeCompare(a[:], b[:]) == 1 && ok {
			name, known = u.Name, true
		}
	}
	return name, known
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// isOwnHost reports whether host names this server. A page from another name that
// resolves to this machine (DNS rebinding) sends that name here. An address cannot be
// rebound; if the server listens on a loopback address, it must be one, too.
func (s guard) isOwnHost(host string) bool {
	name := hostname(host)
	if name == "localhost" || slices.Contains(s.hosts, name) {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && (!s.loopback || ip.IsLoopback())
}

// hostsOf returns the names of the server: those allowed and, if other machines can
// reach it, the name of the machine.
func hostsOf(allowed []string, loopback bool) ([]string, error) {
	var hosts []string
	for _, name := range allowed {
		if err := checkHost("host", name); err != nil {
			return nil, err
		}
		hosts = append(hosts, strings.ToLower(name))
	}
	if own, err := os.Hostname(); err == nil && !loopback { // addresses work without it
		hosts = append(hosts, strings.ToLower(own))
	}
	return hosts, nil
}

// checkHost returns an error unless the name, which --allow gives for that kind, can be one of a host.
func checkHost(kind, name string) error {
	if name == "" || strings.ContainsAny(name, "/:;,*' \t\n") {
		return fmt.Errorf("--allow %s:%s: write a name without scheme and port", kind, name)
	}
	return nil
}

// newAccess returns the access that the settings allow. On a loopback address it allows
// any endpoint if the settings name none.
func newAccess(endpoints []string, given string, paths []string, loopback bool) (source.Access, error) {
	all := slices.Clone(endpoints)
	if given != "" {
		all = append(all, given)
	}
	a, err := source.NewAccess(all, paths)
	a.AnyEndpoint = loopback && len(endpoints) == 0
	return a, err
}

// The limits of listFiles.
const (
	mostListed = 200    // files in the list
	mostSeen   = 20_000 // files and folders that it looks at
)

func listFiles(a source.Access, endings ...string) []string {
	list := []string{}
	seen := 0
	for _, p := range a.Paths() {
		// Unreadable folders are skipped.
		_ = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			seen++
			switch {
			case err != nil:
				return filepath.SkipDir
			case len(list) == mostListed, seen > mostSeen:
				return filepath.SkipAll
			case d.Type().IsRegular() && slices.ContainsFunc(endings, func(e string) bool {
				plain, _ := rdffile.Unpacked(strings.ToLower(path))
				return strings.HasSuffix(plain, e)
			}):
				list = append(list, path)
			}
			return nil
		})
	}
	slices.Sort(list)
	return slices.Compact(list)
}
