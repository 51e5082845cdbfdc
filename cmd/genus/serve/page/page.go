// Package page is the page of genus serve: one HTML file, style sheets and
// modules of JavaScript, as the browser gets them. Nothing is built or bundled.
//
// Invariants:
//
//   - The page sends requests only to the server that it came from, loads pictures only
//     from hosts that the server allows, and has scripts and styles only in files: it
//     works under [Policy].
//   - All its URLs are relative, so it can be served under a path.
//
// static/vendor/README.md lists the vendored files with their versions and licences.
package page

import (
	"embed"
	"strings"
)

// Files has the files of the page: index.html, and static with everything that it
// refers to.
//
//go:embed index.html static
var Files embed.FS

// Policy returns the value of the Content-Security-Policy header for the page, which may load
// pictures from those hosts.
func Policy(images []string) string {
	policy := "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
	if len(images) > 0 {
		policy += "; img-src 'self' https://" + strings.Join(images, " https://")
	}
	return policy
}
