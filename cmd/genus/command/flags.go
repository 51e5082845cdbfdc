package command

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
)

// flagValue keeps the values of a flag as text. Package config parses them, so that
// flags, environment and files follow the same rules.
type flagValue struct {
	setting config.Setting
	values  []string
}

// Set keeps a value.
func (f *flagValue) Set(s string) error {
	f.values = append(f.values, s)
	return nil
}

// String is the default in help texts; empty for one that says nothing.
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

// Type is the placeholder in help texts; empty for switches.
func (f *flagValue) Type() string {
	if f.setting.IsSwitch() {
		return "bool"
	}
	return f.setting.Arg
}

const configFlag = "config"

// bind gives the command the flags of the groups, and of the names, and has it read its
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

// flagError adds the nearest flag to the message about an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return app.Usage(err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := config.Nearest(name, names); near != "" {
		return app.Usagef("unknown flag --%s: did you mean --%s?", name, near)
	}
	return app.Usagef("unknown flag --%s: see %s --help", name, cmd.CommandPath())
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
	if a.cfg, err = config.Load(a.given); err != nil {
		return err
	}
	a.status.level(a.cfg.Quiet, a.cfg.Verbose)
	return writable(a.cfg.Out)
}
