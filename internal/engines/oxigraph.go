package engines

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

// StartOxigraph starts Oxigraph with the N-Triples given in its unnamed graph.
// The binary is oxigraph on the path or what GENUS_OXIGRAPH names.
func StartOxigraph(t testing.TB, ntriples string) Engine {
	t.Helper()
	wanted(t, "oxigraph")
	name := os.Getenv("GENUS_OXIGRAPH")
	if name == "" {
		name = "oxigraph"
	}
	server, err := exec.LookPath(name)
	if err != nil {
		missing(t, "oxigraph", "pip install oxigraph")
	}
	port := freePort(t)
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	cmd := exec.Command(server, "serve", "--location", t.TempDir(), "--bind", fmt.Sprintf("127.0.0.1:%d", port))
	e := Engine{Name: "oxigraph", Endpoint: base + "/query"}
	e.load = func(ctx context.Context, ntriples io.Reader) error {
		return put(ctx, http.MethodPut, base+"/store?default", "application/n-triples", ntriples)
	}
	return e.start(t, cmd, ntriples)
}
