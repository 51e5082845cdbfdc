package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// mostFound is the largest number of individuals that a search lists.
const mostFound = 20

func searchCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search NAME (--endpoint URL | --data FILE... | --db FILE)",
		Short: "Find individuals and classes by name",
		Long: `Search finds the IRIs of individuals and classes by name. In files and databases,
every word of NAME must be the beginning of a word of the label, or of the label
of a class or of a linked individual; if nothing is found, misspelt words count,
too. An endpoint is searched as --search says, which presets set.`,
		Example: `  genus search badhu --data zoo.ttl
  genus search 'Alain Delon' --endpoint https://query.wikidata.org/sparql \
               --preset wikidata --contact you@example.org`,
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return source.Usagef("no name: write it after genus search, before the flags")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSearch(cmd.Context(), a, strings.TrimSpace(strings.Join(args, " ")))
		},
	}
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Names}, "label-property", "label-language",
		"type",
		"subclass", "individuals", "format", "out")
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "search", "label-property", "format", "out", "prefix",
		"quiet")
	a.textOrJSON(cmd)
	return cmd
}

func runSearch(ctx context.Context, a *program, name string) error {
	s, err := a.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	found, err := api.Search(ctx, api.On(s), api.SearchInput{Name: name, Limit: mostFound})
	if err != nil {
		return err
	}
	if found.Note != "" {
		a.status.Note("note: %s", found.Note)
	}
	if len(found.Individuals)+len(found.Classes) == 0 {
		return fmt.Errorf("nothing has the name %q", name)
	}
	return a.deliverForm(found, func(p *page) { p.found(ctx, s, found) })
}

func (p *page) found(ctx context.Context, s genus.Session, found api.SearchOutput) {
	var t table
	about := aboutNamesakes(ctx, s, found.Individuals)
	listed := map[string]bool{} // a class may be an individual, too
	add := func(m genus.Term, text string) {
		if !listed[m.IRI] {
			t.rows = append(t.rows, []any{s.Prefixes().Shorten(m.IRI), say.OneLine(m.Label), text})
		}
		listed[m.IRI] = true
	}
	classes := found.Classes
	for i := range len(found.Individuals) + 1 {
		for ; len(classes) > 0 && found.Before[len(found.Classes)-len(classes)] == i; classes = classes[1:] {
			text := "class"
			if n := classes[0].Members; n != nil {
				text += ", " + say.Plural(*n, "member")
			}
			add(classes[0].Term, text)
		}
		if i < len(found.Individuals) {
			m := found.Individuals[i]
			add(m.Term, about[m.IRI])
		}
	}
	p.textTable(t, 0)
	if found.More {
		p.printf("there are more than %d\n", mostFound)
	}
}

// aboutNamesakes returns what individuals with the same label are, and how they differ. It
// is empty if the source does not answer: the names were found.
func aboutNamesakes(ctx context.Context, s genus.Session, found []api.Individual) map[string]string {
	same := map[string][]string{}
	for _, m := range found {
		label := strings.ToLower(m.Label)
		same[label] = append(same[label], m.IRI)
	}
	var iris []string
	for _, list := range same {
		if len(list) > 1 {
			iris = append(iris, list...)
		}
	}
	about := map[string]string{}
	if len(iris) == 0 {
		return about
	}
	list, _ := s.Look().Evidence(ctx, iris, nil)
	for _, e := range list {
		var parts []string
		for _, class := range e.Classes {
			parts = append(parts, cmp.Or(say.OneLine(class.Label), s.Prefixes().Shorten(class.IRI)))
		}
		if text := e.Text(s.Prefixes()); text != "" {
			parts = append(parts, text)
		}
		about[e.IRI] = strings.Join(parts, "; ")
	}
	return about
}
