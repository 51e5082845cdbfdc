package source

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
)

// Examples reads the examples of the settings. Prefixes may shorten their names.
func Examples(s Use, prefixes map[string]string) (ex extract.Examples, err error) {
	c := s.Config
	switch {
	case c.Problem != "":
		p, err := extract.ReadProblemFile(c.ProblemFile())
		if err != nil {
			return ex, Usage(err)
		}
		noteDuplicates(s.Reporter, p.Examples.Duplicates)
		return p.Examples, nil
	case c.Pos == "" && c.Neg != "":
		return ex, Usagef("no positive examples: give --pos FILE with --neg FILE")
	case c.Pos == "" && len(c.PosIRI)+len(c.NegIRI) == 0:
		return ex, Usagef("no examples: name some, or give --pos FILE --neg FILE, --examples FILE.csv or --problem FILE")
	}
	pos, err := readSide(c.Pos, c.PosIRI, "positives", prefixes)
	if err != nil {
		return ex, err
	}
	neg, err := readSide(c.Neg, c.NegIRI, "negatives", prefixes)
	if err != nil {
		return ex, err
	}
	if ex, err = extract.NewWeighted(pos, neg); err != nil {
		return ex, Usage(err)
	}
	noteDuplicates(s.Reporter, ex.Duplicates)
	return ex, nil
}

// CheckExamples returns an error for examples that cannot be used, whatever the data is.
// Only the data may know the prefixes of some.
func CheckExamples(s Use) error {
	own, err := OwnPrefixes(s.Config)
	if err != nil {
		return err
	}
	s.Reporter = Silent{}
	for _, side := range []*[]string{&s.Config.PosIRI, &s.Config.NegIRI} {
		for i, text := range *side {
			if IsLabel(text, own) { // only the source knows what it means
				*side = slices.Clone(*side)
				(*side)[i] = "urn:label:" + url.PathEscape(text)
			}
		}
	}
	if _, err := Examples(s, own); !errors.Is(err, extract.ErrUnknownPrefix) {
		return err
	}
	for _, file := range []string{s.Config.Pos, s.Config.Neg} {
		if file == "" {
			continue
		}
		if _, err := extract.ReadExamples(file, own); err != nil && !errors.Is(err, extract.ErrUnknownPrefix) {
			return Usage(err)
		}
	}
	return nil
}

// IsLabel reports whether the text is a label, and not a name that is spelled wrongly. A name
// has a colon and no space.
func IsLabel(text string, prefixes map[string]string) bool {
	_, err := Expand(splitNames([]string{text}, prefixes), prefixes)
	return err != nil && !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "_:") &&
		(!strings.Contains(text, ":") || len(strings.Fields(text)) > 1)
}

// readSide reads the examples of one side from the file, or takes the IRIs if there is no
// file.
func readSide(file string, iris []string, side string, prefixes map[string]string) (extract.List, error) {
	if file != "" {
		list, err := extract.ReadExamples(file, prefixes)
		if errors.Is(err, queries.ErrBadIRI) {
			err = fmt.Errorf("%w; names go in @FILE or --examples", err)
		}
		return list, Usage(err)
	}
	iris, err := Expand(splitNames(iris, prefixes), prefixes)
	if err != nil {
		return extract.List{}, Usagef("%s: %w", side, err)
	}
	return extract.NewList(iris), nil
}

// splitNames splits each value at its commas if all parts are names: an IRI may have
// commas.
func splitNames(values []string, prefixes map[string]string) (names []string) {
	for _, value := range values {
		parts := strings.Split(value, ",")
		for i, part := range parts {
			parts[i] = strings.TrimSpace(part)
		}
		if _, err := Expand(parts, prefixes); err != nil {
			parts = []string{value}
		}
		names = append(names, parts...)
	}
	return names
}

func noteDuplicates(r Reporter, n int) {
	if n > 0 {
		r.Note("note: %s dropped", say.Plural(n, "repeated example"))
	}
}

// ProblemData returns the RDF files of the settings. If the settings name no source, it
// returns the files that the problem file names.
func ProblemData(c config.Config) ([]string, error) {
	data := c.Data
	if c.Problem == "" || c.Endpoint != "" || len(data) > 0 || c.DB != "" {
		return data, nil
	}
	path, name := c.ProblemFile()
	p, err := extract.ReadProblemFile(path, name)
	if err != nil {
		return nil, Usage(err)
	}
	for _, file := range p.Data {
		if strings.Contains(file, "://") {
			return nil, Usagef("problem file %s: its facts are at %s: add --endpoint %[2]s, or --data FILE", path, file)
		}
		if !filepath.IsAbs(file) {
			beside := filepath.Join(filepath.Dir(path), file)
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
