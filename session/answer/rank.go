package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// Concepts are not ranked if there are more positives than this. The size principle assumes
// that somebody picked the positives by hand; of many examples the negatives decide alone.
const (
	mostRanked      = 100 // with negatives
	mostRankedAlone = 200 // without negatives
)

// Examples of which there are this many of both kinds are a labelled set: nobody picked them to show
// what is meant, and the search has much to go by. In memory the ranking of a labelled set has only this
// share of the time limit, so that the search has most of it.
const (
	fewestLabelled = 10
	labelledShare  = 4
)

func isLabelled(ex extract.Examples) bool {
	return min(len(ex.Pos), len(ex.Neg)) >= fewestLabelled
}

// At most rivalsShown candidates are shown beside the result, each of at least the
// probability leastShown.
const (
	rivalsShown = 3
	leastShown  = 0.01
)

// A Meant ranks the concepts that the user may have meant, and asks about individuals. It
// is not safe for concurrent use.
type Meant struct {
	*intent.Session
	graph    intent.Graph
	read     *source.Problem // that the graph has its facts from; nil if it asks an endpoint
	source   source.Source
	reporter source.Reporter
	timeout  time.Duration
	memory   uint64   // learner.Options.Memory
	shown    *Ranking // of the first answer; nil if there is none
	keep     func()   // keeps the ranking for the next answer; nil after that, and if the ranking has more than answers
}

// A Ranking is the outcome of the examples and the answers so far.
type Ranking struct {
	intent.Ranking
	// Proposals are conditions that the user may judge: the parts of the first candidate, then others.
	Proposals []intent.Proposal
	// Outcomes say what became of the conditions that the user judged, in the first candidate.
	Outcomes []intent.Outcome
	// Question is the next question; nil if none is informative, or if the ranking is
	// certain enough.
	Question *intent.Question
	// Disjoint are the facts of the question that do not hold because two classes are disjoint.
	Disjoint map[dl.Concept][]string
	// Labels of the individuals and symbols in the ranking.
	Labels map[string]string
	// Notes say what the ranking could not find out, each in a line.
	Notes []string
}

// Unranked is the error of what needs a ranking where there is none.
func Unranked(what string) error {
	return source.Usagef(
		"%s: that needs a ranking of what may be meant: with --prefer meant, another engine than optimal, and positives, "+
			"%d at most, or %d where there are no negatives", what, mostRanked, mostRankedAlone)
}

// CanRank reports whether concepts are ranked with these settings and examples. The
// engine optimal does not rank.
func (s Worker) CanRank(ex extract.Examples) bool {
	return canRank(s.Config, len(ex.Pos), len(ex.Neg))
}

func canRank(c config.Config, pos, neg int) bool {
	return c.Prefer == config.Meant && c.Engine != "optimal" && pos > 0 &&
		(pos <= mostRanked || neg == 0 && pos <= mostRankedAlone)
}

// Rank starts a ranking of concepts for the examples.
func (s Worker) Rank(ctx context.Context, ex extract.Examples) (*Meant, error) {
	m, err := s.rank(ctx, ex)
	if err == nil {
		m.Add(s.Start...)
	}
	return m, err
}

// rank is Rank without the concepts to start from. The graph has what they name.
func (s Worker) rank(ctx context.Context, ex extract.Examples) (*Meant, error) {
	g, read, err := s.rankedGraph(ctx, ex)
	if err != nil {
		return nil, err
	}
	language, err := rankedLanguage(s.Config)
	if err != nil {
		return nil, err
	}
	session, err := intent.New(g, ex.Pos, ex.Neg, rankedOptions(s.Config, language))
	if err != nil {
		return nil, source.Usage(err)
	}
	timeout := s.Config.Timeout
	if isLabelled(ex) && !s.Source.Slow() {
		timeout /= labelledShare
	}
	return &Meant{
		Session:  session,
		graph:    g,
		read:     read,
		source:   s.Source,
		reporter: s.Reporter,
		timeout:  timeout,
		memory:   uint64(s.Config.Memory) << 20,
	}, nil
}

// rankedGraph returns the whole graph for a ranking.
func (s Worker) rankedGraph(ctx context.Context, ex extract.Examples) (intent.Graph, *source.Problem, error) {
	var qualified []string
	if source.NeedsExtraction(s.Use) {
		var err error
		if qualified, err = s.qualified(ctx, ex, nil); err != nil {
			return nil, nil, err
		}
	}
	return s.Source.WholeGraph(ctx, s.Use, ex, qualified)
}

// rankedOptions returns the options of a ranking in the language, within the bounds of the
// settings.
func rankedOptions(c config.Config, language dl.Language) intent.Options {
	return intent.Options{
		Language: language, MaxSize: c.MaxSize, MaxDepth: max(c.Depth, 0), MaxNumber: c.MaxNumber.Constant(),
		Statements: dl.Statements(c.Statements), SubClassOf: c.Vocabulary().SubClassOf,
		OfClasses: c.Individuals == extract.Classes, Words: c.Words, Labels: c.Vocabulary().WithDefaults().Label,
	}
}

// rankedLanguage returns the language of the candidates: all constructors, nominals and
// strings included, unless the user chose a language.
func rankedLanguage(c config.Config) (dl.Language, error) {
	language := c.AboutClasses(dl.All)
	if c.ChoosesLanguage() {
		o, err := c.Learner()
		if err != nil {
			return 0, source.Usage(err)
		}
		language = o.Language
	}
	if c.Depth == 0 {
		language &^= dl.WithRoles | dl.WithInverse
	}
	if c.Nominals == config.Off {
		language &^= dl.WithNominals
	}
	return language, nil
}

// Rank ranks the candidates and looks for the next question. A ranking is not lost by an
// error: numbers of members become bounds, labels become IRIs, and there is no question. The
// notes say so. Rank returns an error only if there is nothing to rank.
func (m *Meant) Rank(ctx context.Context) (*Ranking, error) {
	r, err := m.rankOnly(ctx)
	if err == nil {
		m.addQuestion(ctx, r)
	}
	return r, err
}

// Judge takes what the user says of conditions. The next Rank ranks again.
func (m *Meant) Judge(said ...Requirement) {
	for _, r := range said {
		m.Require(r)
	}
}

// Condition returns the condition to ask about, if that brings more than the question; false otherwise. Nobody is
// asked about an individual without a label where others have one.
func (r *Ranking) Condition() (intent.Proposal, bool) {
	lacks := func(iri string) bool { return r.Labels[iri] == "" }
	isOpaque := func(p intent.Proposal) bool { return slices.ContainsFunc(dl.EntitiesOf(p.Concept).Individuals, lacks) }
	plain := slices.DeleteFunc(slices.Clone(r.Proposals), isOpaque)
	if len(plain) == 0 {
		plain = r.Proposals
	}
	return intent.Choose(r.Question, plain)
}

// rankOnly ranks the candidates. It looks for no question, which takes an endpoint longer
// than the ranking.
func (m *Meant) rankOnly(ctx context.Context) (*Ranking, error) {
	m.reporter.Progress("ranking", "what may be meant")
	ctx, stop := learner.WithinMemory(graph.ShareCountTime(ctx), m.memory)
	defer stop()
	ranking, err := m.Session.Rank(ctx)
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, learner.ErrMemory) {
		err = cause
	}
	if err != nil {
		return nil, fmt.Errorf("ranking candidates: %w", err)
	}
	if m.keep != nil {
		m.keep()
		m.keep = nil
	}
	r := &Ranking{}
	m.setRanked(ctx, r, ranking)
	r.note("some numbers of members are bounds, and candidates may be missing", ranking.Incomplete)
	m.addLabels(ctx, r)
	return r, nil
}

// setRanked sets the ranking with what the user may judge and has judged.
func (m *Meant) setRanked(ctx context.Context, r *Ranking, ranking intent.Ranking) {
	r.Ranking, r.Proposals, r.Outcomes = ranking, m.Proposals(), nil
	if len(ranking.Candidates) > 0 {
		r.Outcomes = m.Outcomes(ctx, ranking.Candidates[0].Concept)
	}
	r.noteChance()
	r.noteWords()
	r.noteOutweighed()
	m.noteUnits(ctx, r)
}

func (m *Meant) addLabels(ctx context.Context, r *Ranking) {
	nouns := r.nouns()
	var err error
	r.Labels, err = m.graph.Labels(ctx, slices.AppendSeq(r.symbols(), maps.Values(nouns)))
	r.note("labels are missing", err)
	for c, class := range nouns {
		source.KeepNoun(m.source, c, syntax.Noun{IRI: class, Label: r.Labels[class]})
	}
}

// addQuestion adds the next question. The search for a question finds candidates, too.
func (m *Meant) addQuestion(ctx context.Context, r *Ranking) {
	ctx, stop := learner.WithinMemory(graph.ShareCountTime(ctx), m.memory)
	defer stop()
	var err error
	r.Question, err = m.Next(ctx)
	r.note("there is no question", err)
	if r.Question != nil && m.read != nil {
		r.Disjoint = m.disjoint(r.Question)
	}
	if again, err := m.Session.Rank(ctx); err == nil {
		m.setRanked(ctx, r, again)
		r.noteClosest()
	}
	m.addLabels(ctx, r)
}

// disjoint returns the classes to which the individual cannot belong, each with two disjoint classes.
func (m *Meant) disjoint(q *intent.Question) map[dl.Concept][]string {
	found := map[dl.Concept][]string{}
	a, ok := m.read.Structure.Lookup(q.Individual)
	for _, f := range q.Facts {
		if class, is := f.Concept.(dl.Name); is && ok && !f.Holds {
			found[f.Concept] = m.read.Disjoint(a, class.IRI)
		}
	}
	return found
}

// Reason says why a fact of the question cannot hold; empty if nothing states that.
func (r *Ranking) Reason(fact dl.Concept, p syntax.Prefixes) string {
	var names []string
	for _, class := range r.Disjoint[fact] {
		names = append(names, say.OneLine(cmp.Or(r.Labels[class], p.Shorten(class))))
	}
	if names == nil {
		return ""
	}
	return strings.Join(names, " and ") + " are disjoint"
}

// noteChance says so in a note if chance explains the examples best.
func (r *Ranking) noteChance() {
	r.noteIf(r.Chance > 0.5,
		"nothing found explains the examples better than chance does: are they marked as you mean them?")
}

// noteOutweighed says so in a note if the first concept contradicts what the user said of conditions.
func (r *Ranking) noteOutweighed() {
	r.Notes = slices.DeleteFunc(slices.Clone(r.Notes),
		func(note string) bool { return strings.HasPrefix(note, aboutOutweighed) })
	if r.Outweighed > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s%s that you judged", aboutOutweighed, say.Plural(r.Outweighed, "condition")))
	}
}

// aboutOutweighed begins the note of noteOutweighed.
const aboutOutweighed = "the examples outweigh "

// noteWords says in a note what became of the user's words.
func (r *Ranking) noteWords() {
	r.Notes = slices.DeleteFunc(slices.Clone(r.Notes),
		func(note string) bool { return strings.HasPrefix(note, aboutWords) })
	var parts []string
	for _, x := range []struct {
		what  string
		words []string
	}{{"said", r.Words.Said}, {"not said by the first concept", r.Words.Unsaid}, {"not found", r.Words.Lost}} {
		if len(x.words) > 0 {
			parts = append(parts, x.what+": "+strings.Join(x.words, ", "))
		}
	}
	if parts != nil {
		r.Notes = append(r.Notes, aboutWords+strings.Join(parts, "; "))
	}
}

// aboutWords begins the note of noteWords.
const aboutWords = "your words: "

// noteClosest says so in a note if the questions are over, and the first candidate is probably not
// what was meant.
func (r *Ranking) noteClosest() {
	r.noteIf(r.Closest, "nothing that genus can say fits what you mean; this is the closest")
}

// noteIf adds the note if it is true, and removes it otherwise.
func (r *Ranking) noteIf(is bool, text string) {
	r.Notes = slices.DeleteFunc(slices.Clone(r.Notes), func(note string) bool { return note == text })
	if is {
		r.Notes = append(r.Notes, text)
	}
}

// note adds a note about an error, if there is one.
func (r *Ranking) note(what string, err error) {
	switch {
	case err == nil:
		return
	case errors.Is(err, context.DeadlineExceeded):
		what += ": the time was up"
	case errors.Is(err, context.Canceled):
		what += ": interrupted"
	default:
		what += ": " + say.OneLine(err.Error())
	}
	if !slices.Contains(r.Notes, what) {
		r.Notes = append(r.Notes, what)
	}
}

// nouns returns classes that have all members of candidates: one with as many members has the class
// in addition.
func (r *Ranking) nouns() map[dl.Concept]string {
	members, nouns := map[dl.Concept]intent.Bounds{}, map[dl.Concept]string{}
	for _, c := range r.Candidates {
		members[c.Concept] = c.Members
	}
	for _, narrow := range r.Candidates {
		parts := dl.Conjuncts(narrow.Concept)
		for i, part := range parts {
			class, ok := part.(dl.Name)
			if !ok || len(parts) < 2 || !narrow.Members.Exact() || narrow.Members.Lower == 0 {
				continue
			}
			rest := dl.Conj(slices.Delete(slices.Clone(parts), i, i+1)...)
			if nouns[rest] == "" && members[rest] == narrow.Members {
				nouns[rest] = class.IRI
			}
		}
	}
	return nouns
}

// symbols returns the IRIs of the candidates that are listed and of the question, sorted.
func (r *Ranking) symbols() []string {
	var iris []string
	for _, c := range r.listed(mostListed) {
		iris = append(append(iris, syntax.IRIs(c.Concept)...), c.Wrong...)
	}
	for _, p := range r.Proposals {
		iris = append(iris, syntax.IRIs(p.Concept)...)
	}
	for _, o := range r.Outcomes {
		iris = append(append(iris, syntax.IRIs(o.Concept)...), o.Against...)
		if o.Instead != nil {
			iris = append(iris, syntax.IRIs(o.Instead)...)
		}
	}
	for _, g := range r.Groups {
		iris = append(iris, g.Individuals...)
		if g.Concept != nil {
			iris = append(iris, syntax.IRIs(g.Concept)...)
		}
	}
	if q := r.Question; q != nil {
		iris = append(append(iris, q.Individual), q.Classes...)
		for _, f := range q.Facts {
			iris = append(append(iris, syntax.IRIs(f.Concept)...), r.Disjoint[f.Concept]...)
		}
	}
	slices.Sort(iris)
	return slices.Compact(iris)
}

// setRanking sets the ranking and adds its labels to those of the problem.
func (r *Result) setRanking(ranking *Ranking) {
	r.Ranking = ranking
	labels := map[string]string{}
	maps.Copy(labels, ranking.Labels)
	maps.Copy(labels, r.Problem.Info.Labels)
	r.Problem.Info.Labels = labels
}

// Likely returns the candidate whose concept is the result; false if nothing was ranked
// or the result is not among the candidates.
func (r *Result) Likely() (intent.Candidate, bool) { return r.Ranking.candidate(r.Fitting.Concept) }

// candidate returns the candidate with this concept, with its thresholds; false if there is none, or
// if nothing was ranked.
func (r *Ranking) candidate(concept dl.Concept) (intent.Candidate, bool) {
	if r == nil {
		return intent.Candidate{}, false
	}
	for _, c := range r.Candidates {
		for _, one := range append([]intent.Candidate{c}, c.Others...) {
			if one.Concept == concept {
				one.Probability = c.Probability
				return one, true
			}
		}
	}
	return intent.Candidate{}, false
}

// listed returns the candidates that are listed: the most likely ones, the likeliest that is right
// about all examples, because every example may be right, and the union that adds what the first
// lacks. all is the largest number of the most likely ones.
func (r *Ranking) listed(all int) []intent.Candidate {
	list := r.Candidates[:min(all, len(r.Candidates))]
	if i := slices.IndexFunc(list, func(c intent.Candidate) bool { return c.Probability < leastShown }); i >= 0 {
		list = list[:max(i, 1)]
	}
	isRight := func(c intent.Candidate) bool { return len(c.Wrong) == 0 }
	shown := len(list)
	right := slices.IndexFunc(r.Candidates, isRight)
	unites := slices.IndexFunc(r.Candidates, func(c intent.Candidate) bool { return c.Unites })
	for _, i := range slices.Compact([]int{min(right, unites), max(right, unites)}) {
		if i >= shown {
			list = append(slices.Clone(list), r.Candidates[i])
		}
	}
	return list
}

// Rivals returns the most likely candidates beside the result, the likeliest that is right about all
// examples, and the union that adds what the first lacks.
func (r *Result) Rivals() []intent.Candidate {
	if r.Ranking == nil {
		return nil
	}
	var rivals []intent.Candidate
	for _, c := range r.Ranking.listed(rivalsShown + 1) {
		if c.Concept != r.Fitting.Concept && (len(rivals) < rivalsShown || len(c.Wrong) == 0 || c.Unites) {
			rivals = append(rivals, c)
		}
	}
	return rivals
}

// expectedMembers returns a function that reports whether an example is a member of the
// result's concept by the ranking. It returns nil if the structure decides the concept.
func (r *Result) expectedMembers() func(iri string) bool {
	likely, ok := r.Likely()
	if !ok || r.Problem.CheckCoverage(likely.Concept) == nil {
		return nil
	}
	return func(iri string) bool {
		return slices.Contains(r.Problem.Examples.Pos, iri) != slices.Contains(likely.Wrong, iri)
	}
}
