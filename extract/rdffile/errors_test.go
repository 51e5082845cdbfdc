package rdffile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/iri"
	"github.com/genus-kg/genus/internal/require"
)

// rdfDoc returns an rdf:RDF element with the content. It begins in line 1.
func rdfDoc(content string) string {
	return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:v="http://v/">` + content + "</rdf:RDF>"
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct {
		name   string
		format Format
		in     string
		line   int
		want   string
	}{
		{"not closed", RDFXML, rdfDoc("\n<v:A>\n<v:p>x</v:A>"), 3, "element <p> closed by </A>"},
		{"ends early", RDFXML, "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\n", 3,
			"unexpected EOF"},
		{"ends in a property", RDFXML,
			"<rdf:Description xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:value>x", 2, "unexpected EOF"},
		{"ends in a comment", RDFXML, rdfDoc("\n<!-- "), 2, "unexpected EOF"},
		{"ends in a CDATA section", RDFXML, rdfDoc("\n<![CDATA[ "), 2, "unexpected EOF"},
		{"after CR lines", RDFXML, "<?xml version='1.0'?>\r\r\r<x", 4, "XML:"},
		{"undefined entity", RDFXML, rdfDoc("\n\n<v:A v:p='&nope;'/>"), 3, "undefined entity &nope;"},
		{"undefined in entity", RDFXML, "<!DOCTYPE r [\n<!ENTITY a '&b;'>]>\n" + rdfDoc("&a;"), 3, "undefined entity &b;"},
		{"recursive entity", RDFXML, "<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>\n" + rdfDoc("&a;"), 2,
			"refers to itself"},
		{"elements in an entity", RDFXML, "<!DOCTYPE r [<!ENTITY a '<b/>'>]>\n" + rdfDoc("\n&a;"), 3,
			"entity &a; holds elements"},
		{"external entity", RDFXML, "<!DOCTYPE r [\n<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + rdfDoc("&a;"), 2,
			"external entity &a; is refused"},
		{"public entity", RDFXML, "<!DOCTYPE r [\n<!ENTITY a PUBLIC 'x' 'http://x/'>]>" + rdfDoc(""), 2,
			"external entity &a; is refused"},
		{"parameter entity", RDFXML, "<!DOCTYPE r [\n\n<!ENTITY % a 'x'>]>" + rdfDoc(""), 3, "parameter entities"},
		{"parameter reference", RDFXML, "<!DOCTYPE r [\n%a;]>" + rdfDoc(""), 2, "parameter entities"},
		{"malformed entity", RDFXML, "<!DOCTYPE r [\n<!ENTITY a b>]>" + rdfDoc(""), 2, "malformed declaration of entity &a;"},
		{"DOCTYPE not closed", RDFXML, "<!DOCTYPE r [\n", 2, "unexpected EOF"},
		{"character that is not", RDFXML, "<!DOCTYPE r [\n<!ENTITY a '&#xD800;'>]>" + rdfDoc(""), 2, "character"},
		{"bare ampersand", RDFXML, rdfDoc("\n<v:A v:p='a & b'/>"), 2, "no semicolon"},
		{"unknown encoding", RDFXML, "<?xml version='1.0' encoding='klingon'?>" + rdfDoc(""), 1,
			`unknown encoding "klingon"`},
		{"wrong UTF-8", RDFXML, rdfDoc("\n<v:A v:p='\xe9'/>"), 2, "invalid UTF-8"},
		{"HTML page", RDFXML, "<!DOCTYPE html>\n<html><body>404</body></html>", 2, "HTML page"},
		{"functional-style under a Turtle name", Turtle, "# a comment\nPrefix(:=<http://e/>)", 1,
			"this is OWL functional syntax, not Turtle: name the file .ofn"},
		{"functional-style without an end", ByContent, "Prefix(:=<http://e/>)\nOntology(\nSubClassOf(:A :B)", 3,
			"the text ends within parentheses"},
		{"functional-style prefix", Functional, "Ontology(<http://e/>\n# a comment\nSubClassOf(:A :B))", 3,
			"the prefix of \":A\" is not declared"},
		{"functional-style relative IRI", Functional, "Ontology(\nDeclaration(Class(<#A>)))", 2,
			"<#A> is not an absolute IRI"},
		{"functional-style unknown axiom", Functional, "Ontology(\n\nSubclassOf(<u:A> <u:B>))", 3,
			"SubclassOf: genus does not know this axiom"},
		{"functional-style literal", Functional, "Ontology(\nAnnotation(rdfs:label \"a\n))", 2, "a literal has no end"},
		{"functional-style cardinality", Functional, "Ontology(\nSubClassOf(<u:A> ObjectMinCardinality(<u:p> 1)))", 2,
			"want a number first"},
		{"functional-style facets", Functional,
			"Ontology(\nDataPropertyRange(<u:p> DatatypeRestriction(xsd:int xsd:minInclusive)))", 2, "facets each with a value"},
		{"functional-style text after", Functional, "Ontology()\n)", 2, "text after the end"},
		{"functional-style nested too deep", Functional, "Ontology(" + strings.Repeat("A(", 3000), 1, "nested too deep"},
		{"Manchester", Turtle, "Prefix: : <http://example.org/>\nOntology: <http://example.org/>", 1,
			"this is Manchester syntax, not Turtle: name the file .omn"},
		{"OBO under an XML name", RDFXML, "format-version: 1.2\n", 1, "this is OBO, not RDF/XML: name the file .obo"},
		{"OBO line", ByContent, "format-version: 1.2\n\n[Term]\nid: A:1\nis_a A:2\n", 5, "want tag: value"},
		{"OBO without an id", OBO, "[Term]\nname: a\n", 1, "[Term] has no id"},
		{"OBO quotes", OBO, "[Term]\nid: A:1\nname: a\ndef: no quotes []\n", 4, "the value of def must be in quotes"},
		{"OBO text after a value", OBO, "[Term]\nid: A:1\nname: a {b=\"c\"} d\n", 3, "more text after the value"},
		{"OBO qualifier", OBO, "[Term]\nid: A:1 {b}\n", 2, "a qualifier in braces"},
		{"OBO single conjunct", OBO, "[Term]\nid: A:1\nintersection_of: A:2\n", 3, "only one intersection_of of A:1"},
		{"OBO too few values", OBO, "[Term]\nid: A:1\nrelationship: part_of\n", 3, "want 2 values of relationship"},
		{"OBO references", OBO, "[Term]\nid: A:1\ndef: \"a\" [A:2", 3, "the list of cross-references has no end"},
		{"OBO qualifier", OBO, "[Term]\nid: A:1\ndef: \"a\" [A:2 {b}]", 3, "a qualifier in braces is not name"},
		{"OBO number", OBO, "[Term]\nid: A:1\nrelationship: p A:2 {cardinality=\"two\"}\n", 3, "is not a number"},
		{"OBO axioms", OBO, "ontology: a\nowl-axioms: Ontology(Foo(owl:Thing))\n", 2, "owl-axioms"},
		{"LFS", Turtle, "version https://git-lfs.github.com/spec/v1\noid", 1,
			"a Git LFS pointer, not the file: run git lfs pull"},
		{"tar", Turtle, "x.ttl" + strings.Repeat("\x00", 252) + "ustar", 1, "a tar archive"},
		{"JSON-LD", ByContent, "[ {\"@id\": 1} ]", 1, "JSON, not Turtle"},
		{"HTML under a Turtle name", Turtle, "<!doctype html>", 1, "an HTML page"},
		{"XML under a Turtle name", Turtle, "<?xml version='1.0'?>", 1, "name the file .rdf"},
		{"UTF-16 without a mark", Turtle, "a\x00 \x00", 1, "UTF-16"},
		{"second root", RDFXML, rdfDoc("") + "\n" + rdfDoc(""), 2, "after the end of the root"},
		{"undeclared prefix", RDFXML, rdfDoc("\n<w:A/>"), 2, "undeclared prefix in <w:A>"},
		{"undeclared in attribute", RDFXML, rdfDoc("\n<v:A w:b='1'/>"), 2, "undeclared prefix in attribute w:b"},
		{"no namespace", RDFXML, rdfDoc("\n<A/>"), 2, "no namespace"},
		{"text between nodes", RDFXML, rdfDoc("\nlost text"), 2, `"lost text" where only elements`},
		{"text between properties", RDFXML, rdfDoc("\n<v:A>lost</v:A>"), 2, `"lost" where only elements`},
		{"text beside a node", RDFXML, rdfDoc("\n<v:A><v:p>lost<v:B/></v:p></v:A>"), 2, `"lost" next to an element`},
		{"two nodes", RDFXML, rdfDoc("\n<v:A><v:p><v:B/>\n<v:C/></v:p></v:A>"), 3, "second element <C>"},
		{"content beside resource", RDFXML, rdfDoc("\n<v:A><v:p rdf:resource='x'>lost</v:p></v:A>"), 2, `"lost"`},
		{"node beside resource", RDFXML, rdfDoc("\n<v:A><v:p rdf:resource='x'><v:B/></v:p></v:A>"), 2, "element <B>"},
		{"about and ID", RDFXML, rdfDoc("\n<v:A rdf:about='a' rdf:ID='b'/>"), 2, "only one of"},
		{"ID twice", RDFXML, rdfDoc("\n<v:A rdf:ID='b'/>\n<v:A rdf:ID='b'/>"), 3, "already used in line 2"},
		{"ID not a name", RDFXML, rdfDoc("\n<v:A rdf:ID='1 b'/>"), 2, "not an XML name"},
		{"nodeID not a name", RDFXML, rdfDoc("\n<v:A rdf:nodeID='1'/>"), 2, "not an XML name"},
		{"resource and nodeID", RDFXML, rdfDoc("\n<v:A><v:p rdf:resource='x' rdf:nodeID='n'/></v:A>"), 2,
			"exclude each other"},
		{"parseType and resource", RDFXML, rdfDoc("\n<v:A><v:p rdf:resource='x' rdf:parseType='Literal'/></v:A>"), 2,
			"parseType cannot be combined"},
		{"datatype and node", RDFXML, rdfDoc("\n<v:A><v:p rdf:datatype='http://x'><v:B/></v:p></v:A>"), 2, "rdf:datatype"},
		{"li as a node", RDFXML, rdfDoc("\n<rdf:li/>"), 2, "rdf:li cannot be a node"},
		{"Description as a property", RDFXML, rdfDoc("\n<v:A><rdf:Description/></v:A>"), 2, "cannot be a property"},
		{"bagID", RDFXML, rdfDoc("\n<v:A rdf:bagID='x'/>"), 2, "rdf:bagID is not allowed"},
		{"malformed IRI", RDFXML, rdfDoc("\n<v:A rdf:about='http://a b'/>"), 2, "malformed IRI <http://a b>"},
		{"attribute twice", RDFXML, rdfDoc("\n<v:A v:p='1' xmlns:w='http://v/' w:p='2'/>"), 2, "attribute p twice in <A>"},
		{"relative namespace", RDFXML, rdfDoc("\n<v:A xmlns:v='w#'/>"), 2, "IRI <w#A> is not absolute"},

		{"nt relative IRI", NTriples, "\n<a> <http://p> <http://o> .", 2, "N-Triples"},
		{"nt no dot", NTriples, "<http://a> <http://p> <http://o> .\n<http://a> <http://p> <http://o>\n", 2, "N-Triples"},
		{"nt two on a line", NTriples, "<http://a> <http://p> <http://o> . <http://a> <http://p> <http://o> .\n", 1,
			"N-Triples"},
		{"nt literal subject", NTriples, "\n\n\"a\" <http://p> <http://o> .", 3, "N-Triples"},
		{"nt fourth term", NTriples, "<http://a> <http://p> <http://o> <http://g> .", 1, "name the file .nq"},
		{"nt half a quoted triple", NTriples, "<< <http://a> <http://p> <http://o> .", 1, "N-Triples"},
		{"nt open string", NTriples, "<http://a> <http://p> \"o .\n", 1, "N-Triples"},
		{"nt ends early", NTriples, "<http://a> <http://p> <http://o> .\n<http://a> <http", 2, "N-Triples"},
		{"nt far in", NTriples, strings.Repeat("<http://a> <http://p> <http://o> .\r\n", 20000) + "oops\r\n", 20001,
			"N-Triples"},
		{"nt wrong UTF-8", NTriples, "\n<http://a> <http://p> \"\xff\" .", 2, "invalid UTF-8"},
		{"nt is Turtle", NTriples, "@prefix a: <http://a> .", 1, "N-Triples"},

		{"nq literal graph", NQuads, "\n<http://a> <http://p> <http://o> \"g\" .", 2, "N-Quads: want ."},
		{"nq fifth term", NQuads, "<http://a> <http://p> <http://o> <http://g> <http://g> .", 1, "N-Quads: want ."},
		{"trig open graph", TriG, "<http://g> {\n<a> <b> <c> .", 2, "TriG: "},
		{"trig graph in a graph", TriG, "{ <a> <b> <c> .\n<g> { <a> <b> <c> } }", 2, "TriG: "},
		{"trig literal graph", TriG, "\n\"g\" { <a> <b> <c> }", 2, "TriG: a literal cannot be the subject"},
		{"jsonld cut off", JSONLD, "{\n\"@id\": ", 2, "JSON-LD: unexpected EOF"},
		{"jsonld twice", JSONLD, "{}\n{}", 2, "JSON-LD: more text"},
		{"jsonld context of the network", JSONLD, `{"@context": "https://schema.org"}`, 0,
			"its @context is at <https://schema.org>"},

		{"ttl literal subject", Turtle, "<a> <b> <c> .\n\"x\" <b> <c> .", 2, "a literal cannot be the subject"},
		{"ttl deep quotes", Turtle, strings.Repeat("<<", 60_000), 1, "open brackets"},
		{"ttl no dot", Turtle, "<a> <b> <c>\n", 2, "Turtle"},
		{"ttl ends after comma", Turtle, "<a> <b> <c> ,\n", 2, "Turtle"},
		{"ttl ends in list", Turtle, "<a> <b> (\n1", 2, "Turtle"},
		{"ttl ends in brackets", Turtle, "<a> <b> [ <c> <d>", 1, "Turtle"},
		{"ttl ends in string", Turtle, "<a> <b> \"\"\"c\n\n", 3, "unterminated string"},
		{"ttl undefined prefix", Turtle, "<a> <b> <c> .\nx:a <b> <c> .", 2, `undefined prefix "x"`},
		{"ttl prefix of nobody", Turtle, "\n<a> a rdfs:Class .", 2, `undefined prefix "rdfs"`},
		{"ttl wrong UTF-8", Turtle, "<a> <b> \n\"\xff\" .", 2, "invalid UTF-8"},
		{"ttl is not Turtle", Turtle, "{\"json\": 1}", 1, "Turtle"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, err := readString(t, tc.in, tc.format)
			var at *Error
			require.That(t, errors.As(err, &at), "error %v, want an *Error", err)
			check.That(t, at.Line == tc.line && strings.Contains(err.Error(), tc.want),
				"line %d: %v\nwant line %d: … %s", at.Line, err, tc.line, tc.want)
			check.That(t, !strings.Contains(err.Error(), "\n"), "error of several lines: %q", err)
		})
	}
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	require.Value(z.Write([]byte(text)))(t)
	require.NoError(t, z.Close())
	return b.String()
}

// TestLimits: documents that would take too much memory are refused.
func TestLimits(t *testing.T) {
	laughs := "<!DOCTYPE r [<!ENTITY a0 'ha ha ha ha '>"
	for i := range 40 {
		a, b := string(rune('A'+i/26))+string(rune('a'+i%26)), "a0"
		if i > 0 {
			b = string(rune('A'+(i-1)/26)) + string(rune('a'+(i-1)%26))
		}
		laughs += "<!ENTITY " + a + " '" + strings.Repeat("&"+b+";", 10) + "'>"
	}
	laughs += "]>" + rdfDoc("<v:A v:p='&Bn;'/>")
	chain := "<!DOCTYPE r [<!ENTITY e 'x'>"
	last := "e"
	for range 100 {
		chain += "<!ENTITY " + last + "e '&" + last + ";'>"
		last += "e"
	}
	small := limits{document: 5000, unpacked: 10_000, ratio: 10, slack: 1000, factor: 2, entity: 500, depth: 10,
		brackets: 10}
	for _, tc := range []struct {
		name   string
		format Format
		in     string
		lim    limits
	}{
		{"billion laughs", RDFXML, laughs, defaultLimits},
		{"long chain of entities", RDFXML, chain + "]>" + rdfDoc("&"+last+";"), defaultLimits},
		{"quadratic", RDFXML, "<!DOCTYPE r [<!ENTITY a '" + strings.Repeat("x", 400) + "'>]>" +
			rdfDoc("<v:A v:p='"+strings.Repeat("&a;", 100)+"'/>"), small},
		{"large document", RDFXML, rdfDoc(strings.Repeat(" ", 5000)), small},
		{"gzip bomb", NTriples, gzipped(t, strings.Repeat("<a:s> <a:p> <a:o> .\n", 2_000_000)), defaultLimits},
		{"gzip bomb of blanks", ByContent, gzipped(t, strings.Repeat(" ", 40<<20)), defaultLimits},
		{"xz of 256 MiB", NTriples,
			fromBase64(t, "/Td6WFoAAATm1rRGAgAhASAAAAAJiKV24AAbABldAB4aCphwHQSp5GFq6r7EXbCgZRyq+UCogAAAAAAAX1CrY3eHuA8AATUc0iu2lh+2830BAAAAAARZWg=="),
			defaultLimits},
		{"zstd of 2 GiB", NTriples, fromBase64(t, "KLUv/QSo9QAAoDxodHRwOi8vYT4gYj4gIngiIC4KAgDJf9ZjongBT8Y1gg=="),
			defaultLimits},
		{"small gzip bomb", RDFXML, gzipped(t, strings.Repeat(" ", 10_001)),
			limits{document: 1 << 20, unpacked: 10_000, ratio: 10}},
		{"large Turtle", Turtle, strings.Repeat(" ", 5001), small},
		{"deep elements", RDFXML, rdfDoc(strings.Repeat("<v:A><v:p>", 10) + strings.Repeat("</v:p></v:A>", 10)), small},
		{"long base", Turtle, "@base <http://" + strings.Repeat("x", 300) + "/> .\n" + strings.Repeat("<> a <> .\n", 20),
			small},
		{"deep brackets", Turtle, "<a> <b> " + strings.Repeat("(", 11) + strings.Repeat(")", 11) + ".", small},
		{"very deep brackets", Turtle, "<a> <b> " + strings.Repeat("[<c> ", 1_000_000), defaultLimits},
		{"very deep elements", RDFXML, rdfDoc(strings.Repeat("<v:A><v:p>", 100_000)), defaultLimits},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Options{}.readFrom(context.Background(), strings.NewReader(tc.in), tc.format, testBase,
				oneByOne(context.Background(), func(rdf.Triple) error { return nil }), tc.lim)
			check.That(t, errors.Is(err, ErrTooLarge), "error %v, want ErrTooLarge", err)
		})
	}
	// At the limit, the stack must suffice for Turtle.
	n := defaultLimits.brackets
	deep := "<a> <b> " + strings.Repeat("[ <c> ", n) + "1" + strings.Repeat("]", n) + " ."
	ts, _, err := readString(t, deep, Turtle)
	check.That(t, err == nil && len(ts) == n+1, "deep Turtle: %d triples, %v", len(ts), err)
}

func TestSniff(t *testing.T) {
	for in, want := range map[string]Format{
		"<?xml version='1.0'?>":               RDFXML,
		"\xef\xbb\xbf \r\n<!-- c --><a/>":     RDFXML,
		"<!DOCTYPE r []>":                     RDFXML,
		"<rdf:RDF xmlns:rdf='x'>":             RDFXML,
		"<RDF\nxmlns='x'>":                    RDFXML,
		"\xff\xfe<\x00?\x00":                  RDFXML,
		"\xff\xfe@\x00p\x00":                  Turtle,
		"<http://a> <http://b> <http://c> .":  Turtle,
		"<urn:x> a <urn:y> .":                 Turtle,
		"<> a <urn:y> .":                      Turtle,
		"# comment\n@prefix a: <http://a> .":  Turtle,
		"@prefix a: <http://a> .":             Turtle,
		"\xef\xbb\xbf@prefix a: <http://a> .": Turtle,
		"PREFIX a: <http://a>\na:b a:c a:d .": Turtle,
		"[] <http://a> 1 .":                   Turtle,
	} {
		br, _ := require.Values(unpack(strings.NewReader(in), defaultLimits, false))(t)
		got, _, err := identify(br, ByContent)
		check.That(t, got == want && err == nil, "%q: format %d, %v, want %d", in, got, err, want)
	}
}

// TestResolve has the examples of RFC 3986 section 5.4, and IRIs that net/url would change.
func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for ref, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
		"//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
		"g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "": "http://a/b/c/d;p?q",
		".": "http://a/b/c/", "./": "http://a/b/c/", "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g",
		"../..": "http://a/", "../../g": "http://a/g", "../../../g": "http://a/g", "/./g": "http://a/g",
		"/../g": "http://a/g",
		"g.":    "http://a/b/c/g.", "..g": "http://a/b/c/..g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
		"g/../h": "http://a/b/c/h", "g;x=1/../y": "http://a/b/c/y", "g?y/../x": "http://a/b/c/g?y/../x",
		"g#s/../x": "http://a/b/c/g#s/../x",
		"#":        "http://a/b/c/d;p?q#", "#a%20b": "http://a/b/c/d;p?q#a%20b", "é": "http://a/b/c/é", "http:g": "http:g",
	} {
		check.Equal(t, iri.Resolve(base, ref), want, "%q", ref)
	}
	check.Equal(t, iri.Resolve("urn:x:y", "#z"), "urn:x:y#z", "urn")
	check.Equal(t, iri.Resolve("http://h", "x"), "http://h/x", "no path")
}

// fuzzLimits bound the time for an input.
var fuzzLimits = limits{document: 1 << 16, unpacked: 1 << 16, ratio: 200, slack: 1 << 12, factor: 8, entity: 1 << 10,
	depth: 100, brackets: 100}

func addFiles(f *testing.F, pattern string) {
	files := require.Value(filepath.Glob(pattern))(f)
	for _, name := range files {
		data := require.Value(os.ReadFile(name))(f)
		f.Add(data)
	}
}

// FuzzRead: reading any input does not panic, and the triples can be written as N-Triples
// and read again.
func FuzzRead(f *testing.F) {
	for _, p := range []string{"testdata/*.owl", "testdata/*.xml", "testdata/*.nt", "testdata/*.ttl",
		"testdata/graphs.*[dqg]", "testdata/ontologies/*.o[bf]*"} {
		addFiles(f, p)
	}
	f.Add([]byte("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c \"&#38;b;\">]><a>&b;</a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []Format{NTriples, NQuads, Turtle, TriG, JSONLD, RDFXML, Functional, OBO} {
			var lines bytes.Buffer
			stats, err := Options{}.readFrom(context.Background(), bytes.NewReader(data), format, testBase,
				oneByOne(context.Background(), func(tr rdf.Triple) error {
					lines.WriteString(tr.Serialize(rdf.NTriples))
					return nil
				}), fuzzLimits)
			if err != nil {
				continue
			}
			again, err := ReadFrom(context.Background(), &lines, NTriples, testBase, func(rdf.Triple) error { return nil })
			check.That(t, err == nil && again.Triples == stats.Triples,
				"format %d: %d triples, read back as %d: %v\n%q", format, stats.Triples, again.Triples, err, data)
		}
	})
}
