package command

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// comparing is genus compare.
type comparing struct {
	*program
	column, lists string
	in            api.CompareInput
}

func compareCommand(a *program) *cobra.Command {
	c := comparing{program: a}
	cmd := &cobra.Command{
		Use:   "compare A B (--endpoint URL | --data FILE... | --db FILE)",
		Short: "Say which individuals are in two sets, and which only in one",
		Long: `Compare says how many individuals are in both of two sets, how many only in A, and how
many only in B, lists them, and says which conditions of the other set they do not
satisfy. --learn learns what tells A from B.

Each of A and B is a concept or a SPARQL query, or @FILE: a concept or query as for
genus query, the JSON of genus learn --format json, a table (.csv, .tsv, .xlsx) with a
column of names, or a list (.txt) with a name or IRI a line.`,
		Example: `  genus compare 'Male' 'hasChild some Thing' --data family.ttl
  genus compare @mayors.rq @members.csv --column name --data city.ttl --lists differ.csv --learn`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return source.Usagef("two sets are compared: write each as a concept in quotes or as @FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := a.timed(cmd)
			defer cancel()
			return c.run(ctx, args)
		},
	}
	cmd.Flags().StringVar(&c.column, "column", "",
		"`COLUMN` of a table with the names or IRIs (default iri, or else the first)")
	cmd.Flags().StringVar(&c.lists, "lists", "",
		"also write all individuals, a row each, to a `FILE`: .csv, .tsv, .xlsx, .md or .json")
	must(cmd.MarkFlagFilename("lists", sheet.Outputs...))
	inputFlags(cmd.Flags(), &c.in, "limit", "learn")
	cmd.Flags().Lookup("limit").Usage = "list so many individuals of each part; 0 means 100 or, with --lists, all"
	a.addClassFlag(cmd)
	a.addVariableFlag(cmd)
	groups := []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning, config.Names}
	a.bind(cmd, nil, groups, "timeout", "format", "out")
	a.textOrJSON(cmd)
	showFirst(cmd, "learn", "limit", "lists", "column", "variable", "endpoint", "data", "db", "preset", "contact",
		"timeout",
		"format", "out", "prefix", "quiet")
	return cmd
}

func (c comparing) run(ctx context.Context, args []string) error {
	if c.lists != "" {
		if err := writableTable("lists", c.lists); err != nil {
			return err
		}
		c.in.All = c.in.Limit == 0
	}
	s, err := c.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	for i, set := range []*api.SetInput{&c.in.A, &c.in.B} {
		if *set, err = c.set(ctx, s, args[i]); err != nil {
			return err
		}
	}
	out, err := api.Compare(ctx, api.On(s), c.in)
	if err != nil {
		return err
	}
	if err := writeLists(c.lists, api.ComparedNames, out.Lists()); err != nil {
		return err
	}
	return c.deliverForm(out, func(p *page) { p.comparison(out) })
}

// set reads the argument A or B.
func (c comparing) set(ctx context.Context, s genus.Session, text string) (set api.SetInput, err error) {
	if file, isFile := strings.CutPrefix(text, "@"); isFile {
		switch strings.ToLower(filepath.Ext(file)) {
		case ".csv", ".tsv", ".xlsx":
			set.Names, err = c.namesIn(file)
			return set, err
		case ".txt":
			set.Names, err = withFiles([]string{text})
			return set, err
		case ".json":
			if set.Concept, err = learnedIn(file); set.Concept != "" || err != nil {
				return set, err
			}
		}
	}
	q, err := c.about(ctx, text, s.Prefixes())
	return api.SetInput{Concept: q.Concept, Variable: q.Variable, Definition: q.Definition}, err
}

// namesIn returns the names in a column of a table.
func (c comparing) namesIn(file string) (list []string, err error) {
	t, err := extract.ReadSheet(file, c.cfg.Tables...)
	if err != nil {
		return nil, source.Usage(err)
	}
	c.status.Note("read %s: %s", file, t.Described)
	at := extract.KeyColumn(t.Names)
	if c.column != "" {
		if at, err = t.Column(c.column); err != nil {
			return nil, source.Usage(err)
		}
	}
	for _, row := range t.Rows {
		if name := strings.TrimSpace(row[at]); name != "" {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil, source.Usagef("%s has no name in its column %s", file, t.Names[at])
	}
	return list, nil
}

// learnedIn returns the concept of a result of genus learn, or of work that was downloaded from the page; empty if
// the file is something else.
func learnedIn(file string) (string, error) {
	content, err := extract.ReadFile(file, largestConcept)
	if err != nil {
		return "", source.Usagef("read the concept: %w", err)
	}
	type learned struct {
		Concept *notation.Written `json:"concept"`
	}
	var is struct {
		learned
		Result *learned `json:"result"`
	}
	if json.Unmarshal(content, &is) != nil {
		return "", nil
	}
	if is.Result != nil {
		is.learned = *is.Result
	}
	if is.Concept == nil {
		return "", nil
	}
	return is.Concept.DL, nil
}

// comparison writes the parts of two sets.
func (p *page) comparison(out api.CompareOutput) {
	for _, side := range []struct {
		name string
		set  api.SetOutput
	}{{"A", out.A}, {"B", out.B}} {
		p.entryIn(bold, side.name, setText(side.set))
		if side.set.Concept != nil {
			p.entry("", side.set.Concept.DL)
		}
	}
	p.part("Both", out.Both)
	p.part("Only A", out.OnlyA)
	p.part("Only B", out.OnlyB)
	p.list("Unknown", unknownTexts(slices.Concat(out.A.Unknown, out.B.Unknown)), mostShown)
	if d := out.Definition; d != nil {
		p.printf("\n")
		p.told(d)
	}
}

// part writes the number of individuals of a part, the conditions that some of them do not satisfy, and the first.
func (p *page) part(name string, part api.PartOutput) {
	p.printf("\n")
	text := countText(part.Total)
	if part.Missing != "" {
		text += " (" + part.Missing + ")"
	}
	p.entryIn(bold, name, text)
	for _, l := range part.Lacks {
		p.entry("", fmt.Sprintf("%s are not %s", countText(l.Members), l.English))
	}
	shown, more := source.FirstOf(termTexts(part.Members), mostShown)
	for _, text := range shown {
		p.entry("", text)
	}
	if more || part.More {
		p.entry("", "and others: --lists FILE has all")
	}
}

// told writes what tells A from B.
func (p *page) told(d *api.LearnOutput) {
	if d.Concept == nil {
		p.entry("A, not B", "nothing was found that tells A from B: "+d.Failure)
		return
	}
	p.entryIn(bold, "A, not B", d.English)
	p.entry("Concept", d.Concept.DL)
	if d.SPARQL != nil {
		p.query(*d.SPARQL)
	}
}

// setText says what a set is, and how many individuals it has.
func setText(set api.SetOutput) string {
	text := countText(set.Total)
	if set.English != "" {
		text += ": " + set.English
	}
	if set.Scope != "" {
		text += " (" + set.Scope + ")"
	}
	return text
}

// countText writes a number, which may not be known.
func countText(n *int) string {
	if n == nil {
		return "not counted"
	}
	return strconv.Itoa(*n)
}

// unknownTexts says why names mean no individual.
func unknownTexts(list []names.Named) (texts []string) {
	for _, n := range list {
		why := "nothing has the name"
		if len(n.Candidates) > 0 {
			why = "may mean several"
		}
		texts = append(texts, fmt.Sprintf("%q: %s", n.Text, why))
	}
	return texts
}
