package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/extract/terminology"
)

// What the individuals of an ontology are.
const (
	Named   = "named"
	Classes = "classes"
	Auto    = "auto"
)

// ImportOptions configure the reading of RDF files. The zero value is usable.
type ImportOptions struct {
	Vocabulary graph.Vocabulary
	Exclusions graph.Exclusions
	// Recognise, if not nil, returns the vocabulary and the exclusions to use in place of
	// these, by the statements and prefixes of the files. stated returns some with the property, as pairs of
	// subject and object; an empty subject or object is any.
	Recognise func(stated func(subject, property, object string) [][2]string,
		prefixes map[string]string) (graph.Vocabulary, graph.Exclusions)
	// Individuals are Named (or empty), Classes, or Auto: classes if there is little else.
	Individuals string
	// Progress receives the progress; it may be nil.
	Progress func(graph.Progress)
	// SkipBad, Graphs and Keys are those of rdffile.Options.
	SkipBad bool
	Graphs  []string
	Keys    []string
	// Tables says how tables are read, as those of rdffile.Options.
	Tables []string
	// Keep is a directory for what is read of large files, so that they open again at once; empty: none.
	// Settings names all that Recognise depends on.
	Keep, Settings string
	// Triples, if not nil, are read after the files, of which there may be none.
	Triples iter.Seq[rdf.Triple]
	// MayImport, if not nil, returns an error unless the file may be read, which a catalog names for an imported
	// ontology, or a document of JSON-LD as its context.
	MayImport func(path string) error
	// ReasonFor limits the time of the reasoner; zero means no limit.
	ReasonFor time.Duration
}

// An Import is what ImportFiles has read.
type Import struct {
	Facts      *facts.Facts
	Stated     *Statements
	Vocabulary graph.Vocabulary // those of the options or of Recognise
	Exclusions graph.Exclusions
	Files      []store.File // in the order of their paths, with size and hash
	Warnings   []string     // of one line each
	Notes      []string     // how tables are read, of one line each
}

// ImportFiles reads RDF files. It uses the assertions about individuals, rdfs:subClassOf
// between named classes, and declarations: declared classes and properties belong to the
// signature even without facts. With Vocabulary.RDFS it adds what follows from axioms. The
// individuals are the subjects and objects of facts (fill.go), including blank nodes.
// Everything else is counted in Facts.Skipped.
func ImportFiles(ctx context.Context, paths []string, o ImportOptions) (*Import, error) {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	paths = slices.Compact(paths)
	file, keeps := newKeptFile(paths, o)
	var damaged error
	if keeps = keeps && o.Triples == nil; keeps {
		var kept *Import
		if kept, damaged = file.read(); kept != nil {
			return kept, nil
		}
	}
	i := importer{options: o, Import: Import{Facts: facts.New(), Vocabulary: o.Vocabulary, Exclusions: o.Exclusions}}
	if err := frugally(sizeOf(paths) >= frugalBytes, func() error { return i.importAll(ctx, paths) }); err != nil {
		return nil, err
	}
	now, _ := newKeptFile(paths, o)
	isWhole := i.closed && i.contexts == 0 // nothing else was read that may change
	if keeps && isWhole && now == file && file.settled && i.Stated.n >= keptLeast {
		kept, err := file.write(&i.Import)
		if err != nil {
			i.Warnings = append(i.Warnings, fmt.Sprintf("what was read is not kept: %v", err))
		}
		if kept != nil {
			i = importer{Import: *kept}
			debug.FreeOSMemory()
		}
	}
	if damaged != nil {
		i.Warnings = append(i.Warnings,
			fmt.Sprintf("what was kept of the files cannot be read, so they were read anew: %v", damaged))
	}
	out := i.Import
	return &out, nil
}

// sizeOf returns the size of those of the files that are there.
func sizeOf(paths []string) (bytes int64) {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// An importer reads files into facts.
type importer struct {
	options ImportOptions
	Import
	triples   triples      // those of the files
	following triples      // those that follow; their kinds are those of the others
	given     []rdf.Triple // the input of the reasoner
	// contexts is the number of contexts of JSON-LD that were read from files beside the given ones.
	contexts int
	ontologies

	terminology *terminology.Terminology // nil unless the classes are the individuals
}

func (i *importer) importAll(ctx context.Context, paths []string) error {
	if len(paths) == 0 && i.options.Triples == nil {
		return errors.New("no RDF files given")
	}
	if err := cmp.Or(i.Vocabulary.Validate(), i.Exclusions.Validate()); err != nil {
		return err
	}
	if err := i.checkTables(paths); err != nil {
		return err
	}
	i.Vocabulary, i.Exclusions = i.Vocabulary.WithDefaults(), i.Exclusions.WithDefaults()
	if i.options.Progress == nil {
		i.options.Progress = func(graph.Progress) {}
	}
	terms := facts.NewTerms()
	i.triples.facts, i.triples.id = i.Facts, terms.ID
	for n, path := range paths {
		i.options.Progress(graph.Progress{Phase: "reading " + path, Done: n, Total: len(paths), Facts: i.triples.n})
		if err := i.readFile(ctx, path); err != nil {
			return err
		}
	}
	if err := cmp.Or(i.readTriples(ctx), i.readImports(ctx)); err != nil {
		return err
	}
	i.triples.renumber(i.Facts.Take(terms))
	i.triples.id = i.Facts.ID
	i.triples.sort()
	i.recognise()
	if err := i.findClasses(ctx); err != nil {
		return err
	}
	i.findDisjoint()
	if i.Vocabulary.RDFS {
		i.options.Progress(graph.Progress{Phase: "reasoning", Done: len(paths), Total: len(paths), Facts: i.triples.n})
		if err := i.inTime(ctx, i.reason); err != nil {
			return err
		}
	}
	i.sortTerms()
	if err := newAssertions(i).collect(ctx); err != nil {
		return err
	}
	i.addRedirects()
	i.following = triples{}
	i.sortTerms() // new ones stand for unknown values
	i.Stated = &Statements{i.triples}
	i.Facts.Sort()
	f := i.Facts
	i.options.Progress(
		graph.Progress{
			Phase: "reading",
			Done:  len(paths),
			Total: len(paths),
			Facts: len(f.Classes) + len(f.Superclasses) + len(f.Roles) + len(f.Values),
		})
	return ctx.Err()
}

// sortTerms numbers the terms in alphabetical order and sorts the triples.
func (i *importer) sortTerms() {
	number := i.Facts.SortTerms()
	for _, t := range []*triples{&i.triples, &i.following} {
		if number != nil {
			t.renumber(func(id facts.ID) facts.ID { return number[id] })
		}
		t.sort()
	}
}

// of yields the triples of the properties, those that follow last.
func (i *importer) of(properties ...facts.ID) iter.Seq[triple] {
	return func(yield func(triple) bool) {
		for _, from := range []*triples{&i.triples, &i.following} {
			for _, p := range properties {
				for t := range from.of(p) {
					if !yield(t) {
						return
					}
				}
			}
		}
	}
}

// checkTables returns an error if the keys are of no table, or if the rows of two tables would have the same names.
func (i *importer) checkTables(paths []string) error {
	tables := map[string]string{}
	for _, path := range paths {
		if !rdffile.IsTable(path) {
			continue
		}
		name := filepath.Base(path)
		if other := tables[name]; other != "" && len(i.options.Keys) == 0 {
			return fmt.Errorf("%s and %s: two tables of one name would have the same rows: rename one, or give --key", other,
				path)
		}
		tables[name] = path
	}
	if len(tables) == 0 && len(i.options.Keys) > 0 {
		for _, path := range paths {
			if _, err := rdffile.FormatOf(path); err != nil {
				return err
			}
		}
		return errors.New("--key: there is no table among the files")
	}
	return nil
}

// inTime reasons for at most the time that the options allow.
func (i *importer) inTime(ctx context.Context, reason func(context.Context) error) error {
	limited := ctx
	if i.options.ReasonFor > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, i.options.ReasonFor)
		defer cancel()
	}
	err := reason(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("reasoning took longer than %s: raise --timeout, or use --reasoning rdfs", i.options.ReasonFor)
	}
	return err
}

// recognise changes the vocabulary and the exclusions to those that the files need.
func (i *importer) recognise() {
	if i.options.Recognise == nil {
		return
	}
	v, e := i.options.Recognise(i.stated, i.Facts.Prefixes)
	i.Vocabulary, i.Exclusions = v.WithDefaults(), e.WithDefaults()
	i.given = slices.DeleteFunc(i.given, func(t rdf.Triple) bool { return !hasRDFSMeaning(t, i.Vocabulary) })
}

// mostStated is how many statements Recognise sees.
const mostStated = 10

func (i *importer) stated(subject, property, object string) (pairs [][2]string) {
	s, p := i.Facts.Find(subject), i.Facts.Find(property)
	if s == 0 && subject != "" {
		return nil
	}
	for t := range i.triples.of(p) {
		if s != 0 && t.subject != s {
			continue
		}
		o := i.Facts.Term(t.object)
		if object != "" && o != object {
			continue
		}
		if pairs = append(pairs, [2]string{i.Facts.Term(t.subject), o}); len(pairs) == mostStated {
			break
		}
	}
	return pairs
}

// prepare returns a function that adds the triples of the batch. Only that function changes the importer.
func (i *importer) prepare(b rdffile.Batch) func() error {
	add, given, about := i.triples.prepare(b), []rdf.Triple(nil), []rdf.Triple(nil)
	for at, x := range b.Triples {
		if isAboutOntology(b.Terms[x[1]].String(), b.Terms[x[2]]) {
			about = append(about, b.Triple(at))
		}
		if !i.Vocabulary.RDFS {
			continue
		}
		if t := b.Triple(at); hasRDFSMeaning(t, i.Vocabulary) {
			given = append(given, t)
		}
	}
	return func() error {
		i.given = append(i.given, given...)
		i.ontologies.add(about)
		add()
		return nil
	}
}

// readTriples reads the triples of the options.
func (i *importer) readTriples(ctx context.Context) error {
	if i.options.Triples == nil {
		return nil
	}
	const batch = 4096
	var b rdffile.Batch
	for t := range i.options.Triples {
		if t.Subj == nil || t.Pred == nil || t.Obj == nil {
			return fmt.Errorf("a triple lacks a term: %v", t)
		}
		if b.Add(t); len(b.Triples) == batch {
			if err := cmp.Or(ctx.Err(), i.prepare(b)()); err != nil {
				return err
			}
			b = rdffile.Batch{}
		}
	}
	return i.prepare(b)()
}

func (i *importer) readFile(ctx context.Context, path string) error {
	stats, err := rdffile.Options{
		SkipBad: i.options.SkipBad,
		Graphs:  i.options.Graphs,
		Keys:    i.options.Keys,
		Tables:  i.options.Tables,
		MayRead: i.options.MayImport,
	}.ReadBatches(ctx, path, i.prepare)
	if err != nil {
		return err
	}
	i.contexts += stats.Contexts
	i.Files = append(i.Files, store.File{Path: path, Size: stats.Bytes, SHA256: stats.SHA256})
	for p, iri := range stats.Prefixes {
		if _, known := i.Facts.Prefixes[p]; !known {
			i.Facts.Prefixes[p] = iri
		}
	}
	for _, note := range stats.Notes {
		i.Notes = append(i.Notes, fmt.Sprintf("%s: %s", filepath.Base(path), note))
	}
	for _, w := range slices.Sorted(maps.Keys(stats.Warnings)) {
		i.Warnings = append(i.Warnings, fmt.Sprintf("%s: %s (%s)", path, w, graph.Thousands(stats.Warnings[w])))
	}
	return nil
}

// nodeName returns an IRI unchanged and a blank node as _:label.
func nodeName(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return graph.Blank + t.String()
	}
	return t.String()
}

// FileKey returns the key of files as a source in a database. settings is JSON with the
// options of the import.
func FileKey(files []store.File, settings string) store.SourceKey {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return store.SourceKey{Kind: FileSource, Name: strings.Join(paths, " "), Settings: settings, Files: files}
}
