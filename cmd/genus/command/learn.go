package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/source"
)

// learning is genus learn; genus demo uses it, too.
type learning struct {
	*program
	ask   bool   // ask the user questions
	words string // what the user says of what is meant
	// shown and confirmed say what stderr has of the first answer.
	shown, confirmed bool
	told             bool     // how to judge conditions
	start            []string // concepts to start from
	table            exampleFlags
	members          memberFlags
}

func learnCommand(a *program) *cobra.Command {
	l := &learning{program: a}
	cmd := &cobra.Command{
		Use: "learn [NAME|@FILE...] (--endpoint URL | --data FILE... | --db FILE) [--neg-iri NAME... | --pos FILE --neg " +
			"FILE | ...]",
		Short: "Learn a concept from examples and confirm its query on the endpoint",
		Long: `Learn prints the concept that is most likely meant by the examples, with its
SPARQL query, which an endpoint then confirms. Two or three positives are enough
to start; --ask asks, and takes conditions. --prefer smallest gives a proof.
NAMEs are positives: labels, IRIs or prefix:name; @FILE has one a line.`,
		Example: `  genus learn Abe "Carl Smith" --data family.ttl --ask
  genus learn --db family.db --pos fathers.txt --neg others.txt --prefer smallest
  genus learn --endpoint https://query.wikidata.org/sparql --preset wikidata \
              --contact you@example.org --pos actors.txt`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              l.run,
	}
	l.table.bind(cmd)
	l.members.bind(cmd)
	cmd.Flags().BoolVar(&l.ask, "ask", false, "ask about individuals until sure what is meant")
	cmd.Flags().StringVar(&l.words, "words", "", "`TEXT` that says in your words what you mean")
	cmd.Flags().StringArrayVar(&l.start, "start", nil,
		"`CONCEPT` or @FILE to start from: the result is never worse; may be repeated")
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Learning,
		config.Output, config.Names})
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "pos", "neg", "neg-iri", "examples", "words", "ask",
		"prefer",
		"timeout", "format", "out", "members", "prefix")
	return cmd
}

// noArgs refuses arguments. Most often one is a file without its flag.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return source.Usagef("unexpected argument %q: see genus %s --help", args[0], cmd.Name())
	}
	return nil
}

func (l *learning) run(cmd *cobra.Command, names []string) error {
	ctx, start := cmd.Context(), time.Now()
	if err := l.takeExamples(cmd, names, l.table); err != nil {
		return err
	}
	l.cfg.Words = l.words
	_, err := l.cfg.Learner() // again below, when the source has shown what its individuals are
	if err = cmp.Or(source.Usage(err), l.members.check()); err != nil {
		return err
	}
	if _, err := source.Dialect(ctx, l.session().Use()); err != nil { // before hours of crawling
		return err
	}
	s, ex, err := l.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, _, err := s.Notation().OutputNames(s.Prefixes()); err != nil {
		return err
	}
	var from []dl.Concept
	for _, text := range l.start {
		c, err := l.concept(ctx, api.On(s), text)
		if err != nil {
			return source.Usagef("--start %s: %w", text, err)
		}
		from = append(from, c)
	}
	s = s.Starting(from...)
	if err := l.checkNames(ctx, s, from); err != nil {
		return err
	}
	if l.ask {
		if !s.Work().CanRank(ex) {
			return answer.Unranked("--ask")
		}
	}
	o, err := s.Settings().Learner()
	if err != nil {
		return source.Usage(err)
	}
	t := genus.Task{Examples: ex, Options: o, Confirm: s.Work().Confirms()}
	if l.ask {
		answers := bufio.NewScanner(l.stdin)
		t.Ask = func(ctx context.Context, r *genus.Ranking) (genus.Reply, error) { return l.askOne(ctx, s, answers, r) }
	}
	if s.Use().Source.Slow() { // in files the result comes as soon
		t.Show = l.showAnswer
	}
	return l.answer(ctx, s, t, start)
}

// checkNames warns about names in --start and --anchor that are in no statement.
func (l *learning) checkNames(ctx context.Context, s genus.Session, from []dl.Concept) error {
	cs := slices.Clone(from)
	if l.cfg.Anchor != config.Auto && l.cfg.Anchor != config.None {
		iri, err := source.IRIFlag("--anchor", l.cfg.Anchor, s.Prefixes())
		if err != nil {
			return err
		}
		cs = append(cs, dl.Name{IRI: iri})
	}
	if len(cs) == 0 {
		return nil
	}
	_, err := api.On(s).UnknownNames(ctx, dl.Disj(cs...), nil, false)
	return err
}

// answer learns a concept and writes the result; start is when the work began. It returns
// an error if there is no concept, or if the endpoint does not confirm it.
func (l *learning) answer(ctx context.Context, s genus.Session, t genus.Task, start time.Time) error {
	work := api.Learning{Session: api.On(s), Task: t, Detail: true}
	r, err := work.Run(ctx, t.Show)
	if err != nil {
		return err
	}
	r.Elapsed = time.Since(start)
	if err := l.write(ctx, work, r); err != nil {
		return err
	}
	if l.members.file != "" && r.Fitting.Concept != nil {
		ex := r.Problem.Examples
		in := api.MembersInput{
			About:    api.About{Definition: r.Fitting.Concept},
			Examples: api.Examples{Pos: ex.Pos, Neg: ex.Neg},
		}
		if _, err := l.members.write(ctx, api.On(s), in); err != nil {
			return err
		}
	}
	if r.Fitting.Concept != nil && len(r.Problem.Neg) > 0 && !r.Options.Optimal &&
		(r.CutShort() || r.Smallest == nil && !r.Fitting.Optimal) {
		l.status.Note("note: %s", r.Proof())
	}
	switch {
	case ctx.Err() != nil:
		return context.Canceled
	case r.Fitting.Concept == nil:
		return l.notFound(r)
	case r.ConfirmErr != nil:
		return r.ConfirmErr
	case r.Verdict != nil && len(r.Verdict.Mismatches()) > 0:
		return fmt.Errorf("endpoint %s: not confirmed: query and concept disagree on %s", r.Verdict.URL,
			say.Plural(len(r.Verdict.Mismatches()), "example"))
	}
	return nil
}

// notFound returns the error for a search that found no concept.
func (l *learning) notFound(r *genus.Result) error {
	if !errors.Is(r.Err, context.DeadlineExceeded) {
		return r.Err
	}
	found := "nothing found"
	if n := r.Fitting.Refuted; n > 0 {
		found += fmt.Sprintf(" and nothing proved beyond size %d", n)
	}
	return fmt.Errorf("%s within %s: raise --timeout, or choose a smaller --language", found, l.cfg.Timeout)
}

// showAnswer shows the first answer on stderr, and then what the endpoint says about it. The
// result on stdout repeats both. If that is a terminal, too, the query waits for it.
func (l *learning) showAnswer(r *genus.Result) {
	if r.Running == genus.Confirming { // the result is about to be written
		return
	}
	var b strings.Builder
	p := &page{w: &b, titles: l.cfg.Labels, problem: r.Problem, prefixes: r.Problem.PrefixesOf(r.Fitting.Concept)}
	if !l.shown {
		p.printf("\nFirst answer: ")
		p.likely(r)
		if _, isTerminal := asTerminal(l.terminal); !isTerminal {
			p.printf("\n")
			p.query(r.Query)
		}
		p.printf("\nStill running: %s. Ctrl-C keeps this answer.\n", strings.Join(r.Running.Names(), ", "))
		l.shown = true
	}
	if r.Verdict != nil && !l.confirmed {
		p.endpoint(r)
		l.confirmed = true
	}
	l.status.Block(b.String())
}
