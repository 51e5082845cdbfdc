package command

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/internal/benchmarks"
)

// benchProblems are the problems below the directories, or the built-in ones.
func benchProblems(dirs []string, match string) ([]benchmarks.Problem, error) {
	var problems []benchmarks.Problem
	if len(dirs) == 0 {
		problems = benchmarks.Elephants()
	}
	for _, dir := range dirs {
		found, err := benchmarks.Find(dir)
		if err != nil {
			return nil, app.Usage(err)
		}
		problems = append(problems, found...)
	}
	all := len(problems)
	problems = slices.DeleteFunc(problems, func(p benchmarks.Problem) bool { return !strings.Contains(p.Name, match) })
	if len(problems) == 0 {
		return nil, app.Usagef("--match: none of %s has %q in its name", app.Plural(all, "problem"), match)
	}
	return problems, nil
}
