package engines

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// blazegraphProperties configures a database of triples, as Wikidata's query service has
// it, without inference and full text.
const blazegraphProperties = `
com.bigdata.journal.AbstractJournal.file=%s
com.bigdata.journal.AbstractJournal.bufferMode=DiskRW
com.bigdata.journal.AbstractJournal.initialExtent=10485760
com.bigdata.service.AbstractTransactionService.minReleaseAge=1
com.bigdata.rdf.sail.truthMaintenance=false
com.bigdata.rdf.store.AbstractTripleStore.quads=false
com.bigdata.rdf.store.AbstractTripleStore.statementIdentifiers=false
com.bigdata.rdf.store.AbstractTripleStore.textIndex=false
com.bigdata.rdf.store.AbstractTripleStore.axiomsClass=com.bigdata.rdf.axioms.NoAxioms
com.bigdata.namespace.kb.lex.com.bigdata.btree.BTree.branchingFactor=400
com.bigdata.namespace.kb.spo.com.bigdata.btree.BTree.branchingFactor=1024
`

// StartBlazegraph starts Blazegraph with the N-Triples. GENUS_BLAZEGRAPH names the jar
// (com.blazegraph:blazegraph-jar).
//
// The main class of the jar fails on Java 9 and later with a NullPointerException: it
// looks for its web pages with the class loader of the platform. The class of the server
// takes their place from jetty.home.
func StartBlazegraph(t testing.TB, ntriples string) Engine {
	t.Helper()
	java, jar := javaJar(t, "blazegraph", "GENUS_BLAZEGRAPH")
	port := freePort(t)
	dir := t.TempDir()
	properties := filepath.Join(dir, "RWStore.properties")
	text := fmt.Sprintf(blazegraphProperties, filepath.Join(dir, "blazegraph.jnl"))
	if err := os.WriteFile(properties, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	// By default it stops if it has not started within 10 seconds. A busy machine is slower.
	cmd := exec.Command(java, "-Xmx4g", "-Djetty.host=127.0.0.1", "-Djetty.start.timeout=300",
		"-Djetty.home=jar:file:"+jar+"!/war", "-cp", jar, "com.bigdata.rdf.sail.webapp.NanoSparqlServer",
		fmt.Sprint(port), "kb", properties)
	cmd.Dir = dir
	e := Engine{Name: "blazegraph", Endpoint: fmt.Sprintf("http://127.0.0.1:%d/blazegraph/namespace/kb/sparql", port)}
	e.load = func(ctx context.Context, ntriples io.Reader) error {
		drop := strings.NewReader(url.Values{"update": {"DROP ALL"}}.Encode())
		if err := put(ctx, http.MethodPost, e.Endpoint, "application/x-www-form-urlencoded", drop); err != nil {
			return err
		}
		// N-Triples are Turtle. It reads them as ASCII, whatever the header says.
		return put(ctx, http.MethodPost, e.Endpoint, "text/turtle", ntriples)
	}
	return e.start(t, cmd, ntriples)
}
