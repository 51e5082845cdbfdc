package rdffile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/iri"
)

// Options configure the reading. The zero value reads all graphs and refuses a bad line.
type Options struct {
	// SkipBad: lines of N-Triples and N-Quads that are not legal are left out, with a warning that
	// counts them, unless all are. In the other formats a fault has no end, and stays an error.
	SkipBad bool
	// Graphs, unless it is empty, has the IRIs of the named graphs to read of N-Quads, TriG and JSON-LD.
	// Else all graphs are merged. The other formats have no graphs and are read as a whole.
	Graphs []string
	// Keys are the columns that name the rows of a table: the first that it has. Without one, rows have
	// numbers.
	Keys []string
	// Tables says how tables are read, an option each: separator=; (a character, or comma, semicolon, tab or bar),
	// header=yes or no, sheet=NAME (or the number, from 1, of the sheet of a workbook), type=COLUMN:TYPE with the
	// types text, name, boolean, integer, decimal, double, date and dateTime, and missing=TEXT (or no) for what stands for
	// no value. What they do not say, the content tells.
	Tables []string
	// MayRead, if not nil, returns an error unless the file, which a document of JSON-LD names as its
	// context, may be read.
	MayRead func(path string) error

	isFile bool // the base is the IRI of the file that is read
}

// Read reads a file with the zero options.
func Read(ctx context.Context, path string, fn func(rdf.Triple) error) (Stats, error) {
	return Options{}.Read(ctx, path, fn)
}

// Read reads the RDF file at path and calls fn with each triple, in the order of the
// file. It stops at the first error of fn, or of ctx, and returns it unchanged. Errors in
// the file are of type *Error.
//
// After an error the caller must discard the triples that fn has received, because they
// are only a part of the file. Stats counts them.
func (o Options) Read(ctx context.Context, path string, fn func(rdf.Triple) error) (Stats, error) {
	return o.ReadBatches(ctx, path, oneByOne(ctx, fn))
}

// oneByOne calls fn with each triple of a batch.
func oneByOne(ctx context.Context, fn func(rdf.Triple) error) func(Batch) (deliver func() error) {
	return func(b Batch) func() error {
		return func() error {
			for i := range b.Triples {
				if i%contextEvery == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if err := fn(b.Triple(i)); err != nil {
					return err
				}
			}
			return nil
		}
	}
}

// ReadBatches is Read for many triples at once. It may call prepare for several batches at the same
// time. It calls what prepare returns for one batch at a time, in the order of the file.
func (o Options) ReadBatches(ctx context.Context, path string,
	prepare func(Batch) (deliver func() error)) (Stats, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return newStats(), fmt.Errorf("read RDF file: %w", err)
	case info.IsDir():
		return newStats(), fmt.Errorf("read RDF file %s: %w", path, ErrDirectory)
	case !info.Mode().IsRegular(): // it may be readable only once, or be endless
		return newStats(), fmt.Errorf("read RDF file %s: it is not a regular file: write its content into one", path)
	}
	format, err := FormatOf(path)
	if err != nil {
		return newStats(), err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return newStats(), fmt.Errorf("read %s: %w", path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return newStats(), fmt.Errorf("read RDF file: %w", err)
	}
	defer f.Close()
	o.isFile = true
	hash := sha256.New()
	size := &countingReader{r: io.TeeReader(f, hash)}
	stats, err := o.readFrom(ctx, size, format, fileIRI(abs), prepare, defaultLimits)
	if err == nil {
		if _, err = io.Copy(io.Discard, &contextReader{ctx, size}); err != nil { // the rest, for the hash
			err = fmt.Errorf("read RDF file %s: %w", path, err)
		}
		stats.Bytes, stats.SHA256 = size.n, hex.EncodeToString(hash.Sum(nil))
	}
	if _, ending := Unpacked(path); err == nil && ending != "" && size.n > 0 && !stats.packed {
		stats.warn("file is named " + ending + " but is not compressed")
	}
	if at, ok := errors.AsType[*Error](err); ok && at.Path == "" {
		at.Path = path
	}
	return stats, err
}

// fileIRI returns the IRI of a file with an absolute path. C:/x is /C:/x there.
func fileIRI(abs string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/")}).String()
}

// ReadAll returns the triples of the file at path in order, or none if there is an error.
func ReadAll(ctx context.Context, path string) ([]rdf.Triple, Stats, error) {
	var ts []rdf.Triple
	stats, err := Read(ctx, path, func(t rdf.Triple) error {
		ts = append(ts, t)
		return nil
	})
	if err != nil {
		return nil, stats, err
	}
	return ts, stats, nil
}

// ReadFrom reads a document of the given format from r, plain or packed, as Read does. base
// must be an absolute IRI: relative IRIs are resolved against it, and blank node labels are
// derived from it. Two documents with the same base share their labels.
func ReadFrom(ctx context.Context, r io.Reader, format Format, base string, fn func(rdf.Triple) error) (Stats, error) {
	return Options{}.readFrom(ctx, r, format, base, oneByOne(ctx, fn), defaultLimits)
}

func (o Options) readFrom(ctx context.Context, r io.Reader, format Format, base string,
	prepare func(Batch) (deliver func() error),
	lim limits) (Stats, error) {
	stats := newStats()
	if !iri.IsAbsolute(base) {
		return stats, fmt.Errorf("read RDF: base IRI %q is not absolute", base)
	}
	if _, err := rdf.NewIRI(base); err != nil {
		return stats, fmt.Errorf("read RDF: base IRI %q: %w", base, err)
	}
	out := &sink{Options: o, ctx: ctx, prepare: prepare, stats: &stats, blanks: newBlanks(base)}
	if err := ctx.Err(); err != nil {
		return stats, err
	}
	plain, packed, err := unpack(&contextReader{ctx, r}, lim, format == XLSX)
	stats.packed = packed
	if err != nil {
		return stats, readError(ctx, err)
	}
	if format, plain, err = identify(plain, format); err != nil {
		return stats, readError(ctx, err)
	}
	err = out.read(plain, format, base, lim)
	switch {
	case err != nil && o.SkipBad && format != NTriples && format != NQuads:
		err = withoutSkipping(err)
	case err == nil && stats.Triples == 0 && len(o.Graphs) > 0 && hasGraphs(format):
		stats.warn("no triples in " + strings.Join(o.Graphs, " ") + " of --graph")
	case err == nil && stats.Triples == 0:
		stats.warn("no triples")
	}
	return stats, readError(ctx, err)
}

// read reads a document of the format, which is not packed.
func (s *sink) read(plain io.Reader, format Format, base string, lim limits) (err error) {
	switch format {
	case NTriples, NQuads:
		err = readLines(plain, format, s, lim)
	case Turtle, TriG:
		err = readTurtle(plain, base, format, s, lim)
	case JSONLD:
		err = readJSONLD(plain, base, s, lim)
	case Functional:
		err = readFunctional(plain, s, lim)
	case OBO:
		err = readOBO(plain, s, lim)
	case Manchester:
		err = readManchester(plain, s, lim)
	case OBOGraphs:
		err = readOBOGraphs(plain, s, lim)
	case CSV, TSV, XLSX:
		err = readTable(plain, base, format, s, lim)
	case RDFXML:
		err = readXML(plain, base, s, lim)
	default:
		return fmt.Errorf("read RDF: %w: format %d", ErrUnknownFormat, int(format))
	}
	if err == nil {
		err = s.flush()
	}
	return err
}

// hasGraphs reports whether documents of the format name graphs.
func hasGraphs(f Format) bool { return f == NQuads || f == TriG || f == JSONLD }

// readError returns the error of the context, if it has ended and so caused err; else err.
func readError(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// A Format is a serialisation of RDF.
type Format int

const (
	// NTriples is RDF 1.1 N-Triples.
	NTriples Format = iota + 1
	// Turtle is RDF 1.1 Turtle.
	Turtle
	// RDFXML is RDF 1.1 XML Syntax, or OWL 2 XML Serialization by its root element.
	RDFXML
	// NQuads is RDF 1.1 N-Quads.
	NQuads
	// TriG is RDF 1.1 TriG.
	TriG
	// JSONLD is JSON-LD 1.1, without contexts of the network.
	JSONLD
	// Functional is OWL 2 Functional-Style Syntax.
	Functional
	// OBO is OBO Flat File Format 1.4.
	OBO
	// Manchester is OWL 2 Manchester Syntax.
	Manchester
	// OBOGraphs is JSON of OBO Graphs.
	OBOGraphs
	// CSV and TSV are tables: values between commas, semicolons, bars or tabs.
	CSV
	TSV
	// XLSX is a table in a workbook of Excel.
	XLSX
	// ByContent is RDF/XML, Turtle, Functional, Manchester or OBO, as the content tells. Ontology editors use
	// .owl for all.
	ByContent
)

func (f Format) String() string {
	if f < NTriples || f > ByContent {
		return "unknown format"
	}
	return [...]string{"N-Triples", "Turtle", "RDF/XML", "N-Quads", "TriG", "JSON-LD", "OWL functional syntax", "OBO",
		"Manchester syntax", "OBO Graphs", "CSV", "TSV", "Excel workbook", "RDF/XML or Turtle"}[f-NTriples]
}

// FormatOf returns the format for the name of a file, with or without the ending of a compression. The error is
// ErrUnknownFormat.
func FormatOf(path string) (Format, error) {
	name, _ := Unpacked(strings.ToLower(filepath.Base(path)))
	if format, ok := formats[filepath.Ext(name)]; ok {
		return format, nil
	}
	if what := otherTables[filepath.Ext(name)]; what != "" {
		return 0, fmt.Errorf("%s: %s is not read: save the table as .csv or .xlsx: %w", path, what, ErrUnknownFormat)
	}
	return 0, fmt.Errorf("%s: %w", path, ErrUnknownFormat)
}

// otherTables are tables that are not read, by the endings of their names.
var otherTables = map[string]string{
	".xls":      "an old Excel workbook",
	".xlsb":     "a binary Excel workbook",
	".ods":      "an OpenDocument spreadsheet",
	".numbers":  "a Numbers spreadsheet",
	".parquet":  "a Parquet file",
	".arrow":    "an Arrow file",
	".feather":  "an Arrow file",
	".sas7bdat": "a SAS file",
	".dta":      "a Stata file",
	".sav":      "an SPSS file",
}

// formats has the formats by the endings of names.
var formats = map[string]Format{
	".nt": NTriples, ".nq": NQuads, ".ttl": Turtle, ".trig": TriG, ".jsonld": JSONLD,
	".owl": ByContent, ".owx": ByContent, ".rdf": ByContent, ".xml": ByContent,
	".ofn": Functional, ".owf": Functional, ".fss": Functional, ".obo": OBO,
	".omn": Manchester, ".json": OBOGraphs,
	".csv": CSV, ".tsv": TSV, ".tab": TSV, ".xlsx": XLSX, ".xlsm": XLSX,
}

// Endings returns the endings of the names of RDF files, such as ".ttl".
func Endings() []string { return slices.Sorted(maps.Keys(formats)) }

// PackedEndings returns the endings that packed files have besides, such as ".gz".
func PackedEndings() (all []string) {
	for _, p := range packings {
		all = append(all, p.ending)
	}
	return all
}
