package engines

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

//go:embed testdata/rdf4j/Server.java
var rdf4jServer []byte

// StartRDF4J starts RDF4J, the engine of GraphDB and others, with the N-Triples in a
// store in memory. GENUS_RDF4J names the folder with its jars. Its own server needs a
// servlet container, so testdata/rdf4j/Server.java serves it.
func StartRDF4J(t testing.TB, ntriples string) Engine {
	t.Helper()
	java, jars := javaJar(t, "rdf4j", "GENUS_RDF4J")
	if _, err := exec.LookPath("javac"); err != nil {
		failMissing(t, "rdf4j", "apt-get install default-jdk-headless")
	}
	port := freePort(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "Server.java")
	if err := os.WriteFile(source, rdf4jServer, 0o644); err != nil {
		t.Fatal(err)
	}
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	cmd := exec.Command(java, "-Xmx4g", "-cp", filepath.Join(jars, "*"), source, fmt.Sprint(port))
	cmd.Dir = dir
	return Engine{Name: "rdf4j", Endpoint: base + "/query", load: putTo(base+"/data", triplesType)}.start(t, cmd, ntriples)
}
