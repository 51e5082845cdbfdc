package names

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

// ErrNames reports names that do not say which individual is meant.
var ErrNames = errors.New("no individual is certain")

// A NamesError is an ErrNames with what each of the names may mean.
type NamesError struct {
	Names []Named
	error
}

// Unwrap returns the error in words.
func (e *NamesError) Unwrap() error { return e.error }

// mostProblems is how many names an error tells about.
const mostProblems = 10

// Individuals returns the IRIs of the individuals that the texts mean (see Resolve). The
// error names all texts that mean none for certain.
func (s Finder) Individuals(ctx context.Context, texts []string) ([]string, error) {
	r, err := s.Resolve(ctx, texts)
	if err != nil {
		return nil, err
	}
	var iris, problems []string
	for _, n := range r.Names {
		switch {
		case n.Accepted != nil:
			iris = append(iris, n.Accepted.IRI)
		case s.isClass(n.Text):
			problems = append(problems,
				fmt.Sprintf("%q is a class, not an individual: --individuals classes learns about classes", n.Text))
		case len(n.Candidates) == 0:
			problems = append(problems, fmt.Sprintf("nothing has the name %q", n.Text))
		default:
			problems = append(problems, fmt.Sprintf("%q may be %s", n.Text, s.listCandidates(n)))
		}
	}
	if len(problems) > 0 {
		if more := len(problems) - mostProblems; more > 1 {
			problems = append(problems[:mostProblems], say.Plural(more, "other name"))
		}
		if hint := source.HintAtGraphs(ctx, s.Use); hint != "" {
			problems = append(problems, hint)
		}
		if r.Note != "" {
			problems = append(problems, "note: "+r.Note)
		}
		open := slices.DeleteFunc(r.Names, func(n Named) bool { return n.Accepted != nil })
		return nil, &NamesError{open, source.Usagef("%w: %s", ErrNames, strings.Join(problems, "; "))}
	}
	return iris, nil
}

// isClass reports whether the text is the whole name of a class in files or a database.
func (s Finder) isClass(text string) bool {
	g := s.Source.Graph()
	if g == nil {
		return false
	}
	all, _ := s.Source.Names()
	iri, _ := extract.Expand(strings.TrimSpace(text), s.Source.Prefixes())
	return slices.ContainsFunc(all.Classes, func(class string) bool {
		return class == iri || IsWhole(text, slices.AppendSeq([]string{LocalName(class)}, g.Labels(class))...)
	})
}

// listCandidates lists the candidates of a text for a message.
func (s Finder) listCandidates(n Named) string {
	const most = 4
	var list []string
	for _, c := range n.Candidates[:min(most, len(n.Candidates))] {
		text := s.Source.Prefixes().Shorten(c.IRI)
		if !isName(text, s.Source.Prefixes()) { // a local name could be read as a label
			text = graph.Bracketed(c.IRI)
		}
		var about []string
		if !c.Exact && c.Label != "" {
			about = append(about, say.OneLine(c.Label))
		}
		for _, class := range c.Classes[:min(2, len(c.Classes))] {
			about = append(about, cmp.Or(say.OneLine(class.Label), s.Source.Prefixes().Shorten(class.IRI)))
		}
		if c.About != "" {
			about = append(about, c.About)
		} else if c.Statements != nil {
			about = append(about, say.Plural(*c.Statements, "statement"))
		}
		if len(about) > 0 {
			text += " (" + strings.Join(about, ", ") + ")"
		}
		list = append(list, text)
	}
	if n.More || len(n.Candidates) > most {
		list = append(list, "…")
	}
	return strings.Join(list, " or ") + ": write the IRI"
}

// isName reports whether a text is an IRI or a name with one of the prefixes, and not a label.
func isName(text string, prefixes map[string]string) bool {
	_, err := extract.Expand(strings.TrimSpace(text), prefixes)
	return err == nil
}
