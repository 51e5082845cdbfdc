package embedded

import (
	"context"
	"fmt"
	"iter"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/store"
	"github.com/tggo/goRDFlib/term"
)

// An index holds the triples. It does not change and needs no lock. goRDFlib's own memory
// store holds a read lock while the engine nests one scan in another. A single writer,
// such as making a graph over it, can then block all queries for ever. That store also
// returns triples in the random order of Go's maps; this one keeps the order of the file.
type index struct {
	all       []term.Triple
	byPattern map[pattern][]term.Triple
	numbers   numbers
}

// A pattern has the keys of subject, predicate and object; an empty key matches any term.
type pattern [3]string

func newIndex(triples []rdf.Triple) (*index, error) {
	x := &index{byPattern: map[pattern][]term.Triple{}}
	for i, t := range triples {
		u, err := convert(t)
		if err != nil {
			return nil, fmt.Errorf("triple %d: %w", i+1, err)
		}
		s := term.TermKey(u.Subject)
		p := term.TermKey(u.Predicate)
		o := term.TermKey(u.Object)
		if len(x.byPattern[pattern{s, p, o}]) > 0 {
			continue // a duplicate
		}
		x.all = append(x.all, u)
		for _, key := range []pattern{{s}, {"", p}, {"", "", o}, {s, p}, {"", p, o}, {s, "", o}, {s, p, o}} {
			x.byPattern[key] = append(x.byPattern[key], u)
		}
	}
	return x, nil
}

func (x *index) find(t term.TriplePattern) []term.Triple {
	key := pattern{term.OptTermKey(t.Subject), term.OptPredKey(t.Predicate), term.OptTermKey(t.Object)}
	if key == (pattern{}) {
		return x.all
	}
	return x.byPattern[key]
}

// A view is the store of a single query. The engine has no context, so a view ends a
// query by returning no more triples. The handler then drops the result.
//
// The embedded empty MemoryStore implements the methods that a query does not use, such
// as namespaces. A view must not implement store.QueryableStore: goRDFlib's short cuts
// through it are wrong for a pattern with the same variable twice.
type view struct {
	*emptyStore
	ctx context.Context
	x   *index
}

type emptyStore struct{ store.Store }

func newView(ctx context.Context, x *index) *graph.Graph {
	v := &view{emptyStore: &emptyStore{store.NewMemoryStore()}, ctx: ctx, x: x}
	return graph.NewGraphFromStore(v, term.NewURIRefUnsafe("urn:genus:embedded"))
}

// nonLiteral is the predicate of a guard: its only object is the one that is asked for,
// unless that is a literal.
const nonLiteral = "urn:genus:non-literal"

// Triples yields the matches in the order of the file, until the context ends.
func (v *view) Triples(pattern term.TriplePattern, _ term.Term) iter.Seq[term.Triple] {
	if p := pattern.Predicate; p != nil && p.Value() == nonLiteral && pattern.Object != nil {
		return func(yield func(term.Triple) bool) {
			if _, literal := pattern.Object.(term.Literal); !literal {
				yield(term.Triple{Subject: *p, Predicate: *p, Object: pattern.Object})
			}
		}
	}
	return func(yield func(term.Triple) bool) {
		for _, t := range v.x.find(pattern) {
			if v.ctx.Err() != nil || !yield(t) {
				return
			}
		}
	}
}

// Len returns the number of triples.
func (v *view) Len(term.Term) int { return len(v.x.all) }

func convert(t rdf.Triple) (term.Triple, error) {
	subject, err := convertTerm(t.Subj)
	if err != nil {
		return term.Triple{}, err
	}
	object, err := convertTerm(t.Obj)
	if err != nil {
		return term.Triple{}, err
	}
	s, ok := subject.(term.Subject)
	if !ok || t.Pred == nil {
		return term.Triple{}, fmt.Errorf("not a triple: %v", t)
	}
	return term.Triple{Subject: s, Predicate: term.NewURIRefUnsafe(t.Pred.String()), Object: object}, nil
}

func convertTerm(t rdf.Term) (term.Term, error) {
	switch v := t.(type) {
	case rdf.IRI:
		return term.NewURIRefUnsafe(v.String()), nil
	case rdf.Blank:
		return term.NewBNode(v.String()), nil
	case rdf.Literal:
		if lang := v.Lang(); lang != "" {
			l := term.NewLiteral(v.String(), term.WithLang(lang))
			if l.Language() == "" { // goRDFlib drops a tag that it does not accept
				return nil, fmt.Errorf("invalid language tag %q", lang)
			}
			return l, nil
		}
		return term.NewLiteral(v.String(), term.WithDatatype(term.NewURIRefUnsafe(v.DataType.String()))), nil
	}
	return nil, fmt.Errorf("unknown kind of term: %v", t)
}
