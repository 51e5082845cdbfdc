package enrich

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
)

// iri returns the IRI with a prefix of the file, or in angle brackets.
func (p *patcher) iri(iri string) string {
	short, longest := "<"+iri+">", 0
	for prefix, namespace := range p.prefixes {
		local, is := strings.CutPrefix(iri, namespace)
		if is && len(namespace) > longest && plainLocal.MatchString(local) {
			short, longest = prefix+":"+local, len(namespace)
		}
	}
	return short
}

var plainLocal = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// about matches a line that has the subject, as a term of its own.
func (p *patcher) about(subject string) *regexp.Regexp {
	short := regexp.QuoteMeta(p.iri(subject))
	return regexp.MustCompile(`(?:^|[\s(])(?:` + short + `|<` + regexp.QuoteMeta(subject) + `>)(?:$|[\s(),;.])`)
}

var functionalNames = map[dl.AxiomKind]string{
	dl.EquivalentClasses: "EquivalentClasses", dl.SubClassOf: "SubClassOf", dl.DisjointClasses: "DisjointClasses",
}

// functionalAbout are the axioms that a new one about a class follows.
var functionalAbout = regexp.MustCompile(
	`^\s*(?:Declaration|EquivalentClasses|SubClassOf|DisjointClasses|AnnotationAssertion)\(`)

func (p *patcher) addFunctional(a Addition) error {
	name, concept, err := p.words(a, functionalNames)
	if err != nil {
		return err
	}
	notes := ""
	for _, note := range p.notes(a) {
		notes += "Annotation(" + note + ") "
	}
	subject := p.about(a.Axiom.Subject)
	at, rank := -1, -1
	for i, line := range p.lines {
		head, rest, _ := strings.Cut(strings.TrimSpace(line), "(")
		first, _, _ := strings.Cut(rest, " ")
		isFirst := subject.MatchString("("+first+" ") || head == "Declaration" && subject.MatchString(rest) ||
			head == "AnnotationAssertion" && subject.MatchString(rest)
		if functionalAbout.MatchString(line) && isFirst {
			order := slices.Index(
				[]string{"Declaration", "AnnotationAssertion", "EquivalentClasses", "SubClassOf", "DisjointClasses"}, head)
			if order >= rank &&
				order <= slices.Index([]string{"", "", "EquivalentClasses", "SubClassOf", "DisjointClasses"}, name) {
				at, rank = i+1, order
			}
		}
	}
	if at < 0 { // before the end of the ontology
		for at = len(p.lines) - 1; at > 0 && !strings.HasPrefix(strings.TrimSpace(p.lines[at]), ")"); at-- {
		}
	}
	p.insert(at, fmt.Sprintf("%s(%s%s %s)", name, notes, p.iri(a.Axiom.Subject), concept))
	return nil
}

func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// functional returns the concept in functional-style syntax.
func (p *patcher) functional(c dl.Concept) (text string, err error) {
	inner := func(name string, of ...dl.Concept) (string, error) {
		var parts []string
		for _, d := range of {
			part, err := p.functional(d)
			if err != nil {
				return "", err
			}
			parts = append(parts, part)
		}
		return name + "(" + strings.Join(parts, " ") + ")", nil
	}
	restricted := func(name string, r dl.Role, d dl.Concept) (string, error) {
		filler, err := p.functional(d)
		property := p.iri(r.IRI)
		if r.Inverse {
			property = "ObjectInverseOf(" + property + ")"
		}
		if r.Closure != dl.NoClosure {
			err = cmp.Or(err, errUnpatched)
		}
		return fmt.Sprintf("%s%s %s)", name, property, filler), err
	}
	switch c := c.(type) {
	case dl.Top:
		return p.iri(owlNS + "Thing"), nil
	case dl.Bottom:
		return p.iri(owlNS + "Nothing"), nil
	case dl.Name:
		return p.iri(c.IRI), nil
	case dl.Not:
		return inner("ObjectComplementOf", c.C)
	case dl.And:
		return inner("ObjectIntersectionOf", dl.Conjuncts(c)...)
	case dl.Or:
		return inner("ObjectUnionOf", dl.Disjuncts(c)...)
	case dl.Exists:
		return restricted("ObjectSomeValuesFrom(", c.Role, c.C)
	case dl.ForAll:
		return restricted("ObjectAllValuesFrom(", c.Role, c.C)
	case dl.AtLeast:
		return restricted(fmt.Sprintf("ObjectMinCardinality(%d ", c.N), c.Role, c.C)
	case dl.AtMost:
		return restricted(fmt.Sprintf("ObjectMaxCardinality(%d ", c.N), c.Role, c.C)
	}
	return "", errUnpatched
}

var errNotOfClass = fmt.Errorf(
	"a patch has axioms about classes only, and none with a class expression below a class: use --format turtle")

var errUnpatched = fmt.Errorf("a patch has no conditions on values, individuals or paths: use --format turtle")

var manchesterSections = map[dl.AxiomKind]string{
	dl.EquivalentClasses: "EquivalentTo:", dl.SubClassOf: "SubClassOf:", dl.DisjointClasses: "DisjointWith:",
}

// words returns the word for the kind of axiom, and the concept in functional-style syntax. It is an error if a patch
// does not have one of them.
func (p *patcher) words(a Addition, of map[dl.AxiomKind]string) (kind, concept string, err error) {
	if of[a.Axiom.Kind] == "" {
		return "", "", errNotOfClass
	}
	concept, err = p.functional(a.Axiom.Concept)
	return of[a.Axiom.Kind], concept, err
}

// notes returns the annotations of an axiom, each a property and its value.
func (p *patcher) notes(a Addition) (notes []string) {
	if a.Comment != "" {
		notes = append(notes, p.iri(rdfsComment)+" "+quoted(a.Comment))
	}
	if a.Contributor != "" {
		notes = append(notes, p.iri(dctermsContributor)+" "+p.iri(a.Contributor))
	}
	return notes
}

func (p *patcher) addManchester(a Addition) error {
	section, _, err := p.words(a, manchesterSections)
	if err != nil {
		return err
	}
	text := p.manchester(a.Axiom.Concept)
	if notes := p.notes(a); len(notes) > 0 {
		text = "Annotations: " + strings.Join(notes, ", ") + " " + text
	}
	subject := p.about(a.Axiom.Subject)
	start := slices.IndexFunc(p.lines, func(line string) bool {
		return strings.HasPrefix(line, "Class:") && subject.MatchString(strings.TrimSpace(line))
	})
	if start < 0 {
		p.insert(len(p.lines), "", "Class: "+p.iri(a.Axiom.Subject), "    "+section+" "+text)
		return nil
	}
	at := start + 1
	for i := at; i < len(p.lines) && !topKeyword.MatchString(p.lines[i]); i++ {
		if strings.TrimSpace(p.lines[i]) != "" {
			at = i + 1
		}
	}
	p.insert(at, "    "+section+" "+text)
	return nil
}

var topKeyword = regexp.MustCompile(`^[A-Za-z]+:`)

// manchester returns the concept in Manchester syntax.
func (p *patcher) manchester(c dl.Concept) string {
	join := func(operator string, of []dl.Concept) string {
		var parts []string
		for _, d := range of {
			parts = append(parts, p.manchester(d))
		}
		return "(" + strings.Join(parts, " "+operator+" ") + ")"
	}
	restricted := func(r dl.Role, words string, d dl.Concept) string {
		property := p.iri(r.IRI)
		if r.Inverse {
			property = "inverse " + property
		}
		return "(" + property + " " + words + " " + p.manchester(d) + ")"
	}
	switch c := c.(type) {
	case dl.And:
		return join("and", dl.Conjuncts(c))
	case dl.Or:
		return join("or", dl.Disjuncts(c))
	case dl.Not:
		return "(not " + p.manchester(c.C) + ")"
	case dl.Exists:
		return restricted(c.Role, "some", c.C)
	case dl.ForAll:
		return restricted(c.Role, "only", c.C)
	case dl.AtLeast:
		return restricted(c.Role, fmt.Sprintf("min %d", c.N), c.C)
	case dl.AtMost:
		return restricted(c.Role, fmt.Sprintf("max %d", c.N), c.C)
	case dl.Name:
		return p.iri(c.IRI)
	case dl.Bottom:
		return p.iri(owlNS + "Nothing")
	}
	return p.iri(owlNS + "Thing")
}

var turtlePredicates = map[dl.AxiomKind]string{
	dl.EquivalentClasses: owlNS + "equivalentClass",
	dl.SubClassOf:        rdfsNS + "subClassOf",
	dl.DisjointClasses:   owlNS + "disjointWith",
}

func (p *patcher) addTurtle(a Addition) error {
	predicate, _, err := p.words(a, turtlePredicates)
	if err != nil {
		return err
	}
	subject, object := p.iri(a.Axiom.Subject), p.turtle(a.Axiom.Concept)
	var lines []string
	if a.Comment+a.Contributor != "" { // the node of the annotation names the class expression
		node := object
		if strings.HasPrefix(object, "[") {
			node = "_:genus" + newProposalID(a.Axiom)
			lines = append(lines, node+strings.TrimSuffix(strings.TrimPrefix(object, "["), "]")+".")
		}
		notes := strings.Join(append([]string{""}, p.notes(a)...), " ; ")
		lines = append(lines,
			fmt.Sprintf("[ a %s ; %s %s ; %s %s ; %s %s%s ] .", p.iri(owlNS+"Axiom"), p.iri(owlNS+"annotatedSource"), subject,
				p.iri(owlNS+"annotatedProperty"), p.iri(predicate), p.iri(owlNS+"annotatedTarget"), node, notes))
		object = node
	}
	lines = append([]string{subject + " " + p.iri(predicate) + " " + object + " ."}, lines...)
	about := p.about(a.Axiom.Subject)
	at := slices.IndexFunc(p.lines, func(line string) bool { // where a statement about it begins
		return strings.TrimLeft(line, " \t") == line && about.FindStringIndex(line) != nil &&
			about.FindStringIndex(line)[0] == 0
	})
	if at < 0 {
		at = len(p.lines)
	}
	p.insert(at, lines...)
	return nil
}

// newProposalID returns the identifier of the proposal of an axiom.
func newProposalID(a dl.Axiom) string { return newProposal(enrich.Candidate{Axiom: a}).ID }

// turtle returns the concept in Turtle, in one line.
func (p *patcher) turtle(c dl.Concept) string {
	list := func(predicate string, of []dl.Concept) string {
		var parts []string
		for _, d := range of {
			parts = append(parts, p.turtle(d))
		}
		return fmt.Sprintf("[ a %s ; %s ( %s ) ]", p.iri(owlNS+"Class"), p.iri(owlNS+predicate), strings.Join(parts, " "))
	}
	restricted := func(r dl.Role, rest string) string {
		property := p.iri(r.IRI)
		if r.Inverse {
			property = "[ " + p.iri(owlNS+"inverseOf") + " " + property + " ]"
		}
		return fmt.Sprintf("[ a %s ; %s %s ; %s ]", p.iri(owlNS+"Restriction"), p.iri(owlNS+"onProperty"), property, rest)
	}
	number := func(r dl.Role, predicate string, n int, d dl.Concept) string {
		return restricted(r,
			fmt.Sprintf("%s \"%d\"^^%s ; %s %s", p.iri(owlNS+predicate), n,
				p.iri("http://www.w3.org/2001/XMLSchema#nonNegativeInteger"),
				p.iri(owlNS+"onClass"), p.turtle(d)))
	}
	switch c := c.(type) {
	case dl.And:
		return list("intersectionOf", dl.Conjuncts(c))
	case dl.Or:
		return list("unionOf", dl.Disjuncts(c))
	case dl.Not:
		return fmt.Sprintf("[ a %s ; %s %s ]", p.iri(owlNS+"Class"), p.iri(owlNS+"complementOf"), p.turtle(c.C))
	case dl.Exists:
		return restricted(c.Role, p.iri(owlNS+"someValuesFrom")+" "+p.turtle(c.C))
	case dl.ForAll:
		return restricted(c.Role, p.iri(owlNS+"allValuesFrom")+" "+p.turtle(c.C))
	case dl.AtLeast:
		return number(c.Role, "minQualifiedCardinality", c.N, c.C)
	case dl.AtMost:
		return number(c.Role, "maxQualifiedCardinality", c.N, c.C)
	case dl.Name:
		return p.iri(c.IRI)
	case dl.Bottom:
		return p.iri(owlNS + "Nothing")
	}
	return p.iri(owlNS + "Thing")
}
