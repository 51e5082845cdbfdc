package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/bench/intended"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// intentOptions are the flags of the benchmark intent.
type intentOptions struct {
	examples, half, match, words string
	draft                        string
	seeds, every                 int
	questions, shuffle           bool
	far, conditions              bool
}

// spoken are the values of --words.
var spoken = []string{"none", "said", "paraphrase", "other", "less", "one"}

// drafts are the values of --draft.
var drafts = []string{"none", "right", "less", "wrong"}

// halves are the values of --half.
var halves = []string{"all", "choose", "confirm"}

var intentions = benchmark{
	name: "intent", args: "QUERIES... (--data FILE... | --endpoint URL)",
	settings: []string{
		"data", "endpoint", "graph", "rate", "request-timeout", "preset", "type", "subclass", "label", "label-language",
		"only", "exclude", "exclude-class", "max-size",
	},
	doc: `How often the concept ranked first is the intended one

Intent draws examples from intended queries and measures whether the concept that genus ranks
first has the same members as the query: before any question, and after the questions that
genus asks, which are answered from the query. QUERIES are files like this one:

  prefix wd: http://www.wikidata.org/entity/
  prefix wdt: http://www.wikidata.org/prop/direct/
  [french writers]
  meant: ?x wdt:P27 wd:Q142 . ?x wdt:P106 wd:Q36180
  near: ?x wdt:P106 wd:Q36180
  other: ?x wdt:P31 wd:Q5

meant is a SPARQL pattern of ?x. Half of the negatives come from the near patterns in turn,
half from other. The constants of the ranking were chosen on the queries in odd positions
(--half choose); those in even positions confirm them (--half confirm). A concept is exact if
it has the members of the query on the whole graph.

  go run -C bench . intent intended/codex.txt --preset wikidata --data codex.nt --half confirm`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		var o intentOptions
		f.StringVar(&o.examples, "examples", "5+5",
			"positives+negatives `N+M,...` to draw; N+M+K: K of the positives are wrong")
		f.StringVar(&o.half, "half", "all", "`HALF` of the queries: "+strings.Join(halves, ", "))
		f.IntVar(&o.seeds, "seeds", 1, "number `N` of samples of each query, with seeds 1 to N")
		f.IntVar(&o.every, "every", 1, "only every `N`th query of the half")
		f.StringVar(&o.match, "match", "", "only queries whose name contains `TEXT`")
		f.StringVar(&o.words, "words", "none",
			"`WORDS` beside the examples: said, paraphrase (the phrases of the file), other (that of the next query), less\n"+
				"(without one word), one (that word alone); only queries with such a phrase")
		f.StringVar(&o.draft, "draft", "none",
			"`DRAFT` beside the examples: right (the query), less (without its first part), wrong (a part of the next query\n"+
				"in place of the first); only queries that are concepts")
		f.BoolVar(&o.far, "far", false, "wrong positives are no near misses, but drawn from other")
		f.BoolVar(&o.shuffle, "shuffle", false, "let chance decide which examples are positive: no ranking should be certain")
		f.BoolVar(&o.conditions, "conditions", false,
			"the user also judges conditions, by the parts of the query: only queries that are concepts")
		f.BoolVar(&o.questions, "ask", true, "ask questions after the first ranking")
		return func(ctx context.Context, r *runner, files []string) (report, error) { return r.intent(ctx, files, o) }
	},
}

// settings parses --examples.
func (o intentOptions) settings() (out []intended.Setting, err error) {
	for part := range strings.SplitSeq(o.examples, ",") {
		var n []int
		for number := range strings.SplitSeq(part, "+") {
			k, err := strconv.Atoi(strings.TrimSpace(number))
			if err != nil || k < 0 {
				return nil, usagef("--examples: %q: want N+M, such as 5+5, or N+M+K", part)
			}
			n = append(n, k)
		}
		n = append(n, 0, 0)
		s := intended.Setting{Positives: n[0], Negatives: n[1], Wrong: n[2], Far: o.far, Shuffled: o.shuffle}
		if len(n) > 5 || s.Positives < 1 || s.Wrong >= s.Positives {
			return nil, usagef("--examples: %q: want at least one positive that is not wrong", part)
		}
		out = append(out, s)
	}
	return out, nil
}

func (r *runner) intent(ctx context.Context, files []string, o intentOptions) (report, error) {
	settings, err := o.settings()
	if err != nil {
		return report{}, err
	}
	switch {
	case len(files) == 0:
		return report{}, usagef("no file of intended queries: name one or more")
	case !slices.Contains(halves, o.half):
		return report{}, usagef("--half: unknown half %q: choose one of %s", o.half, strings.Join(halves, ", "))
	case !slices.Contains(spoken, o.words):
		return report{}, usagef("--words: unknown %q: choose one of %s", o.words, strings.Join(spoken, ", "))
	case !slices.Contains(drafts, o.draft):
		return report{}, usagef("--draft: unknown %q: choose one of %s", o.draft, strings.Join(drafts, ", "))
	case min(o.seeds, o.every) < 1:
		return report{}, usagef("--seeds is %d and --every is %d, but both must be at least 1", o.seeds, o.every)
	case (len(r.cfg.Data) == 0) == (r.cfg.Endpoint == ""):
		return report{}, usagef("give the graph: --data FILE... or --endpoint URL")
	}
	open := r.fileBed
	if r.cfg.Endpoint != "" {
		open = r.endpointBed
	}
	bed, members, stop, err := open(ctx)
	if err != nil {
		return report{}, err
	}
	var cases []intended.Case
	for _, file := range files {
		if cases, err = o.ask(ctx, file, members, cases); err != nil {
			stop()
			return report{}, err
		}
	}
	cases = o.say(cases)
	if bed.Conditions = o.conditions; (o.conditions || o.draft != "none") && bed.Read != nil {
		cases = slices.DeleteFunc(cases, func(c intended.Case) bool { _, err := bed.Read(c); return err != nil })
	}
	if err := o.write(cases, bed.Read); err != nil {
		stop()
		return report{}, err
	}
	if r.cfg.Endpoint == "" {
		stop() // the triples of an endpoint would take memory, and processor time of the rankings
		runtime.GC()
	} else {
		defer stop()
	}
	rep := report{
		how: fmt.Sprintf("Which concept was meant, on %s: queries of %s, half: %s, seeds 1 to %d.",
			strings.Join(append(slices.Clone(r.cfg.Data), r.cfg.Endpoint), ""), strings.Join(files, ", "), o.half, o.seeds),
		columns: []string{
			"query", "examples", "seed", "members", "exact", "rank", "f1", "certainty", "questions", "exact_asked", "f1_asked",
			"certainty_asked",
			"requests", "seconds", "concept", "meant",
		},
	}
	t := intended.Tally{}
	for _, c := range cases {
		if err = r.rankCase(ctx, c, settings, o, bed, &rep, &t); err != nil {
			break
		}
	}
	rep.notes, rep.chart = t.Notes(), t.Chart
	return rep, err
}

// fileBed returns a test bed on files: the graph is in memory. The caller must call the function that
// it returns, which closes the endpoint that some patterns need.
func (r *runner) fileBed(ctx context.Context) (bed intended.Bed, _ intended.Members, _ func(), err error) {
	data, _, err := extract.ImportFiles(ctx, r.cfg.Data,
		extract.ImportOptions{Vocabulary: r.cfg.Vocabulary(), Exclusions: r.cfg.Exclusions()})
	if err != nil {
		return bed, nil, nil, err
	}
	p, info, err := data.Problem(ctx, extract.Examples{}, extract.LoadOptions{Statements: true})
	if err != nil {
		return bed, nil, nil, err
	}
	eval := interp.NewEvaluator(p.Structure)
	bed = intended.Bed{
		MaxSize:    r.cfg.MaxSize,
		Statements: dl.Statements(r.cfg.Statements),
		SubClassOf: r.cfg.Vocabulary().SubClassOf,
		LabelsBy:   r.cfg.Vocabulary().WithDefaults().Label,
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
		Read:   func(c intended.Case) (dl.Concept, error) { return r.read(c.Prefixes, c.Meant) },
		Labels: info.Labels,
	}
	f := &fileMembers{r: r, s: p.Structure, eval: eval, stop: func() {}}
	return bed, f.members, func() { f.stop() }, nil
}

// read returns the concept of a pattern.
func (r *runner) read(prefixes map[string]string, pattern string) (dl.Concept, error) {
	v := r.cfg.Vocabulary().WithDefaults()
	return read.Concept(pattern, read.Options{Prefixes: prefixes, Type: v.Type, SubClassOf: v.SubClassOf})
}

// fileMembers lists members of patterns in the files. The evaluator says who they are. An endpoint inside
// the process evaluates the patterns that are no concept.
type fileMembers struct {
	r      *runner
	s      *interp.Structure
	eval   *interp.Evaluator
	client *connector.Client // nil before it is needed
	stop   func()
}

// mostPatient limits how long the endpoint may take for one pattern.
const mostPatient = time.Minute

func (m *fileMembers) members(ctx context.Context, f intended.File, pattern string) (iris []string, err error) {
	c, err := m.r.read(f.Prefixes, pattern)
	if errors.Is(err, read.ErrNoConcept) {
		m.r.progress("asking the embedded endpoint for %s: %v", pattern, err)
		return m.selected(ctx, f, pattern)
	}
	if err != nil {
		return nil, err
	}
	x, err := m.eval.Members(c)
	if err != nil {
		return nil, err
	}
	for _, a := range interp.Members(x) {
		if iri := m.s.IRI(a); !strings.HasPrefix(iri, "_:") {
			iris = append(iris, iri)
		}
	}
	return iris, nil
}

func (m *fileMembers) selected(ctx context.Context, f intended.File, pattern string) ([]string, error) {
	if m.client == nil {
		if err := m.start(ctx); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, mostPatient)
	defer cancel()
	return intended.Selected(m.client)(ctx, f, pattern)
}

// start starts the endpoint.
func (m *fileMembers) start(ctx context.Context) error {
	var triples []rdf.Triple
	for _, path := range m.r.cfg.Data {
		of, _, err := rdffile.ReadAll(ctx, path)
		if err != nil {
			return err
		}
		triples = append(triples, of...)
	}
	e, err := embedded.Start(ctx, triples, embedded.Options{})
	if err != nil {
		return err
	}
	if m.client, err = connector.New(connector.Options{URL: e.URL()}); err != nil {
		return errors.Join(err, e.Close())
	}
	m.stop = func() { m.client.Close(); _ = e.Close() }
	return nil
}

// endpointBed returns a test bed on the endpoint of the settings. The caller must call the
// function that it returns, which closes it.
func (r *runner) endpointBed(ctx context.Context) (bed intended.Bed, _ intended.Members, _ func(), err error) {
	o, err := r.cfg.Connector("bench")
	if err != nil {
		return bed, nil, nil, usageError{err}
	}
	client, err := connector.New(o)
	if err != nil {
		return bed, nil, nil, usageError{err}
	}
	dialect, _ := graph.FindDialect(ctx, client, new(graph.Limits))
	q := queries.Options{Dialect: dialect, Graphs: r.cfg.Graph}
	v, e := r.cfg.Vocabulary(), r.cfg.Exclusions()
	judge, _ := graph.NewWholeEndpoint(client, v, e, q)
	return intended.Bed{
		Statements: v.Statements, SubClassOf: v.SubClassOf, LabelsBy: v.Label,
		Open: func() (intent.Graph, func() int) {
			g, endpoint := graph.NewWholeEndpoint(client, v, e, q)
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
	}, intended.Selected(client), client.Close, nil
}

// ask adds the cases of one file.
func (o intentOptions) ask(ctx context.Context, path string, members intended.Members,
	cases []intended.Case) ([]intended.Case, error) {
	text, err := os.Open(path)
	if err != nil {
		return nil, usagef("intended queries: %w", err)
	}
	defer text.Close()
	f, err := intended.Read(text, path)
	if err != nil {
		return nil, usageError{err}
	}
	place := 0
	for _, q := range f.Queries {
		if o.half != "all" && q.Confirms != (o.half == "confirm") || !strings.Contains(q.Name, o.match) {
			continue
		}
		if place++; (place-1)%o.every != 0 {
			continue
		}
		c, err := f.Ask(ctx, members, q)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// say gives the cases the phrases of --words, and leaves out those without one.
func (o intentOptions) say(cases []intended.Case) []intended.Case {
	if o.words == "none" {
		return cases
	}
	phrase := func(c intended.Case) string {
		if o.words == "paraphrase" {
			return c.Paraphrase
		}
		return c.Words
	}
	cases = slices.DeleteFunc(cases, func(c intended.Case) bool { return phrase(c) == "" })
	for i := range cases {
		c := &cases[i]
		words := strings.Fields(phrase(*c))
		longest := 0 // the word that is left out, or alone: it says most
		for j, w := range words {
			if len(w) > len(words[longest]) {
				longest = j
			}
		}
		switch o.words {
		case "other":
			words = strings.Fields(phrase(cases[(i+1)%len(cases)]))
		case "less":
			words = slices.Delete(words, longest, longest+1)
		case "one":
			words = words[longest : longest+1]
		}
		c.Said = strings.Join(words, " ")
	}
	return cases
}

// write gives the cases the drafts of --draft.
func (o intentOptions) write(cases []intended.Case, read func(intended.Case) (dl.Concept, error)) error {
	if o.draft == "none" {
		return nil
	}
	if read == nil {
		return usagef("--draft: only over files")
	}
	for i := range cases {
		c, err := read(cases[i])
		if err != nil {
			return err
		}
		parts := dl.Conjuncts(c)
		if o.draft != "right" {
			parts = parts[1:]
		}
		if o.draft == "wrong" {
			other, err := read(cases[(i+1)%len(cases)])
			if err != nil {
				return err
			}
			parts = append(slices.Clone(parts), dl.Conjuncts(other)[0])
		}
		cases[i].Draft = parts
	}
	return nil
}

// rankCase runs a case in all settings and adds the results to rep and t.
func (r *runner) rankCase(ctx context.Context, c intended.Case, settings []intended.Setting, o intentOptions,
	bed intended.Bed,
	rep *report, t *intended.Tally) error {
	for _, s := range settings {
		for seed := 1; seed <= o.seeds; seed++ {
			x, err := bed.Run(ctx, c, s, uint64(seed), o.questions)
			if err != nil {
				return err
			}
			t.Add(x)
			var concept any
			if last := x.Last.Concept; last != nil {
				concept = syntax.Print(last,
					syntax.Options{
						Prefixes: syntax.Prefixes(c.Prefixes),
						Titles:   syntax.Titles(last, bed.Labels, syntax.Prefixes(c.Prefixes)),
					})
			}
			rep.rows = append(rep.rows, []any{
				x.Case, s.String(), seed, x.Members, yesNo(x.First.Exact), x.First.Rank, figure{x.First.F1, 3},
				figure{x.First.Confidence, 2}, x.Questions,
				yesNo(x.Last.Exact), figure{x.Last.F1, 3}, figure{x.Last.Confidence, 2}, x.First.Requests,
				figure{x.First.Elapsed.Seconds(), 2}, concept, x.Miss,
			})
			r.progress("%s, %s, seed %d: exact %s, F1 %.3f at %.2f; after %d questions %s, F1 %.3f at %.2f; processor time "+
				"of a ranking %.2f s: %v",
				x.Case, s, seed, yesNo(x.First.Exact), x.First.F1, x.First.Confidence, x.Questions, yesNo(x.Last.Exact), x.Last.F1,
				x.Last.Confidence,
				intended.Median(x.Processor), concept)
			if x.Miss != "" {
				r.progress("  meant: %s", x.Miss)
			}
		}
	}
	return nil
}
