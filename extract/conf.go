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
//
// Older files have examples as +"IRI" and -"IRI", and files as import("FILE").

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
	var has confProblem
	for _, e := range entries {
		if err := has.take(&p, e, path); err != nil {
			return p, err
		}
	}
	missing := "lp.positiveExamples"
	switch {
	case has.pos && (has.neg || has.posOnly):
		return p, nil
	case has.pos:
		missing = "lp.negativeExamples (lp.type = \"posonlylp\" has none)"
	}
	return p, fmt.Errorf("problem file %s: no %s: neither Ontolearn's JSON nor a DL-Learner .conf file", path, missing)
}

// A confProblem says what a file has of a problem. posOnly: it says that there are positives only.
type confProblem struct{ pos, neg, posOnly bool }

// take adds the entry to the problem, if it is about one.
func (has *confProblem) take(p *ProblemFile, e confEntry, path string) error {
	switch key := strings.ToLower(e.key); {
	case strings.HasSuffix(key, ".positiveexamples"), key == "+":
		has.pos = true
		return e.appendIRIs(&p.Examples.Pos, path, p.Prefixes)
	case strings.HasSuffix(key, ".negativeexamples"), key == "-":
		has.neg = true
		return e.appendIRIs(&p.Examples.Neg, path, p.Prefixes)
	case strings.HasSuffix(key, ".filename"), strings.HasSuffix(key, ".url"):
		for _, f := range e.strs {
			p.Data = append(p.Data, strings.TrimPrefix(f.text, "file:"))
		}
	case key == "import" && len(e.strs) > 0: // a second string is the format
		p.Data = append(p.Data, e.strs[0].text)
	case strings.HasSuffix(key, ".type"), key == "problem":
		has.posOnly = has.posOnly || strings.HasPrefix(strings.ToLower(e.value()), "posonly")
	case strings.HasSuffix(key, ".classtodescribe"):
		class, err := Expand(e.value(), p.Prefixes)
		if err == nil {
			err = fmt.Errorf("this problem is about a class and has no examples: use genus enrich --class '<%s>'", class)
		}
		return &LineError{path, e.line, err}
	}
	return nil
}

// confEntry is an entry key = value.
type confEntry struct {
	key  string
	strs []confString // the strings in the value
	word string       // the first word in the value
	line int
	end  int // the line after it
}

// value returns the first string or word.
func (e confEntry) value() string {
	if len(e.strs) > 0 {
		return e.strs[0].text
	}
	return e.word
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

// confEntries returns the entries of the text. An entry begins with the word before its = (or,
// in older files, with the sign before its string or the word import before its bracket) and
// ends where the next entry begins.
func confEntries(path, text string) ([]confEntry, error) {
	var entries []confEntry
	word := "" // the last word, + or -
	line := 1
	begin := func(key string) {
		if n := len(entries); n > 0 {
			entries[n-1].end = line
		}
		entries = append(entries, confEntry{key: key, line: line})
	}
	for {
		m := confToken.FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		line += strings.Count(text[:m[0]], "\n")
		token, last := text[m[0]:m[1]], word
		switch {
		case m[2] >= 0:
		case m[4] >= 0 && (last == "+" || last == "-"):
			begin(last)
			word = ""
			fallthrough
		case m[4] >= 0 && len(entries) > 0:
			e := &entries[len(entries)-1]
			e.strs = append(e.strs, confString{strings.TrimSpace(text[m[4]:m[5]]), line})
		case m[6] >= 0:
			word = token
			if n := len(entries); n > 0 && entries[n-1].word == "" {
				entries[n-1].word = word
			}
		case strings.HasPrefix(text[m[0]:], "/*"):
			return nil, &LineError{path, line, errors.New("the comment /* is not closed")}
		case token == `"`:
			return nil, &LineError{path, line, errors.New("the string is not closed")}
		case token == "(" && strings.EqualFold(last, "import"):
			begin("import")
		case token == "=":
			begin(last)
		default:
			word = ""
			if token == "+" {
				word = token
			}
		}
		line += strings.Count(token, "\n")
		text = text[m[1]:]
	}
	if n := len(entries); n > 0 {
		entries[n-1].end = line + strings.Count(text, "\n")
	}
	return entries, nil
}
