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

// Credentials hold a bearer token, or a user and a password for basic (RFC 7617) or
// digest (RFC 7616) authentication. When printed, formatted or logged, they show their
// kind, never their content.
type Credentials struct {
	User     string `json:"user,omitempty" jsonschema:"for basic or digest authentication"`
	Password string `json:"password,omitempty" jsonschema:"of the user"`
	// Digest chooses digest instead of basic authentication.
	Digest bool   `json:"digest,omitempty" jsonschema:"digest authentication instead of basic"`
	Token  string `json:"token,omitempty" jsonschema:"bearer token, in place of a user"`
}

// IsZero reports whether c holds no credentials.
func (c Credentials) IsZero() bool { return c == Credentials{} }

// Validate returns an error if the credentials cannot be sent.
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

// String returns the kind of the credentials only.
func (c Credentials) String() string { return "credentials: " + c.kind() }

// Format prints String for every verb, so that no verb reaches the fields.
func (c Credentials) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, c.String()) }

// LogValue returns the kind of the credentials only.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.kind()) }

// MarshalText returns the kind of the credentials only, for JSON and the like.
func (c Credentials) MarshalText() ([]byte, error) { return []byte(c.kind()), nil }

// hider returns a replacer that hides the secrets in a text that a server sent back, in
// every form in which they were sent.
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
// GENUS_ENDPOINT_AUTH and GENUS_ENDPOINT_TOKEN. If none is set, it returns zero
// Credentials.
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
// "token = …". It skips blank lines and lines that begin with #. It refuses a file that
// anybody but its owner may read or write.
func CredentialsFromFile(path string) (Credentials, error) {
	f, err := os.Open(path)
	if err != nil {
		return Credentials{}, fmt.Errorf("credentials file: %w", err)
	}
	defer f.Close()
	c, err := readCredentials(f)
	if err != nil {
		return Credentials{}, fmt.Errorf("credentials file %s%w", path, err)
	}
	return c, nil
}

// readCredentials reads the open file. Its errors are to be appended to the file name:
// they begin with ": " or ", line N: ".
func readCredentials(f *os.File) (Credentials, error) {
	var c Credentials
	info, err := f.Stat()
	if err != nil {
		return c, fmt.Errorf(": %w", err)
	}
	if !info.Mode().IsRegular() {
		return c, errors.New(": not a regular file")
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 && runtime.GOOS != "windows" {
		return c, fmt.Errorf(": others may use it (mode %04o): run chmod 600 on it", perm)
	}
	lines := bufio.NewScanner(io.LimitReader(f, 1<<20))
	for n := 1; lines.Scan(); n++ {
		if err := c.setLine(strings.TrimSpace(lines.Text())); err != nil {
			return c, fmt.Errorf(", line %d: %w", n, err)
		}
	}
	if err = lines.Err(); err == nil && c.IsZero() {
		err = errors.New("holds no user and no token")
	}
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return c, fmt.Errorf(": %w", err)
	}
	return c, nil
}

// setLine sets the field that a line of a file names. Its errors do not quote the line,
// which may hold a secret.
func (c *Credentials) setLine(line string) (err error) {
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		return errors.New("expected key = value")
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
		c.Digest, err = isDigest(value)
	default:
		err = errors.New("unknown key: use user, password, auth or token")
	}
	return err
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
