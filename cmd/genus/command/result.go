package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

// result is what genus learn has to say.
type result struct {
	source      *source
	options     learner.Options
	fitting     learner.Fitting
	learnErr    error // why there is no concept
	query       string
	anchor      string   // the class that the query is restricted to; empty: none
	verdict     *verdict // nil if no endpoint was asked
	confirmErr  error    // why the verdict is not complete
	matches     []match
	moreMatches bool
	interrupted bool
	timeUp      bool
	tooLarge    bool // to be written out
	elapsed     time.Duration
}

// write writes the result in the form that the settings say, to stdout or,
// whole or not at all, to a file.
func (a *app) write(r *result) error {
	a.status.clear()
	var b bytes.Buffer
	if err := a.format(&b, r); err != nil {
		return err
	}
	return a.deliver(b.Bytes())
}

func (a *app) deliver(text []byte) error {
	if a.cfg.Out == "" {
		if _, err := a.stdout.Write(text); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
		return nil
	}
	return writeFile(a.cfg.Out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func (a *app) format(w io.Writer, r *result) error {
	if a.cfg.Format == "json" {
		own, err := a.ownPrefixes()
		if err != nil {
			return err
		}
		return writeJSON(w, resultJSON(r, own))
	}
	if a.cfg.Format == "text" {
		return textResult(w, r, a.cfg.Verbose)
	}
	if r.fitting.Concept == nil {
		return nil // the error says why
	}
	own, err := a.ownPrefixes()
	if err != nil {
		return err
	}
	if r.tooLarge {
		return fmt.Errorf("a concept of %d nodes is too large to write out: choose --format text or json, or another engine", r.fitting.Size)
	}
	text := r.query
	if a.cfg.Format != "sparql" {
		if text, err = a.form(a.cfg.Format, r.fitting.Concept, r.source.vocabulary(own)); err != nil {
			// What was learned is not lost.
			return fmt.Errorf("%w; the concept is %s", err, syntax.Print(r.fitting.Concept, syntax.Options{Prefixes: own}))
		}
	}
	_, err = fmt.Fprintln(w, strings.TrimRight(text, "\n"))
	return err
}

// vocabulary is that of the source. The notations have the user's prefixes
// only, so that genus query reads them back.
func (s *source) vocabulary(own syntax.Prefixes) vocabulary {
	v := vocabulary{prefixes: own, document: s.prefixes, labels: s.info.Labels, kinds: s.info.Kinds, closure: !s.info.Vocabulary.NoClosure}
	if l := s.info.Vocabulary; len(l.Type) > 0 && len(l.SubClass) > 0 {
		v.typing, v.below = l.Type[0], l.SubClass[0]
	}
	return v
}

// proof says in one sentence what is proved about the concept.
func (r *result) proof() string {
	f := r.fitting
	if r.options.Optimal {
		return "no concept of any size does better, in the language " + f.Language.String() + "; it is not the smallest"
	}
	why := "the search did not end"
	switch {
	case r.interrupted:
		why = "interrupted"
	case r.timeUp:
		why = "the time was up"
	}
	if !f.Optimal {
		return "not proved: " + why + ", a better or a smaller concept may exist"
	}
	var s string
	switch {
	case r.options.Mode == learner.Exact:
		s = "no smaller concept fits all the examples"
	case r.options.Score.Compare(f.Confusion, f.Ceiling.Confusion) >= 0:
		s = "no concept of any size does better, and no smaller one as well"
	default:
		s = fmt.Sprintf("no concept of size up to %d does better, and no smaller one as well", f.Stages[f.Chosen].K)
	}
	s = "proved: " + s + ", in " + r.scope()
	if r.cutShort() {
		s += fmt.Sprintf("; %s at size %d", why, f.Stages[len(f.Stages)-1].K)
	}
	return s
}

// cutShort reports whether the last stage did not come to its end, so that
// another size might have been selected.
func (r *result) cutShort() bool {
	stages := r.fitting.Stages
	return len(stages) > 0 && !stages[len(stages)-1].Proved
}

// selected says that there is a concept with a better score, and why it is not
// the result, and what to do about one that says nothing; empty otherwise.
func (r *result) selected() string {
	f := r.fitting
	last := f.Stages[len(f.Stages)-1]
	var parts []string
	if r.options.Score.Compare(last.Confusion, f.Confusion) > 0 {
		parts = append(parts, fmt.Sprintf("by %s, to do best on other examples; %s by a concept of size %d (--select score)",
			r.options.Select, r.correct(last.Confusion), dl.Size(last.Concept)))
	}
	if c := f.Confusion; r.options.Mode == learner.Approx && r.options.Score == interp.F1 && c.TN == 0 && c.FN == 0 && c.FP > 0 {
		parts = append(parts, "it holds for all examples, which F1 is often high for (--score accuracy or balanced looks for what tells them apart)")
	}
	return strings.Join(parts, "; ")
}

// scope is where a proof holds: the language, and the bounds of the chosen stage.
func (r *result) scope() string {
	f := r.fitting
	s := "the language " + f.Language.String()
	var bounds []string
	last := f.Stages[f.Chosen]
	if f.Language.Any(dl.WithAtLeast | dl.WithAtMost) {
		bounds = append(bounds, fmt.Sprintf("numbers up to %d", last.MaxNumber))
	}
	if f.Language.Any(dl.WithDataAtLeast|dl.WithDataAtMost) && last.Thresholds > 0 {
		bounds = append(bounds, plural(last.Thresholds, "threshold"))
	}
	if f.Language.Has(dl.WithNominals) {
		bounds = append(bounds, plural(f.Nominals, "nominal"))
	}
	if f.Language.Has(dl.WithStrings) {
		bounds = append(bounds, plural(f.Strings, "string"))
	}
	if f.Language.Any(dl.WithRoles) {
		if d := r.depth(); d > 0 {
			bounds = append(bounds, fmt.Sprintf("role depth up to %d", d))
		} else {
			bounds = append(bounds, "any role depth")
		}
	}
	if len(bounds) > 0 {
		s += " with " + strings.Join(bounds, ", ")
	}
	return s
}

// depth is the bound on the role depth, 0 if there is none.
func (r *result) depth() int {
	d := r.source.problem.MaxDepth
	if o := r.options.MaxDepth; o > 0 && (d == 0 || o < d) {
		d = o
	}
	return d
}

// pairs are the examples that no concept tells apart, as IRIs.
func (r *result) pairs() [][2]string {
	pairs := [][2]string{}
	s := r.source.problem.Structure
	for _, p := range r.fitting.Ceiling.Pairs {
		pairs = append(pairs, [2]string{s.IRI(p[0]), s.IRI(p[1])})
	}
	return pairs
}

// symbolOf names a removed role or feature, or what some are left out of.
func symbolOf(r interp.Removal, p syntax.Prefixes) string {
	switch r.Values {
	case dl.WithNominals:
		return "some nominals"
	case dl.WithStrings:
		return "some strings"
	}
	if r.Feature != "" {
		return p.Shorten(r.Feature)
	}
	name := "every role"
	if r.Role.IRI != "" {
		name = p.Shorten(r.Role.IRI)
	}
	if r.Role.Inverse {
		name += "⁻"
	}
	return name
}
