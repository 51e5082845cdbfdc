package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/session/annotate"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// tableFlags are the flags of genus table.
type tableFlags struct{ column, lists, statements, mismatches, words string }

func tableCommand(a *program) *cobra.Command {
	var f tableFlags
	cmd := &cobra.Command{
		Use:   "table FILE (--endpoint URL | --data FILE... | --db FILE)",
		Short: "Find what the rows and columns of a table are, and where it differs from the graph",
		Long: `Table reads a table whose rows are about individuals. It finds the individual that each
row names, the properties that give the other columns, and what the rows have in
common. It prints one query with exactly these columns, and lists the rows that it does
not know, the individuals that the table lacks, the cells that differ, and the values
that the graph lacks. It changes nothing. FILE is .csv, .tsv or .xlsx.`,
		Example: `  genus table films.csv --data films.ttl
  genus table films.csv --endpoint https://query.wikidata.org/sparql --preset wikidata \
              --contact you@example.org --quickstatements missing.txt --mismatches differ.csv`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return source.Usagef("no table: give a file, with the names of the columns in its first line")
			}
			t, err := extract.ReadSheet(args[0], a.cfg.Tables...)
			if err != nil {
				return source.Usage(err)
			}
			a.status.Note("read %s: %s", args[0], t.Described)
			key := extract.KeyColumn(t.Names)
			if at, err := t.Column(f.column); err == nil { // what is no column is refused below
				key = at
			}
			t.Clear(key)
			a.cfg.Words = f.words
			return a.annotate(cmd.Context(), t, f)
		},
	}
	cmd.Flags().StringVar(&f.column, "column", "",
		"`COLUMN` with the names or IRIs of the individuals (default iri, or else the first)")
	cmd.Flags().StringVar(&f.words, "words", "", "`TEXT` that says in your words what the rows are")
	cmd.Flags().StringVar(&f.lists, "lists", "",
		"also write what differs, a row each, to a `FILE`: .csv, .tsv, .xlsx, .md or .json")
	must(cmd.MarkFlagFilename("lists", sheet.Outputs...))
	cmd.Flags().StringVar(&f.statements, "quickstatements", "",
		"also write the values that a Wikibase lacks to a `FILE`, for QuickStatements")
	cmd.Flags().StringVar(&f.mismatches, "mismatches", "",
		"also write the cells that differ from Wikidata to a `FILE`, for Mismatch Finder")
	groups := []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning, config.Names}
	a.bind(cmd, nil, groups, "out", "format")
	showFirst(cmd, "column", "words", "lists", "quickstatements", "mismatches", "endpoint", "data", "db", "preset",
		"contact",
		"timeout", "format", "out", "quiet")
	return cmd
}

// annotate writes what the table is about.
func (a *program) annotate(ctx context.Context, t *extract.Sheet, f tableFlags) error {
	if f.lists != "" {
		if err := writableTable("lists", f.lists); err != nil {
			return err
		}
	}
	for _, file := range []string{f.statements, f.mismatches} {
		if err := writable(file); file != "" && err != nil {
			return err
		}
	}
	if format := a.cfg.Format; format != "text" && format != "json" {
		return source.Usagef("--format %s: genus table writes text or json", format)
	}
	s, err := a.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if f.statements+f.mismatches != "" && s.Settings().Statements == "" {
		return source.Usagef("--quickstatements and --mismatches are for a Wikibase, and this source is none")
	}
	out, err := api.Annotate(ctx, api.On(s), api.AnnotateInput{Columns: t.Names, Rows: t.Rows, Key: f.column})
	if err != nil {
		return err
	}
	if err := a.writeEdits(ctx, s, out, f); err != nil {
		return err
	}
	if err := writeLists(f.lists, api.ListNames, out.Lists()); err != nil {
		return err
	}
	return a.deliverForm(out, func(p *page) { p.annotation(out) })
}

// writeLists writes rows to a file in the form that its name says, which was checked before; without a name it writes
// none.
func writeLists(file string, names []string, rows iter.Seq[[]string]) error {
	if file == "" {
		return nil
	}
	form, _ := sheet.OutputOf(file)
	return writeFile(file, func(w io.Writer) error { return sheet.Output{Form: form}.Write(w, names, rows) })
}

// writeEdits writes the files for tools that change a Wikibase.
func (a *program) writeEdits(ctx context.Context, s genus.Session, out api.AnnotateOutput, f tableFlags) error {
	annotator := api.Annotator(api.On(s))
	for _, edit := range []struct {
		file  string
		write func(context.Context, *annotate.Annotation, io.Writer) (int, error)
		what  string
	}{
		{f.statements, annotator.WriteQuickStatements, "statement"},
		{f.mismatches, annotator.WriteMismatches, "cell"},
	} {
		if edit.file == "" {
			continue
		}
		n := 0
		err := writeFile(edit.file, func(w io.Writer) (err error) {
			n, err = edit.write(ctx, &out.Annotation, w)
			return err
		})
		if err != nil {
			return err
		}
		a.status.Note("wrote %s: %s", edit.file, say.Plural(n, edit.what))
	}
	return nil
}

// mostShown is how many entries of a list a text has; JSON has all.
const mostShown = 10

// annotation writes what a table is about.
func (p *page) annotation(out api.AnnotateOutput) {
	var unknown []string
	several := 0
	for _, r := range out.Rows {
		switch {
		case r.Accepted != nil:
		case len(r.Candidates) > 0:
			several++
			unknown = append(unknown, fmt.Sprintf("row %d, %q: may mean several", r.Row, r.Text))
		default:
			unknown = append(unknown, fmt.Sprintf("row %d, %q: nothing has the name", r.Row, r.Text))
		}
	}
	if d := out.Definition; d != nil && d.English != "" {
		p.sentence(d.English)
		p.entry("Concept", d.Concept.DL)
	}
	named := len(out.Rows) - len(unknown)
	p.entry("Rows", fmt.Sprintf("%d of %d name one individual, %d may name several", named, len(out.Rows), several))
	for _, c := range out.Columns {
		text := fmt.Sprintf("no path of one or two properties gives its %s", say.Plural(c.Of, "cell"))
		switch {
		case c.Of == 0:
			text = "not compared: no row that names one individual has a value"
		case len(c.Path) > 0:
			text = fmt.Sprintf("%s: %d of %s agree", pathText(c), c.Agree, say.Plural(c.Of, "cell"))
		}
		p.entry("Column", c.Name+" = "+text)
	}
	p.firstOf("Unknown", "unknown", unknown)
	p.firstOf("Outside", "outside", termTexts(out.Outside))
	p.firstOf("Missing", "absent", termTexts(out.Absent))
	p.firstOf("Differs", "differ", cellTexts(out.Differ))
	p.firstOf("New", "lacking", cellTexts(out.Lacking))
	if out.Query != "" {
		p.printf("\n")
		p.query(out.Query)
	}
}

// firstOf writes the first entries of a list, and how many there are in the field of the JSON.
func (p *page) firstOf(title, field string, list []string) {
	shown, more := source.FirstOf(list, mostShown)
	for _, text := range shown {
		p.entry(title, text)
	}
	if more {
		p.entry(title, fmt.Sprintf("and %d more: --format json has all in %s", len(list)-mostShown, field))
	}
}

func termTexts(list []genus.Term) (texts []string) {
	for _, t := range list {
		texts = append(texts, strings.TrimSpace(say.OneLine(t.Label)+" <"+t.IRI+">"))
	}
	return texts
}

func cellTexts(list []annotate.Cell) (texts []string) {
	for _, c := range list {
		text := fmt.Sprintf("row %d, %s: %q", c.Row, c.Column, say.OneLine(c.Cell))
		if len(c.Values) > 0 {
			text += ", the graph has " + strings.Join(valueTexts(c.Values), ", ")
		} else {
			text += ", the graph has no value"
		}
		texts = append(texts, text)
	}
	return texts
}

func valueTexts(list []members.TableValue) (texts []string) {
	shown, more := source.FirstOf(list, 3)
	for _, v := range shown {
		texts = append(texts, say.OneLine(cmp.Or(v.Label, v.Value)))
	}
	if more {
		texts = append(texts, "…")
	}
	return texts
}

// pathText writes the path of a column.
func pathText(c annotate.Column) string {
	var steps []string
	for _, step := range c.Path {
		text := cmp.Or(step.Property.Label, names.LocalName(step.Property.IRI))
		if step.Inverse {
			text = "^" + text
		}
		steps = append(steps, say.OneLine(text))
	}
	text := strings.Join(steps, " / ")
	if c.Year {
		text = "year of " + text
	}
	return text
}
