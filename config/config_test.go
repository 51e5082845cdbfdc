package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
)

// load loads the configuration with these environment variables and, if yaml is not
// empty, with a genus.yaml of that text in a folder of its own.
func load(t *testing.T, yaml string, env map[string]string, flags map[string][]string) (Config, error) {
	t.Helper()
	for _, s := range (&Config{}).Settings() {
		t.Setenv(s.Env(), "")
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	dir := t.TempDir()
	if yaml != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, FileName), []byte(yaml), 0o600))
	}
	return genusyaml.Load(Given{Dir: dir, Flags: flags})
}

func TestPrecedence(t *testing.T) {
	const file = "max-size: 3\npreset: dbpedia\n"
	env := map[string]string{"GENUS_MAX_SIZE": "4", "GENUS_RATE": "7.5"}
	for _, tt := range []struct {
		name  string
		yaml  string
		env   map[string]string
		flags map[string][]string
		get   func(Config) any
		want  any
	}{
		{"default", "", nil, nil, func(c Config) any { return c.MaxSize }, learner.DefaultMaxSize},
		{"file over default", file, nil, nil, func(c Config) any { return c.MaxSize }, 3},
		{"environment over file", file, env, nil, func(c Config) any { return c.MaxSize }, 4},
		{"flag over environment", file, env, map[string][]string{"max-size": {"5"}},
			func(c Config) any { return c.MaxSize }, 5},
		{"last flag counts", "", nil, map[string][]string{"max-size": {"5", "6"}},
			func(c Config) any { return c.MaxSize }, 6},
		{"preset over default", file, nil, nil, func(c Config) any { return c.MaxSuccessors }, 500},
		{"preset named by environment", "", map[string]string{"GENUS_PRESET": "dbpedia"}, nil,
			func(c Config) any { return c.RowCap }, []int{10000}},
		{"file over preset", file + "max-successors: 9\n", nil, nil, func(c Config) any { return c.MaxSuccessors }, 9},
		{"environment over preset", file, env, nil, func(c Config) any { return c.Rate }, 7.5},
		{"lists replace", "label-language: [de, fr]\n", map[string]string{"GENUS_LABEL_LANGUAGE": "it  es"}, nil,
			func(c Config) any { return c.LabelLanguage }, []string{"it", "es"}},
		{"one entry for a list", "label-language: de\n", nil, nil, func(c Config) any { return c.LabelLanguage },
			[]string{"de"}},
		{"switch off", "", nil, map[string][]string{"confirm": {"false"}}, func(c Config) any { return c.Confirm },
			false},
		{"time", "timeout: 90s\n", nil, nil, func(c Config) any { return c.Timeout }, 90 * time.Second},
		{"whole number for a rate", "rate: 2\n", nil, nil, func(c Config) any { return c.Rate }, 2.0},
		{"empty file", "# nothing\n", nil, nil, func(c Config) any { return c.Mode }, "approx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := require.Value(load(t, tt.yaml, tt.env, tt.flags))(t)
			check.Diff(t, tt.get(c), tt.want)
		})
	}
}

// The defaults of a command have the lowest precedence.
func TestDefaultsOfACommand(t *testing.T) {
	for _, s := range (&Config{}).Settings() {
		t.Setenv(s.Env(), "")
	}
	t.Setenv("GENUS_MAX_SIZE", "4")
	c, err := genusyaml.Load(Given{Dir: t.TempDir(), Defaults: func(c *Config) { c.MaxSize, c.Timeout = 3, time.Second }})
	check.That(t, err == nil && c.MaxSize == 4 && c.Timeout == time.Second && Default().Timeout != time.Second,
		"max-size %d, timeout %v, %v", c.MaxSize, c.Timeout, err)
}

func TestExclusionsAddToThePreset(t *testing.T) {
	c := require.Value(load(t, "preset: dbpedia\nexclude: http://example.org/p\n", nil, nil))(t)
	text := strings.Join(c.Exclude, " ")
	for _, want := range []string{"http://dbpedia.org/ontology/wikiPageWikiLink", "http://example.org/p"} {
		check.That(t, strings.Contains(text, want), "%s is not excluded: %s", want, text)
	}
	p, err := c.Prefixes()
	check.That(t, err == nil && p["dbr"] == "http://dbpedia.org/resource/", "prefixes %v, %v", p, err)
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		yaml  string
		env   map[string]string
		flags map[string][]string
		want  string // what the error ends with
	}{
		{"unknown key", "max-sise: 3\n", nil, nil, "genus.yaml: max-sise: unknown setting: did you mean max-size?"},
		{"unknown key, none near", "colour-of-elephants: 3\n", nil, nil, "genus.yaml: colour-of-elephants: unknown setting"},
		{"secret", "password: x\n", nil, nil, "genus.yaml: password: unknown setting"},
		{"map for a list", "prefix:\n  ex: http://example.org/\n", nil, nil,
			"genus.yaml: prefix: takes a value or a list of values, not a map"},
		{"malformed YAML", "max-size: 3\nmode: [approx\n", nil, nil,
			"genus.yaml:2: malformed YAML: did not find expected ',' or ']'"},
		{"malformed first line", "mode: [approx\n", nil, nil,
			"genus.yaml:2: malformed YAML: did not find expected ',' or ']'"},
		{"tab", "max-size: 3\n\tmode: x\n", nil, nil,
			"genus.yaml:2: malformed YAML: found a tab character that violates indentation"},
		{"not a map", "hello\n", nil, nil,
			"malformed YAML: cannot unmarshal !!str `hello` into map[string]interface {}"},
		{"twice", "mode: exact\nmode: approx\n", nil, nil,
			`malformed YAML: mapping key "mode" already defined at line 1`},
		{"a key many times", strings.Repeat("mode: exact\n", 20_000), nil, nil,
			`genus.yaml:2: malformed YAML: mapping key "mode" already defined at line 1`},
		{"no value", "max-size:\n", nil, nil, "genus.yaml: max-size: has no value"},
		{"text for a number", "max-size: twelve\n", nil, nil, `genus.yaml: max-size: "twelve" is not a whole number`},
		{"quoted number", "max-size: \"12\"\n", nil, nil, `genus.yaml: max-size: "12" is not a whole number`},
		{"fraction", "max-size: 1.5\n", nil, nil, `genus.yaml: max-size: "1.5" is not a whole number`},
		{"too small", "max-size: 0\n", nil, nil, "genus.yaml: max-size: 0 is too small: give at least 1"},
		{"number 0 is not the default", "", nil, map[string][]string{"max-number": {"0"}},
			"--max-number: \"0\" is neither a number from 1 nor one of k, 2k, 2^k"},
		{"no thresholds are not the default", "", nil, map[string][]string{"thresholds": {"0"}},
			"--thresholds: 0 is too small: give at least 1"},
		{"negative depth", "depth: -1\n", nil, nil, "genus.yaml: depth: must not be negative"},
		{"number for a time", "timeout: 300\n", nil, nil, `genus.yaml: timeout: "300" is not a time: write 30s or 5m`},
		{"no time", "timeout: 0s\n", nil, nil, "genus.yaml: timeout: 0s is not long enough: write 30s or 5m"},
		{"number for a text", "contact: 5\n", nil, nil, "genus.yaml: contact: 5 is not a text: put it in quotes"},
		{"text for a switch", "confirm: maybe\n", nil, nil, `genus.yaml: confirm: "maybe" is neither true nor false`},
		{"mode", "mode: exakt\n", nil, nil, `genus.yaml: mode: unknown value "exakt": choose one of approx, exact`},
		{"of presets only", "row-cap: [10]\n", nil, nil,
			"genus.yaml: row-cap: only presets have it: write it into a file and name that with preset: FILE.yaml"},
		{"prefix", "prefix: [ex]\n", nil, nil,
			`genus.yaml: prefix: "ex" is not a prefix: write p=IRI, such as ex=http://example.org/`},
		{"preset", "preset: freebase\n", nil, nil,
			`genus.yaml: preset: unknown value "freebase": choose one of dbpedia, owl, ubergraph, uniprot, wikidata, wikidata-qlever, yago, none, or name a .yaml file`,
		},
		{"environment", "", map[string]string{"GENUS_MAX_SIZE": "x"}, nil, `GENUS_MAX_SIZE: "x" is not a whole number`},
		{"flag", "", nil, map[string][]string{"max-size": {"x"}}, `--max-size: "x" is not a whole number`},
		{"language", "", nil, map[string][]string{"language": {"owl"}},
			`--language: unknown language "owl": choose one of ` + strings.Join(dl.LanguageNames(), ", ")},
		{"constructor", "", nil, map[string][]string{"constructors": {"and,xor"}},
			`--constructors: unknown constructor "xor": choose from ` + strings.Join(dl.ConstructorNames(), ", ")},
		{"engine", "", nil, map[string][]string{"engine": {"guess"}},
			`--engine: unknown value "guess": choose one of auto, search, sat, optimal`},
		{"classes", "", nil, map[string][]string{"db": {"x.db"}, "individuals": {"classes"}},
			"--individuals: a database has the individuals that were extracted"},
		{"not a rate", "rate: .nan\n", nil, nil, "genus.yaml: rate: NaN is not a rate"},
		{"two sources", "", nil, map[string][]string{"data": {"a.nt"}, "db": {"b.db"}},
			"--data and --db cannot be used together: leave one out"},
		{"two kinds of examples", "pos: a\npos-iri: [b]\n", nil, nil,
			"genus.yaml: pos and pos-iri cannot be used together: leave one out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(t, tt.yaml, tt.env, tt.flags)
			var at *Error
			require.That(t, errors.As(err, &at), "got %v, want an *Error", err)
			got := err.Error()
			check.That(t, strings.HasSuffix(got, tt.want) && !strings.Contains(got, "\n"), "got  %q\nwant …%q", got, tt.want)
		})
	}
}

func TestNamedFileMustExist(t *testing.T) {
	_, err := genusyaml.Load(Given{File: filepath.Join(t.TempDir(), "none.yaml")})
	check.That(t, err != nil && strings.HasSuffix(err.Error(), "none.yaml: no such file or directory"), "got %v", err)
}

// The preset for ontologies has as much for files as no preset: their classes are classified. Who names the reasoning
// gets that.
func TestPresetClassifiesFiles(t *testing.T) {
	for _, tt := range []struct {
		name       string
		given      map[string][]string
		classifies bool
	}{
		{"files", map[string][]string{"data": {"a.ttl"}, "preset": {"owl"}}, true},
		{"files, by name", map[string][]string{"data": {"a.ttl"}, "preset": {"owl"}, "reasoning": {"rdfs"}}, false},
		{"an endpoint", map[string][]string{"endpoint": {"http://e/sparql"}, "preset": {"owl"}}, false},
	} {
		v := require.Value(load(t, "", nil, tt.given))(t).Vocabulary()
		check.That(t, v.EL == tt.classifies && v.RDFS, "%s: EL %v, RDFS %v", tt.name, v.EL, v.RDFS)
	}
}

// The highest place that sets any side of a choice decides it.
func TestChoices(t *testing.T) {
	c := require.Value(
		load(t, "endpoint: http://example.org/sparql\nlanguage: el\n", map[string]string{"GENUS_DB": "x.db"},
			map[string][]string{"data": {"a.nt", "b.nt"}, "constructors": {"and,exists"}}))(t)
	check.That(t, c.Endpoint == "" && c.DB == "" && len(c.Data) == 2,
		"endpoint %q, db %q, data %v: want the data alone", c.Endpoint, c.DB, c.Data)
	o, err := c.Learner()
	check.That(t, err == nil && o.Language == dl.WithAnd|dl.WithExists,
		"language %v, %v: want that of the constructors", o.Language, err)
}

// Nominals and strings come into the language by flag, file, constructor or the name of
// the language. Strings are then also extracted.
func TestValues(t *testing.T) {
	for _, tt := range []struct {
		name, yaml string
		flags      map[string][]string
		values     dl.Language
		language   string
	}{
		{"none", "", nil, dl.WithNominals, "alcqif+nominal"}, // of shared values
		{"off", "", map[string][]string{"nominals": {"false"}}, 0, "alcqif"},
		{"auto, but a language", "nominals: auto\nlanguage: el\n", nil, 0, "el"},
		{"flags", "", map[string][]string{"nominals": {"true"}, "strings": {"true"}}, dl.Values, "alcqif+nominal+string"},
		{"file", "nominals: true\nlanguage: el\n", nil, dl.WithNominals, "el+nominal"},
		{"constructors", "", map[string][]string{"constructors": {"and,string"}}, dl.WithStrings, "and,string"},
		{"constructors and a flag", "nominals: true\n", map[string][]string{"constructors": {"and"}}, dl.WithNominals,
			"and,nominal"},
		{"language", "language: alc+string\n", nil, dl.WithStrings, "alc+string"},
		{"preset", "preset: wikidata\n", nil, dl.WithNominals, "alcqif+nominal"},
		{"not as in the preset", "preset: wikidata\n", map[string][]string{"nominals": {"false"}}, 0, "alcqif"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := require.Value(load(t, tt.yaml, nil, tt.flags))(t)
			o := require.Value(c.Learner())(t)
			check.That(t, o.Shared == (tt.name == "none"), "shared values only: %v", o.Shared)
			check.That(t, o.Language&dl.Values == tt.values && o.Language.String() == tt.language,
				"language %s, want %s", o.Language, tt.language)
			check.Equal(t, c.Vocabulary().Strings, tt.values.Has(dl.WithStrings), "strings are read")
		})
	}
}

// There are few settings, and each has a name of its own. What only presets have is no
// setting: neither a flag nor the environment nor the file sets it.
func TestSettingsAreFew(t *testing.T) {
	c := Default()
	n := len(c.Settings())
	check.That(t, n <= 60, "%d settings: at most 60, or fewer", n)
	got := require.Value(load(t, "", map[string]string{"GENUS_BATCH": "7", "GENUS_MAX_FACTS": "8"}, nil))(t)
	check.That(t, got.Batch == c.Batch && got.MaxFacts == c.MaxFacts, "batch %d, %d facts: by the environment", got.Batch,
		got.MaxFacts)
}

// A preset may be a file of the user. It has settings, and what only presets have.
func TestPresetFile(t *testing.T) {
	for text, want := range map[string]string{
		"batch: 7\nrow-cap: [10]\nmax-size: 3\n": "",
		"batch: 0\n":                             "p.yaml: batch: 0 is too small: give at least 1",
		"row-cap: [10, 0]\n":                     "p.yaml: row-cap: 0 is too small: give at least 1",
		"bach: 7\n":                              "p.yaml: bach: unknown setting: did you mean batch?",
		"reasoning: rdfs\nclosure: false\n": "p.yaml: closure: RDFS puts the members of a class into its " +
			"superclasses: leave closure on, or set reasoning to none",
	} {
		c, err := load(t, "", nil, map[string][]string{"preset": {testfiles.Write(t, "p.yaml", text)}})
		switch {
		case want != "":
			check.That(t, err != nil && strings.HasSuffix(err.Error(), want), "%q: got %v, want …%s", text, err, want)
		case err != nil || c.Batch != 7 || len(c.RowCap) != 1 || c.MaxSize != 3:
			t.Errorf("%q: batch %d, row cap %v, size %d, %v", text, c.Batch, c.RowCap, c.MaxSize, err)
		}
	}
}

// Every preset has only known keys and valid values, and what a preset is for.
func TestPresets(t *testing.T) {
	check.Equal(t, strings.Join(Presets(), " "), "dbpedia owl ubergraph uniprot wikidata wikidata-qlever yago", "presets")
	for _, name := range Presets() {
		t.Run(name, func(t *testing.T) {
			_, err := Preset(name) // unknown keys are errors
			require.NoError(t, err)
			got := require.Value(load(t, "", nil, map[string][]string{"preset": {name}}))(t)
			check.NoError(t, check.Error(got.Crawl()))
			check.That(t, (got.Nominals == On) == (strings.HasPrefix(name, "wikidata") || name == "uniprot") && !got.Strings,
				"nominals %v, strings %v", got.Nominals, got.Strings)
			check.That(t, got.Type != "" && got.Subclass != "" && len(got.Exclude) != 0 && len(got.Prefix) != 0,
				"type %q, subclass %q, %d exclusions, %d prefixes", got.Type, got.Subclass, len(got.Exclude), len(got.Prefix))
			for _, entry := range append(append([]string{}, got.Exclude...), got.ExcludeClass...) {
				check.That(t, strings.HasPrefix(entry, "http://") || strings.HasPrefix(entry, "https://"),
					"exclusion %q is not an IRI", entry)
			}
			for _, rows := range got.RowCap {
				check.That(t, got.Rows < rows, "requests of %d rows, but results are cut at %d", got.Rows, rows)
			}
		})
	}
}

// QLever's Wikidata has the statements of Wikidata, and neither its engine nor its limits.
func TestPresetOfQLever(t *testing.T) {
	c := require.Value(load(t, "", nil, map[string][]string{"preset": {"wikidata-qlever"}}))(t)
	original := require.Value(load(t, "", nil, map[string][]string{"preset": {"wikidata"}}))(t)
	check.That(t, c.Dialect == Auto && c.Search != original.Search && c.Rate == 0 && c.Load == 0 && c.Elsewhere == "",
		"dialect %s, search %s, rate %g, load %g, elsewhere %q", c.Dialect, c.Search, c.Rate, c.Load, c.Elsewhere)
	c.Elsewhere = original.Elsewhere
	check.Diff(t, c.VocabularyConfig, original.VocabularyConfig, "the vocabulary of wikidata (-), of wikidata-qlever (+)")
	check.Equal(t, PresetEndpoint("wikidata-qlever"), "https://qlever.dev/api/wikidata", "endpoint")
}

// noSettings are the fields that are no settings: others set them, or they are parts of a task.
var noSettings = []string{"SkipBad", "NoCache", "Key", "Tables", "Words", "Patience"}

// Every setting has a name, a help text and a valid default, and every other field of Config is
// a setting.
func TestSettingsAreComplete(t *testing.T) {
	c := Default()
	fields := reflect.ValueOf(&c).Elem()
	pointers := map[any]bool{}
	names := map[string]bool{}
	for _, s := range All(&c) {
		check.That(t, s.Name != "" && s.Help != "" && !names[s.Name] && s.IsSwitch() == (s.Arg == ""),
			"setting %q: empty, or twice, or without a placeholder", s.Name)
		want := strings.ReplaceAll(s.Name, "-", "")
		check.That(t, strings.EqualFold(want, fieldOf(fields, s.Value)), "setting %s has the field %s", s.Name,
			fieldOf(fields, s.Value))
		check.NoError(t, s.Check(), "default of %s", s.Name)
		for _, v := range s.OneOf {
			other := Default()
			for _, o := range other.Settings() {
				if o.Name != s.Name {
					continue
				}
				if err := Convert(o.Value, v, false); err != nil {
					t.Errorf("%s %s: %v", s.Name, v, err)
				} else if err := o.Check(); err != nil {
					t.Errorf("%s %s: %v", s.Name, v, err)
				}
			}
		}
		names[s.Name], pointers[s.Value] = true, true
	}
	for _, f := range reflect.VisibleFields(fields.Type()) {
		isNone := f.Anonymous || !f.IsExported() || slices.Contains(noSettings, f.Name)
		isSetting := isNone || pointers[fields.FieldByIndex(f.Index).Addr().Interface()]
		check.That(t, isSetting, "field %s is not a setting", f.Name)
	}
}

// Midpoints are the default if genus chooses the thresholds and concepts may have errors.
func TestMidpointsAndSelect(t *testing.T) {
	for _, test := range []struct {
		flags     map[string][]string
		midpoints bool
		selects   learner.Select
	}{
		{nil, true, learner.SelectMDL},
		{map[string][]string{"mode": {"exact"}}, false, learner.SelectMDL},
		{map[string][]string{"thresholds": {"10"}, "select": {"score"}}, false, learner.SelectScore},
	} {
		c := require.Value(genusyaml.Load(Given{Dir: t.TempDir(), Flags: test.flags}))(t)
		o, err := c.Learner()
		check.That(t, err == nil && o.Midpoints == test.midpoints && o.Select == test.selects,
			"%v: midpoints %t, selection %s, error %v", test.flags, o.Midpoints, o.Select, err)
	}
}

func fieldOf(config reflect.Value, pointer any) string {
	for _, f := range reflect.VisibleFields(config.Type()) {
		if !f.Anonymous && config.FieldByIndex(f.Index).Addr().Interface() == pointer {
			return f.Name
		}
	}
	return "?"
}

func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		name              string
		depth             []string
		wantCrawl, wantDL int
		roles             bool
	}{
		{"by the source", nil, 2, 0, true},
		{"none", []string{"0"}, -1, 0, false},
		{"three", []string{"3"}, 3, 3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			flags := map[string][]string{"retries": {"0"}, "endpoint": {"http://127.0.0.1/"}}
			if tt.depth != nil {
				flags["depth"] = tt.depth
			}
			c := require.Value(load(t, "", nil, flags))(t)
			o := require.Value(c.Learner())(t)
			check.Equal(t, c.Bounds().Depth, tt.wantCrawl, "crawl depth")
			check.That(t, o.MaxDepth == tt.wantDL && o.Language.Any(dl.WithRoles) == tt.roles, "role depth %d in %s", o.MaxDepth,
				o.Language)
			co, err := c.Connector("1")
			check.That(t, err == nil && co.Retries < 0, "retries %d, %v: no retries are a negative number there", co.Retries,
				err)
		})
	}
}

func TestCredentialsComeFromFileOrEnvironment(t *testing.T) {
	path := testfiles.Write(t, "secret", "user = u\npassword = p\n")
	c := require.Value(load(t, "endpoint: http://127.0.0.1/\n", map[string]string{"GENUS_ENDPOINT_TOKEN": "t"}, nil))(t)
	if o, err := c.Connector("1"); err != nil || o.Credentials.Token != "t" {
		t.Errorf("token from the environment: %v", err)
	}
	c.Credentials = path
	o, err := c.Connector("1")
	check.That(t, err == nil && o.Credentials.User == "u" && o.Credentials.Token == "", "user from the file: %v", err)
}

func TestNearest(t *testing.T) {
	tests := []struct{ in, want string }{
		{"max-sise", "max-size"},
		{"endpont", "endpoint"},
		{"Mode", "mode"},
		{"zzzzzzzz", ""},
		{"x", ""},
		{"xy", ""},
	}
	names := KeysOf(&Config{})
	for _, tt := range tests {
		check.Equal(t, say.Nearest(tt.in, names), tt.want, "nearest to %s", tt.in)
	}
}
