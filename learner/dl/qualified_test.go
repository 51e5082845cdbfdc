package dl_test

import (
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/learner/dl"
)

const wd = dl.Statements("http://www.wikidata.org/prop/")

// mayor is "held the position mayor from 2000 on".
func mayor() dl.Concept {
	start := dl.Compare{Feature: wd.Property(dl.Qualifier, "P580"), Op: dl.GreaterEq, Value: dl.Int(2000)}
	return dl.Qualified{Statements: wd, Property: "P39", Value: []dl.Concept{dl.Nominal{IRI: "mayor"}}, Qualifiers: []dl.Concept{start}}.Concept()
}

func TestQualifiedOf(t *testing.T) {
	c := mayor()
	q, ok := dl.QualifiedOf(c)
	check.That(t, ok && q.Statements == wd && q.Property == "P39" && len(q.Value) == 1 && len(q.Qualifiers) == 1 && q.Concept() == c,
		"%v is read as %+v, %v", c, q, ok)
	apart := q.Apart()
	check.That(t, len(apart) == 2 && apart[0] != apart[1], "the parts of %v are %v", c, apart)
	direct := dl.Exists{Role: dl.Role{IRI: wd.Property(dl.Direct, "P39")}, C: dl.Nominal{IRI: "mayor"}}
	other := dl.Exists{Role: dl.Role{IRI: wd.Property(dl.Claim, "P39")}, C: dl.Exists{Role: dl.Role{IRI: wd.Property(dl.ValueOf, "P26")}, C: dl.Top{}}}
	for _, c := range []dl.Concept{direct, other, dl.Top{}, dl.Not{C: c}, dl.Exists{Role: dl.Role{IRI: "r"}, C: dl.Top{}}} {
		q, ok := dl.QualifiedOf(c)
		check.That(t, !ok, "%v is read as %+v", c, q)
	}
}

// TestWithoutDeprecated: only what leads to statements changes, and it stays a concept about the
// statements that are not deprecated.
func TestWithoutDeprecated(t *testing.T) {
	claim, direct := dl.Role{IRI: wd.Property(dl.Claim, "P39")}, dl.Role{IRI: wd.Property(dl.Direct, "P39")}
	deprecated := dl.Exists{Role: dl.Role{IRI: dl.StatementRank}, C: dl.Nominal{IRI: dl.DeprecatedRank}}
	a, value := dl.Name{IRI: "A"}, dl.Role{IRI: wd.Property(dl.ValueOf, "P39")}
	for _, test := range []struct{ c, want dl.Concept }{
		{dl.Exists{Role: direct, C: a}, dl.Exists{Role: direct, C: a}},
		{dl.Exists{Role: claim, C: dl.Top{}}, dl.Exists{Role: claim, C: dl.Not{C: deprecated}}},
		{dl.AtMost{N: 1, Role: claim, C: a}, dl.AtMost{N: 1, Role: claim, C: dl.And{L: a, R: dl.Not{C: deprecated}}}},
		{dl.ForAll{Role: claim, C: a}, dl.ForAll{Role: claim, C: dl.Or{L: deprecated, R: a}}},
		{dl.Exists{Role: value, C: a}, dl.And{L: dl.Exists{Role: value, C: a}, R: dl.Not{C: deprecated}}},
		{dl.Exists{Role: claim, C: dl.Exists{Role: value, C: a}},
			dl.Exists{Role: claim, C: dl.And{L: dl.Exists{Role: value, C: a}, R: dl.Not{C: deprecated}}}},
		{dl.Not{C: dl.Exists{Role: value.Inv(), C: a}},
			dl.Not{C: dl.Exists{Role: value.Inv(), C: dl.And{L: a, R: dl.Not{C: deprecated}}}}},
	} {
		check.Equal(t, wd.WithoutDeprecated(test.c), test.want, "%v becomes", test.c)
		check.Equal(t, dl.Statements("").WithoutDeprecated(test.c), test.c, "without statements %v becomes", test.c)
	}
}

func TestStatementNames(t *testing.T) {
	if !wd.IsNode("http://www.wikidata.org/entity/statement/Q2-1") || !wd.IsNode("http://www.wikidata.org/value/1") ||
		wd.IsNode("http://www.wikidata.org/entity/Q2") || dl.Statements("").IsNode("entity/statement/1") {
		t.Error("IsNode")
	}
	for p, want := range map[string]string{
		wd.Property(dl.Claim, "P1"): wd.Property(dl.Direct, "P1"), wd.Property(dl.Qualifier, "P1"): wd.Property(dl.Direct, "P1"),
		wd.Property("reference/", "P1"): wd.Property("reference/", "P1"), "http://example.org/p": "http://example.org/p",
	} {
		check.Equal(t, dl.DirectProperty(p), want, "the direct property of %s", p)
	}
}
