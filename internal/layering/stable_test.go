package layering

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// stable returns the packages whose API docs/library.md promises to keep.
func stable(t *testing.T) (names []string) {
	t.Helper()
	text := require.Value(os.ReadFile(filepath.Join("..", "..", "docs", "library.md")))(t)
	for line := range strings.Lines(string(text)) {
		if cell, ok := strings.CutPrefix(line, "- `"); ok {
			name, _, _ := strings.Cut(cell, "`")
			names = append(names, name)
		}
	}
	require.That(t, slices.Contains(names, "learner") && slices.Contains(names, "extract"), "docs/library.md promises %q",
		names)
	return names
}

// A stable package exposes only types of stable packages. Otherwise its API could change
// through others.
func TestStable(t *testing.T) {
	for _, complaint := range findUnstable(t, stable(t)) {
		t.Error(complaint)
	}
}

// Every stable package has an example that runs.
func TestStableHasExamples(t *testing.T) {
	for _, name := range stable(t) {
		if name == "session" { // package genus has them
			continue
		}
		files := require.Value(filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name), "*_test.go")))(t)
		if !slices.ContainsFunc(files, func(file string) bool {
			text := require.Value(os.ReadFile(file))(t)
			return strings.Contains(string(text), "\nfunc Example") && strings.Contains(string(text), "// Output:")
		}) {
			t.Errorf("%s has no example, as docs/library.md says that it has", name)
		}
	}
}

// The check finds what is exposed through a field.
func TestStableFinds(t *testing.T) {
	const want = "learner shows github.com/genus-kg/genus/learner/bisim"
	got := findUnstable(t, []string{"learner"})
	check.That(t, slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, want) }), "%q, without %q",
		got, want)
}

// findUnstable returns a line about each of our packages that the packages expose and
// that is not among them.
func findUnstable(t *testing.T, names []string) (complaints []string) {
	t.Helper()
	from := imports(t, token.NewFileSet())
	for _, name := range names {
		pkg := require.Value(from.Import(strings.TrimSuffix(module+"/"+name, "/.")))(t)
		w := walker{from: pkg, seen: map[types.Type]bool{}}
		for _, id := range pkg.Scope().Names() {
			if obj := pkg.Scope().Lookup(id); obj.Exported() {
				w.visit(obj.Type(), name+"."+id)
			}
		}
		for _, where := range w.nameless {
			complaints = append(complaints, fmt.Sprintf("%s is of a type that has no name outside %s", where, name))
		}
		for _, f := range w.found {
			dep, ours := local(f.path)
			// a Reading is passed on
			isRoom := (strings.HasPrefix(dep, "session/") || dep == "queries/read") && slices.Contains(names, "session")
			if ours && !isRoom && !slices.Contains(names, dep) {
				complaints = append(complaints, fmt.Sprintf("%s shows %s, which is not stable: in %s", name, f.path, f.where))
			}
		}
	}
	return complaints
}

// A walker visits the types that a user of a package meets.
type walker struct {
	from     *types.Package
	seen     map[types.Type]bool
	found    []struct{ path, where string } // types of other packages
	nameless []string                       // where an unexported type of the package is exposed
}

func (w *walker) visit(t types.Type, where string) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.visit(t.Rhs(), where)
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil && pkg != w.from {
			w.found = append(w.found, struct{ path, where string }{pkg.Path(), where})
			return
		}
		if t.Obj().Pkg() != nil && !t.Obj().Exported() {
			w.nameless = append(w.nameless, where)
		}
		for m := range t.Methods() {
			if m.Exported() {
				w.visit(m.Type(), where+"."+m.Name())
			}
		}
		w.visit(t.Underlying(), where)
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				w.visit(f.Type(), where+"."+f.Name())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				w.visit(m.Type(), where+"."+m.Name())
			}
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				w.visit(v.Type(), where)
			}
		}
	case *types.Map:
		w.visit(t.Key(), where)
		w.visit(t.Elem(), where)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		w.visit(t.Elem(), where)
	}
}
