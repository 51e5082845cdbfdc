package syntax

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/genus-kg/genus/learner/dl"
)

// Prefixes maps prefixes, without their colon, to namespaces. The empty prefix
// stands for the default namespace, that of names without a colon. With the nil map,
// every name is a full IRI.
//
// The prefixes rdf, rdfs, owl and xsd always mean the namespaces of the W3C (Manchester
// Syntax, Section 2.1).
type Prefixes map[string]string

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owl    = "http://www.w3.org/2002/07/owl#"
)

var standard = Prefixes{"rdf": rdfNS, "rdfs": rdfsNS, "owl": owl, "xsd": dl.XSD}

// NewPrefixes returns prefixes for the given IRIs: those of known that they need,
// and new ones for the other namespaces. The most frequent new namespace becomes
// the default, unless known has a default. A new prefix is a part of its namespace: zoo
// for http://example.org/zoo#, foaf for http://xmlns.com/foaf/0.1/, example for
// http://example.org/. If that prefix is taken, the part before it serves; if all
// parts are taken, the prefix gets a number.
//
// A namespace ends with the last # of the IRI, or else with the last /, or else with
// the last colon. The result depends on the set of IRIs, not on their order.
func NewPrefixes(known Prefixes, iris ...string) Prefixes {
	p, uses := Prefixes{}, map[string]int{}
	sorted := slices.Clone(iris)
	slices.Sort(sorted)
	for _, iri := range slices.Compact(sorted) {
		if prefix, _, ok := known.split(iri); ok {
			p[prefix] = known[prefix]
		} else if prefix, _, ok := standard.split(iri); ok {
			p[prefix] = standard[prefix]
		} else if namespace, ok := namespaceOf(iri); ok {
			uses[namespace]++
		}
	}
	namespaces := slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(uses[b]-uses[a], strings.Compare(a, b))
	})
	isFree := func(prefix string) bool {
		_, a := p[prefix]
		_, b := known[prefix]
		return !a && !b
	}
	for i, namespace := range namespaces {
		if i == 0 && isFree("") {
			p[""] = namespace
			continue
		}
		candidates := prefixCandidates(namespace)
		prefix := candidates[0]
		if j := slices.IndexFunc(candidates, isFree); j >= 0 {
			prefix = candidates[j]
		}
		for n := 2; !isFree(prefix); n++ {
			prefix = candidates[0] + strconv.Itoa(n)
		}
		p[prefix] = namespace
	}
	return p
}

// Validate checks that each prefix begins with a letter and has letters, digits, _ and -
// only, that namespaces are valid UTF-8, and that none changes the meaning of rdf,
// rdfs, owl or xsd. Print and the parsers also accept a set that is not valid; they
// ignore the invalid prefixes.
func (p Prefixes) Validate() error {
	for _, prefix := range slices.Sorted(maps.Keys(p)) {
		namespace := p[prefix]
		switch {
		case !isPrefix(prefix):
			return fmt.Errorf("bad prefix %q: use letters, digits, _ and -, from a letter on", prefix)
		case !utf8.ValidString(namespace):
			return fmt.Errorf("prefix %q: the namespace %q is not valid UTF-8", prefix, namespace)
		case !p.isUsable(prefix):
			return fmt.Errorf("prefix %q always means <%s>: use another prefix for <%s>", prefix, standard[prefix], namespace)
		}
	}
	return nil
}

// Expand returns the IRI of a name in a text, prefix:local or local. ok is false if its
// prefix is not declared.
func (p Prefixes) Expand(name string) (iri string, ok bool) {
	prefix, local, colon := strings.Cut(name, ":")
	if !colon {
		prefix, local = "", name
	}
	namespace, ok := standard[prefix]
	if !ok {
		namespace, ok = p[prefix]
	}
	return namespace + local, ok
}

// Shorten returns the name of the IRI in a text. This is local or prefix:local, with the
// longest namespace that fits, provided that the parsers read it as this IRI.
// Otherwise it is <IRI>, with escapes for characters that cannot stand there. A blank node,
// _:label, stays as it is: no text can name it.
func (p Prefixes) Shorten(iri string) string {
	prefix, local, ok := p.split(iri)
	switch {
	case strings.HasPrefix(iri, "_:"):
		return iri
	case !ok:
		return bracket(iri)
	case prefix == "":
		return local
	}
	return prefix + ":" + local
}

// split returns the best prefix and the local name of the IRI. ok is false if its name
// needs angle brackets.
func (p Prefixes) split(iri string) (prefix, local string, ok bool) {
	// The parsers read owl:Thing as ⊤ and xsd:integer as a datatype, so these cannot be
	// the names of concepts.
	if iri == owl+"Thing" || iri == owl+"Nothing" || strings.HasPrefix(iri, dl.XSD) {
		return "", "", false
	}
	for q, namespace := range p {
		l, found := strings.CutPrefix(iri, namespace)
		if !found || !p.isUsable(q) || !isLocal(l, q == "") {
			continue
		}
		if !ok || cmp.Or(len(l)-len(local), len(q)-len(prefix), strings.Compare(q, prefix)) < 0 {
			prefix = q
			local = l
			ok = true
		}
	}
	return prefix, local, ok
}

// isUsable reports whether the parsers read the prefix as the namespace declared for it.
func (p Prefixes) isUsable(prefix string) bool {
	namespace, fixed := standard[prefix]
	return isPrefix(prefix) && (!fixed || namespace == p[prefix])
}

func isPrefix(s string) bool {
	return s == "" || s[0] != '_' && isWord(s) && isNameStart(firstRune(s))
}

// isLocal reports whether s can follow a prefix or, if bare is set, stand alone.
func isLocal(s string, bare bool) bool {
	return isWord(s) && (!bare || isNameStart(firstRune(s)) && wordKind(s) == tokName)
}

func isWord(s string) bool {
	return s != "" && utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !isNameChar(r) }) < 0
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// namespaceOf returns the namespace of an IRI. ok is false if the local name cannot
// follow a prefix.
func namespaceOf(iri string) (namespace string, ok bool) {
	i := strings.LastIndexByte(iri, '#')
	if i < 0 {
		i = strings.LastIndexByte(iri, '/')
	}
	if i < 0 {
		i = strings.LastIndexByte(iri, ':')
	}
	namespace = iri[:i+1]
	_, _, ok = Prefixes{"ns": namespace}.split(iri)
	return namespace, ok && namespace != ""
}

// prefixCandidates returns the parts of a namespace that can be prefixes, the last
// one first: path segments without file extensions, and the host name. It leaves out
// version numbers and the standard prefixes. Without such a part it returns ns.
func prefixCandidates(namespace string) []string {
	_, rest, _ := strings.Cut(namespace, ":")
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r == '/' || r == '#' || r == ':' })
	var candidates []string
	for i, part := range slices.Backward(parts) {
		if i == 0 && strings.HasPrefix(rest, "//") {
			part = hostName(part)
		}
		part, _, _ = strings.Cut(strings.ToLower(part), ".")
		if versionPart.MatchString(part) {
			continue
		}
		part = strings.Map(func(r rune) rune {
			if isNameChar(r) {
				return r
			}
			return -1
		}, part)
		part = strings.Trim(strings.TrimLeftFunc(part, func(r rune) bool { return !unicode.IsLetter(r) }), "-_")
		if _, taken := standard[part]; part != "" && !taken && isPrefix(part) {
			candidates = append(candidates, part)
		}
	}
	if len(candidates) == 0 {
		return []string{"ns"}
	}
	return candidates
}

var versionPart = regexp.MustCompile(`^v?[0-9]*$`)

// hostName returns the longest label of a host, except www and the top-level domain:
// wikipedia for en.wikipedia.org.
func hostName(host string) string {
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	if len(labels) > 1 {
		labels = labels[:len(labels)-1]
	}
	return slices.MaxFunc(labels, func(a, b string) int { return len(a) - len(b) })
}
