package rdffile

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
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
		{"directory", write2dir(t, dir, "d.ttl"), ErrDirectory, []string{"d.ttl"}},
		{"unknown extension", write("x.json", "{}"), ErrUnknownFormat, []string{"x.json", ".ttl"}},
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

func write2dir(t *testing.T, dir, name string) string {
	path := filepath.Join(dir, name)
	require.NoError(t, os.Mkdir(path, 0o755))
	return path
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
		ctx := &endingContext{Context: t.Context(), left: stopAfter}
		r := io.MultiReader(strings.NewReader(text.String()), readerFunc(func([]byte) (int, error) {
			ctx.counting = true // everything is read, and parsed from now on
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
	counting bool
	left     int
}

func (c *endingContext) Err() error {
	if c.counting {
		c.left--
	}
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestAboutStatements: of RDF-star the asserted statements are read, and the others counted.
func TestAboutStatements(t *testing.T) {
	const nt = "<http://a> <http://p> <http://b> .\n"
	for _, tt := range []struct {
		name       string
		format     Format
		in         string
		read, left int
	}{
		{"quoted subject", Turtle, "<http://a> <http://p> <http://b> . << <http://a> <http://p> <http://b> >> <http://c> 0.9 .", 1, 2},
		{"annotation", Turtle, "<http://a> <http://p> <http://b> {| <http://c> 0.9 ; <http://d> [ <http://e> 1 ] |}, <http://c> .", 3, 3},
		{"quoted object", Turtle, "<http://a> <http://p> << <http://a> <http://p> <http://b> >> .", 0, 2},
		{"named", Turtle, "<http://a> <http://p> <http://b> ~ <http://s> {| <http://c> 0.9 |} .", 2, 1},
		{"N-Triples", NTriples, nt + "<< <http://a> <http://p> \"x .\" >> <http://c> \"y\" . # z\n<http://a> <http://p> <<( <http://a> <http://p> <http://b> )>> .\n" + nt, 2, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ts, stats, err := readString(t, tt.in, tt.format)
			check.That(t, err == nil && len(ts) == tt.read && stats.Warnings[aboutStatements] == tt.left,
				"%d triples, %v, %v", len(ts), stats.Warnings, err)
		})
	}
}

// TestUTF16 reads Turtle and N-Triples in UTF-16.
func TestUTF16(t *testing.T) {
	text := "\xfe\xff"
	for _, r := range "<http://a> <http://p> \"é\" ." {
		text += string([]byte{byte(r >> 8), byte(r)})
	}
	for _, format := range []Format{Turtle, NTriples, XMLOrTurtle} {
		ts, _, err := readString(t, text, format)
		check.That(t, err == nil && len(ts) == 1 && ts[0].Obj.String() == "é", "format %d: %v, %v", format, ts, err)
	}
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
		packed := require.Value(base64.StdEncoding.DecodeString(text))(t)
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
