//go:build unix

package store

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

const (
	benchTerms = 200_000
	benchRows  = 5 // of an answer
	benchPut   = 2_000
)

func benchTerm(i int) string { // 60 bytes
	return fmt.Sprintf("http://www.example.org/knowledge/graph/entity/some/Q%09d", i)
}

func benchAnswer(i int) Answer {
	a := Answer{Term: benchTerm(i * 7919 % benchTerms), Kind: "edges-out", Time: 1_700_000_000_000 + int64(i)}
	for j := range benchRows {
		a.Rows = append(a.Rows, Row{Property: fmt.Sprintf("http://www.example.org/knowledge/graph/property/direct/P%05d", (i+j/2)%50), Value: benchTerm(i*benchRows + j)})
	}
	a.Properties = []string{a.Rows[0].Property, a.Rows[2].Property, a.Rows[4].Property}
	return a
}

// used is how much of the processor the process has used so far, and the most
// memory that it had at a time, in MB.
func used() (processor time.Duration, memory float64) {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), float64(u.Maxrss) / 1000
}

// BenchmarkMillion writes a million facts and reads them back: seconds of the
// processor for each.
func BenchmarkMillion(b *testing.B) {
	for range b.N {
		path := filepath.Join(b.TempDir(), "x.db")
		db, err := Open(b.Context(), path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		s, err := db.Source(b.Context(), SourceKey{Kind: "endpoint", Name: "http://e/sparql"})
		if err != nil {
			b.Fatal(err)
		}
		start := processor()
		for i := 0; i < benchTerms; i += benchPut {
			some := make([]Answer, 0, benchPut)
			for j := i; j < i+benchPut; j++ {
				some = append(some, benchAnswer(j))
			}
			if err := s.Put(b.Context(), some); err != nil {
				b.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		wrote := processor()
		if db, err = Open(b.Context(), path, Options{ReadOnly: true}); err != nil {
			b.Fatal(err)
		}
		if s, err = db.SourceByID(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
		rows := 0
		for a, err := range s.All(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
			rows += len(a.Rows)
		}
		read := processor()
		for i := 0; i < benchTerms; i += benchPut {
			terms := make([]string, benchPut)
			for j := range terms {
				terms[j] = benchTerm((i + j) * 7919 % benchTerms)
			}
			got, err := s.Get(b.Context(), "edges-out", terms, 0)
			if err != nil || len(got) != benchPut {
				b.Fatal(len(got), err)
			}
		}
		got := processor()
		size, err := db.Size(b.Context())
		if err != nil || rows != benchTerms*benchRows {
			b.Fatal(rows, err)
		}
		_ = db.Close()
		b.ReportMetric((wrote - start).Seconds(), "s-put")
		b.ReportMetric((read - wrote).Seconds(), "s-all")
		b.ReportMetric((got - read).Seconds(), "s-get")
		b.ReportMetric(float64(size.Bytes)/1e6, "MB-file")
		_, memory := used()
		b.ReportMetric(memory, "MB-memory")
	}
}

func processor() time.Duration { t, _ := used(); return t }
