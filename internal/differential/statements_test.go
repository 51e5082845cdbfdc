package differential

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testbed/graphs"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// wikibase is the namespace of the properties of the random graphs, item that of items.
const (
	wikibase = dl.Statements("http://w.example/prop/")
	item     = "http://w.example/entity/"
)

// TestEmbeddedStatements compares concepts about statements with qualifiers, in random graphs
// with the shape of a Wikibase.
func TestEmbeddedStatements(t *testing.T) { compareStatements(t, embeddedEngine("embedded", 0)) }

func compareStatements(t *testing.T, e engine) {
	file := filepath.Join(t.TempDir(), "graph.nt")
	compared, empty, refused := 0, 0, 0
	checkGraphs(t, func(t *rapid.T) {
		g := drawStatements(t)
		require.NoError(t, os.WriteFile(file, []byte(g), 0o600))
		d, _ := require.Values(extract.ImportFiles(context.Background(), []string{file}, extract.ImportOptions{
			Vocabulary: extract.Vocabulary{Vocabulary: queries.Vocabulary{
				Type:       wikibase.Property(dl.Direct, "P0"),
				Statements: wikibase,
			}},
			Exclusions: extract.Exclusions{Only: []string{string(wikibase) + dl.Direct}},
		}))(t)
		p, info := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{Statements: true}))(t)
		eval := interp.NewEvaluator(p.Structure)
		client := e.serve(t, g)
		o := queries.Options{
			Dialect:    e.dialect,
			Vocabulary: queries.Vocabulary{Type: wikibase.Property(dl.Direct, "P0"), Statements: wikibase},
		}
		for range perGraph {
			if o.Kinds, o.Zones = nil, nil; rapid.Bool().Draw(t, "kinds") {
				o.Kinds, o.Zones = info.Kinds, info.Zones
			}
			var c dl.Concept
			var want []string
			for try := 0; try < 4 && len(want) == 0; try++ { // most concepts at random are empty
				c = dl.And{L: drawClaim(t, 1), R: drawStated(t, 2)}
				x := require.Value(eval.Extension(c))(t)
				for _, a := range interp.Members(x) {
					want = append(want, p.Structure.IRI(a))
				}
			}
			if compared++; len(want) == 0 {
				empty++
			}
			j := judge{T: t, e: e, g: ntriples(g), client: client, c: c, o: o}
			if !j.members("Select", j.text(queries.Select(c, o)), want) {
				refused++
				continue
			}
			var all []string
			for i := range items {
				all = append(all, item+"Q"+strconv.Itoa(i))
			}
			slices.Sort(want)
			if !j.members("Confirm", j.text(queries.Confirm(c, all, o)), want) {
				refused++
			}
		}
	})
	t.Logf("%s: seed %d, %d pairs: %d empty, %d refused", e.name, *testsize.Seed, compared, empty, refused)
	check.That(t, (empty <= compared*3/5 || compared < 200) && refused <= compared/20,
		"of %d pairs, %d are empty and %d were refused", compared, empty, refused)
}

const items = 6

// drawStatements draws a graph: items with statements of every rank, their best statements in
// direct form, and qualifiers that are items, quantities, and times that are known well or not. Some
// values and qualifiers are unknown.
func drawStatements(t *rapid.T) string {
	var b strings.Builder
	triple := func(s, p, o string) { fmt.Fprintf(&b, "<%s> <%s> %s .\n", s, p, o) }
	node := func(iri string) string { return "<" + iri + ">" }
	drawItem := func() string { return node(item + "Q" + strconv.Itoa(graphs.DrawBelow(t, items, "item"))) }
	for i := range items {
		x := item + "Q" + strconv.Itoa(i)
		triple(x, wikibase.Property(dl.Direct, "P9"), drawItem())
		for k := range graphs.DrawBelow(t, 5, "statements") {
			p := "P" + strconv.Itoa(1+graphs.DrawBelow(t, 3, "property"))
			s := fmt.Sprintf("%sstatement/Q%d-%d", item, i, k)
			rank := []string{"NormalRank", "NormalRank", "PreferredRank", "DeprecatedRank"}[graphs.DrawBelow(t, 4, "rank")]
			value := drawItem()
			// quantity states a quantity with its compound values in two parts of the namespace.
			quantity := func(property, plain, inSI string) string {
				amount := func(n int) string { return fmt.Sprintf("\"%d.0\"^^<%sdecimal>", n, dl.XSD) } // TDB2 cannot delete 0
				n, unit := graphs.DrawBelow(t, 4, "amount"), graphs.DrawBelow(t, 2, "unit")
				for part, v := range map[string]string{plain: amount(n), inSI: amount(n * (1 + unit))} {
					node := fmt.Sprintf("http://w.example/value/%d-%d-%t", n, unit, part == plain)
					triple(s, wikibase.Property(part, property), "<"+node+">")
					triple(node, dl.QuantityAmount, v)
					triple(node, dl.QuantityUnit, fmt.Sprintf("<%sQ%d>", item, unit))
				}
				return amount(n)
			}
			unknowns := 0
			unknown := func() string { // at most one of a property
				unknowns++
				if rapid.Bool().Draw(t, "blank") {
					return fmt.Sprintf("_:u%d-%d-%d", i, k, unknowns)
				}
				return node(fmt.Sprintf("%s%d-%d-%d", wikibase.UnknownValue(), i, k, unknowns))
			}
			if p != "P3" && graphs.DrawBelow(t, 6, "unknown") == 0 {
				value = unknown()
			}
			if p == "P3" {
				value = quantity(p, dl.Quantity, dl.Normalized)
			}
			if graphs.DrawBelow(t, 5, "none") == 0 {
				triple(s, dl.TypeOfStatement, node(wikibase.Property(dl.NoneOf, "P4")))
			}
			triple(x, wikibase.Property(dl.Claim, p), node(s))
			triple(s, dl.StatementRank, node("http://wikiba.se/ontology#"+rank))
			triple(s, wikibase.Property(dl.ValueOf, p), value)
			if rank != "DeprecatedRank" {
				triple(x, wikibase.Property(dl.Direct, p), value)
			}
			if graphs.DrawBelow(t, 5, "unknown") == 0 {
				triple(s, wikibase.Property(dl.Qualifier, []string{"P3", "P4"}[graphs.DrawBelow(t, 2, "property")]), unknown())
			}
			for range graphs.DrawBelow(t, 3, "qualifiers") {
				switch graphs.DrawBelow(t, 5, "qualifier") {
				case 0, 1:
					year, precision := drawYear(t), 7+graphs.DrawBelow(t, 4, "precision")
					at := fmt.Sprintf("%q^^<%sdateTime>", year, dl.XSD)
					node := fmt.Sprintf("http://w.example/value/%s-%d", year[:4], precision)
					triple(s, wikibase.Property(dl.Qualifier, "P4"), at)
					triple(s, wikibase.Property(dl.QualifierQuantity, "P4"), "<"+node+">")
					triple(node, "http://wikiba.se/ontology#timeValue", at)
					triple(node, dl.TimePrecision, fmt.Sprintf("\"%d\"^^<%sinteger>", precision, dl.XSD))
				case 2:
					triple(s, wikibase.Property(dl.Qualifier, "P5"), quantity("P5", dl.QualifierQuantity, dl.QualifierNormalized))
				default:
					triple(s, wikibase.Property(dl.Qualifier, "P3"), drawItem())
				}
			}
		}
	}
	return b.String()
}

func drawYear(t *rapid.T) string {
	return fmt.Sprintf("%d-01-01T00:00:00Z", 1990+graphs.DrawBelow(t, 5, "year"))
}

// drawClaim draws a restriction of a role that leads to statements.
func drawClaim(t *rapid.T, depth int) dl.Concept {
	role := dl.Role{IRI: wikibase.Property(dl.Claim, "P"+strconv.Itoa(1+graphs.DrawBelow(t, 3, "property")))}
	about := drawAboutStatement(t, role, depth)
	switch graphs.DrawBelow(t, 6, "restriction") {
	case 0:
		return dl.AtLeast{N: 2, Role: role, C: about}
	case 1:
		return dl.Exists{Role: role, C: dl.Top{}}
	}
	return dl.Exists{Role: role, C: about}
}

// drawStated draws a concept about items.
func drawStated(t *rapid.T, depth int) dl.Concept {
	role := dl.Role{IRI: wikibase.Property(dl.Claim, "P"+strconv.Itoa(1+graphs.DrawBelow(t, 3, "property")))}
	n := 8
	if depth == 0 {
		n = 5
	}
	switch graphs.DrawBelow(t, n, "form") {
	case 0:
		return dl.Exists{Role: dl.Role{IRI: wikibase.Property(dl.Direct, "P1")}, C: drawNominal(t)}
	case 1:
		return dl.ForAll{Role: role, C: drawAboutStatement(t, role, depth)}
	case 2:
		return dl.AtMost{N: graphs.DrawBelow(t, 2, "number"), Role: role, C: drawAboutStatement(t, role, depth)}
	case 5:
		return dl.Not{C: drawStated(t, depth-1)}
	case 6:
		return dl.And{L: drawStated(t, depth-1), R: drawStated(t, depth-1)}
	case 7:
		return dl.Or{L: drawStated(t, depth-1), R: drawStated(t, depth-1)}
	}
	return drawClaim(t, depth)
}

// drawAboutStatement draws a concept about the statements to which the role leads.
func drawAboutStatement(t *rapid.T, role dl.Role, depth int) dl.Concept {
	_, property, _ := wikibase.Split(role.IRI)
	value := dl.Role{IRI: wikibase.Property(dl.ValueOf, property)}
	n := 11
	if depth == 0 {
		n = 8
	}
	if property == "P3" {
		return drawQuantity(t, "P3", dl.Quantity, dl.Normalized)
	}
	switch graphs.DrawBelow(t, n, "part") {
	case 0:
		return dl.Exists{Role: value, C: drawPart(t)}
	case 1:
		return dl.Exists{Role: value, C: dl.Exists{Role: dl.Role{IRI: wikibase.Property(dl.Direct, "P1")}, C: dl.Top{}}}
	case 2:
		role := dl.Role{IRI: wikibase.Property(dl.Qualifier, []string{"P3", "P4"}[graphs.DrawBelow(t, 2, "property")])}
		switch graphs.DrawBelow(t, 5, "restriction") {
		case 0:
			return dl.ForAll{Role: role, C: drawPart(t)}
		case 1:
			return dl.AtLeast{N: 2, Role: role, C: drawPart(t)}
		}
		return dl.Exists{Role: role, C: drawPart(t)}
	case 3:
		return dl.Exists{Role: dl.Role{IRI: wikibase.Property(dl.Qualifier, "P3")}, C: dl.Top{}}
	case 4:
		return drawQuantity(t, "P5", dl.QualifierQuantity, dl.QualifierNormalized)
	case 5:
		return dl.Exists{Role: dl.Role{IRI: dl.TypeOfStatement}, C: dl.Nominal{IRI: wikibase.Property(dl.NoneOf, "P4")}}
	case 8:
		return dl.Not{C: drawAboutStatement(t, role, depth-1)}
	case 9:
		return dl.Or{L: drawAboutStatement(t, role, depth-1), R: drawAboutStatement(t, role, depth-1)}
	case 10:
		return dl.And{L: drawAboutStatement(t, role, depth-1), R: drawAboutStatement(t, role, depth-1)}
	}
	op := []dl.Op{dl.GreaterEq, dl.LessEq}[graphs.DrawBelow(t, 2, "operator")]
	v := require.Value(dl.NewValue(dl.DateTime, drawYear(t)))(t)
	return dl.Compare{Feature: wikibase.Property(dl.Qualifier, "P4"), Op: op, Value: v}
}

// drawQuantity draws a concept about statements whose value or qualifier with the name is a quantity.
func drawQuantity(t *rapid.T, name, plain, inSI string) dl.Concept {
	op := []dl.Op{dl.GreaterEq, dl.LessEq}[graphs.DrawBelow(t, 2, "operator")]
	amount := dl.Compare{Feature: dl.QuantityAmount, Op: op, Value: dl.Int(int64(graphs.DrawBelow(t, 6, "amount")))}
	if rapid.Bool().Draw(t, "normalised") {
		return dl.Exists{Role: dl.Role{IRI: wikibase.Property(inSI, name)}, C: amount}
	}
	unit := dl.Exists{Role: dl.Role{IRI: dl.QuantityUnit}, C: drawNominal(t)}
	return dl.Exists{Role: dl.Role{IRI: wikibase.Property(plain, name)}, C: dl.And{L: amount, R: unit}}
}

// drawPart draws a concept about a value or a qualifier, which may be unknown.
func drawPart(t *rapid.T) dl.Concept {
	unknown := dl.Nominal{IRI: wikibase.UnknownValue()}
	switch graphs.DrawBelow(t, 8, "part") {
	case 0, 1, 2:
		return unknown
	case 3:
		return dl.Not{C: unknown}
	case 4:
		return dl.Or{L: unknown, R: drawNominal(t)}
	case 5:
		return dl.And{L: dl.Not{C: unknown}, R: dl.Not{C: drawNominal(t)}}
	}
	return drawNominal(t)
}

func drawNominal(t *rapid.T) dl.Concept {
	return dl.Nominal{IRI: item + "Q" + strconv.Itoa(graphs.DrawBelow(t, items, "nominal"))}
}

// TestCrawledStatements: what a crawl reads of statements around some items decides concepts there
// as the whole graph does, and so does the database of the crawl.
func TestCrawledStatements(t *testing.T) {
	e := embeddedEngine("embedded", 0)
	file := filepath.Join(t.TempDir(), "graph.nt")
	v := extract.Vocabulary{Vocabulary: queries.Vocabulary{Type: wikibase.Property(dl.Direct, "P0"), Statements: wikibase}}
	only := extract.Exclusions{Only: []string{string(wikibase) + dl.Direct}}
	decided, held, coarse := 0, 0, 0
	testsize.Check(t, 25, func(t *rapid.T) {
		g := drawStatements(t)
		require.NoError(t, os.WriteFile(file, []byte(g), 0o600))
		d, _ := require.Values(
			extract.ImportFiles(t.Context(), []string{file}, extract.ImportOptions{Vocabulary: v, Exclusions: only}))(t)
		whole, _ := require.Values(d.Problem(t.Context(), extract.Examples{}, extract.LoadOptions{Statements: true}))(t)
		db := require.Value(store.OpenMemory(t.Context()))(t)
		defer func() { _ = db.Close() }()
		ex := extract.Examples{Pos: []string{item + "Q0", item + "Q1"}}
		depth := 1 + graphs.DrawBelow(t, 2, "depth")
		o := extract.CrawlOptions{Vocabulary: v, Exclusions: only,
			Bounds: extract.Bounds{
				Depth:      depth,
				Statements: []string{"P1 P2 P3", "P1 P3"}[graphs.DrawBelow(t, 2, "properties")],
			}}
		crawled, _ := require.Values(extract.Crawl(t.Context(), e.serve(t, g), db, ex.Pos, o))(t)
		near, info := require.Values(crawled.Problem(t.Context(), ex, extract.LoadOptions{}))(t)
		again, _ := require.Values(extract.Load(t.Context(), db, ex, extract.LoadOptions{}))(t)
		require.That(t, near.MaxDepth == depth && again.Structure.NumFacts() == near.Structure.NumFacts(),
			"%d facts crawled, %d loaded", near.Structure.NumFacts(), again.Structure.NumFacts())
		holds := func(p interp.Problem, c dl.Concept, iri string) bool {
			x := require.Value(interp.NewEvaluator(p.Structure).Extension(c))(t)
			a, ok := p.Structure.Lookup(iri)
			return ok && x.Test(uint(a))
		}
		comparePrecisions(t, whole.Structure, near.Structure, &coarse)
		comparePrecisions(t, whole.Structure, again.Structure, &coarse)
		for range 40 {
			c := drawStated(t, 2)
			isRemoved := slices.ContainsFunc(near.Removed, func(r interp.Removal) bool { // such as a role to an unknown value
				return slices.Contains(syntax.IRIs(c), cmp.Or(r.Role.IRI, r.Feature))
			})
			if wikibase.Depth(c) > depth || len(info.Lacks(c)) > 0 || isRemoved {
				continue
			}
			for _, iri := range ex.Pos {
				want := holds(whole, c, iri)
				if decided++; want {
					held++
				}
				if got, loaded := holds(near, c, iri), holds(again, c, iri); got != want || loaded != want {
					t.Fatalf("%s at %s: %t in the graph, %t crawled, %t loaded\n%s", syntax.Print(c, syntax.Options{}), iri, want, got,
						loaded, g)
				}
			}
		}
	})
	check.That(t, decided >= 400 && held >= decided/10 && coarse != 0,
		"%d concepts were decided, %d of them hold; %d coarse times", decided, held, coarse)
}

// comparePrecisions checks that the times of a part of a structure are known as well as in the
// whole, and counts those that are known less well than to a year.
func comparePrecisions(t *rapid.T, whole, part *interp.Structure, coarse *int) {
	for f, feature := range part.Signature().Features() {
		in, _ := whole.Signature().FeatureID(feature)
		part.EachValued(interp.FeatureID(f), func(a interp.Individual, _ []uint32) {
			b, _ := whole.Lookup(part.IRI(a))
			got, want := part.Precision(interp.FeatureID(f), a), whole.Precision(in, b)
			if want > 0 {
				*coarse++
			}
			require.That(t, got == want, "%s at %s has precision %d, in the whole graph %d", feature, part.IRI(a), got, want)
		})
	}
}
