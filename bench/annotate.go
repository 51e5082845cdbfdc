package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/members"
)

// A cut is a table that is cut from a graph.
type cut struct {
	name, concept, near string // near has rows that do not belong
	columns             []string
	confirms            bool
}

// The damage of a table.
const (
	cutRows    = 40
	cutForeign = 2    // rows that do not belong
	wrongCells = 0.05 // of the cells
	// A column with fewer cells counts for none: the graph has hardly any value of it.
	fewestCells = 3
)

var annotations = benchmark{
	name: "annotate", args: "TABLES --data FILE...",
	settings: []string{"data", "preset", "timeout"},
	doc: `How well genus table finds the paths of columns, and damage

Annotate reads a file like tables/codex.txt: concepts with columns. It cuts a table of 40 rows from the members of each,
puts a value of another row into 5 % of the cells, and 2 rows that do not belong. The rest of the members are those
that the table lacks. genus table reads it beside the same graph. A path is right if it leads to the values of the
column that was cut. Tables in odd places choose constants (--half choose); those in even places confirm them.

  go run -C bench . annotate tables/codex.txt --preset wikidata --data codex.nt.gz --half confirm`,
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		half, seeds := "all", 1
		f.StringVar(&half, "half", half, "`HALF` of the tables: "+strings.Join(halves, ", "))
		f.IntVar(&seeds, "seeds", seeds, "number `N` of samples of each table, with seeds 1 to N")
		return func(ctx context.Context, r *runner, files []string) (report, error) {
			return r.annotate(ctx, files, half, seeds)
		}
	},
}

// A judged has what was found of one kind of damage.
type judged struct{ found, all, false, of int }

func (j *judged) add(k judged) {
	j.found, j.all, j.false, j.of = j.found+k.found, j.all+k.all, j.false+k.false, j.of+k.of
}

func (j judged) String() string { return fmt.Sprintf("%d/%d, %d false", j.found, j.all, j.false) }

func (r *runner) annotate(ctx context.Context, files []string, half string, seeds int) (report, error) {
	if len(files) != 1 || len(r.cfg.Data) == 0 || !slices.Contains(halves, half) || seeds < 1 {
		return report{}, usagef("give one file of tables, --data FILE..., and --half %s", strings.Join(halves, ", "))
	}
	cuts, prefixes, err := readCuts(files[0])
	if err != nil {
		return report{}, usageError{err}
	}
	s, err := genus.Open(ctx, r.cfg, genus.Options{})
	if err != nil {
		return report{}, err
	}
	defer s.Close()
	rep := report{
		how: fmt.Sprintf("Tables of 40 rows cut from %s by %s, half: %s, seeds 1 to %d.",
			strings.Join(r.cfg.Data, ", "), files[0], half, seeds),
		columns: []string{"table", "seed", "paths", "cells", "outside", "absent", "seconds", "learned", "other_paths"},
	}
	var all [4]judged
	for _, c := range cuts {
		if half != "all" && c.confirms != (half == "confirm") {
			continue
		}
		for seed := 1; seed <= seeds; seed++ {
			r.progress("%s, seed %d", c.name, seed)
			row, found, err := c.run(ctx, *s, prefixes, uint64(seed))
			if err != nil {
				return rep, fmt.Errorf("table %q: %w", c.name, err)
			}
			rep.rows = append(rep.rows, append([]any{c.name, seed}, row...))
			for i, j := range found {
				all[i].add(j)
			}
		}
	}
	for i, what := range []string{"paths", "cells that differ", "rows outside", "members that the table lacks"} {
		j := all[i]
		rep.notes = append(rep.notes, fmt.Sprintf("%s: %.0f %% of %d found; %d false of %d (%.1f %%).", what,
			100*float64(j.found)/float64(max(1, j.all)), j.all, j.false, j.of, 100*float64(j.false)/float64(max(1, j.of))))
	}
	return rep, nil
}

// readCuts reads a file of tables.
func readCuts(file string) (cuts []cut, prefixes syntax.Prefixes, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	prefixes = syntax.Prefixes{}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "prefix "):
			prefixes[strings.TrimPrefix(key, "prefix ")] = value
		case strings.HasPrefix(line, "["):
			cuts = append(cuts, cut{name: strings.Trim(line, "[]"), confirms: len(cuts)%2 == 1})
		case len(cuts) == 0:
			return nil, nil, fmt.Errorf("%s:%d: %q stands before the first table", file, i+1, key)
		case key == "concept":
			cuts[len(cuts)-1].concept = value
		case key == "near":
			cuts[len(cuts)-1].near = value
		case key == "columns":
			cuts[len(cuts)-1].columns = strings.Split(value, ", ")
		default:
			return nil, nil, fmt.Errorf("%s:%d: %q is no key", file, i+1, key)
		}
	}
	return cuts, prefixes, nil
}

// members returns the members of a concept with the values of the columns.
func (c cut) rows(ctx context.Context, s genus.Session, p syntax.Prefixes, text string) ([]members.TableMember, error) {
	concept, err := syntax.Parse(text, p)
	if err != nil {
		return nil, err
	}
	problem, err := s.Work().ProblemToQuery(ctx, extract.Examples{}, concept)
	if err != nil {
		return nil, err
	}
	var columns []string
	for _, path := range c.columns {
		columns = append(columns, expandPath(path, p))
	}
	var headings []members.Heading // without the columns of the concept
	for i := range len(columns) + 1 {
		headings = append(headings, members.Heading{Name: fmt.Sprintf("c%d_", i)})
	}
	t, err := s.Members().Table(ctx, problem, concept, genus.TableOptions{Columns: columns, Headings: headings})
	if err != nil {
		return nil, err
	}
	return t.Members, nil
}

// expandPath writes the names of a path as IRIs.
func expandPath(path string, p syntax.Prefixes) string {
	var steps []string
	for _, step := range strings.Split(path, "/") {
		prefix, name, _ := strings.Cut(step, ":")
		steps = append(steps, "<"+p[prefix]+name+">")
	}
	return strings.Join(steps, "/")
}

// run cuts a table and has it annotated. It returns a row of the report, and what was found of paths, cells, rows that
// do not belong, and absent members.
func (c cut) run(ctx context.Context, s genus.Session, p syntax.Prefixes,
	seed uint64) (row []any, found [4]judged, err error) {
	all, err := c.rows(ctx, s, p, c.concept)
	if err != nil {
		return nil, found, err
	}
	isMember := map[string]bool{}
	for _, m := range all {
		isMember[m.IRI] = true
	}
	others, err := c.rows(ctx, s, p, c.near)
	if err != nil {
		return nil, found, err
	}
	others = slices.DeleteFunc(others, func(m members.TableMember) bool { return isMember[m.IRI] })
	rng := rand.New(rand.NewPCG(seed, 60))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	rng.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	n := min(cutRows-cutForeign, len(all)*9/10)
	rows := slices.Concat(all[:n], others[:min(cutForeign, len(others))])
	in := api.AnnotateInput{Columns: []string{"name"}}
	for i := range c.columns {
		in.Columns = append(in.Columns, fmt.Sprintf("column %c", 'A'+i))
	}
	for _, m := range rows {
		cells := []string{"<" + m.IRI + ">"}
		for j := range c.columns {
			cells = append(cells, cellOf(m.Values[j]))
		}
		in.Rows = append(in.Rows, cells)
	}
	wrong := damage(rng, in.Rows, rows)
	start := time.Now()
	out, err := api.Annotate(ctx, api.On(s), in)
	if err != nil {
		return nil, found, err
	}
	seconds := time.Since(start).Seconds()
	var other []string
	for i, column := range out.Columns {
		if column.Of < fewestCells {
			continue
		}
		found[0].all++
		if column.Text() == expandPath(c.columns[i], p) {
			found[0].found++
		} else {
			other = append(other, fmt.Sprintf("%s for %s", cmp.Or(column.Text(), "none"), c.columns[i]))
		}
	}
	found[1] = judged{all: len(wrong), of: len(rows) * len(c.columns)}
	for _, cell := range out.Differ {
		if wrong[[2]string{rows[cell.Row-1].IRI, cell.Column}] {
			found[1].found++
		} else {
			found[1].false++
		}
	}
	found[2] = judged{all: len(rows) - n, of: n}
	for _, t := range out.Outside {
		if isMember[t.IRI] {
			found[2].false++
		} else {
			found[2].found++
		}
	}
	found[3] = judged{all: len(all) - n, of: len(all) - n}
	for _, t := range out.Absent {
		if isMember[t.IRI] {
			found[3].found++
		} else {
			found[3].false++
		}
	}
	learned := ""
	if out.Definition != nil {
		learned = out.Definition.English
	}
	return []any{fmt.Sprintf("%d/%d", found[0].found, found[0].all), found[1].String(), found[2].String(),
		found[3].String(),
		figure{seconds, 1}, learned, strings.Join(other, ", ")}, found, nil
}

// cellOf writes the first of the values as people write it: an individual by its label.
func cellOf(values []members.TableValue) string {
	if len(values) == 0 {
		return ""
	}
	v := values[0]
	return cmp.Or(v.Label, v.Value)
}

// damage puts values of other rows into some cells, and returns these by individual and column.
func damage(rng *rand.Rand, table [][]string, rows []members.TableMember) map[[2]string]bool {
	wrong := map[[2]string]bool{}
	for i, cells := range table {
		for j := 1; j < len(cells); j++ {
			if cells[j] == "" || rng.Float64() >= wrongCells {
				continue
			}
			other := table[rng.IntN(len(table))][j]
			isRight := slices.ContainsFunc(rows[i].Values[j-1], func(v members.TableValue) bool {
				return members.Agrees(v, other)
			})
			if other == "" || isRight {
				continue
			}
			cells[j] = other
			wrong[[2]string{rows[i].IRI, fmt.Sprintf("column %c", 'A'+j-1)}] = true
		}
	}
	return wrong
}
