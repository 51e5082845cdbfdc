// Package faults puts a proxy with the faults of live endpoints between a client and a
// real endpoint. It delays answers, closes or resets connections, truncates, throttles,
// and answers with a web page, half a document, other rows, or from other data.
//
// Its test is a matrix: every fault at every request of a crawl, either once or from
// there on. genus promises that the crawl ends with the whole neighbourhood of the
// examples, or with a report: an error, or roles that are removed from the language with
// a reason. A wrong neighbourhood is a failure.
//
//	go test ./internal/faults                  a few positions, the embedded endpoint
//	.ci/engines go test -count=1 -v -timeout 2h -run 'Embedded|Engines' ./internal/faults -full
//
// Another test learns from endpoints that treat their clients as public ones do: few
// requests at a time, 429, bans, time-outs in the words of each engine, row caps. What is
// meant must be found wherever answers come, and no query may be wrong.
//
// The second command takes every position and all engines, and prints a table.
//
// Letters: n the number of a request, from 0.
package faults
