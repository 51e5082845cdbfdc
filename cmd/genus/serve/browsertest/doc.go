// Package browsertest tests the page of genus serve in a browser: a headless
// Chromium that a real server answers, with the mouse and the keys that a user
// has. Its screenshots are those of docs/screenshots.
//
// Tests are skipped by name unless GENUS_BROWSER=required is in the environment,
// and fail then if there is no Chromium. One command installs it, sets that and
// runs the tests, which have Browser in their names:
//
//	.ci/browser go test -count=1 -run Browser ./cmd/genus/serve/...
//
// Every test fails if the page wrote an error to the console, asked for
// anything outside the server that it came from, or broke its content security
// policy.
package browsertest
