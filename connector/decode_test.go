package connector_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
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
		doc := require.Value(json.MarshalIndent(map[string]any{ // sorted: head, results, zzz
			"head":    map[string]any{"vars": vars, "link": []string{}},
			"results": map[string]any{"bindings": rows, "distinct": false}, "zzz": -0.5,
		}, "", rapid.SampledFrom([]string{"", "\t"}).Draw(rt, "indent")))(rt)
		want := require.Value(sparql.ParseJSON(bytes.NewReader(doc)))(rt)
		var r io.Reader = bytes.NewReader(doc)
		if len(doc) < 10_000 && rapid.Bool().Draw(rt, "byte by byte") {
			r = iotest.OneByteReader(r)
		}
		table := require.Value(c.Decode(r))(rt)
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
		again := require.Value(c.DecodeXML(inXML(table)))(rt)
		check.Equal(rt, cells(again), cells(table), "in XML")
	})
}

// inXML writes a table as SPARQL Query Results XML.
func inXML(t *connector.Table) []byte {
	var b bytes.Buffer
	text := func(s string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(s))
		return b.String()
	}
	fmt.Fprint(&b, "<sparql xmlns='http://www.w3.org/2005/sparql-results#'>\n<head>")
	for _, v := range t.Vars {
		fmt.Fprintf(&b, "<variable name='%s'/>", v)
	}
	fmt.Fprint(&b, "</head><!-- rows --> <results>")
	for _, row := range t.Rows {
		fmt.Fprint(&b, "\n<result>")
		for j, term := range row {
			switch x := term.(type) {
			case rdf.IRI:
				fmt.Fprintf(&b, "<binding name='%s'> <uri>%s</uri></binding>", t.Vars[j], text(x.String()))
			case rdf.Blank:
				fmt.Fprintf(&b, "<binding name='%s'><bnode>%s</bnode></binding>", t.Vars[j], strings.TrimPrefix(x.String(), "_:"))
			case rdf.Literal:
				how := "datatype='" + x.DataType.String() + "'"
				if x.Lang() != "" {
					how = "xml:lang='" + x.Lang() + "'"
				}
				fmt.Fprintf(&b, "<binding name='%s'><literal %s>%s</literal></binding>", t.Vars[j], how, text(x.String()))
			}
		}
		fmt.Fprint(&b, "</result>")
	}
	fmt.Fprint(&b, "</results></sparql>\n")
	return b.Bytes()
}

// cells writes the rows of a table without the characters that XML cannot have.
func cells(t *connector.Table) (all string) {
	for _, row := range t.Rows {
		for _, term := range row {
			all += fmt.Sprintf("%T %v", term, term)
			if l, is := term.(rdf.Literal); is {
				all += " " + l.Lang() + l.DataType.String()
			}
			all += "|"
		}
		all += "\n"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, all)
}

// TestDecodeHeadLast: the head may come last, and names may have escapes.
func TestDecodeHeadLast(t *testing.T) {
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	table := require.Value(c.DecodeSelect(
		[]byte(
			`{"results":{"bindings":[{"\u0079":{"\u0074ype":"uri","v\u0061lue":"urn:y"},"z":{"type":"uri","value":"urn:z"}},
		{"x":{"type":"uri","value":"urn:x"},"y":{"type":"uri","value":"urn:y2"}}]},"head":{"vars":["x","y"]}}`,
		),
	))(t)
	check.Equal(t, fmt.Sprint(table.Vars, table.Rows, table.Malformed), "[x y] [[<nil> urn:y] [urn:x urn:y2]] 1")
	table = require.Value(c.DecodeSelect(
		[]byte(`{"results":{"bindings":[{}, {"x":{"type":"uri","value":"urn:x"}}]},"head":{"vars":["x","y"]}}`)))(t)
	check.Equal(t, fmt.Sprint(table.Vars, table.Rows, table.Malformed), "[x y] [[<nil> <nil>] [urn:x <nil>]] 0")
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
	check.That(t, got == `"urn:x" "urn:x"@en "urn:x"@de "urn:x"^^<urn:d> "urn:x"^^<urn:e> <urn:x> _:urn:x <urn:x> `, "%v",
		got)
}

const (
	xsd        = "http://www.w3.org/2001/XMLSchema#"
	langString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
)

func TestTerms(t *testing.T) {
	for _, test := range []struct {
		kind, value, lang, datatype string
		want                        string // N-Triples; "" for an error
	}{
		{"uri", "http://example.org/é", "", "", "<http://example.org/é>"},
		{"uri", "urn:x", "", "", "<urn:x>"},
		{"uri", "_:b1", "", "", "_:b1"},
		{"uri", "nodeID://b10001", "", "", "_:nodeID://b10001"},
		{"uri", "", "", "", ""},
		{"uri", "relative", "", "", ""},
		{"uri", "http://example.org/a b", "", "", ""},
		{"uri", "http://example.org/<x>", "", "", ""},
		{"bnode", "b1", "", "", "_:b1"},
		{"bnode", "_:b1", "", "", "_:b1"},
		{"bnode", "", "", "", ""},
		{"literal", "a", "", "", `"a"`},
		{"literal", "", "", "", `""`},
		{"literal", "a", "", xsd + "string", `"a"`},
		{"literal", "01", "", xsd + "integer", `"01"^^<` + xsd + `integer>`},
		{"typed-literal", "1.50", "", xsd + "decimal", `"1.50"^^<` + xsd + `decimal>`},
		{"literal", "INF", "", xsd + "double", `"INF"^^<` + xsd + `double>`},
		{"literal", "1e400", "", xsd + "double", `"1e400"^^<` + xsd + `double>`},
		{"literal", " 7 ", "", xsd + "integer", `" 7 "^^<` + xsd + `integer>`},
		{"literal", "not a number", "", xsd + "integer", `"not a number"^^<` + xsd + `integer>`},
		{"literal", "Élan \"q\" \\ \n", "fr", "", `"Élan \"q\" \\ \n"@fr`},
		{"literal", "a", "en-GB", langString, `"a"@en-GB`},
		{"literal", "大象", "zh-hant-tw", "", `"大象"@zh-hant-tw`},
		{"literal", "слон\r\n\t\"\\", "be-x-old", "", `"слон\r\n` + "\t" + `\"\\"@be-x-old`},
		{"literal", "a", "", langString, ""},
		{"literal", "a", "en-", "", ""},
		{"literal", "a", "en--ltr", "", ""},
		{"literal", "a", "en-us-", "", ""},
		{"literal", "a", "x y", "", ""},
		{"literal", "a", "de-at-\u00e9", "", ""},
		{"literal", "a", "", "integer", ""},
		{"typed-literal", "a", "", "http://a b", ""},
		{"triple", "", "", "", ""},
		{"", "", "", "", ""},
	} {
		got, err := connector.NewTerm(test.kind, test.value, test.lang, test.datatype)
		if (err != nil) != (test.want == "") {
			t.Errorf("%+v: %v, %v", test, got, err)
			continue
		}
		check.That(t, err != nil || got.Serialize(rdf.NTriples) == test.want, "%+v: got %v", test, got)
	}
}

func TestMalformedTermsAreCounted(t *testing.T) {
	rows := []string{`{"x":{"type":"uri","value":"urn:ok"},"y":{"type":"literal","value":"1"}}`,
		`{"x":{"type":"uri","value":"has space"},"y":{"type":"literal","value":"2"}}`,
		`{"y":{"type":"literal","value":"3"}}`,
		`{"x":{"type":"uri","value":"urn:ok"},"z":{"type":"literal","value":"no such variable"}}`, `{"x":null}`}
	for range 10 {
		rows = append(rows, `{"x":{"type":"uri","value":"relative"}}`)
	}
	c := client(t, connector.Options{URL: "http://endpoint.test/"})
	table := require.Value(
		c.DecodeSelect([]byte(`{"head":{"vars":["x","y"]},"results":{"bindings":[` + strings.Join(rows, ",") +
			`]}}`)))(t)
	require.That(t, len(table.Rows) == 15 && table.Malformed == 13 && len(table.Examples) == 5,
		"%d rows, %d malformed, examples %v", len(table.Rows), table.Malformed, table.Examples)
	check.That(t, table.Rows[1][0] == nil && table.Rows[1][1].String() == "2" && table.Rows[2][0] == nil &&
		table.Rows[2][1].String() == "3", "rows %v", table.Rows[:3])
	check.Equal(t, table.Examples[0].Error(), `row 2, ?x, "has space": not an IRI: disallowed character: ' '`,
		"first example")
	e := table.Examples[1]
	check.That(t, e.Var == "z" && e.Row == 3, "second example: %v", e)
}

// FuzzDecode: Decode returns an error or a rectangular table, whatever the body.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{good, rows10, goodHead, good + "x", `{"head":{"vars":[]},"results":{"bindings":[{}]}}`,
		"null", `{"head":null,"results":null}`,
		goodHead + `{"x":{"type":"literal","value":"a","xml:lang":"a-b-c"}}` + goodTail} {
		f.Add([]byte(s))
	}
	c := require.Value(connector.New(connector.Options{URL: "http://endpoint.test/"}))(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		table, err := c.DecodeSelect(body)
		if err != nil {
			checkLine(t, err, c.URL(), "")
			return
		}
		check.That(t, json.Valid([]byte(strings.TrimPrefix(string(body), "\xef\xbb\xbf"))), "accepted %q", body)
		for _, row := range table.Rows {
			check.That(t, len(row) == len(table.Vars), "%d cells for %d variables", len(row), len(table.Vars))
		}
	})
}

// TestNumbersOfQLever: QLever writes every integer as xsd:int, and small decimals with an
// exponent.
func TestNumbersOfQLever(t *testing.T) {
	const xsd = "http://www.w3.org/2001/XMLSchema#"
	for _, test := range [][4]string{
		{"5000000000", "int", "5000000000", "integer"},
		{"-2147483649", "int", "-2147483649", "integer"},
		{"2147483647", "int", "2147483647", "int"},
		{"x", "int", "x", "int"},
		{"3e-05", "decimal", "0.00003", "decimal"},
		{"-1.25E-3", "decimal", "-0.00125", "decimal"},
		{"1.5e+15", "decimal", "1500000000000000", "decimal"},
		{"1e999999999", "decimal", "1e999999999", "decimal"},
		{"e5", "decimal", "e5", "decimal"},
		{"1.50", "decimal", "1.50", "decimal"},
		{"3e-05", "double", "3e-05", "double"},
	} {
		got := require.Value(connector.NewTerm("literal", test[0], "", xsd+test[1]))(t)
		if l, ok := got.(rdf.Literal); !ok || l.String() != test[2] || l.DataType.String() != xsd+test[3] {
			t.Errorf("%s of %s: %s, want %s of %s", test[0], test[1], got.Serialize(rdf.NTriples), test[2], test[3])
		}
	}
}
