// Package page is the page of genus serve: one HTML file, style sheets and
// modules of JavaScript, as the browser gets them. Nothing is built or bundled.
//
// Invariants:
//
//   - The page asks nothing of any server but the one that it came from, and
//     holds no script or style outside its files: it works under [Policy].
//   - All its URLs are relative, so that it may be served under a path.
//
// What is vendored, in which version and under which licence, is in
// static/vendor/README.md.
package page

import "embed"

// Files are the files of the page: index.html, and static with all that it
// refers to.
//
//go:embed index.html static
var Files embed.FS

// Policy is the value of the header Content-Security-Policy that the page is
// to be served with.
const Policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
