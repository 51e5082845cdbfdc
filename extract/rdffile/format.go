package rdffile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

// A Format is a serialisation of RDF.
type Format int

const (
	// NTriples is RDF 1.1 N-Triples.
	NTriples Format = iota + 1
	// Turtle is RDF 1.1 Turtle.
	Turtle
	// RDFXML is RDF 1.1 XML Syntax.
	RDFXML
	// XMLOrTurtle is RDF/XML or Turtle, as the content tells. Ontology editors use
	// .owl for both.
	XMLOrTurtle
)

// FormatOf returns the format for the name of a file, with or without .gz. The error is
// ErrUnknownFormat.
func FormatOf(path string) (Format, error) {
	name := strings.ToLower(filepath.Base(path))
	switch filepath.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".nt":
		return NTriples, nil
	case ".ttl":
		return Turtle, nil
	case ".owl", ".rdf", ".xml":
		return XMLOrTurtle, nil
	}
	return 0, fmt.Errorf("%s: %w", path, ErrUnknownFormat)
}

// xmlStart matches the beginning of an XML document: a declaration, a comment, a DOCTYPE or
// the root element. The root element of RDF/XML declares namespaces, so a space follows its
// name. An IRI of Turtle may look like it, but has no space.
var xmlStart = regexp.MustCompile(`^<(\?|!|[\pL_][\pL\pN_.-]*(:[\pL_][\pL\pN_.-]*)?\s)`)

// notRDF matches the beginning of OWL in Manchester syntax (1) and in functional-style
// syntax (2). Neither is legal Turtle.
var notRDF = regexp.MustCompile(`^(?:(Prefix|Ontology):\s|(Prefix|Ontology)\s*\()`)

// sniffBytes is how many bytes sniff reads to find the first character that is not space.
const sniffBytes = 4096

// sniff tells RDF/XML from Turtle by the first characters. It consumes none.
func sniff(r *bufio.Reader) (Format, error) {
	head, err := r.Peek(sniffBytes)
	if err != nil && err != io.EOF {
		return 0, &Error{Err: err}
	}
	if bytes.HasPrefix(head, bomUTF16BE) || bytes.HasPrefix(head, bomUTF16LE) {
		return RDFXML, nil // Turtle is always UTF-8
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, bomUTF8), " \t\r\n")
	if len(text) == 0 || xmlStart.Match(text) {
		return RDFXML, nil
	}
	if m := notRDF.FindSubmatch(text); m != nil {
		name := "Manchester"
		if m[2] != nil {
			name = "functional-style"
		}
		return 0, errorAt(1, "this is OWL in %s syntax, not RDF: convert it (for example with ROBOT or Protégé)", name)
	}
	return Turtle, nil
}
