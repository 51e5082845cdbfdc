package answer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/session/source"
)

// birds returns a problem whose two positives have a class of their own each. A third
// bird is not an example. The smallest concept that fits names the two classes.
func birds(t *testing.T) interp.Problem {
	t.Helper()
	var b interp.Builder
	for i := range 12 {
		fish := fmt.Sprintf("fish%d", i)
		b.Individual(fish)
		mammal := fmt.Sprintf("mammal%d", i)
		b.AddName("Warm", mammal)
		b.AddName("Milk", mammal)
	}
	for _, bird := range []string{"Eagle", "Ostrich", "Penguin"} {
		b.AddName("Warm", "a"+bird)
		b.AddName(bird, "a"+bird)
	}
	s := require.Value(b.Build(context.Background()))(t)
	find := func(iris ...string) (out []interp.Individual) {
		for _, iri := range iris {
			a, ok := s.Lookup(iri)
			require.That(t, ok, "%s is not there", iri)
			out = append(out, a)
		}
		return out
	}
	return interp.Problem{Structure: s, Pos: find("aEagle", "aOstrich"),
		Neg: find("fish1", "fish2", "fish3", "mammal1", "mammal2", "mammal3")}
}

// learnMeant returns the most likely concept, or the smallest one with --prefer smallest.
func TestLearnMeant(t *testing.T) {
	p := birds(t)
	penguin, _ := p.Structure.Lookup("aPenguin")
	for _, tt := range []struct {
		prefer string
		want   bool
		size   int
	}{{config.Smallest, false, 3}, {config.Meant, true, 4}} {
		c := config.Default()
		c.Prefer = tt.prefer
		o := require.Value(c.Learner())(t)
		f := require.Value(learnMeant(context.Background(), c, p, o))(t)
		x := require.Value(interp.NewEvaluator(p.Structure).Extension(f.Concept))(t)
		if got := x.Test(uint(penguin)); got != tt.want || f.Size != tt.size {
			t.Errorf("%s: %v has size %d, and the penguin among its members: %v", tt.prefer, f.Concept, f.Size, got)
		}
	}
}

// learnMeant moves a threshold to the middle between the examples.
func TestLearnMeantCentres(t *testing.T) {
	var b interp.Builder
	for i := range 6 {
		v := require.Value(dl.NewValue(dl.Integer, []string{"0", "2", "4", "20", "22", "24"}[i]))(t)
		b.AddValue("weight", fmt.Sprintf("a%d", i), v)
	}
	s := require.Value(b.Build(context.Background()))(t)
	c := config.Default()
	o := require.Value(c.Learner())(t)
	f := require.Value(learnMeant(context.Background(), c,
		interp.Problem{Structure: s, Pos: []interp.Individual{3, 4, 5}, Neg: []interp.Individual{0, 1, 2}}, o))(t)
	got, ok := f.Concept.(dl.Compare)
	check.That(t, ok && got.Value.Lexical() == "12", "got %#v", f.Concept)
}

// TestLearnMeantDeepens checks that learnMeant finds what was meant before the search: the time ends
// with the first concept of the search, and two labels are wrong.
func TestLearnMeantDeepens(t *testing.T) {
	s, aunt := dltest.Families()
	x := require.Value(interp.NewEvaluator(s).Extension(aunt))(t)
	p := interp.Problem{Structure: s}
	for a := range interp.Individual(s.Len()) {
		switch is := x.Test(uint(a)); {
		case is && len(p.Pos) < 24:
			p.Pos = append(p.Pos, a)
		case !is && len(p.Neg) < 24:
			p.Neg = append(p.Neg, a)
		}
	}
	p.Pos[0], p.Neg[0] = p.Neg[0], p.Pos[0]
	c := config.Default()
	o := require.Value(c.Learner())(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Progress = func(learner.Progress) { cancel() }
	f := require.Value(learnMeant(ctx, c, p, o))(t)
	got, err := interp.NewEvaluator(s).Extension(f.Concept)
	check.That(t, err == nil && got.Equal(x), "got %#v, %v", f.Concept, err)
}

// Examples count by their weights. The proof stays only with a candidate that is as small
// and as good.
func TestPreferLikeliest(t *testing.T) {
	ex := extract.Examples{Pos: []string{"a", "b"}, PosWeights: []int{3, 1}, Neg: []string{"c"}}
	f := learner.Fitting{Solution: learner.Solution{
		Concept:   dl.Name{IRI: "A"},
		Size:      1,
		Confusion: interp.Confusion{TP: 3, FN: 1, TN: 1},
		Optimal:   true,
	}}
	b, worse := dl.Name{IRI: "B"}, []string{"a"}
	start := learner.Options{Start: []dl.Concept{f.Concept}}
	other := learner.Options{Start: []dl.Concept{dl.Name{IRI: "S"}}}
	from := func(wrong ...string) intent.Candidate {
		return intent.Candidate{Concept: other.Start[0], Wrong: wrong, Added: true}
	}
	for _, tt := range []struct {
		name       string
		candidates []intent.Candidate
		options    learner.Options
		replaced   bool
		optimal    bool
		ranking    intent.Ranking
	}{
		{"as good", []intent.Candidate{{Concept: b, Wrong: []string{"b"}}}, learner.Options{}, true, true, intent.Ranking{}},
		{"larger", []intent.Candidate{{Concept: dl.Not{C: b}, Wrong: []string{"b"}}}, learner.Options{}, true, false,
			intent.Ranking{}},
		{"worse by weight", []intent.Candidate{{Concept: b, Wrong: worse}}, learner.Options{}, false, true, intent.Ranking{}},
		{"worse, but likely", []intent.Candidate{{Concept: b, Wrong: worse, Probability: 0.6}}, learner.Options{}, true,
			false, intent.Ranking{}},
		{"worse, as most that is likely",
			[]intent.Candidate{{Concept: b, Wrong: worse, Probability: 0.4},
				{Concept: dl.Not{C: b}, Wrong: worse, Probability: 0.3}}, learner.Options{}, true, false, intent.Ranking{}},
		{"worse than the start", []intent.Candidate{{Concept: b, Wrong: worse, Probability: 0.9}}, start, false, true,
			intent.Ranking{}},
		{"a start that is likelier and as good", []intent.Candidate{from("b"), {Concept: dl.Not{C: b}, Wrong: []string{"b"}}},
			other, true, true, intent.Ranking{}},
		{"a start that is likelier and worse", []intent.Candidate{from("b"), {Concept: dl.Not{C: b}}}, other, true, false,
			intent.Ranking{}},
		{"a start that is less likely and better", []intent.Candidate{{Concept: dl.Not{C: b}, Wrong: []string{"b"}}, from()},
			other, true, false, intent.Ranking{}},
		{"worse, but likely if it is not chance", []intent.Candidate{{Concept: b, Wrong: worse, Probability: 0.3}},
			learner.Options{}, true, false, intent.Ranking{Chance: 0.5}},
		{"worse, but likely among those that were compared in time",
			[]intent.Candidate{{Concept: b, Wrong: worse, Probability: 0.9}}, learner.Options{}, false, true,
			intent.Ranking{Incomplete: context.DeadlineExceeded}},
	} {
		tt.ranking.Candidates = tt.candidates
		got, replaced := preferLikeliest(f, tt.ranking, ex, tt.options)
		check.That(t, replaced == tt.replaced && got.Optimal == tt.optimal, "%s: replaced %v, optimal %v", tt.name, replaced,
			got.Optimal)
	}
}

// A proof does not stay with a number beyond its scope.
func TestPreferLikeliestBeyondTheScope(t *testing.T) {
	ex := extract.Examples{Pos: []string{"a"}, Neg: []string{"b"}}
	atLeast := func(n int) dl.Concept { return dl.AtLeast{N: n, Role: dl.Role{IRI: "r"}, C: dl.Top{}} }
	f := learner.Fitting{Solution: learner.Solution{
		Concept:   atLeast(2),
		Size:      2,
		Confusion: interp.Confusion{TP: 1, TN: 1},
		Optimal:   true,
	}, Stages: []learner.Stage{{K: 2, MaxNumber: 3}}}
	for n, optimal := range map[int]bool{3: true, 4: false} {
		got, replaced := preferLikeliest(f, intent.Ranking{Candidates: []intent.Candidate{{Concept: atLeast(n)}}}, ex,
			learner.Options{})
		check.That(t, replaced && got.Optimal == optimal, "≥%d: replaced %v, optimal %v", n, replaced, got.Optimal)
	}
}

// A smaller concept becomes a candidate if it is wrong about at most one of eight
// examples.
func TestSearchCandidates(t *testing.T) {
	a := dl.Name{IRI: "A"}
	b := dl.Name{IRI: "B"}
	c := dl.Name{IRI: "C"}
	f := learner.Fitting{Solution: learner.Solution{Concept: c},
		Stages: []learner.Stage{
			{Concept: a, Confusion: interp.Confusion{TP: 4, FN: 2, TN: 2}},
			{Concept: b, Confusion: interp.Confusion{TP: 5, FN: 1, TN: 2}},
			{Concept: c, Confusion: interp.Confusion{TP: 6, TN: 2}},
			{},
		},
	}
	check.Slice(t, searchCandidates(f), []dl.Concept{c, b})
}

// A concept with a removed role or feature has a removal.
func TestRemovalOf(t *testing.T) {
	exists := func(r dl.Role) dl.Concept { return dl.Exists{Role: r, C: dl.Top{}} }
	r, inverse := dl.Role{IRI: "r"}, dl.Role{IRI: "r", Inverse: true}
	compare := dl.Compare{Feature: "f", Op: dl.Equal, Value: dl.Int(1)}
	for _, tt := range []struct {
		concept dl.Concept
		removal interp.Removal
		want    bool
	}{
		{dl.And{L: dl.Name{IRI: "A"}, R: exists(r)}, interp.Removal{Role: r}, true},
		{exists(inverse), interp.Removal{Role: r}, false},
		{exists(r), interp.Removal{Feature: "r"}, false},
		{exists(r), interp.Removal{Values: dl.WithNominals}, false},
		{compare, interp.Removal{Feature: "f"}, true},
		{compare, interp.Removal{Role: dl.Role{IRI: "f"}}, false},
	} {
		_, got := source.RemovalOf(tt.concept, []interp.Removal{{Feature: "other"}, tt.removal}, 0)
		check.Equal(t, got, tt.want, "%v and %+v", tt.concept, tt.removal)
	}
}

// Without a concept, an exact search says up to which size it refuted all.
func TestRefuted(t *testing.T) {
	stages := []learner.Stage{{K: 1, MaxNumber: 1, Proved: true}, {K: 2, MaxNumber: 2, Proved: true}, {K: 3, MaxNumber: 3}}
	for _, tt := range []struct {
		name    string
		mode    learner.Mode
		fitting learner.Fitting
		depth   int
		want    string
	}{
		{"time up", learner.Exact,
			learner.Fitting{Language: dl.ALCQIF, End: learner.EndTimeout, Refuted: 2, Stages: stages, Chosen: 2}, 0,
			"no concept of size up to 2 fits all the examples, in the language alcqif with numbers up to 2, any role depth"},
		{"thresholds", learner.Exact,
			learner.Fitting{
				Language: dl.WithDataAtLeast,
				End:      learner.EndTimeout,
				Refuted:  1,
				Stages:   []learner.Stage{{K: 1, Thresholds: 4, Proved: true}},
			}, 0,
			"no concept of size up to 1 fits all the examples, in the language data-at-least with up to 4 thresholds per feature"},
		{"nothing refuted", learner.Exact, learner.Fitting{Language: dl.ALCQIF, End: learner.EndTimeout, Stages: stages[2:]},
			0, ""},
		{"alike", learner.Exact, learner.Fitting{Language: dl.ALCQIF, End: learner.EndInseparable}, 1,
			"no concept of any size fits all the examples, in the language alcqif with role depth up to 1"},
		{"found", learner.Exact,
			learner.Fitting{Language: dl.ALCQIF, Solution: learner.Solution{Concept: dl.Top{}}, Refuted: 2, Stages: stages}, 0,
			""},
		{"approximate", learner.Approx, learner.Fitting{Language: dl.ALCQIF, Refuted: 2, Stages: stages}, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Result{Problem: &source.Problem{}, Options: learner.Options{Mode: tt.mode, MaxDepth: tt.depth},
				Fitting: tt.fitting}
			check.Equal(t, r.Refuted(), tt.want)
		})
	}
}

// A result that fits better than the concept of the search, which --select mdl chose for its size,
// is not said to have a smaller or a better one beside it.
func TestProofOfABetterResult(t *testing.T) {
	r := Result{Problem: &source.Problem{Problem: interp.Problem{Neg: []interp.Individual{0}}},
		Options: learner.Options{Score: interp.Accuracy, Select: learner.SelectMDL},
		Fitting: learner.Fitting{
			Solution: learner.Solution{Concept: dl.Top{}, Size: 3, Confusion: interp.Confusion{TP: 3, FP: 1, TN: 2}},
		}, Smallest: &learner.Solution{Concept: dl.Top{}, Size: 1, Confusion: interp.Confusion{TP: 3, FP: 2, TN: 1}}}
	check.Equal(t, r.Proof(),
		"no: the search chooses a concept with a worse score (--select mdl); this one is more likely meant")
}

// A proof up to a size says so if the search of larger sizes was cut short.
func TestProofOfASearchCutShort(t *testing.T) {
	best, perfect := interp.Confusion{TP: 3, FP: 1, TN: 2}, interp.Confusion{TP: 3, TN: 3}
	stage := func(k int, proved bool, c interp.Confusion) learner.Stage {
		return learner.Stage{K: k, Proved: proved, Concept: dl.Top{}, Confusion: c}
	}
	for _, tt := range []struct {
		name        string
		last        learner.Stage
		end         learner.End
		interrupted bool
		timeUp      bool
		want        string // the end of it; empty: nothing was cut short
	}{
		{"to the largest size", stage(4, true, best), learner.EndInterrupted, false, false, ""},
		{"interrupted when all sizes were done", stage(4, true, best), learner.EndInterrupted, true, true, ""},
		{"interrupted within a stage", stage(3, false, best), learner.EndInterrupted, true, true,
			"; interrupted at size 3"},
		{"interrupted between two stages", stage(3, true, best), learner.EndInterrupted, true, true,
			"; interrupted after size 3"},
		{"the time was up between two stages", stage(3, true, best), learner.EndInterrupted, false, true,
			"; the time was up after size 3"},
		{"no memory between two stages", stage(3, true, best), learner.EndMemory, false, false,
			"; the memory limit was reached after size 3"},
		{"sizes that brought nothing better", stage(3, true, best), learner.EndPatience, false, false,
			"; stopped: 2 further sizes brought no better concept after size 3"},
		{"interrupted before two concepts were searched for",
			learner.Stage{K: 9, Concept: dl.Top{}, Confusion: best, Skipped: true}, learner.EndInterrupted, true, false,
			"; interrupted after size 1"},
		{"nothing better is possible", stage(3, true, perfect), learner.EndInterrupted, true, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Result{
				Problem: &source.Problem{
					Problem: interp.Problem{Neg: []interp.Individual{0}},
				}, Course: Course{Interrupted: tt.interrupted, TimeUp: tt.timeUp},
				Options: learner.Options{MaxSize: 4, Patience: 2, Score: interp.Accuracy},
				Fitting: learner.Fitting{Solution: learner.Solution{Concept: dl.Top{}, Optimal: true, Confusion: best}, End: tt.end,
					Ceiling: bisim.Ceiling{Confusion: perfect}, Stages: []learner.Stage{stage(1, true, best), tt.last}},
			}
			proof := r.Proof()
			_, end, _ := strings.Cut(proof, "in the language ")
			check.That(t, strings.HasPrefix(proof, "proved: ") && end == tt.want && r.CutShort() == (tt.want != ""),
				"%q, cut short: %t; want an end %q", proof, r.CutShort(), tt.want)
			r.Smallest = &learner.Solution{}
			ranked := r.Proof()
			check.That(t, strings.HasSuffix(ranked, "more likely meant"+tt.want), "ranked: %q, want an end %q", ranked, tt.want)
		})
	}
}

// TestNouns checks that a candidate with as many members as one with a class in addition has that noun.
func TestNouns(t *testing.T) {
	born, human, writer := dl.Exists{Role: dl.Role{IRI: "born"}, C: dl.Top{}}, dl.Name{IRI: "Human"},
		dl.Name{IRI: "Writer"}
	r := Ranking{Ranking: intent.Ranking{Candidates: []intent.Candidate{
		{Concept: born, Members: intent.Exactly(7)},
		{Concept: dl.Conj(writer, born), Members: intent.Exactly(6)},
		{Concept: dl.Conj(human, born), Members: intent.Exactly(7)},
		{Concept: dl.Conj(human, writer), Members: intent.Bounds{Lower: 3, Upper: 9}},
		{Concept: writer, Members: intent.Bounds{Lower: 3, Upper: 9}},
	}}}
	check.Diff(t, r.nouns(), map[dl.Concept]string{born: "Human"}, "nouns")
}

// TestLabelledSet: of many examples of both kinds, an unlikely candidate does not replace a concept that fits
// better. Of a few examples it does.
func TestLabelledSet(t *testing.T) {
	many := func(side string, n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprint(side, i))
		}
		return out
	}
	found, meant := dl.Name{IRI: "found"}, dl.Name{IRI: "meant"}
	for _, tt := range []struct {
		pos, neg    int
		probability float64
		want        bool
	}{{10, 10, 0.14, false}, {10, 10, 0.8, true}, {9, 30, 0.14, true}, {30, 9, 0.14, true}} {
		ex := extract.Examples{Pos: many("p", tt.pos), Neg: many("n", tt.neg)}
		all := confusionOf(ex, nil)
		f := learner.Fitting{Solution: learner.Solution{Concept: found, Size: 1, Confusion: all}}
		r := intent.Ranking{Chance: 0.95 - tt.probability, Candidates: []intent.Candidate{
			{Concept: meant, Probability: tt.probability, Wrong: ex.Neg[:3]}, {Concept: found, Probability: 0.05},
		}}
		got, replaced := preferLikeliest(f, r, ex, learner.Options{Score: interp.Accuracy})
		check.That(t, replaced == tt.want, "%+v: %v", tt, got.Concept)
	}
}
