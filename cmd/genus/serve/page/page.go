// Package page is the page of genus serve: one HTML file, style sheets and
// modules of JavaScript, as the browser gets them. Nothing is built or bundled.
//
// Invariants:
//
//   - The page sends requests only to the server that it came from, and has scripts
//     and styles only in files: it works under [Policy].
//   - All its URLs are relative, so it can be served under a path.
//
// static/vendor/README.md lists the vendored files with their versions and licences.
package page

import "embed"

// Files has the files of the page: index.html, and static with everything that it
// refers to.
//
//go:embed index.html static
var Files embed.FS

// Policy is the value of the Content-Security-Policy header for the page.
const Policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
