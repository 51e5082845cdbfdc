package serve

import (
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/elephants"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

var fuzzed = flag.Int("requests", testsize.Choose(1000, 10_000), "number of generated requests")

// generator generates requests from the document. Most are valid and have values that
// occur; many have an error.
type generator struct {
	*rand.Rand
	texts []string // values that occur, ids from answers among them
}

func (g *generator) pick(list []string) string { return list[g.IntN(len(list))] }

// odd decides whether to generate something unusual.
func (g *generator) odd() bool { return g.IntN(25) == 0 }

// value returns a value for the schema, or sometimes one that violates it.
func (g *generator) value(s *openapi3.Schema, depth int) any {
	if g.odd() || s == nil || depth > 6 {
		return g.junk(depth)
	}
	if len(s.Enum) > 0 {
		return s.Enum[g.IntN(len(s.Enum))]
	}
	if len(s.OneOf) > 0 {
		return g.value(s.OneOf[g.IntN(len(s.OneOf))].Value, depth+1)
	}
	switch {
	case s.Type.Is("object"):
		v := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			required := slices.Contains(s.Required, name)
			if required && !g.odd() || !required && g.IntN(8) == 0 ||
				slices.Contains([]string{"source", "pos", "neg"}, name) && !g.odd() {
				v[name] = g.propertyValue(name, s.Properties[name].Value, depth+1)
			}
		}
		if g.odd() {
			v[g.text()] = g.junk(depth)
		}
		return v
	case s.Type.Is("array"):
		list := []any{}
		for range g.IntN(5) {
			var items *openapi3.Schema
			if s.Items != nil {
				items = s.Items.Value
			}
			list = append(list, g.value(items, depth+1))
		}
		return list
	case s.Type.Is("integer"):
		return []int{0, 1, 2, 3, 5, -1, 500, 501, 1 << 31, -1 << 40}[g.IntN(10)]
	case s.Type.Is("number"):
		return []float64{0, 0.01, 1, 60, -1, 1e300, 1e-300}[g.IntN(7)]
	case s.Type.Is("boolean"):
		return g.IntN(2) == 0
	}
	return g.text()
}

// propertyValue returns a value for a property, for some names mostly a meaningful one.
func (g *generator) propertyValue(name string, s *openapi3.Schema, depth int) any {
	if g.IntN(4) == 0 {
		return g.value(s, depth)
	}
	some := func(list []string) []string {
		from := g.IntN(len(list))
		return list[from:min(len(list), from+1+g.IntN(4))]
	}
	switch name {
	case "pos":
		return some(elephants.Positives)
	case "neg":
		return some(elephants.Negatives)
	case "source":
		return builtinID
	case "language":
		return g.pick([]string{"alc", "el", "alcqif"})
	case "negatives":
		return ""
	case "max_size", "depth", "max_number", "thresholds", "limit":
		return 1 + g.IntN(3)
	case "timeout":
		return 0.01
	case "concept":
		return g.pick([]string{"zoo:Elephant", "zoo:Elephant ⊓ ¬zoo:Male", "∃zoo:childOf.⊤", "zoo:weight ≥ 3000"})
	}
	return g.value(s, depth)
}

func (g *generator) junk(depth int) any {
	switch g.IntN(7) {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2:
		return g.NormFloat64() * 1e6
	case 3:
		if depth < 6 {
			return []any{g.junk(depth + 1), g.junk(depth + 1)}
		}
	case 4:
		if depth < 6 {
			return map[string]any{g.text(): g.junk(depth + 1)}
		}
	case 5:
		runes := make([]rune, g.IntN(20))
		for i := range runes {
			runes[i] = rune(g.IntN(0x3000))
		}
		return string(runes)
	}
	return g.text()
}

func (g *generator) text() string {
	text := g.pick(g.texts)
	if g.odd() && len(text) > 0 { // with something inserted
		at := g.IntN(len(text))
		text = text[:at] + g.pick([]string{"", "\x00", "%", "⊓", "\"", "..", "\U0001f418", "\xff", "(((((((((("}) + text[at:]
	}
	return text
}

// TestFuzz sends generated requests. None may be an error of the server, and every answer
// must match the document.
//
//	go test ./cmd/genus/serve -run Fuzz -requests 100000 -seed 7
func TestFuzz(t *testing.T) {
	x := start(t, map[string][]string{"timeout": {"20ms"}, "max-size": {"3"}, "allow": {"http://127.0.0.1:1/"}}, "")
	x.builtin()
	g := &generator{rand.New(rand.NewPCG(*testsize.Seed, 0)),
		[]string{"builtin", "builtin", "builtin", "given", "", "x", "endpoint", "database", "wikidata", "alcqi", "auto",
			"auto:3", "a b/c", "de", "elephant", "🐘", "zoo:Elephant", "zoo:Elephant ⊓ ¬zoo:Male", "∃zoo:childOf.⊤",
			"≥2 zoo:childOf⁻.zoo:Female", "(zoo:weight ≥ 3000)", "{zoo:Badhu}", "⊤ ⊔ ⊥", "zoo:weight ≥ 99999-01-01",
			"zoo:childOf min 3 owl:Thing", "¬¬¬(⊤)", "<urn:a> and (", "http://127.0.0.1:1/", "http://169.254.169.254/",
			"/etc/passwd", "urn:x:y", "_:b", "no IRI", strings.Repeat("¬", 3000) + "⊤",
			strings.Repeat("∃zoo:childOf.", 200) + "⊤", elephants.Positives[0], elephants.Positives[1],
			elephants.Positives[2], elephants.Negatives[0], elephants.Negatives[1], elephants.Negatives[2],
			elephants.Namespace + "childOf", elephants.Namespace + "Elephant"},
	}
	doc := require.Value(x.document())(t)
	type route struct{ method, path string }
	var routes []route
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		for _, method := range slices.Sorted(maps.Keys(doc.Paths.Value(path).Operations())) {
			routes = append(routes, route{method, path})
		}
	}
	statuses := map[int]int{}
	for n := range testsize.Rounds(*fuzzed) {
		r := routes[g.IntN(len(routes))]
		operation := doc.Paths.Value(r.path).GetOperation(r.method)
		path := r.path
		query := url.Values{}
		header := http.Header{}
		for _, p := range slices.Concat(doc.Paths.Value(r.path).Parameters, operation.Parameters) {
			switch v := p.Value; v.In {
			case "path":
				path = strings.Replace(path, "{"+v.Name+"}", strings.ReplaceAll(url.PathEscape(g.text()), "..", "%2E%2E"), 1)
			case "query":
				if v.Required && !g.odd() || g.IntN(2) == 0 {
					text, ok := g.value(v.Schema.Value, 5).(string)
					if !ok {
						text = string(mustEncode(g.value(v.Schema.Value, 5)))
					}
					query.Set(v.Name, text)
				}
			case "header":
				if v.Name != "X-Genus" && g.IntN(2) == 0 {
					header.Set(v.Name, g.pick([]string{"0", "1", "7", "-1", "x", "99999999999999999999"}))
				}
			}
		}
		if len(query) > 0 {
			path += "?" + query.Encode()
		}
		var body any
		if operation.RequestBody != nil {
			var schema *openapi3.Schema
			if media := operation.RequestBody.Value.Content.Get("application/json"); media != nil {
				schema = media.Schema.Value
			}
			text := string(mustEncode(g.value(schema, 0)))
			if g.odd() && len(text) > 0 {
				text = text[:g.IntN(len(text))]
			}
			body = text
		}
		status, answer := x.do(r.method, path, body, header)
		statuses[status]++
		require.That(t, status < 500, "request %d: %s %s\n%.2000v\nstatus %d: %s", n, r.method, path, body, status, answer)
		var made struct {
			ID string `json:"id"`
		}
		if status < 300 && json.Unmarshal(answer, &made) == nil && made.ID != "" && len(g.texts) < 80 {
			g.texts = append(g.texts, made.ID, made.ID)
		}
		require.That(t, !t.Failed(), "request %d: %s %s\n%.2000v", n, r.method, path, body)
	}
	t.Logf("statuses %v", statuses)
	hasJob := statuses[202] != 0 || testing.Short() // of few requests none may start a job
	check.That(t, statuses[200] != 0 && hasJob && statuses[422] != 0 && statuses[400] != 0 && statuses[404] != 0,
		"the requests are of one kind: %v", statuses)
}

func mustEncode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // generated values have no cycles and no infinities
		panic(err)
	}
	return b
}

// TestDocumentIsDescribed checks that every property has a description.
func TestDocumentIsDescribed(t *testing.T) {
	x := start(t, nil, "")
	doc := call[map[string]any](x, http.StatusOK, "GET", "/api/openapi.json", nil)
	described := 0
	var visit func(path string, v any)
	visit = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				visit(path, e)
			}
		case map[string]any:
			if properties, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
				for name, p := range properties {
					p := p.(map[string]any)
					described++
					check.That(t, p["description"] != nil || p["$ref"] != nil, "%s: %s has no description", path, name)
				}
			}
			for name, e := range v {
				visit(path+"/"+name, e)
			}
		}
	}
	visit("", doc)
	check.That(t, described >= 200 && doc["openapi"] == "3.1.0", "only %d properties", described)
}
