package graph

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract/entail"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/learner/dl"
)

// AxiomPredicates are the predicates of axioms about properties and of equivalent
// classes. The first two are classes: they stand for the statements with rdf:type that a
// property is symmetric or transitive.
var AxiomPredicates = []string{
	entail.Symmetric, entail.Transitive, entail.SubPropertyOf, entail.InverseOf, entail.Domain, entail.Range,
	entail.Equivalent, entail.EquivalentClass,
}

// relatesNamed reports whether an axiom with the predicate applies only if both of its
// terms are IRIs.
func relatesNamed(predicate string) bool {
	return slices.Contains([]string{entail.SubPropertyOf, entail.InverseOf, entail.Equivalent, entail.EquivalentClass},
		predicate)
}

// Symbols decides which properties of a source are roles or features, and which classes
// are concept names. It is safe for concurrent use.
type Symbols struct {
	vocabulary              Vocabulary
	label, named            map[string]bool
	excluded, only, classes matcher
	builtIn                 matcher // terms of RDF, RDFS and OWL
	existence               bool    // of some things counts: see Presences
	all                     bool    // see Exclusions.UsesAll

	mu       sync.Mutex
	schema   *entail.Schema      // the axioms that are applied; nil: none
	same     map[string][]string // equivalent classes
	ofKind   map[string]bool     // properties of an excluded kind
	present  map[string]bool     // properties of whose values only the presence counts
	required map[string]bool     // memo of Uses
}

// NewSymbols returns the symbols of a source. Both arguments must have their defaults
// filled in.
func NewSymbols(v Vocabulary, e Exclusions) *Symbols {
	return &Symbols{
		vocabulary: v,
		label:      set(v.Label),
		named:      set(e.Named),
		excluded:   newMatcher(append(slices.Clone(e.Properties), SWRL)),
		only:       newMatcher(e.Only),
		classes:    newMatcher(e.Classes),
		builtIn:    newMatcher([]string{RDF, RDFSchema, OWL}),
		existence:  len(e.Kinds) > 0 && e.Via != "" || v.Statements != "",
		all:        e.UsesAll(),
		ofKind:     map[string]bool{},
		present:    map[string]bool{},
		required:   map[string]bool{},
	}
}

// Uses reports whether the property may be a role or a feature, or entails
// statements of one that may.
func (s *Symbols) Uses(p string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	uses, known := s.required[p]
	if !known {
		uses = s.isSymbol(p) || s.entailsSymbol(p)
		s.required[p] = uses
	}
	return uses
}

// IsSymbol reports whether the property may be a role or a feature.
func (s *Symbols) IsSymbol(p string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isSymbol(p)
}

func (s *Symbols) isSymbol(p string) bool {
	return s.named[p] || !s.isClassProperty(p) && !s.ofKind[p] && s.isWanted(p)
}

func (s *Symbols) isWanted(p string) bool {
	if s.label[p] && !s.all {
		return s.only.exact[p]
	}
	return !s.excluded.match(p) && (s.only.empty() || s.only.match(p))
}

// IsAboutStatements reports whether the property leads to a statement, to its value or a
// qualifier, to the amount, unit or precision of these, or to what has no value, or from an article, and is not
// excluded. A property is excluded if the direct one is.
func (s *Symbols) IsAboutStatements(p string) bool {
	v := s.vocabulary.Statements
	switch p {
	case dl.QuantityAmount, dl.QuantityUnit, dl.TimePrecision, dl.TypeOfStatement:
		return v != ""
	case dl.ArticleAbout, dl.ArticleIn, dl.ArticleLanguage:
		return v != "" && !s.Excludes(dl.ArticleIn) // about is excluded everywhere else
	}
	direct := v.DirectOf(p)
	return direct != p && (s.IsType(direct) || s.Uses(direct))
}

func (s *Symbols) entailsSymbol(p string) bool {
	return s.schema != nil && !s.isClassProperty(p) &&
		slices.ContainsFunc(s.schema.Above(dl.Role{IRI: p}), func(r dl.Role) bool { return s.isSymbol(r.IRI) })
}

// IsType reports whether the property leads to classes.
func (s *Symbols) IsType(p string) bool { return p == s.vocabulary.Type }

// IsSuperclass reports whether the property leads from a class to a superclass.
func (s *Symbols) IsSuperclass(p string) bool { return p == s.vocabulary.SubClassOf }

func (s *Symbols) isClassProperty(p string) bool { return s.IsType(p) || s.IsSuperclass(p) }

// Label returns the label that a row of an answer states of the term.
func (s *Symbols) Label(term string, r Row) facts.Label {
	rank, _ := s.vocabulary.NameRank(r.Property)
	return facts.Label{IRI: term, Lang: r.Lang, Text: r.Value, Rank: rank}
}

// IsName reports whether the class may be a concept name.
func (s *Symbols) IsName(class string) bool {
	return !strings.HasPrefix(class, Blank) && (s.named[class] || !s.classes.match(class))
}

// Exclude makes properties of an excluded kind neither roles nor features.
func (s *Symbols) Exclude(properties ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range properties {
		s.ofKind[p] = true
	}
	clear(s.required)
}

// CountPresence makes only the presence of the values of the property count.
func (s *Symbols) CountPresence(property string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.present[property] = true
}

// The properties of articles.
const (
	ArticleAbout = dl.ArticleAbout
	ArticleIn    = dl.ArticleIn
)

// Existence returns what counts by its existence at a term, from the rows of an answer of the kind Presences:
// properties, of which CountPresence holds from then on, and the rows of articles. It leaves out what is excluded.
func (s *Symbols) Existence(rows []Row) (properties []string, articles []Row) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range rows {
		switch {
		case r.Property == "":
			if s.present[r.Value] = true; s.isWanted(r.Value) {
				properties = append(properties, r.Value)
			}
		case !s.Excludes(ArticleIn):
			articles = append(articles, r)
		}
	}
	return properties, articles
}

// PresentProperties returns the properties of which OnlyPresence holds, sorted.
func (s *Symbols) PresentProperties() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return sortedKeys(s.present)
}

// Excludes reports whether the property is among those not to use.
func (s *Symbols) Excludes(property string) bool { return s.excluded.match(property) }

// NamesNothing reports whether only that there is the value counts: see [dl.Statements.NamesNothing].
func (s *Symbols) NamesNothing(iri string) bool { return s.vocabulary.Statements.NamesNothing(iri) }

// OnlyPresence reports whether only the presence of the values of the property counts.
func (s *Symbols) OnlyPresence(property string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.present[property]
}

// Schema returns the axioms that are applied; nil if there are none.
func (s *Symbols) Schema() *entail.Schema {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.schema
}

// Step is a property in one direction: from subject to object, or the inverse.
type Step struct {
	Property string
	Inverse  bool
}

// Chain is a transitive role with its steps: the role itself and its subroles. A chain
// of these steps is one edge of the role.
type Chain struct {
	Role  Step
	Steps []Step
}

// Chains returns the transitive roles that are used, in both directions.
func (s *Symbols) Chains() []Chain {
	schema := s.Schema()
	if schema == nil {
		return nil
	}
	var chains []Chain
	for _, p := range schema.Transitive() {
		for _, r := range []dl.Role{{IRI: p}, {IRI: p, Inverse: true}} {
			if s.Uses(p) {
				c := Chain{Role: Step{p, r.Inverse}}
				for _, below := range schema.Below(r) {
					c.Steps = append(c.Steps, Step{below.IRI, below.Inverse})
				}
				chains = append(chains, c)
			}
		}
	}
	return chains
}

// EquivalentClasses returns for each class the classes that axioms state to be equivalent
// to it.
func (s *Symbols) EquivalentClasses() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.same
}

// Applies reports whether the axiom about properties is applied. One that entails class
// memberships, superclasses or axioms from statements is not: no query could have what
// follows from these.
func (s *Symbols) Applies(a entail.Axiom) bool {
	special := func(p string) bool {
		return p == entail.Type || s.isClassProperty(p) || slices.Contains(AxiomPredicates, p)
	}
	ofProperties := a.Object == entail.Symmetric || a.Object == entail.Transitive // as a domain or range
	return !special(a.Property) && (a.Predicate == entail.Type || !ofProperties) &&
		!(relatesNamed(a.Predicate) && special(a.Object))
}

// Apply replaces the axioms that are applied. An axiom is (property, predicate, object).
// Apply ignores, and returns, the axioms that Applies excludes.
func (s *Symbols) Apply(stated [][3]string) (ignored []entail.Axiom) {
	if !s.vocabulary.RDFS {
		return nil
	}
	var axioms []entail.Axiom
	same := map[string][]string{}
	for _, t := range stated {
		a := entail.Axiom{Property: t[0], Predicate: t[1], Object: t[2]}
		between := relatesNamed(a.Predicate)
		switch {
		case a.Predicate == entail.EquivalentClass && (isNameless(a.Property) || isNameless(a.Object)):
		case a.Predicate == entail.EquivalentClass:
			same[a.Property] = append(same[a.Property], a.Object)
			same[a.Object] = append(same[a.Object], a.Property)
		case s.Applies(a):
			axioms = append(axioms, a)
		case between && a.Property != a.Object,
			!between && s.IsName(a.Object): // the others belong to RDFS itself, such as the range of rdf:type
			ignored = append(ignored, a)
		}
	}
	for class := range same {
		slices.Sort(same[class])
		same[class] = slices.Compact(same[class])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.schema, s.same = entail.NewSchema(axioms), same
	clear(s.required)
	return ignored
}

// isNameless reports whether a class is a blank node. Nothing follows through such a class: no query could name it.
func isNameless(class string) bool { return strings.HasPrefix(class, Blank) }

// IgnoredAxioms returns a warning about the result of Apply.
func IgnoredAxioms(ignored []entail.Axiom) string {
	first := ignored[0]
	return fmt.Sprintf(
		"genus does not apply axioms that derive classes, superclasses or axioms from statements (%s), such as %s %s %s",
		Thousands(len(ignored)),
		Bracketed(first.Property),
		Bracketed(first.Predicate),
		Bracketed(first.Object),
	)
}

// MembershipProperties returns the properties with a domain or range that is used, by
// the side of the individual in a statement.
func (s *Symbols) MembershipProperties() map[entail.Side][]string {
	found := map[entail.Side][]string{}
	schema := s.Schema()
	if schema == nil {
		return found
	}
	for _, o := range schema.Occurrences() {
		if slices.ContainsFunc(schema.Classes(o), s.mayMatter) {
			found[o.Side] = append(found[o.Side], o.Property)
		}
	}
	return found
}

// EntailedClasses returns the classes of domains and ranges, and the classes that are
// equivalent to others.
func (s *Symbols) EntailedClasses() []string {
	schema := s.Schema()
	if schema == nil {
		return nil
	}
	classes := sortedKeys(s.EquivalentClasses())
	for _, o := range schema.Occurrences() {
		classes = append(
			classes,
			slices.DeleteFunc(schema.Classes(o), func(class string) bool { return !s.mayMatter(class) })...)
	}
	return classes
}

func (s *Symbols) mayMatter(class string) bool { return s.IsName(class) || !s.builtIn.match(class) }

// Related returns the properties, the properties that they entail, and the properties
// that entail any of these.
func (s *Symbols) Related(properties []string) []string {
	schema := s.Schema()
	if schema == nil {
		return properties
	}
	all := map[string]bool{} // superproperties are symbols as well, and need their subproperties
	for _, p := range properties {
		all[p] = true
		for _, r := range schema.Above(dl.Role{IRI: p}) {
			all[r.IRI] = true
		}
	}
	return schema.Related(sortedKeys(all))
}

// Uses returns a function that reports whether a property may be a role or a feature of a
// source with the vocabulary. It ignores the kinds of properties, which only the source
// knows.
func (e Exclusions) Uses(v Vocabulary) func(property string) bool {
	return NewSymbols(v.WithDefaults(), e.WithDefaults()).Uses
}
