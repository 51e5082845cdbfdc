package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// access says which endpoints may be asked and which files opened.
type access struct {
	anyEndpoint bool
	endpoints   []string // as normalised
	paths       []string // absolute, without links
}

// newAccess is what the settings allow: any endpoint on a loopback address,
// unless some are named; no file, unless some are.
func newAccess(endpoints []string, given string, paths []string, loopback bool) (access, error) {
	a := access{anyEndpoint: loopback && len(endpoints) == 0}
	for _, e := range endpoints {
		n, err := normalised(e)
		if err != nil {
			return a, fmt.Errorf("--allow-endpoint %q: %w", e, err)
		}
		a.endpoints = append(a.endpoints, n)
	}
	if given != "" {
		n, err := normalised(given)
		if err != nil {
			return a, fmt.Errorf("--endpoint %q: %w", given, err)
		}
		a.endpoints = append(a.endpoints, n)
	}
	for _, p := range paths {
		resolved, err := resolve(p)
		if err != nil {
			return a, fmt.Errorf("--allow-path: %w", err)
		}
		a.paths = append(a.paths, resolved)
	}
	return a, nil
}

// normalised is the URL of an endpoint in one spelling.
func normalised(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	switch {
	case err != nil:
		return "", fmt.Errorf("it is no URL")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return "", fmt.Errorf("it is no http or https URL")
	case u.User != nil:
		return "", fmt.Errorf("credentials do not belong into a URL")
	case u.Fragment != "":
		return "", fmt.Errorf("it has a fragment")
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	return u.Scheme + "://" + host + ":" + port + path + "?" + u.RawQuery, nil
}

// endpoint reports whether the endpoint may be asked.
func (a access) endpoint(raw string) error {
	n, err := normalised(raw)
	if err != nil {
		return invalid("endpoint %q: %v", raw, err)
	}
	if a.anyEndpoint || slices.Contains(a.endpoints, n) {
		return nil
	}
	return faultf(http.StatusForbidden, "forbidden", "this server may not ask %s: start it with --allow-endpoint to allow that", raw)
}

// file is the path, without links, of a regular file that may be opened. What is
// not allowed and what is not there look the same.
func (a access) file(path string) (string, error) {
	refused := faultf(http.StatusForbidden, "forbidden", "this server may not open %q: start it with --allow-path to allow that", path)
	if path == "" || strings.ContainsRune(path, 0) {
		return "", refused
	}
	resolved, err := resolve(path)
	if err != nil || !slices.ContainsFunc(a.paths, func(allowed string) bool { return within(allowed, resolved) }) {
		return "", refused
	}
	if info, err := os.Stat(resolved); err != nil || !info.Mode().IsRegular() {
		return "", invalid("%s is no file", path)
	}
	return resolved, nil
}

// resolve is the absolute path without links.
func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// mostListed is how many files are named to the page, of mostSeen.
const (
	mostListed = 200
	mostSeen   = 20_000
)

// files are allowed files with one of the endings.
func (a access) files(endings ...string) []string {
	list := []string{}
	seen := 0
	for _, p := range a.paths {
		// What cannot be read is not named.
		_ = filepath.WalkDir(p, func(path string, d os.DirEntry, err error) error {
			seen++
			switch {
			case err != nil:
				return filepath.SkipDir
			case len(list) == mostListed, seen > mostSeen:
				return filepath.SkipAll
			case d.Type().IsRegular() && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(path), ".gz"), e) }):
				list = append(list, path)
			}
			return nil
		})
	}
	slices.Sort(list)
	return slices.Compact(list)
}
