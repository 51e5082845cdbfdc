package dataset

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
)

// WriteTurtle writes the triples of WriteNTriples as Turtle, with prefixes and grouped by
// subject.
func (d *Dataset) WriteTurtle(ctx context.Context, w io.Writer) error {
	var all []statement
	err := d.export(ctx, func(s statement) error {
		all = append(all, s)
		return nil
	})
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	slices.SortStableFunc(all, func(a, b statement) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.property, b.property), cmp.Compare(a.object, b.object))
	})
	out := bufio.NewWriterSize(w, 1<<16)
	d.writeOrigin(out)
	short := newShortener(d.Facts.Prefixes)
	short.write(out)
	for i, s := range all {
		switch {
		case i == 0 || s.subject != all[i-1].subject:
			fmt.Fprintf(out, "\n%s %s %s", short.node(s.subject), short.verb(s.property), short.object(s.object))
		case s.property != all[i-1].property:
			fmt.Fprintf(out, " ;\n    %s %s", short.verb(s.property), short.object(s.object))
		default:
			fmt.Fprintf(out, ", %s", short.object(s.object))
		}
		if i+1 == len(all) || all[i+1].subject != s.subject {
			fmt.Fprint(out, " .\n")
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// A shortener abbreviates IRIs with prefixes.
type shortener struct {
	prefixes []string          // by the length of their IRIs, longest first
	iris     map[string]string // by prefix
}

var (
	// plainPrefix and plainLocal match prefixes and local names without escapes (Turtle,
	// PN_PREFIX and PN_LOCAL). They do not match all legal ones.
	plainPrefix = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*)?$`)
	plainLocal  = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
)

func newShortener(prefixes map[string]string) *shortener {
	s := &shortener{iris: map[string]string{"xsd": dl.XSD}}
	for p, iri := range prefixes {
		if plainPrefix.MatchString(p) && iri != "" && !strings.ContainsAny(iri, "<>\"{}|^`\\ \n\t") {
			s.iris[p] = iri
		}
	}
	s.prefixes = slices.SortedFunc(maps.Keys(s.iris), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(s.iris[b]), len(s.iris[a])), cmp.Compare(a, b))
	})
	return s
}

// write declares the prefixes. The writer keeps its error.
func (s *shortener) write(w io.Writer) {
	for _, p := range slices.Sorted(slices.Values(s.prefixes)) {
		fmt.Fprintf(w, "@prefix %s: <%s> .\n", p, s.iris[p])
	}
}

func (s *shortener) node(iri string) string {
	for _, p := range s.prefixes {
		if local, ok := strings.CutPrefix(iri, s.iris[p]); ok && plainLocal.MatchString(local) {
			return p + ":" + local
		}
	}
	return graph.Bracketed(iri)
}

func (s *shortener) verb(iri string) string {
	if iri == typeIRI {
		return "a"
	}
	return s.node(iri)
}

// object abbreviates an object that is written as in N-Triples.
func (s *shortener) object(o string) string {
	if iri, ok := strings.CutPrefix(o, "<"); ok {
		return s.node(strings.TrimSuffix(iri, ">"))
	}
	if i := strings.LastIndex(o, `"^^<`); i > 0 {
		return o[:i+3] + s.node(strings.TrimSuffix(o[i+4:], ">"))
	}
	return o
}
