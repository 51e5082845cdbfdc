package syntax

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// document writes names and literals for the formats of RDF and OWL. It keeps the
// prefixes that it has used, and the first error.
type document struct {
	prefixes Prefixes
	used     map[string]bool
	err      error
}

// newDocument returns a document with the standard prefixes, those that the format
// itself needs (own), and the given ones as far as they are usable.
func newDocument(prefixes Prefixes, own Prefixes) *document {
	d := &document{prefixes: maps.Clone(standard), used: map[string]bool{}}
	maps.Copy(d.prefixes, own)
	for prefix, namespace := range prefixes {
		if _, taken := d.prefixes[prefix]; !taken && asciiPrefix.MatchString(prefix) && checkIRI(namespace) == nil {
			d.prefixes[prefix] = namespace
		}
	}
	return d
}

// iri returns the text of an IRI. It is short if a prefix fits and the rest is a plain
// name: the grammars allow more, but tools disagree about it.
func (d *document) iri(iri string) string {
	if err := checkIRI(iri); err != nil {
		d.fail(err)
	}
	best, ok := "", false
	for prefix, namespace := range d.prefixes {
		local, found := strings.CutPrefix(iri, namespace)
		if !found || !asciiLocal.MatchString(local) {
			continue
		}
		if !ok || cmp.Or(len(d.prefixes[best])-len(namespace), strings.Compare(prefix, best)) < 0 {
			best, ok = prefix, true
		}
	}
	if !ok {
		return "<" + iri + ">"
	}
	d.used[best] = true
	return best + ":" + strings.TrimPrefix(iri, d.prefixes[best])
}

// fail keeps the first error. It returns an empty tree, which nobody writes.
func (d *document) fail(err error) tree {
	if d.err == nil {
		d.err = err
	}
	return tree{}
}

// failUnsupported reports a concept that the format cannot express.
func (d *document) failUnsupported(c dl.Concept) tree {
	return d.fail(fmt.Errorf("%T cannot be written in this form", c))
}

// onlyQuotes escapes the two characters that Manchester syntax escapes (OWL 2 Syntax, Section 2.2, quotedString).
var onlyQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// literal returns the literal of a value with its datatype. Only strings need escapes:
// the canonical spellings of other values have no such characters.
func (d *document) literal(v dl.Value) string {
	return `"` + onlyQuotes.Replace(v.Lexical()) + `"^^` + d.iri(v.Datatype())
}

// shortLiteral returns the Turtle literal of a value, without quotes if its
// spelling determines its datatype.
func (d *document) shortLiteral(v dl.Value) string {
	switch v.Kind() {
	case dl.Integer, dl.Decimal, dl.Boolean:
		return v.Lexical()
	case dl.String:
		return quotedString(v.Lexical())
	case dl.Double:
		if startsNumber(v.Lexical()) {
			return v.Lexical()
		}
	}
	return d.literal(v)
}

func (d *document) usedPrefixes() []string { return slices.Sorted(maps.Keys(d.used)) }

// checkIRI returns an error for an IRI that RDF does not allow: one without a scheme, or
// with characters that IRIs cannot have (RFC 3987, Section 2.2). The notations of this
// package escape such characters; in RDF that would make a different IRI or an error.
func checkIRI(iri string) error {
	if !scheme.MatchString(iri) {
		return fmt.Errorf("%s is not an absolute IRI, which RDF and OWL need", bracket(iri))
	}
	for _, r := range iri {
		if !isIRIChar(r) || r == '\uFFFD' || r >= 0x7f && r <= 0x9f {
			return fmt.Errorf("%s has the character %q, which no IRI has", bracket(iri), r)
		}
	}
	return nil
}

// The scheme of an absolute IRI, a prefix, and the local name of an IRI with a prefix:
// all in ASCII, the latter two without - at the ends.
var (
	scheme      = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)
	asciiPrefix = regexp.MustCompile(`^([a-zA-Z]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?)?$`)
	asciiLocal  = regexp.MustCompile(`^[a-zA-Z0-9_]([a-zA-Z0-9_-]*[a-zA-Z0-9_])?$`)
)
