package connector_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"
	"github.com/knakk/sparql"
	"pgregory.net/rapid"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// TestDecodeAsParseJSON compares Decode with knakk/sparql, which reads a whole document,
// on random documents.
func TestDecodeAsParseJSON(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	testsize.Check(t, 40, func(rt *rapid.T) {
		vars := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,3}`), 1, 4, rapid.ID[string]).Draw(rt, "vars")
		text := rapid.OneOf(rapid.String(), rapid.Just(strings.Repeat("é\n", 12_000)),
			rapid.Just("a\"\\/\b\f\n\r\t\u2028<>&é😀"))
		term := rapid.Custom(func(rt *rapid.T) map[string]any {
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				return map[string]any{"type": "uri", "value": "urn:" + rapid.StringMatching(`[a-zé]{0,4}`).Draw(rt, "iri")}
			case 1:
				return map[string]any{"type": "literal", "value": text.Draw(rt, "text"),
					"xml:lang": rapid.SampledFrom([]string{"en", "pt-BR", "zh-hans-cn", "de-x-a-b1"}).Draw(rt, "lang")}
			case 2:
				return map[string]any{"type": "literal", "value": text.Draw(rt, "text"),
					"datatype": rapid.SampledFrom([]string{"urn:d", xsd + "integer", xsd + "dateTime", xsd + "anyURI"}).Draw(rt,
						"datatype"), "more": []any{1.5e3, nil, map[string]any{"a": true}}}
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
		doc, err := json.MarshalIndent(map[string]any{ // sorted: head, results, zzz
			"head":    map[string]any{"vars": vars, "link": []string{}},
			"results": map[string]any{"bindings": rows, "distinct": false}, "zzz": -0.5,
		}, "", rapid.SampledFrom([]string{"", "\t"}).Draw(rt, "indent"))
		require.NoError(rt, err)
		want, err := sparql.ParseJSON(bytes.NewReader(doc))
		require.NoError(rt, err)
		var r io.Reader = bytes.NewReader(doc)
		if len(doc) < 10_000 && rapid.Bool().Draw(rt, "byte by byte") {
			r = iotest.OneByteReader(r)
		}
		table, err := c.Decode(r)
		require.NoError(rt, err)
		if table.Malformed != 0 || fmt.Sprint(table.Vars) != fmt.Sprint(want.Head.Vars) ||
			len(table.Rows) != len(want.Results.Bindings) {
			rt.Fatalf("%d malformed, %v, %d rows", table.Malformed, table.Vars, len(table.Rows))
		}
		for i, binding := range want.Results.Bindings {
			for j, v := range table.Vars {
				got := table.Rows[i][j]
				if b, ok := binding[v]; ok != (got != nil) || ok && got.String() != b.Value {
					rt.Fatalf("row %d, %s: %v, not %v", i, v, got, b)
				} else if l, is := got.(rdf.Literal); is && (l.Lang() != b.Lang ||
					b.DataType != "" && l.DataType.String() != b.DataType) {
					rt.Fatalf("row %d, %s: %v, not %v", i, v, l.Serialize(rdf.NTriples), b)
				}
			}
		}
	})
}

// TestDecodeHeadLast: the head may come last, and names may have escapes.
func TestDecodeHeadLast(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	table, err := c.DecodeSelect(
		[]byte(
			`{"results":{"bindings":[{"\u0079":{"\u0074ype":"uri","v\u0061lue":"urn:y"},"z":{"type":"uri","value":"urn:z"}},
		{"x":{"type":"uri","value":"urn:x"},"y":{"type":"uri","value":"urn:y2"}}]},"head":{"vars":["x","y"]}}`,
		),
	)
	require.NoError(t, err)
	if got := fmt.Sprint(table.Vars, table.Rows, table.Malformed); got != "[x y] [[<nil> urn:y] [urn:x urn:y2]] 1" {
		t.Error(got)
	}
	table, err = c.DecodeSelect(
		[]byte(`{"results":{"bindings":[{}, {"x":{"type":"uri","value":"urn:x"}}]},"head":{"vars":["x","y"]}}`))
	require.NoError(t, err)
	if got := fmt.Sprint(table.Vars, table.Rows, table.Malformed); got != "[x y] [[<nil> <nil>] [urn:x <nil>]] 0" {
		t.Error(got)
	}
}

// TestDecodeStrings: strings are read by RFC 8259, and malformed ones are refused.
func TestDecodeStrings(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	for text, want := range map[string]string{
		`a\u00e9\u0041`:    "aéA",
		`\ud83d\ude00!`:    "😀!",
		`\"\\\/\b\f\n\r\t`: "\"\\/\b\f\n\r\t",
		`\ud83d`:           "", // half a surrogate pair, which encoding/json replaces
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
			check.That(t, result(connector.ErrMalformed)(err), "%q: %v, %v", text, table, err)
			continue
		}
		table, err = c.DecodeSelect([]byte(goodHead + `{"x":{"type":"literal","value":"` + text + `"}}` + goodTail))
		check.That(t, err == nil && table.Rows[0][0].String() == want, "%q: %v, %v", text, table, err)
	}
}

// TestDecodeSameValue: terms with the same value in successive rows stay different.
func TestDecodeSameValue(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	var rows []string
	for _, more := range []string{`literal`, `literal","xml:lang":"en`, `literal","xml:lang":"de`,
		`literal","datatype":"urn:d`, `literal","datatype":"urn:e`, `uri`, `bnode`, `uri`} {
		rows = append(rows, `{"x":{"value":"urn:x","type":"`+more+`"}}`)
	}
	table := require.Value(c.DecodeSelect([]byte(goodHead + strings.Join(rows, ",") + goodTail)))(t)
	got := ""
	for _, row := range table.Rows {
		got += row[0].Serialize(rdf.NTriples) + " "
	}
	if got != `"urn:x" "urn:x"@en "urn:x"@de "urn:x"^^<urn:d> "urn:x"^^<urn:e> <urn:x> _:urn:x <urn:x> ` {
		t.Error(got)
	}
}
