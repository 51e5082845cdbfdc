package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/queries/sparql11"
)

// NamedGraphs stands, alone among the graphs of a query, for all named graphs of the endpoint: each
// statement may be in any of them. It is for endpoints that have nothing in the default graph,
// and neither a union of the named graphs nor FROM.
const NamedGraphs = "named"

func isNamed(graphs []string) bool { return slices.Equal(graphs, []string{NamedGraphs}) }

// mayRepeat reports whether a statement may be there twice, in two graphs.
func (o Options) mayRepeat() bool { return len(o.Graphs) > 1 || isNamed(o.Graphs) }

// fromClause returns FROM for each of the graphs, a line each.
func fromClause(graphs []string, bracket func(iri string) string) string {
	var from strings.Builder
	for _, graph := range graphs {
		if !isNamed(graphs) {
			fmt.Fprintf(&from, "FROM %s\n", bracket(graph))
		}
	}
	return from.String()
}

// OverNamedGraphs returns the query over all named graphs: each pattern of one statement is in a
// GRAPH of its own, and so are the steps of a path. Steps that repeat (+, *) stay within one graph.
// A statement in two graphs is there twice. What is in a GRAPH already stays as it is.
func OverNamedGraphs(query string) (string, error) {
	query = sparql11.Unescape(query)
	q, err := sparql11.Parse(query, nil)
	if err != nil {
		return "", fmt.Errorf("the query over named graphs: %w", err)
	}
	n := namer{used: query}
	q.Rewrite(func(e sparql11.Element) []sparql11.Element {
		if t, ok := e.(*sparql11.Triple); ok {
			return n.triple(t.Subject, t.Path, t.Object)
		}
		return []sparql11.Element{e}
	})
	return Layout(query[:q.Where.Pos] + shorten(q.Where.String(), q.Prefixes) + query[q.Where.End:]), nil
}

// A namer puts the triples of a query into graphs with new names.
type namer struct {
	used string // the query, whose variables are not new
	n    int
}

func (n *namer) fresh(stem string) sparql11.Term {
	for {
		n.n++
		if v := fmt.Sprintf("%s%d", stem, n.n); !strings.Contains(n.used, "?"+v) {
			return sparql11.Term{Kind: sparql11.Var, Value: v}
		}
	}
}

// triple returns the pattern with each step of its path in a graph.
func (n *namer) triple(s sparql11.Term, path *sparql11.Path, o sparql11.Term) (out []sparql11.Element) {
	if path.Op == sparql11.Seq {
		for i, step := range path.Args {
			to := o
			if i < len(path.Args)-1 {
				to = n.fresh("step")
			}
			out = append(out, n.triple(s, step, to)...)
			s = to
		}
		return out
	}
	t := &sparql11.Triple{Subject: asVariable(s), Path: path, Object: asVariable(o)}
	return []sparql11.Element{&sparql11.Graph{Name: n.fresh("g"), Group: &sparql11.Group{Elements: []sparql11.Element{t}}}}
}

// asVariable returns a variable for a blank node, which cannot be in two groups.
func asVariable(t sparql11.Term) sparql11.Term {
	if t.Kind != sparql11.Blank {
		return t
	}
	return sparql11.Term{Kind: sparql11.Var, Value: "blank_" + strings.Map(func(r rune) rune {
		if isWordByte(byte(r)) && r < 0x80 && r != ':' && r != '?' && r != '$' && r != '@' && r != '%' {
			return r
		}
		return '_'
	}, t.Value)}
}

// shorten writes the IRIs of a text with the prefixes.
func shorten(text string, prefixes map[string]string) string {
	var b strings.Builder
	for _, t := range scan(text) {
		if t.space {
			b.WriteByte(' ')
		}
		if t.kind == otherToken && strings.HasPrefix(t.text, "<") && strings.HasSuffix(t.text, ">") {
			t.text = shortest(t.text, prefixes)
		}
		b.WriteString(t.text)
		if t.kind == commentToken {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func shortest(bracketed string, prefixes map[string]string) string {
	iri, best := strings.Trim(bracketed, "<>"), bracketed
	for prefix, namespace := range prefixes {
		local, ok := strings.CutPrefix(iri, namespace)
		if short := prefix + ":" + local; ok && namespace != "" && localForm.MatchString(local) &&
			(len(short) < len(best) || len(short) == len(best) && short < best) {
			best = short
		}
	}
	return best
}
