package queries

import (
	"fmt"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Redirects. In a graph with redirects, such as DBpedia's titles of pages, a value of a role may be the name of what
// is meant: ada occupation Singer_(profession), and Singer_(profession) redirects to Singer. Then the value is where
// the redirect leads. A redirect is no value itself and no individual: nothing else is stated of it.
//
//	?x :occupation ?y                      where nothing is said of the value
//	?x :occupation/:redirects? ?y          the values, and the redirects to them
//	MINUS { ?y :redirects ?other }         the values alone
//
// The second is enough where the value has to have a property, because a redirect has none. The third is needed where
// a redirect would be counted, or listed, or be outside something.

// MayRedirect reports whether values of the role may be redirects.
func (o Options) MayRedirect(role string) bool {
	return o.Vocabulary.Redirect != "" && !o.Axioms.Unredirected[role]
}

func (t *translator) redirects(r dl.Role) bool { return t.o.MayRedirect(r.IRI) }

// resolved returns the path that leads to where the values of a path lead.
func (standard) resolved(path, redirect string) string { return path + "/" + redirect + "?" }

// resolved has two ways in place of a path of no steps, which Virtuoso walks from known beginnings only.
func (virtuoso) resolved(path, redirect string) string { return twoWays(path, redirect) }

// resolved has two ways, because Blazegraph walks a path of no steps from nowhere if a subquery binds its beginning.
func (java) resolved(path, redirect string) string { return twoWays(path, redirect) }

func twoWays(path, redirect string) string { return path + "|" + path + "/" + redirect }

// takesStated reports whether it does not matter what a successor is: a redirect stands for some.
func (t *translator) takesStated(e some) bool {
	return e.n == 1 && !e.role.Inverse && len(e.pos)+len(e.neg) == 0
}

// onlyResolved excludes redirects from the successors w of v where the pattern might take them for values.
func (t *translator) onlyResolved(g *group, e some, v, w string) {
	if !t.redirects(e.role) || t.o.Vocabulary.Classes {
		return
	}
	switch {
	case e.role.Inverse:
		w = v // a redirect has what it is the value of
	case e.n == 1 && (len(e.pos) > 0 || len(e.neg) == 0):
		return // no redirect is such a value
	}
	if !isIndividual(w) {
		g.minus = append(g.minus, t.noRedirect(w))
	}
}

func (t *translator) noRedirect(w string) string {
	return fmt.Sprintf("MINUS { %s %s %s }\n", w, t.iri(t.o.Vocabulary.Redirect), t.newVariable("other"))
}

// columnEdge returns the pattern for a step to the values w of a column, or on the way to them.
func (t *translator) columnEdge(v string, r dl.Role, w string, last bool) string {
	roles := columnRoles(r, t.o.Axioms)
	if !last || r.Inverse || !t.redirects(r) {
		return t.edge(v, roles, w).text
	}
	if len(roles) == 1 && t.o.Axioms.oneStep(r) {
		return t.resolve(v, r.IRI, w)
	}
	return t.edge(v, roles, w).text + t.noRedirect(w)
}

// resolve returns the pattern for the values w of a property, in one step.
func (t *translator) resolve(v, property, w string) string {
	stated, to := t.newVariable("stated"), t.newVariable("to")
	return resolveObject(v, t.iri(property), t.iri(t.o.Vocabulary.Redirect), stated, to, w)
}

// resolveObject returns the pattern for the statements s p o where o is what the object redirects to, or the object.
// redirect is the property; empty: none. stated and to are variables of the pattern. goRDFlib v0.1.5 takes a subject
// that is a literal for a wildcard.
func resolveObject(s, p, redirect, stated, to, o string) string {
	if redirect == "" {
		return fmt.Sprintf("%s %s %s .\n", s, p, o)
	}
	return fmt.Sprintf("%s %s %s .\n", s, p, stated) +
		fmt.Sprintf("OPTIONAL {\n%s %s %s .\nFILTER(!isLiteral(%[1]s))\n}\n", stated, redirect, to) +
		fmt.Sprintf("BIND(COALESCE(%s, %s) AS %s)\n", to, stated, o)
}

// resolvePointing returns the pattern for the statements ?o ?p ?s whose object is, or redirects to, s. values binds s
// if it is a variable.
func resolvePointing(s, p, redirect, values string) string {
	if redirect == "" {
		return "?o " + p + " " + s + " ."
	}
	ways := []string{"?o " + p + " " + s + " .", fmt.Sprintf("?stated %s %s . ?o %s ?stated .", redirect, s, p)}
	return joinTexts(ways, "\nUNION\n", func(way string) string {
		return "{ " + strings.TrimSpace(values+" "+way) + " }"
	})
}
