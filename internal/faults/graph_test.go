package faults

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/neighbourhood"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

const (
	ns     = "http://example.org/"
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
)

// A graph is a set of statements in N-Triples, one per line.
type graph []string

func (g *graph) role(s, p, o string) {
	*g = append(*g, fmt.Sprintf("<%s%s> <%s%s> <%s%s> .", ns, s, ns, p, ns, o))
}
func (g *graph) member(s, c string) {
	*g = append(*g, fmt.Sprintf("<%s%s> <%stype> <%s%s> .", ns, s, rdfNS, ns, c))
}
func (g *graph) below(c, d string) {
	*g = append(*g, fmt.Sprintf("<%s%s> <%ssubClassOf> <%s%s> .", ns, c, rdfsNS, ns, d))
}
func (g *graph) value(s, p string, n int) {
	*g = append(*g, fmt.Sprintf("<%s%s> <%s%s> \"%d\"^^<%sinteger> .", ns, s, ns, p, n, dl.XSD))
}

func (g graph) String() string { return strings.Join(g, "\n") + "\n" }

// with returns the graph with the statements that change adds, and without lines that
// contain one of the texts.
func (g graph) with(change func(g *graph), without ...string) graph {
	h := slices.Clone(g)
	change(&h)
	return slices.DeleteFunc(h, func(line string) bool {
		return slices.ContainsFunc(without, func(part string) bool { return strings.Contains(line, part) })
	})
}

// library returns a graph with everything that a crawl meets: roles in both directions, a
// chain, values, classes with superclasses, a hub that exceeds the bound, and axioms.
func library() (graph, extract.Examples) {
	var g graph
	for i := range 8 {
		book := fmt.Sprint("book", i)
		g.member(book, []string{"Novel", "Atlas"}[i%2])
		g.role(book, "by", fmt.Sprint("author", i%3))
		g.role(book, "keptIn", "archive")
		g.role(book, "before", fmt.Sprint("book", (i+1)%8))
		g.value(book, "pages", 100+i)
	}
	for i := range 3 {
		author := fmt.Sprint("author", i)
		g.member(author, "Author")
		g.role(author, "knows", fmt.Sprint("author", (i+1)%3))
		g.role(author, "livesIn", fmt.Sprint("town", i))
		g.role(fmt.Sprint("town", i), "near", fmt.Sprint("town", (i+1)%4))
		g.value(author, "age", 40+i)
	}
	g.member("town1", "Town")
	g.role("town0", "inCounty", "county") // a chain of three steps, each stated in another way
	g.role("county", "within", "land")
	g.role("country", "holds", "land")
	g.role("town3", "twin", "port") // three steps reach it only by a shortcut
	g.below("Novel", "Book")
	g.below("Atlas", "Book")
	g.below("Book", "Thing")
	g.below("Author", "Person")
	for _, axiom := range []string{ // applied if the vocabulary has RDFS
		"<%[1]sknows> <%[2]ssubPropertyOf> <%[1]smet> .", "<%[1]sby> <%[3]sinverseOf> <%[1]swrote> .",
		"<%[1]snear> <%[4]stype> <%[3]sSymmetricProperty> .",
		"<%[1]swithin> <%[4]stype> <%[3]sTransitiveProperty> .", "<%[1]sinCounty> <%[2]ssubPropertyOf> <%[1]swithin> .",
		"<%[1]sholds> <%[3]sinverseOf> <%[1]swithin> .",
		"<%[1]spages> <%[2]sdomain> <%[1]sPrinted> .", "<%[1]slivesIn> <%[2]srange> <%[1]sTown> .",
		"<%[1]snear> <%[2]sdomain> _:place .",
		"_:place <%[2]ssubClassOf> <%[1]sPlace> .", "<%[1]sPrinted> <%[2]ssubClassOf> <%[1]sThing> .",
	} {
		g = append(g, fmt.Sprintf(axiom, ns, rdfsNS, owlNS, rdfNS))
	}
	return g, extract.Examples{Pos: []string{ns + "book0", ns + "book2"}, Neg: []string{ns + "book1", ns + "book3"}}
}

// structure returns the whole graph, read as a file and not by the code under test.
func structure(t testing.TB, g graph, examples extract.Examples, v extract.Vocabulary) *interp.Structure {
	t.Helper()
	file := testfiles.Write(t, "graph.nt", g.String())
	d, _ := require.Values(extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{Vocabulary: v}))(t)
	p, _ := require.Values(d.Problem(t.Context(), examples, extract.LoadOptions{}))(t)
	return p.Structure
}

// differs describes where the neighbourhood of the examples in p is not that in the whole
// structure; empty if it is the same. If the crawl met hubs, which it asks about single
// properties, what does not occur in p is in no concept.
func differs(p *interp.Problem, whole *interp.Structure, depth int, hubs bool) string {
	ignored := neighbourhood.Removed(p.Removed)
	if hubs {
		for _, f := range whole.Signature().Features() {
			if _, ok := p.Structure.Signature().FeatureID(f); !ok {
				ignored[f] = true
			}
		}
		for r := range interp.RoleID(whole.Signature().NumRoles()) {
			role := whole.Signature().Role(r)
			if _, ok := p.Structure.Signature().RoleID(role); !ok {
				ignored[role] = true
			}
		}
	}
	differences, _ := neighbourhood.Differences(p, whole, depth, ignored)
	return strings.Join(differences[:min(1, len(differences))], "")
}
