package store

import "time"

// SourceKind tells what a source is.
type SourceKind string

// The kinds of sources.
const (
	Endpoint   SourceKind = "endpoint"
	FileSource SourceKind = "file"
)

// Source is where facts come from, and how they were read.
type Source struct {
	ID         int // in the database, from 1
	Kind       SourceKind
	Name       string   // URL without credentials, or the paths
	Graphs     []string // default graphs that an endpoint was asked about
	Vocabulary string   // JSON
	Exclusions string   // JSON
	Started    time.Time
	Files      []File
}

// File is a file of a source.
type File struct {
	Path   string
	Size   int64  // bytes
	SHA256 string // hexadecimal
}

// SymbolKind tells what a declared symbol is.
type SymbolKind string

// The kinds of symbols.
const (
	Class   SymbolKind = "class"
	Role    SymbolKind = "role"
	Feature SymbolKind = "feature"
)

// Part is what of a term has been asked for: see table asked in schema.sql.
type Part string

// The parts.
const (
	Known Part = "known" // whether the source knows it
	Out   Part = "out"   // all statements about an individual
	In    Part = "in"    // all statements that point to it
	Leaf  Part = "leaf"  // its classes and literals
	Super Part = "super" // the direct superclasses of a class
	Label Part = "label" // labels
	Kind  Part = "kind"  // the kinds of a property

	Axioms Part = "axioms" // all axioms, under one term
	Occurs Part = "occurs" // in statements with which properties an individual is
)

// Count is the part that says that p was counted.
func (p Part) Count() Part { return "count-" + p }

// Hub is the part that says that p is asked property by property.
func (p Part) Hub() Part { return "hub-" + p }

// State is which of the statements counted are here: see table tally in
// schema.sql.
type State string

// The states.
const (
	Counted State = "counted"
	Here    State = "here"
	Values  State = "values"
	Gone    State = "cut"
)

// Direction is the direction of a cut.
type Direction string

// The directions.
const (
	CutOut   Direction = "out"   // the role
	CutIn    Direction = "in"    // its inverse
	CutValue Direction = "value" // the feature
)

// Cut is a property that is not complete in one direction.
type Cut struct {
	Property   string
	Direction  Direction
	Individual string // where
	N          int    // how many statements
	Reason     string // one line
}

// Skipped counts what was received and not used.
type Skipped struct {
	Property string // empty if it does not apply
	Datatype string // of a literal, else empty
	Reason   string
	N        int
}

// Asked is a part of a term that was asked for.
type Asked struct {
	Term string
	Part Part
	Time int64 // milliseconds since 1970
}

// Run is an extraction from some examples.
type Run struct {
	ID       int
	Depth    int       // edges from the examples within which everything is here
	Bounds   string    // JSON
	Since    time.Time // what was asked before was asked again; zero: nothing was
	Started  time.Time
	Finished time.Time // zero: interrupted, or not yet
	Examples []string
	Cuts     []Cut
}
