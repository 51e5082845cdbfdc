package queries

import (
	"fmt"
	"strings"
	"unicode"
)

// Classes is a SELECT of classes ?c and the numbers ?n of their stated members,
// those with most members first.
func Classes(typing string, limit int) (string, error) {
	t, err := iriOf(typing)
	return prepareWith(err, "browse-classes", struct {
		Type  iriText
		Limit int
	}{t, max(limit, 1)})
}

// Members is a SELECT of at most limit individuals ?s that are stated to be in the class.
func Members(typing, class string, limit int) (string, error) {
	t, err := iriOf(typing)
	if err != nil {
		return "", err
	}
	c, err := iriOf(class)
	return prepareWith(err, "browse-members", struct {
		Type, Class iriText
		Limit       int
	}{t, c, max(limit, 1)})
}

// FindEnds is a SELECT of at most limit individuals ?s with a class whose IRI has
// all words of the text in its last part. A text without letters and digits is
// ErrOptions.
func FindEnds(typing, text string, limit int) (string, error) {
	t, err := iriOf(typing)
	if err != nil {
		return "", err
	}
	var words []literalText
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		var word literalText
		if word, err = stringLiteral(w); err != nil {
			return "", err
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "", fmt.Errorf("%w: nothing to look for in %q", ErrOptions, text)
	}
	return prepare("browse-ends", struct {
		Type  iriText
		Words []literalText
		Limit int
	}{t, words, max(limit, 1)})
}

// Facts is a SELECT of at most limit statements ?s ?p ?o about the subjects, or of
// those that point to them if inverse, with one of the properties.
func Facts(subjects, properties []string, inverse bool, limit int) (string, error) {
	s, err := iriValues(subjects)
	if err != nil {
		return "", err
	}
	key := "browse-facts-out"
	if inverse {
		key = "browse-facts-in"
	}
	p, err := iriValues(properties)
	return prepareWith(err, key, struct {
		Subjects, Properties valuesText
		Limit                int
	}{s, p, max(limit, 1)})
}

// Uses is a SELECT of those terms ?s that are used as a class or as a property, which
// ?use says.
func Uses(typing, subclass string, terms []string) (string, error) {
	type term struct{ IRI, Type, Subclass iriText }
	t, err := iriOf(typing)
	if err != nil {
		return "", err
	}
	sub, err := iriOf(subclass)
	if err != nil {
		return "", err
	}
	var list []term
	for _, iri := range terms {
		text, err := iriOf(iri)
		if err != nil {
			return "", err
		}
		list = append(list, term{text, t, sub})
	}
	return prepare("browse-uses", struct{ Terms []term }{list})
}

// AnyStatement is a SELECT of one statement ?s ?p ?o.
func AnyStatement() (string, error) { return prepare("browse-any", nil) }

// AnyLabel is a SELECT of one thing ?s with a name ?o.
func AnyLabel(label string) (string, error) {
	l, err := iriOf(label)
	return prepareWith(err, "browse-label", struct{ Label iriText }{l})
}

// CountGraph is a SELECT of the number ?n of all statements.
func CountGraph() (string, error) { return prepare("browse-size", nil) }
