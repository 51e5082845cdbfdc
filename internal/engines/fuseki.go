package engines

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"testing"
)

// StartFuseki starts Apache Jena Fuseki with the N-Triples in its default graph, over a
// TDB2 database, as most installations have. GENUS_FUSEKI names the jar
// (org.apache.jena:jena-fuseki-server).
func StartFuseki(t testing.TB, ntriples string) Engine {
	t.Helper()
	return StartFusekiWith(t, ntriples, Limits{})
}

// StartFusekiWith is StartFuseki with a time limit for queries, limits.Execution, unless
// that is zero. Fuseki has no other limits.
func StartFusekiWith(t testing.TB, ntriples string, limits Limits) Engine {
	t.Helper()
	java, jar := javaJar(t, "fuseki", "GENUS_FUSEKI")
	port := freePort(t)
	dir := t.TempDir()
	base := fmt.Sprintf("http://127.0.0.1:%d/ds", port)
	args := []string{
		"-Xmx4g",
		"-jar",
		jar,
		"--localhost",
		fmt.Sprintf("--port=%d", port),
		"--update",
		"--tdb2",
		"--loc=" + dir,
	}
	if limits.Execution > 0 {
		args = append(args, fmt.Sprintf("--timeout=%d", limits.Execution.Milliseconds()))
	}
	cmd := exec.Command(java, append(args, "/ds")...)
	cmd.Dir = dir // it makes a folder run/ in the working directory
	e := Engine{Name: "fuseki", Endpoint: base + "/query"}
	e.load = func(ctx context.Context, ntriples io.Reader) error {
		// A PUT without a triple would leave the graph as it is.
		if err := put(ctx, http.MethodDelete, base+"/data?default", "", nil); err != nil {
			return err
		}
		return putTo(base+"/data?default", triplesType)(ctx, ntriples)
	}
	e.loadQuads = putTo(base+"/data", quadsType)
	return e.start(t, cmd, ntriples)
}
