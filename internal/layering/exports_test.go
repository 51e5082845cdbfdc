package layering

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the stable packages export into testdata/exports")

// TestExports: what the stable packages export is what is written down, so that a
// change of it is seen by whoever makes it and by whoever reviews it. From version
// 1.0.0 on lines are only added (docs/library.md).
//
//	go test ./internal/layering -run Exports -update
func TestExports(t *testing.T) {
	for name, pkg := range exported(t, stable) {
		path := filepath.Join("testdata", "exports", strings.ReplaceAll(name, "/", "_")+".txt")
		got := strings.Join(exports(pkg), "\n") + "\n"
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range without(string(want), got) {
			t.Errorf("%s no longer has: %s", name, line)
		}
		for _, line := range without(got, string(want)) {
			t.Errorf("%s also has: %s", name, line)
		}
	}
	if t.Failed() {
		t.Log("if that is meant: -update, and a line in CHANGELOG.md")
	}
}

// TestExportsFinds: a field, a method, a parameter and a constant are all seen.
func TestExportsFinds(t *testing.T) {
	want := map[string][]string{
		"learner":    {"field Options.MaxSize int", "func Learn(context.Context, interp.Problem, Options) (Fitting, error)", "method (Search) Search(context.Context, Task) (dl.Concept, bool, error)", "var ErrNoFitting error"},
		"learner/dl": {"const Integer Kind", "type Concept interface, sealed", "type Role struct"},
	}
	for name, pkg := range exported(t, []string{"learner", "learner/dl"}) {
		lines := exports(pkg)
		for _, line := range want[name] {
			if !slices.Contains(lines, line) {
				t.Errorf("%s: no line %q in\n%s", name, line, strings.Join(lines, "\n"))
			}
		}
	}
}

// without are the lines of a that are not in b.
func without(a, b string) []string {
	there := strings.Split(b, "\n")
	return slices.DeleteFunc(strings.Split(a, "\n"), func(line string) bool { return slices.Contains(there, line) })
}

// exports are the exported declarations of the package, sorted, one a line.
func exports(pkg *types.Package) (lines []string) {
	text := func(t types.Type) string {
		return types.TypeString(t, func(p *types.Package) string {
			if p == pkg {
				return ""
			}
			return p.Name()
		})
	}
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, id := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(id)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			say("const %s %s", id, text(obj.Type()))
		case *types.Var:
			say("var %s %s", id, text(obj.Type()))
		case *types.Func:
			say("func %s%s", id, signature(obj.Signature(), text))
		case *types.TypeName:
			if obj.IsAlias() {
				say("type %s = %s", id, text(types.Unalias(obj.Type())))
				continue
			}
			named, _ := obj.Type().(*types.Named)
			of := id + parameters(named.TypeParams(), text)
			switch t := named.Underlying().(type) {
			case *types.Struct:
				say("type %s struct", of)
				for f := range t.Fields() {
					switch {
					case !f.Exported():
					case f.Embedded():
						say("field %s.%s %s, embedded", id, f.Name(), text(f.Type()))
					default:
						say("field %s.%s %s", id, f.Name(), text(f.Type()))
					}
				}
			case *types.Interface:
				sealed := ""
				for m := range t.Methods() {
					if m.Exported() {
						say("method (%s) %s%s", id, m.Name(), signature(m.Signature(), text))
					} else {
						sealed = ", sealed"
					}
				}
				say("type %s interface%s", of, sealed)
			default:
				say("type %s %s", of, text(t))
			}
			for m := range named.Methods() {
				if m.Exported() {
					say("method (%s) %s%s", strings.Replace(text(m.Signature().Recv().Type()), "[", " [", 1), m.Name(), signature(m.Signature(), text))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// signature is without the names of parameters, which are nobody's to rely on.
func signature(s *types.Signature, text func(types.Type) string) string {
	list := func(of *types.Tuple) string {
		var types []string
		for v := range of.Variables() {
			types = append(types, text(v.Type()))
		}
		return strings.Join(types, ", ")
	}
	in, out := list(s.Params()), list(s.Results())
	if s.Variadic() {
		at := strings.LastIndex(in, "[]")
		in = in[:at] + "..." + in[at+2:]
	}
	switch s.Results().Len() {
	case 0:
	case 1:
		out = " " + out
	default:
		out = " (" + out + ")"
	}
	return parameters(s.TypeParams(), text) + "(" + in + ")" + out
}

// parameters are those of a generic type or function.
func parameters(list *types.TypeParamList, text func(types.Type) string) string {
	var names []string
	for p := range list.TypeParams() {
		names = append(names, p.Obj().Name()+" "+text(p.Constraint()))
	}
	if len(names) == 0 {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}
