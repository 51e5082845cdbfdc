package extract

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A DL-Learner .conf file is a list of "name = value" where a value is a word,
// a string, or a list in {} or [] of strings and pairs ("a", "b"). Entries
// that say nothing about prefixes, examples and files are passed over, whatever
// they look like.

// readConf reads such a file. Its problem is called after the file.
func readConf(path string, text []byte, name string) (ProblemFile, error) {
	p := ProblemFile{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), Prefixes: map[string]string{}}
	if name != "" && name != p.Name {
		return p, fmt.Errorf("problem file %s: no problem %q: it holds one, %q", path, name, p.Name)
	}
	entries, err := confEntries(&confScanner{path: path, text: string(text), line: 1})
	if err != nil {
		return p, err
	}
	for _, e := range entries { // prefixes may be declared behind the examples
		if strings.EqualFold(e.key, "prefixes") {
			if len(e.strs)%2 != 0 {
				return p, &LineError{path, e.end, "prefixes: a prefix without an IRI"}
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

// confEntry is key = value, with the strings in the value.
type confEntry struct {
	key  string
	strs []confToken
	end  int // the line behind it
}

// appendIRIs appends the strings, each an IRI or a name with a prefix.
func (e confEntry) appendIRIs(to *[]string, path string, prefixes map[string]string) error {
	for _, s := range e.strs {
		iri, err := Expand(s.text, prefixes)
		if err != nil {
			return &LineError{path, s.line, err.Error()}
		}
		*to = append(*to, iri)
	}
	return nil
}

// confEntries returns the entries of the text. An entry begins with the word before
// its = and ends before that of the next.
func confEntries(s *confScanner) ([]confEntry, error) {
	var entries []confEntry
	word := ""
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		if n := len(entries); n > 0 && (t.kind == 0 || t.kind == '=') {
			entries[n-1].end = s.line
		}
		switch t.kind {
		case 0:
			return entries, nil
		case '=':
			entries = append(entries, confEntry{key: word})
		case 's':
			if n := len(entries); n > 0 {
				entries[n-1].strs = append(entries[n-1].strs, t)
			}
		case 'w':
			word = t.text
		}
	}
}

// confToken: kind is 0 (the end), '=', 's' (string), 'w' (word) or any other
// character.
type confToken struct {
	kind byte
	text string
	line int
}

type confScanner struct {
	path, text string
	at, line   int
}

func (s *confScanner) next() (confToken, error) {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case c == '\n':
			s.line++
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case strings.HasPrefix(rest, "//"), c == '#':
			s.skip(strings.IndexByte(rest, '\n'))
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				return confToken{}, &LineError{s.path, s.line, "the comment /* is not closed"}
			}
			s.line += strings.Count(rest[:n+4], "\n")
			s.at += n + 4
		case c == '"':
			n := strings.IndexAny(rest[1:], "\"\n")
			if n < 0 || rest[n+1] == '\n' {
				return confToken{}, &LineError{s.path, s.line, "the string is not closed"}
			}
			s.at += n + 2
			return confToken{'s', strings.TrimSpace(rest[1 : n+1]), s.line}, nil
		case isWord(c):
			n := 1
			for n < len(rest) && isWord(rest[n]) {
				n++
			}
			s.at += n
			return confToken{'w', rest[:n], s.line}, nil
		default:
			s.at++
			return confToken{c, string(c), s.line}, nil
		}
	}
	return confToken{line: s.line}, nil
}

// skip goes n bytes on, or to the end if n is negative.
func (s *confScanner) skip(n int) {
	if n < 0 {
		s.at = len(s.text)
		return
	}
	s.at += n
}

func isWord(c byte) bool {
	return c == '.' || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
