package benchmarks

import (
	"context"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/genus-kg/genus/internal/evaluation"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

// paper holds the figures of the paper's tables.
//
//go:embed paper/*.csv
var paper embed.FS

// PaperTable returns the rows of one of the paper's tables, as maps from column to text.
func PaperTable(number int) ([]map[string]string, error) {
	f, err := paper.Open(fmt.Sprintf("paper/table%d.csv", number))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A Published result is that of a tool on a problem in the paper's Table 4, of which
// Table 1 is a part: means and deviations of 10-fold cross-validation.
type Published struct {
	Tool, Problem      string
	Accuracy, F1, Size evaluation.Statistic
}

// PublishedResults returns all of Table 4. ALCSAT is the paper's own tool, Theorem 2 the
// optimal fitting in polynomial time.
func PublishedResults() ([]Published, error) {
	rows, err := PaperTable(4)
	if err != nil {
		return nil, err
	}
	var out []Published
	for _, row := range rows {
		p := Published{Tool: row["tool"], Problem: row["problem"]}
		for column, to := range map[string]*evaluation.Statistic{"accuracy": &p.Accuracy, "f1": &p.F1, "size": &p.Size} {
			if to.Mean, err = strconv.ParseFloat(row[column], 64); err != nil {
				return nil, err
			}
			if to.Deviation, err = strconv.ParseFloat(row[column+"_deviation"], 64); err != nil {
				return nil, err
			}
			to.N = 10
		}
		out = append(out, p)
	}
	return out, nil
}

// NeedNames are the needs of [CountingOptions].
var NeedNames = []string{"counting", "inverse", "features"}

// needs are the languages of each need: one that cannot fit, and one that can.
var needs = map[string][2]string{
	"":         {"alc", "alcq"},
	"counting": {"alc", "alcq"},
	"inverse":  {"alc", "alci"},
	"features": {"alc", "alcf"},
}

// CountingOptions controls the problems of [Counting].
type CountingOptions struct {
	Needs    string // one of NeedNames; empty means counting, as in the paper
	Problems int    // the largest number of problems
	Examples int    // the largest number of examples of a problem
	Seed     uint64
}

// leastExamples is the size of the smallest problem of the paper's benchmark.
const leastExamples = 4

// Language returns the language that fits every problem.
func (o CountingOptions) Language() string { return needs[o.Needs][1] }

// Counting makes fitting problems from a structure that need number restrictions: some
// ALCQ concept fits, no ALC concept does (the paper, Section 6.2). In place of numbers
// they may need inverse roles (ALCI) or comparisons (ALC(f)). It splits the
// bisimilarity classes of ALC by bisimilarity for ALCQ. Representatives of half of the
// parts are the positive examples, those of the other half the negative ones. Further
// problems are unions of two of these. Problems have at least four examples, and are
// sorted by their numbers of examples.
//
// If a class has more parts than examples are allowed, Counting draws some of them. It is
// an error if no class has several parts.
func Counting(ctx context.Context, s *interp.Structure, o CountingOptions) ([]interp.Problem, error) {
	alc, err := classesOf(ctx, s, needs[o.Needs][0])
	if err != nil {
		return nil, err
	}
	alcq, err := classesOf(ctx, s, o.Language())
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	parts := map[uint32][][]interp.Individual{} // the ALCQ classes of each ALC class
	index := map[uint32]int{}                   // the position of each ALCQ class in parts
	var order []uint32
	for a := range interp.Individual(s.Len()) {
		c, d := alc.Class(alc.Depth(), a), alcq.Class(alcq.Depth(), a)
		at, ok := index[d]
		if !ok {
			if parts[c] == nil {
				order = append(order, c)
			}
			at = len(parts[c])
			index[d], parts[c] = at, append(parts[c], nil)
		}
		parts[c][at] = append(parts[c][at], a)
	}
	var single []interp.Problem
	for _, c := range order {
		if len(parts[c]) > 1 {
			single = append(single, halvedProblem(s, parts[c], o.Examples, rng))
		}
	}
	both := combinedProblems(s, single, o, rng)
	single = slices.DeleteFunc(single, func(p interp.Problem) bool { return len(p.Pos)+len(p.Neg) < leastExamples })
	if len(single)+len(both) == 0 {
		return nil, errors.New("too few individuals are alike for ALC and different for " + strings.ToUpper(o.Language()))
	}
	return drawProblems(single, both, o.Problems, rng), nil
}

// classesOf returns the full bisimilarity of a language over all names and roles.
func classesOf(ctx context.Context, s *interp.Structure, name string) (*bisim.Levels, error) {
	language, err := dl.ParseLanguage(name)
	if err != nil {
		return nil, err
	}
	p := interp.Problem{Structure: s}
	sp := interp.NewSpace(&p, language)
	for _, f := range interp.Features(&p, language) {
		sp.Thresholds[f] = s.Values(f)
	}
	return bisim.Compute(ctx, s, sp, bisim.Unbounded, bisim.Unbounded, nil)
}

// Without returns the best accuracy that a concept of the smaller language, of any size, has
// on each of the problems of one structure. That of the larger language is 1.
func Without(ctx context.Context, problems []interp.Problem, o CountingOptions) ([]float64, error) {
	var out []float64
	var levels *bisim.Levels
	for _, p := range problems {
		if levels == nil {
			var err error
			if levels, err = classesOf(ctx, p.Structure, needs[o.Needs][0]); err != nil {
				return nil, err
			}
		}
		class := func(a interp.Individual) uint32 { return levels.Class(levels.Depth(), a) }
		out = append(out, bisim.CeilingOf(&p, class, interp.Accuracy).Confusion.Accuracy())
	}
	return out, nil
}

// halvedProblem returns the problem of one class: half of its parts are positive, the
// others negative.
func halvedProblem(s *interp.Structure, parts [][]interp.Individual, most int, rng *rand.Rand) interp.Problem {
	parts = slices.Clone(parts)
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	p := interp.Problem{Structure: s}
	for i, part := range parts[:min(len(parts), most)] {
		a := part[rng.IntN(len(part))]
		if i%2 == 0 {
			p.Pos = append(p.Pos, a)
		} else {
			p.Neg = append(p.Neg, a)
		}
	}
	return p
}

// combinedProblems returns unions of two problems that have at most o.Examples examples.
// It draws o.Problems of them if there are more.
func combinedProblems(s *interp.Structure, single []interp.Problem, o CountingOptions,
	rng *rand.Rand) []interp.Problem {
	var all [][2]int
	for i := range single {
		for j := range i {
			if len(single[i].Pos)+len(single[i].Neg)+len(single[j].Pos)+len(single[j].Neg) <= o.Examples {
				all = append(all, [2]int{i, j})
			}
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []interp.Problem
	for _, ij := range all[:min(len(all), o.Problems)] {
		a, b := single[ij[0]], single[ij[1]]
		out = append(out, interp.Problem{Structure: s, Pos: slices.Concat(a.Pos, b.Pos), Neg: slices.Concat(a.Neg, b.Neg)})
	}
	return out
}

// drawProblems returns n of the problems, half of them pairs if there are enough of both.
func drawProblems(single, pairs []interp.Problem, n int, rng *rand.Rand) []interp.Problem {
	rng.Shuffle(len(single), func(i, j int) { single[i], single[j] = single[j], single[i] })
	first := min(len(single), max(n/2, n-len(pairs)))
	out := slices.Concat(single[:first], pairs[:min(len(pairs), n-first)])
	slices.SortStableFunc(out, func(p, q interp.Problem) int { return len(p.Pos) + len(p.Neg) - len(q.Pos) - len(q.Neg) })
	return out
}
