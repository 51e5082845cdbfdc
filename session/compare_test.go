package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testfiles"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/source"
)

// TestCompare compares sets on a file and on an endpoint with the same data. The parts are those of the members of
// each set, which are listed alone.
func TestCompare(t *testing.T) {
	const n = 60
	text := residents(n)
	url, _ := serveTurtle(t, text)
	sources := map[string]Session{
		"file":     openSession(t, func(c *config.Config) { c.Data = []string{testfiles.Write(t, "x.nt", text)} }),
		"endpoint": openSession(t, func(c *config.Config) { c.Endpoint = url }),
	}
	concept := func(text string) members.Set {
		c := require.Value(syntax.Parse(text, syntax.Prefixes{"e": "http://e/"}))(t)
		return members.Set{Concept: c}
	}
	list := func(numbers ...int) (set members.Set) {
		for _, i := range numbers {
			set.List = append(set.List, fmt.Sprintf("http://e/p%04d", i))
		}
		return set
	}
	first := concept("e:Person")
	first.Rows = read.Rows{Limit: 12, Offset: 3}
	latest := concept("e:Person")
	born := queries.Column{Path: []dl.Role{{IRI: "http://e/born"}}}
	latest.Rows = read.Rows{Limit: 5, By: &queries.Order{Column: born, Descending: true}}
	city := concept("e:Person ⊓ ∃e:livesIn.{e:city7}")
	for _, tt := range []struct {
		name string
		a, b members.Set
	}{
		{"two concepts", city, concept("∃e:livesIn.{e:city1} ⊓ (∃e:born)")},
		{"one in the other", city, concept("e:Person")},
		{"the same", city, city},
		{"nothing in common", concept("e:Person"), concept("∃e:livesIn⁻.e:Person")},
		{"a list", city, list(3, 0, 1, 3, 59)},
		{"two lists", list(5, 1, 2), list(2, 3)},
		{"rows of a query", first, city},
		{"the last by date", latest, concept("∃e:knows.⊤")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var said []string
			for name, s := range sources {
				a, b := alone(t, s, tt.a), alone(t, s, tt.b)
				x := require.Value(s.Members().Compare(t.Context(), tt.a, tt.b, 0))(t)
				onlyA := slices.DeleteFunc(slices.Clone(a), func(iri string) bool { return slices.Contains(b, iri) })
				onlyB := slices.DeleteFunc(slices.Clone(b), func(iri string) bool { return slices.Contains(a, iri) })
				both := slices.DeleteFunc(slices.Clone(a), func(iri string) bool { return !slices.Contains(b, iri) })
				for _, part := range []struct {
					got  members.Part
					want []string
				}{{x.Both, both}, {x.OnlyA, onlyA}, {x.OnlyB, onlyB}} {
					check.Slice(t, irisIn(part.got.Members), part.want, name)
					check.That(t, part.got.Total != nil && *part.got.Total == len(part.want) && part.got.Missing == "" &&
						!part.got.More,
						"%s: %+v", name, part.got)
				}
				few := require.Value(s.Members().Compare(t.Context(), tt.a, tt.b, 2))(t)
				check.Slice(t, irisIn(few.OnlyA.Members), onlyA[:min(2, len(onlyA))], name)
				check.That(t, few.OnlyA.More == (len(onlyA) > 2) && *few.OnlyA.Total == len(onlyA), "%s: %+v", name, few.OnlyA)
				said = append(said, lacksIn(x))
			}
			check.Equal(t, said[0], said[1], "what the parts lack")
		})
	}
}

// alone returns the members of a set, sorted.
func alone(t *testing.T, s Session, set members.Set) []string {
	t.Helper()
	if set.Concept == nil {
		return slices.Compact(slices.Sorted(slices.Values(set.List)))
	}
	p := require.Value(s.Work().ProblemToQuery(t.Context(), extract.Examples{}, set.Concept))(t)
	o := members.TableOptions{Limit: set.Rows.Limit, Offset: set.Rows.Offset}
	if set.Rows.By != nil {
		o.Order = "-http://e/born"
	}
	table := require.Value(s.Members().Table(t.Context(), p, set.Concept, o))(t)
	var iris []string
	for _, m := range table.Members {
		iris = append(iris, m.IRI)
	}
	return slices.Sorted(slices.Values(iris))
}

func irisIn(list []source.Term) (iris []string) {
	for _, m := range list {
		iris = append(iris, m.IRI)
	}
	return iris
}

// lacksIn writes the conditions that members of each part do not satisfy.
func lacksIn(x *members.Comparison) string {
	var b strings.Builder
	for _, part := range []members.Part{x.OnlyA, x.OnlyB} {
		for _, l := range part.Lacks {
			fmt.Fprintf(&b, "%d not %s; ", *l.Members, syntax.Print(l.Condition, syntax.Options{}))
		}
		b.WriteString("| ")
	}
	return b.String()
}

// TestCompareExamples: what tells two sets apart is learned from the parts that differ, and not from sets that do not.
func TestCompareExamples(t *testing.T) {
	part := func(n int, prefix string) (p members.Part) {
		for i := range n {
			p.Members = append(p.Members, source.Term{IRI: fmt.Sprintf("%s%d", prefix, i)})
		}
		return p
	}
	for _, tt := range []struct {
		name               string
		both, onlyA, onlyB int
		pos, neg           string
	}{
		{"overlap", 2, 3, 9, "a0 a1 a2", "b0 b2 b4 b6"},
		{"A within B", 2, 0, 1, "x0 x1", "b0"},
		{"B within A", 2, 1, 0, "a0", "x0 x1"},
		{"the same", 2, 0, 0, "", ""},
		{"A is empty", 0, 0, 2, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := &members.Comparison{Both: part(tt.both, "x"), OnlyA: part(tt.onlyA, "a"), OnlyB: part(tt.onlyB, "b")}
			x.OnlyA.Members = append(x.OnlyA.Members, source.Term{IRI: "_:blank"})
			pos, neg := x.Examples(4)
			check.Equal(t, strings.Join(irisIn(pos), " "), tt.pos, "positives")
			check.Equal(t, strings.Join(irisIn(neg), " "), tt.neg, "negatives")
		})
	}
}
