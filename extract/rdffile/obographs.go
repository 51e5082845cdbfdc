package rdffile

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// OBO Graphs (https://github.com/geneontology/obographs) is JSON with the edges and logical definitions of an
// ontology, as ROBOT and the OBO library write it. It has fewer axioms than OWL. It does not say whether the value
// of an annotation is a text or an IRI: what begins with http:// or https:// is read as an IRI.

type oboGraphs struct {
	Graphs []oboGraph
}

type oboGraph struct {
	ID    string
	Meta  oboMeta
	Nodes []struct {
		ID           string
		Lbl          string
		Type         string
		PropertyType string
		Meta         oboMeta
	}
	Edges               []oboEdge
	EquivalentNodesSets []struct {
		RepresentativeNodeID string
		NodeIDs              []string
	}
	LogicalDefinitionAxioms []struct {
		DefinedClassID string
		GenusIDs       []string
		Restrictions   []struct{ PropertyID, FillerID string }
		Meta           oboMeta
	}
	DomainRangeAxioms []struct {
		PredicateID        string
		DomainClassIDs     []string
		RangeClassIDs      []string
		AllValuesFromEdges []oboEdge
		Meta               oboMeta
	}
	PropertyChainAxioms []struct {
		PredicateID       string
		ChainPredicateIDs []string
		Meta              oboMeta
	}
}

type oboEdge struct {
	Sub, Pred, Obj string
	Meta           oboMeta
}

// An oboMeta has annotations.
type oboMeta struct {
	Definition          *oboValue
	Comments            []string
	Subsets             []string
	Synonyms            []oboValue
	Xrefs               []oboValue
	BasicPropertyValues []oboValue
	Version             string
	Deprecated          bool
}

type oboValue struct {
	Pred        string
	Val         string
	Lang        string
	Xrefs       []string
	SynonymType string
	Meta        oboMeta
}

const (
	oboInOwlNS = "http://www.geneontology.org/formats/oboInOwl#"
	iaoDefined = "http://purl.obolibrary.org/obo/IAO_0000115"
)

// An oboGraphMapper makes the axioms of a graph.
type oboGraphMapper struct {
	*owlMapper
	kinds map[string]string // of entities that are no classes
}

func readOBOGraphs(r io.Reader, out *sink, lim limits) error {
	text, err := readText(r, lim)
	if err != nil {
		return err
	}
	var document oboGraphs
	err = json.Unmarshal([]byte(text), &document)
	lineAt := func(offset int64) int { return 1 + strings.Count(text[:min(int(offset), len(text))], "\n") }
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errorAt(lineAt(syntax.Offset), "OBO Graphs: %w", err)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return errorAt(lineAt(wrong.Offset), "OBO Graphs: %q has a value of another type than it should: %s",
			strings.ToLower(wrong.Field), wrong.Value)
	}
	if err != nil || document.Graphs == nil {
		return errorAt(1, "this is JSON without \"graphs\", and so not OBO Graphs: "+
			"name JSON-LD .jsonld, and save a table as .csv")
	}
	m := oboGraphMapper{newOWLMapper(out, "OBO Graphs"), map[string]string{}}
	for _, g := range document.Graphs {
		if err := m.graph(g); err != nil {
			return err
		}
		if out.ctx.Err() != nil {
			return out.ctx.Err()
		}
	}
	return nil
}

// oboKinds are the kinds of entities by the types of nodes and of properties.
var oboKinds = map[string]string{
	"CLASS": "Class", "INDIVIDUAL": "NamedIndividual", "PROPERTY": "ObjectProperty",
	"PROPERTY OBJECT": "ObjectProperty", "PROPERTY ANNOTATION": "AnnotationProperty", "PROPERTY DATA": "DataProperty",
}

func named(iri string) *element { return &element{name: "IRI", text: iri} }

func text(value string) *element {
	return &element{name: "Literal", text: value, attrs: map[string]string{"datatypeIRI": xsdNS + "string"}}
}

func (m *oboGraphMapper) graph(g oboGraph) error {
	iri := g.ID
	if _, err := absoluteIRI(iri); err != nil {
		iri = ""
	}
	if err := m.header(iri, g.Meta.Version); err != nil {
		return err
	}
	for _, a := range g.Meta.annotations() {
		if err := m.axiom(a); err != nil {
			return err
		}
	}
	for _, n := range g.Nodes {
		m.kinds[n.ID] = oboKinds[strings.TrimSpace(n.Type+" "+n.PropertyType)]
	}
	for _, n := range g.Nodes {
		if kind := m.kinds[n.ID]; kind != "" {
			entity := &element{name: kind, attrs: map[string]string{"IRI": n.ID}}
			if err := m.axiom(&element{name: "Declaration", children: []*element{entity}}); err != nil {
				return err
			}
		}
		of := n.Meta.annotations()
		if n.Lbl != "" {
			of = append(of, annotationOf(rdfsNS+"label", text(n.Lbl)))
		}
		for _, a := range of {
			at := len(a.children) - 1
			a.name, a.children = "AnnotationAssertion", append(a.children[:at:at], named(n.ID), a.children[at])
			if err := m.axiom(a); err != nil {
				return err
			}
		}
	}
	return m.axioms(g)
}

// axioms emits the axioms of a graph about its nodes.
func (m *oboGraphMapper) axioms(g oboGraph) error {
	var all []*element
	add := func(name string, meta oboMeta, of ...*element) {
		all = append(all, &element{name: name, children: append(meta.annotations(), of...)})
	}
	for _, e := range g.Edges {
		name, of := m.edge(e)
		add(name, e.Meta, of...)
	}
	for _, set := range g.EquivalentNodesSets {
		of := []*element{}
		for _, id := range set.NodeIDs {
			of = append(of, named(id))
		}
		add("EquivalentClasses", oboMeta{}, of...)
	}
	for _, d := range g.LogicalDefinitionAxioms {
		both := &element{name: "ObjectIntersectionOf"}
		for _, id := range d.GenusIDs {
			both.children = append(both.children, named(id))
		}
		for _, r := range d.Restrictions {
			both.children = append(both.children, restricted("ObjectSomeValuesFrom", r.PropertyID, r.FillerID))
		}
		if len(both.children) == 1 {
			both = both.children[0]
		}
		add("EquivalentClasses", d.Meta, named(d.DefinedClassID), both)
	}
	for _, x := range g.DomainRangeAxioms {
		kind := "Object"
		if m.kinds[x.PredicateID] == "DataProperty" {
			kind = "Data"
		}
		for _, id := range x.DomainClassIDs {
			add(kind+"PropertyDomain", x.Meta, named(x.PredicateID), named(id))
		}
		for _, id := range x.RangeClassIDs {
			add(kind+"PropertyRange", x.Meta, named(x.PredicateID), named(id))
		}
		for _, e := range x.AllValuesFromEdges {
			add("SubClassOf", e.Meta, named(e.Sub), restricted("ObjectAllValuesFrom", e.Pred, e.Obj))
		}
	}
	for _, x := range g.PropertyChainAxioms {
		chain := &element{name: "ObjectPropertyChain"}
		for _, id := range x.ChainPredicateIDs {
			chain.children = append(chain.children, named(id))
		}
		add("SubObjectPropertyOf", x.Meta, chain, named(x.PredicateID))
	}
	for _, e := range all {
		if err := m.axiom(e); err != nil {
			return err
		}
	}
	return nil
}

func restricted(name, property, filler string) *element {
	return &element{name: name, children: []*element{named(property), named(filler)}}
}

// edge returns the name of the axiom that an edge is, and what it is about.
func (m *oboGraphMapper) edge(e oboEdge) (name string, of []*element) {
	of = []*element{named(e.Sub), named(e.Obj)}
	switch {
	case e.Pred == "is_a":
		return "SubClassOf", of
	case e.Pred == "type":
		return "ClassAssertion", []*element{of[1], of[0]}
	case e.Pred == "subPropertyOf":
		return map[string]string{
			"AnnotationProperty": "SubAnnotationPropertyOf", "DataProperty": "SubDataPropertyOf",
			"ObjectProperty": "SubObjectPropertyOf", "": "SubObjectPropertyOf",
		}[m.kinds[e.Sub]], of
	case e.Pred == "inverseOf":
		return "InverseObjectProperties", of
	case m.kinds[e.Sub] == "NamedIndividual":
		return "ObjectPropertyAssertion", append([]*element{named(e.Pred)}, of...)
	}
	return "SubClassOf", []*element{of[0], restricted("ObjectSomeValuesFrom", e.Pred, e.Obj)}
}

func annotationOf(property string, value *element) *element {
	return &element{name: "Annotation", children: []*element{named(property), value}}
}

// annotations returns the annotations, which may have their own.
func (m oboMeta) annotations() (all []*element) {
	add := func(property, value string, of oboValue) {
		v := &element{name: "Literal", text: value, lang: of.Lang}
		if of.Lang == "" {
			v = text(value)
		}
		if strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") {
			if _, err := absoluteIRI(value); err == nil {
				v = named(value)
			}
		}
		a := annotationOf(property, v)
		var own []*element
		for _, xref := range of.Xrefs {
			own = append(own, annotationOf(oboInOwlNS+"hasDbXref", text(xref)))
		}
		if of.SynonymType != "" {
			own = append(own, annotationOf(oboInOwlNS+"hasSynonymType", named(of.SynonymType)))
		}
		a.children = append(append(own, of.Meta.annotations()...), a.children...)
		all = append(all, a)
	}
	if m.Definition != nil {
		add(iaoDefined, m.Definition.Val, *m.Definition)
	}
	for _, comment := range m.Comments {
		add(rdfsNS+"comment", comment, oboValue{})
	}
	for _, subset := range m.Subsets {
		add(oboInOwlNS+"inSubset", subset, oboValue{})
	}
	for _, s := range m.Synonyms {
		property := s.Pred
		if !strings.Contains(property, ":") {
			property = oboInOwlNS + property
		}
		add(property, s.Val, s)
	}
	for _, x := range m.Xrefs {
		add(oboInOwlNS+"hasDbXref", x.Val, x)
	}
	for _, x := range m.BasicPropertyValues {
		add(x.Pred, x.Val, x)
	}
	if m.Deprecated {
		all = append(all, annotationOf(owlNS+"deprecated",
			&element{name: "Literal", text: "true", attrs: map[string]string{"datatypeIRI": xsdNS + "boolean"}}))
	}
	return all
}
