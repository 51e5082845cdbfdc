package source

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/connector"
)

// ErrForbidden is the error for endpoints and files that a request must not open.
var ErrForbidden = errors.New("not allowed")

// An Access says which endpoints and files requests may open. The zero value allows
// nothing. The source that the flags name needs no permission.
type Access struct {
	// AnyEndpoint allows all endpoints, also those in a private network.
	AnyEndpoint bool

	endpoints []string // normalised URLs
	paths     []string // absolute, without symbolic links
	upload    string   // the folder of an upload
}

// NewAccess allows these endpoints, files and folders.
func NewAccess(endpoints, paths []string) (a Access, err error) {
	for _, text := range endpoints {
		u, err := endpointURL(text)
		if err != nil {
			return a, Usagef("--allow: %w", err)
		}
		a.endpoints = append(a.endpoints, u)
	}
	for _, path := range paths {
		resolved, err := resolve(path)
		if err != nil {
			return a, Usagef("--allow: %w", err)
		}
		a.paths = append(a.paths, resolved)
	}
	return a, nil
}

// ForUpload returns the access of an upload, which is alone in its folder.
func (a Access) ForUpload(folder string) *Access {
	a.upload = folder
	return &a
}

// Beside returns the access of files that the settings name: what is in their folders is allowed, too.
func (a Access) Beside(files []string) *Access {
	a.paths = slices.Clip(a.paths)
	for _, file := range files {
		if folder, err := resolve(filepath.Dir(file)); err == nil {
			a.paths = append(a.paths, folder)
		}
	}
	return &a
}

// Paths returns the files and folders that are allowed.
func (a Access) Paths() []string { return slices.Clone(a.paths) }

// Endpoint returns an error unless requests may use the URL. The case of the host and a
// default port do not matter; the rest must be equal to an allowed URL.
func (a Access) Endpoint(text string) error {
	u, err := endpointURL(text)
	switch {
	case err != nil:
		return Usage(err)
	case a.AnyEndpoint, slices.Contains(a.endpoints, u):
		return nil
	}
	return fmt.Errorf("endpoint %s: %w: start genus with --allow %[1]s", u, ErrForbidden)
}

// Redirect returns an error unless the endpoint may redirect to the URL. It may redirect
// to its own host, also from http to https, and to an allowed endpoint. The query part is
// not compared, because every request has its own.
func (a Access) Redirect(from string, to *url.URL) error {
	if a.AnyEndpoint {
		return nil
	}
	here, err := url.Parse(from)
	if err != nil {
		return err
	}
	upwards := here.Scheme == "http" && to.Scheme == "https" && here.Port() == "" && to.Port() == ""
	if strings.EqualFold(here.Hostname(), to.Hostname()) &&
		(upwards || here.Scheme == to.Scheme && portOf(here) == portOf(to)) {
		return nil
	}
	there, err := endpointURL((&url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path, RawPath: to.RawPath}).String())
	if err != nil {
		return err
	}
	if slices.ContainsFunc(a.endpoints, func(allowed string) bool {
		plain, _, _ := strings.Cut(allowed, "?")
		return plain == there
	}) {
		return nil
	}
	return fmt.Errorf("%s: %w: start genus with --allow %[1]s", there, ErrForbidden)
}

func portOf(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// IsURL reports whether the text is the address of an endpoint, with a scheme or without,
// and returns it with its scheme.
func IsURL(text string) (url string, is bool) {
	url = connector.WithScheme(text)
	return url, strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}

func endpointURL(text string) (string, error) {
	u, err := url.Parse(connector.WithScheme(text))
	switch {
	case err != nil:
		return "", fmt.Errorf("endpoint %q is not a URL", text)
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
	if u.Host = host; u.Path == "" {
		u.Path = "/"
	}
	return u.String(), nil
}

// Path returns the path of the file without symbolic links if requests may open it. The
// error is the same for a forbidden file and a missing one.
func (a Access) Path(path string) (string, error) {
	refused := fmt.Errorf("file %q: %w, or it does not exist: genus opens only what --allow names", path, ErrForbidden)
	switch {
	case path == "":
		return "", refused
	case a.upload != "" && inside(a.upload, path):
		return "", fmt.Errorf("%w: an upload has no folder, so no file is beside it", ErrForbidden)
	}
	resolved, err := resolve(path)
	if err != nil || !slices.ContainsFunc(a.paths, func(allowed string) bool { return inside(allowed, resolved) }) {
		return "", refused
	}
	if info, err := os.Stat(resolved); err != nil || !info.Mode().IsRegular() {
		return "", Usagef("%s is not a file", path)
	}
	return resolved, nil
}

// resolve returns the absolute path without symbolic links.
func resolve(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

func inside(root, file string) bool {
	rel, err := filepath.Rel(root, file)
	return err == nil && filepath.IsLocal(rel)
}
