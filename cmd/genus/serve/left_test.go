package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// TestClientLeaves checks that the work for a client ends within a second of its leaving. A number
// over the closure of a circle of 30,000 edges takes minutes.
func TestClientLeaves(t *testing.T) {
	const n = 30_000
	var circle strings.Builder
	for i := range n {
		fmt.Fprintf(&circle, "<http://e/%d> <http://e/p> <http://e/%d> .\n", i, (i+1)%n)
	}
	file := filepath.Join(t.TempDir(), "circle.nt")
	require.NoError(t, os.WriteFile(file, []byte(circle.String()), 0o600))
	x := start(t, map[string][]string{"data": {file}}, "")
	h, one := x.s.Handler(), []string{"http://e/1"}
	for path, body := range map[string]map[string]any{
		"why": {"individuals": one}, "verify": {"pos": one}, "matches": {"pos": one}, "members": {"limit": 10}, "parts": {},
		"predict": {"iris": one}, "repair": {"missing": one, "right": []string{"http://e/2"}},
	} {
		t.Run(path, func(t *testing.T) {
			maps.Copy(body, map[string]any{"source": "given", "concept": "≥29999 <http://e/p>⁺.⊤"})
			text := string(require.Value(json.Marshal(body))(t))
			ctx, leave := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer leave()
			r := httptest.NewRequestWithContext(ctx, "POST", "/api/"+path, strings.NewReader(text))
			r.Header, r.Host = x.header.Clone(), strings.TrimPrefix(x.http.URL, "http://")
			w, begin := httptest.NewRecorder(), time.Now()
			h.ServeHTTP(w, r)
			took := time.Since(begin)
			check.That(t, ctx.Err() != nil, "the work was no work: %d %.200s", w.Code, w.Body)
			check.That(t, took < 1500*time.Millisecond, "it took %v", took)
		})
	}
}
