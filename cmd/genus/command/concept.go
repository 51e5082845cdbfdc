package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

// largestConcept is the size of a file with a concept from which it is refused.
const largestConcept = 16 << 20

// classFlag is the flag that chooses among the classes of an OWL file.
const classFlag = "class"

func addClassFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, classFlag, "", "with @FILE of OWL: `IRI` of the class whose definition is meant (default: the only one)")
}

// concept reads the argument: a concept, @FILE, or - for stdin. An RDF file and
// one in functional-style syntax are read as OWL, any other as a concept in the
// notations of the command line.
func (a *program) concept(ctx context.Context, text, class string, p syntax.Prefixes) (dl.Concept, error) {
	file, isFile := strings.CutPrefix(text, "@")
	switch {
	case text == "-":
		b, err := wholeConcept(a.stdin, "stdin")
		if err != nil {
			return nil, err
		}
		text = strings.TrimSpace(string(b))
	case isFile && file == "":
		return nil, app.Usagef("@ without a file name: write @FILE")
	case isFile:
		if _, err := rdffile.FormatOf(file); err == nil {
			return owlConcept(ctx, file, class, p)
		}
		b, err := readConcept(file)
		if err != nil {
			return nil, err
		}
		if functionalFile(file) {
			return functionalConcept(file, string(b), class, p)
		}
		text = strings.TrimSpace(string(b))
	}
	if class != "" {
		return nil, app.Usagef("--class goes with @FILE, an OWL file in Turtle, RDF/XML, N-Triples or functional-style syntax")
	}
	return syntax.Parse(text, p)
}

func readConcept(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, app.Usage(fmt.Errorf("read the concept: %w", err))
	}
	defer f.Close()
	return wholeConcept(f, file)
}

// wholeConcept is all of the text, unless it is too much.
func wholeConcept(r io.Reader, name string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, largestConcept+1))
	if err != nil {
		return nil, fmt.Errorf("read the concept from %s: %w", name, err)
	}
	if len(b) > largestConcept {
		return nil, app.Usagef("read the concept: %s has more than %d MiB", name, largestConcept>>20)
	}
	return b, nil
}

// owlConcept is the definition of a class in an RDF document.
func owlConcept(ctx context.Context, file, class string, p syntax.Prefixes) (dl.Concept, error) {
	iri, err := app.IRIFlag("--"+classFlag, class, p)
	if err != nil {
		return nil, err
	}
	var triples []rdf.Triple
	_, err = rdffile.Read(ctx, file, func(t rdf.Triple) error {
		triples = append(triples, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c, err := syntax.ReadOWL(triples, iri)
	if err != nil {
		return nil, app.Usagef("%s: %w", file, err)
	}
	return c, nil
}

// functionalFile goes by the endings that OWL tools use for functional-style
// syntax.
func functionalFile(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".ofn" || ext == ".fss"
}

// functionalConcept is the definition of a class in functional-style syntax.
func functionalConcept(file, text, class string, p syntax.Prefixes) (dl.Concept, error) {
	iri, err := app.IRIFlag("--"+classFlag, class, p)
	if err != nil {
		return nil, err
	}
	c, err := syntax.ParseFunctional(text, iri)
	if err != nil {
		return nil, app.Usagef("%s: %w", file, err)
	}
	return c, nil
}
