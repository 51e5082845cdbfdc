package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// ParseFunctional returns the concept that an ontology in functional-style syntax
// defines the class as, by an EquivalentClasses axiom. Without a class, the
// ontology must define one only. Everything else in it is passed over. It reads
// what [Functional] writes, and what [ReadOWL] reads in RDF.
func ParseFunctional(text, class string) (dl.Concept, error) {
	r := &functionalReader{text: strings.TrimPrefix(text, "\ufeff"), line: 1}
	d := &functionalDocument{prefixes: maps.Clone(standard), definitions: map[string][]fterm{}}
	for {
		if r.skip(); r.i >= len(r.text) {
			break
		}
		t, err := r.term()
		if err != nil {
			return nil, err
		}
		if err := d.addTerm(t); err != nil {
			return nil, err
		}
	}
	if class == "" {
		defined := slices.Sorted(maps.Keys(d.definitions))
		if len(defined) != 1 {
			return nil, fmt.Errorf("%w: %d classes are defined: expected one of %s", ErrNotDefined, len(defined), listIRIs(defined))
		}
		class = defined[0]
	}
	switch definitions := d.definitions[class]; len(definitions) {
	case 1:
		return limitSize(d.concept(definitions[0]))
	case 0:
		return nil, fmt.Errorf("%w: %s is in no EquivalentClasses", ErrNotDefined, bracket(class))
	default:
		return nil, fmt.Errorf("%w: %s has %d: expected one", ErrNotDefined, bracket(class), len(definitions))
	}
}

// functionalDocument is what a document says: prefixes, and the definitions by
// the IRI of the class.
type functionalDocument struct {
	prefixes    Prefixes
	definitions map[string][]fterm
}

func (t fterm) fail(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", t.line, fmt.Sprintf(format, args...))
}

// addTerm takes in a term of the document, and those within the ontology.
func (d *functionalDocument) addTerm(t fterm) error {
	switch {
	case t.name == "Prefix" && len(t.args) == 2: // p:= and <…>
		d.prefixes[strings.TrimSuffix(t.args[0].name, ":=")] = strings.Trim(t.args[1].name, "<>")
	case t.name == "Ontology":
		for _, axiom := range t.args {
			if axiom.name == "EquivalentClasses" {
				if err := d.addDefinition(axiom); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addDefinition takes in an EquivalentClasses axiom of two classes. Of two names, the
// first is the one that is defined.
func (d *functionalDocument) addDefinition(axiom fterm) error {
	classes := slices.DeleteFunc(slices.Clone(axiom.args), func(t fterm) bool { return t.name == "Annotation" && t.call })
	if len(classes) != 2 {
		return nil // a set of synonyms
	}
	for i, t := range classes {
		if t.call {
			continue
		}
		iri, err := d.iri(t)
		if err != nil {
			return err
		}
		d.definitions[iri] = append(d.definitions[iri], classes[1-i])
		break
	}
	return nil
}

func (d *functionalDocument) iri(t fterm) (string, error) {
	switch {
	case t.literal || t.call:
		return "", t.fail("expected a name but found %s", t.name)
	case strings.HasPrefix(t.name, "<"):
		return strings.Trim(t.name, "<>"), nil
	}
	prefix, local, ok := strings.Cut(t.name, ":")
	namespace, known := d.prefixes[prefix]
	if !ok || !known {
		return "", t.fail("unknown prefix in %s", quote(t.name))
	}
	return namespace + local, nil
}

func (d *functionalDocument) concept(t fterm) (dl.Concept, error) {
	if !t.call {
		iri, err := d.iri(t)
		switch {
		case err != nil:
			return nil, err
		case iri == owl+"Thing":
			return dl.Top{}, nil
		case iri == owl+"Nothing":
			return dl.Bottom{}, nil
		}
		return dl.Name{IRI: iri}, nil
	}
	switch t.name {
	case "ObjectIntersectionOf":
		return d.chain(t, dl.Conj)
	case "ObjectUnionOf":
		return d.chain(t, dl.Disj)
	case "ObjectComplementOf":
		if len(t.args) != 1 {
			return nil, t.fail("%s needs one class", t.name)
		}
		c, err := d.concept(t.args[0])
		if err != nil {
			return nil, err
		}
		return dl.Not{C: c}, nil
	case "ObjectSomeValuesFrom", "ObjectAllValuesFrom":
		return d.quantified(t)
	case "ObjectMinCardinality":
		return d.counted(t, tokMin)
	case "ObjectMaxCardinality":
		return d.counted(t, tokMax)
	case "ObjectExactCardinality":
		return d.counted(t, tokExactly)
	case "DataSomeValuesFrom", "DataHasValue":
		return d.dataRestriction(t)
	case "ObjectOneOf":
		return d.nominals(t.args)
	case "ObjectHasValue":
		return d.hasIndividual(t)
	}
	return nil, t.fail("%s is not in ALCQI(f)", t.name)
}

func (d *functionalDocument) chain(t fterm, join func(...dl.Concept) dl.Concept) (dl.Concept, error) {
	cs := make([]dl.Concept, len(t.args))
	for i, arg := range t.args {
		var err error
		if cs[i], err = d.concept(arg); err != nil {
			return nil, err
		}
	}
	return join(cs...), nil
}

// nominals returns the union of the nominals of the individuals.
func (d *functionalDocument) nominals(individuals []fterm) (dl.Concept, error) {
	cs := make([]dl.Concept, len(individuals))
	for i, t := range individuals {
		iri, err := d.iri(t)
		if err != nil {
			return nil, err
		}
		cs[i] = dl.Nominal{IRI: iri}
	}
	return dl.Disj(cs...), nil
}

func (d *functionalDocument) hasIndividual(t fterm) (dl.Concept, error) {
	if len(t.args) != 2 {
		return nil, t.fail("%s needs a property and an individual", t.name)
	}
	r, err := d.role(t.args[0])
	if err != nil {
		return nil, err
	}
	c, err := d.nominals(t.args[1:])
	if err != nil {
		return nil, err
	}
	return dl.Exists{Role: r, C: c}, nil
}

func (d *functionalDocument) role(t fterm) (dl.Role, error) {
	if t.name == "ObjectInverseOf" && len(t.args) == 1 {
		r, err := d.role(t.args[0])
		return r.Inv(), err
	}
	iri, err := d.iri(t)
	return dl.Role{IRI: iri}, err
}

func (d *functionalDocument) quantified(t fterm) (dl.Concept, error) {
	if len(t.args) != 2 {
		return nil, t.fail("%s needs a property and a class", t.name)
	}
	r, err := d.role(t.args[0])
	if err != nil {
		return nil, err
	}
	c, err := d.concept(t.args[1])
	switch {
	case err != nil:
		return nil, err
	case t.name == "ObjectSomeValuesFrom":
		return dl.Exists{Role: r, C: c}, nil
	}
	return dl.ForAll{Role: r, C: c}, nil
}

func (d *functionalDocument) counted(t fterm, k kind) (dl.Concept, error) {
	if len(t.args) != 2 && len(t.args) != 3 {
		return nil, t.fail("%s needs a number, a property and perhaps a class", t.name)
	}
	n, err := strconv.Atoi(t.args[0].name)
	if err != nil || n < 0 {
		return nil, t.fail("%s is not a number of successors", quote(t.args[0].name))
	}
	r, err := d.role(t.args[1])
	if err != nil {
		return nil, err
	}
	c := dl.Concept(dl.Top{})
	if len(t.args) == 3 {
		if c, err = d.concept(t.args[2]); err != nil {
			return nil, err
		}
	}
	return numberRestriction(k, n, r, c), nil
}

func (d *functionalDocument) dataRestriction(t fterm) (dl.Concept, error) {
	if len(t.args) != 2 {
		return nil, t.fail("%s of one property is all that is in ALCQI(f)", t.name)
	}
	feature, err := d.iri(t.args[0])
	if err != nil {
		return nil, err
	}
	if t.name == "DataHasValue" {
		v, err := d.value(t.args[1])
		if err != nil {
			return nil, err
		}
		return dl.Compare{Feature: feature, Op: dl.Equal, Value: v}, nil
	}
	rs, err := d.dataRanges(t.args[1])
	if err != nil {
		return nil, err
	}
	c, err := unionConcept(feature, rs)
	if err != nil {
		return nil, t.fail("%v", err)
	}
	return c, nil
}

func (d *functionalDocument) value(t fterm) (dl.Value, error) {
	datatype, err := dl.String.IRI(), error(nil)
	switch {
	case !t.literal:
		return dl.Value{}, t.fail("expected a literal but found %s", t.name)
	case t.tagged:
		return dl.Value{}, t.fail("%v", errNotSupported(rdfNS+"langString"))
	case t.datatype != "":
		if datatype, err = d.iri(fterm{name: t.datatype, line: t.line}); err != nil {
			return dl.Value{}, err
		}
	}
	v, err := dl.ParseLiteral(t.lexical, datatype)
	if err != nil {
		return v, t.fail("%v", err)
	}
	return v, nil
}

// dataRanges returns the members of a data range that is a union.
func (d *functionalDocument) dataRanges(t fterm) ([]dataRange, error) {
	var rs []dataRange
	switch {
	case !t.call:
		k, err := d.kind(t)
		return []dataRange{{kind: k}}, err
	case t.name == "DataUnionOf":
		for _, arg := range t.args {
			members, err := d.dataRanges(arg)
			if err != nil {
				return nil, err
			}
			rs = append(rs, members...)
		}
		return rs, nil
	case t.name == "DataOneOf":
		for _, arg := range t.args {
			v, err := d.value(arg)
			if err != nil {
				return nil, err
			}
			rs = append(rs, newRange(dl.Equal, v.Kind(), v))
		}
		return rs, nil
	case t.name == "DatatypeRestriction" && len(t.args)%2 == 1:
		r, err := d.datatypeRestriction(t)
		return []dataRange{r}, err
	}
	return nil, t.fail("%s is not in ALCQI(f)", t.name)
}

func (d *functionalDocument) kind(t fterm) (dl.Kind, error) {
	iri, err := d.iri(t)
	if err != nil {
		return 0, err
	}
	k, ok := dl.KindOf(iri)
	if !ok {
		return 0, t.fail("%v", errNotSupported(iri))
	}
	return k, nil
}

// datatypeRestriction reads the datatype and the facets, each a name and a literal.
func (d *functionalDocument) datatypeRestriction(t fterm) (r dataRange, err error) {
	if r.kind, err = d.kind(t.args[0]); err != nil {
		return r, err
	}
	for i := 1; i < len(t.args); i += 2 {
		facet, err := d.iri(t.args[i])
		if err != nil {
			return r, err
		}
		v, err := d.value(t.args[i+1])
		if err == nil {
			err = r.addFacet(strings.TrimPrefix(facet, dl.XSD), v)
		}
		if err != nil {
			return r, t.fail("%v", err)
		}
	}
	return r, nil
}
