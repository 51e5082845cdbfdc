package connector_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// Hints tell what the reader can do about a status, and nothing else.
func TestHints(t *testing.T) {
	const ban = "Your IP has been banned for an hour, see our policy"
	for _, tt := range []struct {
		name   string
		status int
		body   string
		change func(*connector.Options)
		says   string
		never  string
	}{
		{name: "ban", status: 403, body: ban, says: "it has banned genus for a while", never: "credentials"},
		{name: "ban, with a contact", status: 403, body: ban,
			change: func(o *connector.Options) { o.UserAgentContact = "a@b.org" }, says: ban, never: "credentials"},
		{name: "403 without credentials", status: 403, body: "no",
			change: func(o *connector.Options) { o.UserAgentContact = "a@b.org" }, says: "rules for clients",
			never: "credentials"},
		{name: "403 of a remote server", status: 403, body: "no", change: func(o *connector.Options) { o.Remote = true },
			says: "access refused", never: "set "},
		{name: "401", status: 401, says: connector.EnvUser},
		{name: "401 of a remote server", status: 401, change: func(o *connector.Options) { o.Remote = true },
			says: "it wants credentials, and genus sends it none", never: "GENUS_"},
		{name: "401, anonymous", status: 401, change: func(o *connector.Options) { o.Anonymous = true },
			says: "it wants credentials, and genus sends it none", never: "GENUS_"},
		{name: "401 of a remote server with credentials", status: 401,
			change: func(o *connector.Options) {
				o.Remote, o.Credentials = true, connector.Credentials{User: "u", Password: "p"}
			}, says: "it refuses the credentials of genus", never: "GENUS_"},
		{name: "500", status: 500, body: "NullPointerException", says: "the endpoint failed", never: "ask for less"},
		{name: "500 after a timeout", status: 500, body: "java.util.concurrent.TimeoutException",
			says: "ran out of the endpoint's time", never: "ask for less"},
		{name: "503 after a timeout", status: 503, body: "The query timed out", says: "ask for less"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(reply(tt.status, "text/plain", tt.body))
			t.Cleanup(s.Close)
			o := connector.Options{URL: s.URL, Retries: -1}
			if tt.change != nil {
				tt.change(&o)
			}
			c := require.Value(connector.New(o))(t)
			t.Cleanup(c.Close)
			_, err := c.Select(t.Context(), "SELECT ?s WHERE { ?s ?p ?o }")
			check.That(t, err != nil && strings.Contains(err.Error(), tt.says) && (tt.never == "" || !strings.Contains(err.Error(), tt.never)),
				"the error is %v", err)
		})
	}
}
