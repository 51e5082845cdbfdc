package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	_ "embed" // the schema
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Version is the schema version, kept in PRAGMA user_version. A file of an older
// version is brought up to it; one of a newer version is refused.
const Version = 4

// applicationID is "genu", kept in PRAGMA application_id.
const applicationID = 0x67656e75

//go:embed schema.sql
var schema string

// Options tell how a database is opened. The zero value opens for writing and
// makes the file if there is none.
type Options struct {
	// ReadOnly opens an existing file and changes nothing.
	ReadOnly bool
	// Patience is how long to wait for another process that writes to the file;
	// zero means DefaultPatience, a negative time not at all. ErrBusy after that.
	Patience time.Duration
	// Waiting is called once for every wait that takes longer than a moment;
	// may be nil.
	Waiting func()
}

// DB is an open database. Its methods are safe for concurrent use; they run
// one after another.
type DB struct {
	path  string
	uri   string // for SQLite; of a database in memory none
	o     Options
	pool  *sql.DB
	old   int        // read from a file of this older version; 0: it is of this one
	whole sync.Mutex // held by a transaction; before mu
	mu    sync.Mutex
	conn  *sql.Conn
	ids   map[string]ID // the dictionary, as far as it was used
	// domain are the individuals, by source, that are surely in the file.
	domain map[int]*idSet
	// waiting has the room for the rows that wait in a transaction.
	waiting map[*insertion][]driver.NamedValue
	// roles and values have the room for the facts of a transaction.
	roles  *gathered[fact]
	values *gathered[literal]
	// had are the sources that were new, and version what the file was when it was
	// known that they are (fresh.go).
	had     map[int]*had
	version int64
	stmts   map[string]*sql.Stmt
	bulk    map[string]driver.Stmt // of the driver itself (insert.go)
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
	db, err := connect(ctx, path, "file:"+uri+"?mode="+mode, o)
	if err != nil {
		return nil, err
	}
	db.uri = "file:" + uri + "?mode=rw"
	version, err := db.prepare(ctx, fresh)
	if errors.Is(err, errOld) { // read-only: it stays as it is
		_ = db.Close()
		return openOld(ctx, path, uri, version, o)
	}
	if err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}

// OpenMemory makes an empty database that lives until Close.
func OpenMemory(ctx context.Context) (*DB, error) {
	db, err := connect(ctx, "in memory", ":memory:", Options{})
	if err != nil {
		return nil, err
	}
	if _, err := db.prepare(ctx, true); err != nil {
		_ = db.Close()
		return nil, db.wrap(err)
	}
	return db, nil
}

// Path is the path the database was opened with.
func (db *DB) Path() string { return db.path }

// SchemaVersion is the version of the schema that the file has; what is read of
// an older one is as in this version.
func (db *DB) SchemaVersion() int {
	if db.old != 0 {
		return db.old
	}
	return Version
}

// Close ends the use of the database. Closing twice is fine. The last to close
// it leaves one file, without the log of transactions beside it.
func (db *DB) Close() error {
	db.whole.Lock()
	defer db.whole.Unlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.conn == nil {
		return nil
	}
	_ = db.closeStatements() // closing the connection frees them in any case
	if !db.o.ReadOnly {
		// Fails while others have the file open; then the last of them does it.
		_, _ = db.conn.ExecContext(context.Background(), "PRAGMA journal_mode = DELETE")
	}
	err := errors.Join(db.conn.Close(), db.pool.Close())
	db.conn, db.stmts = nil, nil
	return db.wrap(err)
}

// Checkpoint moves what was committed from the log beside the file into the file, as
// Close does, while transactions go on. It need not succeed.
func (db *DB) Checkpoint(ctx context.Context) {
	if db.uri == "" || db.o.ReadOnly {
		return
	}
	other, err := sql.Open("sqlite", db.uri)
	if err != nil {
		return
	}
	defer func() { _ = other.Close() }()
	_, _ = other.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
}

// closeStatements closes those that were prepared.
func (db *DB) closeStatements() error {
	var errs []error
	for _, s := range db.stmts {
		errs = append(errs, s.Close())
	}
	errs = append(errs, db.conn.Raw(func(any) error {
		var errs []error
		for _, s := range db.bulk {
			errs = append(errs, s.Close())
		}
		return errors.Join(errs...)
	}))
	clear(db.stmts)
	clear(db.bulk)
	return errors.Join(errs...)
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

func connect(ctx context.Context, path, uri string, o Options) (*DB, error) {
	if o.Patience == 0 {
		o.Patience = DefaultPatience
	}
	if o.Waiting == nil {
		o.Waiting = func() {}
	}
	db := &DB{path: path, o: o, ids: map[string]ID{}, domain: map[int]*idSet{}, had: map[int]*had{}, stmts: map[string]*sql.Stmt{}, bulk: map[string]driver.Stmt{}, waiting: map[*insertion][]driver.NamedValue{}, roles: newRoles(), values: newValues()}
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

// exec runs a statement on the connection.
func (db *DB) exec(query string, args ...any) error {
	_, err := db.conn.ExecContext(context.Background(), query, args...)
	return err
}

// prepare checks an existing database, fills a fresh one, and brings an old one
// up to this version; it returns which version it was.
func (db *DB) prepare(ctx context.Context, fresh bool) (version int, err error) {
	err = db.patiently(ctx, func() (err error) {
		if fresh {
			return nil
		}
		version, err = db.check()
		return err
	})
	if err != nil {
		return version, err
	}
	if db.o.ReadOnly {
		if version != Version {
			return version, errOld
		}
		return version, db.exec("PRAGMA query_only = 1")
	}
	exec := func(query string) error {
		return db.patiently(ctx, func() error { return db.exec(query) })
	}
	// 16 MiB: twice as much in memory, for the allocator rounds a page with what belongs to
	// it up to 8 KiB.
	if err := exec("PRAGMA cache_size = -16384"); err != nil {
		return version, err
	}
	if version != Version {
		if err := exec("BEGIN EXCLUSIVE"); err != nil {
			return version, err
		}
		if err := db.fill(); err != nil {
			return version, errors.Join(err, db.exec("ROLLBACK"))
		}
		if err := exec("COMMIT"); err != nil {
			return version, err
		}
	}
	// Readers and one writer do not wait for each other, and what was committed
	// outlives the process; only a power failure may lose the last transactions,
	// whole.
	if err := exec("PRAGMA synchronous = NORMAL"); err != nil {
		return version, err
	}
	if err := exec("PRAGMA journal_mode = WAL"); err != nil {
		return version, err
	}
	if err := db.pin(); err != nil {
		return version, err
	}
	// Pages of 4 KiB in the log before they go into the file, where the same ones
	// are written again and again: 128 MiB.
	return version, exec("PRAGMA wal_autocheckpoint = 32768")
}

// pin keeps memory that is needed for every statement: the allocator below SQLite
// (modernc.org/memory) has pages of 64 KiB for sizes up to a power of two, and gives one
// back to the system as soon as nothing is left in it. The text of a prepared statement
// stays.
func (db *DB) pin() error {
	for size := 2 << 10; size <= 16<<10; size *= 2 {
		const text = "SELECT 1 -- "
		if _, err := db.stmt(text + strings.Repeat(".", size*3/4-len(text))); err != nil {
			return err
		}
	}
	return nil
}

// check returns the version of a file that is one of ours; 0 if nothing is in it.
func (db *DB) check() (version int, err error) {
	var app, tables int
	for _, q := range []struct {
		pragma string
		to     *int
	}{
		{"PRAGMA application_id", &app},
		{"PRAGMA user_version", &version},
		{"SELECT count(*) FROM sqlite_schema", &tables},
	} {
		if err := db.conn.QueryRowContext(context.Background(), q.pragma).Scan(q.to); err != nil {
			return 0, err
		}
	}
	switch {
	case app == 0 && version == 0 && tables == 0 && !db.o.ReadOnly:
		return 0, nil // a run was killed before its first transaction
	case app != applicationID:
		return 0, &Error{Path: db.path, Kind: ErrNotGenus, Hint: "it is a SQLite database of another program; name a file that genus extract made"}
	case version > Version:
		return 0, versionError(db.path, version)
	case tables == 0:
		return 0, &Error{Path: db.path, Kind: ErrCorrupt, Hint: "it has no tables; extract again into a new file"}
	}
	return version, nil
}

// fill makes the tables, in a transaction, of nothing or of an older version.
func (db *DB) fill() error {
	var tables int
	if err := db.conn.QueryRowContext(context.Background(), "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if tables > 0 { // perhaps another process was faster
		version, err := db.check()
		if err != nil || version == Version {
			return err
		}
		return db.migrate(version)
	}
	return db.makeTables()
}

func (db *DB) makeTables() error {
	for _, q := range []string{
		schema,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", Version),
	} {
		if err := db.exec(q); err != nil {
			return err
		}
	}
	return nil
}
