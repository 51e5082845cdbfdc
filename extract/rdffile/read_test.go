package rdffile

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

const testBase = "http://base.example/dir/doc"

func readString(t testing.TB, text string, f Format) ([]rdf.Triple, Stats, error) {
	t.Helper()
	var ts []rdf.Triple
	stats, err := ReadFrom(context.Background(), strings.NewReader(text), f, testBase, func(tr rdf.Triple) error {
		ts = append(ts, tr)
		return nil
	})
	return ts, stats, err
}

// TestGolden reads each file of testdata. The golden file has its triples in order, with
// prefixes and warnings. Python's rdflib 7.6 differs in features, entities, latin1 and koi8
// only in this: it adds namespaces to the XML literal, and reads the attribute without a
// namespace as a property.
func TestGolden(t *testing.T) {
	files := require.Value(filepath.Glob("testdata/*.*"))(t)
	tested := 0
	for _, path := range files {
		format, err := FormatOf(path)
		if err != nil {
			continue // a golden file
		}
		tested++
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := require.Value(os.Open(path))(t)
			defer f.Close()
			var sb strings.Builder
			stats := require.Value(ReadFrom(context.Background(), f, format, testBase, func(tr rdf.Triple) error {
				sb.WriteString(tr.Serialize(rdf.NTriples))
				return nil
			}))(t)
			var notes []string
			for k, v := range stats.Prefixes {
				notes = append(notes, "# prefix "+k+": "+v)
			}
			for k := range stats.Warnings {
				notes = append(notes, "# warning "+k)
			}
			sort.Strings(notes)
			got := strings.ReplaceAll(sb.String(), newBlanks(testBase).scope, "") + strings.Join(append(notes, ""), "\n")
			testfiles.Golden(t, path+".golden", got)
		})
	}
	check.That(t, tested >= 13, "only %d files in testdata", tested)
}

func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "d.ttl"), 0o755))
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	gz := require.Value(os.ReadFile("testdata/named-plain.nt"))(t)
	damaged := append([]byte(nil), gz...)
	damaged[len(damaged)-6] ^= 0xff // the checksum
	for _, tc := range []struct {
		name, path string
		is         error // for errors.Is; may be nil
		want       []string
	}{
		{"no such file", filepath.Join(dir, "none.nt"), fs.ErrNotExist, []string{"none.nt"}},
		{"directory", dir + "/d.ttl", ErrDirectory, []string{"d.ttl"}},
		{"unknown extension", write("x.yaml", "{}"), ErrUnknownFormat, []string{"x.yaml", ".ttl"}},
		{"no extension", write("plain", ""), ErrUnknownFormat, []string{"plain"}},
		{"only gz", write("x.gz", ""), ErrUnknownFormat, []string{"x.gz"}},
		{"truncated gzip", write("t.nt.gz", string(gz[:len(gz)-20])), nil, []string{"t.nt.gz", "truncated"}},
		{"gzip header only", write("h.ttl.gz", string(gz[:4])), nil, []string{"h.ttl.gz", "truncated"}},
		{"gzip without its trailer", write("e.nt.gz", string(gz[:len(gz)-8])), nil, []string{"truncated"}},
		{"damaged gzip", write("c.nt.gz", string(damaged)), nil, []string{"c.nt.gz", "damaged"}},
		{"empty owl", write("e.owl", ""), nil, []string{"e.owl:1", "empty"}},
		{"blank owl", write("b.owl", " \n\n"), nil, []string{"b.owl:", "empty"}},
		{"bad line", write("bad.nt", "<http://a> <http://a> <http://a> .\n\n<http://a> oops .\n"), nil,
			[]string{"bad.nt:3: N-Triples"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ts, _, err := ReadAll(context.Background(), tc.path)
			require.That(t, err != nil, "no error, %d triples", len(ts))
			check.That(t, ts == nil, "%d triples with an error", len(ts))
			check.That(t, tc.is == nil || errors.Is(err, tc.is), "%v is not %v", err, tc.is)
			for _, w := range tc.want {
				check.That(t, strings.Contains(err.Error(), w), "error %q lacks %q", err, w)
			}
			check.That(t, !strings.Contains(err.Error(), "\n"), "error of several lines: %q", err)
		})
	}
}

// TestEmpty: an empty graph is legal in N-Triples and Turtle, with a warning.
func TestEmpty(t *testing.T) {
	for _, f := range []Format{NTriples, Turtle} {
		for _, text := range []string{"", "\n", "# only a comment"} {
			_, stats, err := readString(t, text, f)
			check.That(t, err == nil && stats.Triples == 0 && stats.Warnings["no triples"] == 1,
				"format %d %q: %+v, %v", f, text, stats, err)
		}
	}
}

// TestScopes: the labels of two files differ, and reading a file again gives the same.
func TestScopes(t *testing.T) {
	dir := t.TempDir()
	labels := map[string]string{}
	for _, name := range []string{"a.nt", "b.nt", "c.ttl", "d.owl"} {
		text := "_:b1 <http://a/p> <http://a/o> .\n"
		if name == "d.owl" {
			text = `<r:Description xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://a/" r:nodeID="b1" p:x="1"/>`
		}
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		for range 2 {
			ts, _, err := ReadAll(context.Background(), path)
			require.That(t, err == nil && len(ts) == 1, "%v, %v", ts, err)
			label := ts[0].Subj.String()
			other, taken := labels[label]
			check.That(t, !taken || other == name, "%s and %s share the label %s", name, other, label)
			labels[label] = name
		}
	}
	check.That(t, len(labels) == 4, "labels %v, want 4", labels)
}

// TestLabelsOfTheFile: generated labels differ from those in the file.
func TestLabelsOfTheFile(t *testing.T) {
	ts, _ := require.Values(readString(t, "_:b1 <http://a/p> [ <http://a/q> 1 ] . _:g1 <http://a/p> [] .", Turtle))(t)
	nodes := map[string]bool{}
	for _, tr := range ts {
		for _, term := range []rdf.Term{tr.Subj, tr.Obj} {
			if term.Type() == rdf.TermBlank {
				nodes[term.String()] = true
			}
		}
	}
	check.That(t, len(nodes) == 4, "%d blank nodes, want 4: %v", len(nodes), nodes)
}

// TestLabelWithColon: N-Triples allows a colon in a label, but Turtle does not.
func TestLabelWithColon(t *testing.T) {
	ts, _ := require.Values(readString(t, "_:a:b <http://a/p> _:ab .", NTriples))(t)
	s, o := ts[0].Subj.String(), ts[0].Obj.String()
	check.That(t, s != o && !strings.Contains(s, ":"), "labels %s and %s", s, o)
}

func TestStop(t *testing.T) {
	stop := errors.New("stop")
	for f, text := range map[Format]string{NTriples: strings.Repeat("<http://a> <http://a> <http://a> .\n", 1000),
		Turtle: strings.Repeat("<http://a> <http://a> <http://a> .\n", 1000),
		RDFXML: `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
			strings.Repeat(`<r:Description r:value="1"/>`, 1000) + `</r:RDF>`,
	} {
		n := 0
		_, err := ReadFrom(context.Background(), strings.NewReader(text), f, testBase, func(rdf.Triple) error {
			if n++; n == 3 {
				return stop
			}
			return nil
		})
		check.That(t, errors.Is(err, stop) && n == 3, "format %d: %d calls, error %v", f, n, err)
		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		_, err = ReadFrom(ctx, strings.NewReader(text), f, testBase, func(rdf.Triple) error { n++; cancel(); return nil })
		check.That(t, errors.Is(err, context.Canceled) && n <= contextEvery,
			"format %d: %d calls after cancel, error %v", f, n, err)
	}
}

func TestWrongBase(t *testing.T) {
	for _, base := range []string{"", "relative/path", "http://a b/"} {
		_, err := ReadFrom(context.Background(), strings.NewReader(""), Turtle, base, nil)
		check.That(t, err != nil, "base %q is taken", base)
	}
}

// TestPanicOfCaller: a panic of fn is not recovered.
func TestPanicOfCaller(t *testing.T) {
	for _, f := range []Format{NTriples, Turtle} {
		func() {
			defer func() { check.Equal(t, recover(), "mine", "format %d: recovered", f) }()
			_, err := ReadFrom(context.Background(), strings.NewReader("<http://a> <http://a> <http://a> ."), f, testBase,
				func(rdf.Triple) error { panic("mine") })
			t.Errorf("format %d: returned %v", f, err)
		}()
	}
}

// TestBase: blanks around IRIs are optional, and BASE counts from where it is.
func TestBase(t *testing.T) {
	const want = "<http://e/a> <http://e/p> <http://e/b> .\n"
	for _, text := range []string{"BASE<http://e/>\n<a> <p> <b> .", "base<http://e/><a><p><b>.", "@base<http://e/>.<a><p><b>.",
		"BASE#c\n<http://e/>\n<a> <p> <b>.", "PREFIX x:<http://e/>BASE<http://e/>x:a<p>x:b."} {
		ts, _, err := readString(t, text, Turtle)
		check.That(t, err == nil && len(ts) == 1 && ts[0].Serialize(rdf.NTriples) == want, "%q: %v, %v", text, ts, err)
	}
}

// TestOddNames: every file name gives a legal base IRI.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"a b.ttl", "100%.ttl", "é^`{}|<>\".ttl", "#q?.ttl", "a:b.ttl", `back\slash.ttl`} {
		path := testfiles.Write(t, name, "<#a> <#b> <> .")
		ts, _, err := ReadAll(context.Background(), path)
		if err != nil || len(ts) != 1 || !strings.HasPrefix(ts[0].Subj.String(), "file:///") ||
			!strings.HasSuffix(ts[0].Subj.String(), "#a") {
			t.Errorf("%q: %v, %v", name, ts, err)
		}
	}
}

// TestPrefixesStop: reading a Turtle document stops when the context ends, also before the
// first triple. Of many prefixes it keeps the first ones.
func TestPrefixesStop(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "@prefix p%d: <http://example.org/%d/> .\n", i, i)
	}
	if _, stats, err := readString(t, text.String(), Turtle); err != nil || len(stats.Prefixes) != mostPrefixes ||
		stats.Prefixes["p7"] != "http://example.org/7/" {
		t.Errorf("%d prefixes, %v", len(stats.Prefixes), err)
	}
	for _, stopAfter := range []int{0, 1, 1000} {
		ctx := &endingContext{Context: t.Context()}
		ctx.left.Store(int64(stopAfter))
		r := io.MultiReader(strings.NewReader(text.String()), readerFunc(func([]byte) (int, error) {
			ctx.counting.Store(true) // everything is read, and parsed from now on
			return 0, io.EOF
		}))
		stats, err := ReadFrom(ctx, r, Turtle, "http://example.org/", func(rdf.Triple) error { return nil })
		check.That(t, errors.Is(err, context.Canceled) && len(stats.Prefixes) <= stopAfter,
			"after %d checks: %v, %d prefixes", stopAfter, err, len(stats.Prefixes))
	}
}

// An endingContext ends when Err was called a number of times while counting is set.
type endingContext struct {
	context.Context
	counting atomic.Bool
	left     atomic.Int64
}

func (c *endingContext) Err() error {
	if c.counting.Load() && c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestLeftOut: what is left out is counted. Of graphs
// those that were chosen; bad lines are skipped if the options say so, and some are good.
func TestLeftOut(t *testing.T) {
	const nt, nq = "<http://a> <http://p> <http://b> .\n", "<http://a> <http://p> <http://b> <http://g> .\n"
	g, skip := Options{Graphs: []string{"http://g", "http://h"}}, Options{SkipBad: true}
	const noGraph, second = "no triples in http://g http://h of --graph", "bad lines are skipped, the first is line 2: "
	for _, tt := range []struct {
		in       string
		format   Format
		o        Options
		read     int
		warning  string
		warnings int
		err      string
	}{
		{"<http://a> <http://p> <http://b> . << <http://a> <http://p> <http://b> >> <http://c> 0.9 .", Turtle, Options{}, 4, aboutStatements, 0, ""},
		{"<http://a> a <http://b> {| <http://c> 0.9 ; <http://d> [ <http://e> 1 ] |}, <http://c> .", Turtle, Options{}, 3, aboutStatements, 3, ""},
		{"<http://a> <http://p> <http://b> {| <http://c> 0.9 ; <http://d> [ <http://e> 1 ] |}, <http://c> .", Turtle, Options{}, 7, aboutStatements, 0, ""},
		{"<http://a> <http://p> << <http://a> <http://p> <http://b> >> .", Turtle, Options{}, 3, aboutStatements, 0, ""},
		{"<http://a> <http://p> <<( <http://a> <http://p> <http://b> )>> .", Turtle, Options{}, 0, aboutStatements, 1, ""},
		{"<http://a> <http://p> <http://b> ~ <http://s> {| <http://c> 0.9 |} .", Turtle, Options{}, 4, aboutStatements, 0, ""},
		{nt + "<< <http://a> <http://p> \"x .\" >> <http://c> \"y\" . # z\n<http://a> <http://p> <<( <http://a> <http://p> <http://b> )>> .\n" + nt, NTriples, skip, 5, aboutStatements, 1, ""},
		{"VERSION \"1.2\"\n" + nt + "<http://a> <http://p> \"x\"@ar--rtl .", NTriples, Options{}, 2, directions, 1, ""},
		{" VERSION '1.2' # it is\n" + nq + "<http://a> <http://p> \"x\"@ar-EG--ltr <http://g> .", NQuads, Options{}, 2, directions, 1, ""},
		{"VERSION \"1.2\"\n<a> <b> \"x\"@ar--rtl, 'y'@en .", Turtle, Options{}, 2, directions, 1, ""},
		{"@version '1.2' .\n{ <a> <b> \"x\"@ar--rtl }", TriG, Options{}, 1, directions, 1, ""},
		{"VERSION 1.2\n" + nt, NTriples, Options{}, 0, "", 0, ":1: N-Triples"},
		{nt + "<http://a> <http://p> \"x\"@ar--up .", NTriples, Options{}, 1, "", 0, ":2: N-Triples"},
		{nt + nq + nq + "<http://a> <http://p> 'x' <http://i> .", NQuads, skip, 3, second[:len(second)-3] + "4: N-Quads: object: want <IRI>, _:label or a literal, found \"'x' <http://i> .\"", 1, ""},
		{nt + nq + nq + "_:a <http://p> 'x' _:g .", NQuads, Options{}, 3, "", 0, ":4: N-Quads"},
		{nt + nq + nq + "_:a <http://p> \"x\" _:g .", NQuads, g, 2, "", 0, ""},
		{nt + "<g> { <a> <b> 1, 2 } _:g { <a> <b> <c> } <h> { <a> <b> 3 }", TriG, Options{Graphs: []string{"http://base.example/dir/g"}}, 2, "", 0, ""},
		{`{"@id": "http://g", "http://p": 1, "@graph": {"@id": "_:a", "http://p": [2, 3]}}`, JSONLD, g, 2, "", 0, ""},
		{`{"http://p": [9007199254740993, 9007199254740992]}`, JSONLD, Options{}, 2, "JSON-LD: numbers over 2^53 are rounded: write them as strings with their type", 1, ""},
		{nt + nt, NQuads, g, 0, noGraph, 1, ""},
		{nt + nt, NTriples, g, 2, noGraph, 0, ""},
		{nt + "\xff\n" + nt + nq, NTriples, skip, 2, second + "N-Triples: invalid UTF-8 (is it Latin-1 or Windows-1252? Save it as UTF-8)", 2, ""},
		{"\nx\ny", NTriples, skip, 0, "", 0, ":2: N-Triples"},
		{nt + "\"x\" <b> <c> .", Turtle, skip, 1, "", 0, "subject of a statement (only lines of N-Triples and N-Quads can be skipped)"},
	} {
		stats, err := tt.o.readFrom(t.Context(), strings.NewReader(tt.in), tt.format, testBase, oneByOne(t.Context(), func(rdf.Triple) error { return nil }), defaultLimits)
		check.That(t, stats.Triples == tt.read && stats.Warnings[tt.warning] == tt.warnings && (err == nil) == (tt.err == "") &&
			(err == nil || strings.Contains(err.Error(), tt.err)), "%s, %+v: %d triples, %v, %v", tt.in, tt.o, stats.Triples, stats.Warnings, err)
	}
}

// TestJSONLDContexts reads documents whose contexts have a version, or are files beside them.
func TestJSONLDContexts(t *testing.T) {
	const context = `{"@context": {"@version": 1.1, "@vocab": "http://x/", "knows": {"@type": "@id"}}}`
	const rest = `, "@id": "http://x/a", "knows": "http://x/b"}`
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	write("context.jsonld", context)
	write("import.jsonld", `{"@context": {"@import": "context.jsonld", "age": "http://x/age"}}`)
	write("sub/beside.jsonld", `{"@context": ["../context.jsonld", {"age": "http://x/age"}]}`)
	write("sub/own.jsonld", `{"@context": {"knows": {"@id": "http://x/knows", "@type": "@id", "@context": "own.jsonld"}}}`)
	write("sub/one.jsonld", `{"@context": [{}, "two.jsonld"]}`)
	write("sub/two.jsonld", `{"@context": ["one.jsonld"]}`)
	refuse := func(string) error { return errors.New("not allowed") }
	for _, tt := range []struct {
		context string
		may     func(string) error
		read    int // contexts from files
		err     string
	}{
		{`{"@version": 1.1, "@vocab": "http://x/"}`, refuse, 0, ""},
		{`[{"@vocab": "http://x/"}, {"@version": 1.1}]`, refuse, 0, ""},
		{`{"@vocab": "http://x/", "n": {"@id": "n", "@context": {"@version": 1.1}}}`, refuse, 0, ""},
		{`{"@version": 1.0, "@vocab": "http://x/"}`, nil, 0, "version"},
		{`{"@version": "1.1", "@vocab": "http://x/"}`, nil, 0, "version"},
		{`"context.jsonld"`, nil, 1, ""},
		{`["./context.jsonld", {"age": "http://x/age"}]`, nil, 1, ""},
		{`"import.jsonld"`, nil, 2, ""},
		{`"sub/beside.jsonld"`, nil, 2, ""},
		{`[{"@base": "http://y/"}, "context.jsonld"]`, nil, 1, ""},
		{`[{"@vocab": "http://x/"}, {"knows": {"@type": "@id", "@id": "http://x/knows", "@context": "context.jsonld"}}]`, nil, 1, ""},
		{`"x.jsonld"`, nil, 0, "x.jsonld> contains itself"},
		{`[{"@vocab": "http://x/", "knows": {"@type": "@id"}}, "sub/own.jsonld"]`, nil, 1, ""},
		{`"sub/one.jsonld"`, nil, 0, "contains itself"},
		{`"context.jsonld"`, refuse, 0, "its @context is a file: not allowed"},
		{`"none.jsonld"`, nil, 0, "its @context is a file that cannot be read"},
		{`"/dev/zero"`, nil, 0, "not a regular file"},
		{`"http://x.test/context.jsonld"`, nil, 0, "files are read without the network"},
	} {
		path := write("x.jsonld", `{"@context": `+tt.context+rest)
		stats, err := Options{MayRead: tt.may}.Read(t.Context(), path, func(rdf.Triple) error { return nil })
		if tt.err != "" {
			check.That(t, err != nil && strings.Contains(err.Error(), tt.err), "%s: %v, want %s", tt.context, err, tt.err)
			continue
		}
		check.That(t, err == nil && stats.Triples == 1 && stats.Contexts == tt.read, "%s: %d triples, %d contexts, %v", tt.context, stats.Triples, stats.Contexts, err)
	}
	_, err := ReadFrom(t.Context(), strings.NewReader(`{"@context": "context.jsonld"`+rest), JSONLD, fileIRI(dir+"/x.jsonld"), func(rdf.Triple) error { return nil })
	check.That(t, err != nil && strings.Contains(err.Error(), "has no files beside it"), "no file: %v", err)
}

// TestUTF16 reads Turtle and N-Triples in UTF-16.
func TestUTF16(t *testing.T) {
	text := "\xfe\xff"
	for _, r := range "<http://a> <http://p> \"é\" ." {
		text += string([]byte{byte(r >> 8), byte(r)})
	}
	for _, format := range []Format{Turtle, NTriples, ByContent} {
		ts, _, err := readString(t, text, format)
		check.That(t, err == nil && len(ts) == 1 && ts[0].Obj.String() == "é", "format %d: %v, %v", format, ts, err)
	}
}

func fromBase64(t *testing.T, text string) string {
	return string(require.Value(base64.StdEncoding.DecodeString(text))(t))
}

// TestPackings reads packed files: whole, cut off, and damaged in the middle.
func TestPackings(t *testing.T) {
	for ending, text := range map[string]string{
		".bz2": "QlpoOTFBWSZTWdEqGVwAAAaZgEABgBUwQEQAIAAiPUjyj1NCAaaaGWhHhqpuOoYasw+LuSKcKEholQyuAA==",
		".xz":  "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AAhABZdAB4aCphwHQSp5GFq6r7bFam4utK51YAAAADaL0oUd16rWQABMiK+oJYYH7bzfQEAAAAABFla",
		".zst": "KLUv/QQAzQAABAE8aHR0cDovL2E+IHBiPiAuAhAD3sKEF2WEfQA=",
		".zip": "UEsDBBQAAAAIABsGe11wCU8CFgAAACIAAAAEAAAAeC5udLPJKCkpsNLXT7RTsIEyCxDMJDsFPQBQSwECFAMUAAAACAAbBntdcAlPAhYAAAAiAAAABAAAAAAAAAAAAAAAgAEAAAAAeC5udFBLBQYAAAAAAQABADIAAAA4AAAAAAA=",
		".gz":  "H4sIAAAAAAACA7PJKCkpsNLXT7RTsIEyCxDMJDsFPQBwCU8CIgAAAA==",
	} {
		packed := []byte(fromBase64(t, text))
		ts, stats, err := ReadAll(t.Context(), testfiles.Write(t, "x.nt"+ending, string(packed)))
		check.That(t, err == nil && len(ts) == 1 && len(stats.Warnings) == 0, "%s: %v, %v, %v", ending, ts, stats.Warnings, err)
		for _, bad := range [][]byte{packed[:len(packed)-5], append(bytes.Clone(packed[:8]), bytes.Repeat([]byte("x"), 90)...)} {
			_, _, err := readString(t, string(bad), NTriples)
			check.That(t, err != nil && (strings.Contains(err.Error(), "truncated") || strings.Contains(err.Error(), "damaged")), "%s: %v", ending, err)
		}
	}
	_, stats, err := ReadAll(t.Context(), testfiles.Write(t, "x.nt.XZ", "<http://a> <http://a> <http://a> .\n"))
	check.That(t, err == nil && stats.Warnings["file is named .xz but is not compressed"] == 1, "%v, %v", stats.Warnings, err)
}

// Pieces of a document are parsed at the same time. The triples come in order, and an error
// names its line.
func TestPieces(t *testing.T) {
	const n = 20_000
	for _, end := range []string{"\n", "\r\n", "\r"} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, `<urn:s> <urn:p> "%0100d" .%s`, i, end)
		}
		require.That(t, text.Len() > 4*blockBytes, "%d bytes", text.Len())
		ts, _, err := readString(t, text.String()+"<urn:s> .", NTriples)
		check.That(t, len(ts) == n && err != nil && strings.Contains(err.Error(), fmt.Sprintf(":%d: ", n+1)), "%q: %d triples, %v", end, len(ts), err)
		for i, triple := range ts {
			require.That(t, triple.Obj.String() == fmt.Sprintf("%0100d", i), "%q: triple %d is %s", end, i, triple.Obj)
		}
	}
}

// TestTurtlePieces: statements that are parsed in pieces say what they say in one piece, whatever is
// declared between them. Only the labels of nodes without a label differ.
func TestTurtlePieces(t *testing.T) {
	read := func(text string, f Format, block int) (string, Stats, error) {
		lim, sb, nodes := defaultLimits, strings.Builder{}, map[string]string{}
		lim.block = block
		stats, err := Options{}.readFrom(t.Context(), strings.NewReader(text), f, testBase, oneByOne(t.Context(), func(tr rdf.Triple) error {
			sb.WriteString(generatedNode.ReplaceAllStringFunc(tr.Serialize(rdf.NTriples), func(label string) string {
				nodes[label] = cmp.Or(nodes[label], fmt.Sprint("_:", len(nodes)))
				return nodes[label]
			}))
			return nil
		}), lim)
		return sb.String(), stats, err
	}
	compare := func(t check.T, text string, f Format, block int) {
		want, all, wantErr := read(text, f, len(text)+1)
		got, stats, err := read(text, f, block)
		check.That(t, (err == nil) == (wantErr == nil) && (err != nil || got == want && fmt.Sprint(stats) == fmt.Sprint(all)), "pieces of %d:\n%s\n%s%v, %v\nwant\n%s%v, %v", block, text, got, err, stats, want, wantErr, all)
	}
	parts := []string{"@prefix p: <http://a/> . ", "PREFIX p: <b/>\n", "@prefix p:<c#>.\n", "prefix q.r:#<x> .\n<d#>", "@base <http://x/y/> . ", "BASE <z/> ",
		"p:a p:b p:c . ", "<r> <s> \"x . \\\" . \"@en , 'z . ' .\n", "p:a\\. p:b 1. ", "<#f> a 1.5 , .5 , 1.e3 , true. ", "[ p:a [ p:b ( 1 [] ) ] ] . ", "_:x. ",
		"_:x <p> _:x. ", "<a> <b> \"\"\"long . \" \n@prefix p: <no> . \"\"\" . ", "# comment . @prefix p: <no> .\n", "<a> <b> <c> {| <d> <e> |} . ",
		"<< <a> <b> <c> >> <d> 1 . ", "p:a.b p:c.d \"x\"^^p:t. ", "<a> <b> \"x\"@prefix, <> .\r\n", "<a> <b> <c> ; <d> [] .\r", "<\\u0061> q.r:b <c> . "}
	graphs := append([]string{"{ <a> <b> [] } ", "GRAPH p:g { p:a p:b p:c . p:a p:b [ ] . } ", "<g> { <a> <b> \"}\" }\n"}, parts...)
	broken := append([]string{"<a> <b> . ", "} ", "<a> <b> <c> ] . ", "\"", "<a> \xff <b> . ", "@prefix p: . "}, graphs...)
	testsize.CheckTimes(t, testsize.Rounds(100), func(t *rapid.T) {
		for i, from := range [][]string{parts, graphs, broken} {
			text := "@prefix p: <http://a/> . " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(from), 0, 20).Draw(t, "text"), "")
			compare(t, text, []Format{Turtle, TriG, TriG}[i], rapid.IntRange(1, 100).Draw(t, "block"))
		}
	})
	for _, path := range require.Value(filepath.Glob(testfiles.Dataset(t, "w3c-sparql") + "/*/*/*/*.ttl"))(t) {
		for _, block := range []int{1, 100} {
			compare(t, string(require.Value(os.ReadFile(path))(t)), Turtle, block)
		}
	}
}

var generatedNode = regexp.MustCompile(`_:f[0-9a-f]{12}g[0-9_]+`)

// TestReifiers: the notations of RDF 1.2 and RDF-star say the same.
func TestReifiers(t *testing.T) {
	const star, spouse = "<< <http://a> <http://spouse> <http://b> >>", "<http://a> <http://spouse> <http://b>"
	want := []string{
		"<http://a> <http://spouse·statement> _ .", "_ <http://since> \"2000\"^^<http://www.w3.org/2001/XMLSchema#integer> .", "_ <http://spouse·value> <http://b> .",
	}
	for in, format := range map[string]Format{
		"<< " + spouse + " >> <http://since> 2000 .":                                         Turtle,
		"<< " + spouse + " ~ _:r >> <http://since> 2000 .":                                   Turtle,
		spouse + " {| <http://since> 2000 |} .":                                              Turtle,
		spouse + " ~ _:r {| <http://since> 2000 |} .":                                        TriG,
		"_:r <" + dl.Reifies + "> <<( " + spouse + " )>> ; <http://since> 2000 .":            Turtle,
		"_:r <" + dl.Reifies + "> <<(" + spouse + ")>> .\n_:r <http://since> " + year + " .": NTriples,
		star + " <http://since> " + year + " .":                                              NTriples,
		star + "\t<http://since>\t" + year + "\t<http://g> .\n":                              NQuads,
	} {
		var got []string
		_, err := Options{}.readFrom(t.Context(), strings.NewReader(in), format, testBase, oneByOne(t.Context(), func(x rdf.Triple) error {
			if line := blankForm.ReplaceAllString(strings.TrimSpace(x.Serialize(rdf.NTriples)), "_"); line != spouse+" ." {
				got = append(got, line)
			}
			return nil
		}), defaultLimits)
		slices.Sort(got)
		check.That(t, err == nil && slices.Equal(got, want), "%s: %q, %v", in, got, err)
	}
}

const year = `"2000"^^<http://www.w3.org/2001/XMLSchema#integer>`

var blankForm = regexp.MustCompile(`_:\w+`)
