// Package config holds every setting of genus once: its name, default, help
// text and validation, and where its value may come from. viper is used here
// and nowhere else.
//
// # Precedence
//
//	flag > environment > file > preset > default
//
// A setting named max-size is the flag --max-size, the environment variable
// GENUS_MAX_SIZE and the key max-size of genus.yaml. The file is genus.yaml in
// the working directory, if there is one, or the one that the caller names. In
// the environment the entries of a list are separated by blanks.
//
// Lists replace each other as other values do, except those marked Adds: what a
// user excludes comes on top of what the preset excludes.
//
// Some settings exclude each other (a source is an endpoint, files or a
// database). Of such a choice the highest place that sets any of it decides,
// so that --data wins over an endpoint in genus.yaml; two of them in one place
// are an error.
//
// # Invariants
//
//   - Every error is an *Error of one line that names the place (flag, variable,
//     or file) and the setting.
//   - Unknown keys of a file are refused, with the nearest key that exists.
//   - Presets are data: presets/*.yaml, with the keys of genus.yaml.
//   - Secrets are no settings. They come from the environment or from the file
//     that the setting credentials names (package connector).
//
// Letters: c the configuration; s a setting.
package config
