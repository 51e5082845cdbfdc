package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
)

func (a *app) verify() *cobra.Command {
	var class string
	cmd := &cobra.Command{
		Use:   "verify 'CONCEPT' (--endpoint URL | --data FILE... | --db FILE) (--pos FILE --neg FILE | ...)",
		Short: "Check that a concept and its query agree on the examples",
		Long: `Verify evaluates a concept at every example, runs its query (on the endpoint; for
files and databases on one inside the process), and compares. The exit code is 0
if they agree on every example, whether or not it has the right label, and 1 if
not. The concept - is read from stdin, @FILE from a file, as genus query does.`,
		Args:              oneConcept,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			return a.runVerify(cmd.Context(), args[0], class)
		},
	}
	addClassFlag(cmd, &class)
	bind(cmd, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Names}, "out")
	return cmd
}

func (a *app) runVerify(ctx context.Context, text, class string) error {
	if a.cfg.Endpoint != "" { // crawl what the concept needs, and nothing else
		own, err := a.ownPrefixes()
		if err != nil {
			return err
		}
		c, err := a.concept(ctx, text, class, own)
		if err != nil {
			return err
		}
		if a.cfg.Depth == config.AutoDepth {
			a.cfg.Depth = dl.Depth(c)
		}
		a.only = properties(c)
		text, class = syntax.Print(c, syntax.Options{}), "" // stdin can be read once only
	}
	a.cfg.Strings = a.cfg.DB == "" // the concept may have some; a database is as it is
	s, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	c, err := a.concept(ctx, text, class, s.prefixes)
	if err != nil {
		return err
	}
	if err := s.covers(c); err != nil {
		return err
	}
	client, done, err := s.asker(ctx, a)
	if err != nil {
		return err
	}
	defer done()
	dialect, err := a.dialect(ctx, s.client)
	if err != nil {
		return err
	}
	a.status.progress("verifying", plural(len(s.examples.All()), "example"))
	v, err := confirm(ctx, client, c, s.queryOptions(c, a.cfg.Graph, dialect), &s.problem)
	if err != nil {
		return err
	}
	a.status.clear()
	var b bytes.Buffer
	if err := textVerdict(&b, c, s, v, a.cfg.Verbose); err != nil {
		return err
	}
	if err := a.deliver(b.Bytes()); err != nil {
		return err
	}
	if len(v.mismatches()) > 0 {
		return errShown
	}
	return nil
}

// properties are the roles and features of the concept.
func properties(c dl.Concept) []string {
	var iris []string
	dl.Walk(c, func(c dl.Concept) bool {
		if role, ok := dl.RoleOf(c); ok {
			iris = append(iris, role.IRI)
		}
		if compare, ok := c.(dl.Compare); ok {
			iris = append(iris, compare.Feature)
		}
		return true
	})
	slices.Sort(iris)
	return slices.Compact(iris)
}

// covers reports whether the truth of c at the examples is known: the source
// was read deep enough, and wholly for every role and feature of c.
func (s *source) covers(c dl.Concept) error {
	if d := dl.Depth(c); s.info.Depth >= 0 && d > s.info.Depth {
		return usagef("the concept has role depth %d, but the source was read %d deep: give --depth %[1]d, or extract deeper", d, s.info.Depth)
	}
	if dl.LanguageOf(c).Has(dl.WithStrings) && !s.info.Vocabulary.Strings {
		return usagef("the concept compares strings, but the source was extracted without them: run genus extract with --strings")
	}
	var bad error
	dl.Walk(c, func(c dl.Concept) bool {
		role, restricts := dl.RoleOf(c)
		compare, compares := c.(dl.Compare)
		for _, r := range s.problem.Removed {
			if restricts && touches(r, role) || compares && r.Feature != "" && r.Feature == compare.Feature {
				bad = fmt.Errorf("%s cannot be verified: %s", symbolOf(r, s.prefixes), r.Reason)
			}
		}
		return bad == nil
	})
	return bad
}

// touches reports whether the removal takes the role out; one without an IRI
// takes all out.
func touches(r interp.Removal, role dl.Role) bool {
	return r.Feature == "" && r.Values == 0 && r.Role.Inverse == role.Inverse && (r.Role.IRI == role.IRI || r.Role.IRI == "")
}

// textVerdict writes a table of what concept and query say, and the examples on
// which they disagree or, if verbose, all.
func textVerdict(w io.Writer, c dl.Concept, s *source, v verdict, verbose bool) error {
	p := &page{w: w, prefixes: s.prefixesOf(c)}
	p.entry("Concept", syntax.Print(c, syntax.Options{Prefixes: p.prefixes, Width: conceptWidth}))
	p.entry("Score", correct(v.confusion(), false)+counts(v.confusion()))
	p.printf("\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "examples\tin concept\tin query\tdisagree\t")
	for _, side := range []struct {
		name     string
		positive bool
	}{{"positive", true}, {"negative", false}} {
		var all, concept, query, wrong int
		for _, j := range v.examples {
			if j.positive == side.positive {
				all, concept, query, wrong = all+1, concept+count(j.concept), query+count(j.query), wrong+count(j.concept != j.query)
			}
		}
		fmt.Fprintf(t, "%d %s\t%d\t%d\t%d\t\n", all, side.name, concept, query, wrong)
	}
	if err := t.Flush(); p.err == nil {
		p.err = err
	}
	p.printf("\n")
	shown := v.mismatches()
	if verbose {
		shown = v.examples
	}
	for _, j := range shown {
		label := "negative"
		if j.positive {
			label = "positive"
		}
		p.printf("%s  %s: concept %s, query %s\n", label, p.prefixes.Shorten(j.iri), yesNo(j.concept), yesNo(j.query))
	}
	if wrong := len(v.mismatches()); wrong > 0 {
		p.entry("Endpoint", fmt.Sprintf("%s does not confirm: query and concept disagree on %s", v.url, plural(wrong, "example")))
	} else {
		p.entry("Endpoint", fmt.Sprintf("%s confirms: query and concept agree on all %s", v.url, plural(len(v.examples), "example")))
	}
	return p.err
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
