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

// Format is a serialisation of RDF.
type Format int

const (
	// NTriples is RDF 1.1 N-Triples.
	NTriples Format = iota + 1
	// Turtle is RDF 1.1 Turtle.
	Turtle
	// RDFXML is RDF 1.1 XML Syntax.
	RDFXML
	// XMLOrTurtle is RDF/XML or Turtle, as the content tells. Ontology
	// editors write both under the name .owl.
	XMLOrTurtle
)

// FormatOf tells the format from the name of a file; a final .gz does not
// matter. The error is ErrUnknownFormat.
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

// An XML document begins with a declaration, a comment, a DOCTYPE or its root
// element. A root element of RDF/XML declares namespaces, so a space follows
// its name; an IRI of Turtle, which may look like it, holds no space.
var xmlStart = regexp.MustCompile(`^<(\?|!|[\pL_][\pL\pN_.-]*(:[\pL_][\pL\pN_.-]*)?\s)`)

// notRDF finds how OWL begins in Manchester syntax, and in functional-style syntax. In
// Turtle neither has a meaning.
var notRDF = regexp.MustCompile(`^(?:(Prefix|Ontology):\s|(Prefix|Ontology)\s*\()`)

// sniffBytes is how far sniff looks for the first character that is not space.
const sniffBytes = 4096

// sniff tells RDF/XML from Turtle by the first characters and consumes none.
func sniff(r *bufio.Reader) (*bufio.Reader, Format, error) {
	head, err := r.Peek(sniffBytes)
	if err != nil && err != io.EOF {
		return nil, 0, &Error{Err: err}
	}
	if bytes.HasPrefix(head, bomUTF16BE) || bytes.HasPrefix(head, bomUTF16LE) {
		return r, RDFXML, nil // Turtle is UTF-8 by definition
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, bomUTF8), " \t\r\n")
	if len(text) == 0 || xmlStart.Match(text) {
		return r, RDFXML, nil
	}
	if m := notRDF.FindSubmatch(text); m != nil {
		name := "Manchester"
		if m[2] != nil {
			name = "functional-style"
		}
		return nil, 0, errorAt(1, "this is OWL in %s syntax, not RDF: convert it (for example with ROBOT or Protégé)", name)
	}
	return r, Turtle, nil
}
