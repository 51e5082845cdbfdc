package connector_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

const (
	user     = "ada"
	password = "s3cr3t+pass/word"
	token    = "t0ken-very-secret"
)

var secrets = []string{password, token, "s3cr3t%2Bpass%2Fword",
	base64.StdEncoding.EncodeToString([]byte(user + ":" + password))}

func noSecrets(t *testing.T, what, text string) {
	t.Helper()
	for _, s := range secrets {
		check.That(t, !strings.Contains(text, s), "%s holds a secret: %s", what, text)
	}
}

// echo sends the secrets back, as a server might do in an error.
func echo(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(code)
		fmt.Fprintf(w, "you sent %v, that is %s and %s and s3cr3t%%2Bpass%%2Fword", r.Header, password, token)
	}
}

func TestSecretsStayInside(t *testing.T) {
	for name, cred := range map[string]connector.Credentials{
		"basic": {User: user, Password: password}, "digest": {User: user, Password: password, Digest: true},
		"token": {Token: token},
	} {
		for _, code := range []int{200, 400, 401, 500} {
			t.Run(fmt.Sprint(name, code), func(t *testing.T) {
				srv, _ := counting(t, echo(code))
				var logs bytes.Buffer
				o := connector.Options{URL: srv.URL + "/?apikey=" + token, Credentials: cred, Retries: -1,
					Logger: slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))}
				c := client(t, o)
				_, err := c.Select(t.Context(), query)
				require.That(t, err != nil, "no error")
				texts := map[string]string{
					"error": err.Error(), "log": logs.String(), "URL": c.URL(), "client": fmt.Sprintf("%v %+v %#v %s", c, c, c, c),
					"options": fmt.Sprintf("%v %+v %#v", o.Credentials, o.Credentials, o.Credentials),
				}
				for what, text := range texts {
					for _, s := range []string{cred.Password, cred.Token} {
						check.That(t, s == "" || !strings.Contains(text, s), "%s holds a secret: %s", what, text)
					}
				}
				check.That(t, !strings.Contains(texts["error"], base64.StdEncoding.EncodeToString([]byte(user+":"+password))),
					"the error holds the header: %v", err)
				check.That(t, strings.Contains(c.URL(), "apikey=hidden"), "URL %s", c.URL())
			})
		}
	}
}

func TestCredentialsPrintNothing(t *testing.T) {
	for _, c := range []connector.Credentials{{User: user, Password: password}, {Token: token}} {
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c, "p", &c)
		j := require.Value(json.Marshal(struct{ C connector.Credentials }{c}))(t)
		noSecrets(t, "print", fmt.Sprintf("%v %+v %#v %s %q %d %v", c, c, c, c, c, c, &c))
		noSecrets(t, "nested print", fmt.Sprintf("%v %+v %#v", connector.Options{Credentials: c},
			connector.Options{Credentials: c}, connector.Options{Credentials: c}))
		noSecrets(t, "log", log.String())
		noSecrets(t, "JSON", string(j))
	}
}

func TestAuthorization(t *testing.T) {
	digest := `Digest realm="SPARQL", nonce="abc", qop="auth", algorithm=MD5`
	guard := func(challenge string, ok func(string) bool) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !ok(r.Header.Get("Authorization")) {
				w.Header().Set("WWW-Authenticate", challenge)
				http.Error(w, "no", http.StatusUnauthorized)
				return
			}
			reply(200, mediaType, good)(w, r)
		}
	}
	basic := guard(`Basic realm="x"`, func(h string) bool {
		return h == "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password))
	})
	bearer := guard("Bearer", func(h string) bool { return h == "Bearer "+token })
	digested := guard(digest, func(h string) bool {
		return strings.HasPrefix(h, "Digest ") && strings.Contains(h, `username="ada"`) && strings.Contains(h, `response="`)
	})
	for _, test := range []struct {
		name  string
		serve http.HandlerFunc
		cred  connector.Credentials
		says  string // "" for success
	}{
		{"basic", basic, connector.Credentials{User: user, Password: password}, ""},
		{"basic, wrong", basic, connector.Credentials{User: user, Password: "x"}, "refuses these credentials"},
		{"basic, none", basic, connector.Credentials{}, "wants credentials"},
		{"bearer", bearer, connector.Credentials{Token: token}, ""},
		{"bearer, wrong", bearer, connector.Credentials{Token: "x"}, "refuses"},
		{"digest", digested, connector.Credentials{User: user, Password: password, Digest: true}, ""},
		{"digest wanted", digested, connector.Credentials{User: user, Password: password}, "GENUS_ENDPOINT_AUTH=digest"},
		{"digest not offered", basic, connector.Credentials{User: user, Password: password, Digest: true}, "refuses"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv, _ := counting(t, test.serve)
			c := client(t, connector.Options{URL: srv.URL, Credentials: test.cred})
			_, err := c.Select(t.Context(), query)
			if test.says == "" {
				require.NoError(t, err)
				return
			}
			require.That(t, status(401)(err), "got %v", err)
			checkLine(t, err, c.URL(), test.says)
		})
	}
}

// TestRedirects: another host gets neither the credentials nor a key in the URL.
func TestRedirects(t *testing.T) {
	var got http.Header
	var method, sent string
	other, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		method = r.Method
		sent = r.URL.RawQuery
		reply(200, mediaType, good)(w, r)
	})
	for _, cred := range []connector.Credentials{{User: user, Password: password}, {Token: token},
		{User: user, Password: password, Digest: true}} {
		for _, m := range []connector.Method{connector.Get, connector.PostForm} {
			got = nil
			here, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.URL+"/?query=q", http.StatusTemporaryRedirect)
			})
			c := client(t, connector.Options{URL: here.URL + "/?apikey=" + token, Credentials: cred, Method: m})
			require.Value(c.Select(t.Context(), query))(t)
			check.That(t, got != nil && got.Get("Authorization") == "" && got.Get("Referer") == "",
				"%s: the other host got %v", m, got)
			want := map[connector.Method]string{connector.Get: "GET", connector.PostForm: "POST"}[m]
			check.That(t, method == want && sent == "query=q", "the other host got %s %s, want %s", method, sent, want)
		}
	}
	// A POST stays one. What moved for good is not asked for again.
	for status, wantAsked := range map[int]int{301: 1, 308: 1, 302: 3, 307: 3} {
		there := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			method, sent = r.Method, r.PostFormValue("query")
			reply(200, mediaType, good)(w, r)
		}))
		defer there.Close()
		here, asked := counting(t,
			func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, there.URL+"/", status) })
		c := client(t, connector.Options{URL: here.URL})
		for range 3 {
			require.Value(c.Select(t.Context(), query))(t)
			check.That(t, method == "POST" && sent == query, "%d: %s with %q", status, method, sent)
		}
		check.Equal(t, asked(), wantAsked, "%d: requests to the old URL", status)
	}
	// After 303 the answer is at another URL, here by a further redirect. The next query is a POST again.
	for _, location := range []string{"results/7?key=a", "/results/7?key=a", other.URL + "/"} {
		var methods []string
		here, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
			methods = append(methods, r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type"))
			switch r.URL.Path {
			case "/sparql":
				w.Header().Set("Location", location)
				w.WriteHeader(http.StatusSeeOther)
			case "/results/7":
				http.Redirect(w, r, "/results/8", http.StatusFound)
			default:
				reply(200, mediaType, good)(w, r)
			}
		})
		for _, m := range []connector.Method{connector.PostForm, connector.PostDirect, ""} {
			methods, method = nil, ""
			c := client(t, connector.Options{
				URL:         here.URL + "/sparql",
				Method:      m,
				Credentials: connector.Credentials{Token: token},
			})
			for range 2 {
				require.Value(c.Select(t.Context(), query))(t)
			}
			if location == other.URL+"/" {
				check.That(t, len(methods) == 2 && method == "GET" && got.Get("Authorization") == "", "elsewhere: %q, then %s",
					methods, method)
				continue
			}
			gets := []string{"GET /results/7 ", "GET /results/8 "}
			check.That(t, len(methods) == 6 && slices.Equal(methods[1:3], gets) && slices.Equal(methods[4:], gets) &&
				methods[0] == methods[3],
				"%s by %s: %q", location, m, methods)
		}
	}
	loop, _ := counting(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/again", http.StatusPermanentRedirect)
	})
	c := client(t, connector.Options{URL: loop.URL})
	_, err := c.Select(t.Context(), query)
	require.That(t, unreachable(err), "got %v", err)
	checkLine(t, err, c.URL(), "redirects")
}

// TestMayRedirect: an error of MayRedirect ends the request without another attempt.
func TestMayRedirect(t *testing.T) {
	for _, status := range []int{http.StatusFound, http.StatusSeeOther} {
		checkMayRedirect(t, status)
	}
}

func checkMayRedirect(t *testing.T, status int) {
	other, asked := counting(t, reply(200, mediaType, good))
	here, came := counting(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/moved" {
			reply(200, mediaType, good)(w, r)
			return
		}
		http.Redirect(w, r, other.URL+"/elsewhere?query=q", status)
	})
	errRefused := errors.New("not there")
	for _, m := range []connector.Method{connector.Get, connector.PostForm} {
		before := came()
		var to []string
		c := client(t, connector.Options{URL: here.URL + "/moved", Method: m, MayRedirect: func(u *url.URL) error {
			to = append(to, u.Host+u.Path)
			return errRefused
		}})
		_, err := c.Select(t.Context(), query)
		require.That(t, errors.Is(err, errRefused) && unreachable(err), "%s: got %v", m, err)
		checkLine(t, err, c.URL(), "it redirects elsewhere: not there")
		if n := came() - before; n != 1 || asked() != 0 || len(to) != 1 ||
			to[0] != strings.TrimPrefix(other.URL, "http://")+"/elsewhere" {
			t.Errorf("%s: %d requests here, %d there, to %q", m, n, asked(), to)
		}
	}
}

func TestCredentialsFromFile(t *testing.T) {
	for _, test := range []struct {
		name, text string
		mode       os.FileMode
		want       connector.Credentials
		says       string
	}{
		{"user", "# mine\nuser = ada\n\npassword = a = b\n", 0o600, connector.Credentials{User: "ada", Password: "a = b"},
			""},
		{"token", "token=abc", 0o400, connector.Credentials{Token: "abc"}, ""},
		{"digest", "user=ada\r\npassword=x\r\nauth=Digest\r\n", 0o600,
			connector.Credentials{User: "ada", Password: "x", Digest: true}, ""},
		{"readable by the group", "token=abc", 0o640, connector.Credentials{}, "chmod 600"},
		{"readable by all", "token=abc", 0o604, connector.Credentials{}, "chmod 600"},
		{"unknown key", "tokn=abc", 0o600, connector.Credentials{}, "line 1: unknown key"},
		{"no key", "abc", 0o600, connector.Credentials{}, "line 1: expected key = value"},
		{"scheme", "user=a\nauth=ntlm", 0o600, connector.Credentials{}, "line 2: the authentication scheme"},
		{"empty", "# nothing\n", 0o600, connector.Credentials{}, "holds no user"},
		{"password alone", "password=abc", 0o600, connector.Credentials{}, "without a user"},
		{"both", "user=a\ntoken=abc", 0o600, connector.Credentials{}, "both a token and a user"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := testfiles.Write(t, "credentials", test.text)
			require.NoError(t, os.Chmod(path, test.mode))
			got, err := connector.CredentialsFromFile(path)
			if test.says != "" {
				check.That(t, err != nil && strings.Contains(err.Error(), test.says) && strings.Contains(err.Error(), path) &&
					!strings.Contains(err.Error(), "abc"), "got %v, want %q", err, test.says)
				return
			}
			check.That(t, err == nil && got.User == test.want.User && got.Password == test.want.Password &&
				got.Token == test.want.Token && got.Digest == test.want.Digest,
				"got %q %q %q %v, %v", got.User, got.Password, got.Token, got.Digest, err)
		})
	}
	_, err := connector.CredentialsFromFile(filepath.Join(t.TempDir(), "none"))
	check.That(t, errors.Is(err, os.ErrNotExist), "no file: %v", err)
	_, err = connector.CredentialsFromFile(t.TempDir())
	check.That(t, err != nil, "a directory was accepted")
}

func TestCredentialsFromEnv(t *testing.T) {
	set := func(u, p, tok, auth string) {
		t.Setenv(connector.EnvUser, u)
		t.Setenv(connector.EnvPassword, p)
		t.Setenv(connector.EnvToken, tok)
		t.Setenv(connector.EnvAuth, auth)
	}
	set("", "", "", "")
	if c, err := connector.CredentialsFromEnv(); err != nil || !c.IsZero() {
		t.Errorf("nothing set: %v", err)
	}
	set(user, password, "", "digest")
	if c, err := connector.CredentialsFromEnv(); err != nil || c.User != user || c.Password != password || !c.Digest {
		t.Errorf("digest: %v", err)
	}
	set("", "", token, "")
	if c, err := connector.CredentialsFromEnv(); err != nil || c.Token != token {
		t.Errorf("token: %v", err)
	}
	for _, bad := range [][4]string{{user, password, token, ""}, {"", password, "", ""}, {user, password, "", "kerberos"},
		{"", "", "x\n" + token, ""}, {"a:b", password, "", ""}} {
		set(bad[0], bad[1], bad[2], bad[3])
		_, err := connector.CredentialsFromEnv()
		if err == nil {
			t.Errorf("%v accepted", bad)
			continue
		}
		noSecrets(t, "error", err.Error())
	}
}

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
			check.That(t, err != nil && strings.Contains(err.Error(), tt.says) &&
				(tt.never == "" || !strings.Contains(err.Error(), tt.never)),
				"the error is %v", err)
		})
	}
}
