package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
)

// mcpServer returns the command with which a client starts the program.
func mcpServer(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program := require.Value(exec.LookPath("genus"))(t) // from TestMain
	cmd := exec.Command(program, append([]string{"mcp"}, args...)...)
	cmd.Dir = t.TempDir()
	return cmd
}

// TestMCP checks that a client can start the program and call a tool, and that the
// program ends when the client leaves.
func TestMCP(t *testing.T) {
	file := require.Value(filepath.Abs(filepath.Join("..", "..", "internal", "elephants", "elephants.ttl")))(t)
	cmd := mcpServer(t, "--data", file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	session := require.Value(
		sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &sdk.CommandTransport{Command: cmd},
			nil))(t)
	in := map[string]any{
		"pos":     elephants.SisterPositives,
		"neg":     elephants.SisterNegatives,
		"options": map[string]any{"mode": "exact", "prefer": "smallest"},
	}
	r := require.Value(session.CallTool(ctx, &sdk.CallToolParams{Name: "learn", Arguments: in}))(t)
	const want = `"dl":"zoo:Elephant ⊓ zoo:Male ⊓ (≥2 zoo:childOf⁻.zoo:Female)"`
	b, err := json.Marshal(r.StructuredContent)
	check.That(t, err == nil && !r.IsError && strings.Contains(string(b), want), "error %t, %s, without %s", r.IsError, b,
		want)
	check.NoError(t, session.Close(), "the program ended with")
	check.That(t, stderr.Len() <= 0, "stderr: %s", stderr.String())
}

// TestMCPInterrupt checks that Ctrl-C ends the program while it waits for its client, and while a call waits for an
// endpoint.
func TestMCPInterrupt(t *testing.T) {
	asked := make(chan bool, 100)
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices then that a client has left
		asked <- true
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
`
	const call = `{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"learn","arguments":{"pos":["urn:a","urn:b"]}}}
`
	for name, calls := range map[string]string{"waiting": "", "a call": call} {
		t.Run(name, func(t *testing.T) {
			cmd := mcpServer(t, "--endpoint", silent.URL)
			in := require.Value(cmd.StdinPipe())(t)
			out := require.Value(cmd.StdoutPipe())(t)
			require.NoError(t, cmd.Start())
			require.Value(in.Write([]byte(hello)))(t)
			if n, err := out.Read(make([]byte, 1)); n != 1 || err != nil {
				t.Fatalf("no answer: %v", err)
			}
			if calls != "" {
				require.Value(in.Write([]byte(calls)))(t)
				<-asked
			}
			require.NoError(t, cmd.Process.Signal(os.Interrupt))
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			select {
			case err := <-ended:
				check.Equal(t, codeOf(err), 130, "exit code")
			case <-time.After(5 * time.Second):
				_ = cmd.Process.Kill()
				t.Error("the program does not end")
			}
		})
	}
}
