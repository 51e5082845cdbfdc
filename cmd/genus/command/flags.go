package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/builtin"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// A flagValue keeps the values of a flag as text. Package config parses them, so that
// flags, environment and files follow the same rules.
type flagValue struct {
	setting config.Setting
	values  []string
}

// Set adds a value.
func (f *flagValue) Set(s string) error {
	f.values = append(f.values, s)
	return nil
}

// String returns the default for help texts; empty where a default says nothing.
func (f *flagValue) String() string {
	if f == nil || f.setting.Value == nil || f.setting.IsList() {
		return ""
	}
	text := fmt.Sprint(reflect.ValueOf(f.setting.Value).Elem().Interface())
	if f.setting.IsSwitch() && text != "true" || text == "0" || text == "0s" || text == fmt.Sprint(config.AutoDepth) {
		return ""
	}
	return text
}

// Type returns the placeholder for help texts; bool for switches.
func (f *flagValue) Type() string {
	if f.setting.IsSwitch() {
		return "bool"
	}
	return f.setting.Arg
}

// Flags that are not settings.
const (
	configFlag  = "config"
	skipBadFlag = "skip-bad"
	noCacheFlag = "no-cache"
	keyFlag     = "key"
	tableFlag   = "table"
)

// bind adds the flags of the groups and names to the command, and makes it load its
// settings before it runs. defaults, if it is not nil, changes the defaults.
func (a *program) bind(cmd *cobra.Command, defaults func(*config.Config), groups []config.Group, names ...string) {
	cmd.Flags().SortFlags = false
	c := config.Default()
	if defaults != nil {
		defaults(&c)
	}
	for _, s := range c.Settings() {
		if !slices.Contains(groups, s.Group) && !slices.Contains(names, s.Name) {
			continue
		}
		flag := cmd.Flags().VarPF(&flagValue{setting: s}, s.Name, s.Short, s.Help)
		if s.IsSwitch() {
			flag.NoOptDefVal = "true"
		} else {
			must(cmd.RegisterFlagCompletionFunc(s.Name, completion(s)))
		}
	}
	if cmd.Flags().Lookup("data") != nil {
		cmd.Flags().StringArray(keyFlag, nil,
			"`COLUMN` of a table that names its rows; repeated: the first that the table has (without it, rows have numbers)")
		cmd.Flags().StringArray(tableFlag, nil, "how tables are read, an `OPTION` at a time: separator=;, header=no, "+
			"sheet=NAME, type=COLUMN:TYPE or missing=TEXT (default as they look)")
		cmd.Flags().Bool(skipBadFlag, false,
			"leave out bad lines of N-Triples and N-Quads files, and count them; a fault in another format stays an error")
		cmd.Flags().Bool(noCacheFlag, false,
			"read the files anew: neither use nor keep what was read of large files, which opens them at once")
	}
	for _, name := range names {
		if cmd.Flags().Lookup(name) == nil {
			panic("no setting " + name) // a mistake in this package
		}
	}
	cmd.Flags().String(configFlag, "", "`FILE` with settings, instead of ./"+config.FileName)
	must(cmd.MarkFlagFilename(configFlag, "yaml"))
	cmd.SetFlagErrorFunc(flagError)
	cmd.SetUsageFunc(usage)
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return a.load(cmd, defaults) }
}

// flagError suggests the nearest flag for an unknown one, and names the type of a value
// that is malformed.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var number *strconv.NumError
	if errors.As(err, &value) && errors.As(err, &number) {
		want := map[string]string{"int": "a whole number", "bool": "true or false"}
		return source.Usagef("--%s: %q is not %s", value.GetFlag().Name, value.GetValue(),
			cmp.Or(want[value.GetFlag().Value.Type()], "a number"))
	}
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return source.Usage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := say.Nearest(name, names); near != "" {
		return source.Usagef("unknown flag --%s: did you mean --%s?", name, near)
	}
	return source.Usagef("unknown flag --%s: see %s --help", name, cmd.CommandPath())
}

// load reads the settings for the command.
func (a *program) load(cmd *cobra.Command, defaults func(*config.Config)) (err error) {
	a.given = config.Given{Flags: map[string][]string{}, Defaults: defaults}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if v, ok := f.Value.(*flagValue); ok {
			a.given.Flags[f.Name] = v.values
		}
	})
	if a.given.File, err = cmd.Flags().GetString(configFlag); err != nil {
		return err
	}
	if cmd.Flags().Lookup(skipBadFlag) != nil {
		a.given.SkipBad, err = cmd.Flags().GetBool(skipBadFlag)
		must(err)
		a.given.NoCache, err = cmd.Flags().GetBool(noCacheFlag)
		must(err)
		a.given.Key, err = cmd.Flags().GetStringArray(keyFlag)
		must(err)
		a.given.Tables, err = cmd.Flags().GetStringArray(tableFlag)
		must(err)
	}
	if a.cfg, err = genusyaml.Load(a.given); err != nil {
		return err
	}
	if err := a.placeBuiltIn(); err != nil {
		return source.Usage(err)
	}
	if err := namesAmongFiles(a.given.Flags["data"]); err != nil {
		return err
	}
	a.status.level(a.cfg.Quiet, a.cfg.Verbose)
	if flag := cmd.Flags().Lookup("ask"); !serves(cmd) && (flag == nil || flag.Value.String() != "true") {
		limit := source.Limit
		// The limit of other commands is that of a fold or a class.
		if _, given := a.given.Flags["timeout"]; given && (cmd.Name() == "learn" || cmd.Name() == "repair") {
			limit = source.LimitAll
		}
		cmd.SetContext(limit(cmd.Context(), a.cfg))
	}
	return writable(a.cfg.Out)
}

// placeBuiltIn writes the built-in data that the settings name to files. The flag stands for all
// settings, so that servers that load the settings again find the files, too.
func (a *program) placeBuiltIn() error {
	data, err := builtin.Replaced(a.cfg.Data, func() (string, error) {
		if a.dir != "" {
			return a.dir, nil
		}
		var err error
		a.dir, err = os.MkdirTemp("", "genus-")
		return a.dir, err
	})
	if err != nil || a.dir == "" {
		return err
	}
	a.cfg.Data = data
	a.given.Flags["data"] = data
	return nil
}

// removeBuiltIn removes the files of placeBuiltIn.
func (a *program) removeBuiltIn() {
	if a.dir != "" {
		_ = os.RemoveAll(a.dir)
	}
}

// timed returns the context of a command that learns nothing: it ends after --timeout if the
// command line has it. The default is for learning.
func (a *program) timed(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	if !cmd.Flags().Changed("timeout") {
		return context.WithCancel(cmd.Context())
	}
	return source.Within(cmd.Context(), a.cfg.Timeout, "genus "+cmd.Name())
}

// serves reports whether the command does the work of others: each work has limits of its own.
func serves(cmd *cobra.Command) bool { return cmd.Name() == "serve" || cmd.Name() == "mcp" }

// variadic are the flags that take all arguments up to the next flag, so that
// a shell can fill in the files: --data *.owl.
var variadic = []string{"--data", "--pos-iri", "--neg-iri", "--missing", "--wrong", "--right", "--merge"}

// repeatVariadicFlags repeats a variadic flag before each of its arguments, as the flag
// library expects. "--" ends the arguments of a flag, too.
func repeatVariadicFlags(args []string) []string {
	out := make([]string, 0, len(args))
	flag := "" // the variadic flag whose arguments these are
	for i, arg := range args {
		switch {
		case arg == "--":
			if flag == "" {
				return append(out, args[i:]...)
			}
			flag = "" // flags may follow
		case strings.HasPrefix(arg, "-") && arg != "-":
			flag = ""
			if slices.Contains(variadic, arg) {
				flag = arg
				if i+1 == len(args) || strings.HasPrefix(args[i+1], "-") {
					out = append(out, arg) // an error for the flag library to report
				}
				continue
			}
			out = append(out, arg)
		case flag != "":
			out = append(out, flag+"="+arg)
		default:
			out = append(out, arg)
		}
	}
	return out
}

// namesAmongFiles returns an error if --data was given words that are not files: it takes all words
// up to the next flag, so that a shell can fill in the files.
func namesAmongFiles(paths []string) error {
	var names []string
	for _, path := range paths[min(1, len(paths)):] {
		if _, err := rdffile.FormatOf(path); err != nil {
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				names = append(names, path)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return source.Usagef(
		"--data takes all words up to the next flag as files, and there is no file %s: put names before --data",
		strings.Join(names, ", "))
}

// fileEndings lists the file extensions that a shell offers for a setting.
var fileEndings = map[string][]string{
	"data": strings.Fields(
		strings.ReplaceAll(strings.Join(append(rdffile.Endings(), rdffile.PackedEndings()...), " "), ".", "")),
	"db":      {"db"},
	"cache":   {"db"},
	"problem": {"json", "conf"},
}

// completion returns what a shell offers for a setting: names, files, or nothing.
func completion(s config.Setting) cobra.CompletionFunc {
	names := s.OneOf
	switch s.Name {
	case "dialect":
		names = append([]string{config.Auto}, queries.DialectNames()...)
	case "anchor":
		names = []string{config.Auto, config.None}
	}
	switch {
	case s.IsList() && names != nil:
		return listOf(names)
	case names != nil:
		return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	case fileEndings[s.Name] != nil:
		return cobra.FixedCompletions(fileEndings[s.Name], cobra.ShellCompDirectiveFilterFileExt)
	case strings.HasPrefix(s.Arg, "FILE"):
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	}
	return cobra.NoFileCompletions
}

func listOf(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		taken := strings.Split(before, ",")
		var offered []string
		for _, name := range names {
			if !slices.Contains(taken, name) {
				offered = append(offered, before+name)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

var databaseFiles = cobra.FixedCompletions(fileEndings["db"], cobra.ShellCompDirectiveFilterFileExt)

// offer makes shells offer the names for a flag that is not a setting.
func offer(cmd *cobra.Command, flag string, names []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
}

// must panics on an error that only a mistake in this package can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// inputFlags adds a flag for each of the fields of an input, which have these names in JSON: with the description in
// its tags, in which the tag flag names the value, and with the value that it has as the default.
func inputFlags(f *pflag.FlagSet, in any, fields ...string) {
	v := reflect.ValueOf(in).Elem()
	for _, name := range fields {
		field, _ := v.Type().FieldByNameFunc(func(field string) bool {
			return strings.EqualFold(field, strings.ReplaceAll(name, "_", ""))
		})
		usage := field.Tag.Get("jsonschema")
		if value := field.Tag.Get("flag"); value != "" {
			usage = strings.Replace(usage, value, "`"+value+"`", 1)
		}
		name = strings.ReplaceAll(name, "_", "-")
		switch p := v.FieldByIndex(field.Index).Addr().Interface().(type) {
		case *string:
			f.StringVar(p, name, *p, usage)
		case *bool:
			f.BoolVar(p, name, *p, usage)
		case *int:
			f.IntVar(p, name, *p, usage)
		case *uint64:
			f.Uint64Var(p, name, *p, usage)
		case *[]string:
			f.StringArrayVar(p, name, *p, usage)
		default:
			panic(fmt.Sprintf("%T has no field %s for a flag", in, name))
		}
	}
}
