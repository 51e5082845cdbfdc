package connector_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

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
		if err == nil && got.Serialize(rdf.NTriples) != test.want {
			t.Errorf("%+v: got %s", test, got.Serialize(rdf.NTriples))
		}
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
	table, err := c.DecodeSelect([]byte(`{"head":{"vars":["x","y"]},"results":{"bindings":[` + strings.Join(rows, ",") +
		`]}}`))
	require.NoError(t, err)
	require.That(t, len(table.Rows) == 15 && table.Malformed == 13 && len(table.Examples) == 5,
		"%d rows, %d malformed, examples %v", len(table.Rows), table.Malformed, table.Examples)
	if table.Rows[1][0] != nil || table.Rows[1][1].String() != "2" || table.Rows[2][0] != nil ||
		table.Rows[2][1].String() != "3" {
		t.Errorf("rows %v", table.Rows[:3])
	}
	check.Equal(t, table.Examples[0].Error(), `row 2, ?x, "has space": not an IRI: disallowed character: ' '`, "first example")
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
	c, err := connector.New(connector.Options{URL: "http://endpoint.test/"})
	require.NoError(f, err)
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
