package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"
)

// graph is an RDF graph by subject and predicate. A subject is an IRI or the label
// _:b of a blank node.
type graph struct {
	objects map[string]map[string][]rdf.Term
	defined []string // IRIs with an owl:equivalentClass, sorted
	// synonyms are, by node, the IRIs that have the node as their owl:equivalentClass.
	synonyms map[string][]rdf.Term
	// anonymous are the class expressions without a name: blank nodes that are not the
	// object of a triple.
	anonymous []string
}

func newGraph(triples []rdf.Triple) *graph {
	g := &graph{objects: map[string]map[string][]rdf.Term{}, synonyms: map[string][]rdf.Term{}}
	inner, defined := map[string]bool{}, map[string]bool{}
	for _, t := range triples {
		s, p := nodeKey(t.Subj), t.Pred.String()
		if g.objects[s] == nil {
			g.objects[s] = map[string][]rdf.Term{}
		}
		g.objects[s][p] = append(g.objects[s][p], t.Obj)
		if t.Obj.Type() == rdf.TermBlank {
			inner[nodeKey(t.Obj)] = true
		}
		if p == owl+"equivalentClass" && t.Subj.Type() == rdf.TermIRI {
			defined[s] = true
			g.synonyms[nodeKey(t.Obj)] = append(g.synonyms[nodeKey(t.Obj)], t.Subj)
		}
	}
	g.defined = slices.Sorted(maps.Keys(defined))
	for s := range g.objects {
		if strings.HasPrefix(s, "_:") && !inner[s] && g.isExpression(s) {
			g.anonymous = append(g.anonymous, s)
		}
	}
	slices.Sort(g.anonymous)
	return g
}

func nodeKey(t rdf.Term) string {
	if t.Type() == rdf.TermBlank {
		return "_:" + t.String()
	}
	return t.String()
}

// object returns the object of the predicate. ok is false if there is no object; several
// are a failure.
func (g *graph) object(s, p string) (o rdf.Term, ok bool) {
	switch objects := g.objects[s][p]; len(objects) {
	case 0:
		return nil, false
	case 1:
		return objects[0], true
	default:
		panic(failure{fmt.Errorf("%s has %d values of %s: expected one", nodeText(s), len(objects), nodeText(p))})
	}
}

// list returns the members of an RDF list.
func (g *graph) list(head rdf.Term) (items []rdf.Term) {
	seen := map[string]bool{}
	for at := nodeKey(head); at != rdfNS+"nil"; {
		first, ok := g.object(at, rdfNS+"first")
		rest, more := g.object(at, rdfNS+"rest")
		if !ok || !more || seen[at] {
			panic(failure{fmt.Errorf("%s is not a list", nodeText(at))})
		}
		seen[at] = true
		items = append(items, first)
		at = nodeKey(rest)
	}
	return items
}

// expressions are the predicates that make a node a class expression.
var expressions = []string{owl + "intersectionOf", owl + "unionOf", owl + "complementOf", owl + "oneOf", owl + "onProperty", owl + "onProperties"}

func (g *graph) isExpression(s string) bool {
	return slices.ContainsFunc(expressions, func(p string) bool { return len(g.objects[s][p]) > 0 })
}

// nodeText returns a node in a message.
func nodeText(s string) string {
	if strings.HasPrefix(s, "_:") {
		return "a class expression"
	}
	if local, ok := strings.CutPrefix(s, owl); ok {
		return "owl:" + local
	}
	return bracket(s)
}
