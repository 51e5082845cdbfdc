// Package read turns SPARQL queries into concepts, the reverse of package queries. goRDFlib parses
// them. A query whose members no concept describes is an error that names the part.
//
// Letters: c concept; g group of a query; t triple; v variable.
package read
