package intended

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/pprof"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

func TestTune(t *testing.T) {
	ctx := context.Background()
	type bedded struct {
		bed   Bed
		cases []Case
		px    syntax.Prefixes
		lab   map[string]string
	}
	load := func(path, file string, ei extract.ImportOptions, format rdffile.Format) bedded {
		d, _, err := extract.ImportFiles(ctx, []string{path}, ei)
		if err != nil {
			t.Fatal(err)
		}
		p, info, err := d.Problem(extract.Examples{}, extract.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fh, _ := os.Open(path)
		var tr []rdf.Triple
		if _, err = rdffile.ReadFrom(ctx, fh, format, "urn:x", func(x rdf.Triple) error { tr = append(tr, x); return nil }); err != nil {
			t.Fatal(err)
		}
		e, err := embedded.Start(ctx, tr, embedded.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, _ := connector.New(connector.Options{URL: e.URL()})
		qf, _ := os.Open(file)
		f, err := Read(qf, file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []Case
		for _, q := range f.Queries {
			k, err := f.Ask(ctx, c, q)
			if err != nil {
				fmt.Println(err)
				continue
			}
			cases = append(cases, k)
		}
		ev := interp.NewEvaluator(p.Structure)
		bed := Bed{
			Open: func() (intent.Graph, func() int) {
				return intent.NewMemory(p.Structure, info.Labels), func() int { return 0 }
			},
			Extension: func(_ context.Context, c dl.Concept) (map[string]bool, error) {
				x, err := ev.Extension(c)
				out := map[string]bool{}
				for _, a := range interp.Members(x) {
					out[p.Structure.IRI(a)] = true
				}
				return out, err
			},
		}
		return bedded{bed, cases, syntax.Prefixes(f.Prefixes), info.Labels}
	}
	wd := "http://www.wikidata.org/prop/direct/"
	var beds []bedded
	if os.Getenv("ZOO") == "" {
		beds = append(beds, load("/tmp/g/codex.nt", "codex.txt", extract.ImportOptions{Vocabulary: extract.Vocabulary{Type: []string{wd + "P31"}, SubClass: []string{wd + "P279"}}, Exclusions: extract.Exclusions{Only: []string{wd}}}, rdffile.NTriples))
	} else {
		beds = append(beds, load("../../../cmd/genus/elephants/elephants.ttl", "zoo.txt", extract.ImportOptions{}, rdffile.Turtle))
	}
	show := os.Getenv("SHOW") != ""
	m := intent.DefaultModel()
	if j := os.Getenv("MODEL"); j != "" {
		if err := json.Unmarshal([]byte(j), &m); err != nil {
			t.Fatal(err)
		}
	}
	seeds := uint64(2)
	if os.Getenv("ONE") != "" {
		seeds = 1
	}
	asks := os.Getenv("ASK") != ""
	if p := os.Getenv("PROF"); p != "" {
		fh, _ := os.Create(p)
		_ = pprof.StartCPUProfile(fh)
		defer pprof.StopCPUProfile()
	}
	for _, b := range beds {
		b.bed.Options.Model = &m
		for _, st := range []Setting{{5, 5, 0}, {3, 0, 0}, {10, 10, 0}, {10, 10, 1}} {
			if w := os.Getenv("SET"); w != "" && w != fmt.Sprint(st.Positives, st.Negatives, st.Wrong) {
				continue
			}
			n, ex, top3, f1, qs, exl, f1l, secs, named := 0, 0, 0, 0.0, 0, 0, 0.0, 0.0, 0
			cal := map[int][2]int{}
			for _, c := range b.cases {
				if c.Confirms != (os.Getenv("CONFIRM") != "") {
					continue
				}
				for seed := uint64(1); seed <= seeds; seed++ {
					r, err := b.bed.Run(ctx, c, st, seed, asks)
					if err != nil {
						t.Fatal(c.Name, err)
					}
					n++
					if r.First.Exact {
						ex++
					}
					if r.First.Rank > 0 && r.First.Rank <= 3 {
						top3++
					}
					if r.Last.Exact {
						exl++
					}
					if r.Named {
						named++
					}
					f1 += r.First.F1
					f1l += r.Last.F1
					qs += r.Questions
					secs += r.First.Elapsed.Seconds()
					for _, o := range append([]Outcome{r.First}, r.Answers...) {
						k := int(o.Confidence * 10)
						if o.Confidence >= 0.95 {
							k = 10
						}
						v := cal[k]
						v[0]++
						if o.Exact {
							v[1]++
						}
						cal[k] = v
					}
					if show && (!r.First.Exact || !r.Last.Exact) {
						w := func(c dl.Concept) string {
							return syntax.Print(c, syntax.Options{Prefixes: b.px, Titles: syntax.Titles(c, b.lab, b.px)})
						}
						fmt.Printf("%v %-32s n=%d first %v r%d %.2f (%.2f) %s\n     last %v q%d (%.2f) %s\n", st, c.Name, r.Members, r.First.Exact, r.First.Rank, r.First.F1, r.First.Confidence, w(r.First.Concept), r.Last.Exact, r.Questions, r.Last.Confidence, w(r.Last.Concept))
					}
				}
			}
			N := float64(n)
			fmt.Printf("%v n=%d exact %.1f%% top3 %.1f%% F1 %.3f | questions %.2f exact %.1f%% F1 %.3f | named %.1f%% sec %.2f\n", st, n, 100*float64(ex)/N, 100*float64(top3)/N, f1/N, float64(qs)/N, 100*float64(exl)/N, f1l/N, 100*float64(named)/N, secs/N)
			for k := 0; k <= 10; k++ {
				if v := cal[k]; v[0] > 0 {
					fmt.Printf("  conf %d: %d/%d=%.2f", k, v[1], v[0], float64(v[1])/float64(v[0]))
				}
			}
			fmt.Println()
		}
	}
}
