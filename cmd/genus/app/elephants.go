package app

import (
	"os"
	"path/filepath"

	"github.com/genus-kg/genus/cmd/genus/elephants"
	"github.com/genus-kg/genus/config"
)

// Elephants chooses the built-in graph as the source: it writes it to a file in the
// directory.
func Elephants(dir string) (config.SourceChoice, error) {
	path := filepath.Join(dir, "elephants.ttl")
	err := os.WriteFile(path, []byte(elephants.Turtle), 0o600)
	return config.SourceChoice{Data: []string{path}, Prefix: []string{elephants.Prefix + "=" + elephants.Namespace}}, err
}
