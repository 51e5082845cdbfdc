package serve

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// newAccess allows what the settings name. On a loopback address it allows any
// endpoint if the settings name none.
func newAccess(endpoints []string, given string, paths []string, loopback bool) (app.Access, error) {
	all := slices.Clone(endpoints)
	if given != "" {
		all = append(all, given)
	}
	a, err := app.NewAccess(all, paths)
	a.AnyEndpoint = loopback && len(endpoints) == 0
	return a, err
}

// mostListed is how many files the page is told of, among the first mostSeen.
const (
	mostListed = 200
	mostSeen   = 20_000
)

// listFiles lists allowed files with one of the endings.
func listFiles(a app.Access, endings ...string) []string {
	list := []string{}
	seen := 0
	for _, p := range a.Paths() {
		// Unreadable folders are skipped.
		_ = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			seen++
			switch {
			case err != nil:
				return filepath.SkipDir
			case len(list) == mostListed, seen > mostSeen:
				return filepath.SkipAll
			case d.Type().IsRegular() && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(path), ".gz"), e) }):
				list = append(list, path)
			}
			return nil
		})
	}
	slices.Sort(list)
	return slices.Compact(list)
}
