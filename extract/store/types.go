package store

// SourceKind tells what a source is.
type SourceKind string

// The kinds of sources.
const (
	Endpoint SourceKind = "endpoint"
	File     SourceKind = "file"
)

// Source is where facts come from.
type Source struct {
	Name   string // URL without credentials, or path
	Kind   SourceKind
	Size   int64  // bytes; files only
	SHA256 string // hexadecimal; files only
}

// SymbolKind tells what a declared symbol is.
type SymbolKind string

// The kinds of symbols.
const (
	Class   SymbolKind = "class"
	Role    SymbolKind = "role"
	Feature SymbolKind = "feature"
)

// Part is what of a term has been asked for: see table fetched in schema.sql.
type Part string

// The parts.
const (
	Out   Part = "out"   // all statements about an individual
	In    Part = "in"    // all statements that point to it
	Leaf  Part = "leaf"  // its classes and literals
	Super Part = "super" // the direct superclasses of a class
	Label Part = "label" // labels
)

// Count is the part that says that p was counted.
func (p Part) Count() Part { return "count-" + p }

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
	Property   string // empty: every property in that direction
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

// FanOut is a number of statements that were counted and not pulled.
type FanOut struct {
	Term     string
	Part     Part
	Property string
	N        int
}

// Fetched is a part of a term that is here.
type Fetched struct {
	Term     string
	Part     Part
	Distance int
}

// Example is an individual from which the crawl started; Depth as in table
// example.
type Example struct {
	IRI   string
	Depth int
}
