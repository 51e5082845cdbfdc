package serve

import (
	_ "embed" // the document
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"go.yaml.in/yaml/v3"
)

// openAPIText is the description of the API, as people read it.
//
//go:embed openapi.yaml
var openAPIText []byte

// openAPIDocument is the same as JSON. An error is a defect of the file; the tests
// keep it nil.
var openAPIDocument = sync.OnceValues(func() (json.RawMessage, error) {
	var v any
	if err := yaml.Unmarshal(openAPIText, &v); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return json.Marshal(v)
})

func openAPI(*http.Request) (any, error) { return openAPIDocument() }
