package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/repair"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
)

func repairCommand(a *program) *cobra.Command {
	var in api.RepairInput
	cmd := &cobra.Command{
		Use:   "repair 'QUERY|CONCEPT' --missing IRI... --wrong IRI... (--endpoint URL | --data FILE... | --db FILE)",
		Short: "Find the nearest concept that has the missing individuals and not the wrong ones",
		Long: `Repair changes a concept or SPARQL query as little as possible, so that it has the
individuals that are missing and not those that are wrong. It counts the edits: replacing a
class, property, value or number; inserting or deleting ¬ or a role step; inserting or
deleting a condition. It proves that no concept with fewer edits does it. Of several
repairs with the same number of edits it prefers a small one that changes few other
members. --right names members that must stay: needed if none is missing.`,
		Example: `  genus repair 'SELECT ?x WHERE { ?x wdt:P27 wd:Q183 }' --missing wd:Q9711 --wrong wd:Q5879 \
               --data codex.nt.gz --preset wikidata
  genus repair 'Male and hasChild some Thing' --wrong ex:abe --right ex:carl --data family.ttl`,
		Args:              oneConcept,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRepair(cmd.Context(), a, args[0], in)
		},
	}
	f := cmd.Flags()
	inputFlags(f, &in, "missing", "wrong", "right")
	a.addVariableFlag(cmd)
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Names},
		"language", "constructors", "max-number", "nominals", "timeout", "memory", "confirm", "format", "out")
	showFirst(cmd, "missing", "wrong", "right", "endpoint", "data", "db", "preset", "contact", "depth", "language",
		"timeout", "format", "out", "prefix")
	a.textOrJSON(cmd)
	return cmd
}

func runRepair(ctx context.Context, a *program, text string, in api.RepairInput) error {
	task := genus.RepairTask{Missing: in.Missing, Wrong: in.Wrong, Right: in.Right}
	if err := task.Check(); err != nil {
		return err
	}
	s, err := a.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if in.About, err = a.about(ctx, text, s.Prefixes()); err != nil {
		return err
	}
	out, err := api.Repair(ctx, api.On(s), in)
	if err != nil {
		return err
	}
	err = a.deliverForm(out, func(to *page) { to.repair(out.Repair) })
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Canceled
	}
	return out.Repair.ConfirmErr
}

// repair writes a repair for people.
func (p *page) repair(r *genus.Repair) {
	p.problem, p.prefixes = r.Problem, r.Problem.PrefixesOf(dl.And{L: r.Given, R: r.Fitting.Concept})
	p.sentence(r.English())
	p.entry("Given", p.text(r.Given, p.prefixes))
	for _, x := range r.Lacks {
		text := x.Text
		if x.Only {
			text += ", and nothing else keeps it out"
		}
		p.entry("Lacks", p.individual(x.IRI)+": "+text)
	}
	p.entryIn(bold, "Repair", p.text(r.Fitting.Concept, p.prefixes))
	p.entry("Edits", p.edits(r.Distance, r.Edits))
	p.entry("Members", changes(r.Changes))
	p.entry("Nearest", r.Proof())
	var rivals []string
	for _, x := range r.Rivals {
		rivals = append(rivals, syntax.Print(x.Concept, syntax.Options{Prefixes: p.prefixes})+": "+changes(x.Changes))
	}
	p.list("Or", rivals, len(rivals))
	if more := r.Nearest - 1 - len(rivals); more > 0 {
		p.entry("", fmt.Sprintf("and %d more with %s", more, say.Plural(r.Distance, "edit")))
	}
	p.endpoint(r.Result)
	p.printf("\n")
	p.query(r.Query)
}

// edits writes the number of edits, and each of them.
func (p *page) edits(n int, edits []repair.Edit) string {
	lines := []string{fmt.Sprintf("%d", n)}
	for _, e := range edits {
		switch {
		case e.Was == nil:
			lines = append(lines, "insert "+p.text(e.Now, p.prefixes))
		case e.Now == nil:
			lines = append(lines, "delete "+p.text(e.Was, p.prefixes))
		default:
			lines = append(lines, "replace "+p.text(e.Was, p.prefixes)+" by "+p.text(e.Now, p.prefixes))
		}
	}
	if len(edits) == 1 {
		return strings.Join(lines, ": ")
	}
	return strings.Join(lines, "\n")
}

// changes says how many members join, leave and stay.
func changes(c answer.RepairChanges) string {
	return fmt.Sprintf("%s join, %s leave, %s stay", number(c.Joined), number(c.Left), number(c.Stayed))
}
