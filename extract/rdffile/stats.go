package rdffile

// Stats describes what was read.
type Stats struct {
	// Triples is the number of triples delivered, including duplicates.
	Triples int
	// Bytes and SHA256 (hexadecimal) are the size and the hash of the file as it is
	// stored. They are set if the whole file was read.
	Bytes  int64
	SHA256 string
	// Prefixes maps the namespace prefixes that the file declares to their IRIs. The
	// default namespace has the prefix "". The first declaration of a prefix counts.
	// There are at most mostPrefixes, the first ones.
	Prefixes map[string]string
	// Warnings counts what was ignored, or accepted in spite of a fault, by reason.
	Warnings map[string]int

	packed bool // whether the file is gzip
}

// mostPrefixes bounds Stats.Prefixes. They are for writing names, and every name that is
// written takes time for each.
const mostPrefixes = 10_000

func newStats() Stats {
	return Stats{Prefixes: map[string]string{}, Warnings: map[string]int{}}
}

func (st *Stats) warn(reason string) { st.Warnings[reason]++ }

func (st *Stats) prefix(prefix, iri string) {
	if _, known := st.Prefixes[prefix]; !known && len(st.Prefixes) < mostPrefixes {
		st.Prefixes[prefix] = iri
	}
}
