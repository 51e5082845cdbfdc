// Package rdffile reads RDF files and tables into a stream of triples: N-Triples (.nt), N-Quads (.nq), Turtle
// (.ttl), TriG (.trig), JSON-LD (.jsonld), OWL functional-style syntax (.ofn, .owf, .fss), Manchester syntax
// (.omn), OBO (.obo), OBO Graphs (.json), CSV (.csv), TSV (.tsv), and RDF/XML, OWL/XML, Turtle, functional-style or
// Manchester syntax or OBO (.owl, .owx, .rdf and .xml, as the content tells). Named graphs are merged, or chosen by
// Options. It also recognises gzip, bzip2, xz, zstd and zip archives of one file by the content.
//
// # Invariants
//
//   - A file is read to its end, or there is an error. Triples are delivered as they are
//     parsed, so the caller of Read must discard them after an error. ReadAll does so
//     itself.
//   - Literals keep their lexical form and datatype: "01", "1.50" and " 5 " stay as they
//     are. Language tags of Turtle become lower case (RDF 1.1 Concepts 3.3 ignores the
//     case); the other formats keep theirs. Directions of texts (RDF 1.2) are left out and counted.
//   - Statements about statements (RDF 1.2, RDF-star) are triples with the properties of their reifiers (dl.Reified).
//   - Blank node labels begin with a digest of the base IRI, which for Read is the
//     absolute path. So the labels of two files differ, generated labels differ from
//     those in the file, and reading a file again gives the same labels.
//   - Nothing is dropped silently: Stats.Warnings counts what is ignored, by reason.
//     Everything else that is not RDF is an *Error with file and line.
//   - A duplicate triple is delivered as often as it is in the file.
//
// # The parsers
//
// The types of terms and triples are those of knakk/rdf, as everywhere in genus.
//
// N-Triples, N-Quads, Turtle and TriG are cut into pieces (pieces.go), which are parsed on all cores and delivered
// in their order. The pieces of Turtle and TriG end where statements end; each has the base and the prefixes that
// were declared before it (turtletext.go).
//
// N-Triples and N-Quads: a line parser in this package. The lexer of knakk/rdf runs in its own
// goroutine and panics there on some input that is not N-Triples, such as a file that
// begins with @prefix, which ends the process. It takes a read error (a truncated gzip)
// for the end of the input, gives no line in some errors, and leaks its goroutine after an
// error. goRDFlib ignores the text after the dot of a line, even a second triple.
//
// Turtle and TriG: goRDFlib, with a store that delivers the triples instead of keeping them, after
// turtletext.go has corrected what goRDFlib would misread. The Turtle decoder of knakk/rdf,
// at the version in go.mod, changes data without an error: a line in a long string that
// starts with # cuts off the string before it, input may end after a comma or within a
// collection, relative IRIs are appended to the base, and [] may get the label _:b1 of
// another node of the file. It also refuses a number at the end of a line. The tests of
// this package have these cases.
//
// JSON-LD: piprate/json-gold, which holds the document in memory. As the standard says, it leaves
// out keys that the context does not map, and statements with malformed IRIs, and does not count
// them. Contexts of the network are refused.
//
// RDF/XML: a parser in this package, over encoding/xml. knakk/rdf fails on DTD entities,
// other encodings and nested node elements. goRDFlib silently drops a second node element
// in a property, the content of a property with rdf:resource, text between elements, and
// invalid language tags. It reads an undeclared prefix as part of the IRI, decodes
// percent-encoding in relative IRIs ("#a%20b" becomes "#a b"), does not resolve a relative
// xml:base, and gives no line if the RDF in well-formed XML is wrong.
//
// OWL/XML, functional-style and Manchester syntax, OBO and OBO Graphs are read as axioms (element), whose triples
// owlaxiom.go and owlnode.go emit by the mapping of OWL 2 to RDF graphs. OBO follows the OWL API, and so ROBOT. There
// is no kept library for either: shful/gofp ended in 2019 at v0.0.1 and makes no RDF, and the OBO package of
// vertgenlab/gonomics reads terms only.
//
// CSV and TSV: encoding/csv, by package sheet (table.go, tablecolumn.go).
//
// Before parsing, the text of RDF/XML is decoded to UTF-8 (by its byte order mark, else by
// the XML declaration), and carriage returns become line feeds. encoding/xml does not read
// a DTD: entity.go expands the entities of the internal subset, within limits. External
// entities, parameter entities and entities with elements in them are refused. An external
// DTD subset is not fetched, and is counted as a warning.
//
// # Source
//
// RDF 1.1 N-Triples, N-Quads, Turtle, TriG and XML Syntax (W3C 2014); JSON-LD 1.1 (W3C 2020); OWL 2 Structural
// Specification, XML Serialization and Mapping to RDF Graphs (W3C 2012); OBO Flat File Format 1.4;
// XML 1.0 (fifth edition) sections 2.11, 3.3.3 and 4; RFC 3986 section 5.
//
// # Key of letters
//
// s, p, o subject, predicate, object; fn the function that receives triples; sc the
// scope (base, language) of an XML element; el an XML start element.
package rdffile
