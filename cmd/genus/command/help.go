package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/config"
)

// The widths of help texts: of --help, which fits a screen, and of --help-all.
const (
	shortWidth = 80
	helpWidth  = 100
)

const helpAllFlag = "help-all"

// firstFlags is the annotation of a command with the flags that --help shows.
const firstFlags = "genus-first-flags"

// showFirst makes --help show these flags only, in this order; --help-all shows all.
func showFirst(cmd *cobra.Command, names ...string) {
	cmd.Flags().Bool(helpAllFlag, false, "show all flags")
	cmd.Annotations = map[string]string{firstFlags: strings.Join(names, " ")}
	for _, name := range names {
		if cmd.Flags().Lookup(name) == nil {
			panic("no flag --" + name) // a mistake in this package
		}
	}
}

// helpAll puts --help before --help-all, so that --help-all asks for help, too.
func helpAll(args []string) []string {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	if i := slices.Index(args[:end], "--"+helpAllFlag); i >= 0 {
		return slices.Insert(slices.Clone(args), i, "--help")
	}
	return args
}

// screen is the largest number of lines of --help.
const screen = 40

// help writes what the command does, and its usage. If that does not fit a screen,
// --help has only the first paragraph, and --help-all has all.
func help(cmd *cobra.Command, _ []string) {
	long, rest := cmd.Long, cmd.UsageString()
	if long == "" {
		long = cmd.Short
	}
	if isShort(cmd) && strings.Count(long+rest, "\n") >= screen-1 {
		long, _, _ = strings.Cut(long, "\n\n")
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", strings.TrimRight(long, "\n"), rest)
}

// isShort reports whether the help shows only the flags that are used most.
func isShort(cmd *cobra.Command) bool {
	all, err := cmd.Flags().GetBool(helpAllFlag)
	return cmd.Annotations[firstFlags] != "" && (err != nil || !all)
}

// usage writes the usage text: the examples and the flags.
func usage(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "Usage:\n%s", wrapUsage(cmd.UseLine()))
	if cmd.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	if isShort(cmd) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, name := range strings.Fields(cmd.Annotations[firstFlags]) {
			flag := *cmd.Flags().Lookup(name)
			flag.Usage, _, _ = strings.Cut(flag.Usage, "; ")
			set.AddFlag(&flag)
		}
		_, err := fmt.Fprintf(w, "\nFlags (--help-all shows all):\n%s", set.FlagUsagesWrapped(shortWidth))
		return err
	}
	for _, g := range flagGroups(cmd) {
		if _, err := fmt.Fprintf(w, "\n%s:\n%s", g.Title, g.set.FlagUsagesWrapped(helpWidth)); err != nil {
			return err
		}
	}
	return nil
}

// wrapUsage breaks a line before brackets and bars at shortWidth.
func wrapUsage(line string) string {
	const indent = "      "
	var b strings.Builder
	rest := "  " + line
	for len(rest) > shortWidth {
		i := -1
		for _, mark := range []string{" (", " [", " | "} {
			i = max(i, strings.LastIndex(rest[:shortWidth], mark))
		}
		if i < len(indent) {
			break
		}
		b.WriteString(rest[:i] + "\n")
		rest = indent + rest[i+1:]
	}
	b.WriteString(rest + "\n")
	return b.String()
}

// flagGroup are flags under a heading.
type flagGroup struct {
	Title string
	set   *pflag.FlagSet
}

func flagGroups(cmd *cobra.Command) (groups []flagGroup) {
	sets := map[config.Group]*pflag.FlagSet{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		group := config.Names
		if v, ok := f.Value.(*flagValue); ok {
			group = v.setting.Group
		} else if f.Name == skipBadFlag || f.Name == noCacheFlag {
			group = config.Source
		} else if slices.Contains(questionFlags, f.Name) || f.Name == "to" || f.Name == "format" {
			group = config.Output
		}
		if sets[group] == nil {
			sets[group] = pflag.NewFlagSet(string(group), pflag.ContinueOnError)
			sets[group].SortFlags = false
		}
		sets[group].AddFlag(f)
	})
	for _, group := range config.Groups() {
		if set := sets[group]; set != nil {
			title := string(group)
			if group == config.Names {
				title = "General"
			}
			groups = append(groups, flagGroup{title, set})
		}
	}
	return groups
}
