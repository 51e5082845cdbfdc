package command

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// translations are the values of genus query --to.
var translations = []string{"sparql", "dl", "manchester", "json"}

func (a *app) query() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "query 'CONCEPT' [--to dl|manchester|sparql|json]",
		Short: "Translate a concept; no endpoint needed",
		Long: `Query reads a concept in DL or Manchester syntax, with operators as signs or as
words, and writes it in another form. The concept - is read from stdin.

  Elephant ⊓ (weight ≥ 3000)
  Elephant and (weight >= 3000) and (>=2 childOf^-.Female)
  Elephant and (inverse childOf min 2 Female)

Names are <IRI>s, or short ones with --prefix p=IRI; --prefix =IRI is the
namespace of names without a colon.`,
		Args: oneConcept,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			return a.runQuery(args[0], to)
		},
	}
	cmd.Flags().StringVar(&to, "to", "sparql", "form to write: "+strings.Join(translations, ", "))
	bind(cmd, []config.Group{config.Names}, "type", "subclass", "closure", "graph", "preset", "out")
	return cmd
}

// oneConcept wants exactly one argument.
func oneConcept(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("no concept: put it in quotes behind genus %s, before the flags", cmd.Name())
	case len(args) > 1:
		return usagef("unexpected argument %q: put the concept in quotes", args[1])
	}
	return nil
}

// concept reads the argument, or stdin for "-".
func (a *app) concept(text string, p syntax.Prefixes) (dl.Concept, error) {
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(a.stdin, 16<<20))
		if err != nil {
			return nil, fmt.Errorf("read the concept from stdin: %w", err)
		}
		text = strings.TrimSpace(string(b))
	}
	return syntax.Parse(text, p)
}

func (a *app) runQuery(text, to string) error {
	if !slices.Contains(translations, to) {
		return usagef("--to: unknown form %q: choose one of %s", to, strings.Join(translations, ", "))
	}
	own, err := a.ownPrefixes()
	if err != nil {
		return err
	}
	c, err := a.concept(text, own)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	query, err := queries.Select(c, queries.Options{
		Prefixes:   own,
		Vocabulary: queries.Vocabulary{Type: a.cfg.Type, SubClassOf: a.cfg.Subclass, Closure: a.cfg.Closure, InlinePath: true},
		Graphs:     a.cfg.Graph,
	})
	if err != nil && (to == "sparql" || to == "json") {
		return err
	}
	switch to {
	case "dl":
		fmt.Fprintln(&b, syntax.Print(c, syntax.Options{Prefixes: own}))
	case "manchester":
		fmt.Fprintln(&b, syntax.Print(c, syntax.Options{Notation: syntax.Manchester, Prefixes: own}))
	case "sparql":
		fmt.Fprintln(&b, strings.TrimRight(query, "\n"))
	case "json":
		err := writeJSON(&b, struct {
			Version  int         `json:"version"`
			Concept  jsonConcept `json:"concept"`
			SPARQL   string      `json:"sparql"`
			Language string      `json:"language"`
		}{1, conceptJSON(c, own), query, dl.SmallestLanguage(c)})
		if err != nil {
			return err
		}
	}
	return a.deliver(b.Bytes())
}
