package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/queries"
)

// fileEndings are the files that a shell offers for a setting.
var fileEndings = map[string][]string{
	"data":    {"nt", "ttl", "owl", "rdf", "xml", "gz"},
	"db":      {"db"},
	"cache":   {"db"},
	"problem": {"json", "conf"},
}

// completion is what a shell offers for a setting: its names, files, or nothing.
func completion(s config.Setting) cobra.CompletionFunc {
	names := s.OneOf
	switch s.Name {
	case "dialect":
		names = append([]string{config.Auto}, queries.DialectNames()...)
	case "anchor":
		names = []string{config.Auto, config.None}
	case "negatives":
		names = []string{config.Auto}
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

// listOf completes the last of several names with commas in between.
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

// databaseFiles completes the name of a database.
var databaseFiles = cobra.FixedCompletions(fileEndings["db"], cobra.ShellCompDirectiveFilterFileExt)

// offer has a shell offer the names for a flag that is no setting.
func offer(cmd *cobra.Command, flag string, names []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
}

// must is for errors that only a mistake in this package can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
