// Package browsertest tests the page of genus serve in a headless Chromium with a real
// server. Tests use the mouse and the keyboard. They also take the screenshots of
// docs/screenshots.
//
// Tests are skipped unless GENUS_BROWSER=required is in the environment. Then they fail if
// there is no Chromium. This command installs Chromium, sets the variable and runs the
// tests, which have Browser in their names:
//
//	.ci/browser go test -C bench -count=1 -run Browser ./browsertest
//
// What a user must be able to do, and its test:
//
//	eight definitions from typed names, by clicks or keys   TestBrowserWalkOnEngines (over files and an endpoint)
//	CSV, a link, many pasted names after each of them       TestBrowserWalkOnEngines (over an endpoint)
//	twenty pasted names and more                            TestBrowserPasteMany
//	correct a wrong answer                                  TestBrowserConflict
//	repair                                                  TestBrowserRepair
//	undo, redo, Back, a refresh while it runs               TestBrowserUndo, TestBrowserReload, TestBrowserEnterWaits
//	a table of all members, its facets and its address      TestBrowserTable
//	members counted by the values of a property             TestBrowserGroups
//	a table that the user brings                            TestBrowserBring
//	two definitions compared, and what tells them apart     TestBrowserCompare
//	twenty proposals reviewed with keys                     TestBrowserReview
//	the query in an editor                                  TestBrowserEditQuery
//	no fault of accessibility in any state                  TestBrowserStates, TestBrowserHostileLabels
//
// Every test fails if the page writes an error to the console, sends a request to another
// server, or violates its content security policy.
package browsertest
