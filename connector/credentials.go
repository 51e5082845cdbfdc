package connector

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"runtime"
	"strings"
)

// Environment variables that CredentialsFromEnv reads.
const (
	EnvUser     = "GENUS_ENDPOINT_USER"
	EnvPassword = "GENUS_ENDPOINT_PASSWORD"
	EnvToken    = "GENUS_ENDPOINT_TOKEN"
	// EnvAuth is "basic" (the default) or "digest".
	EnvAuth = "GENUS_ENDPOINT_AUTH"
)

// Credentials are what an endpoint asks for: a bearer token, or a user and a
// password by basic (RFC 7617) or digest (RFC 7616) authentication. They print,
// format and log as a note of their kind, never as their content.
type Credentials struct {
	User, Password string
	// Digest chooses digest instead of basic authentication.
	Digest bool
	Token  string
}

// IsZero reports whether there is nothing to send.
func (c Credentials) IsZero() bool { return c == Credentials{} }

// Validate reports a combination that cannot be sent.
func (c Credentials) Validate() error {
	switch {
	case c.Token != "" && (c.User != "" || c.Password != "" || c.Digest):
		return fmt.Errorf("both a token and a user are set: keep either %s, or %s and %s", EnvToken, EnvUser, EnvPassword)
	case c.User == "" && (c.Password != "" || c.Digest):
		return fmt.Errorf("a password or an authentication scheme is set without a user: set %s", EnvUser)
	case strings.Contains(c.User, ":") && !c.Digest:
		return fmt.Errorf("the user in %s has a colon in it, which basic authentication cannot carry", EnvUser)
	case strings.ContainsFunc(c.User+c.Password+c.Token, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("user, password or token has a control character in it (a line break at the end?)")
	}
	return nil
}

func (c Credentials) kind() string {
	switch {
	case c.IsZero():
		return "none"
	case c.Token != "":
		return "bearer token (hidden)"
	case c.Digest:
		return "digest (hidden)"
	}
	return "basic (hidden)"
}

// String names the kind of the credentials only.
func (c Credentials) String() string { return "credentials: " + c.kind() }

// Format prints String for every verb, so that no verb reaches the fields.
func (c Credentials) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// LogValue names the kind of the credentials only.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.kind()) }

// MarshalText names the kind of the credentials only, in JSON and the like.
func (c Credentials) MarshalText() ([]byte, error) { return []byte(c.kind()), nil }

// hider returns a replacer that takes the secrets out of a text that a server
// sent back, in the forms in which they travel.
func (c Credentials) hider() *strings.Replacer {
	var pairs []string
	hide := func(s string) {
		if s != "" {
			pairs = append(pairs, s, "(hidden)")
		}
	}
	if c.User != "" {
		hide(base64.StdEncoding.EncodeToString([]byte(c.User + ":" + c.Password)))
	}
	for _, s := range []string{c.Password, c.Token} {
		hide(s)
		if e := url.QueryEscape(s); e != s {
			hide(e)
		}
	}
	return strings.NewReplacer(pairs...)
}

// CredentialsFromEnv reads GENUS_ENDPOINT_USER, GENUS_ENDPOINT_PASSWORD,
// GENUS_ENDPOINT_AUTH and GENUS_ENDPOINT_TOKEN. None set gives zero Credentials.
func CredentialsFromEnv() (Credentials, error) {
	c := Credentials{User: os.Getenv(EnvUser), Password: os.Getenv(EnvPassword), Token: os.Getenv(EnvToken)}
	var err error
	if c.Digest, err = isDigest(os.Getenv(EnvAuth)); err != nil {
		return Credentials{}, fmt.Errorf("%s: %w", EnvAuth, err)
	}
	if err := c.Validate(); err != nil {
		return Credentials{}, err
	}
	return c, nil
}

// CredentialsFromFile reads lines "user = …", "password = …", "auth = digest" or
// "token = …"; blank lines and lines that begin with # are skipped. A file that
// anybody but its owner may read or write is refused.
func CredentialsFromFile(path string) (Credentials, error) {
	f, err := os.Open(path)
	if err != nil {
		return Credentials{}, fmt.Errorf("credentials file: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Credentials{}, fmt.Errorf("credentials file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return Credentials{}, fmt.Errorf("credentials file %s: not a regular file", path)
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 && runtime.GOOS != "windows" {
		return Credentials{}, fmt.Errorf("credentials file %s: others may use it (mode %04o): run chmod 600 on it", path, perm)
	}
	var c Credentials
	lines := bufio.NewScanner(io.LimitReader(f, 1<<20))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		// The line itself is never quoted in an error: it may be the secret.
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return Credentials{}, fmt.Errorf("credentials file %s, line %d: expected key = value", path, n)
		}
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "user":
			c.User = value
		case "password":
			c.Password = value
		case "token":
			c.Token = value
		case "auth":
			if c.Digest, err = isDigest(value); err != nil {
				return Credentials{}, fmt.Errorf("credentials file %s, line %d: %w", path, n, err)
			}
		default:
			return Credentials{}, fmt.Errorf("credentials file %s, line %d: unknown key: use user, password, auth or token", path, n)
		}
	}
	if err := lines.Err(); err != nil {
		return Credentials{}, fmt.Errorf("credentials file %s: %w", path, err)
	}
	if c.IsZero() {
		return Credentials{}, fmt.Errorf("credentials file %s: holds no user and no token", path)
	}
	if err := c.Validate(); err != nil {
		return Credentials{}, fmt.Errorf("credentials file %s: %w", path, err)
	}
	return c, nil
}

func isDigest(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "", "basic":
		return false, nil
	case "digest":
		return true, nil
	}
	return false, errors.New("the authentication scheme must be basic or digest")
}
