package extract

import (
	"fmt"
	"path/filepath"
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
	s := &confScanner{path: path, text: string(text), line: 1}
	type item struct {
		text string
		line int
	}
	var pos, neg []item
	var strs []item // the strings of the value being read
	key, inValue := "", false
	sides := 0
	end := func() error {
		switch low := strings.ToLower(key); {
		case !inValue:
		case low == "prefixes":
			if len(strs)%2 != 0 {
				return &LineError{path, s.line, "prefixes: a prefix without an IRI"}
			}
			for i := 0; i < len(strs); i += 2 {
				p.Prefixes[strs[i].text] = strs[i+1].text
			}
		case strings.HasSuffix(low, ".positiveexamples"):
			pos = append(pos, strs...)
			sides |= 1
		case strings.HasSuffix(low, ".negativeexamples"):
			neg = append(neg, strs...)
			sides |= 2
		case strings.HasSuffix(low, ".filename"):
			for _, f := range strs {
				p.Data = append(p.Data, f.text)
			}
		}
		strs, inValue = nil, false
		return nil
	}
	last := ""
	for {
		t, err := s.next()
		if err != nil {
			return p, err
		}
		if t.kind == 0 {
			break
		}
		switch t.kind {
		case '=': // the word before it begins an entry
			if err := end(); err != nil {
				return p, err
			}
			key, inValue = last, true
		case 's':
			if inValue {
				strs = append(strs, item{t.text, t.line})
			}
		case 'w':
			last = t.text
		}
	}
	if err := end(); err != nil {
		return p, err
	}
	for i, what := range []string{"lp.positiveExamples", "lp.negativeExamples"} {
		if sides&(1<<i) == 0 {
			return p, fmt.Errorf("problem file %s: no %s: neither Ontolearn's JSON nor a DL-Learner .conf file", path, what)
		}
	}
	for _, side := range []struct {
		from []item
		to   *[]string
	}{{pos, &p.Examples.Pos}, {neg, &p.Examples.Neg}} {
		for _, it := range side.from {
			iri, err := expand(it.text, p.Prefixes)
			if err != nil {
				return p, &LineError{path, it.line, err.Error()}
			}
			*side.to = append(*side.to, iri)
		}
	}
	return p, nil
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
