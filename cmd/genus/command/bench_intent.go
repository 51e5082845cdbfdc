package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/internal/benchmarks/intended"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// intentBench is genus bench intent.
type intentBench struct {
	*program
	examples string
	half     string
	seeds    int
	match    string
	ask      bool
	to       reporting
}

// halves are the values of --half.
var halves = []string{"all", "choose", "confirm"}

func benchIntent(a *program) *cobra.Command {
	b := intentBench{program: a}
	cmd := &cobra.Command{
		Use:   "intent QUERIES... (--data FILE... | --endpoint URL)",
		Short: "Measure how often the concept ranked first is the intended one",
		Long: `Intent draws examples from intended queries and measures whether the concept
that genus ranks first has the same members as the query: before any question,
and after the questions that genus asks, which are answered from the query.
QUERIES are files like this one:

  prefix wd: http://www.wikidata.org/entity/
  prefix wdt: http://www.wikidata.org/prop/direct/
  [french writers]
  meant: ?x wdt:P27 wd:Q142 . ?x wdt:P106 wd:Q36180
  near: ?x wdt:P106 wd:Q36180
  other: ?x wdt:P31 wd:Q5

meant is a SPARQL pattern of ?x. Half of the negatives come from the near patterns in
turn, half from other. The constants of the ranking were chosen on the queries in odd
positions (--half choose); those in even positions confirm them (--half confirm). A
concept is exact if it has the members of the query on the whole graph.

  genus bench intent internal/benchmarks/intended/codex.txt --preset wikidata --data codex.nt --half confirm`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return app.Usagef("no file of intended queries: name one or more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&b.examples, "examples", "5+5", "positives+negatives `N+M,...` to draw; N+M+K: K of the positives are wrong")
	cmd.Flags().StringVar(&b.half, "half", "all", "`HALF` of the queries: "+strings.Join(halves, ", "))
	offer(cmd, "half", halves)
	cmd.Flags().IntVar(&b.seeds, "seeds", 1, "number `N` of samples of each query, with seeds 1 to N")
	cmd.Flags().StringVar(&b.match, "match", "", "only queries whose name contains `TEXT`")
	cmd.Flags().BoolVar(&b.ask, "ask", true, "ask questions after the first ranking")
	b.to.bind(cmd)
	a.bind(cmd, nil, nil, "data", "endpoint", "graph", "rate", "requests", "request-timeout", "preset", "type", "subclass", "closure", "label", "label-language", "only", "exclude", "exclude-class", "out", "quiet", "verbose")
	showFirst(cmd, "data", "endpoint", "preset", "seeds", "match", "ask", "format", "out", "quiet")
	return cmd
}

// settings parses --examples.
func (b intentBench) settings() ([]intended.Setting, error) {
	var out []intended.Setting
	for part := range strings.SplitSeq(b.examples, ",") {
		var n []int
		for number := range strings.SplitSeq(part, "+") {
			k, err := strconv.Atoi(strings.TrimSpace(number))
			if err != nil || k < 0 {
				return nil, app.Usagef("--examples: %q: want N+M, such as 5+5, or N+M+K", part)
			}
			n = append(n, k)
		}
		n = append(n, 0, 0)
		s := intended.Setting{Positives: n[0], Negatives: n[1], Wrong: n[2]}
		if len(n) > 5 || s.Positives < 1 || s.Wrong >= s.Positives {
			return nil, app.Usagef("--examples: %q: want at least one positive that is not wrong", part)
		}
		out = append(out, s)
	}
	return out, nil
}

func (b intentBench) run(ctx context.Context, files []string) error {
	settings, err := b.settings()
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(halves, b.half):
		return app.Usagef("--half: unknown half %q: choose one of %s", b.half, strings.Join(halves, ", "))
	case b.seeds < 1:
		return app.Usagef("--seeds is %d, but must be at least 1", b.seeds)
	case (len(b.cfg.Data) == 0) == (b.cfg.Endpoint == ""):
		return app.Usagef("give the graph: --data FILE... or --endpoint URL")
	}
	if err := b.to.check(); err != nil {
		return err
	}
	open := b.fileBed
	if b.cfg.Endpoint != "" {
		open = b.endpointBed
	}
	bed, client, stop, err := open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	r := report{
		name: "intent", how: fmt.Sprintf("Which concept was meant, on %s: queries of %s, half: %s, seeds 1 to %d.",
			strings.Join(append(slices.Clone(b.cfg.Data), b.cfg.Endpoint), ""), strings.Join(files, ", "), b.half, b.seeds),
		table: table{columns: []string{"query", "examples", "seed", "members", "exact", "rank", "f1", "certainty", "questions", "exact_asked", "f1_asked", "certainty_asked", "requests", "seconds", "concept"}},
	}
	t := intended.Tally{}
	for _, file := range files {
		if err := b.addFile(ctx, file, settings, bed, client, &r, &t); err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	r.notes = t.Notes()
	r.chart = t.Chart
	return b.show(ctx, r, b.to)
}

// fileBed returns a test bed on files: the graph is in memory, and an endpoint inside
// the process evaluates the patterns of the queries. The caller must call the function
// that it returns, which closes both.
func (b intentBench) fileBed(ctx context.Context) (intended.Bed, intended.Asker, func(), error) {
	var bed intended.Bed
	data, err := b.session().ImportFiles(ctx)
	if err != nil {
		return bed, nil, nil, err
	}
	p, info, err := data.Problem(ctx, extract.Examples{}, extract.LoadOptions{})
	if err != nil {
		return bed, nil, nil, err
	}
	var triples []rdf.Triple
	for _, path := range b.cfg.Data {
		of, _, err := rdffile.ReadAll(ctx, path)
		if err != nil {
			return bed, nil, nil, err
		}
		triples = append(triples, of...)
	}
	e, err := embedded.Start(ctx, triples, embedded.Options{Logger: b.status.Logger()})
	if err != nil {
		return bed, nil, nil, err
	}
	client, err := connector.New(connector.Options{URL: e.URL(), Version: programVersion()})
	if err != nil {
		return bed, nil, nil, errors.Join(err, e.Close())
	}
	eval := interp.NewEvaluator(p.Structure)
	bed = intended.Bed{
		MaxSize: b.cfg.MaxSize,
		Open: func() (intent.Graph, func() int) {
			return intent.NewMemory(p.Structure, info.Labels), func() int { return 0 }
		},
		Extension: func(_ context.Context, c dl.Concept) (map[string]bool, error) {
			x, err := eval.Extension(c)
			if err != nil {
				return nil, err
			}
			out := make(map[string]bool, x.Count())
			for _, m := range interp.Members(x) {
				out[p.Structure.IRI(m)] = true
			}
			return out, nil
		},
		Labels: info.Labels,
	}
	return bed, client, func() { client.Close(); _ = e.Close() }, nil
}

// endpointBed returns a test bed on the endpoint of the settings. The caller must call
// the function that it returns, which closes it.
func (b intentBench) endpointBed(ctx context.Context) (intended.Bed, intended.Asker, func(), error) {
	s, err := b.session().Open(ctx)
	if err != nil {
		return intended.Bed{}, nil, nil, err
	}
	d := graph.FindDialect(ctx, s.Client)
	o := queries.Options{Dialect: d, Graphs: b.cfg.Graph}
	v, e := b.cfg.Vocabulary(), b.cfg.Exclusions()
	judge, _ := graph.NewWholeEndpoint(s.Client, v, e, o)
	return intended.Bed{
		Open: func() (intent.Graph, func() int) {
			g, endpoint := graph.NewWholeEndpoint(s.Client, v, e, o)
			return g, endpoint.Requests
		},
		Extension: func(ctx context.Context, c dl.Concept) (map[string]bool, error) {
			members, err := judge.Members(ctx, []dl.Concept{c}, math.MaxInt32)
			if err != nil {
				return nil, err
			}
			out := map[string]bool{}
			for _, iri := range members[0] {
				out[iri] = true
			}
			return out, nil
		},
	}, s.Client, s.Close, nil
}

// addFile runs the queries of one file and adds their results to r and t.
func (b intentBench) addFile(ctx context.Context, path string, settings []intended.Setting, bed intended.Bed, client intended.Asker, r *report, t *intended.Tally) error {
	text, err := os.Open(path)
	if err != nil {
		return app.Usagef("intended queries: %w", err)
	}
	defer text.Close()
	f, err := intended.Read(text, path)
	if err != nil {
		return app.Usage(err)
	}
	prefixes := syntax.Prefixes(f.Prefixes)
	for _, q := range f.Queries {
		if b.half != "all" && q.Confirms != (b.half == "confirm") || !strings.Contains(q.Name, b.match) {
			continue
		}
		c, err := f.Ask(ctx, client, q)
		if err != nil {
			return err
		}
		for _, s := range settings {
			for seed := 1; seed <= b.seeds; seed++ {
				b.status.Progress("intent", fmt.Sprintf("%s, %s, seed %d", q.Name, s, seed))
				x, err := bed.Run(ctx, c, s, uint64(seed), b.ask)
				if err != nil {
					return err
				}
				t.Add(x)
				var concept any
				if last := x.Last.Concept; last != nil {
					concept = syntax.Print(last, syntax.Options{Prefixes: prefixes, Titles: syntax.Titles(last, bed.Labels, prefixes)})
				}
				r.rows = append(r.rows, []any{
					x.Case, s.String(), seed, x.Members, yesNo(x.First.Exact), x.First.Rank, figure{x.First.F1, 3}, figure{x.First.Confidence, 2}, x.Questions,
					yesNo(x.Last.Exact), figure{x.Last.F1, 3}, figure{x.Last.Confidence, 2}, x.First.Requests, figure{x.First.Elapsed.Seconds(), 2}, concept,
				})
			}
		}
	}
	return nil
}
