package store

import "fmt"

// LimitPages makes the disk full for a database.
func LimitPages(db *DB, n int) error {
	return db.exec(fmt.Sprintf("PRAGMA max_page_count = %d", n))
}
