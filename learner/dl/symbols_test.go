package dl_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

// TestSymbolKinds checks the table of the kinds of symbols against the functions of the package: every leaf and every
// operator on values has a row, and rows say what the functions say.
func TestSymbolKinds(t *testing.T) {
	has := map[string]bool{}
	for _, k := range dl.SymbolKinds() {
		c := k.Example
		has[fmt.Sprintf("%T", c)] = true
		if v, ok := c.(dl.Compare); ok {
			has[fmt.Sprintf("operator %d", v.Op)] = true
			check.NoError(t, v.Validate(), k.Name)
		}
		check.Equal(t, dl.Depth(c), k.Depth, "depth of", k.Name)
		check.That(t, dl.LanguageOf(c).Has(k.Of), "%s uses %s", k.Name, dl.LanguageOf(c))
		check.Equal(t, dl.NotInOWL(c), k.NotInOWL, k.Name)
		check.That(t, len(dl.EntitiesOf(c).IRIs()) > 0, "%s names nothing", k.Name)
	}
	for op := dl.GreaterEq; op.String() != "?"; op++ {
		check.That(t, has[fmt.Sprintf("operator %d", op)], "no row for the operator %s", op)
	}
	for l := dl.Language(1); l <= dl.All; l <<= 1 {
		if !dl.Additions.Has(l) {
			continue
		}
		check.That(t, anyOf(l), "no row for the constructor %s", l)
	}
	operators := []string{"Top", "Bottom", "Not", "And", "Or", "ForAll", "AtLeast", "AtMost"}
	file := require.Value(parser.ParseFile(token.NewFileSet(), "concept.go", nil, 0))(t)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "isConcept" {
			name := f.Recv.List[0].Type.(*ast.Ident).Name
			check.That(t, has["dl."+name] || slices.Contains(operators, name), "no row for %s", name)
		}
	}
}

func anyOf(l dl.Language) bool {
	for _, k := range dl.SymbolKinds() {
		if k.Of == l {
			return true
		}
	}
	return false
}
