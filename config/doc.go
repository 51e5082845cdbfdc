// Package config defines every setting of genus once: its name, default, help text and
// validation, and the places its value may come from. Package genusyaml reads the file with
// viper, for programs; what only sets a Config links no file formats but those of presets.
//
// # Precedence
//
//	flag > environment > file > preset > default
//
// A setting named max-size is the flag --max-size, the environment variable
// GENUS_MAX_SIZE and the key max-size of genus.yaml. The file is genus.yaml in the
// working directory, if there is one, or the file that the caller names. In the
// environment, blanks separate the entries of a list.
//
// A list of a higher place replaces a list of a lower one, as other values do. Settings
// marked Adds are an exception: what a user excludes is added to what the preset
// excludes.
//
// Some settings exclude each other: a source is an endpoint, files or a database. The
// highest place that sets any of them decides, so that --data wins over an endpoint in
// genus.yaml. Two of them in one place are an error.
//
// # Invariants
//
//   - Every error is an *Error of one line that names the place (flag, variable, or file) and
//     the setting.
//   - Unknown keys of a file are errors, which suggest the nearest key.
//   - Presets are data: presets/*.yaml, or a file of the user, with the keys of genus.yaml and
//     those that only presets have (Setting.PresetOnly): they describe an endpoint.
//   - There are at most 60 settings. A constant with a good default is better.
//   - Secrets are not settings. They come from the environment or from the file that the
//     setting credentials names (package connector).
//
// Letters: c the configuration; s a setting.
package config
