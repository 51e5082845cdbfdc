package session

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/source"
)

// withoutHash is a namespace that has lost its last character: in this copy of the schema all that end in # have.
var withoutHash = regexp.MustCompile(`(?m)^(@prefix \w+: <[^>]*[^/#>])>`)

// TestYagoShape reads the schema of YAGO 4.5, its namespaces mended, and the sample facts, in a file and at an
// endpoint. The schema shows the preset, heights are compared in their unit, and facts about facts are statements
// with qualifiers, whose years have an order: these in the file alone, since the engine of the test does not have RDF
// 1.2. The schema has more classes than the sample has things, and shapes: the things are the individuals. That its
// classes are disjoint is a reason.
func TestYagoShape(t *testing.T) {
	dir := testfiles.Dataset(t, "yago-shape")
	read := func(name string) string { return string(require.Value(os.ReadFile(filepath.Join(dir, name)))(t)) }
	text := []string{withoutHash.ReplaceAllString(read("yago-schema.ttl"), "$1#>")}
	text = append(text, "yago:Singer rdfs:subClassOf schema:Person .") // which the sample leaves out
	for _, part := range []string{"wikipedia", "wikipedia-labels", "meta", "taxonomy"} {
		text = append(text, read("test-data/05-make-ids/05-yago-final-"+part+"-gold.tsv"))
	}
	file := testfiles.Write(t, "yago.ttl", strings.Join(text, "\n"))
	endpoint := engines.ServeFile(t, file).URL()
	for door, change := range map[string]func(*config.Config){
		"file":     func(c *config.Config) { c.Data = []string{file} },
		"endpoint": func(c *config.Config) { c.Endpoint = endpoint },
	} {
		t.Run(door, func(t *testing.T) { checkYagoShape(t, openSession(t, change), door == "file") })
	}
}

func checkYagoShape(t *testing.T, s Session, hasReifiers bool) {
	check.Equal(t, s.Use().Source.Preset(), "yago")
	const yago, schema = "http://yago-knowledge.org/resource/", "http://schema.org/"
	is := func(property string, op dl.Op, lexical, datatype string) dl.Concept {
		return dl.Compare{Feature: property, Op: op, Value: require.Value(dl.ParseLiteral(lexical, datatype))(t)}
	}
	elvis := []string{yago + "Elvis"}
	type test struct {
		name string
		c    dl.Concept
		want []string
	}
	tests := []test{
		{"singers", dl.Name{IRI: yago + "Singer"}, elvis},
		{"a height", is(schema+"height", dl.GreaterEq, "180", yago+"Meter"), elvis},
		{"less than the height", is(schema+"height", dl.LessEq, "180", yago+"Meter"), nil},
		{"another unit", is(schema+"height", dl.GreaterEq, "180", yago+"Centimetre"), nil},
	}
	if hasReifiers {
		statement, _ := dl.Reified(schema + "child")
		started := func(op dl.Op, year string) dl.Concept {
			return dl.Exists{Role: dl.Role{IRI: statement}, C: is(schema+"startDate", op, year, dl.XSD+"gYear")}
		}
		tests = append(tests, test{"a fact about a fact", started(dl.Equal, "1977"), elvis},
			test{"from a year on", started(dl.GreaterEq, "1970"), elvis},
			test{"to a year before", started(dl.LessEq, "1976"), nil})
	}
	if hasReifiers {
		p := require.Value(source.Whole(t.Context(), s.use, nil))(t)
		a, _ := p.Structure.Lookup(elvis[0])
		why := p.Disjoint(a, schema+"Event")
		check.Slice(t, why, []string{schema + "Person", schema + "Event"}, "Elvis is no event")
		check.Slice(t, p.Disjoint(a, yago+"Human"), nil, "nothing says that Elvis is no human")
		role, ok := p.Structure.Signature().RoleID(dl.Role{IRI: schema + "founder"})
		check.That(t, ok && len(p.Structure.Sources(role)) == 0, "a shape declares the founder")
	}
	port := require.Value(source.Port(t.Context(), s.use, nil))(t)
	for _, tt := range tests {
		a, missing, err := port.Ask(t.Context(), ask.Question{Concept: tt.c, Limit: 10})
		require.That(t, err == nil && missing.Err() == nil, "%s: %v, %v", tt.name, err, missing.Err())
		check.That(t, slices.Equal(a.IRIs(), tt.want), "%s: %q; want %q", tt.name, a.IRIs(), tt.want)
	}
}
