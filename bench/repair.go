package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/bench/intended"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// repairOptions are the flags of the benchmark repair.
type repairOptions struct {
	half  string
	named int
	seeds int
}

var repairs = benchmark{
	name: "repair", args: "QUERIES --data FILE...",
	settings: []string{"data", "preset", "timeout", "depth", "language", "max-number"},
	doc: `How often the repair of a broken query is the query that was meant

Repair reads a file like intended/codex-broken.txt, in which each query has a line meant: and a
line broken:, two SPARQL patterns of ?x. An endpoint inside the process answers both. genus
gets the broken query and a few members that it misses, that it wrongly has and that it rightly has,
and finds the nearest concept. That is right if it has the members of what is meant. Queries in
odd places have chosen how genus orders equally near repairs (--half choose); those in even
places confirm it. The seconds are those of one repair, after the files were read.

  go run -C bench . repair intended/codex-broken.txt --preset wikidata --data codex.nt.gz --half confirm`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		var o repairOptions
		f.StringVar(&o.half, "half", "all", "`HALF` of the queries: "+strings.Join(halves, ", "))
		f.IntVar(&o.named, "named", 5, "name up to `N` individuals of each kind")
		f.IntVar(&o.seeds, "seeds", 1, "number `N` of samples of each query, with seeds 1 to N")
		return func(ctx context.Context, r *runner, files []string) (report, error) { return r.repair(ctx, files, o) }
	},
}

func (r *runner) repair(ctx context.Context, files []string, o repairOptions) (report, error) {
	if len(files) != 1 || len(r.cfg.Data) == 0 || !slices.Contains(halves, o.half) || o.seeds < 1 || o.named < 1 {
		return report{}, usagef("give one file of broken queries, --data FILE..., and --half %s",
			strings.Join(halves, ", "))
	}
	text, err := os.Open(files[0])
	if err != nil {
		return report{}, usagef("broken queries: %w", err)
	}
	defer text.Close()
	f, err := intended.Read(text, files[0])
	if err != nil {
		return report{}, usageError{err}
	}
	bed, members, stop, err := r.fileBed(ctx)
	if err != nil {
		return report{}, err
	}
	defer stop()
	start := time.Now()
	s, err := genus.Open(ctx, r.cfg, genus.Options{})
	if err != nil {
		return report{}, err
	}
	defer s.Close()
	rep := report{
		how: fmt.Sprintf(
			"Repairs of broken queries on %s: queries of %s, half: %s, up to %d individuals of each kind, seeds 1 to %d.",
			strings.Join(r.cfg.Data, ", "), files[0], o.half, o.named, o.seeds),
		columns: []string{"query", "seed", "missing", "wrong", "right", "edits", "proved", "nearest", "is_right", "f1",
			"seconds", "repair"},
	}
	right, runs, most := 0, 0, 0.0
	opened := time.Since(start).Seconds()
	for _, q := range f.Queries {
		if q.Broken == "" || o.half != "all" && q.Confirms != (o.half == "confirm") {
			continue
		}
		b, err := r.brokenQuery(ctx, f, q, members)
		if err != nil {
			return rep, err
		}
		for seed := 1; seed <= o.seeds; seed++ {
			r.progress("%s, seed %d", q.Name, seed)
			row, ok, seconds, err := b.repair(ctx, s, bed, o.named, uint64(seed), syntax.Prefixes(f.Prefixes))
			if err != nil {
				return rep, err
			}
			if ok {
				right++
			}
			runs, most = runs+1, max(most, seconds)
			rep.rows = append(rep.rows, row)
		}
	}
	rep.notes = []string{fmt.Sprintf(
		"%d of %d repairs are right; the slowest took %.2f s. Opening the files took %.2f s.", right, runs, most,
		opened)}
	return rep, nil
}

// broken is a query with its members and those of what is meant.
type broken struct {
	intended.Query
	concept               dl.Concept
	meant                 map[string]bool
	missing, wrong, right []string // sorted
}

func (r *runner) brokenQuery(ctx context.Context, f intended.File, q intended.Query,
	members intended.Members) (broken, error) {
	b := broken{Query: q}
	var err error
	if b.concept, err = r.read(f.Prefixes, q.Broken); err != nil {
		return b, fmt.Errorf("query %q: %w", q.Name, err)
	}
	meant, err := f.Ask(ctx, members, intended.Query{Name: q.Name, Meant: q.Meant})
	if err != nil {
		return b, err
	}
	b.meant = meant.Members
	has := map[string]bool{}
	selected, err := members(ctx, f, q.Broken)
	if err != nil {
		return b, fmt.Errorf("broken query %q: %w", q.Name, err)
	}
	for _, iri := range selected {
		has[iri] = true
	}
	for iri := range has {
		if b.meant[iri] {
			b.right = append(b.right, iri)
		} else {
			b.wrong = append(b.wrong, iri)
		}
	}
	for iri := range b.meant {
		if !has[iri] {
			b.missing = append(b.missing, iri)
		}
	}
	for _, list := range [][]string{b.missing, b.wrong, b.right} {
		slices.Sort(list)
	}
	return b, nil
}

// repair repairs the query from a sample. It returns the row of the table.
func (b broken) repair(ctx context.Context, s *genus.Session, bed intended.Bed, named int, seed uint64,
	prefixes syntax.Prefixes) (row []any, ok bool, seconds float64, err error) {
	random := rand.New(rand.NewPCG(seed, uint64(len(b.meant))))
	draw := func(from []string) (out []string) {
		for _, i := range random.Perm(len(from))[:min(named, len(from))] {
			out = append(out, from[i])
		}
		return out
	}
	task := genus.RepairTask{Concept: b.concept, Missing: draw(b.missing), Wrong: draw(b.wrong), Right: draw(b.right)}
	start := time.Now()
	x, err := s.Work().Repair(ctx, task)
	seconds = time.Since(start).Seconds()
	row = []any{b.Name, seed, len(task.Missing), len(task.Wrong), len(task.Right)}
	if err != nil {
		return append(row, nil, "no", 0, "no", nil, figure{seconds, 2}, err.Error()), false, seconds, ctx.Err()
	}
	members, err := bed.Extension(ctx, x.Fitting.Concept)
	if err != nil {
		return nil, false, 0, err
	}
	both := 0
	for iri := range members {
		if b.meant[iri] {
			both++
		}
	}
	ok = both == len(members) && both == len(b.meant)
	f1 := 2 * float64(both) / float64(len(members)+len(b.meant))
	written := syntax.Print(x.Fitting.Concept, syntax.Options{Prefixes: prefixes,
		Titles: syntax.Titles(x.Fitting.Concept, bed.Labels, prefixes)})
	return append(row, x.Distance, yesNo(x.Proved()), x.Nearest, yesNo(ok), figure{f1, 3}, figure{seconds, 2}, written),
		ok, seconds, nil
}
