package queries

import (
	"fmt"
	"strings"
	"unicode"
)

// Classes returns a SELECT of classes ?c and the numbers ?n of their stated members,
// largest first.
func Classes(typing string, limit int) (string, error) {
	return newQuestion("browse-classes").iri("Type", typing).limit(limit).write()
}

// Members returns a SELECT of at most limit stated members ?s of the class.
func Members(typing, class string, limit int) (string, error) {
	return newQuestion("browse-members").iri("Type", typing).iri("Class", class).limit(limit).write()
}

// FindEnds returns a SELECT of at most limit individuals ?s that have a class and whose
// IRIs have all words of the text in their last parts. A text without letters and digits
// is an ErrOptions.
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

// wordsOf returns the runs of letters and digits in the text, or an ErrOptions if there
// are none.
func wordsOf(text string) ([]string, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: nothing to look for in %q", ErrOptions, text)
	}
	return words, nil
}

// Facts returns a SELECT of at most limit statements with one of the IRIs ?s as subject
// or, if inverse, as object; ?o is the other end. properties restricts ?p; empty means any.
func Facts(iris, properties []string, inverse bool, limit int) (string, error) {
	q := newQuestion("browse-facts").statement("?s", "?p", inverse).values("Subjects", iris).limit(limit)
	return q.text("Properties", q.brackets(properties, " ")).write()
}

// Uses returns a SELECT of the terms ?s that the graph uses as a class or as a property,
// with ?use "class" or "property".
func Uses(typing, subclass string, terms []string) (string, error) {
	return newQuestion("browse-uses").iri("Type", typing).iri("Subclass", subclass).terms(terms).write()
}

// Stated returns a SELECT of those of the terms, ?s, that are in some statement, as its
// subject, property or object. A term may come several times.
func Stated(terms []string) (string, error) { return newQuestion("browse-stated").terms(terms).write() }

// AnyStatement returns a SELECT of one statement ?s ?p ?o.
func AnyStatement() (string, error) { return newQuestion("browse-any").write() }

// AnyLabel returns a SELECT of one subject ?s with a label ?o.
func AnyLabel(label string) (string, error) {
	return newQuestion("browse-label").iri("Label", label).write()
}

// CountGraph returns a SELECT of the number ?n of all statements.
func CountGraph() (string, error) { return newQuestion("browse-size").write() }
