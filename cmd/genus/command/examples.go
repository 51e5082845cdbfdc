package command

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/genus-kg/genus/extract"
)

// examples reads the examples; names may be shortened with the prefixes.
func (a *app) examples(prefixes map[string]string) (extract.Examples, error) {
	c := a.cfg
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
			var iris []string
			for _, s := range side.from {
				iri, err := extract.Expand(s, prefixes)
				if err != nil {
					return extract.Examples{}, usagef("%s: %w", side.flag, err)
				}
				iris = append(iris, iri)
			}
			*side.to = extract.NewList(iris)
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
