package intent

import (
	"errors"

	"github.com/genus-kg/genus/learner/dl"
)

// Model holds the constants of the ranking, in bits (logarithms to base 2) unless it
// says otherwise. The package comment says what each is for; docs/intent.md how it was
// chosen.
type Model struct {
	Prior
	Alone  float64 // a side of a union that only one positive speaks for: it may be an error
	Error  float64 // an example that is on the wrong side
	Heat   float64 // posterior ∝ 2^-(score/Heat)
	Unseen float64 // probability that what was meant is no candidate
	Probe  float64 // by what this is multiplied for every answer that the best candidate foretold
}

// Prior are the prices of what a concept is made of.
type Prior struct {
	Role    float64 // per bit of log₂(individuals / members of ∃r.⊤)
	Inverse float64 // an inverse role
	Value   float64 // per bit of log₂(members of ∃r.⊤ / members of ∃r.{o})
	Other   float64 // the same of the rarer side of a union
	Class   float64 // a class as filler
	Top     float64 // ⊤ as filler
	Step    float64 // a second step
	Number  float64 // a number, for each unit of it
	Digit   float64 // a digit of a threshold
	Root    float64 // per bit of log₂(individuals / members) of a class at the root
	Not     float64 // ¬
	Or      float64 // ⊔
	And     float64 // ⊓
	ForAll  float64 // ∀
}

// DefaultModel is what was chosen.
func DefaultModel() Model {
	return Model{
		Prior: Prior{
			Role: 0.6, Inverse: 4.5, Value: 0.2, Other: 1, Class: 9, Top: 2.5, Step: 6, Number: 1, Digit: 5, Root: 0.5,
			Not: 6, Or: 7, And: 3.2, ForAll: 6,
		},
		Alone: 8, Error: 10, Heat: 1.25, Unseen: 0.2, Probe: 0.8,
	}
}

// Options say what is ranked and when questions end. The zero value is usable.
type Options struct {
	// Language is what candidates may use; zero means dl.All.
	Language dl.Language
	// Removed are roles (in one direction) and features that must not be used.
	Removed func(role dl.Role, feature string) bool
	// Extra concepts join the candidates: the exact search's smallest and its
	// other solutions.
	Extra []dl.Concept
	// Sure is the probability at which questions end: that of the first candidate,
	// or that of the foretold answer to any further question; zero means 0.95.
	Sure float64
	// MaxQuestions is the largest number of questions; zero means 12.
	MaxQuestions int
	// Model holds the constants; nil means DefaultModel.
	Model *Model
}

// Errors of a session.
var (
	// ErrNoPositives: a ranking needs at least one positive example.
	ErrNoPositives = errors.New("no positive examples: name two or three things that belong")
	// ErrContradiction: an example cannot be on both sides.
	ErrContradiction = errors.New("the example is on both sides")
)

func (o Options) withDefaults() Options {
	if o.Language == 0 {
		o.Language = dl.All
	}
	if o.Removed == nil {
		o.Removed = func(dl.Role, string) bool { return false }
	}
	if o.Sure == 0 {
		o.Sure = 0.95
	}
	if o.MaxQuestions == 0 {
		o.MaxQuestions = 12
	}
	if o.Model == nil {
		m := DefaultModel()
		o.Model = &m
	}
	return o
}

// allows reports whether a candidate may be c.
func (o Options) allows(c dl.Concept) bool {
	if !o.Language.Has(dl.LanguageOf(c) &^ dl.WithTop) {
		return false
	}
	ok := true
	dl.Walk(c, func(d dl.Concept) bool {
		if r, is := dl.RoleOf(d); is && o.Removed(r, "") {
			ok = false
		}
		if f, is := d.(dl.Compare); is && o.Removed(dl.Role{}, f.Feature) {
			ok = false
		}
		return ok
	})
	return ok
}
