package command

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
)

// TestUnsolicitedResponse checks that what net/http logs about an unsolicited answer of a
// server is shown with --verbose only.
func TestUnsolicitedResponse(t *testing.T) {
	const answer = `{"head":{"vars":[]},"results":{"bindings":[]}}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = fmt.Fprintf(buffered,
			"HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nContent-Length: %d\r\n\r\n%s",
			len(answer), answer)
		_, _ = buffered.WriteString("HTTP/1.1 400 Bad Request\r\n\r\n")
		_ = buffered.Flush()
		_, _ = io.Copy(io.Discard, conn) // the client closes the connection
	}))
	defer server.Close()
	const said = "Unsolicited response received on idle HTTP channel"
	for _, verbose := range []bool{true, false} {
		shown := false
		for deadline := time.Now().Add(20 * time.Second); !shown && time.Now().Before(deadline); {
			var stdout, stderr bytes.Buffer
			args := []string{"learn", "--endpoint", server.URL, "--pos-iri", "urn:a", "--neg-iri", "urn:b", "--rate", "0", "--retries", "0"}
			if verbose {
				args = append(args, "-v")
			}
			Main(args, strings.NewReader(""), &stdout, &stderr)
			shown = strings.Contains(stderr.String(), said)
			if !verbose {
				break
			}
		}
		check.That(t, shown == verbose, "shown: %v, with -v: %v", shown, verbose)
	}
}
