package bisim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/dltest"
	"github.com/genus-kg/genus/learner/interp"
)

// names of individuals, roles and so on, made once.
func names(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i)
	}
	return out
}

// randomGraph has facts edges between facts/10 individuals, by four roles.
func randomGraph(facts int) *interp.Structure {
	rng := dltest.Rand(uint64(facts))
	individuals, roles, classes := names("i", max(facts/10, 1)), names("r", 4), names("A", 4)
	var b interp.Builder
	pick := func() string { return individuals[rng.IntN(len(individuals))] }
	for _, a := range individuals {
		b.AddName(classes[rng.IntN(len(classes))], a)
	}
	for range facts {
		b.AddRole(roles[rng.IntN(len(roles))], pick(), pick())
	}
	return build(&b)
}

// knowledgeGraph has what Wikidata's neighbourhoods have: a few common roles
// and some rare ones, objects by Zipf's law (countries, professions), classes
// of very different size, a third of the individuals at the rim with nothing
// but a class, and a date for one in ten.
func knowledgeGraph(facts int) *interp.Structure {
	rng := dltest.Rand(uint64(facts))
	n := max(facts/4, 2)
	individuals, roles, classes := names("i", n), names("r", 12), names("A", 50)
	years := make([]dl.Value, 200)
	for i := range years {
		years[i] = dl.Int(int64(1800 + i))
	}
	object, kind, role := rand.NewZipf(rng, 1.2, 8, uint64(n-1)), rand.NewZipf(rng, 1.5, 1, 49), rand.NewZipf(rng, 1.3, 2, 11)
	var b interp.Builder
	for _, a := range individuals {
		b.AddName(classes[kind.Uint64()], a)
		if rng.IntN(10) == 0 {
			b.AddValue("f", a, years[rng.IntN(len(years))])
		}
	}
	for range facts {
		b.AddRole(roles[role.Uint64()], individuals[rng.IntN(2*n/3+1)], individuals[object.Uint64()])
	}
	return build(&b)
}

// chainGraph is the worst case for the number of levels: a path in which each
// level tells apart one more individual.
func chainGraph(facts int) *interp.Structure {
	individuals := names("i", facts+1)
	var b interp.Builder
	for i := range facts {
		b.AddRole("r", individuals[i], individuals[i+1])
	}
	return build(&b)
}

func build(b *interp.Builder) *interp.Structure {
	s, err := b.Build(context.Background())
	if err != nil {
		panic(err)
	}
	return s
}

func fullSpace(s *interp.Structure, l dl.Language, maxNumber int) interp.Space {
	p := &interp.Problem{Structure: s}
	sp := interp.NewSpace(p, l)
	sp.MaxNumber = maxNumber
	for _, f := range interp.Features(p, l) {
		sp.Thresholds[f] = s.Values(f)
	}
	return sp
}

// peak is the most memory that the process ever had, in MB; -1 where the
// system does not tell.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kb, _ := strconv.ParseFloat(fields[1], 64)
			return kb / 1024
		}
	}
	return -1
}

// BenchmarkCompute refines graphs of 10⁴ to 10⁷ facts until nothing changes.
// For the large ones alone:
//
//	go test -run ^$ -bench 'Compute/.*/facts=10000000' -benchtime 1x ./learner/bisim
func BenchmarkCompute(b *testing.B) {
	for _, graph := range []struct {
		name string
		make func(facts int) *interp.Structure
	}{{"random", randomGraph}, {"knowledge", knowledgeGraph}, {"chain", chainGraph}} {
		for facts := 10_000; facts <= 10_000_000; facts *= 10 {
			b.Run(fmt.Sprintf("%s/facts=%d", graph.name, facts), func(b *testing.B) {
				s := graph.make(facts)
				for _, test := range []struct {
					language  string
					maxNumber int
				}{{"alc", 0}, {"alcq", 3}, {"alcqif", 3}, {"alcqif", bisim.Unbounded}} {
					l, err := dl.ParseLanguage(test.language)
					if err != nil {
						b.Fatal(err)
					}
					sp := fullSpace(s, l, test.maxNumber)
					b.Run(fmt.Sprintf("%s,%d", test.language, test.maxNumber), func(b *testing.B) {
						var levels *bisim.Levels
						for b.Loop() {
							if levels, err = bisim.Compute(context.Background(), s, sp, bisim.Unbounded, test.maxNumber, nil); err != nil {
								b.Fatal(err)
							}
						}
						b.ReportMetric(float64(levels.Depth()), "levels")
						b.ReportMetric(float64(levels.Count(levels.Depth())), "classes")
						b.ReportMetric(peak(), "peak-MB")
					})
				}
			})
		}
	}
}
