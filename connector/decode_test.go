package connector_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"
	"github.com/knakk/sparql"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestDecodeIsParseJSON: a document that knakk/sparql reads as a whole, and
// encoding/json has written, is read the same piece by piece.
func TestDecodeIsParseJSON(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	testsize.Check(t, 40, func(rt *rapid.T) {
		vars := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,3}`), 1, 4, rapid.ID[string]).Draw(rt, "vars")
		text := rapid.OneOf(rapid.String(), rapid.Just(strings.Repeat("é\n", 12_000)), rapid.Just("a\"\\/\b\f\n\r\t\u2028<>&é😀"))
		term := rapid.Custom(func(rt *rapid.T) map[string]any {
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				return map[string]any{"type": "uri", "value": "urn:" + rapid.StringMatching(`[a-zé]{0,4}`).Draw(rt, "iri")}
			case 1:
				return map[string]any{"type": "literal", "value": text.Draw(rt, "text"), "xml:lang": rapid.SampledFrom([]string{"en", "pt-BR", "zh-hans-cn", "de-x-a-b1"}).Draw(rt, "lang")}
			case 2:
				return map[string]any{"type": "literal", "value": text.Draw(rt, "text"), "datatype": rapid.SampledFrom([]string{"urn:d", xsd + "integer", xsd + "dateTime", xsd + "anyURI"}).Draw(rt, "datatype"), "more": []any{1.5e3, nil, map[string]any{"a": true}}}
			}
			return map[string]any{"type": "bnode", "value": "b" + rapid.StringMatching(`[0-9]{0,3}`).Draw(rt, "label")}
		})
		rows := []any{}
		for range rapid.IntRange(0, 10).Draw(rt, "rows") {
			row := map[string]any{}
			for _, v := range vars {
				if rapid.IntRange(0, 4).Draw(rt, "bound") > 0 {
					row[v] = term.Draw(rt, v)
				}
			}
			rows = append(rows, row)
		}
		doc, err := json.MarshalIndent(map[string]any{ // sorted: head comes before results, and "zzz" behind both
			"head": map[string]any{"vars": vars, "link": []string{}}, "results": map[string]any{"bindings": rows, "distinct": false}, "zzz": -0.5,
		}, "", rapid.SampledFrom([]string{"", "\t"}).Draw(rt, "indent"))
		if err != nil {
			rt.Fatal(err)
		}
		want, err := sparql.ParseJSON(bytes.NewReader(doc))
		if err != nil {
			rt.Fatal(err)
		}
		var r io.Reader = bytes.NewReader(doc)
		if len(doc) < 10_000 && rapid.Bool().Draw(rt, "byte by byte") {
			r = iotest.OneByteReader(r)
		}
		table, err := c.Decode(r)
		if err != nil {
			rt.Fatal(err)
		}
		if table.Malformed != 0 || fmt.Sprint(table.Vars) != fmt.Sprint(want.Head.Vars) || len(table.Rows) != len(want.Results.Bindings) {
			rt.Fatalf("%d malformed, %v, %d rows", table.Malformed, table.Vars, len(table.Rows))
		}
		for i, binding := range want.Results.Bindings {
			for j, v := range table.Vars {
				got := table.Rows[i][j]
				if b, ok := binding[v]; ok != (got != nil) || ok && got.String() != b.Value {
					rt.Fatalf("row %d, %s: %v, not %v", i, v, got, b)
				} else if l, is := got.(rdf.Literal); is && (l.Lang() != b.Lang || b.DataType != "" && l.DataType.String() != b.DataType) {
					rt.Fatalf("row %d, %s: %v, not %v", i, v, l.Serialize(rdf.NTriples), b)
				}
			}
		}
	})
}

// TestDecodeHeadLast: the members of an object have no order.
func TestDecodeHeadLast(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	table, err := c.DecodeSelect([]byte(`{"results":{"bindings":[{"y":{"type":"uri","value":"urn:y"},"z":{"type":"uri","value":"urn:z"}},
		{"x":{"type":"uri","value":"urn:x"},"y":{"type":"uri","value":"urn:y2"}}]},"head":{"vars":["x","y"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(table.Vars, table.Rows, table.Malformed); got != "[x y] [[<nil> urn:y] [urn:x urn:y2]] 1" {
		t.Error(got)
	}
	table, err = c.DecodeSelect([]byte(`{"results":{"bindings":[{}, {"x":{"type":"uri","value":"urn:x"}}]},"head":{"vars":["x","y"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(table.Vars, table.Rows, table.Malformed); got != "[x y] [[<nil> <nil>] [urn:x <nil>]] 0" {
		t.Error(got)
	}
}

// TestDecodeStrings: what RFC 8259 allows in a string, and what it does not.
func TestDecodeStrings(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	for text, want := range map[string]string{
		`a\u00e9\u0041`:    "aéA",
		`\ud83d\ude00!`:    "😀!",
		`\"\\\/\b\f\n\r\t`: "\"\\/\b\f\n\r\t",
		`\ud83d`:           "", // half a pair, which encoding/json replaces
		`\ud83d\u0041`:     "",
		`\ude00`:           "",
		`\ud83dx`:          "",
		`\u12`:             "",
		`\u12g4`:           "",
		`\x`:               "",
		"a\x01":            "",
		"a\xff":            "",
		"\\n\xff":          "",
	} {
		table, err := c.DecodeSelect([]byte(strings.Replace(good, "urn:e1", "urn:"+text, 1)))
		if want == "" {
			if !result(connector.ErrMalformed)(err) {
				t.Errorf("%q: %v, %v", text, table, err)
			}
			continue
		}
		table, err = c.DecodeSelect([]byte(goodHead + `{"x":{"type":"literal","value":"` + text + `"}}` + goodTail))
		if err != nil || table.Rows[0][0].String() != want {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
}

// TestDecodeAlike: rows that are written alike but for some of it are not taken for
// what they are not.
func TestDecodeAlike(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	literal := func(v, value, more string) string {
		return fmt.Sprintf(`"%s":{"type":"literal","value":"%s"%s}`, v, value, more)
	}
	const dt = `,"datatype":"urn:d"`
	var doc strings.Builder
	rows := []string{
		literal("a", "x", ""), literal("a", "x", ""), literal("a", "y", ""), literal("a", "x", dt), literal("a", "z", dt), literal("a", "z", ""),
		literal("a", `\u0061`, ""), literal("b", `\u0061`, ""), literal("a", "a", ""), literal("a", "", ""), literal("a", "w", ""), literal("a", "é", ""), literal("a", "ü", ""),
		literal("a", `v\"`, ""), literal("a", `v`, ""), literal("a", "uri", ""), `"a":{"type":"uri","value":"urn:x"}`, `"a":{"type":"uri","value":"urn:y"}`, `"a":{"value":"urn:z","type":"uri"}`,
		`"a":{"value":"urn:z","type":"bnode"}`, `"a":{"value":"urn:x","type":"uri"},` + literal("b", "x", ""), literal("b", "y", "") + `,"a":{"value":"urn:x","type":"uri"}`,
		`"a":{"value":"no iri","type":"uri"}`, `"\u0061":{"\u0074ype":"literal","v\u0061lue":"x"}`, `"a":{"more":{"type":1},"type":"literal","value":"x"}`, literal("a", "en", `,"xml:lang":"en"`), literal("a", "of", `,"xml:lang":"en"`), literal("a", "on", `,"xml:lang":"de"`),
		literal("a", "urn:x", `,"xml:lang":"en"`), literal("a", "urn:x", `,"xml:lang":"de"`), literal("a", "urn:x", ""), literal("a", "urn:x", dt), literal("a", "urn:x", `,"datatype":"urn:e"`),
		`"a":{"type":"uri","value":"urn:x"}`, `"a":{"type":"bnode","value":"urn:x"}`, `"a":{"type":"uri","value":"urn:x"}`, literal("a", "urn:x", `,"xml:lang":"en"`),
	}
	doc.WriteString(`{"head":{"vars":["a","b"]},"results":{"bindings":[`)
	for i, row := range rows {
		if i > 0 {
			doc.WriteString(",")
		}
		doc.WriteString("{" + row + "}")
	}
	doc.WriteString("]}}")
	table, err := c.DecodeSelect([]byte(doc.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows { // each by itself
		one, err := c.DecodeSelect([]byte(`{"head":{"vars":["a","b"]},"results":{"bindings":[{` + row + `}]}}`))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(table.Rows[i], one.Rows[0]) {
			t.Errorf("%s is %v; want %v", row, table.Rows[i], one.Rows[0])
		}
	}
	if table.Malformed != 1 {
		t.Errorf("%d malformed; want 1", table.Malformed)
	}
}

// BenchmarkDecode: the edges of a crawl, and its values in several languages.
func BenchmarkDecode(b *testing.B) {
	c, err := connector.New(connector.Options{URL: "http://endpoint.test/"})
	if err != nil {
		b.Fatal(err)
	}
	const rows = 5000
	for _, kind := range []struct{ name, object string }{
		{"edges", `"type":"uri","value":"http://example.org/thing/%d"`},
		{"values", `"type":"literal","value":"text %d","xml:lang":"%c%[2]c"`},
	} {
		var lines []string
		for i := range rows {
			object := fmt.Sprintf(kind.object, i*7919%10007, 'a'+rune(i%26))
			lines = append(lines, fmt.Sprintf(`{"s":{"type":"uri","value":"http://example.org/thing/%d"},"p":{"type":"uri","value":"http://example.org/p%d"},"o":{%s}}`, i/20, i%7, strings.Split(object, "%!")[0]))
		}
		doc := `{"head":{"vars":["s","p","o"]},"results":{"bindings":[` + strings.Join(lines, ",") + `]}}`
		b.Run(kind.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if t, err := c.DecodeSelect([]byte(doc)); err != nil || len(t.Rows) != rows || t.Malformed > 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestRelease: what a result leaves behind is in no other one, and its terms stay.
func TestRelease(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	document := func(columns, rows int, cell func(i, j int) string) *connector.Table {
		t.Helper()
		var doc strings.Builder
		var vars, bindings []string
		for j := range columns {
			vars = append(vars, fmt.Sprintf(`"v%d"`, j))
		}
		for i := range rows {
			var cells []string
			for j := range columns {
				if value := cell(i, j); value != "" {
					cells = append(cells, fmt.Sprintf(`"v%d":{"type":"literal","value":"%s"}`, j, value))
				}
			}
			bindings = append(bindings, "{"+strings.Join(cells, ",")+"}")
		}
		fmt.Fprintf(&doc, `{"head":{"vars":[%s]},"results":{"bindings":[%s]}}`, strings.Join(vars, ","), strings.Join(bindings, ","))
		table, err := c.DecodeSelect([]byte(doc.String()))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		var kept []rdf.Term
		columns, rows, seldom := 1+rng.IntN(7), rng.IntN(3000), 1+rng.IntN(4)
		table := document(columns, rows, func(i, j int) string {
			if (i+j)%seldom != 0 {
				return ""
			}
			return fmt.Sprint(round, "-", i, "-", j)
		})
		if len(table.Rows) != rows {
			t.Fatalf("%d rows of %d", len(table.Rows), rows)
		}
		for i, row := range table.Rows {
			if len(row) != columns {
				t.Fatalf("row %d has %d cells of %d", i, len(row), columns)
			}
			for j, term := range row {
				switch bound := (i+j)%seldom == 0; {
				case bound != (term != nil):
					t.Fatalf("round %d: row %d, column %d is %v", round, i, j, term)
				case bound && term.String() != fmt.Sprint(round, "-", i, "-", j):
					t.Fatalf("round %d: row %d, column %d is %v", round, i, j, term)
				}
			}
			kept = append(kept, row[0])
		}
		table.Release()
		table.Release() // for nothing
		if table.Rows != nil {
			t.Fatal("rows that were released are still there")
		}
		document(3, 100, func(_, _ int) string { return "other" }).Release()
		for i, term := range kept {
			if i%seldom == 0 && term.String() != fmt.Sprint(round, "-", i, "-", 0) {
				t.Fatalf("a term that was kept has become %v", term)
			}
		}
	}
}
