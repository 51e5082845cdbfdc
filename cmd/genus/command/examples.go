package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
)

// examples reads the examples; names may be shortened with the prefixes. If the
// negatives are to be found, there are none yet (negatives).
func (a *app) examples(prefixes map[string]string) (extract.Examples, error) {
	c := a.cfg
	if c.Negatives != "" {
		return a.positives(prefixes)
	}
	if c.Problem != "" {
		p, err := extract.ReadProblemFile(c.Problem, c.Name)
		if err != nil {
			return extract.Examples{}, usage(err)
		}
		a.repeated(p.Examples.Duplicates)
		return p.Examples, nil
	}
	var pos, neg extract.List
	var err error
	switch {
	case c.Pos != "" || c.Neg != "":
		if c.Pos == "" || c.Neg == "" {
			return extract.Examples{}, usagef("examples of one side only: give both --pos FILE and --neg FILE")
		}
		if pos, err = extract.ReadExamples(c.Pos, prefixes); err != nil {
			return extract.Examples{}, usage(err)
		}
		if neg, err = extract.ReadExamples(c.Neg, prefixes); err != nil {
			return extract.Examples{}, usage(err)
		}
	case len(c.PosIRI) > 0 || len(c.NegIRI) > 0:
		for _, side := range []struct {
			from []string
			to   *extract.List
			flag string
		}{{c.PosIRI, &pos, "--pos-iri"}, {c.NegIRI, &neg, "--neg-iri"}} {
			if *side.to, err = expandAll(side.from, side.flag, prefixes); err != nil {
				return extract.Examples{}, err
			}
		}
	default:
		return extract.Examples{}, usagef("no examples: give --pos FILE --neg FILE, or --pos-iri IRI... --neg-iri IRI..., or --problem FILE")
	}
	ex, err := extract.NewWeighted(pos, neg)
	if err != nil {
		return ex, usage(err)
	}
	a.repeated(ex.Duplicates)
	return ex, nil
}

// positives are the examples of one side.
func (a *app) positives(prefixes map[string]string) (extract.Examples, error) {
	c := a.cfg
	var pos extract.List
	var err error
	switch {
	case c.Neg != "" || len(c.NegIRI) > 0 || c.Problem != "":
		return extract.Examples{}, usagef("--negatives %s and negatives: leave one out", c.Negatives)
	case c.Pos != "":
		if pos, err = extract.ReadExamples(c.Pos, prefixes); err != nil {
			return extract.Examples{}, usage(err)
		}
	case len(c.PosIRI) > 0:
		if pos, err = expandAll(c.PosIRI, "--pos-iri", prefixes); err != nil {
			return extract.Examples{}, err
		}
	default:
		return extract.Examples{}, usagef("no examples: give --pos FILE or --pos-iri IRI... beside --negatives %s", c.Negatives)
	}
	a.repeated(pos.Duplicates)
	return extract.Examples{Pos: pos.IRIs, PosWeights: pos.Weights}, nil
}

func expandAll(names []string, flag string, prefixes map[string]string) (extract.List, error) {
	var iris []string
	for _, s := range names {
		iri, err := extract.Expand(s, prefixes)
		if err != nil {
			return extract.List{}, usagef("%s: %w", flag, err)
		}
		iris = append(iris, iri)
	}
	return extract.NewList(iris), nil
}

// negatives finds the negatives, if it is to, and shows them.
func (a *app) negatives(ex extract.Examples, find func([]string, extract.SiblingOptions) (extract.Siblings, error)) (extract.Examples, error) {
	if a.cfg.Negatives == "" {
		return ex, nil
	}
	o, err := a.cfg.Siblings()
	if err != nil {
		return ex, usage(err)
	}
	a.status.progress("looking for negatives", "")
	found, err := find(ex.Pos, o)
	if err != nil {
		return ex, err
	}
	a.found = &found
	a.status.note("negatives: %s of %d of <%s>, those most like the positives (--seed %d)",
		plural(len(found.IRIs), "sibling"), found.Pool, strings.Join(found.Classes, ">, <"), o.Seed)
	for _, iri := range found.IRIs {
		a.status.note("negative: <%s>", iri)
	}
	return extract.NewWeighted(extract.List{IRIs: ex.Pos, Weights: ex.PosWeights}, extract.NewList(found.IRIs))
}

func (a *app) repeated(n int) {
	if n > 0 {
		a.status.note("note: %s dropped", plural(n, "repeated example"))
	}
}

// problemData takes the files that a problem file names for a source, if the
// user names none.
func (a *app) problemData() error {
	if a.cfg.Problem == "" || a.cfg.Endpoint != "" || len(a.cfg.Data) > 0 || a.cfg.DB != "" {
		return nil
	}
	p, err := extract.ReadProblemFile(a.cfg.Problem, a.cfg.Name)
	if err != nil {
		return usage(err)
	}
	for _, file := range p.Data {
		if !filepath.IsAbs(file) {
			beside := filepath.Join(filepath.Dir(a.cfg.Problem), file)
			if _, err := os.Stat(beside); err == nil {
				file = beside
			}
		}
		if !slices.Contains(a.cfg.Data, file) {
			a.cfg.Data = append(a.cfg.Data, file)
		}
	}
	return nil
}
