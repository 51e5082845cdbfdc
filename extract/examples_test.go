package extract

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
)

func TestReadExamples(t *testing.T) {
	prefixes := map[string]string{"ex": ex, "": "http://empty.org/", "http": "http://trap/"}
	for _, tt := range []struct {
		name, text string
		want       []string
		weights    []int
		duplicates int
		err        string // part of the error
		is         error
	}{
		{name: "plain", text: "http://e/a\nhttp://e/b\n", want: []string{"http://e/a", "http://e/b"}},
		{name: "all spellings",
			text: "\ufeff# head\r\n<http://e/a#x>\r\n\r\n  ex:b  \r\n:c # tail\nurn:isbn:1 \t# tail\nhttp://e/#d",
			want: []string{"http://e/a#x", ex + "b", "http://empty.org/c", "urn:isbn:1", "http://e/#d"}},
		{name: "duplicates", text: "ex:a\n<" + ex + "a>\nex:b\nex:a", want: []string{ex + "a", ex + "b"}, duplicates: 2},
		{name: "unknown prefix", text: "ex:a\n\nfoo:b", err: ":3: \"foo:b\": the prefix \"foo\" is not known"},
		{name: "unknown prefix before another fault", text: "foo:b\nex:a 0", err: ":2: \"0\" is not a weight"},
		{name: "table", text: "iri,label\nhttp://e/a,Ada", err: ":1: this is a table: want a list with one IRI on each line"},
		{name: "quoted table", text: "\"http://e/a\";\"Ada\"", err: ":1: this is a table"},
		{name: "table with blanks", text: "http://e/a,Ada Lovelace,1", err: ":1: this is a table"},
		{name: "comma in an IRI", text: "http://e/a,b", want: []string{"http://e/a,b"}},
		{name: "two on a line", text: "ex:a ex:b", err: ":1: \"ex:b\" is not a weight"},
		{name: "weights", text: "ex:a 3\n<http://e/b>\t12 # twelve\n:c  # 7\r\n http://e/#d   1000000000\n", want: []string{
			ex + "a", "http://e/b", "http://empty.org/c", "http://e/#d"}, weights: []int{3, 12, 1, 1_000_000_000}},
		{name: "weights of 1 are none", text: "ex:a 1\nex:b 01\nex:c", want: []string{ex + "a", ex + "b", ex + "c"}},
		{
			name:       "duplicate with its weight",
			text:       "ex:a 2\n<" + ex + "a> 2\nex:b",
			want:       []string{ex + "a", ex + "b"},
			weights:    []int{2, 1},
			duplicates: 1,
		},
		{name: "duplicate with another weight", text: "ex:a 2\n\nex:a 3",
			err: ":3: <" + ex + "a> has the weight 3, but 2 in line 1"},
		{name: "duplicate without its weight", text: "ex:b\nex:a 2\nex:a",
			err: ":3: <" + ex + "a> has the weight 1, but 2 in line 2"},
		{name: "weight 0", text: "ex:a\nex:b 0",
			err: ":2: \"0\" is not a weight: want an IRI and after it, if it counts more than once, a whole number from 1 to " +
				"1000000000",
		},
		{name: "negative weight", text: "ex:a -1", err: ":1: \"-1\" is not a weight"},
		{name: "weight with a point", text: "ex:a 1.5", err: ":1: \"1.5\" is not a weight"},
		{name: "weight too large", text: "ex:a 1000000001", err: ":1: \"1000000001\" is not a weight"},
		{name: "weight beyond 64 bits", text: "ex:a 99999999999999999999",
			err: ":1: \"99999999999999999999\" is not a weight"},
		{name: "comment too near", text: "ex:a 3#x", err: ":1: \"3#x\" is not a weight"},
		{name: "three columns", text: "ex:a 2 3", err: ":1: 3 words: want an IRI, or an IRI and its weight"},
		{name: "weight of nothing", text: "3", err: ":1: not an absolute IRI"},
		{name: "not closed", text: "<http://e/a", err: ":1: "},
		{name: "word", text: "ex:a\nhello", err: ":2: "},
		{name: "blank node", text: "_:b0", err: "blank node"},
		{name: "bad character", text: "http://e/{a}", err: ":1: "},
		{name: "empty", text: "", err: "holds no IRI", is: ErrNoExamples},
		{name: "comments only", text: "# a\n\n", err: "holds no IRI", is: ErrNoExamples},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := testfiles.Write(t, "pos.txt", tt.text)
			got, err := ReadExamples(path, prefixes)
			if tt.err != "" {
				require.That(t, err != nil && strings.Contains(err.Error(), tt.err) && strings.Contains(err.Error(), path) &&
					(tt.is == nil || errors.Is(err, tt.is)), "got %v; want %q", err, tt.err)
				return
			}
			check.That(t, err == nil && slices.Equal(got.IRIs, tt.want) && slices.Equal(got.Weights, tt.weights) &&
				got.Duplicates == tt.duplicates,
				"got %+v, %v; want %q, %d, %d", got, err, tt.want, tt.weights, tt.duplicates)
		})
	}
	_, err := ReadExamples(testfiles.Write(t, "pos.csv", "http://e/a,1"), nil)
	check.That(t, err != nil && strings.Contains(err.Error(), "pos.csv:1: this is a table"), "a table by its name: %v",
		err)
	check.ErrorIs(t, check.Error(ReadExamples(filepath.Join(t.TempDir(), "none"), nil)), os.ErrNotExist, "absent")
}

func TestNewExamples(t *testing.T) {
	e, err := NewExamples([]string{"a", "b", "a"}, []string{"c"})
	check.That(t, err == nil && e.Duplicates == 1 && slices.Equal(e.All(), []string{"a", "b", "c"}), "got %+v, %v", e, err)
	_, err = NewExamples([]string{"a", "b"}, []string{"c", "b"})
	check.That(t, errors.Is(err, ErrBothSides) && strings.Contains(err.Error(), "<b>"), "both sides: %v", err)
	if e, err := NewExamples([]string{"a"}, nil); err != nil || !slices.Equal(e.All(), []string{"a"}) {
		t.Errorf("positives alone: got %+v, %v", e, err)
	}
	_, err = NewExamples(nil, []string{"a"})
	check.That(t, errors.Is(err, ErrNoExamples) && strings.Contains(err.Error(), "positive"), "one side: %v", err)
}

func TestNewWeighted(t *testing.T) {
	pos := List{IRIs: []string{"a", "b"}, Weights: []int{2, 999_999_996}, Duplicates: 3}
	neg := NewList([]string{"c", "d", "c"})
	e, err := NewWeighted(pos, neg)
	check.That(t, err == nil && e.Duplicates == 4 && slices.Equal(e.PosWeights, pos.Weights) && e.NegWeights == nil &&
		slices.Equal(e.Neg, []string{"c", "d"}), "got %+v, %v", e, err)
	pos.Weights[0]++
	_, err = NewWeighted(pos, neg)
	check.That(t, err != nil && strings.Contains(err.Error(), "sum to 1000000001: want 1000000000 at most"),
		"too much: %v", err)
}

const ontolearn = `{
  "data_path": "father.owl",
  "problems": {
    "Aunt": {"positive_examples": ["http://e/a", "http://e/b"], "negative_examples": ["http://e/c"]},
    "Broken": {"positive_examples": ["http://e/a"]},
    "Word": {"positive_examples": ["word"], "negative_examples": ["http://e/c"]},
    "Both": {"positive_examples": ["http://e/a"], "negative_examples": ["http://e/a"]}
  }
}`

const conf = `/**
 * Father: "ex:nobody" = comment
 */
// declare some prefixes to use as abbreviations
prefixes = [ ("ex","http://example.com/father#"), ("o", "http://other/") ]
rendering = "dlsyntax"

ks.type = "OWL File"
ks.url = "file:father.owl"
reasoner.type = "closed world reasoner"
reasoner.sources = { ks2 }   // a typo that the real file has
h1.type ="celoe_heuristic"
h1.expansionPenaltyFactor = 0.02
lp.type = "posNegStandard"
lp.positiveExamples = { "ex:stefan", "o:markus", /* "ex:nobody", */
   "http://example.com/father#martin" }
lp.negativeExamples = {
"ex:heinz"  }
alg.type = "ocel"
`

func TestReadProblemFile(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, problem string
		pos, neg, data            []string
		called, err               string
	}{
		{name: "ontolearn", file: "p.json", text: ontolearn, problem: "Aunt", called: "Aunt",
			pos: []string{"http://e/a", "http://e/b"}, neg: []string{"http://e/c"}, data: []string{"father.owl"}},
		{name: "the only one", file: "p.json",
			text:   `{"problems":{"P":{"positive_examples":["http://e/a"],"negative_examples":["http://e/b"]}}}`,
			called: "P", pos: []string{"http://e/a"}, neg: []string{"http://e/b"}},
		{name: "which", file: "p.json", text: ontolearn, err: "4 problems: name one of Aunt, Both, Broken, Word"},
		{name: "none such", file: "p.json", text: ontolearn, problem: "Uncle", err: `no problem "Uncle": name one of Aunt`},
		{name: "side missing", file: "p.json", text: ontolearn, problem: "Broken", err: `no "negative_examples"`},
		{name: "bad IRI", file: "p.json", text: ontolearn, problem: "Word", err: `problem "Word", positive_examples`},
		{name: "both sides", file: "p.json", text: ontolearn, problem: "Both", err: "both a positive and a negative"},
		{name: "bad JSON", file: "p.json", text: "{\n \"problems\": {\n,", err: "p.json:3: JSON"},
		{name: "wrong type", file: "p.json", text: "{\n \"problems\": 3}", err: "p.json:2: JSON"},
		{
			name:   "problems alone",
			file:   "p.json",
			text:   `{"P":{"positive examples":["http://e/a"],"negative examples":[]},"data_path":"x.owl"}`,
			called: "P",
			pos:    []string{"http://e/a"},
			data:   []string{"x.owl"},
		},
		{name: "one problem", file: "p.json", text: `{"positive_examples":["http://e/a"],"negative_examples":["http://e/b"]}`,
			called: "p", pos: []string{"http://e/a"}, neg: []string{"http://e/b"}},
		{
			name:    "pairs",
			file:    "p.json",
			text:    `[["A ⊔ B",{"positive examples":["http://e/a"],"negative examples":["http://e/b"]}],["C",{"positive examples":[]}]]`,
			problem: "A ⊔ B",
			called:  "A ⊔ B",
			pos:     []string{"http://e/a"},
			neg:     []string{"http://e/b"},
		},
		{name: "a list", file: "p.json", text: ` [{"target concept":"A","pos":["http://e/a"],"neg":["http://e/b"]}]`,
			called: "A", pos: []string{"http://e/a"}, neg: []string{"http://e/b"}},
		{name: "no problems", file: "p.json", text: `{"x": 1}`, err: `no "problems"`},
		{
			name:   "conf",
			file:   "father.conf",
			text:   conf,
			called: "father",
			data:   []string{"father.owl"},
			pos:    []string{"http://example.com/father#stefan", "http://other/markus", "http://example.com/father#martin"},
			neg:    []string{"http://example.com/father#heinz"},
		},
		{
			name:    "conf, CRLF and BOM",
			file:    "father.conf",
			text:    "\ufeff" + strings.ReplaceAll(conf, "\n", "\r\n"),
			problem: "father",
			called:  "father",
			data:    []string{"father.owl"},
			pos:     []string{"http://example.com/father#stefan", "http://other/markus", "http://example.com/father#martin"},
			neg:     []string{"http://example.com/father#heinz"},
		},
		{name: "conf, other name", file: "father.conf", text: conf, problem: "mother", err: `holds one, "father"`},
		{name: "conf, unknown prefix", file: "x.conf",
			text: "lp.positiveExamples = {\"a:b\"}\nlp.negativeExamples = {\n\"c:d\"}", err: `x.conf:1: "a:b"`},
		{name: "conf, open string", file: "x.conf", text: "a = 1\nlp.positiveExamples = {\"a:b\n}",
			err: "x.conf:2: the string"},
		{name: "conf, open comment", file: "x.conf", text: "a = 1\n/* b", err: "x.conf:2: the comment"},
		{name: "conf, no negatives", file: "x.conf", text: `lp.positiveExamples = {"http://e/a"}`,
			err: "no lp.negativeExamples"},
		{name: "conf, empty", file: "x.conf", text: `lp.positiveExamples = {} lp.negativeExamples = {}`,
			err: "no examples: there is no positive one"},
		{name: "something else", file: "x.txt", text: "hello",
			err: "neither Ontolearn's JSON nor a DL-Learner .conf file"},
		{
			name:   "conf, positives only",
			file:   "x.conf",
			text:   "lp.type = \"posOnlyLP\"\nlp.positiveExamples = {\"http://e/a\"}",
			called: "x",
			pos:    []string{"http://e/a"},
		},
		{
			name:   "conf, old",
			file:   "x.conf",
			text:   "import(\"kin.owl\", \"OWL\");\nalgorithm=celoe;\n+\"http://e/a\"\n+ \"http://e/b\"\n-\"http://e/c\"",
			called: "x",
			pos:    []string{"http://e/a", "http://e/b"},
			neg:    []string{"http://e/c"},
			data:   []string{"kin.owl"},
		},
		{
			name: "conf, a class",
			file: "x.conf",
			text: "prefixes = [(\"ex\",\"http://e/\")]\nlp.type = \"clp\"\nlp.classToDescribe = \"ex:a\"",
			err:  "x.conf:3: this problem is about a class and has no examples: use genus enrich --class '<http://e/a>'",
		},
		{name: "conf, many open comments", file: "x.conf", text: strings.Repeat("/*", 1<<20), err: "x.conf:1: the comment"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := testfiles.Write(t, tt.file, tt.text)
			p, err := ReadProblemFile(path, tt.problem)
			if tt.err != "" {
				require.That(t, err != nil && strings.Contains(err.Error(), tt.err) && strings.Contains(err.Error(), path) &&
					!strings.Contains(err.Error(), "\n"), "got %v; want one line with %q and the path", err, tt.err)
				return
			}
			must(err)
			check.That(t, p.Name == tt.called && slices.Equal(p.Examples.Pos, tt.pos) && slices.Equal(p.Examples.Neg, tt.neg) &&
				slices.Equal(p.Data, tt.data), "got %+v", p)
		})
	}
}

// A parser of foreign files neither panics nor returns examples that cannot be
// asked about.
func FuzzReadConf(f *testing.F) {
	f.Add(conf)
	f.Add("lp.positiveExamples = {\"http://e/a\"} /* */ lp.negativeExamples = [\"http://e/b\"] //")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := readConf("x.conf", []byte(text), "")
		if err != nil {
			check.That(t, !strings.Contains(err.Error(), "\n"), "error of several lines: %q", err)
			return
		}
		for _, iri := range p.Examples.All() {
			got, err := Expand("<"+iri+">", nil)
			check.That(t, err == nil && got == iri, "example %q: %v", iri, err)
		}
	})
}

func TestSheetExamples(t *testing.T) {
	utf16 := "\xff\xfe"
	for _, r := range "iri,label\na,1\nb,0\n" {
		utf16 += string([]byte{byte(r), 0})
	}
	for _, tt := range []struct{ name, text, err string }{
		{name: "numbers", text: "iri,label\na,1.0\nb,0.0\n"},
		{name: "signs", text: "iri,label\na,+1\nb,−1\n"},
		{name: "separator and decimal commas", text: "sep=;\r\niri;label\r\na;1,0\r\nb;0,0\r\n"},
		{name: "separator in quotes", text: "\"SEP=|\"\niri|label\na|yes\nb|no\n"},
		{name: "UTF-16", text: utf16},
		{name: "Latin-1", text: "iri,label\na,1\nb\xe9,0\n", err: ":3: it is not UTF-8"},
		{name: "zeros", text: "iri,label\na\x00,1\n", err: ":2: it has zero bytes"},
		{name: "line", text: "sep=;\niri;label\na;2\n", err: `:3: "2" is not a label`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := ReadSheet(testfiles.Write(t, "x.csv", tt.text))
			var pos, neg []string
			if err == nil {
				pos, neg, err = s.Examples("iri", "label")
			}
			switch {
			case tt.err != "":
				check.That(t, err != nil && strings.Contains(err.Error(), tt.err), "got %v", err)
			case err != nil || !slices.Equal(pos, []string{"a"}) || !slices.Equal(neg, []string{"b"}):
				t.Errorf("got %q, %q, %v", pos, neg, err)
			}
		})
	}
}
