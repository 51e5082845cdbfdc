package queries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// add adds a triple for a value of the feature and a filter on it. Each value gives a
// solution, and one that passes the filter is enough.
func (e value) add(t *translator, g *group, v string) {
	c, kind := e.c, e.c.Value.Kind()
	explained := t.o.Labels[c.Feature] != ""
	var w, filter string
	if c.Op == dl.Equal && kind == dl.String {
		w, filter = t.engine.text(t, c)
	} else {
		w = t.newVariable(c.Feature)
		filter = "FILTER(" + t.filter(c, w) + ")\n"
		explained = explained || isTemporal(kind)
	}
	var text, left string
	if t.o.Vocabulary.Classes {
		text, left = t.required(v, c.Feature, w), filter
	} else {
		text, left = t.valueOf(v, t.o.Axioms.features(c.Feature), w, filter)
	}
	if explained {
		text = comment(t.describe(c)) + text
	}
	g.atoms = append(g.atoms, atom{text: text, estimate: t.o.Statistics.comparison(c), subject: v, depth: g.depth[v]})
	if left != "" {
		g.filters = append(g.filters, left)
	}
}

// valueOf returns the pattern that w is a value of one of the properties, and what remains of the filter.
func (t *translator) valueOf(v string, properties []string, w, filter string) (text, left string) {
	if text, ok := t.reified(v, properties[0], w); ok {
		return text, filter
	}
	return t.engine.valueOf(t, v, properties, w, filter)
}

func (t *translator) filter(c dl.Compare, w string) string {
	switch k := c.Value.Kind(); {
	case c.Op.OnText():
		return t.textFilter(c, w)
	case k == dl.Boolean:
		return t.booleanFilter(c, w)
	case k.Numeric():
		return t.numberFilter(c, w)
	case k == dl.InUnit:
		return t.unitFilter(c, w)
	default:
		return t.temporalFilter(c, w)
	}
}

// booleanFilter compares by spelling: true and 1 are the same truth value, but goRDFlib
// and RDF databases that keep the spelling do not match them, and Virtuoso answers
// ?w = true with the integer 1.
func (t *translator) booleanFilter(c dl.Compare, w string) string {
	spellings := `"false", "0"`
	if c.Value == dl.Bool(true) {
		spellings = `"true", "1"`
	}
	return fmt.Sprintf("%s && STR(%s) IN (%s)", t.datatypeIs(w, []dl.Kind{dl.Boolean}), w, spellings)
}

// add adds ?x zoo:weight|zoo:height ?weight1.
func (e subjectsOf) add(t *translator, g *group, v string) {
	text, _ := t.valueOf(v, e.of, t.newVariable(e.of[0]), "")
	g.atoms = append(g.atoms, atom{text: text, subject: v, depth: g.depth[v], estimate: t.o.Statistics.anyOf(e.of)})
}

// add adds ?x zoo:childOf|^zoo:parentOf ?childOf1. One statement is enough, even with a
// transitive role.
func (e linked) add(t *translator, g *group, v string) {
	w := t.newVariable(e.by[0].IRI)
	g.depth[w] = g.depth[v] + 1
	a, roles := between(v, e.by, w)
	var steps []step
	var properties []string
	for _, r := range roles {
		steps = append(steps, step{roles: []dl.Role{r}})
		properties = append(properties, r.IRI)
	}
	a = t.engine.path(t, a, steps)
	a.estimate = t.o.Statistics.anyOf(properties)
	a.depth = g.depth[w]
	g.atoms = append(g.atoms, a)
}

// step is a part of a path: a statement with any of the roles, and a redirect of its value if there is one, unless
// only what is stated counts; if repeated, one or more; if optional, too, any number.
type step struct {
	roles                      []dl.Role
	repeated, optional, stated bool
}

// edge returns the pattern that w is a successor of v by one of the roles. For a
// transitive role it is a path of one or more steps by its roles.
func (t *translator) edge(v string, roles []dl.Role, w string) atom {
	return t.edgeTo(v, roles, w, false)
}

// edgeTo is edge; if stated is set, w is a value as it is stated, which may be a redirect.
func (t *translator) edgeTo(v string, roles []dl.Role, w string, stated bool) atom {
	if t.o.Vocabulary.Classes {
		return t.requiredEdge(v, roles[0], w)
	}
	a, turned := between(v, roles, w)
	text, isReified := t.reified(a.subject, roles[0].IRI, a.object)
	if isReified {
		a.text = text
		return a
	}
	if closure := roles[0].Closure; closure != dl.NoClosure {
		if t.o.Axioms.ThroughLiterals[roles[0].IRI] {
			t.fail(fmt.Errorf("no query for <%s>%s: %w", roles[0].IRI, closure, ErrThroughLiteral))
		}
		turned[0] = turned[0].Step()
		return t.engine.path(t, a, []step{{roles: turned, repeated: true, optional: closure == dl.Star}})
	}
	var steps []step
	for _, r := range t.o.Axioms.dropSteps(turned) {
		if t.o.Axioms.ThroughLiterals[r.IRI] && t.o.Axioms.Transitive[r.IRI] {
			t.fail(fmt.Errorf("no query for <%s>: %w", roles[0].IRI, ErrThroughLiteral))
		}
		if t.o.Axioms.Transitive[r.IRI] {
			steps = append(steps, step{roles: t.o.Axioms.roles(r), repeated: true})
		} else {
			steps = append(steps, step{roles: []dl.Role{r}, stated: stated})
		}
	}
	return t.engine.path(t, a, steps)
}

// reified returns the pattern that w is the reifier of a statement about v, or that v is one of a statement with the
// value w, as the property says; false if it says something else.
func (t *translator) reified(v, property, w string) (text string, ok bool) {
	of, toValue, ok := dl.ReifiedBy(property)
	if !ok {
		return "", false
	}
	subject, object, reifier := v, "[]", w
	if toValue {
		subject, object, reifier = "[]", w, v
	}
	if t.o.Dialect.Has(StatedReifiers) {
		other := t.newVariable(of)
		if subject == "[]" {
			subject = other
		} else {
			object = other
		}
		text = fmt.Sprintf("%s %s %s .\n", subject, t.iri(of), object)
	}
	return fmt.Sprintf("%s%s %s <<( %s %s %s )>> .\n", text, reifier, t.iri(dl.Reifies), subject, t.iri(of), object), true
}

// between returns an atom from v to w in the direction of the first role's property, and
// the roles in that direction.
func between(v string, roles []dl.Role, w string) (a atom, turned []dl.Role) {
	a = atom{subject: v, object: w}
	turned = slices.Clone(roles)
	if roles[0].Inverse {
		a = atom{subject: w, object: v}
		for i, r := range roles {
			turned[i] = r.Inv()
		}
	}
	a.mixed = slices.ContainsFunc(turned, func(r dl.Role) bool { return r.Inverse })
	return a, turned
}

// repetition returns the path of a repeated step.
func (t *translator) repetition(s step) string {
	sign := "+"
	if s.optional {
		sign = "*"
	}
	return repeatPath(t.pathOf(s), sign)
}

func (t *translator) pathOf(s step) string {
	return joinTexts(s.roles, "|", func(r dl.Role) string {
		path := t.iri(r.IRI)
		if t.redirects(r) && !s.stated {
			path = t.engine.resolved(path, t.iri(t.o.Vocabulary.Redirect))
		}
		if r.Inverse && path != t.iri(r.IRI) {
			return "^(" + path + ")"
		}
		if r.Inverse {
			return "^" + path
		}
		return path
	})
}

func repeatPath(path, sign string) string {
	if strings.ContainsAny(path, "|^?") {
		return "(" + path + ")" + sign
	}
	return path + sign
}
