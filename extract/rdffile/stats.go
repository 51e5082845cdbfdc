package rdffile

func newStats() Stats {
	return Stats{Prefixes: map[string]string{}, Warnings: map[string]int{}}
}

func (st *Stats) warn(reason string) { st.Warnings[reason]++ }

func (st *Stats) prefix(prefix, iri string) {
	if _, known := st.Prefixes[prefix]; !known {
		st.Prefixes[prefix] = iri
	}
}

// Stats tells what a reading found.
type Stats struct {
	// Triples is the number of statements delivered, duplicates included.
	Triples int
	// Bytes and SHA256 (hexadecimal) are the size and the hash of the file as it is
	// stored, of a file that was read whole.
	Bytes  int64
	SHA256 string
	// Prefixes are the namespace prefixes that the file declares, prefix to
	// IRI; the default namespace has the prefix "". Of two declarations of
	// one prefix the first counts.
	Prefixes map[string]string
	// Warnings counts what was read in spite of a flaw or left out, by reason.
	Warnings map[string]int

	packed bool // the file is gzip
}
