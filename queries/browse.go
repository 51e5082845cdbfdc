package queries

import (
	"fmt"
	"strings"
	"unicode"
)

// Classes is a SELECT of classes ?c and the numbers ?n of their stated members,
// those with most members first.
func Classes(typing string, limit int) (string, error) {
	return newQuestion("browse-classes").iri("Type", typing).limit(limit).write()
}

// Members is a SELECT of at most limit individuals ?s that are stated to be in the class.
func Members(typing, class string, limit int) (string, error) {
	return newQuestion("browse-members").iri("Type", typing).iri("Class", class).limit(limit).write()
}

// FindEnds is a SELECT of at most limit individuals ?s with a class whose IRI has
// all words of the text in its last part. A text without letters and digits is
// ErrOptions.
func FindEnds(typing, text string, limit int) (string, error) {
	words, err := wordsOf(strings.ToLower(text))
	if err != nil {
		return "", err
	}
	q := newQuestion("browse-ends").iri("Type", typing).limit(limit)
	for i, w := range words {
		words[i] = q.quote(w)
	}
	q.data["Words"] = words
	return q.write()
}

// wordsOf are the runs of letters and digits in the text, at least one.
func wordsOf(text string) ([]string, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: nothing to look for in %q", ErrOptions, text)
	}
	return words, nil
}

// Facts is a SELECT of at most limit statements ?s ?p ?o about the subjects, or of
// those that point to them if inverse, with one of the properties.
func Facts(subjects, properties []string, inverse bool, limit int) (string, error) {
	return newDirected("browse-facts", inverse).values("Subjects", subjects).values("Properties", properties).limit(limit).write()
}

// Uses is a SELECT of those terms ?s that are used as a class or as a property, which
// ?use says.
func Uses(typing, subclass string, terms []string) (string, error) {
	q := newQuestion("browse-uses").iri("Type", typing).iri("Subclass", subclass)
	var list []string
	for _, iri := range terms {
		list = append(list, q.bracket(iri))
	}
	q.data["Terms"] = list
	return q.write()
}

// AnyStatement is a SELECT of one statement ?s ?p ?o.
func AnyStatement() (string, error) { return newQuestion("browse-any").write() }

// AnyLabel is a SELECT of one thing ?s with a name ?o.
func AnyLabel(label string) (string, error) {
	return newQuestion("browse-label").iri("Label", label).write()
}

// CountGraph is a SELECT of the number ?n of all statements.
func CountGraph() (string, error) { return newQuestion("browse-size").write() }
