package extract

import (
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// statement is one row that came.
type statement struct {
	pair
	o end
}

// end is the other end of a statement, looked at when it comes, beside the writing
// of what came before.
type end struct {
	kind     endKind
	text     string // IRI or lexical form
	datatype string
	unused   string // why a literal is no value of a feature; empty if it is one
}

// endKind is what can be done with an end.
type endKind uint8

const (
	malformed  endKind = iota // not valid RDF
	anonymous                 // a blank node: one cannot ask about it
	unnameable                // an IRI that no query may name
	named
	value
)

// rooms are those of statements that were written, for others.
var rooms = sync.Pool{New: func() any { return new([]statement) }}

// keptStatements bounds them.
const keptStatements = 1 << 16

// written says that nobody looks at the statements any more.
func written(rows []statement) {
	if cap(rows) <= keptStatements {
		clear(rows) // nobody should hold their texts any longer
		rooms.Put(&rows)
	}
}

// statementsIn are the rows of a table with the variables s, p and o, which it releases.
func (c *crawl) statementsIn(t *connector.Table) []statement {
	defer t.Release()
	rows := slices.Grow((*rooms.Get().(*[]statement))[:0], len(t.Rows))[:len(t.Rows)]
	for j, name := range t.Vars {
		for i, row := range t.Rows {
			switch name {
			case "s":
				rows[i].s = text(row[j])
			case "p":
				rows[i].p = text(row[j])
			case "o":
				rows[i].o = c.end(row[j])
			}
		}
	}
	return rows
}

// end looks at a term; nil is malformed.
func (c *crawl) end(t rdf.Term) end {
	switch t := t.(type) {
	case rdf.Literal:
		lexical, datatype := t.String(), t.DataType.String()
		return end{value, lexical, datatype, c.o.Vocabulary.unsupported(lexical, datatype)}
	case rdf.IRI:
		switch text := t.String(); {
		case queries.BlankNode(text):
			return end{kind: anonymous}
		case queries.IsIRI(text):
			return end{kind: named, text: text}
		}
		return end{kind: unnameable}
	case rdf.Blank:
		return end{kind: anonymous}
	}
	return end{}
}

// runs are the statements in pieces of one pair each, which mostly come together.
func runs(rows []statement) iter.Seq[[]statement] {
	return func(yield func([]statement) bool) {
		for len(rows) > 0 {
			n := 1
			for n < len(rows) && rows[n].pair == rows[0].pair {
				n++
			}
			if !yield(rows[:n]) {
				return
			}
			rows = rows[n:]
		}
	}
}

// blank reports whether the term is one that cannot be asked about.
func blank(t rdf.Term) bool {
	return t.Type() == rdf.TermBlank || t.Type() == rdf.TermIRI && queries.BlankNode(t.String())
}

// usable reports whether the term is an IRI that can be asked about.
func usable(t rdf.Term) bool {
	return t != nil && t.Type() == rdf.TermIRI && !blank(t) && queries.IsIRI(t.String())
}

// unsupported is why a literal is no value of a feature; empty if it is one.
func (v Vocabulary) unsupported(lexical, datatype string) string {
	value, err := dl.ParseLiteral(lexical, datatype)
	switch {
	case err == nil && value.Kind() == dl.String && !v.Strings:
		return reasonUnordered
	case err == nil:
		return ""
	case errors.Is(err, dl.ErrUnordered):
		return reasonUnordered
	case errors.Is(err, dl.ErrTooLong):
		return reasonTooLong
	}
	return reasonMalformed
}
