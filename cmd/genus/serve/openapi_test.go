package serve

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
)

// TestDocumentIsDescribed checks that every property has a description, that every
// operation has a summary, a described tag and a response for refusals, and that every
// schema is used.
func TestDocumentIsDescribed(t *testing.T) {
	x := start(t, nil, "")
	doc := call[map[string]any](x, http.StatusOK, "GET", "/api/openapi.json", nil)
	tags := map[string]bool{}
	for _, tag := range doc["tags"].([]any) {
		tag := tag.(map[string]any)
		tags[tag["name"].(string)] = tag["description"] != ""
	}
	for path, item := range doc["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			op, ok := op.(map[string]any)
			if !ok { // the parameters of the path
				continue
			}
			list, _ := op["tags"].([]any)
			responses := op["responses"].(map[string]any)
			check.That(t, len(list) == 1 && tags[fmt.Sprint(list[0])] && op["summary"] != nil && responses["4XX"] != nil,
				"%s %s: tags %v, summary %v, responses %v", method, path, list, op["summary"], slices.Sorted(maps.Keys(responses)))
		}
	}
	used, described := map[string]bool{}, 0
	var visit func(path string, v any)
	visit = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				visit(path, e)
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				used[strings.TrimPrefix(ref, "#/components/schemas/")] = true
			}
			if properties, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
				for name, p := range properties {
					p := p.(map[string]any)
					if described++; p["description"] == nil && p["$ref"] == nil {
						t.Errorf("%s: %s has no description", path, name)
					}
				}
			}
			for name, e := range v {
				visit(path+"/"+name, e)
			}
		}
	}
	visit("", doc)
	check.That(t, described >= 200, "only %d properties", described)
	for name := range doc["components"].(map[string]any)["schemas"].(map[string]any) {
		check.That(t, used[name], "nothing refers to the schema %s", name)
	}
}
