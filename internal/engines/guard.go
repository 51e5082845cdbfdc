package engines

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
)

// Guard returns an address that passes requests with this user and password to the endpoint,
// and refuses others. Each request calls seen with its user, if seen is not nil. Empty user
// and password pass all.
func Guard(t *testing.T, endpoint, user, password string, seen func(user string)) string {
	t.Helper()
	target, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: target.Scheme, Host: target.Host})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		givenUser, givenPassword, _ := r.BasicAuth()
		if seen != nil {
			seen(givenUser)
		}
		if user+password != "" && (givenUser != user || givenPassword != password) {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + target.Path
}
