package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"
	"github.com/spf13/pflag"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/enrich"
)

// hiddenOptions are the flags of the benchmark hidden.
type hiddenOptions struct {
	hide, seeds int
	confidence  float64
}

var hiddenBench = benchmark{
	name: "hidden", args: "ONTOLOGY...",
	settings: []string{"timeout", "max-size"},
	doc: `How many definitions of an ontology come back after they were hidden

Hidden leaves out the stated definitions of some classes at once, with any number of classes below them,
and takes the first definition that genus enrich proposes for each. It is exact if it has the same parts,
and equivalent if the whole ontology entails that both are the same, by the rules of EL.

  go run -C bench . hidden so.obo --hide 20 --seeds 5`,
	defaults: func(c *config.Config) {
		c.Individuals, c.Cache = extract.Classes, ""
	},
	bind: func(f *pflag.FlagSet) func(context.Context, *runner, []string) (report, error) {
		var o hiddenOptions
		f.IntVar(&o.hide, "hide", 20, "hide `N` definitions at once")
		f.IntVar(&o.seeds, "seeds", 1, "number `N` of samples, with seeds 1 to N")
		f.Float64Var(&o.confidence, "confidence", 0.9, "`SHARE` as of genus enrich")
		return func(ctx context.Context, r *runner, files []string) (report, error) { return r.hidden(ctx, files, o) }
	},
}

func (r *runner) hidden(ctx context.Context, files []string, o hiddenOptions) (report, error) {
	if len(files) == 0 || o.hide < 1 || o.seeds < 1 {
		return report{}, usagef("give ontologies, and at least one definition to hide and one seed")
	}
	rep := report{
		how: fmt.Sprintf(
			"Definitions of %s that were hidden, %d at once, and what is proposed, seeds 1 to %d, confidence %v.",
			strings.Join(files, ", "), o.hide, o.seeds, o.confidence),
		columns: []string{"ontology", "seed", "class", "hidden", "proposed", "by", "result"},
	}
	for _, file := range files {
		h := hidden{r: r, o: o, file: file}
		if err := h.read(ctx); err != nil {
			return rep, err
		}
		for seed := 1; seed <= o.seeds; seed++ {
			start := time.Now()
			rows, err := h.sample(ctx, seed)
			if err != nil {
				return rep, err
			}
			count := map[any]int{}
			for _, row := range rows {
				count[row[len(row)-1]]++
			}
			rep.rows = append(rep.rows, rows...)
			rep.notes = append(rep.notes,
				fmt.Sprintf("%s, seed %d: %d of %d exact, %d more equivalent, %d others, %d without; %.1f s",
					filepath.Base(file), seed, count["exact"], len(rows), count["equivalent"], count["other"], count["none"],
					time.Since(start).Seconds()))
			r.progress("%s", rep.notes[len(rep.notes)-1])
		}
	}
	return rep, nil
}

// hidden is an ontology whose definitions are hidden.
type hidden struct {
	r        *runner
	o        hiddenOptions
	file     string
	triples  []rdf.Triple
	stated   []genus.Stated
	defined  []string // classes with one definition
	concepts map[string]dl.Concept
	labels   map[string]string
}

func (h *hidden) read(ctx context.Context) (err error) {
	if h.triples, _, err = rdffile.ReadAll(ctx, h.file); err != nil {
		return err
	}
	s, err := h.open(ctx, h.file)
	if err != nil {
		return err
	}
	defer s.Close()
	if h.stated, err = s.Axioms().Stated(ctx); err != nil {
		return err
	}
	h.concepts, h.labels = map[string]dl.Concept{}, map[string]string{}
	for _, t := range h.triples {
		if t.Pred.String() == "http://www.w3.org/2000/01/rdf-schema#label" {
			h.labels[t.Subj.String()] = t.Obj.String()
		}
	}
	several := map[string]bool{}
	for _, x := range h.stated {
		a, err := enrich.Proposal{Kind: x.Kind, Subject: x.Subject, Concept: x.Concept}.Axiom()
		if _, isName := a.Concept.(dl.Name); err != nil || x.Kind != dl.EquivalentClasses || isName {
			continue
		}
		several[x.Subject] = h.concepts[x.Subject] != nil
		h.concepts[x.Subject] = a.Concept
	}
	for class := range h.concepts {
		if !several[class] {
			h.defined = append(h.defined, class)
		}
	}
	slices.Sort(h.defined)
	if len(h.defined) < h.o.hide {
		return usagef("%s has %d definitions, fewer than --hide %d", h.file, len(h.defined), h.o.hide)
	}
	return nil
}

func (h *hidden) open(ctx context.Context, file string) (*genus.Session, error) {
	c := h.r.cfg
	c.Data, c.Individuals, c.Reasoning = []string{file}, extract.Classes, "el"
	return genus.Open(ctx, c, genus.Options{})
}

// sample hides some definitions and returns a row for each.
func (h *hidden) sample(ctx context.Context, seed int) (rows [][]any, err error) {
	random := rand.New(rand.NewPCG(uint64(seed), 61))
	var chosen []string
	for _, i := range random.Perm(len(h.defined))[:h.o.hide] {
		chosen = append(chosen, h.defined[i])
	}
	slices.Sort(chosen)
	dir, err := os.MkdirTemp("", "genus-hidden-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var text strings.Builder
	for _, t := range h.triples {
		isDefinition := t.Pred.String() == "http://www.w3.org/2002/07/owl#equivalentClass" && t.Obj.Type() == rdf.TermBlank
		if !isDefinition || !slices.Contains(chosen, t.Subj.String()) {
			text.WriteString(t.Serialize(rdf.NTriples))
		}
	}
	file := filepath.Join(dir, strings.TrimSuffix(filepath.Base(h.file), ".gz")+".nt")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		return nil, err
	}
	s, err := h.open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	found := map[string]genus.Proposal{}
	o := genus.EnrichOptions{Classes: chosen, Confidence: h.o.confidence, MinMembers: 5}
	err = s.Axioms().Enrich(ctx, o, func(p genus.Proposals) error {
		for _, c := range p.Candidates {
			if c.Kind == dl.EquivalentClasses && found[p.Subject].ID == "" {
				found[p.Subject] = c
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return h.compare(ctx, seed, chosen, found)
}

func (h *hidden) compare(ctx context.Context, seed int, chosen []string,
	found map[string]genus.Proposal) (rows [][]any, err error) {
	var axioms []dl.Axiom
	for _, class := range chosen {
		a, err := found[class].Axiom()
		if err != nil {
			return nil, err
		}
		if a.Concept == nil {
			a = dl.Axiom{Kind: dl.EquivalentClasses, Subject: class, Concept: dl.Bottom{}}
		}
		axioms = append(axioms, a)
	}
	isEquivalent, err := enrich.Entailed(ctx, h.stated, axioms)
	if err != nil {
		return nil, err
	}
	for i, class := range chosen {
		meant, learned := h.concepts[class], axioms[i].Concept
		result := "other"
		switch {
		case found[class].ID == "":
			result, learned = "none", nil
		case sameParts(meant, learned):
			result = "exact"
		case isEquivalent[i]:
			result = "equivalent"
		}
		rows = append(rows,
			[]any{filepath.Base(h.file), seed, h.title(class), h.print(meant), h.print(learned), found[class].By, result})
	}
	return rows, nil
}

func (h *hidden) title(class string) string { return cmp.Or(h.labels[class], class) }

func (h *hidden) print(c dl.Concept) any {
	if c == nil {
		return nil
	}
	return syntax.Print(c, syntax.Options{Titles: syntax.Titles(c, h.labels, nil)})
}

// sameParts reports whether both are the same conjunction.
func sameParts(c, d dl.Concept) bool {
	in := dl.Conjuncts(d)
	return len(dl.Conjuncts(c)) == len(in) &&
		!slices.ContainsFunc(dl.Conjuncts(c), func(part dl.Concept) bool { return !slices.Contains(in, part) })
}
