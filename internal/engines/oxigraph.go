package engines

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// StartOxigraph starts Oxigraph with the N-Triples in its unnamed graph. The binary is
// oxigraph on the path, or the one that GENUS_OXIGRAPH names.
func StartOxigraph(t testing.TB, ntriples string) Engine {
	t.Helper()
	requireEngines(t, "oxigraph")
	name := os.Getenv("GENUS_OXIGRAPH")
	if name == "" {
		name = "oxigraph"
	}
	server, err := exec.LookPath(name)
	if err != nil {
		failMissing(t, "oxigraph", "pip install oxigraph")
	}
	port := freePort(t)
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	cmd := exec.Command(server, "serve", "--location", t.TempDir(), "--bind", fmt.Sprintf("127.0.0.1:%d", port))
	return Engine{
		Name:     "oxigraph",
		Endpoint: base + "/query",
		load:     putTo(base + "/store?default"),
	}.start(t, cmd, ntriples)
}
