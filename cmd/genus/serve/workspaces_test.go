package serve

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestWorkspaces checks that workspaces survive a restart, and that secrets are refused.
func TestWorkspaces(t *testing.T) {
	state := map[string][]string{"state": {filepath.Join(t.TempDir(), "deep", "state.db")}}
	x := start(t, state, "")
	call[workspaceJSON](x, http.StatusOK, "PUT", "/api/workspaces/my%20work%2F1",
		map[string]any{"state": map[string]any{"pos": []string{"urn:a"}, "about": "things like a"}})
	for _, bad := range []any{map[string]any{}, map[string]any{"state": map[string]any{"source": map[string]any{"url": "https://me:secret@example.org/"}}}, map[string]any{"state": map[string]any{"Token": "x"}}} {
		call[fault](x, http.StatusUnprocessableEntity, "PUT", "/api/workspaces/bad", bad)
	}
	y := start(t, state, "")
	list := call[struct{ Workspaces []workspaceJSON }](y, http.StatusOK, "GET", "/api/workspaces", nil)
	if len(list.Workspaces) != 1 || list.Workspaces[0].Name != "my work/1" || list.Workspaces[0].About != "things like a" {
		t.Fatalf("list %+v", list)
	}
	got := call[workspaceJSON](y, http.StatusOK, "GET", "/api/workspaces/my%20work%2F1", nil)
	check.That(t, bytes.Contains(got.State, []byte(`"urn:a"`)), "state %s", got.State)
	call[any](y, http.StatusNoContent, "DELETE", "/api/workspaces/my%20work%2F1", nil)
	call[fault](y, http.StatusNotFound, "DELETE", "/api/workspaces/my%20work%2F1", nil)
}

// TestStateRights checks that other users of the machine cannot read the workspaces.
func TestStateRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skipf("%s: files have other rights there", t.Name())
	}
	dir := t.TempDir()
	x := start(t, map[string][]string{"state": {filepath.Join(dir, "state.db")}}, "")
	call[workspaceJSON](x, http.StatusOK, "PUT", "/api/workspaces/a", map[string]any{"state": map[string]any{}})
	files, err := filepath.Glob(filepath.Join(dir, "state.db*"))
	if err != nil || len(files) < 2 { // SQLite has files beside it
		t.Fatalf("files %q, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", filepath.Base(file), info.Mode(), err)
		}
	}
}
