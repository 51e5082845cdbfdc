package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract/dataset"
	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/extract/graph"
	store "github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

const (
	ex         = "http://example.org/"
	turtleHead = `@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`
)

type tester interface {
	Helper()
	Fatal(...any)
	Context() context.Context
}

func importFile(t tester, path string, o dataset.ImportOptions) *dataset.Dataset {
	t.Helper()
	read := require.Value(dataset.ImportFiles(t.Context(), []string{path}, o))(t)
	v, e := o.Vocabulary.WithDefaults(), o.Exclusions.WithDefaults()
	symbols := graph.NewSymbols(v, e)
	symbols.Apply(read.Facts.Axioms)
	d := dataset.New(read.Facts, store.SourceInfo{SourceKey: dataset.FileKey(read.Files, "{}")}, v, e, symbols, nil)
	d.Stated = read.Stated
	return d
}

func withoutBlankLabels(lines []string) []string {
	out := slices.Clone(lines)
	for i, f := range out {
		for j := strings.Index(f, "_:"); j >= 0; j = strings.Index(f, "_:") {
			end := strings.IndexAny(f[j:]+" ", "), ")
			f = f[:j] + "_" + f[min(len(f), j+end):]
		}
		out[i] = f
	}
	slices.Sort(out)
	return out
}

// importTests has the graphs to import. Each also has a and b in X.
var importTests = []struct {
	name, turtle string
	o            dataset.ImportOptions
	want         string // the facts besides a, b, X, X(a), X(b)
	skipped      string // reasons with numbers
}{
	{name: "nothing more"},
	{name: "role", turtle: ":a :r :b , :c .", want: "c r r(a,b) r(a,c)"},
	{name: "reifiers", turtle: ":a :spouse :b {| :start 2000 |} . << :a :age 3 ~ :m >> :by :c . " +
		`<< :b :says "x"@de >> :by :c .`,
		want: "_ age·statement age·statement(a,m) age·value age·value(m)=3 by by(_,c) by(m,c) c m says·statement " +
			"says·statement(b,_) says·value spouse spouse(a,b) spouse·statement spouse·statement(a,_) " +
			"spouse·value spouse·value(_,b) start start(_)=2000",
		skipped: "datatype without an order 1"},
	{name: "superclasses", turtle: ":X rdfs:subClassOf :Y . :Y rdfs:subClassOf :Z , :X . :W rdfs:subClassOf :X .",
		want: "W Y Y(a) Y(b) Z Z(a) Z(b)"},
	{name: "no closure", turtle: ":X rdfs:subClassOf :Y .",
		o:    dataset.ImportOptions{Vocabulary: graph.Vocabulary{Vocabulary: queries.Vocabulary{NoClosure: true}}},
		want: "Y"},
	{name: "equivalent, without reasoning", turtle: ":Y owl:equivalentClass :X . :c a :Y .", want: "Y Y(c) c",
		skipped: "axiom without effect on the facts 1"},
	{name: "equivalent", turtle: ":Y owl:equivalentClass :X . :c a :Y .",
		o: dataset.ImportOptions{Vocabulary: graph.Vocabulary{RDFS: true}}, want: "X(c) Y Y(a) Y(b) Y(c) c"},
	{name: "through an anonymous class", turtle: ":X rdfs:subClassOf [ a owl:Restriction ; rdfs:subClassOf :Y ] .",
		want: "Y Y(a) Y(b)", skipped: "axiom with an anonymous class 2"},
	{name: "anonymous type", turtle: ":c a [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :X ] .",
		want: "c", skipped: "anonymous class 1"},
	{name: "declared",
		turtle: ":C a owl:Class . :D a rdfs:Class . :r a owl:ObjectProperty . :s a owl:TransitiveProperty . :f a owl:DatatypeProperty . owl:Thing a owl:Class .",
		want:   "C D f r s"},
	{name: "declared, not comparable",
		turtle:  ":f a owl:DatatypeProperty ; rdfs:range xsd:string . :h a owl:DatatypeProperty ; rdfs:range xsd:boolean .",
		skipped: "axiom without effect on the facts 2"},
	{name: "trivial types", turtle: ":c a owl:Thing . :d a owl:NamedIndividual .", want: "c d"},
	{name: "values",
		turtle: `:a :f 007 , 2.5 , "x"^^xsd:integer , "text" , "Text"@de , "P1D"^^xsd:duration ; :h true .`,
		want:   "f f(a)=\"text\" f(a)=2.5 f(a)=7 h=true h=true(a)", skipped: "datatype without an order 3 malformed literal 1"},
	{name: "strings",
		turtle: `:a :f "text" , "Text"@de , "", "text"^^xsd:string , "t"^^xsd:token , 7 . :b :f "a\"b\\\\" .`,
		o:      dataset.ImportOptions{Vocabulary: graph.Vocabulary{Strings: true}},
		want:   `f f(a)="" f(a)="text" f(a)=7 f(b)="a\"b\\\\"`, skipped: "datatype without an order 2"},
	{name: "role and feature", turtle: ":a :r :b , 7 .", want: "r r(a)=7 r(a,b)"},
	{name: "annotations", turtle: `:note a owl:AnnotationProperty . :a :note "n" , :elsewhere ; rdfs:comment "c" ; rdfs:seeAlso :b ; owl:sameAs :z .`,
		skipped: "annotation 2 axiom without effect on the facts 1"},
	{name: "annotation property and another", turtle: `:p a owl:AnnotationProperty , owl:ObjectProperty . :f a owl:AnnotationProperty , owl:DatatypeProperty .
		:a :p :c ; :f 7 .`, want: "c f f(a)=7 p p(a,c)"},
	{name: "data ranges are not individuals", turtle: `:f a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ;
		owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 18 ] [ xsd:maxInclusive 99 ] ) ] .
		:g rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "S" "M" ) ] . :D a rdfs:Datatype . :a :f 7 .`, want: "f f(a)=7",
		skipped: "axiom without effect on the facts 2"},
	{name: "schema terms are not individuals", turtle: `:X a owl:Class ; rdfs:comment "c" ; rdfs:subClassOf :Y . :r a owl:ObjectProperty ; rdfs:domain :X .
		:note a owl:AnnotationProperty . :X :note "n" , :b . <http://example.org/> a owl:Ontology ; <http://purl.org/dc/terms/title> "t" .
		[] a owl:AllDifferent ; owl:distinctMembers ( :a :b ) .`, want: "Y Y(a) Y(b) r",
		skipped: "annotation 2 axiom without effect on the facts 1"},
	{name: "schema terms with facts are individuals",
		turtle: `:W a owl:Class ; :r :b . :q a owl:ObjectProperty ; :f 3 . :a a :Y . :Y a :Z .`,
		want:   "W Y Y(a) Z Z(Y) f f(q)=3 q r r(W,b)"},
	{name: "punned by declaration", turtle: ":X a owl:Class , owl:NamedIndividual ; :r :b .", want: "X r r(X,b)"},
	{name: "punned by use", turtle: ":X a owl:Class . :a :r :X .", want: "X r r(a,X)"},
	{name: "blank individuals", turtle: ":a :r [ :f 3 ] .", want: "_ f f(_)=3 r r(a,_)"},
	{name: "subproperties off", turtle: ":r rdfs:subPropertyOf :s . :a :r :b .", want: "r r(a,b)",
		skipped: "axiom without effect on the facts 1"},
	{name: "excluded", turtle: ":a :r :b ; :s :b . :a a :Y .",
		o: dataset.ImportOptions{
			Exclusions: graph.Exclusions{Properties: []string{ex + "r"}, Classes: []string{ex + "Y"}},
		}, want: "s s(a,b)"},
	{name: "only", turtle: ":a :r :b ; :s :b .",
		o: dataset.ImportOptions{Exclusions: graph.Exclusions{Only: []string{ex + "r"}}}, want: "r r(a,b)"},
	{name: "other vocabulary", turtle: ":a :is :X , :Y . :b :is :X . :Y :below :Z .",
		o: dataset.ImportOptions{
			Vocabulary: graph.Vocabulary{Vocabulary: queries.Vocabulary{Type: ex + "is", SubClassOf: ex + "below"}},
		}, want: "Y Y(a) Z Z(a)"},
	{name: "alone", turtle: ":a :is :X . :b :is :X . :c :is owl:NamedIndividual .",
		o:    dataset.ImportOptions{Vocabulary: graph.Vocabulary{Vocabulary: queries.Vocabulary{Type: ex + "is"}}},
		want: "c"},
	{name: "RDFS",
		turtle: ":r rdfs:subPropertyOf :s ; rdfs:domain :D . :s owl:inverseOf :t . :q a owl:SymmetricProperty . :a :r :b ; :q :c .",
		o:      dataset.ImportOptions{Vocabulary: graph.Vocabulary{RDFS: true}},
		want:   "D D(a) c q q(a,c) q(c,a) r r(a,b) s s(a,b) t t(b,a)"},
}

func TestImport(t *testing.T) {
	for _, tt := range importTests {
		t.Run(tt.name, func(t *testing.T) {
			d := importFile(t, testfiles.Write(t, "x.ttl", turtleHead+":a a :X . :b a :X . "+tt.turtle), tt.o)
			p, _ := require.Values(d.Problem(t.Context(), []string{ex + "a"}, []string{ex + "b"}, 0, graph.Exclusions{}))(t)
			var got []string
			for _, f := range withoutBlankLabels(dltest.Facts(p.Structure)) {
				if !slices.Contains([]string{"a", "b", "X", "X(a)", "X(b)"}, f) {
					got = append(got, f)
				}
			}
			if strings.HasPrefix(tt.name, "punned") {
				got = append(got, "X") // it is a concept name too
			}
			slices.Sort(got)
			check.Equal(t, strings.Join(slices.Compact(got), " "), tt.want)
			reasons := map[string]int{}
			for _, s := range d.Facts.Skipped {
				reasons[s.Reason] += s.N
			}
			var skipped []string
			for r, n := range reasons {
				skipped = append(skipped, fmt.Sprint(r, " ", n))
			}
			slices.Sort(skipped)
			check.Equal(t, strings.Join(skipped, " "), tt.skipped, "skipped")
		})
	}
}

// TestAnonymousEvidence: the object of a property that is not in use is an individual only
// if the range has a named class. Queries must not list others.
func TestAnonymousEvidence(t *testing.T) {
	for class, want := range map[string]int{":C": 1, "[]": 0, "[ rdfs:subClassOf :C ]": 1, "[ rdfs:subClassOf [] ]": 0} {
		file := testfiles.Write(t, "a.ttl", turtleHead+"rdfs:seeAlso rdfs:range "+class+" . :a rdfs:seeAlso :other ; :r :b .")
		d := importFile(t, file, dataset.ImportOptions{Vocabulary: graph.Vocabulary{RDFS: true}})
		isIndividual := slices.ContainsFunc(d.Facts.Individuals, func(a facts.ID) bool { return d.Facts.Term(a) == ex+"other" })
		check.That(t, len(d.Axioms().Classes) == want && isIndividual == (want > 0), "%s: %v, want %d; an individual: %v", class, d.Axioms().Classes, want, isIndividual)
	}
}

// TestExport: exporting as N-Triples or Turtle and reading again gives the same structure.
func TestExport(t *testing.T) {
	forms := map[string]func(*dataset.Dataset, *bytes.Buffer) error{
		"x.nt":  func(d *dataset.Dataset, b *bytes.Buffer) error { return d.WriteNTriples(t.Context(), b) },
		"x.ttl": func(d *dataset.Dataset, b *bytes.Buffer) error { return d.WriteTurtle(t.Context(), b) },
	}
	positives, negatives := []string{ex + "a"}, []string{ex + "b"}
	for _, tt := range importTests {
		d := importFile(t, testfiles.Write(t, "x.ttl", turtleHead+`:a a :X . :b a :X . `+tt.turtle), tt.o)
		p, _ := require.Values(d.Problem(t.Context(), positives, negatives, 0, graph.Exclusions{}))(t)
		for name, write := range forms {
			var out bytes.Buffer
			require.NoError(t, write(d, &out))
			again := importFile(t, testfiles.Write(t, name, out.String()), tt.o)
			q, _ := require.Values(again.Problem(t.Context(), positives, negatives, 0, graph.Exclusions{}))(t)
			diff := cmp.Diff(withoutBlankLabels(dltest.Facts(p.Structure)), withoutBlankLabels(dltest.Facts(q.Structure)))
			check.That(t, diff == "", "%s, %s: %s\nfrom\n%s", tt.name, name, diff, out.String())
		}
	}
}

// TestRandomExport does the same for random graphs.
func TestRandomExport(t *testing.T) {
	dir := t.TempDir()
	terms := []string{":a", ":b", ":c", ":A", ":B", "_:x", "_:y"}
	objects := append([]string{"3", "03", "+3", `" 5 "^^xsd:integer`, `"INF"^^xsd:double`, `"1."^^xsd:decimal`, "4.5", "true", `"text"`, `""`, `""@de`, `""^^:code`, `""^^xsd:integer`, `"\u00e9\n\"\\"@de`, `"2001-02-03"^^xsd:date`, "owl:Class", "owl:NamedIndividual"}, terms...)
	properties := []string{":r", ":s", ":f", "a", "rdfs:subClassOf", "rdfs:label"}
	testsize.Check(t, 25, func(rt *rapid.T) {
		text := turtleHead + ":a a :A . :b a :B ."
		for range rapid.IntRange(0, 12).Draw(rt, "triples") {
			s := rapid.SampledFrom(terms).Draw(rt, "s")
			p := rapid.SampledFrom(properties).Draw(rt, "p")
			o := rapid.SampledFrom(objects).Draw(rt, "o")
			if p == "rdfs:label" { // other labels become texts
				o = rapid.SampledFrom([]string{`"text"`, `"\u00e9\n\"\\"@de`}).Draw(rt, "label")
			}
			text += "\n" + s + " " + p + " " + o + " ."
		}
		path := filepath.Join(dir, "x.ttl")
		o := dataset.ImportOptions{Vocabulary: graph.Vocabulary{Strings: rapid.Bool().Draw(rt, "strings"), Languages: []string{"de"}}}
		require.NoError(rt, os.WriteFile(path, []byte(text), 0o600))
		d := importFile(rt, path, o)
		var out bytes.Buffer
		require.NoError(rt, d.WriteTurtle(t.Context(), &out))
		require.NoError(rt, os.WriteFile(path, out.Bytes(), 0o600))
		if !slices.Contains(d.Facts.Individuals, d.Facts.Find(ex+"a")) || !slices.Contains(d.Facts.Individuals, d.Facts.Find(ex+"b")) {
			return // a or b is a class
		}
		p, _ := require.Values(d.Problem(t.Context(), []string{ex + "a"}, []string{ex + "b"}, 0, graph.Exclusions{}))(rt)
		q, _ := require.Values(importFile(rt, path, o).Problem(t.Context(), []string{ex + "a"}, []string{ex + "b"}, 0, graph.Exclusions{}))(rt)
		facts := func(s *interp.Structure) []string { // labels of blank nodes are not exported
			isLabel := func(fact string) bool { return strings.HasPrefix(fact, graph.RDFSchema+"label") }
			return slices.DeleteFunc(withoutBlankLabels(dltest.Facts(s)), isLabel)
		}
		diff := cmp.Diff(facts(p.Structure), facts(q.Structure))
		require.That(rt, diff == "", "%s\nfrom\n%s", diff, out.String())
	})
}

// TestTurtle: Turtle uses prefixes where it can.
func TestTurtle(t *testing.T) {
	d := importFile(t, testfiles.Write(t, "x.ttl", turtleHead+`@prefix long: <http://example.org/long/> .
		:a :r :b, long:c, <http://example.org/x%20y>, :1.5 ; :f 3, 03, 4.5, "2001-02-03"^^xsd:date ; a :A .
		:b a :B . _:x :r :a . :A rdfs:label "ein A"@de .`), dataset.ImportOptions{})
	var ttl bytes.Buffer
	require.NoError(t, d.WriteTurtle(t.Context(), &ttl))
	for _, part := range []string{"@prefix long: <http://example.org/long/> .", "long:c", "<http://example.org/1.5>", `"3"^^xsd:integer`, ":b a :B", `"ein A"@de`} {
		check.That(t, strings.Contains(ttl.String(), part), "no %s in\n%s", part, ttl.String())
	}
}

// TestEmptyTexts: an empty text is exported as a literal, whatever its datatype or language.
func TestEmptyTexts(t *testing.T) {
	d := importFile(t, testfiles.Write(t, "x.ttl", turtleHead+`:a :p ""@de , "" ; :q ""^^:code , ""^^xsd:integer .`), dataset.ImportOptions{})
	var out bytes.Buffer
	require.NoError(t, d.WriteNTriples(t.Context(), &out))
	for _, literal := range []string{`""@de`, `""^^<` + ex + `code>`, `""^^<http://www.w3.org/2001/XMLSchema#integer>`} {
		check.That(t, strings.Contains(out.String(), literal), "no %s in\n%s", literal, out.String())
	}
	check.That(t, !strings.Contains(out.String(), "_:"), "a blank node in\n%s", out.String())
}

func TestImportErrors(t *testing.T) {
	good := testfiles.Write(t, "good.nt", "<http://e/a> <http://e/p> <http://e/b> .\n")
	for path, want := range map[string]string{"": "no RDF files", "/nowhere/x.nt": "no such file", t.TempDir(): "directory", os.DevNull: "not a regular file",
		testfiles.Write(t, "bad.nt", "<http://e/a> <http://e/p> <http://e/b> .\nnonsense\n"): "bad.nt:2", good: context.Canceled.Error()} {
		ctx := t.Context()
		if path == good {
			ctx = check.Ended()
		}
		_, err := dataset.ImportFiles(ctx, strings.Fields(path), dataset.ImportOptions{})
		check.That(t, err != nil && strings.Contains(err.Error(), want), "%s: %v, want %s", path, err, want)
	}
}

// TestImports: an ontology that a file imports, and that neither a file nor a catalog has, is a warning.
func TestImports(t *testing.T) {
	catalog := func(text string) string { // a folder with the file and a catalog
		importing := testfiles.Write(t, "x.ttl", turtleHead+":o a owl:Ontology ; owl:imports :p, :q, :r . :a a :X .")
		dir := filepath.Dir(importing)
		for name, text := range map[string]string{
			"catalog-v001.xml": `<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">` + text + `</catalog>`,
			"p file.ttl":       turtleHead + ":p0 a owl:Ontology ; owl:imports :o, :q . :X rdfs:subClassOf :P .",
			"q.ofn":            "Ontology(<u:q> SubClassOf(<" + ex + "X> <" + ex + "Q>))",
			"next.xml":         `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="` + ex + `q" uri="q.ofn"/></catalog>`,
		} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		return importing
	}
	group := `<group xml:base=""><uri name="` + ex + `p" uri="p%20file.ttl"/></group>`
	importing := testfiles.Write(t, "x.ttl", turtleHead+":o a owl:Ontology ; owl:imports :p, :p, :q . :a a :X .")
	imported := testfiles.Write(t, "p.ttl", turtleHead+":p0 a owl:Ontology ; owl:versionIRI :p . :X rdfs:subClassOf :Y .")
	for _, tt := range []struct{ paths, want []string }{
		{[]string{importing}, []string{"p", "q"}},
		{[]string{importing, imported}, []string{"q"}},
		{[]string{imported}, nil},
		{[]string{catalog(group + `<nextCatalog catalog="next.xml"/><nextCatalog catalog="catalog-v001.xml"/>`)}, []string{"r"}},
		{[]string{catalog(group + `<rewriteURI uriStartString="` + ex + `" rewritePrefix="./none/"/>`)}, []string{"q", "r"}},
		{[]string{catalog(`<uri name="` + ex + `p" uri="http://example.org/p"/><uri name="` + ex + `r" uri="next"/>`)}, []string{"p", "q", "r"}},
		{[]string{catalog(`<uri name="` + ex + `q" uri="q.ofn"/><uri name="` + ex + `p" uri="x.ttl"/>`)}, []string{"r"}},
	} {
		read := require.Value(dataset.ImportFiles(t.Context(), tt.paths, dataset.ImportOptions{}))(t)
		require.That(t, len(read.Warnings) == len(tt.want), "warnings %q, want %d", read.Warnings, len(tt.want))
		for i, w := range read.Warnings {
			check.Contains(t, w, "<"+ex+tt.want[i]+">", "warning want one of %s", tt.want[i])
		}
	}
}

func TestSameFileTwice(t *testing.T) {
	path := testfiles.Write(t, "x.ttl", turtleHead+":a :r :b .")
	read := require.Value(dataset.ImportFiles(t.Context(), []string{path, path}, dataset.ImportOptions{}))(t)
	files := read.Files
	check.That(t, len(files) == 1 && len(read.Facts.Roles) == 1 && files[0].Size != 0 && len(files[0].SHA256) == 64,
		"%v; want each once", files)
}

// TestLongChainOfProperties: of a long chain of subproperties, only those above properties
// with facts are computed. All pairs would take gigabytes.
func TestLongChainOfProperties(t *testing.T) {
	var b strings.Builder
	b.WriteString(turtleHead)
	const n = 30_000
	for i := range n {
		fmt.Fprintf(&b, ":p%d rdfs:subPropertyOf :p%d .\n", i, i+1)
	}
	fmt.Fprintf(&b, ":a :p%d :b .", n-2)
	d := importFile(t, testfiles.Write(t, "x.ttl", b.String()),
		dataset.ImportOptions{Vocabulary: graph.Vocabulary{RDFS: true}})
	check.Equal(t, len(d.Facts.Roles), 3, "statements")
}

// TestKept: a large file opens again as it was read. It is read anew if it has changed, whatever times it
// has, if what was kept is damaged, or with other settings.
func TestKept(t *testing.T) {
	t.Parallel()
	var of strings.Builder
	of.WriteString("<u:a> <u:f> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n<u:a> <http://www.w3.org/2000/01/rdf-schema#label> \"Ä\"@DE .\n")
	for i := range 100_000 {
		fmt.Fprintf(&of, "<u:%d> <u:r> _:b .\n", i)
	}
	text := of.String()
	path, o := filepath.Join(t.TempDir(), "large.nt"), dataset.ImportOptions{Keep: t.TempDir()}
	write := func(text string) {
		require.NoError(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, time.Unix(9, 9), time.Unix(9, 9))))
		settle()
	}
	read := func(o dataset.ImportOptions) string {
		var out bytes.Buffer
		d := importFile(t, path, o)
		require.NoError(t, errors.Join(d.WriteStated(t.Context(), &out), d.WriteNTriples(t.Context(), &out)))
		return out.String()
	}
	write(text)
	before := read(o)
	check.That(t, usesKept(t, o.Keep, func() { check.Equal(t, read(o), before, "as kept") }) && strings.Contains(before, "\"Ä\"@DE"),
		"it was read anew, or is another one")
	write(strings.ReplaceAll(text, "u:r", "u:q")) // of the same size and time
	after := strings.ReplaceAll(before, "u:r", "u:q")
	check.Equal(t, read(o), after, "the changed file")
	check.Equal(t, read(dataset.ImportOptions{Keep: o.Keep, SkipBad: true}), after, "with another setting")
	kept := require.Value(filepath.Glob(filepath.Join(o.Keep, "*.facts")))(t)
	check.Equal(t, len(kept), 2, "files that are kept")
	for _, file := range kept {
		data := require.Value(os.ReadFile(file))(t)
		data[len(data)/2]++
		require.NoError(t, os.WriteFile(file, data, 0o600))
	}
	anew := require.Value(dataset.ImportFiles(t.Context(), []string{path}, o))(t)
	check.That(t, read(o) == after && len(anew.Warnings) == 1, "damaged: %q", anew.Warnings)
	require.NoError(t, os.Chmod(path, 0o640))
	check.That(t, !usesKept(t, o.Keep, func() { read(o) }), "what was kept is used after a change of who may read the file")
}

// TestKeptAfterKill: a process that is killed while it reads or keeps a file leaves nothing that the next one would
// read wrongly. With GENUS_TESTS=full it is killed 30 times.
func TestKeptAfterKill(t *testing.T) {
	if path := os.Getenv("KILLED"); path != "" {
		_, err := dataset.ImportFiles(t.Context(), []string{path}, dataset.ImportOptions{Keep: os.Getenv("KEEP")})
		require.NoError(t, err)
		return
	}
	t.Parallel()
	var of strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&of, "<u:%d> <u:r> <u:%d> .\n", i, i/3)
	}
	path := testfiles.Write(t, "large.nt", of.String())
	settle()
	child := func(keep string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKeptAfterKill$")
		cmd.Env = append(os.Environ(), "KILLED="+path, "KEEP="+keep)
		return cmd
	}
	began := time.Now()
	require.NoError(t, child(t.TempDir()).Run())
	whole := time.Since(began)
	for range testsize.Choose(3, 30) {
		o := dataset.ImportOptions{Keep: t.TempDir()}
		cmd := child(o.Keep)
		require.NoError(t, cmd.Start())
		time.Sleep(rand.N(whole))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		for range 2 { // reads the file or what was kept, and then what was kept
			got := require.Value(dataset.ImportFiles(t.Context(), []string{path}, o))(t)
			n := len(got.Facts.Roles)
			check.That(t, n == 100_000 && len(got.Warnings) == 0, "%d roles, %q", n, got.Warnings)
		}
	}
}

// settle waits until a file that was written now can be kept.
func settle() { time.Sleep(2100 * time.Millisecond) }

// usesKept reports whether fn reads what was kept in the directory.
func usesKept(t *testing.T, dir string, fn func()) bool {
	kept := require.Value(filepath.Glob(filepath.Join(dir, "*.facts")))(t)
	for _, file := range kept {
		require.NoError(t, os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)))
	}
	fn()
	return slices.ContainsFunc(kept, func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && time.Since(info.ModTime()) < time.Minute
	})
}

// TestKeptImports: nothing is kept of a file that imports what no given file is. What a catalog says of it may
// change, and the imported file may come later. If the files are all that they import, they are kept.
func TestKeptImports(t *testing.T) {
	t.Parallel()
	const imports = "<u:o> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .\n" +
		"<u:o> <http://www.w3.org/2002/07/owl#imports> <u:imp> .\n"
	var of strings.Builder
	of.WriteString(imports)
	for i := range 100_000 {
		fmt.Fprintf(&of, "<u:%d> <u:r> <u:b> .\n", i)
	}
	const catalog = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="u:imp" uri="imp.nt"/></catalog>`
	const imported = "<u:imp> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .\n<u:x> <u:s> <u:y> .\n"
	none := errors.New("not allowed")
	for name, tt := range map[string]struct {
		files map[string]string
		given []string
		may   func(string) error
		keeps bool
	}{
		"no file":            {given: []string{"large.nt"}},
		"a file that is not": {files: map[string]string{"catalog-v001.xml": catalog}, given: []string{"large.nt"}},
		"not allowed":        {files: map[string]string{"catalog-v001.xml": catalog, "imp.nt": imported}, given: []string{"large.nt"}, may: func(string) error { return none }},
		"by a catalog":       {files: map[string]string{"catalog-v001.xml": catalog, "imp.nt": imported}, given: []string{"large.nt"}},
		"by another name":    {files: map[string]string{"catalog-v001.xml": catalog, "imp.nt": "<u:x> <u:s> <u:y> .\n"}, given: []string{"large.nt", "imp.nt"}},
		"given":              {files: map[string]string{"imp.nt": imported}, given: []string{"large.nt", "imp.nt"}, keeps: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, keep := t.TempDir(), t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "large.nt"), []byte(of.String()), 0o600))
			for file, text := range tt.files {
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600))
			}
			settle()
			var paths []string
			for _, file := range tt.given {
				paths = append(paths, filepath.Join(dir, file))
			}
			_ = require.Value(dataset.ImportFiles(t.Context(), paths, dataset.ImportOptions{Keep: keep, MayImport: tt.may}))(t)
			kept := require.Value(filepath.Glob(filepath.Join(keep, "*.facts")))(t)
			check.Equal(t, len(kept) > 0, tt.keeps, "the files are kept")
		})
	}
}
