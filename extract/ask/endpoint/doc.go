// Package endpoint asks an endpoint the questions of package ask: it writes them as SPARQL, reads large results
// page by page, compares them with the numbers that the endpoint counts, and says what is still missing.
//
// Letters: e executor; q question; o options of its queries; a answer.
package endpoint
