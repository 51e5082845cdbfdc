package rdffile

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// fuzzLimits bound the time for an input.
var fuzzLimits = limits{document: 1 << 16, unpacked: 1 << 16, ratio: 200, slack: 1 << 12, factor: 8, entity: 1 << 10,
	depth: 100, brackets: 100}

func addFiles(f *testing.F, pattern string) {
	files := require.Value(filepath.Glob(pattern))(f)
	for _, name := range files {
		data := require.Value(os.ReadFile(name))(f)
		f.Add(data)
	}
}

// FuzzRead: reading any input does not panic, and the triples can be written as N-Triples
// and read again.
func FuzzRead(f *testing.F) {
	for _, p := range []string{"testdata/*.owl", "testdata/*.xml", "testdata/*.nt", "testdata/*.ttl"} {
		addFiles(f, p)
	}
	f.Add([]byte("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c \"&#38;b;\">]><a>&b;</a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []Format{NTriples, Turtle, RDFXML} {
			var lines bytes.Buffer
			stats, err := readFrom(context.Background(), bytes.NewReader(data), format, testBase, func(tr rdf.Triple) error {
				lines.WriteString(tr.Serialize(rdf.NTriples))
				return nil
			}, fuzzLimits)
			if err != nil {
				continue
			}
			again, err := ReadFrom(context.Background(), &lines, NTriples, testBase, func(rdf.Triple) error { return nil })
			check.That(t, err == nil && again.Triples == stats.Triples,
				"format %d: %d triples, read back as %d: %v\n%q", format, stats.Triples, again.Triples, err, data)
		}
	})
}
