package intended

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Query is what a user has in mind.
type Query struct {
	Name string
	// Meant is a SPARQL graph pattern whose ?x are the members. Near are patterns of near
	// misses, Other is a pattern of things of the same sort.
	Meant string
	Near  []string
	Other string
	// Words are how somebody would say it, and Paraphrase in words that share at most a stem or an alias with
	// the labels. They were written before any of them was measured.
	Words, Paraphrase string
	// Broken is a pattern that somebody wrote in place of Meant.
	Broken string
	// Confirms: the query is in an even place of its file. The other queries served to
	// choose constants.
	Confirms bool
}

// A File is a list of intended queries with the prefixes of their patterns.
type File struct {
	Prefixes map[string]string
	Queries  []Query
}

// Read reads a file of intended queries:
//
//	prefix wd: http://www.wikidata.org/entity/
//
//	[french writers]
//	meant: ?x wdt:P27 wd:Q142 . ?x wdt:P106 wd:Q36180
//	near: ?x wdt:P27 wd:Q142
//	near: ?x wdt:P106 wd:Q36180
//	other: ?x wdt:P31 wd:Q5
//
// Every pattern is on one line. Empty lines and lines that begin with # are skipped.
// Errors name the line.
func Read(r io.Reader, name string) (File, error) {
	f := File{Prefixes: map[string]string{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if err := f.line(strings.TrimSpace(lines.Text())); err != nil {
			return File{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	for i, q := range f.Queries {
		if q.Meant == "" {
			return File{}, fmt.Errorf("%s: query %q has no line \"meant: PATTERN\"", name, q.Name)
		}
		f.Queries[i].Confirms = i%2 == 1
	}
	if len(f.Queries) == 0 {
		return File{}, fmt.Errorf("%s: no query: want [NAME] and below it meant: PATTERN", name)
	}
	return f, nil
}

func (f *File) line(text string) error {
	if text == "" || text[0] == '#' {
		return nil
	}
	if name, ok := strings.CutPrefix(text, "["); ok {
		name, ok = strings.CutSuffix(name, "]")
		if !ok || name == "" {
			return fmt.Errorf("%q: want [NAME]", text)
		}
		if slices.ContainsFunc(f.Queries, func(q Query) bool { return q.Name == name }) {
			return fmt.Errorf("a second query is called %q", name)
		}
		f.Queries = append(f.Queries, Query{Name: name})
		return nil
	}
	if rest, ok := strings.CutPrefix(text, "prefix "); ok {
		prefix, iri, ok := strings.Cut(rest, ":")
		if iri = strings.TrimSpace(iri); !ok || iri == "" {
			return fmt.Errorf("%q: want prefix NAME: IRI", text)
		}
		f.Prefixes[strings.TrimSpace(prefix)] = iri
		return nil
	}
	key, pattern, ok := strings.Cut(text, ":")
	if pattern = strings.TrimSpace(pattern); !ok || pattern == "" {
		return fmt.Errorf("%q: want meant:, near:, other: or broken: and a pattern, or words: or paraphrase: and a phrase",
			text)
	}
	if len(f.Queries) == 0 {
		return fmt.Errorf("%q stands before the first [NAME]", text)
	}
	q := &f.Queries[len(f.Queries)-1]
	switch key {
	case "meant":
		q.Meant = pattern
	case "near":
		q.Near = append(q.Near, pattern)
	case "other":
		q.Other = pattern
	case "words":
		q.Words = pattern
	case "paraphrase":
		q.Paraphrase = pattern
	case "broken":
		q.Broken = pattern
	default:
		return fmt.Errorf("unknown key %q: want meant, near, other, broken, words or paraphrase", key)
	}
	return nil
}

// Select returns the SPARQL query for the ?x of the pattern.
func (f File) Select(pattern string) string {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(f.Prefixes)) {
		fmt.Fprintf(&b, "PREFIX %s: <%s>\n", p, f.Prefixes[p])
	}
	fmt.Fprintf(&b, "SELECT DISTINCT ?x WHERE {\n  %s\n  FILTER(isIRI(?x))\n}\n", pattern)
	return b.String()
}
