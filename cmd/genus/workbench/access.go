package workbench

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrForbidden: what a request names may not be opened on its word.
var ErrForbidden = errors.New("not allowed")

// Access is what servers may open on the word of a request. The zero value allows
// nothing: what the flags name needs no permission.
type Access struct {
	// Endpoints are the URLs that may be asked.
	Endpoints []string
	// AnyEndpoint allows all of them, also those inside a private network.
	AnyEndpoint bool
	// Paths are files, and folders with all that is in them.
	Paths []string
}

// Endpoint reports whether the URL may be asked. Host and scheme are compared as
// they mean, the rest as it is written.
func (a Access) Endpoint(text string) error {
	u, err := endpointURL(text)
	if err != nil {
		return Usage(err)
	}
	if a.AnyEndpoint || slices.ContainsFunc(a.Endpoints, func(allowed string) bool {
		v, err := endpointURL(allowed)
		return err == nil && v == u
	}) {
		return nil
	}
	return fmt.Errorf("endpoint %s: %w: start genus with --allow-endpoint %[1]s", u, ErrForbidden)
}

// Validate reports the first endpoint that is no URL.
func (a Access) Validate() error {
	for _, text := range a.Endpoints {
		if _, err := endpointURL(text); err != nil {
			return Usagef("--allow-endpoint: %w", err)
		}
	}
	return nil
}

// endpointURL is the URL in one spelling.
func endpointURL(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("endpoint %q is no URL", text)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", fmt.Errorf("endpoint %q: want a URL that begins with http:// or https://", text)
	case u.User != nil || u.Fragment != "":
		return "", errors.New("endpoint: user, password and fragment do not belong in a URL")
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" && (u.Scheme != "http" || port != "80") && (u.Scheme != "https" || port != "443") {
		host += ":" + port
	}
	u.Host = host
	return u.String(), nil
}

// Path is the file without links on the way, if it may be opened. A file that may
// not is not looked at: whether it is there is not told.
func (a Access) Path(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("file %s: %w", path, err)
	}
	forbidden := fmt.Errorf("file %s: %w: start genus with --allow-path", path, ErrForbidden)
	for _, allowed := range a.Paths {
		root, err := filepath.Abs(allowed)
		if err != nil {
			return "", fmt.Errorf("--allow-path %s: %w", allowed, err)
		}
		resolved := root
		if r, err := filepath.EvalSymlinks(root); err == nil {
			resolved = r
		}
		// The name has to be inside, and so has the file that it leads to.
		if !inside(root, absolute) && !inside(resolved, absolute) {
			continue
		}
		file, err := filepath.EvalSymlinks(absolute)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return "", Usagef("file %s: there is no such file", path)
		case err != nil:
			return "", fmt.Errorf("file %s: %w", path, err)
		case inside(resolved, file):
			return file, nil
		}
	}
	return "", forbidden
}

// inside reports whether the file is the root or below it.
func inside(root, file string) bool {
	rel, err := filepath.Rel(root, file)
	return err == nil && filepath.IsLocal(rel)
}
