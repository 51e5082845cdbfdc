// Package rdffile reads RDF files into a stream of triples: N-Triples (.nt),
// Turtle (.ttl) and RDF/XML (.owl, .rdf, .xml; such a file may also hold
// Turtle, so its content decides), each of them plain or gzip, which is
// recognised by content.
//
// # Invariants
//
//   - A file is read whole or is an error. Triples are handed on as they are
//     parsed, so a caller of Read that gets an error must discard what it was
//     given (the store runs one transaction per file); ReadAll does it itself.
//   - Literals keep their lexical form and datatype: "01", "1.50" and " 5 "
//     arrive as written. Language tags of Turtle arrive in lower case (RDF 1.1
//     Concepts 3.3 compares them so); the other formats keep theirs.
//   - Blank node labels begin with a digest of the base IRI, which for Read is
//     the absolute path, so labels of two files never collide, labels that a
//     file writes never collide with generated ones, and two readings of one
//     file give the same labels.
//   - Nothing is dropped silently: what is ignored is counted in
//     Stats.Warnings by reason, everything else that is not RDF is an *Error
//     with file and line.
//   - Duplicate statements are delivered as often as the file states them.
//
// # Which parser reads what, and why
//
// Terms and triples are knakk/rdf's throughout, as in all of genus.
//
// N-Triples: a line parser of our own. The lexer of knakk/rdf runs in a
// goroutine of its own and panics there on some input that is not N-Triples (a file
// that begins with @prefix, for one), which ends the process; it takes a read
// error (a truncated gzip) for the end of the input, gives some errors no line,
// and leaves its goroutine behind after an error. goRDFlib ignores what
// follows the dot of a line, a second statement included.
//
// Turtle: goRDFlib, with a store that passes triples on instead of keeping
// them. knakk/rdf's Turtle decoder, at the version in go.mod, alters data
// without an error: a line that starts with # inside a long string swallows
// the string up to there, input that ends after a comma or within a collection
// is accepted, relative IRIs are appended to the base, and [] gets the label
// of an _:b1 that the file already has; it also refuses a number at the end of
// a line. The tests of this package hold these cases.
//
// RDF/XML: a parser of our own over encoding/xml. knakk/rdf fails on DTD
// entities, other encodings and nested node elements. goRDFlib drops without a
// word a second node element inside a property, all content of a property that
// has rdf:resource, text between elements, and invalid language tags; it reads
// an undeclared prefix as part of the IRI, undoes percent-encoding in relative
// IRIs ("#a%20b" becomes "#a b"), does not resolve a relative xml:base, and
// gives no line for what is wrong RDF in well-formed XML. The tests compare
// the two on the files where goRDFlib is right.
//
// Before that parser the text is decoded to UTF-8 (byte order mark, else the
// XML declaration), and carriage returns become line feeds. encoding/xml reads no
// DTD: entity.go expands the entities of the internal subset, within limits, for it.
// External entities, parameter entities and entities with elements in them are
// refused; an external DTD subset is not fetched, and counted as a warning.
//
// # Source
//
// RDF 1.1 N-Triples, RDF 1.1 Turtle, RDF 1.1 XML Syntax (W3C 2014);
// XML 1.0 (fifth edition) sections 2.11, 3.3.3 and 4; RFC 3986 section 5.
//
// # Key of letters
//
// s, p, o subject, predicate, object; fn the receiver of triples; sc the scope
// (base, language) of an XML element; el an XML start element.
package rdffile
