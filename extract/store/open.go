package store

import (
	"context"
	"database/sql"
	_ "embed" // the schema
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
)

// Version is the schema version, kept in PRAGMA user_version. A file of another
// version is refused.
const Version = 1

// applicationID is "genu", kept in PRAGMA application_id.
const applicationID = 0x67656e75

//go:embed schema.sql
var schema string

// Options tell how a database is opened. The zero value opens for writing and
// makes the file if there is none.
type Options struct {
	// ReadOnly opens an existing file and changes nothing.
	ReadOnly bool
}

// DB is an open database. Its methods are safe for concurrent use; they run
// one after another.
type DB struct {
	path  string
	pool  *sql.DB
	mu    sync.Mutex
	conn  *sql.Conn
	ids   map[string]ID // the dictionary, as far as it was used
	stmts map[string]*sql.Stmt
}

// ID is the number of a term in one database, from 1.
type ID int64

// Open opens the database file. Files of other programs and versions are
// refused with ErrNotSQLite, ErrNotGenus or ErrVersion and stay as they are.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fresh, err := inspect(path, o.ReadOnly)
	if err != nil {
		return nil, err
	}
	mode := "rwc"
	if o.ReadOnly {
		mode = "ro"
	}
	uri := (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	db, err := connect(ctx, path, "file:"+uri+"?mode="+mode)
	if err != nil {
		return nil, err
	}
	if err := db.prepare(fresh, o.ReadOnly); err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}

// OpenMemory makes an empty database that lives until Close.
func OpenMemory(ctx context.Context) (*DB, error) {
	db, err := connect(ctx, "in memory", ":memory:")
	if err != nil {
		return nil, err
	}
	if err := db.prepare(true, false); err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}

// Path is the path the database was opened with.
func (db *DB) Path() string { return db.path }

// Close ends the use of the database. Closing twice is fine.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return nil
	}
	for _, s := range db.stmts {
		_ = s.Close() // closing the connection frees them in any case
	}
	err := errors.Join(db.conn.Close(), db.pool.Close())
	db.conn, db.stmts = nil, nil
	return db.wrap(err)
}

// inspect looks at the file before SQLite does, whose own message for a file
// that is not there or not its own is less clear. fresh: nothing is in it yet.
func inspect(path string, readOnly bool) (fresh bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && readOnly:
		return false, notExist(path)
	case errors.Is(err, fs.ErrNotExist):
		dir, err := os.Stat(filepath.Dir(path))
		if err != nil || !dir.IsDir() {
			return false, &Error{Path: path, Err: fmt.Errorf("no folder %s", filepath.Dir(path)), Hint: "make it first"}
		}
		return true, nil
	case err != nil:
		return false, &Error{Path: path, Err: err}
	case info.IsDir():
		return false, &Error{Path: path, Kind: ErrNotSQLite, Hint: "it is a folder"}
	case info.Size() == 0 && readOnly:
		return false, &Error{Path: path, Kind: ErrNotGenus, Hint: "the file is empty"}
	case info.Size() == 0:
		return true, nil // a run was killed before its first transaction
	}
	f, err := os.Open(path)
	if err != nil {
		return false, &Error{Path: path, Err: err}
	}
	defer f.Close()
	head := make([]byte, 16)
	if _, err := io.ReadFull(f, head); err != nil || string(head) != "SQLite format 3\x00" {
		return false, &Error{Path: path, Kind: ErrNotSQLite, Hint: "name a file that genus extract made, or one that does not exist yet"}
	}
	return false, nil
}

func connect(ctx context.Context, path, uri string) (*DB, error) {
	db := &DB{path: path, ids: map[string]ID{}, stmts: map[string]*sql.Stmt{}}
	pool, err := sql.Open("sqlite", uri)
	if err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	pool.SetMaxOpenConns(1)
	conn, err := pool.Conn(context.WithoutCancel(ctx))
	if err != nil {
		_ = pool.Close()
		return nil, db.wrap(err)
	}
	db.pool, db.conn = pool, conn
	return db, nil
}

// prepare checks an existing database, fills a fresh one, and takes the lock.
func (db *DB) prepare(fresh, readOnly bool) error {
	ctx := context.Background()
	exec := func(q string) error {
		_, err := db.conn.ExecContext(ctx, q)
		return err
	}
	if err := exec("PRAGMA busy_timeout = 2000"); err != nil {
		return err
	}
	if !fresh {
		if err := db.check(ctx); err != nil {
			return err
		}
	}
	if readOnly {
		return exec("PRAGMA query_only = 1")
	}
	if err := exec("PRAGMA locking_mode = EXCLUSIVE"); err != nil {
		return err
	}
	if err := exec("PRAGMA cache_size = -65536"); err != nil { // 64 MiB
		return err
	}
	if err := exec("BEGIN EXCLUSIVE"); err != nil {
		return err
	}
	if fresh {
		if err := db.fill(ctx); err != nil {
			return errors.Join(err, exec("ROLLBACK"))
		}
	}
	return exec("COMMIT") // in this mode the lock stays
}

func (db *DB) check(ctx context.Context) error {
	var app, version, tables int
	for q, to := range map[string]*int{
		"PRAGMA application_id":              &app,
		"PRAGMA user_version":                &version,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := db.conn.QueryRowContext(ctx, q).Scan(to); err != nil {
			return err
		}
	}
	switch {
	case app != applicationID:
		return &Error{Path: db.path, Kind: ErrNotGenus, Hint: "it is a SQLite database of another program; name a file that genus extract made"}
	case version != Version:
		return versionError(db.path, version)
	case tables == 0:
		return &Error{Path: db.path, Kind: ErrCorrupt, Hint: "it has no tables; extract again into a new file"}
	}
	return nil
}

func (db *DB) fill(ctx context.Context) error {
	var tables int
	if err := db.conn.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if tables > 0 { // another process was faster: its file is checked as any other
		return db.check(ctx)
	}
	for _, q := range []string{
		schema,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", Version),
	} {
		if _, err := db.conn.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}
