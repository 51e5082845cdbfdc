package syntax

import (
	"errors"
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/learner/dl"
)

// isRange reports whether the node is a data range rather than a class: a
// datatype, or an expression that the graph calls rdfs:Datatype.
func (r *owlReader) isRange(t rdf.Term) bool {
	if t.Type() == rdf.TermIRI {
		iri := t.String()
		return strings.HasPrefix(iri, dl.XSD) || iri == standard["rdfs"]+"Literal"
	}
	s := nodeKey(t)
	if len(r.objects[s][owl+"onDatatype"]) > 0 || len(r.objects[s][owl+"datatypeComplementOf"]) > 0 {
		return true
	}
	for _, class := range r.objects[s][rdfNS+"type"] {
		if iri := class.String(); iri == standard["rdfs"]+"Datatype" || iri == owl+"DataRange" {
			return true
		}
	}
	return false
}

// dataRanges returns the members of a data range that is a union.
func (r *owlReader) dataRanges(t rdf.Term) ([]dataRange, error) {
	if t.Type() == rdf.TermIRI {
		k, ok := dl.KindOf(t.String())
		if !ok {
			return nil, errNotSupported(t.String())
		}
		return []dataRange{{kind: k}}, nil
	}
	s := nodeKey(t)
	leave, err := r.enter(s)
	if err != nil {
		return nil, err
	}
	defer leave()
	ranges, ok, err := readOWLForm(r.graph, s, []owlForm[[]dataRange]{{"unionOf", r.rangeUnion}, {"oneOf", r.enumeration}})
	if ok || err != nil {
		return ranges, err
	}
	datatype, ok, err := r.object(s, owl+"onDatatype")
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errors.New("a data range is not in ALCQI(f): expected owl:onDatatype with bounds, or a union of such")
	}
	k, ok := dl.KindOf(datatype.String())
	if !ok {
		return nil, errNotSupported(datatype.String())
	}
	facets, ok, err := r.object(s, owl+"withRestrictions")
	if err != nil || !ok {
		return nil, errors.Join(err, errors.New("a data range without owl:withRestrictions"))
	}
	one, err := r.facets(k, facets)
	return []dataRange{one}, err
}

func (r *owlReader) rangeUnion(o rdf.Term) ([]dataRange, error) {
	items, err := r.list(o)
	if err != nil {
		return nil, err
	}
	var rs []dataRange
	for _, item := range items {
		members, err := r.dataRanges(item)
		if err != nil {
			return nil, err
		}
		rs = append(rs, members...)
	}
	return rs, nil
}

// enumeration reads values as ranges of one value each.
func (r *owlReader) enumeration(o rdf.Term) ([]dataRange, error) {
	items, err := r.list(o)
	if err != nil {
		return nil, err
	}
	var rs []dataRange
	for _, item := range items {
		literal, ok := item.(rdf.Literal)
		if !ok {
			return nil, fmt.Errorf("%s in an enumeration of values is not a literal", nodeText(nodeKey(item)))
		}
		v, err := valueOf(literal)
		if err != nil {
			return nil, err
		}
		rs = append(rs, newRange(dl.Equal, v.Kind(), v))
	}
	return rs, nil
}

// facets reads the bounds of a datatype restriction.
func (r *owlReader) facets(k dl.Kind, list rdf.Term) (dataRange, error) {
	found := dataRange{kind: k}
	items, err := r.list(list)
	if err != nil {
		return found, err
	}
	for _, item := range items {
		for predicate, objects := range r.objects[nodeKey(item)] {
			facet := strings.TrimPrefix(predicate, dl.XSD)
			literal, ok := objects[0].(rdf.Literal)
			if !ok || len(objects) > 1 {
				return found, fmt.Errorf("the facet %s needs one literal", facet)
			}
			v, err := valueOf(literal)
			if err == nil {
				err = found.addFacet(facet, v)
			}
			if err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

func valueOf(l rdf.Literal) (dl.Value, error) {
	if _, ok := dl.KindOf(l.DataType.String()); !ok {
		return dl.Value{}, errNotSupported(l.DataType.String())
	}
	return dl.ParseLiteral(l.String(), l.DataType.String())
}
