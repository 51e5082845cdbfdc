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
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Version is the version of the schema, stored in PRAGMA user_version. A file of any
// other version is refused.
const Version = 5

// applicationID is "genu", stored in PRAGMA application_id.
const applicationID = 0x67656e75

//go:embed schema.sql
var schema string

// Options say how a database is opened. The zero value opens it for writing, and creates
// the file if it does not exist.
type Options struct {
	// ReadOnly opens an existing file and changes nothing.
	ReadOnly bool
	// Patience is how long to wait for another process that writes to the file; the
	// error is ErrBusy after that. Zero means DefaultPatience, a negative time no wait.
	Patience time.Duration
	// Waiting is called once for every wait of more than half a second; may be nil.
	Waiting func()
}

// DB is an open database. Its methods are safe for concurrent use; they run
// one after another.
type DB struct {
	path    string
	uri     string // for a second connection that reads
	o       Options
	pool    *sql.DB
	mu      sync.Mutex // guards the fields below
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt
	spaces  namespaces
	decoder decoder
}

// Open opens the database file. It refuses files of other programs and versions with
// ErrNotSQLite, ErrNotGenus or ErrVersion, and does not change them. If a process was
// killed while it created or closed the file, Open rolls its transaction back.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	db, err := open(ctx, path, o)
	var interrupted *sqlite.Error
	if errors.As(err, &interrupted) && interrupted.Code() == lib.SQLITE_READONLY_ROLLBACK && rollBack(ctx, path) == nil {
		return open(ctx, path, o)
	}
	return db, err
}

// rollBack rolls back the transaction of a killed process. SQLite does so when a
// connection that may write reads for the first time.
func rollBack(ctx context.Context, path string) error {
	pool, err := sql.Open("sqlite", fileURI(path, "rw"))
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "SELECT count(*) FROM sqlite_schema")
	return errors.Join(err, pool.Close())
}

func fileURI(path, mode string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?mode=" + mode
}

func open(ctx context.Context, path string, o Options) (*DB, error) {
	fresh, err := inspect(path, o.ReadOnly)
	if err != nil {
		return nil, err
	}
	mode := "rwc"
	if o.ReadOnly {
		mode = "ro"
	}
	return connect(ctx, path, fileURI(path, mode), fileURI(path, "ro"), fresh, o)
}

var inMemory atomic.Int64

// OpenMemory returns an empty database in memory. Close deletes it.
func OpenMemory(ctx context.Context) (*DB, error) {
	uri := fmt.Sprintf("file:/genus-%d?vfs=memdb", inMemory.Add(1))
	return connect(ctx, "in memory", uri, uri, true, Options{})
}

// connect opens the database at the URI. again is the URI of further connections that
// read; fresh: the database is empty.
func connect(ctx context.Context, path, uri, again string, fresh bool, o Options) (*DB, error) {
	if o.Patience == 0 {
		o.Patience = DefaultPatience
	}
	if o.Waiting == nil {
		o.Waiting = func() {}
	}
	db := &DB{path: path, uri: again, o: o, stmts: map[string]*sql.Stmt{}}
	db.spaces = namespaces{byID: []string{""}, ids: map[string]int{}}
	db.decoder.seen = map[string]string{}
	var err error
	if db.pool, err = sql.Open("sqlite", uri); err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	if db.conn, err = db.pool.Conn(context.WithoutCancel(ctx)); err != nil {
		_ = db.pool.Close()
		return nil, db.wrap(err)
	}
	if err := db.prepare(ctx, fresh); err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}

// Path returns the path with which the database was opened.
func (db *DB) Path() string { return db.path }

// Close closes the database. It may be called twice. The last process to close the file
// removes the log of transactions beside it.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return nil
	}
	for _, s := range db.stmts {
		_ = s.Close() // closing the connection frees them in any case
	}
	if !db.o.ReadOnly {
		// This fails while other processes have the file open; the last of them does it.
		_ = db.exec("PRAGMA journal_mode = DELETE")
	}
	err := errors.Join(db.conn.Close(), db.pool.Close())
	db.conn, db.stmts = nil, nil
	return db.wrap(err)
}

// inspect checks the file before SQLite opens it: the messages of SQLite about a file
// that does not exist or is not a database are less clear. fresh: the file is empty or
// does not exist.
func inspect(path string, readOnly bool) (fresh bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && readOnly:
		return false, notExistError(path)
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
		return true, nil // a process was killed before its first transaction
	}
	f, err := os.Open(path)
	if err != nil {
		return false, &Error{Path: path, Err: err}
	}
	defer f.Close()
	head := make([]byte, 16)
	if _, err := io.ReadFull(f, head); err != nil || string(head) != "SQLite format 3\x00" {
		return false, &Error{Path: path, Kind: ErrNotSQLite,
			Hint: "name a file that genus extract made, or one that does not exist yet"}
	}
	return false, nil
}

func (db *DB) prepare(ctx context.Context, fresh bool) error {
	do := func(fn func() error) error { return db.retryWhileBusy(ctx, fn) }
	exec := func(query string) error { return do(func() error { return db.exec(query) }) }
	// SQLite checks pages before it uses them. Its cache has 16 MiB.
	if err := exec("PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1; PRAGMA cache_size = -16384"); err != nil {
		return err
	}
	if !fresh {
		err := do(func() (err error) { fresh, err = db.check(); return err })
		if err != nil {
			return err
		}
	}
	if db.o.ReadOnly {
		return exec("PRAGMA query_only = 1")
	}
	if fresh {
		if err := exec("BEGIN EXCLUSIVE"); err != nil {
			return err
		}
		if err := db.createTables(); err != nil {
			return errors.Join(err, db.exec("ROLLBACK"))
		}
		if err := exec("COMMIT"); err != nil {
			return err
		}
	}
	// In WAL mode readers and one writer do not wait for each other. A committed
	// transaction survives a kill of the process; only a power failure can lose the last
	// transactions, each as a whole.
	if err := exec("PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	if err := exec("PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	// SQLite copies the log to the file after 8192 pages of 4 KiB, 32 MiB: the same pages
	// are written to the log many times, and copied once.
	return exec("PRAGMA wal_autocheckpoint = 8192")
}

// check refuses a file unless it has our application id, this version, our tables, and no
// other tables, views or triggers. fresh: the file is empty.
func (db *DB) check() (fresh bool, err error) {
	var app, version int
	query := "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
	if err := db.conn.QueryRowContext(context.Background(), query).Scan(&app, &version); err != nil {
		return false, err
	}
	have, err := objects(db.conn)
	if err != nil {
		return false, err
	}
	switch {
	case app == 0 && version == 0 && have == "" && !db.o.ReadOnly:
		return true, nil // a process was killed before its first transaction
	case app != applicationID:
		return false, &Error{Path: db.path, Kind: ErrNotGenus,
			Hint: "it is a SQLite database of another program; name a file that genus extract made"}
	case version != Version:
		return false, versionError(db.path, version)
	}
	want, err := ourObjects()
	if err == nil && have != want {
		err = db.damageError(errors.New("its tables are not those of genus"))
	}
	return false, err
}

func objects(conn *sql.Conn) (all string, err error) {
	err = conn.QueryRowContext(context.Background(),
		`SELECT coalesce(group_concat(type || ' ' || coalesce(sql, ''), ';'), '')
		FROM (SELECT type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name)`).Scan(&all)
	return all, err
}

var ourObjects = sync.OnceValues(func() (string, error) {
	pool, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return "", err
	}
	defer pool.Close()
	conn, err := pool.Conn(context.Background())
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(context.Background(), schema); err != nil {
		return "", err
	}
	return objects(conn)
})

// createTables creates the tables. It must run in a transaction.
func (db *DB) createTables() error {
	if fresh, err := db.check(); err != nil || !fresh { // another process was faster
		return err
	}
	return db.exec(fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = %d", schema, applicationID, Version))
}

// Size is the size of a database file.
type Size struct {
	Bytes int64
	Free  int64 // unused bytes of it
}

// Size returns the size that the file has when all processes have closed it.
func (db *DB) Size(ctx context.Context) (size Size, err error) {
	err = db.read(ctx, func(*tx) error {
		return db.conn.QueryRowContext(context.Background(),
			"SELECT page_size * page_count, page_size * freelist_count FROM pragma_page_size, pragma_page_count, "+
				"pragma_freelist_count").Scan(&size.Bytes, &size.Free)
	})
	return size, err
}
