package rdffile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// What a file is by its first characters, whatever its name says.

// otherKinds are the beginnings of files that are not RDF in one of the formats that are read.
// None is legal Turtle, N-Triples or XML.
var otherKinds = []struct {
	start *regexp.Regexp // of the bytes
	what  string
	hint  string
}{
	{regexp.MustCompile(`^7z\x{FFFD}`), "a 7z archive", "unpack it"},
	{regexp.MustCompile(`(?s)^.{257}ustar`), "a tar archive", "unpack it with tar"},
	{regexp.MustCompile(`^SQLite format 3\x00`), "an SQLite database", "if genus extract wrote it, use --db"},
	{regexp.MustCompile(`^%PDF-`), "a PDF document", "RDF has the endings .ttl, .nt, .owl and .rdf"},
	{regexp.MustCompile(`^version https://git-lfs\.github\.com/spec/`), "a Git LFS pointer, not the file",
		"run git lfs pull"},
	{regexp.MustCompile(`^(\{\s*["}]|\[\s*\{)`), "JSON, not Turtle or RDF/XML",
		"if it is JSON-LD, name the file .jsonld, and .json if it is OBO Graphs"},
	{regexp.MustCompile(`(?i)^(<!DOCTYPE html|<html)`), "an HTML page, not RDF", "check where the file came from"},
}

// xmlStart matches the beginning of an XML document: a declaration, a comment, a DOCTYPE or
// the root element. The root element of RDF/XML declares namespaces, so a space follows its
// name. An IRI of Turtle may look like it, but has no space.
var xmlStart = regexp.MustCompile(`^<(\?|!|[\pL_][\pL\pN_.-]*(:[\pL_][\pL\pN_.-]*)?\s)`)

// ontologyForms are the beginnings of documents of axioms that are not RDF, after comments.
var ontologyForms = []struct {
	start  *regexp.Regexp
	format Format
	ending string
}{
	{regexp.MustCompile(`^(#[^\n]*\s+)*(Prefix|Ontology)\s*\(`), Functional, ".ofn"},
	{regexp.MustCompile(`^(#[^\n]*\s+)*(Prefix|Ontology):\s`), Manchester, ".omn"},
	{regexp.MustCompile(`^(![^\n]*\s+)*(format-version:|\[(Term|Typedef|Instance)\])`), OBO, ".obo"},
}

// startBytes is how many bytes identify looks at.
const startBytes = 4096

// identify returns the format of a document whose name says the given one, and a reader of it.
// Others than XML in UTF-16 are read as UTF-8. It returns an error for a file of another kind.
func identify(r *bufio.Reader, format Format) (Format, *bufio.Reader, error) {
	head, err := r.Peek(startBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, r, &Error{Err: err}
	}
	isUTF16 := bytes.HasPrefix(head, bomUTF16BE) || bytes.HasPrefix(head, bomUTF16LE)
	decoder := unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder()
	if isUTF16 {
		if text, err := decoder.Bytes(head[:len(head)&^1]); err == nil {
			head = text
		}
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, bomUTF8), " \t\r\n")
	if err := otherKind(text, format); err != nil {
		return 0, r, err
	}
	if format, err = ontologyForm(text, format); err != nil {
		return 0, r, err
	}
	isXML := len(text) == 0 || xmlStart.Match(text)
	switch {
	case format == ByContent && isXML:
		format = RDFXML
	case format == ByContent:
		format = Turtle
	case format != RDFXML && isXML && len(text) > 0:
		return 0, r, errorAt(1, "this is XML, not %s: name the file .rdf or .owl", format)
	}
	if format == RDFXML { // which declares its encoding
		return format, r, nil
	}
	if bytes.IndexByte(head[:min(2, len(head))], 0) >= 0 {
		return 0, r, errorAt(1, "this has zero bytes, as UTF-16 without a byte order mark has: save it as UTF-8")
	}
	if isUTF16 {
		decoder.Reset()
		r = bufio.NewReaderSize(transform.NewReader(r, decoder), 64<<10)
	}
	return format, r, nil
}

// ontologyForm returns the form of a document of axioms, or else the given format.
func ontologyForm(text []byte, format Format) (Format, error) {
	for _, form := range ontologyForms {
		switch {
		case !form.start.Match(text) || format == form.format:
		case format == ByContent:
			return form.format, nil
		default:
			return 0, errorAt(1, "this is %s, not %s: name the file %s", form.format, format, form.ending)
		}
	}
	return format, nil
}

// otherKind returns an error if the text is the beginning of a file of another kind.
func otherKind(text []byte, format Format) error {
	if format == RDFXML && bytes.HasPrefix(text, []byte("<")) || // the reader of XML says it with the line
		(format == JSONLD || format == OBOGraphs) && bytes.ContainsAny(text[:min(1, len(text))], "{[") {
		return nil
	}
	for _, kind := range otherKinds {
		if kind.start.Match(text) {
			return errorAt(1, "this is %s: %s", kind.what, kind.hint)
		}
	}
	return nil
}

// UTF8 returns a text without its byte order mark, and in UTF-8 if the mark is that of UTF-16.
func UTF8(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, bomUTF16BE) || bytes.HasPrefix(text, bomUTF16LE) {
		return decodeAs(text, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM), "UTF-16")
	}
	return bytes.TrimPrefix(text, bomUTF8), nil
}

// validUTF8 returns an error with the line of the first byte that is not UTF-8.
func validUTF8(text []byte) error {
	if utf8.Valid(text) {
		return nil
	}
	return errorAt(badUTF8Line(text), "invalid UTF-8 (is it Latin-1 or Windows-1252? Save it as UTF-8)")
}
