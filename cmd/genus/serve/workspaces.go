package serve

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	_ "modernc.org/sqlite" // the driver
)

// workspaces has saved states of the page, by name, in one SQLite file.
type workspaces struct {
	db   *sql.DB
	path string
}

const workspaceTable = `CREATE TABLE IF NOT EXISTS workspaces (
	name    TEXT PRIMARY KEY,
	updated TEXT NOT NULL, -- RFC 3339, UTC
	state   TEXT NOT NULL  -- a JSON object
) STRICT`

// statePath returns the default path of the database of workspaces.
func statePath() (string, error) {
	home, err := os.UserHomeDir()
	dir := os.Getenv("XDG_DATA_HOME")
	switch {
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		dir, err = os.UserConfigDir()
	case dir == "" && err == nil:
		dir = filepath.Join(home, ".local", "share")
	case dir != "":
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("no directory for the database of workspaces (give --state FILE): %w", err)
	}
	return filepath.Join(dir, "genus", "serve.db"), nil
}

// openWorkspaces opens or creates the file.
func openWorkspaces(ctx context.Context, path string) (*workspaces, error) {
	if path == "" {
		var err error
		if path, err = statePath(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("database of workspaces: %w: choose another --state", err)
	}
	// SQLite creates its other files with the permissions of this one.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("database of workspaces: %w: choose another --state", err)
	}
	uri := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+uri+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)")
	if err == nil {
		_, err = db.ExecContext(ctx, workspaceTable)
	}
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
		return nil, fmt.Errorf("database of workspaces %s: %w: choose another --state", path, err)
	}
	return &workspaces{db, path}, nil
}

// In the file the name of a workspace of a user follows that of the user and this byte, which no name has.
const nameMark = "\x1f"

// scope returns what the names of the workspaces of the user begin with.
func scope(ctx context.Context) string {
	if user := userOf(ctx); user != "" {
		return user + nameMark
	}
	return ""
}

// inScope is the condition for the workspaces of the scope ?1.
const inScope = `CASE WHEN ?1 = '' THEN instr(name, char(31)) = 0 ELSE substr(name, 1, length(?1)) = ?1 END`

func (k *workspaces) close() error { return k.db.Close() }

type workspaceJSON struct {
	Name    string          `json:"name" jsonschema:"its name"`
	Updated string          `json:"updated" jsonschema:"when it was changed"`
	About   string          `json:"about,omitempty" jsonschema:"what the work is about: the field about of its state"`
	State   json.RawMessage `json:"state,omitempty" jsonschema:"the saved state"`
}

type workspacesJSON struct {
	Workspaces []workspaceJSON `json:"workspaces" jsonschema:"the names, and when each was changed"`
}

func (k *workspaces) list(ctx context.Context, _ *none) (*found[workspacesJSON], error) {
	rows, err := k.db.QueryContext(
		ctx,
		`SELECT substr(name, length(?1) + 1), updated, COALESCE(json_extract(state, '$.about'), '') FROM workspaces WHERE `+
			inScope+
			` ORDER BY updated DESC, name`, scope(ctx),
	)
	if err != nil {
		return nil, fmt.Errorf("database of workspaces: %w", err)
	}
	defer func() { _ = rows.Close() }()
	list := []workspaceJSON{}
	for rows.Next() {
		var j workspaceJSON
		if err := rows.Scan(&j.Name, &j.Updated, &j.About); err != nil {
			return nil, fmt.Errorf("database of workspaces: %w", err)
		}
		list = append(list, j)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("database of workspaces: %w", err)
	}
	return &found[workspacesJSON]{workspacesJSON{list}}, nil
}

// Named is a request about a workspace.
type Named struct {
	Name string `path:"name" minLength:"1" maxLength:"200"`
}

func (in Named) check() (string, error) {
	if name := in.Name; name != "" && len(name) <= 200 && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, unicode.IsControl) {
		return name, nil
	}
	return "", invalid("the name of a workspace has 1 to 200 bytes of text")
}

func (k *workspaces) get(ctx context.Context, in *Named) (*found[workspaceJSON], error) {
	name, err := in.check()
	if err != nil {
		return nil, err
	}
	j := workspaceJSON{Name: name}
	var state string
	err = k.db.QueryRowContext(ctx, `SELECT updated, state FROM workspaces WHERE name = ?`,
		scope(ctx)+name).Scan(&j.Updated, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, faultf(http.StatusNotFound, "unknown-workspace", "there is no workspace %q", name)
	}
	if err != nil {
		return nil, fmt.Errorf("database of workspaces: %w", err)
	}
	j.State = json.RawMessage(state)
	return &found[workspaceJSON]{j}, nil
}

type workspaceInput struct {
	Named
	Body struct {
		State map[string]any `json:"state" jsonschema:"any object without secrets"`
	}
}

func (k *workspaces) put(ctx context.Context, in *workspaceInput) (*found[workspaceJSON], error) {
	name, err := in.check()
	if err != nil {
		return nil, err
	}
	body := in.Body
	if where := secret(body.State); where != "" {
		return nil, invalid("state: %s looks like a secret: secrets are not kept", where)
	}
	state, err := json.Marshal(body.State)
	if err != nil {
		return nil, err
	}
	updated := time.Now().UTC().Format(time.RFC3339Nano)
	done, err := k.db.ExecContext(ctx, `INSERT INTO workspaces (name, updated, state)
		SELECT ?1 || ?2, ?3, ?4 WHERE (SELECT COUNT(*) FROM workspaces WHERE name <> ?1 || ?2 AND `+inScope+`) < ?5
		ON CONFLICT (name) DO UPDATE SET updated = excluded.updated, state = excluded.state`,
		scope(ctx), name, updated, string(state), maxWorkspaces)
	if err != nil {
		return nil, fmt.Errorf("database of workspaces: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return nil, faultf(http.StatusConflict, "conflict", "there are %d workspaces: delete some", maxWorkspaces)
	}
	return &found[workspaceJSON]{workspaceJSON{Name: name, Updated: updated}}, nil
}

// secret returns the place in the state that looks like a secret: the name of a field,
// or a URL with credentials. It is empty if there is none.
func secret(v any) string {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			switch strings.ToLower(key) {
			case "token", "password", "authorization", "credentials":
				return key
			}
			if where := secret(inner); where != "" {
				return where
			}
		}
	case []any:
		for _, inner := range v {
			if where := secret(inner); where != "" {
				return where
			}
		}
	case string:
		if u, err := url.Parse(v); err == nil && u.User != nil && u.Host != "" {
			return "a URL with credentials"
		}
	}
	return ""
}

func (k *workspaces) delete(ctx context.Context, in *Named) (*none, error) {
	name, err := in.check()
	if err != nil {
		return nil, err
	}
	done, err := k.db.ExecContext(ctx, `DELETE FROM workspaces WHERE name = ?`, scope(ctx)+name)
	if err != nil {
		return nil, fmt.Errorf("database of workspaces: %w", err)
	}
	if n, err := done.RowsAffected(); err == nil && n == 0 {
		return nil, faultf(http.StatusNotFound, "unknown-workspace", "there is no workspace %q", name)
	}
	return &none{}, nil
}
