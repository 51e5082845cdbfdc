package serve

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// access says which endpoints may be asked and which files opened.
type access struct{ app.Access }

// newAccess is what the settings allow: any endpoint on a loopback address,
// unless some are named; no file, unless some are.
func newAccess(endpoints []string, given string, paths []string, loopback bool) (access, error) {
	all := slices.Clone(endpoints)
	if given != "" {
		all = append(all, given)
	}
	a, err := app.NewAccess(all, paths)
	a.AnyEndpoint = loopback && len(endpoints) == 0
	return access{a}, err
}

// mostListed is how many files are named to the page, of mostSeen.
const (
	mostListed = 200
	mostSeen   = 20_000
)

// files are allowed files with one of the endings.
func (a access) files(endings ...string) []string {
	list := []string{}
	seen := 0
	for _, p := range a.Paths() {
		// What cannot be read is not named.
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
