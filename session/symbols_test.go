package session

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/intent/price"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// TestSymbolKinds goes through the rooms with every kind of symbol that a concept may have: notations, OWL, SHACL,
// English, extension, SPARQL in both directions, and price. A new kind fails here until each room has a row for it.
func TestSymbolKinds(t *testing.T) {
	var b interp.Builder
	b.AddName("x:A", "x:a")
	b.AddRole("x:r", "x:a", "x:o")
	b.AddRole("x:s", "x:a", "x:o")
	b.AddRole("x:s", "x:c", "x:a")
	for _, v := range []dl.Value{dl.Int(3), dl.Str("s"), dl.Bool(true), dl.Text("s", "en")} {
		b.AddValue("x:f", "x:a", v)
	}
	b.AddValue("x:f", "x:c", dl.Int(1))
	b.AddValue("x:g", "x:a", dl.Int(6))
	s := require.Value(b.Build(t.Context()))(t)
	extension := func(c dl.Concept) interp.Set {
		return require.Value(interp.NewEvaluator(s).ExtensionWithin(t.Context(), c))(t)
	}
	prior := price.Prior{Knowledge: ask.NewKnowledge(ask.NewMemory(s, nil))}
	said := map[string]string{}
	for _, k := range dl.SymbolKinds() {
		t.Run(k.Name, func(t *testing.T) {
			c := k.Example
			members := extension(c)
			check.That(t, members.Any() && !members.All(), "members: %v", members)

			for _, notation := range []syntax.Notation{syntax.DL, syntax.Manchester} {
				text := syntax.Print(c, syntax.Options{Notation: notation})
				check.Equal(t, require.Value(syntax.Parse(text, nil))(t), c, text)
			}
			_, err := syntax.Turtle(c, syntax.OWLOptions{})
			check.That(t, (err == nil) == (k.NotInOWL == ""), "OWL: %v", err)
			require.Value(syntax.SHACL(c, syntax.SHACLOptions{}))(t)
			english := syntax.English(c, syntax.EnglishOptions{})
			isNew := !strings.Contains(english, "?") && said[english] == ""
			check.That(t, isNew, "English of %s and %s: %s", k.Name, said[english], english)
			said[english] = k.Name

			query := require.Value(queries.Select(c, queries.Options{}))(t)
			again := require.Value(read.Read(query, read.Options{}))(t)
			text := syntax.Print(again.Concept, syntax.Options{})
			check.That(t, extension(again.Concept).Equal(members), "%s is read as %s", query, text)
			check.That(t, prior.Bits(c) > 0 && prior.Bits(c) != prior.Bits(dl.Bottom{}), "price: that of what has none")
		})
	}
}
