package layering

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// A pkg is a package as `go list -json` describes it.
type pkg struct {
	ImportPath string
	Imports    []string // of code, not of tests
	Deps       []string // all that it imports, directly or not
}

// A listed package has its files, too.
type listed struct {
	pkg
	Dir     string
	GoFiles []string
	Export  string // the file with the export data of the compiler
}

// packages returns the packages of the module and all that they import, by path.
var packages = sync.OnceValues(func() (map[string]listed, error) {
	cmd := exec.Command("go", "list", "-e", "-buildvcs=false", "-export", "-deps",
		"-json=ImportPath,Imports,Deps,Dir,GoFiles,Export", module+"/...")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	all := map[string]listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		all[p.ImportPath] = p
	}
})

// list returns all packages, by path.
func list(t *testing.T) map[string]listed {
	t.Helper()
	return require.Value(packages())(t)
}

// imports returns an importer that reads the export data.
func imports(t *testing.T, fset *token.FileSet) types.Importer {
	all := list(t)
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(all[path].Export) })
}

// Every package of the module keeps to the table.
func TestImportTable(t *testing.T) {
	var pkgs []pkg
	for path, p := range list(t) {
		if _, ours := local(path); ours {
			pkgs = append(pkgs, p.pkg)
		}
	}
	for _, complaint := range complaintsAbout(pkgs) {
		t.Error(complaint)
	}
	check.That(t, len(pkgs) >= 5, "go list found only %d packages of %s", len(pkgs), module)
}

// complaintsAbout returns a line about each import that the table does not allow.
func complaintsAbout(pkgs []pkg) []string {
	var complaints []string
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	for _, p := range pkgs {
		name, ok := local(p.ImportPath)
		if !ok {
			continue
		}
		r, known := table[name]
		if !known {
			complain(
				"%s is not in the import table: add it to internal/layering/table_test.go, and to the design if it is a new room",
				name)
			continue
		}
		for _, path := range p.Imports {
			dep, isOurs := local(path)
			switch {
			case isOurs && slices.Contains(testsOnly, dep) && !slices.Contains(testsOnly, name):
				complain("%s imports %s, which is for tests only", name, dep)
			case isOurs && !matchesAny(dep, r.ours):
				complain("%s imports %s; of ours it may import %s", name, dep, joinOrNothing(r.ours))
			case !isOurs && !isStandard(path) && !inModules(path, r.others):
				complain("%s imports %s; of other modules it may import %s", name, path, joinOrNothing(r.others))
			}
		}
		if !matchesPattern(name, offline) {
			continue
		}
		for _, dep := range p.Deps {
			_, isOurs := local(dep)
			switch {
			case slices.Contains(outOfLearner, dep):
				complain("%s depends on %s; nothing under learner may reach %s", name, dep, strings.Join(outOfLearner, ", "))
			case !isOurs && !isStandard(dep) && !inModules(dep, learnerModules):
				complain("%s depends on %s; packages under learner may reach only the modules %s", name, dep,
					strings.Join(learnerModules, ", "))
			}
		}
	}
	return complaints
}

// local returns the path of one of our packages relative to the module.
func local(path string) (name string, ours bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

// isStandard reports whether the path is in the standard library: its first element has
// no dot. The packages that the standard library vendors are below "vendor/".
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func matchesPattern(name, pattern string) bool {
	if pattern == "..." {
		return true
	}
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == tree || strings.HasPrefix(name, tree+"/")
	}
	return name == pattern
}

func matchesAny(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matchesPattern(name, p) })
}

func inModules(path string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
}

func joinOrNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

// complaintsAbout reports what it should.
func TestCheck(t *testing.T) {
	ours := func(name string) string { return module + "/" + name }
	for _, test := range []struct {
		name string
		p    pkg
		want string // in the only complaint; "" for none
	}{
		{"allowed", pkg{ours("learner/interp"), []string{"fmt", bitset, ours("learner/dl")}, nil}, ""},
		{"standard library", pkg{ours("learner/dl"), []string{"math/big", "unsafe", "vendor/golang.org/x/net"}, nil}, ""},
		{"not in the table", pkg{ours("util"), nil, nil}, "util is not in the import table"},
		{"the module itself", pkg{module, []string{ours("cmd/genus/command")}, nil}, ". imports cmd/genus/command;"},
		{"a part imports the whole", pkg{ours("extract"), []string{module}, nil}, "extract imports .;"},
		{"another of ours", pkg{ours("learner/dl"), []string{ours("learner/interp")}, nil},
			"learner/dl imports learner/interp; of ours it may import nothing"},
		{"extract and learner never meet", pkg{ours("extract"), []string{ours("learner")}, nil},
			"extract imports learner;"},
		{"learner without syntax", pkg{ours("learner"), []string{ours("learner/syntax")}, nil},
			"learner imports learner/syntax;"},
		{"another module", pkg{ours("learner/dl"), []string{bitset}, nil}, "learner/dl imports " + bitset},
		{"a package of a module", pkg{ours("learner/sat"), []string{gophersat + "/solver"}, nil}, ""},
		{"a module with a longer name", pkg{ours("learner/sat"), []string{gophersat + "x"}, nil}, "gophersatx"},
		{"viper lives in config", pkg{ours("cmd/genus/command"), []string{ours("config"), viper}, nil}, "imports " + viper},
		{"internal packages", pkg{ours("learner"), []string{ours("learner/internal/x")}, nil}, ""},
		{"the reference in code", pkg{ours("learner"), []string{ours("internal/brute")}, nil}, "for tests only"},
		{"network behind the learner", pkg{ours("learner/sat"), nil, []string{"net", "net/http"}},
			"learner/sat depends on net/http"},
		{"processes behind the learner", pkg{ours("learner"), nil, []string{"os/exec"}}, "learner depends on os/exec"},
		{"a module behind the learner", pkg{ours("learner"), nil, []string{sqlite}}, "learner depends on " + sqlite},
		{"network elsewhere", pkg{ours("connector"), nil, []string{"net/http"}}, ""},
		{"not ours", pkg{"example.org/x", []string{"net/http"}, nil}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := complaintsAbout([]pkg{test.p})
			switch {
			case test.want == "" && len(got) > 0:
				t.Errorf("complaints %q, want none", got)
			case test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)):
				t.Errorf("complaints %q, want one with %q", got, test.want)
			}
		})
	}
}

// TestSystems checks the types of all packages and tests on the other systems that releases
// are for. `go vet` would compile what others wrote for each of them, which takes minutes.
func TestSystems(t *testing.T) {
	if !testsize.Full() {
		t.Skipf("%s: checks the types on other systems, which takes long: with GENUS_TESTS=full only", t.Name())
	}
	for _, system := range []string{"windows", "darwin"} {
		for _, module := range []string{"../..", "../../bench"} {
			pkgs := require.Value(gopackages.Load(&gopackages.Config{Mode: gopackages.LoadAllSyntax, Dir: module,
				Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), Tests: true}, "./..."))(t)
			check.That(t, len(pkgs) != 0, "%s: no packages in %s", system, module)
			gopackages.Visit(pkgs, nil, func(p *gopackages.Package) {
				for _, e := range p.Errors {
					t.Errorf("%s: %v", system, e)
				}
			})
		}
	}
}
