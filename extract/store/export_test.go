package store

import "fmt"

// LimitPages limits the size of a database, as a full disk does.
func LimitPages(db *DB, n int) error {
	return db.exec(fmt.Sprintf("PRAGMA max_page_count = %d", n))
}
