package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries/read"
)

// largestConcept is the largest size in bytes of a concept in a file or on stdin.
const largestConcept = 16 << 20

func addClassFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "class", "", "with an OWL @FILE: `IRI` of the class whose definition is the concept (default: the only one)")
}

// addVariableFlag adds the flag that says which variable of a query has the members.
func (a *program) addVariableFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.variable, "variable", "",
		"with a SPARQL query: `NAME` of the variable whose values are the members; the others are columns (default: the first)")
}

// conceptAndNames checks that there is a concept, which names may follow.
func conceptAndNames(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return genus.Usagef("no concept: put it in quotes after genus %s, before the names and the flags", cmd.Name())
	}
	return nil
}

// concept parses the argument CONCEPT: a concept, @FILE, or - for stdin. An RDF file
// is read as OWL, any other as a concept in the notations of the command line or a SPARQL
// query. The source of the session, if it has one, says what labels mean.
func (a *program) concept(ctx context.Context, s genus.Session, text, class string, p syntax.Prefixes, individuals ...string) (dl.Concept, error) {
	c, _, err := a.conceptOrQuery(ctx, s, text, class, p, individuals...)
	return c, err
}

// conceptOrQuery also returns the reading of a query; nil for a concept. The individuals are what the user
// says about members.
func (a *program) conceptOrQuery(ctx context.Context, s genus.Session, text, class string, p syntax.Prefixes, individuals ...string) (
	dl.Concept, *read.Reading, error) {
	file, isFile := strings.CutPrefix(text, "@")
	switch {
	case text == "-":
		b, err := io.ReadAll(io.LimitReader(a.stdin, largestConcept+1))
		if err != nil {
			return nil, nil, fmt.Errorf("read the concept from stdin: %w", err)
		}
		if len(b) > largestConcept {
			return nil, nil, genus.Usagef("read the concept: stdin has more than %d MiB", largestConcept>>20)
		}
		text = strings.TrimSpace(string(b))
	case isFile && file == "":
		return nil, nil, genus.Usagef("@ without a file name: write @FILE")
	case isFile:
		if _, err := rdffile.FormatOf(file); err == nil {
			c, err := readDefinition(ctx, file, class, p)
			return c, nil, err
		}
		content, err := extract.ReadFile(file, largestConcept)
		if err != nil {
			return nil, nil, genus.Usagef("read the concept: %w", err)
		}
		text = strings.TrimSpace(string(content))
	}
	if class != "" {
		return nil, nil, genus.Usagef("--class goes with @FILE, an OWL file in Turtle, RDF/XML or N-Triples")
	}
	return s.ReadConcept(ctx, text, a.variable, p, individuals...)
}

func readDefinition(ctx context.Context, file, class string, p syntax.Prefixes) (dl.Concept, error) {
	iri, err := genus.IRIFlag("--class", class, p)
	if err != nil {
		return nil, err
	}
	triples, _, err := rdffile.ReadAll(ctx, file)
	if err != nil {
		return nil, err
	}
	c, err := syntax.ReadOWL(triples, iri)
	if err != nil {
		return nil, genus.Usagef("%s: %w", file, err)
	}
	return c, nil
}
