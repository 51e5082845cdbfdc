// Package genusyaml reads genus.yaml with viper, and loads the configuration of a program. It is a package
// of its own so that programs that set a [config.Config] themselves do not link viper and its formats.
package genusyaml

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/viper"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
)

// Load reads the file that is given or, if it is there, genus.yaml in the given folder, and
// validates the configuration. Errors are of type *config.Error.
func Load(g config.Given) (config.Config, error) {
	path := g.File
	if path == "" {
		path = filepath.Join(g.Dir, config.FileName)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return config.Load(g, "", nil)
		}
	}
	text, err := extract.ReadFile(path, extract.LargestInput)
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err
		}
		return config.Config{}, &config.Error{Where: path, Msg: err.Error()}
	}
	if err := config.CheckYAML(path, text); err != nil {
		return config.Config{}, err
	}
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(text)); err != nil {
		return config.Config{}, &config.Error{Where: path, Msg: err.Error()}
	}
	values := map[string]any{}
	for _, key := range v.AllKeys() {
		values[key] = v.Get(key)
	}
	return config.Load(g, path, values)
}
