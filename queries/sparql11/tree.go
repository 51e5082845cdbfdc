package sparql11

import "fmt"

// Pos is an offset in bytes in the text of a query.
type Pos int

// At returns where an element begins.
func (p Pos) At() Pos { return p }

// Error is an error in the text of a query.
type Error struct {
	Line, Col int // from 1; Col counts characters
	Msg       string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Msg) }

// Form is the form of a query.
type Form string

// The forms of queries.
const (
	Select    Form = "SELECT"
	Ask       Form = "ASK"
	Construct Form = "CONSTRUCT"
	Describe  Form = "DESCRIBE"
)

// Query is a query or subquery.
type Query struct {
	Pos               Pos
	Form              Form
	Distinct, Reduced bool
	Star              bool         // SELECT * or DESCRIBE *
	Select            []Projection // also the terms of DESCRIBE
	Template          []*Triple    // of CONSTRUCT
	From, FromNamed   []Term
	Where             *Group
	GroupBy           []Projection
	Having            []*Expr
	OrderBy           []*Expr // DESC is the function DESC, ASC is left out
	Limit, Offset     *Slice
	Values            *Values           // after the query
	Prefixes          map[string]string // declared before and in the query
}

// Slice is the number of a LIMIT or OFFSET.
type Slice struct {
	Pos Pos
	N   string // digits
}

// Projection is a variable, an expression with a variable, or an expression alone (GROUP BY).
type Projection struct {
	Pos  Pos
	Expr *Expr  // nil for a variable alone
	Var  string // without ?; empty for an expression alone
}

// Group is a group graph pattern: its elements, or a subquery.
type Group struct {
	Pos, End Pos // of the braces
	Elements []Element
	Sub      *Query
}

// Element is a part of a group: *Triple, *Filter, *Optional, *Minus, *Union, *Graph, *Service,
// *Bind or *Values.
type Element interface{ At() Pos }

// Triple is a triple pattern or, with a path of more than one step, a path pattern.
type Triple struct {
	Pos
	Subject Term
	Path    *Path
	Object  Term
}

// Filter is FILTER.
type Filter struct {
	Pos
	Expr *Expr
}

// Optional is OPTIONAL.
type Optional struct {
	Pos
	Group *Group
}

// Minus is MINUS.
type Minus struct {
	Pos
	Group *Group
}

// Union is a UNION or, with one branch, a nested group.
type Union struct {
	Pos
	Branches []*Group
}

// Graph is GRAPH.
type Graph struct {
	Pos
	Name  Term
	Group *Group
}

// Service is SERVICE.
type Service struct {
	Pos
	Silent bool
	Name   Term
	Group  *Group
}

// Bind is BIND.
type Bind struct {
	Pos
	Expr *Expr
	Var  string
}

// Values is VALUES. A term of a row without a kind is UNDEF.
type Values struct {
	Pos
	Vars []string
	Rows [][]Term
}

// TermKind is the kind of a term.
type TermKind uint8

// The kinds of terms.
const (
	Undef TermKind = iota
	IRI
	Literal
	Var
	Blank
)

// Term is an IRI, a literal, a variable (without ?) or a blank node (with a label that is unique in
// the query). Terms are comparable with ==.
type Term struct {
	Kind               TermKind
	Value              string // the lexical form of a literal
	Datatype, Language string // of a literal; a string with a language has no datatype
}

// PathOp is the operator of a path.
type PathOp byte

// The operators of paths.
const (
	Link   PathOp = 'p' // an IRI or variable: Term
	Inv    PathOp = '^'
	Seq    PathOp = '/'
	Alt    PathOp = '|'
	Star   PathOp = '*'
	Plus   PathOp = '+'
	Maybe  PathOp = '?'
	NotAny PathOp = '!' // of links and inverse links
)

// Path is a property path.
type Path struct {
	Pos  Pos
	Op   PathOp
	Term Term // of a link
	Args []*Path
}

// Expr is an expression. Op is an operator of the grammar (||, &&, =, !=, <, >, <=, >=, +, -, *, /,
// !, IN, NOT IN, EXISTS, NOT EXISTS; a sign is + or - with one argument), the name of a built-in
// function or aggregate in capitals, CALL for a function with an IRI, or empty for a term.
type Expr struct {
	Pos       Pos
	Op        string
	Args      []*Expr
	Term      Term   // also the IRI of CALL
	Group     *Group // of EXISTS
	Distinct  bool   // of an aggregate or function
	Star      bool   // COUNT(*)
	Separator string // of GROUP_CONCAT
}
