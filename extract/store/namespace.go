package store

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
)

// IRIs are stored as the number of a namespace and the rest, to keep the file small. All
// namespaces are in memory, so reading an IRI does not need another query.

// maxNamespaces is the largest number of namespaces, for data in which every IRI has its
// own. IRIs of further namespaces are written in full. Namespaces are never deleted, so a
// term is always written in the same way.
const maxNamespaces = 1 << 16

const longestNamespace = 256

type namespaces struct {
	byID []string // number 0 is empty
	ids  map[string]int
}

// namespaceLength returns the length of the namespace of an IRI or blank node, and 0 for any
// other text.
func namespaceLength(s string) int {
	i := strings.LastIndexAny(s, "/#:") + 1
	if i == 0 || i > longestNamespace || (s[0]|0x20 < 'a' || s[0]|0x20 > 'z') && s[0] != '_' {
		return 0
	}
	colon := false
	for j := range i {
		switch c := s[j]; {
		case c == ':':
			colon = true
		case c <= ' ' || c == '"' || c == '<' || c == '>':
			return 0
		}
	}
	if !colon {
		return 0
	}
	return i
}

func namespaceCheck(id int, iri string) uint32 {
	return crc32.Update(crc32.Checksum(binary.AppendUvarint(nil, uint64(id)), castagnoli), castagnoli, []byte(iri))
}

// loadNamespaces reads the namespaces that other processes have added. db.mu is held.
func (db *DB) loadNamespaces() error {
	rows, err := db.conn.QueryContext(context.Background(),
		`SELECT id, iri, "check" FROM namespace WHERE id >= ? ORDER BY id`, len(db.spaces.byID))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		var iri []byte
		var check uint32
		if err := rows.Scan(&id, &iri, &check); err != nil || id != len(db.spaces.byID) || id > maxNamespaces ||
			check != namespaceCheck(id, string(iri)) {
			return db.damageError(errors.Join(errors.New("unreadable namespace"), err))
		}
		db.spaces.add(string(iri))
	}
	return rows.Err()
}

func (n *namespaces) add(iri string) int {
	id := len(n.byID)
	n.byID = append(n.byID, iri)
	n.ids[iri] = id
	return id
}

// shrink removes the namespaces from a number on. It does not change slices of byID that
// are in use.
func (n *namespaces) shrink(to int) {
	for _, iri := range n.byID[to:] {
		delete(n.ids, iri)
	}
	n.byID = slices.Clip(n.byID[:to])
}

// find returns the number of a namespace: -1 if it is new, and 0 if it is empty or the
// table is full.
func (n *namespaces) find(iri string) int {
	id, ok := n.ids[iri]
	switch {
	case ok || iri == "" || len(n.byID) > maxNamespaces:
		return id
	}
	return -1
}
