package command

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/source"
)

func predictCommand(a *program) *cobra.Command {
	var iri string
	var table func() (*extract.Sheet, error)
	cmd := &cobra.Command{
		Use:   "predict 'CONCEPT' --in FILE (--endpoint URL | --data FILE... | --db FILE) [--out FILE]",
		Short: "Write a table of predictions: which individuals of a table belong to a concept",
		Long: `Predict reads a table with a column of IRIs or names, and writes it with two more
columns: member, which is true or false, and why, what the data says about the
parts of the concept that decide. Both are empty for a row that names nothing in
the source. CONCEPT may be - for stdin or @FILE, as for genus query.`,
		Example: `  genus learn --data family.owl --examples train.csv --format dl --out concept.txt
  genus predict @concept.txt --data family.owl --in new.csv --out table.csv`,
		Args:              oneConcept,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			sheet, err := table()
			if err != nil {
				return err
			}
			ctx, cancel := a.timed(cmd)
			defer cancel()
			return a.predict(ctx, args[0], sheet, iri)
		},
	}
	table = a.addTable(cmd)
	cmd.Flags().StringVar(&iri, "iri", "iri", "`COLUMN` with the IRIs or names")
	a.addClassFlag(cmd)
	a.addVariableFlag(cmd)
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Names}, "out", "timeout")
	cmd.Flags().Lookup("timeout").Usage = "time limit for reading the source and the predictions; without it, none"
	showFirst(cmd, "in", "iri", "out", "endpoint", "data", "db", "preset", "contact", "depth", "prefix", "quiet")
	return cmd
}

// predict writes the table with predictions about the individuals in its column iri.
func (a *program) predict(ctx context.Context, text string, sheet *extract.Sheet, iri string) error {
	at, err := sheet.Column(iri)
	if err != nil {
		return source.Usage(err)
	}
	s, err := a.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	iris, err := individualsOf(ctx, s, sheet, at)
	if err != nil {
		return err
	}
	in := api.PredictInput{IRIs: slices.DeleteFunc(slices.Clone(iris), func(iri string) bool { return iri == "" })}
	if in.About, err = a.about(ctx, text, s.Prefixes()); err != nil {
		return err
	}
	on := api.On(s)
	on.Once = true
	out, err := api.Predict(ctx, on, in)
	if err != nil {
		return err
	}
	found := map[string]genus.Explanation{}
	count := 0
	for _, x := range out.Explanations {
		if found[x.IRI] = x; x.Member {
			count++
		}
	}
	a.status.clear()
	a.status.Note("%s of %s are members; nothing is known about %s", strconv.Itoa(count),
		say.Plural(len(found), "individual"), say.Plural(len(sheet.Rows)-known(iris, found), "row"))
	table, err := a.predictions(sheet, iris, found)
	if err != nil {
		return err
	}
	return a.deliver(table)
}

// known returns the number of the IRIs that are explained.
func known(iris []string, found map[string]genus.Explanation) (n int) {
	for _, iri := range iris {
		if _, ok := found[iri]; ok {
			n++
		}
	}
	return n
}

// individualsOf returns the IRI of each row; empty if its name is not that of one individual.
func individualsOf(ctx context.Context, s genus.Session, sheet *extract.Sheet, at int) ([]string, error) {
	iris := make([]string, len(sheet.Rows))
	rows := map[string][]int{} // of labels
	var labels []string
	for i, row := range sheet.Rows {
		name := strings.TrimSpace(row[at])
		if expanded, err := source.Expand([]string{name}, s.Prefixes()); err == nil {
			iris[i] = expanded[0]
			continue
		}
		if rows[name] == nil && name != "" {
			labels = append(labels, name)
		}
		rows[name] = append(rows[name], i)
	}
	if len(labels) == 0 {
		return iris, nil
	}
	r, err := s.Names().Resolve(ctx, labels)
	if err != nil {
		return nil, err
	}
	for i, n := range r.Names {
		switch {
		case n.Accepted != nil:
			for _, row := range rows[labels[i]] {
				iris[row] = n.Accepted.IRI
			}
		case len(n.Candidates) > 0:
			s.Use().Reporter.Note("warning: %q may mean several individuals: its rows have no prediction", n.Text)
		}
	}
	return iris, nil
}

// predictions returns the table with two more columns.
func (a *program) predictions(table *extract.Sheet, iris []string, found map[string]genus.Explanation) ([]byte, error) {
	return a.extended(table, predicted, func(row int) []string {
		x, ok := found[iris[row]]
		if !ok {
			return make([]string, len(predicted))
		}
		var texts []string
		for _, r := range x.Why {
			texts = append(texts, r.Text)
		}
		return []string{strconv.FormatBool(x.Member), strings.Join(texts, "; ")}
	})
}

// addTable adds the flag --in, and returns what reads the table that it names.
func (a *program) addTable(cmd *cobra.Command) func() (*extract.Sheet, error) {
	file := cmd.Flags().String("in", "",
		"`FILE` with columns (CSV, TSV or XLSX), the names of the columns in its first line")
	must(cmd.MarkFlagFilename("in", "csv", "tsv", "xlsx"))
	return func() (*extract.Sheet, error) {
		if *file == "" {
			return nil, source.Usagef("no table: give --in FILE, with the names of the columns in its first line")
		}
		t, err := extract.ReadSheet(*file, a.cfg.Tables...)
		return t, source.Usage(err)
	}
}

// extended returns the table with more columns, in the form that the ending of --out has; else with the separator of
// the table. The columns that an earlier run has written as the last ones are replaced; other columns with these names
// keep them.
func (a *program) extended(table *extract.Sheet, more []string, of func(row int) []string) ([]byte, error) {
	names, own := table.Names, len(table.Names)
	if own > len(more) && slices.Equal(names[own-len(more):], more) {
		own -= len(more)
	}
	header := slices.Clone(names[:own])
	for _, name := range more {
		unique := name
		for n := 2; slices.ContainsFunc(header,
			func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), unique) }); n++ {
			unique = name + " " + strconv.Itoa(n)
		}
		header = append(header, unique)
	}
	o := sheet.Output{Separator: table.Comma, AsIs: own}
	if form, ok := sheet.OutputOf(a.cfg.Out); ok && form != "csv" {
		o.Form = form
	}
	var b bytes.Buffer
	err := o.Write(&b, header, func(yield func([]string) bool) {
		for i, row := range table.Rows {
			if !yield(append(slices.Clone(row[:own]), of(i)...)) {
				return
			}
		}
	})
	return b.Bytes(), err
}

// predicted are the names of the columns that predict adds.
var predicted = []string{"member", "why"}
