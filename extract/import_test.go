package extract

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// facts lists a structure, for comparison: the same facts give the same text.
func facts(s *interp.Structure) string {
	var out []string
	local := func(iri string) string { return strings.TrimPrefix(iri, ex) }
	sig := s.Signature()
	for a := range s.Len() {
		out = append(out, local(s.IRI(interp.Individual(a))))
	}
	for i, c := range sig.Atoms() {
		name := ""
		switch c := c.(type) {
		case dl.Name:
			name = local(c.IRI)
		case dl.Compare:
			name = local(c.Feature) + "=" + c.Value.Lexical()
		}
		out = append(out, name)
		for a := range s.Len() {
			if s.Atom(interp.ConceptID(i)).Test(uint(a)) {
				out = append(out, name+"("+local(s.IRI(interp.Individual(a)))+")")
			}
		}
	}
	for r := 0; r < sig.NumRoles(); r += 2 {
		name := local(sig.Role(interp.RoleID(r)).IRI)
		out = append(out, name)
		s.EachSource(interp.RoleID(r), func(a interp.Individual, bs []interp.Individual) {
			for _, b := range bs {
				out = append(out, name+"("+local(s.IRI(a))+","+local(s.IRI(b))+")")
			}
		})
	}
	for i, f := range sig.Features() {
		out = append(out, local(f))
		s.EachValued(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				v := s.Values(interp.FeatureID(i))[rank]
				out = append(out, local(f)+"("+local(s.IRI(a))+")="+v.Lexical())
			}
		})
		s.EachString(interp.FeatureID(i), func(a interp.Individual, ranks []uint32) {
			for _, rank := range ranks {
				out = append(out, fmt.Sprintf("%s(%s)=%q", local(f), local(s.IRI(a)), s.Strings(interp.FeatureID(i))[rank].Lexical()))
			}
		})
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

const turtleHead = `@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

func TestImport(t *testing.T) {
	two := ":a a :X . :b a :X . "
	tests := []struct {
		name, turtle string
		o            ImportOptions
		want         string // of what is added to a, b, X, X(a), X(b)
		skipped      string
	}{
		{name: "nothing more"},
		{name: "role", turtle: ":a :r :b , :c .", want: "c r r(a,b) r(a,c)"},
		{name: "superclasses", turtle: ":X rdfs:subClassOf :Y . :Y rdfs:subClassOf :Z , :X . :W rdfs:subClassOf :X .",
			want: "W Y Y(a) Y(b) Z Z(a) Z(b)"},
		{name: "no closure", turtle: ":X rdfs:subClassOf :Y .", o: ImportOptions{Vocabulary: Vocabulary{NoClosure: true}}, want: "Y"},
		{name: "equivalent", turtle: ":Y owl:equivalentClass :X . :c a :Y .", want: "X(c) Y Y(a) Y(b) Y(c) c"},
		{name: "through an anonymous class", turtle: ":X rdfs:subClassOf [ a owl:Restriction ; rdfs:subClassOf :Y ] .",
			want: "Y Y(a) Y(b)", skipped: "axiom with an anonymous class 2"},
		{name: "anonymous type", turtle: ":c a [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :X ] .", want: "c", skipped: "anonymous class 1"},
		{name: "declared", turtle: ":C a owl:Class . :D a rdfs:Class . :r a owl:ObjectProperty . :s a owl:TransitiveProperty . :f a owl:DatatypeProperty . owl:Thing a owl:Class .",
			want: "C D f r s"},
		{name: "declared, not comparable", turtle: ":f a owl:DatatypeProperty ; rdfs:range xsd:string . :h a owl:DatatypeProperty ; rdfs:range xsd:boolean .",
			skipped: "axiom without effect on the facts 2"},
		{name: "trivial types", turtle: ":c a owl:Thing . :d a owl:NamedIndividual .", want: "c d"},
		{name: "values", turtle: `:a :f 007 , 2.5 , "x"^^xsd:integer , "text" , "Text"@de , "P1D"^^xsd:duration ; :h true .`, want: "f f(a)=2.5 f(a)=7 h=true h=true(a)",
			skipped: "datatype without an order 3 malformed literal 1"},
		{name: "strings", turtle: `:a :f "text" , "Text"@de , "", "text"^^xsd:string , "t"^^xsd:token , 7 . :b :f "a\"b\\\\" .`, o: ImportOptions{Vocabulary: Vocabulary{Strings: true}},
			want: `f f(a)="" f(a)="text" f(a)=7 f(b)="a\"b\\\\"`, skipped: "datatype without an order 2"},
		{name: "role and feature", turtle: ":a :r :b , 7 .", want: "r r(a)=7 r(a,b)"},
		{name: "annotations", turtle: `:note a owl:AnnotationProperty . :a :note "n" , :elsewhere ; rdfs:comment "c" ; rdfs:seeAlso :b ; owl:sameAs :z .`,
			skipped: "annotation 2 axiom without effect on the facts 1"},
		{name: "schema terms are no individuals", turtle: `:X a owl:Class ; rdfs:comment "c" ; rdfs:subClassOf :Y . :r a owl:ObjectProperty ; rdfs:domain :X .
			:note a owl:AnnotationProperty . :X :note "n" , :b . <http://example.org/> a owl:Ontology ; <http://purl.org/dc/terms/title> "t" .
			[] a owl:AllDifferent ; owl:distinctMembers ( :a :b ) .`, want: "Y Y(a) Y(b) r", skipped: "annotation 2 axiom without effect on the facts 1"},
		{name: "schema terms with facts are individuals", turtle: `:W a owl:Class ; :r :b . :q a owl:ObjectProperty ; :f 3 . :a a :Y . :Y a :Z .`,
			want: "W Y Y(a) Z Z(Y) f f(q)=3 q r r(W,b)"},
		{name: "punned by declaration", turtle: ":X a owl:Class , owl:NamedIndividual ; :r :b .", want: "X r r(X,b)"},
		{name: "punned by use", turtle: ":X a owl:Class . :a :r :X .", want: "X r r(a,X)"},
		{name: "blank individuals", turtle: ":a :r [ :f 3 ] .", want: "_ f f(_)=3 r r(a,_)"},
		{name: "subproperties off", turtle: ":r rdfs:subPropertyOf :s . :a :r :b .", want: "r r(a,b)", skipped: "axiom without effect on the facts 1"},
		{name: "subproperties on", turtle: ":r rdfs:subPropertyOf :s . :s rdfs:subPropertyOf :q , :r . :a :r :b .",
			o: ImportOptions{SubProperties: true}, want: "q q(a,b) r r(a,b) s s(a,b)"},
		{name: "excluded", turtle: ":a :r :b ; :s :b . :a a :Y .",
			o: ImportOptions{Exclusions: Exclusions{Properties: []string{ex + "r"}, Classes: []string{ex + "Y"}}}, want: "s s(a,b)"},
		{name: "only", turtle: ":a :r :b ; :s :b .", o: ImportOptions{Exclusions: Exclusions{Only: []string{ex + "r"}}}, want: "r r(a,b)"},
		{name: "other vocabulary", turtle: ":a :is :Y . :Y :below :Z .",
			o: ImportOptions{Vocabulary: Vocabulary{Type: []string{ex + "is", rdfNS + "type"}, SubClass: []string{ex + "below"}}}, want: "Y Y(a) Z Z(a)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := writeFile(t, "x.ttl", turtleHead+two+tt.turtle)
			d, report, err := ImportFiles(t.Context(), []string{path}, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := d.Problem(t.Context(), Examples{Pos: []string{ex + "a"}, Neg: []string{ex + "b"}}, LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range strings.Fields(facts(p.Structure)) {
				if i := strings.Index(f, "_:"); i >= 0 {
					end := strings.IndexAny(f[i:]+")", "),")
					f = f[:i] + "_" + f[i+end:]
				}
				if !slices.Contains([]string{"a", "b", "X", "X(a)", "X(b)"}, f) {
					got = append(got, f)
				}
			}
			if tt.name == "punned by declaration" || tt.name == "punned by use" {
				got = append(got, "X") // it is a concept name too
			}
			slices.Sort(got)
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			reasons := map[string]int{}
			for _, s := range report.Skipped {
				reasons[s.Reason] += s.N
			}
			var skipped []string
			for r, n := range reasons {
				skipped = append(skipped, r+" "+count(n))
			}
			slices.Sort(skipped)
			if s := strings.Join(skipped, " "); s != tt.skipped {
				t.Errorf("skipped %q; want %q", s, tt.skipped)
			}
		})
	}
}

func TestImportErrors(t *testing.T) {
	if _, _, err := ImportFiles(t.Context(), nil, ImportOptions{}); err == nil {
		t.Error("no files: no error")
	}
	if _, _, err := ImportFiles(t.Context(), []string{"/nowhere/x.nt"}, ImportOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
	bad := writeFile(t, "bad.nt", "<http://e/a> <http://e/p> <http://e/b> .\nnonsense\n")
	if _, _, err := ImportFiles(t.Context(), []string{bad}, ImportOptions{}); err == nil || !strings.Contains(err.Error(), "bad.nt:2") {
		t.Errorf("malformed: %v; want the line", err)
	}
	d, _, err := ImportFiles(t.Context(), []string{writeFile(t, "x.ttl", turtleHead+":a a :X .")}, ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = d.Problem(t.Context(), Examples{Pos: []string{ex + "a"}, Neg: []string{ex + "z", ex + "X"}}, LoadOptions{})
	if !errors.Is(err, ErrUnknownExample) || !strings.Contains(err.Error(), "<"+ex+"z>") || !strings.Contains(err.Error(), "x.ttl") {
		t.Errorf("unknown example: %v", err)
	}
}

func TestImportDepth(t *testing.T) {
	path := writeFile(t, "x.ttl", turtleHead+":a :r :b . :b :r :c . :c :r :d . :z :r :y .")
	d, _, err := ImportFiles(t.Context(), []string{path, path}, ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[int]int{0: 6, 1: 4, 2: 5} {
		p, info, err := d.Problem(t.Context(), Examples{Pos: []string{ex + "a"}, Neg: []string{ex + "z"}, NegWeights: []int{4}}, LoadOptions{Depth: depth})
		if err != nil || p.MaxDepth != depth || p.Structure.Len() != want || info.Depth != -1 {
			t.Errorf("depth %d: %d individuals, MaxDepth %d, %v; want %d", depth, p.Structure.Len(), p.MaxDepth, err, want)
		}
		if p.PosWeight(0) != 1 || p.NegWeight(0) != 4 {
			t.Errorf("weights %v and %v", p.PosWeights, p.NegWeights)
		}
	}
}

// TestSaveAndExport: memory, database and N-Triples hold the same.
func TestSaveAndExport(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWorld(rt)
		examples := drawExamples(rt, w)
		var nt bytes.Buffer
		for _, tr := range w.triples {
			nt.WriteString(tr.Serialize(0)) // N-Triples
		}
		// Blank nodes get labels by file name and are individuals.
		path := writeFile(t, "w.nt", nt.String())
		o := ImportOptions{Vocabulary: Vocabulary{Strings: rapid.Bool().Draw(rt, "strings")}}
		d, _, err := ImportFiles(t.Context(), []string{path}, o)
		must(err)
		db := memory(rt)
		must(d.Save(t.Context(), db))
		must(d.Save(t.Context(), db)) // again: it takes its own place
		p, info, err := d.Problem(t.Context(), examples, LoadOptions{})
		must(err)
		q, info2, err := Load(t.Context(), db, examples, LoadOptions{})
		must(err)
		if diff := cmp.Diff(facts(p.Structure), facts(q.Structure)); diff != "" {
			rt.Fatal(diff)
		}
		info2.Source.ID, info2.Source.Started = info.Source.ID, info.Source.Started
		if diff := cmp.Diff(info, info2); diff != "" {
			rt.Fatal(diff)
		}
		var out bytes.Buffer
		must(read(rt, db).WriteNTriples(t.Context(), &out))
		again, _, err := ImportFiles(t.Context(), []string{writeFile(t, "again.nt", out.String())}, o)
		must(err)
		p2, _, err := again.Problem(t.Context(), examples, LoadOptions{})
		must(err)
		if diff := cmp.Diff(unlabelled(facts(p.Structure)), unlabelled(facts(p2.Structure))); diff != "" {
			rt.Fatalf("%s\nfrom\n%s", diff, out.String())
		}
	})
}

// unlabelled forgets the labels of blank nodes.
func unlabelled(s string) string {
	fields := strings.Fields(s)
	for i, f := range fields {
		for j := strings.Index(f, "_:"); j >= 0; j = strings.Index(f, "_:") {
			end := strings.IndexAny(f[j:]+")", "),")
			f = f[:j] + "_" + f[min(len(f), j+end):]
		}
		fields[i] = f
	}
	slices.Sort(fields)
	return strings.Join(fields, " ")
}

// TestExportOfCrawl: what was crawled, exported and imported is the same.
func TestExportOfCrawl(t *testing.T) {
	w, examples := herd()
	w.member(ex+"barn", ex+"Barn")
	w.role(ex+"likes", ex+"cow0", ex+"Cow") // a class that is an individual too
	w.state(ex+"Cow", rdfsNS+"label", langLiteral("Kuh \"\\\n", "de"))
	db := memory(t)
	o := CrawlOptions{Vocabulary: Vocabulary{Languages: []string{"de"}}}
	if _, err := Crawl(t.Context(), w.serve(t), db, append(examples.All(), ex+"lonely")[:4], o); err != nil {
		t.Fatal(err)
	}
	p, info, err := Load(t.Context(), db, examples, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := read(t, db).WriteNTriples(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	d, _, err := ImportFiles(t.Context(), []string{writeFile(t, "x.nt", out.String())}, ImportOptions{Vocabulary: o.Vocabulary})
	if err != nil {
		t.Fatal(err)
	}
	q, info2, err := d.Problem(t.Context(), examples, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Fields(facts(p.Structure)), strings.Fields(facts(q.Structure))); diff != "" {
		t.Error(diff)
	}
	if info.Labels[ex+"Cow"] != "Kuh \"\\\n" || info2.Labels[ex+"Cow"] != info.Labels[ex+"Cow"] {
		t.Errorf("labels %q, %q", info.Labels, info2.Labels)
	}
}

func TestCrawlRefuses(t *testing.T) {
	w, examples := herd()
	c := w.serve(t)
	o := herdOptions
	db := memory(t)
	_, err := Crawl(t.Context(), c, db, append(examples.All(), ex+"unicorn"), o)
	if !errors.Is(err, ErrUnknownExample) || !strings.Contains(err.Error(), "<"+ex+"unicorn>") || !strings.Contains(err.Error(), c.URL()) {
		t.Errorf("unknown example: %v", err)
	}
	if _, err := Crawl(t.Context(), c, db, append(examples.All(), ex+"barn"), o); err != nil { // known as an object
		t.Error(err)
	}
	for name, bad := range map[string]struct {
		iris []string
		o    CrawlOptions
	}{
		"no examples": {nil, o},
		"blank node":  {[]string{"_:b"}, o},
		"no IRI":      {[]string{"cow0"}, o},
		"bound":       {examples.All(), CrawlOptions{Bounds: Bounds{Facts: -1}}},
		"batch":       {examples.All(), CrawlOptions{Batch: -1}},
		"property":    {examples.All(), CrawlOptions{Vocabulary: Vocabulary{Type: []string{"is a"}}}},
	} {
		if _, err := Crawl(t.Context(), c, memory(t), bad.iris, bad.o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, _, err := Load(t.Context(), memory(t), examples, LoadOptions{}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("empty database: %v", err)
	}
}
