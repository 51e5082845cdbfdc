package extract

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
)

// ImportOptions tell how RDF files are read. The zero value is usable.
type ImportOptions struct {
	Vocabulary Vocabulary
	Exclusions Exclusions
	// SubProperties: r(a, b) implies s(a, b) where r is an rdfs:subPropertyOf s.
	SubProperties bool
	// Progress is called now and then; may be nil.
	Progress func(Progress)
}

// ImportFiles reads RDF files and takes from them the assertions about
// individuals and these axioms: rdfs:subClassOf, owl:equivalentClass between
// named classes and, if wanted, rdfs:subPropertyOf. Declared classes and
// properties belong to the signature even without facts. Individuals are the
// subjects and objects of facts (domain.go), blank nodes among them. Everything else
// is counted in Report.Skipped.
func ImportFiles(ctx context.Context, paths []string, o ImportOptions) (*Data, Report, error) {
	start := time.Now()
	if len(paths) == 0 {
		return nil, Report{}, errors.New("no RDF files given")
	}
	if err := o.Vocabulary.Validate(); err != nil {
		return nil, Report{}, err
	}
	o.Vocabulary, o.Exclusions = o.Vocabulary.WithDefaults(), o.Exclusions.withDefaults()
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	g := newGraph()
	d := &Data{prefixes: map[string]string{}, vocabulary: o.Vocabulary, exclusions: o.Exclusions}
	report := Report{Depth: -1}
	var files []store.File
	var given []rdf.Triple // if there is reasoning about them
	for i, path := range NewList(paths).IRIs {
		phase := "reading " + path
		o.Progress(Progress{Phase: phase, Done: i, Total: len(paths), Facts: len(g.triples)})
		file, err := describe(path)
		if err != nil {
			return nil, Report{}, err
		}
		stats, err := rdffile.Read(ctx, path, func(t rdf.Triple) error {
			g.add(t)
			if o.Vocabulary.RDFS && o.Vocabulary.means(t) {
				given = append(given, t)
			}
			return nil
		})
		if err != nil {
			return nil, Report{}, err
		}
		files = append(files, file)
		for p, iri := range stats.Prefixes {
			if _, known := d.prefixes[p]; !known {
				d.prefixes[p] = iri
			}
		}
		for _, w := range slices.Sorted(maps.Keys(stats.Warnings)) {
			report.Warnings = append(report.Warnings, fmt.Sprintf("%s: %s (%s)", path, w, count(stats.Warnings[w])))
		}
	}
	slices.SortFunc(files, func(a, b store.File) int { return cmp.Compare(a.Path, b.Path) })
	d.source = fileSource(files, o.Vocabulary, o.Exclusions)
	if o.Vocabulary.RDFS {
		d.axioms = axiomsAmong(given)
		o.Progress(Progress{Phase: "reasoning", Done: len(paths), Total: len(paths), Facts: len(g.triples)})
		found, err := entail.RDFS(ctx, given)
		if err != nil {
			return nil, Report{}, err
		}
		for _, t := range found {
			if t.Pred.String() == entail.Type && t.Obj.Type() == rdf.TermBlank {
				continue // no concept and no query could name it
			}
			if t.Pred.String() == entail.Type { // by domains and ranges, if the vocabulary has another word
				if t.Pred, err = rdf.NewIRI(o.Vocabulary.Type[0]); err != nil {
					return nil, Report{}, err
				}
			}
			g.add(t)
		}
	}
	if err := newAssertions(g, d, o).collect(ctx); err != nil {
		return nil, Report{}, err
	}
	report.Individuals = len(d.individuals)
	report.Facts = len(d.classes) + len(d.subclasses) + len(d.roles) + len(d.values)
	report.Skipped = slices.Clone(d.skipped)
	report.Seconds = time.Since(start).Seconds()
	o.Progress(Progress{Phase: "reading", Done: len(paths), Total: len(paths), Facts: report.Facts})
	return d, report, nil
}

// means reports whether the statement means what RDFS says of it: it does not, if it
// is about classes in words that the vocabulary does not have.
func (v Vocabulary) means(t rdf.Triple) bool {
	switch t.Pred.String() {
	case entail.Type:
		return slices.Contains(v.Type, entail.Type) || t.Obj.String() == entail.Symmetric
	case rdfsNS + "subClassOf":
		return slices.Contains(v.SubClass, rdfsNS+"subClassOf")
	}
	return true
}

// axiomsAmong are the axioms about properties, for queries.
func axiomsAmong(triples []rdf.Triple) [][3]string {
	var axioms [][3]string
	for _, t := range triples {
		p, o := t.Pred.String(), t.Obj
		if o.Type() != rdf.TermLiteral && (slices.Contains(predicates, p) || p == entail.Type && o.String() == entail.Symmetric) {
			axioms = append(axioms, [3]string{spelled(t.Subj), p, spelled(o)})
		}
	}
	slices.SortFunc(axioms, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(axioms)
}

// describe gives size and hash of a file.
func describe(path string) (store.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return store.File{}, fmt.Errorf("read RDF file: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return store.File{}, fmt.Errorf("read RDF file %s: %w", path, rdffile.ErrDirectory)
	}
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return store.File{}, fmt.Errorf("read RDF file %s: %w", path, err)
	}
	return store.File{Path: path, Size: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// graph is the triples of all files, with numbered terms.
type graph struct {
	terms   []string
	id      map[string]store.ID
	triples []triple
}

// triple has a literal as its object if datatype is not 0.
type triple struct {
	s, p, o  store.ID // o: 0 for a literal
	lexical  string
	datatype store.ID
	lang     string
}

func newGraph() *graph { return &graph{terms: []string{""}, id: map[string]store.ID{}} }

func (g *graph) term(s string) store.ID {
	if id, ok := g.id[s]; ok {
		return id
	}
	id := store.ID(len(g.terms))
	g.terms = append(g.terms, s)
	g.id[s] = id
	return id
}

func (g *graph) node(t rdf.Term) store.ID { return g.term(spelled(t)) }

// spelled is an IRI as it is and a blank node as _:label.
func spelled(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

func (g *graph) add(t rdf.Triple) {
	tr := triple{s: g.node(t.Subj), p: g.node(t.Pred)}
	if lit, ok := t.Obj.(rdf.Literal); ok {
		tr.lexical, tr.datatype, tr.lang = lit.String(), g.term(lit.DataType.String()), lit.Lang()
	} else {
		tr.o = g.node(t.Obj)
	}
	g.triples = append(g.triples, tr)
}
