package extract

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A DL-Learner .conf file is a list of entries "name = value". A value is a word, a
// string, or a list in {} or [] of strings and pairs ("a", "b"). Entries that are not
// about prefixes, examples or files are skipped, whatever their form.

func readConf(path string, text []byte, name string) (ProblemFile, error) {
	p := ProblemFile{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), Prefixes: map[string]string{}}
	if name != "" && name != p.Name {
		return p, fmt.Errorf("problem file %s: no problem %q: it holds one, %q", path, name, p.Name)
	}
	entries, err := confEntries(path, string(text))
	if err != nil {
		return p, err
	}
	for _, e := range entries { // prefixes may be declared after the examples
		if strings.EqualFold(e.key, "prefixes") {
			if len(e.strs)%2 != 0 {
				return p, &LineError{path, e.end, errors.New("prefixes: a prefix without an IRI")}
			}
			for pair := range slices.Chunk(e.strs, 2) {
				p.Prefixes[pair[0].text] = pair[1].text
			}
		}
	}
	var hasPos, hasNeg bool
	for _, e := range entries {
		switch key := strings.ToLower(e.key); {
		case strings.HasSuffix(key, ".positiveexamples"):
			hasPos = true
			err = e.appendIRIs(&p.Examples.Pos, path, p.Prefixes)
		case strings.HasSuffix(key, ".negativeexamples"):
			hasNeg = true
			err = e.appendIRIs(&p.Examples.Neg, path, p.Prefixes)
		case strings.HasSuffix(key, ".filename"):
			for _, f := range e.strs {
				p.Data = append(p.Data, f.text)
			}
		}
		if err != nil {
			return p, err
		}
	}
	missing := "lp.positiveExamples"
	switch {
	case hasPos && hasNeg:
		return p, nil
	case hasPos:
		missing = "lp.negativeExamples"
	}
	return p, fmt.Errorf("problem file %s: no %s: neither Ontolearn's JSON nor a DL-Learner .conf file", path, missing)
}

// confEntry is an entry key = value.
type confEntry struct {
	key  string
	strs []confString // the strings in the value
	end  int          // the line after it
}

type confString struct {
	text string
	line int
}

func (e confEntry) appendIRIs(to *[]string, path string, prefixes map[string]string) error {
	for _, s := range e.strs {
		iri, err := Expand(s.text, prefixes)
		if err != nil {
			return &LineError{path, s.line, err}
		}
		*to = append(*to, iri)
	}
	return nil
}

// confToken is a comment (group 1), a string (2), a word (3) or a character.
var confToken = regexp.MustCompile(`(?s)((?://|#)[^\n]*|/\*.*?\*/)|"([^"\n]*)"|([\w.\x80-\x{10FFFF}-]+)|\S`)

// confEntries returns the entries of the text. An entry begins with the word before its =
// and ends at the = of the next entry.
func confEntries(path, text string) ([]confEntry, error) {
	var entries []confEntry
	word := ""
	line := 1
	at := 0
	for _, m := range confToken.FindAllStringSubmatchIndex(text, -1) {
		line += strings.Count(text[at:m[0]], "\n")
		at = m[0]
		token, n := text[m[0]:m[1]], len(entries)
		switch {
		case m[2] >= 0:
		case m[4] >= 0 && n > 0:
			entries[n-1].strs = append(entries[n-1].strs, confString{strings.TrimSpace(text[m[4]:m[5]]), line})
		case m[6] >= 0:
			word = token
		case strings.HasPrefix(text[at:], "/*"):
			return nil, &LineError{path, line, errors.New("the comment /* is not closed")}
		case token == `"`:
			return nil, &LineError{path, line, errors.New("the string is not closed")}
		case token == "=":
			if n > 0 {
				entries[n-1].end = line
			}
			entries = append(entries, confEntry{key: word})
		}
	}
	if n := len(entries); n > 0 {
		entries[n-1].end = line + strings.Count(text[at:], "\n")
	}
	return entries, nil
}
