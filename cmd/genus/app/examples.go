package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
)

// Examples reads the examples of the settings; names may be shortened with the
// prefixes. If the negatives are to be found, there are none yet (FindNegatives).
func (s Session) Examples(prefixes map[string]string) (ex extract.Examples, err error) {
	c := s.Config
	found := c.Negatives != ""
	switch {
	case found && (c.Neg != "" || len(c.NegIRI) > 0 || c.Problem != ""):
		return ex, Usagef("--negatives %s and negatives: leave one out", c.Negatives)
	case c.Problem != "":
		p, err := extract.ReadProblemFile(c.Problem, c.Name)
		if err != nil {
			return ex, Usage(err)
		}
		noteDuplicates(s.Reporter, p.Examples.Duplicates)
		return p.Examples, nil
	case found && c.Pos == "" && len(c.PosIRI) == 0:
		return ex, Usagef("no examples: give --pos FILE or --pos-iri IRI... beside --negatives %s", c.Negatives)
	case c.Pos == "" && c.Neg != "":
		return ex, Usagef("no positive examples: give --pos FILE beside --neg FILE")
	case c.Pos == "" && len(c.PosIRI)+len(c.NegIRI) == 0:
		return ex, Usagef("no examples: give --pos FILE --neg FILE, or --pos-iri IRI... --neg-iri IRI..., or --problem FILE")
	}
	pos, err := readSide(c.Pos, c.PosIRI, "--pos-iri", prefixes)
	if err != nil {
		return ex, err
	}
	if found {
		noteDuplicates(s.Reporter, pos.Duplicates)
		return extract.Examples{Pos: pos.IRIs, PosWeights: pos.Weights}, nil
	}
	neg, err := readSide(c.Neg, c.NegIRI, "--neg-iri", prefixes)
	if err != nil {
		return ex, err
	}
	if ex, err = extract.NewWeighted(pos, neg); err != nil {
		return ex, Usage(err)
	}
	noteDuplicates(s.Reporter, ex.Duplicates)
	return ex, nil
}

// readSide reads the examples of one side from its file or, without one, its flag.
func readSide(file string, iris []string, flag string, prefixes map[string]string) (extract.List, error) {
	if file != "" {
		list, err := extract.ReadExamples(file, prefixes)
		return list, Usage(err)
	}
	iris, err := Expand(iris, prefixes)
	if err != nil {
		return extract.List{}, Usagef("%s: %w", flag, err)
	}
	return extract.NewList(iris), nil
}

// negativesShown is how many negatives that were found are shown.
const negativesShown = 10

// FindNegatives finds the negatives in the source, if the settings say so and there
// are none, and shows them; else the examples are as they were, and there is no
// second result.
func (s Session) FindNegatives(ctx context.Context, ex extract.Examples) (extract.Examples, *extract.Siblings, error) {
	if s.Config.Negatives == "" || len(ex.Neg) > 0 {
		return ex, nil, nil
	}
	o, err := s.Config.FindNegatives()
	if err != nil {
		return ex, nil, Usage(err)
	}
	s.Reporter.Progress("looking for negatives", "")
	if o.Likely, err = s.Ranker().likely(ctx, ex); err != nil {
		return ex, nil, err
	}
	found, err := s.Source.siblings(ctx, ex.Pos, o)
	if errors.Is(err, extract.ErrNoSiblings) && o.Likely != nil {
		o.Likely = nil
		found, err = s.Source.siblings(ctx, ex.Pos, o)
		switch {
		case err != nil:
		case s.Config.Prefer == config.Meant: // which needs none
			s.Reporter.Note("note: no negatives: every sibling may well be one of the positives")
			return ex, nil, nil
		default:
			s.Reporter.Note("note: every sibling may well be one of the positives")
		}
	}
	if err != nil {
		return ex, nil, err
	}
	what := "those most like the positives"
	if o.Likely != nil {
		what = "that belong to nothing the positives probably stand for"
	}
	s.Reporter.Note("negatives: %s of %d of <%s>, %s (--seed %d)",
		Plural(len(found.IRIs), "sibling"), found.Pool, strings.Join(found.Classes, ">, <"), what, o.Seed)
	for _, iri := range found.IRIs[:min(negativesShown, len(found.IRIs))] {
		s.Reporter.Note("negative: <%s>", iri)
	}
	if more := found.IRIs[min(negativesShown, len(found.IRIs)):]; len(more) > 0 {
		s.Reporter.Note("and %d more negatives (-v lists them)", len(more))
		for _, iri := range more {
			s.Reporter.Detail("negative: <%s>", iri)
		}
	}
	ex, err = extract.NewWeighted(extract.List{IRIs: ex.Pos, Weights: ex.PosWeights}, extract.NewList(found.IRIs))
	return ex, &found, err
}

func (s *Source) siblings(ctx context.Context, positives []string, o extract.SiblingOptions) (extract.Siblings, error) {
	if s.Client != nil {
		return extract.FindSiblings(ctx, s.Client, positives, o)
	}
	return s.Data.Siblings(ctx, positives, o)
}

func noteDuplicates(r Reporter, n int) {
	if n > 0 {
		r.Note("note: %s dropped", Plural(n, "repeated example"))
	}
}

// ProblemData is the settings' RDF files or, if they name no source, those that
// the problem file names for one.
func ProblemData(c config.Config) ([]string, error) {
	data := c.Data
	if c.Problem == "" || c.Endpoint != "" || len(data) > 0 || c.DB != "" {
		return data, nil
	}
	p, err := extract.ReadProblemFile(c.Problem, c.Name)
	if err != nil {
		return nil, Usage(err)
	}
	for _, file := range p.Data {
		if !filepath.IsAbs(file) {
			beside := filepath.Join(filepath.Dir(c.Problem), file)
			if _, err := os.Stat(beside); err == nil {
				file = beside
			}
		}
		if !slices.Contains(data, file) {
			data = append(data, file)
		}
	}
	return data, nil
}
