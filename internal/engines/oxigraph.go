package engines

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// StartOxigraph starts Oxigraph with the N-Triples in its unnamed graph. The binary is
// oxigraph on the path, or the one that GENUS_OXIGRAPH names. A query may take 10 s over
// a small graph and 60 s over another one: Oxigraph keeps a thread for each query until
// its limit has passed, so that 60 s of a thousand small queries each are too many.
func StartOxigraph(t testing.TB, ntriples string) Engine {
	t.Helper()
	if len(ntriples) > 1<<20 {
		return StartLargeOxigraph(t, strings.NewReader(ntriples))
	}
	e, server := oxigraphServer(t, t.TempDir(), 10)
	return e.start(t, server, ntriples)
}

// StartLargeOxigraph is StartOxigraph for a document of any size. Oxigraph reads it before it
// serves: a document that is sent over HTTP is one transaction, which it keeps in memory.
func StartLargeOxigraph(t testing.TB, ntriples io.Reader) Engine {
	t.Helper()
	dir := t.TempDir()
	load := exec.CommandContext(t.Context(), oxigraph(t), "load", "--location", dir, "--format", "nt", "--lenient",
		"--non-atomic")
	load.Stdin = ntriples
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("loading Oxigraph: %v\n%s", err, out)
	}
	e, server := oxigraphServer(t, dir, 60)
	e.pid = start(t, e.Endpoint, server)
	return e
}

// oxigraph returns the path of the binary. If it is missing, the test ends.
func oxigraph(t testing.TB) string {
	t.Helper()
	requireEngine(t, "oxigraph")
	name := os.Getenv("GENUS_OXIGRAPH")
	if name == "" {
		name = "oxigraph"
	}
	binary, err := exec.LookPath(name)
	if err != nil {
		failMissing(t, "oxigraph", "pip install oxigraph")
	}
	return binary
}

// oxigraphServer returns the server of a directory with a time limit for queries, and the
// command that starts it.
func oxigraphServer(t testing.TB, dir string, seconds int) (Engine, *exec.Cmd) {
	t.Helper()
	address := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	return Engine{
		Name:      "oxigraph",
		Endpoint:  "http://" + address + "/query",
		load:      putTo("http://"+address+"/store?default", triplesType),
		loadQuads: putTo("http://"+address+"/store", quadsType),
	}, exec.Command(oxigraph(t), "serve", "--location", dir, "--bind", address, "--timeout-s", fmt.Sprint(seconds))
}
