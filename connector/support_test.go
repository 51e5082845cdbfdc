package connector_test

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

var quiet = log.New(io.Discard, "", 0)

func client(t *testing.T, o connector.Options) *connector.Client {
	t.Helper()
	c := require.Value(connector.New(o))(t)
	t.Cleanup(c.Close)
	return c
}

func counting(t *testing.T, h http.HandlerFunc) (*httptest.Server, func() int) {
	t.Helper()
	var n atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		// A server that has not read the request does not notice that the client left.
		_, _ = io.Copy(io.Discard, r.Body)
		h(w, r)
	}))
	srv.Config.ErrorLog = quiet
	srv.Start()
	t.Cleanup(srv.Close)
	return srv, func() int { return int(n.Load()) }
}

func withoutKeepAlive(t *testing.T) *http.Client {
	tr := &http.Transport{DisableKeepAlives: true}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr}
}

// checkLine checks that the error is one printable line that names the endpoint and
// contains says.
func checkLine(t *testing.T, err error, url, says string) {
	t.Helper()
	msg := err.Error()
	check.That(t, strings.HasPrefix(msg, "endpoint "+url+": "), "does not name the endpoint %s: %s", url, msg)
	check.That(t, strings.Contains(msg, says), "does not say %q: %s", says, msg)
	if strings.ContainsFunc(msg, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(msg) {
		t.Errorf("not one printable line: %q", msg)
	}
	if utf8.RuneCountInString(msg) > 700 {
		t.Errorf("too long (%d): %s", utf8.RuneCountInString(msg), msg)
	}
}
