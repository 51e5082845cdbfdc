package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// largestConcept is the largest size in bytes of a concept in a file or on stdin.
const largestConcept = 16 << 20

func (a *program) addClassFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.class, "class", "",
		"with an OWL @FILE: `IRI` of the class whose definition is the concept (default: the only one)")
}

// addVariableFlag adds the flag that says which variable of a query has the members.
func (a *program) addVariableFlag(cmd *cobra.Command) {
	inputFlags(cmd.Flags(), &a.asked, "variable")
}

// addConceptFlags adds the flags of a command that reads a concept: --class, --variable and --strict.
func (a *program) addConceptFlags(cmd *cobra.Command) {
	a.addClassFlag(cmd)
	a.addVariableFlag(cmd)
	inputFlags(cmd.Flags(), &a.asked, "strict")
}

// bindLook adds the flags of a command that looks at a concept and examples.
func (a *program) bindLook(cmd *cobra.Command, table *exampleFlags) {
	table.bind(cmd)
	a.addConceptFlags(cmd)
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Names},
		"format", "out", "timeout")
	cmd.Flags().Lookup("timeout").Usage = "time limit for reading the source and the answer; without it, none"
	a.textOrJSON(cmd)
}

// conceptAndNames checks that there is a concept, which names may follow.
func conceptAndNames(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return source.Usagef("no concept: put it in quotes after genus %s, before the names and the flags", cmd.Name())
	}
	return nil
}

// about reads the argument CONCEPT: a concept or a SPARQL query, @FILE, or - for stdin. An RDF
// file is read as OWL with the prefixes.
func (a *program) about(ctx context.Context, text string, p syntax.Prefixes) (q api.About, err error) {
	q.Variable, q.Strict = a.asked.Variable, a.asked.Strict
	file, isFile := strings.CutPrefix(text, "@")
	switch {
	case text == "-":
		b, err := io.ReadAll(io.LimitReader(a.stdin, largestConcept+1))
		if err != nil {
			return q, fmt.Errorf("read the concept from stdin: %w", err)
		}
		if len(b) > largestConcept {
			return q, source.Usagef("read the concept: stdin has more than %d MiB", largestConcept>>20)
		}
		text = strings.TrimSpace(string(b))
	case isFile && file == "":
		return q, source.Usagef("@ without a file name: write @FILE")
	case isFile:
		if _, err := rdffile.FormatOf(file); err == nil {
			q.Definition, err = readDefinition(ctx, file, a.class, p)
			return q, err
		}
		content, err := extract.ReadFile(file, largestConcept)
		if err != nil {
			return q, source.Usagef("read the concept: %w", err)
		}
		text = strings.TrimSpace(string(content))
	case isFileName(text):
		return q, source.Usagef("%s is a file: write @%[1]s", text)
	}
	if a.class != "" {
		return q, source.Usagef("--class goes with @FILE, an OWL file in Turtle, RDF/XML or N-Triples")
	}
	q.Concept = text
	return q, nil
}

// isFileName reports whether a file of that name is there. A concept may be a name, too, but not with an ending.
func isFileName(text string) bool {
	if filepath.Ext(text) == "" {
		return false
	}
	info, err := os.Stat(text)
	return err == nil && info.Mode().IsRegular()
}

// concept reads the argument CONCEPT with the source of the session.
func (a *program) concept(ctx context.Context, s api.Session, text string) (dl.Concept, error) {
	q, err := a.about(ctx, text, s.Prefixes())
	if err != nil {
		return nil, err
	}
	c, _, err := s.Read(ctx, q, s.Prefixes())
	return c, err
}

func readDefinition(ctx context.Context, file, class string, p syntax.Prefixes) (dl.Concept, error) {
	iri, err := source.IRIFlag("--class", class, p)
	if err != nil {
		return nil, err
	}
	triples, _, err := rdffile.ReadAll(ctx, file)
	if err != nil {
		return nil, err
	}
	c, err := syntax.ReadOWL(triples, iri)
	if err != nil {
		return nil, source.Usagef("%s: %w", file, err)
	}
	return c, nil
}
