package serve

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A User has a token of their own. Users see the source of the flags, the built-in one, and the
// sources, jobs and work that they have made themselves.
type User struct{ Name, Token string }

// Limits of one user, besides those of the server.
const (
	userJobs     = 6  // jobs that are not over
	userSources  = 10 // open at a time
	userRequests = 16 // at a time
)

var userName = regexp.MustCompile(`^[A-Za-z0-9._@-]{1,64}$`)

// leastToken is the length of the shortest token of a file.
const leastToken = 16

// ReadUsers reads a file with a name and a token on each line; # begins a comment. Only its owner may
// be able to read the file.
func ReadUsers(path string) (users []User, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&0o007 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("tokens: others can read %s: chmod 600 it", path)
	}
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if i := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(f, "#") }); i >= 0 {
			fields = fields[:i]
		}
		switch {
		case len(fields) == 0:
			continue
		case len(fields) != 2 || !userName.MatchString(fields[0]):
			return nil, fmt.Errorf("tokens: %s:%d: write NAME TOKEN; a name has letters, digits and . _ @ -", path, n)
		case len(fields[1]) < leastToken:
			return nil, fmt.Errorf("tokens: %s:%d: the token of %s has fewer than %d characters: openssl rand -hex 16 makes one",
				path, n, fields[0], leastToken)
		case seen[fields[0]] || seen[" "+fields[1]]:
			return nil, fmt.Errorf("tokens: %s:%d: the name or the token is there twice", path, n)
		}
		seen[fields[0]], seen[" "+fields[1]] = true, true
		users = append(users, User{fields[0], fields[1]})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	if len(users) == 0 {
		return nil, fmt.Errorf("tokens: %s has none: write NAME TOKEN on a line for each user", path)
	}
	return users, nil
}

type userKey struct{}

func withUser(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, userKey{}, name)
}

// userOf returns the name of the user whose request it is; empty if the server has one token or none.
func userOf(ctx context.Context) string {
	name, _ := ctx.Value(userKey{}).(string)
	return name
}

// A turnstile bounds the requests of a user at a time.
type turnstile struct {
	mu     sync.Mutex
	inside map[string]int
}

// enter returns false if too many requests of the user run. Without users it counts nothing.
func (t *turnstile) enter(user string) (leave func(), ok bool) {
	if user == "" {
		return func() {}, true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.inside[user] >= userRequests {
		return nil, false
	}
	if t.inside == nil {
		t.inside = map[string]int{}
	}
	t.inside[user]++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.inside[user]--; t.inside[user] == 0 {
			delete(t.inside, user)
		}
	}, true
}

// busy is the fault for a limit of one user.
func busy(format string, args ...any) *fault {
	return faultf(http.StatusTooManyRequests, "busy", format, args...)
}
