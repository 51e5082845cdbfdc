// Package browsertest tests the page of genus serve in a browser: a headless
// Chromium that a real server answers, with the mouse and the keys that a user
// has. Its screenshots are those of docs/screenshots.
//
// A test that finds no Chromium is skipped, with a line that says how to get
// one; with GENUS_BROWSER=required in the environment it fails instead. One
// command installs it, sets that and runs the tests, which have Browser in
// their names:
//
//	.ci/browser go test -count=1 -run Browser ./cmd/genus/serve/...
//
// Every test fails if the page wrote an error to the console, asked for
// anything outside the server that it came from, or broke its content security
// policy.
package browsertest
