package rdffile

import "github.com/knakk/rdf"

func mustIRI(s string) rdf.IRI {
	iri, err := rdf.NewIRI(s)
	if err != nil {
		panic(err) // a constant of this package
	}
	return iri
}
