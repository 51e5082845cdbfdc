package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// errChanged ends genus watch if members joined or left. stdout says who.
var errChanged = errors.New("members joined or left")

// watching is genus watch.
type watching struct {
	*program
	file         string
	keep, repair bool
}

func watchCommand(a *program) *cobra.Command {
	w := watching{program: a}
	cmd := &cobra.Command{
		Use:   "watch 'QUERY|CONCEPT' --members FILE (--endpoint URL | --data FILE...)",
		Short: "Say who joined and left a concept since the last run",
		Long: `Watch lists the members of a concept or SPARQL query, and says who joined and who left since the
list in FILE was written. With --repair it proposes the repair with the fewest edits that has the
earlier members again (see genus repair). Then it writes the new list to FILE; the first run does
only that.

Exit codes: 0 nobody joined or left, 3 somebody did, 1 failed, 2 usage, 130 interrupted.`,
		Example:           `  genus watch 'Male and hasChild some Thing' --members fathers.txt --data family.ttl || echo changed`,
		Args:              oneConcept,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := w.timed(cmd)
			defer cancel()
			return w.run(ctx, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&w.file, "members", "", "`FILE` with the members at the last run, one IRI a line")
	f.BoolVar(&w.keep, "keep", false, "do not write the new members to the file")
	f.BoolVar(&w.repair, "repair", false, "propose the nearest concept that has the earlier members again")
	must(cmd.MarkFlagFilename("members"))
	a.addVariableFlag(cmd)
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Names},
		"language", "constructors", "max-number", "nominals", "timeout", "memory", "confirm", "format", "out")
	showFirst(cmd, "members", "keep", "repair", "endpoint", "data", "preset", "contact", "depth", "timeout", "format",
		"out",
		"prefix")
	a.textOrJSON(cmd)
	return cmd
}

func (w watching) run(ctx context.Context, text string) error {
	if w.file == "" {
		return source.Usagef("no file for the list of members: give --members FILE; the first run writes it")
	}
	if err := writable(w.file); err != nil {
		return err
	}
	s, err := w.openSource(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	given, err := w.about(ctx, text, s.Prefixes())
	if err != nil {
		return err
	}
	on := api.On(s)
	c, _, err := on.Read(ctx, given, s.Prefixes())
	if err != nil {
		return err
	}
	written, names := w.title(given)
	title := written + names
	before, err := w.before(title, func(title string) bool {
		text := strings.TrimSuffix(title, names)
		is, _, err := on.Read(ctx, api.About{Concept: text, Variable: given.Variable}, s.Prefixes())
		return err == nil && is == c
	})
	if err != nil {
		return err
	}
	first := before == nil
	var x *genus.Watch
	if first {
		x, err = s.Members().FirstWatch(ctx, c)
	} else {
		x, err = s.Members().Watch(ctx, c, before, w.repair)
	}
	if err != nil {
		return err
	}
	if err := w.show(ctx, s, c, x, first); err != nil {
		return err
	}
	if !w.keep {
		if err := w.store(title, x.Members); err != nil {
			return err
		}
	}
	if len(x.Joined)+len(x.Left) > 0 {
		return errChanged
	}
	return nil
}

// heading is the first line of the file before the title.
const heading = "# members of "

// title returns the concept or query as the user gave it, in one line, and what the user gave for its
// names. How they are read may depend on the data, which change.
func (w watching) title(given api.About) (text, names string) {
	if given.Definition != nil {
		return syntax.Print(given.Definition, syntax.Options{}), ""
	}
	text = strings.Join(strings.Fields(given.Concept), " ")
	if given.Variable != "" {
		names += " of ?" + strings.TrimLeft(given.Variable, "?$")
	}
	for _, prefix := range w.cfg.Prefix {
		if name, _, _ := strings.Cut(prefix, "="); name == "" || strings.Contains(text, name+":") {
			names += " with " + prefix
		}
	}
	return text, names
}

// before reads the members of the last run; nil if the file does not exist. The list is that of the
// title, or of a title that is read as the same concept now.
func (w watching) before(title string, isSame func(title string) bool) ([]string, error) {
	text, err := extract.ReadFile(w.file, extract.LargestInput)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, source.Usagef("read %s: %w", w.file, reason(err))
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if is, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), heading); !ok || is != title && !isSame(is) {
		return nil, source.Usagef("%s is not the list of this concept: its first line must be %s%s", w.file, heading, title)
	}
	list, err := extract.ReadExamples(w.file, nil)
	if errors.Is(err, extract.ErrNoExamples) {
		return []string{}, nil
	}
	return list.IRIs, source.Usage(err)
}

func (w watching) store(title string, members []string) error {
	return writeFile(w.file, func(to io.Writer) error {
		_, err := fmt.Fprintf(to, "%s%s\n%s\n", heading, title, strings.Join(members, "\n"))
		return err
	})
}

func (w watching) show(ctx context.Context, s genus.Session, c dl.Concept, x *genus.Watch, first bool) error {
	v, err := s.Use().Writing(ctx)
	if err != nil {
		return err
	}
	return w.deliverForm(x.Document(c, v, first), func(p *page) {
		if x.RepairErr != nil {
			w.status.Note("note: no repair: %v", x.RepairErr)
		}
		p.watch(c, s.Prefixes(), x, first)
	})
}

// mostChanges is how many of those who joined or left are shown.
const mostChanges = 10

func (p *page) watch(c dl.Concept, prefixes syntax.Prefixes, x *genus.Watch, first bool) {
	p.prefixes = prefixes
	p.entryIn(bold, "Concept", syntax.Print(c, syntax.Options{Prefixes: prefixes, Width: conceptWidth}))
	if first {
		p.entry("Members", fmt.Sprintf("%d, the first list", len(x.Members)))
		return
	}
	p.entry("Members", fmt.Sprintf("%d: %d joined, %d left, %d stayed", len(x.Members), len(x.Joined), len(x.Left),
		x.Stayed))
	for _, side := range []struct {
		label string
		iris  []string
	}{{"Joined", x.Joined}, {"Left", x.Left}} {
		var lines []string
		for _, iri := range side.iris {
			lines = append(lines, strings.TrimSpace(prefixes.Shorten(iri)+" "+say.OneLine(x.Labels[iri])))
		}
		p.list(side.label, lines, mostChanges)
	}
	if r := x.Repair; r != nil {
		p.problem = r.Problem
		p.entry("Repair", p.text(r.Fitting.Concept, prefixes))
		p.entry("Edits", p.edits(r.Distance, r.Edits))
		p.entry("", changes(r.Changes))
		p.entry("Nearest", r.Proof())
	}
}
