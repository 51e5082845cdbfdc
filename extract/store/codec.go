package store

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"
)

// What is known of a term in one table is one row, whose last column is JSON: a row
// of SQLite and its places in the indices cost more than all else together. It is
// written in one way only, without blanks and in order, and read by what is here,
// which is several times as fast as encoding/json.

// fact is a role fact without its subject.
type fact struct{ property, object ID }

// literal is a feature fact without its individual.
type literal struct {
	property ID
	lexical  string
	datatype ID
}

// entry is a tally without its term and part.
type entry struct {
	property ID
	n        int
	state    State
	reason   string
}

// appendFacts writes sorted facts: {"PROPERTY":[OBJECT,…],…}.
func appendFacts(to []byte, facts []fact) []byte {
	return appendGroups(to, facts, func(f fact) ID { return f.property }, func(to []byte, f fact) []byte {
		return strconv.AppendInt(to, int64(f.object), 10)
	})
}

// appendLiterals writes sorted literals: {"PROPERTY":[["LEXICAL",DATATYPE],…],…}.
func appendLiterals(to []byte, literals []literal) []byte {
	return appendGroups(to, literals, func(l literal) ID { return l.property }, func(to []byte, l literal) []byte {
		to = append(appendText(append(to, '['), l.lexical), ',')
		return append(strconv.AppendInt(to, int64(l.datatype), 10), ']')
	})
}

func appendGroups[T any](to []byte, items []T, key func(T) ID, item func([]byte, T) []byte) []byte {
	to = append(to, '{')
	for i, it := range items {
		switch {
		case i > 0 && key(items[i-1]) == key(it):
			to = append(to, ',')
		default:
			if i > 0 {
				to = append(to, "],"...)
			}
			to = append(strconv.AppendInt(append(to, '"'), int64(key(it)), 10), `":[`...)
		}
		to = item(to, it)
	}
	if len(items) > 0 {
		to = append(to, ']')
	}
	return append(to, '}')
}

// appendEntries writes sorted entries: [[PROPERTY,N],[PROPERTY,N,"counted"],
// [PROPERTY,N,"cut","REASON"],…], where a state is not written if it is that of most.
func appendEntries(to []byte, entries []entry, most State) []byte {
	to = append(to, '[')
	for i, e := range entries {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(strconv.AppendInt(append(to, '['), int64(e.property), 10), ',')
		to = strconv.AppendInt(to, int64(e.n), 10)
		if e.state != most {
			to = appendText(append(to, ','), string(e.state))
			if e.reason != "" {
				to = appendText(append(to, ','), e.reason)
			}
		}
		to = append(to, ']')
	}
	return append(to, ']')
}

func appendText(to []byte, s string) []byte {
	const hex = "0123456789abcdef"
	to = append(to, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			to = append(to, '\\', c)
		case c < ' ':
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			to = append(to, c)
		}
	}
	return append(to, '"')
}

var errUnreadable = errors.New("a row of it is unreadable")

// reader reads what is written above; after an error it is at the end.
type reader struct {
	s   string
	bad bool
}

func (r *reader) fail() {
	r.s, r.bad = "", true
}

// is takes c, if that is what comes.
func (r *reader) is(c byte) bool {
	if r.s == "" || r.s[0] != c {
		return false
	}
	r.s = r.s[1:]
	return true
}

func (r *reader) take(c byte) {
	if !r.is(c) {
		r.fail()
	}
}

func (r *reader) number() int {
	n, i := 0, 0
	for ; i < len(r.s) && '0' <= r.s[i] && r.s[i] <= '9'; i++ {
		n = 10*n + int(r.s[i]-'0')
	}
	if i == 0 || i > 18 {
		r.fail()
		return 0
	}
	r.s = r.s[i:]
	return n
}

func (r *reader) id() ID { return ID(r.number()) }

func (r *reader) text() string {
	r.take('"')
	var out []byte
	for i := 0; i < len(r.s); i++ {
		switch c := r.s[i]; c {
		case '"':
			s := r.s[:i]
			r.s = r.s[i+1:]
			if out != nil {
				return string(append(out, s...))
			}
			return s
		case '\\':
			out = append(out, r.s[:i]...)
			if i+1 < len(r.s) && (r.s[i+1] == '"' || r.s[i+1] == '\\') {
				out = append(out, r.s[i+1])
				r.s = r.s[i+2:]
			} else if i+6 <= len(r.s) && r.s[i+1] == 'u' {
				u, err := strconv.ParseUint(r.s[i+2:i+6], 16, 16)
				if err != nil {
					r.fail()
					return ""
				}
				out = utf8.AppendRune(out, rune(u))
				r.s = r.s[i+6:]
			} else {
				r.fail()
				return ""
			}
			i = -1
		}
	}
	r.fail()
	return ""
}

// groups reads an object of arrays; item reads a member.
func (r *reader) groups(item func(key ID)) error {
	r.take('{')
	for first := true; !r.is('}') && !r.bad; first = false {
		if !first {
			r.take(',')
		}
		r.take('"')
		key := r.id()
		r.take('"')
		r.take(':')
		r.list(func() { item(key) })
	}
	return r.end()
}

func (r *reader) list(item func()) {
	r.take('[')
	for first := true; !r.is(']') && !r.bad; first = false {
		if !first {
			r.take(',')
		}
		item()
	}
}

func (r *reader) end() error {
	if r.bad || r.s != "" {
		return errUnreadable
	}
	return nil
}

// appendObjects writes {"SUBJECT":[OBJECT,…],…}, a subject at a time; the last } is not
// written.
func appendObjects(to []byte, subject ID, objects []ID) []byte {
	if len(to) == 0 {
		to = append(to, '{')
	} else {
		to = append(to, ',')
	}
	to = append(strconv.AppendInt(append(to, '"'), int64(subject), 10), `":`...)
	return append(to, list(objects)...)
}

// readObjects reads it.
func readObjects(s string, each func(subject, object ID)) error {
	r := reader{s: s}
	return r.groups(func(subject ID) { each(subject, r.id()) })
}

// readIDs reads what list writes.
func readIDs(to []ID, s string) ([]ID, error) {
	r := reader{s: s}
	r.list(func() { to = append(to, r.id()) })
	return to, r.end()
}

func readFacts(to []fact, s string) ([]fact, error) {
	r := reader{s: s}
	err := r.groups(func(p ID) { to = append(to, fact{p, r.id()}) })
	return to, err
}

func readLiterals(to []literal, s string) ([]literal, error) {
	r := reader{s: s}
	err := r.groups(func(p ID) {
		r.take('[')
		l := literal{property: p, lexical: r.text()}
		r.take(',')
		l.datatype = r.id()
		r.take(']')
		to = append(to, l)
	})
	return to, err
}

func readEntries(s string, most State) (entries []entry, err error) {
	r := reader{s: s}
	r.list(func() {
		r.take('[')
		e := entry{property: r.id(), state: most}
		r.take(',')
		e.n = r.number()
		if r.is(',') {
			e.state = State(r.text())
			if !slices.Contains([]State{Counted, Here, Values, Gone}, e.state) {
				r.fail()
			}
			if r.is(',') {
				e.reason = r.text()
			}
		}
		r.take(']')
		entries = append(entries, e)
	})
	return entries, r.end()
}
