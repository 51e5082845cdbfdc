package queries

import (
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Reifiers asks for the reifiers of statements (RDF 1.2) about subjects, with all that is stated of them. An engine
// that knows them has an index of the triples with rdf:reifies, but none of the parts of the statements: it finds
// those of a statement that it also has as a triple, and otherwise goes through all.
type Reifiers struct {
	Subjects []string // IRIs
	// Bare: some reifiers are of statements that are no triples of the graph. Nested: some are of statements about
	// reifiers.
	Bare, Nested bool
	Values       bool // only what the subjects are reifiers of
}

// What the ?use of a row of [Reifiers.Select] says of the reifier ?r, before the property of the statement.
const (
	ReifierValue = "value" // ?r stands for a statement ?p ?o
	ReifierOut   = "out"   // ?r ?p ?o is a triple
	ReifierIn    = "in"    // ?o ?p ?r is a triple
	ReifierAbout = "about" // some reifier stands for a statement ?r ?p ?o
)

// Select returns a SELECT of ?s, ?use, ?r, ?p, ?o and the number ?n of these rows, in a row of its own. The ?use ends
// with the property of a statement about ?s that ?r stands for; without one, ?s is ?r itself.
func (r Reifiers) Select() (string, error) {
	q := newQuestion("crawl-reifiers")
	base := "VALUES ?s { " + q.brackets(r.Subjects, " ") + " }\n?s ?q ?w .\n" + ofStatement
	if r.Bare {
		base = ofStatement + "FILTER(?s IN (" + q.brackets(r.Subjects, ", ") + "))\n"
	}
	parts := []struct{ use, pattern string }{
		{ReifierValue, "?r " + reifies + " <<( ?x ?p ?o )>> .\n"},
		{ReifierOut, "?r ?p ?o .\nFILTER(?p != " + reifies + ")\n"},
		{ReifierIn, "?o ?p ?r .\n"},
	}
	if r.Nested {
		parts = append(parts, struct{ use, pattern string }{ReifierAbout, "?y " + reifies + " <<( ?r ?p ?o )>> .\n"})
	}
	if r.Values {
		parts = nil
	}
	var unions []string
	for _, p := range parts {
		unions = append(unions, "{\n"+base+p.pattern+"BIND(CONCAT(\""+p.use+" \", STR(?q)) AS ?use)\n}")
	}
	unions = append(unions, "{\nVALUES ?s { "+q.brackets(r.Subjects, " ")+" }\n?s "+reifies+" <<( ?x ?p ?o )>> .\n"+
		"BIND(?s AS ?r)\nBIND(\""+ReifierValue+" \" AS ?use)\n}")
	return q.text("Pattern", strings.Join(unions, "\nUNION\n")).write()
}

const (
	reifies     = "<" + dl.Reifies + ">"
	ofStatement = "?r " + reifies + " <<( ?s ?q ?w )>> .\n"
)

// HasReifiers returns an ASK, in SPARQL 1.1, whether the graph has reifiers.
func HasReifiers() string { return "ASK { ?r " + reifies + " ?t }" }

// HasQuotedTriples returns an ASK whether the graph has statements about statements as in RDF-star before RDF 1.2:
// their subject is the statement itself. Only engines that know them understand it.
func HasQuotedTriples() string { return "ASK { << ?s ?p ?o >> ?q ?v }" }

// KindsOfReifiers returns a SELECT of ?use, which is bare or nested if some reifiers are so ([Reifiers]).
func KindsOfReifiers() string {
	return Layout("SELECT ?use WHERE {\n" +
		"{ SELECT (\"bare\" AS ?use) WHERE { ?r " + reifies +
		" <<( ?s ?p ?o )>> . FILTER NOT EXISTS { ?s ?p ?o } } LIMIT 1 }\nUNION\n" +
		"{ SELECT (\"nested\" AS ?use) WHERE { ?r " + reifies + " <<( ?s ?p ?o )>> . ?s " + reifies + " ?t . } LIMIT 1 }\n}")
}
