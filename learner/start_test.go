package learner

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/dltest"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// TestStart: for any concepts to start from, within or outside the thresholds and numbers of
// the stages, no stage is worse than without them. The result is no worse than the best of
// them, even if the context ends at once.
func TestStart(t *testing.T) {
	testsize.SkipShort(t)
	better, early := 0, 0
	for seed := range uint64(*problems) {
		p, o := randomTask(t, seed+21_000_000)
		o.Engine = Search{}
		o.Mode = []Mode{Approx, Approx, Exact}[seed%3]
		o.Select = []Select{SelectScore, SelectMDL}[seed/3%2]
		without, err := Learn(t.Context(), p, o)
		require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%v", err)
		rng := dltest.Rand(seed)
		within := p
		if o.MaxDepth > 0 && (p.MaxDepth == 0 || o.MaxDepth < p.MaxDepth) {
			within.MaxDepth = o.MaxDepth
		}
		for range 10 {
			one := o
			one.Start = []dl.Concept{dltest.Concept(rng, p.Structure, o.Language, 1+rng.IntN(o.MaxSize), 4)}
			if checkStart(&within, one) == nil {
				o.Start = append(o.Start, one.Start...)
			}
		}
		if without.Concept != nil && rng.IntN(2) == 0 {
			o.Start = append(o.Start, without.Concept)
		}
		where := fmt.Sprintf("seed %d, %s, %s, %s, start %#v", seed, o.Language, o.Score, o.Mode, o.Start)
		with, err := Learn(t.Context(), p, o)
		require.That(t, err == nil || errors.Is(err, ErrNoFitting), "%s: %v", where, err)
		for k, stage := range with.Stages {
			if without.Concept == nil || k >= len(without.Stages) {
				break
			}
			before := without.Stages[k]
			require.That(t, before.Concept == nil || o.Score.Compare(stage.Confusion, before.Confusion) >= 0,
				"%s: stage %d has %+v by %#v, without a start %+v by %#v", where, k+1, stage.Confusion, stage.Concept,
				before.Confusion, before.Concept)
			require.That(t, dl.Size(stage.Concept) <= k+1, "%s: stage %d has %#v", where, k+1, stage.Concept)
			if o.Score.Compare(stage.Confusion, without.Stages[k].Confusion) > 0 {
				better++
			}
		}
		for _, c := range o.Start {
			confusion := dltest.Classify(t, p, c)
			fits := confusion.Correct() == confusion.Total()
			require.That(t, (o.Mode != Exact || !fits || with.Concept != nil && with.Size <= dl.Size(c)) && (o.Mode != Approx ||
				len(with.Stages) < dl.Size(c) || o.Score.Compare(with.Confusion, confusion) >= 0),
				"%s: %#v with %+v is worse than %#v with %+v", where, with.Concept, with.Confusion, c, confusion)
		}
		if o.Mode == Exact || len(o.Start) == 0 {
			continue
		}
		// The context ends before the first stage does.
		ctx, cancel := context.WithCancel(t.Context())
		cut := o
		cut.Engine = endedEngine{cancel}
		got, err := Learn(ctx, p, cut)
		require.That(t, err == nil, "%s: cut short: %v", where, err)
		early++
		require.That(t, o.Score.Compare(got.Confusion, dltest.Classify(t, p, o.Start[0])) >= 0 && !got.Optimal,
			"%s: cut short, %#v with %+v, optimal %v", where, got.Concept, got.Confusion, got.Optimal)
	}
	check.That(t, better != 0 && early >= *problems/4, "%d stages were better with a start, %d runs were cut short",
		better, early)
}

type endedEngine struct{ cancel context.CancelFunc }

func (endedEngine) Name() string { return "ended" }

func (e endedEngine) Search(ctx context.Context, _ Task) (dl.Concept, bool, error) {
	e.cancel()
	<-ctx.Done()
	return nil, false, ctx.Err()
}

// TestStartIsChecked: a concept that Learn may not return is an error that says why.
func TestStartIsChecked(t *testing.T) {
	p := dltest.Problem(dltest.Rand(1), dltest.Config{Individuals: 12, Names: 2, Roles: 1, Features: 1})
	role := p.Structure.Signature().Role(0)
	name := dl.Top{}
	p.MaxDepth = 1
	for _, test := range []struct {
		concept dl.Concept
		want    string
	}{
		{nil, "concept 1 to start from: it is nil"},
		{dl.Nominal{IRI: "http://e/o"}, "outside the language"},
		{dl.And{L: dl.And{L: name, R: name}, R: dl.And{L: name, R: name}},
			"its size is 7, but the largest size allowed is 5"},
		{dl.Exists{Role: role, C: dl.Exists{Role: role, C: name}}, "its role depth is 2, but the largest allowed is 1"},
		{dl.Exists{Role: dl.Role{IRI: "http://e/unknown"}, C: name}, "learning does not use the role <http://e/unknown>"},
		{dl.Compare{Feature: "http://e/unknown", Op: dl.LessEq, Value: dl.Int(1)},
			"learning does not use the feature <http://e/unknown>"},
	} {
		_, err := Learn(t.Context(), p, Options{MaxSize: 5, Start: []dl.Concept{test.concept}})
		check.That(t, err != nil && strings.Contains(err.Error(), test.want), "%#v: %v, want %q", test.concept, err,
			test.want)
	}
}

// TestStartBeyondCandidates: the search has the values and derived symbols of a concept to start from, so that
// the ceiling is no lower than the score of the result. The scope of the fitting names the symbols.
func TestStartBeyondCandidates(t *testing.T) {
	var b interp.Builder
	for name, text := range map[string]string{"a": "abc", "b": "abd", "c": "xab", "d": "xac"} {
		b.AddValue("f", name, dl.Str(text))
	}
	p := dltest.Labelled(t, &b, []string{"a", "b"}, []string{"c", "d"})
	starts := dl.Compare{Feature: "f", Op: dl.Starts, Value: dl.Str("ab")}
	for _, tt := range []struct {
		start []dl.Concept
		right int
		scope string
	}{
		{nil, 2, "the language alcqif+text of 0 words and languages of texts that two examples share"},
		{[]dl.Concept{starts}, 4,
			"the language alcqif+text of 0 words and languages of texts that two examples share, 1 symbol to start from"},
	} {
		f, err := Learn(t.Context(), p, Options{Language: dl.ALCQIF | dl.WithTexts, Start: tt.start, MaxSize: 4})
		require.That(t, err == nil, "%v", err)
		check.Equal(t, f.Confusion.Correct(), tt.right)
		check.Equal(t, f.Ceiling.Confusion.Correct(), tt.right)
		check.Equal(t, f.Scope(), tt.scope)
	}
}
