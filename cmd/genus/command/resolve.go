package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

func resolveCommand(a *program) *cobra.Command {
	var column string
	var table func() (*extract.Sheet, error)
	cmd := &cobra.Command{
		Use:   "resolve --in FILE (--endpoint URL | --data FILE... | --db FILE) [--out FILE]",
		Short: "Find the IRIs of the names in a column of a table",
		Long: `Resolve reads a table with a column of names, and writes it with four more columns:
iri and label of the individual that the name means, the score from 0 to 100, and
candidates. A name that may mean several has no IRI, and its candidates, the best
first; one that nothing has is left empty. The other names of the column help: if
most of them may mean films, a name means the film of that name.`,
		Example: `  genus resolve --in films.csv --column title --endpoint https://query.wikidata.org/sparql \
                --preset wikidata --contact you@example.org --out matched.csv`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			sheet, err := table()
			at := 0
			if err == nil && column != "" {
				at, err = sheet.Column(column)
			}
			if err != nil {
				return source.Usage(err)
			}
			return a.resolve(cmd.Context(), sheet, at)
		},
	}
	table = a.addTable(cmd)
	cmd.Flags().StringVar(&column, "column", "", "`COLUMN` with the names (default the first)")
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Names}, "label-property", "label-language",
		"type", "subclass", "out")
	showFirst(cmd, "in", "column", "out", "endpoint", "data", "db", "preset", "contact", "search", "label-property",
		"prefix", "quiet")
	return cmd
}

// resolve writes the table with what the names in the column mean.
func (a *program) resolve(ctx context.Context, sheet *extract.Sheet, at int) error {
	var texts []string
	for _, row := range sheet.Rows {
		if text := strings.TrimSpace(row[at]); text != "" {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	s, err := a.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	found := map[string]api.Match{}
	certain, several := 0, 0
	for batch := range slices.Chunk(texts, api.MostNames) {
		a.status.Progress("looking for names", fmt.Sprintf("%d of %d", len(found), len(texts)))
		out, err := api.Names(ctx, api.On(s), api.NamesInput{Names: batch})
		if err != nil {
			return err
		}
		for _, n := range out.Names.Names {
			m := api.MatchOf(n)
			found[n.Text] = m
			switch {
			case m.IRI != "":
				certain++
			case len(m.Candidates) > 0:
				several++
			}
		}
		if out.Note != "" {
			a.status.Note("note: %s", out.Note)
		}
	}
	a.status.clear()
	a.status.Note("%s of %s are certain, %d may mean several individuals, nothing has %d", strconv.Itoa(certain),
		say.Plural(len(texts), "name"), several,
		len(texts)-certain-several)
	text, err := a.extended(sheet, []string{"iri", "label", "score", "candidates"}, func(row int) []string {
		m, ok := found[strings.TrimSpace(sheet.Rows[row][at])]
		if !ok || m.IRI == "" && len(m.Candidates) == 0 {
			return make([]string, 4)
		}
		var others []string
		for _, c := range m.Candidates {
			text := fmt.Sprintf("%s (%g)", strings.TrimSpace(c.IRI+" "+say.OneLine(c.Label)), c.Score)
			others = append(others, text)
		}
		return []string{m.IRI, m.Label, strconv.FormatFloat(m.Score, 'g', -1, 64), strings.Join(others, " | ")}
	})
	if err != nil {
		return err
	}
	return a.deliver(text)
}
