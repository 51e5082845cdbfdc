package intent_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// TestConditionsAtANode: films by what one of their two actors is, and is not, are candidates.
func TestConditionsAtANode(t *testing.T) {
	b := &interp.Builder{}
	for i := range 360 {
		for j := range 2 {
			a := fmt.Sprint("actor", (7*i+13*j*i+5*j)%97)
			b.AddRole("cast", person(i), a)
		}
		b.AddName("Film", person(i))
	}
	for i := range 97 {
		a := fmt.Sprint("actor", i)
		b.AddRole("from", a, []string{"France", "Italy", "Spain"}[i%3])
		if i%5 < 2 {
			b.AddRole("job", a, "singer")
		}
		b.AddValue("born", a, dl.Int(int64(1900+(i*7)%100)))
	}
	s := require.Value(b.Build(t.Context()))(t)
	some := func(role string, c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: role}, C: c} }
	french, singer := some("from", dl.Nominal{IRI: "France"}), some("job", dl.Nominal{IRI: "singer"})
	born := dl.Compare{Feature: "born", Op: dl.GreaterEq, Value: dl.Int(1950)}
	for name, meant := range map[string]dl.Concept{
		"both":          some("cast", dl.And{L: french, R: singer}),
		"not":           some("cast", dl.And{L: french, R: dl.Not{C: singer}}),
		"comparison":    some("cast", dl.And{L: french, R: born}),
		"another value": some("cast", some("from", dl.Not{C: dl.Nominal{IRI: "France"}})),
	} {
		pos, neg := draw(t, s, meant, 12), draw(t, s, dl.And{L: dl.Name{IRI: "Film"}, R: dl.Not{C: meant}}, 12)
		members, found := extension(t, s, meant), false
		for _, x := range rank(t, newSession(t, s, pos, neg, intent.Options{})).Candidates {
			found = found || reflect.DeepEqual(extension(t, s, x.Concept), members)
			for _, y := range x.Others {
				found = found || reflect.DeepEqual(extension(t, s, y.Concept), members)
			}
		}
		check.That(t, found, "%s: %v is no candidate", name, meant)
	}
}

// asked keeps the concepts that a ranking asks a graph to count.
type asked struct {
	intent.Graph
	counted []dl.Concept
}

func (g *asked) Count(ctx context.Context, cs []dl.Concept) ([]intent.Bounds, error) {
	g.counted = append(g.counted, cs...)
	return g.Graph.Count(ctx, cs)
}

// TestWaysBack: whoever has a job has one that a human has, if he is human himself. Nobody asks an endpoint for that,
// but for who has a job that a robot has.
func TestWaysBack(t *testing.T) {
	b := &interp.Builder{}
	for i := range 200 {
		b.AddName([]string{"Human", "Robot"}[i/150], person(i))
		b.AddRole("job", person(i), fmt.Sprint("job", i%15))
	}
	s := require.Value(b.Build(t.Context()))(t)
	g := &asked{Graph: newRemote(s)}
	job := dl.Role{IRI: "job"}
	by := func(name string) dl.Concept {
		return dl.Exists{Role: job, C: dl.Exists{Role: job.Inv(), C: dl.Name{IRI: name}}}
	}
	pos := draw(t, s, dl.And{L: dl.Name{IRI: "Human"}, R: dl.Exists{Role: job, C: dl.Nominal{IRI: "job3"}}}, 4)
	rank(t, require.Value(intent.New(g, pos, nil, intent.Options{}))(t))
	check.That(t, slices.Contains(g.counted, by("Robot")), "%v is not counted", by("Robot"))
	check.That(t, !slices.Contains(g.counted, by("Human")), "%v is counted", by("Human"))
}
