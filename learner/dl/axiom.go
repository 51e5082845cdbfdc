package dl

// AxiomKind is what an [Axiom] says.
type AxiomKind string

// The kinds of axioms, after the functional-style syntax of OWL 2.
const (
	EquivalentClasses         AxiomKind = "equivalent"         // Subject ≡ Concept
	SubClassOf                AxiomKind = "subclass"           // Subject ⊑ Concept
	Sufficient                AxiomKind = "sufficient"         // Concept ⊑ Subject
	DisjointClasses           AxiomKind = "disjoint"           // Subject ⊓ Concept ⊑ ⊥
	DisjointUnion             AxiomKind = "disjoint-union"     // Subject ≡ Concept, a ⊔ of disjoint classes
	PropertyDomain            AxiomKind = "domain"             // ∃Subject.⊤ ⊑ Concept
	PropertyRange             AxiomKind = "range"              // ⊤ ⊑ ∀Subject.Concept
	FunctionalProperty        AxiomKind = "functional"         // ⊤ ⊑ ≤1 Subject.⊤
	InverseFunctionalProperty AxiomKind = "inverse-functional" // ⊤ ⊑ ≤1 Subject⁻.⊤
	InverseProperties         AxiomKind = "inverse"            // Subject ≡ Other⁻
	SymmetricProperty         AxiomKind = "symmetric"          // Subject ≡ Subject⁻
)

// Axiom is a statement of an ontology about a class or a property.
type Axiom struct {
	Kind    AxiomKind
	Subject string  // IRI of the class or property
	Concept Concept // nil if the kind has none
	Other   string  // IRI of the property of InverseProperties
	// Feature says that the property of PropertyDomain or FunctionalProperty is a
	// feature, not a role.
	Feature bool
}
