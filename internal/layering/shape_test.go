package layering

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// In each package the files call downwards.
func TestShape(t *testing.T) {
	var names []string
	for path, p := range list(t) {
		if name, ours := local(path); ours && len(p.GoFiles) > 0 {
			names = append(names, name)
		}
	}
	for name, p := range checkedPackages(t, names) {
		for _, cycle := range cycles(p.calls()) {
			t.Errorf("%s: the files %s call each other in a cycle", name, strings.Join(cycle, ", "))
		}
	}
}

// Cycles are found.
func TestShapeFinds(t *testing.T) {
	if got := fmt.Sprint(cycles(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {"b", "d"}})); got != "[[b c]]" {
		t.Errorf("circles %s", got)
	}
	p := checkedPackages(t, []string{"extract/graph"})["extract/graph"]
	if calls := p.calls(); !slices.Contains(calls["statements.go"], "batch.go") ||
		slices.Contains(calls["batch.go"], "statements.go") {
		t.Errorf("calls %v", calls)
	}
}

// A checked package has the types of its source.
type checked struct {
	types *types.Package
	info  *types.Info
	fset  *token.FileSet
	files []*ast.File
}

// checkedPackages returns packages of the module, by path in it.
func checkedPackages(t *testing.T, names []string) map[string]checked {
	t.Helper()
	fset := token.NewFileSet()
	config := types.Config{Importer: imports(t, fset)}
	found := map[string]checked{}
	for _, name := range names {
		from := list(t)[module+"/"+name]
		p := checked{info: &types.Info{Uses: map[*ast.Ident]types.Object{}}, fset: fset}
		for _, file := range from.GoFiles {
			f, err := parser.ParseFile(p.fset, filepath.Join(from.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			p.files = append(p.files, f)
		}
		var err error
		if p.types, err = config.Check(from.ImportPath, p.fset, p.files, p.info); err != nil {
			t.Fatal(err)
		}
		found[name] = p
	}
	return found
}

// calls returns, by file, the files whose functions and methods it uses. A call through
// an interface has no file.
func (p checked) calls() map[string][]string {
	base := func(pos token.Pos) string { return filepath.Base(p.fset.Position(pos).Filename) }
	calls := map[string][]string{}
	for id, object := range p.info.Uses {
		fn, ok := object.(*types.Func)
		if !ok || fn.Pkg() != p.types {
			continue
		}
		if r := fn.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
			continue
		}
		if from, to := base(id.Pos()), base(fn.Pos()); from != to && !slices.Contains(calls[from], to) {
			calls[from] = append(calls[from], to)
		}
	}
	return calls
}

// cycles returns the sets of nodes that reach each other.
func cycles(arrows map[string][]string) (found [][]string) {
	reach := map[string]map[string]bool{}
	for a := range arrows {
		reach[a] = map[string]bool{}
		for queue := []string{a}; len(queue) > 0; queue = queue[1:] {
			for _, b := range arrows[queue[0]] {
				if !reach[a][b] {
					reach[a][b] = true
					queue = append(queue, b)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, a := range slices.Sorted(maps.Keys(reach)) {
		if !reach[a][a] || seen[a] {
			continue
		}
		var cycle []string
		for _, b := range slices.Sorted(maps.Keys(reach)) {
			if reach[a][b] && reach[b][a] {
				seen[b] = true
				cycle = append(cycle, b)
			}
		}
		found = append(found, cycle)
	}
	return found
}
