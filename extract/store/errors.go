package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Errors for errors.Is.
var (
	// ErrNotSQLite: the file is not a SQLite database.
	ErrNotSQLite = errors.New("not a SQLite database")
	// ErrNotGenus: the file is a SQLite database of another program.
	ErrNotGenus = errors.New("not a genus database")
	// ErrVersion: another version of genus made the file.
	ErrVersion = errors.New("database of another version of genus")
	// ErrCorrupt: the file is damaged.
	ErrCorrupt = errors.New("damaged database")
	// ErrFull: there is no space left.
	ErrFull = errors.New("disk full")
	// ErrReadOnly: the file, its folder or the file system cannot be written.
	ErrReadOnly = errors.New("cannot be written")
	// ErrBusy: another process has been writing to the file for too long.
	ErrBusy = errors.New("in use by another process")
	// ErrOtherEndpoint: the database has the answers of another endpoint, or of other
	// default graphs of it.
	ErrOtherEndpoint = errors.New("answers of another endpoint")
	// ErrNoSource: the database does not have the source.
	ErrNoSource = errors.New("no such source")
	// ErrClosed: the database was closed.
	ErrClosed = errors.New("database is closed")
)

// Error is an error about a database file. Its message is one line.
type Error struct {
	Path string
	Kind error  // one of the Err variables, or nil
	Hint string // what to do; may be empty
	Err  error  // the error underneath; may be nil
}

func (e *Error) Error() string {
	s := "database " + e.Path + ": "
	switch {
	case e.Kind != nil:
		s += e.Kind.Error()
	case e.Err != nil:
		s += e.Err.Error()
	}
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

// Unwrap returns the kind and the error underneath.
func (e *Error) Unwrap() []error {
	return slices.DeleteFunc([]error{e.Kind, e.Err}, func(err error) bool { return err == nil })
}

// wrap adds the kind and the path to an error of SQLite. It returns other errors
// unchanged.
func (db *DB) wrap(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) {
		return &Error{Path: db.path, Kind: ErrClosed, Err: err}
	}
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	e := &Error{Path: db.path, Err: err}
	switch se.Code() & 0xff { // the rest of the code is detail
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		e.Kind, e.Hint = ErrReadOnly, "check the permissions of the file and its folder"
	case lib.SQLITE_NOTADB:
		e.Kind, e.Hint = ErrNotSQLite, "name a file that genus extract made, or one that does not exist yet"
	case lib.SQLITE_CORRUPT, lib.SQLITE_ERROR: // our statements are correct, so the file is damaged
		e.Kind, e.Hint = ErrCorrupt, "extract again into a new file"
	case lib.SQLITE_FULL:
		e.Kind, e.Hint = ErrFull, "make room and run the same command again to continue"
	case lib.SQLITE_IOERR:
		if se.Code() == lib.SQLITE_IOERR_SHMSIZE {
			e.Kind, e.Hint = ErrFull, "make room and run the same command again to continue"
			break
		}
		e.Hint = "the disk may be full or gone: run the same command again to continue"
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		e.Kind, e.Hint = ErrBusy, "run again when it is done, or write to another file"
	}
	return e
}

func notExistError(path string) error {
	return &Error{Path: path, Err: fs.ErrNotExist, Hint: "make it with genus extract"}
}

func versionError(path string, have int) error {
	return &Error{Path: path, Kind: ErrVersion,
		Hint: fmt.Sprintf("the file has schema %d and this program has %d: use the version of genus that made it, or "+
			"extract again into a new file", have, Version)}
}

func (db *DB) noSourceError() error {
	return &Error{Path: db.path, Kind: ErrNoSource, Hint: "genus db info lists those that are there"}
}

func (db *DB) otherEndpointError(has SourceInfo) error {
	name := has.Name
	if len(has.Graphs) > 0 {
		name += ", graphs " + strings.Join(has.Graphs, " ")
	}
	return &Error{Path: db.path, Kind: ErrOtherEndpoint, Hint: "it has those of " + name + ": use another file"}
}

// damageError returns an ErrCorrupt with the details of err. An error of SQLite keeps its own
// kind.
func (db *DB) damageError(err error) error {
	if _, ok := errors.AsType[*sqlite.Error](err); ok {
		return db.wrap(err)
	}
	return &Error{Path: db.path, Kind: ErrCorrupt, Hint: strings.ReplaceAll(err.Error(), "\n", ": ") +
		": extract again into a new file", Err: err}
}
