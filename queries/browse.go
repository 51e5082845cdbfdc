package queries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Classes returns a SELECT of classes ?s and the numbers ?n of their stated members,
// largest first.
func Classes(typing string, limit int) (string, error) {
	return newQuestion("browse-classes").iri("Type", typing).limit(limit).write()
}

// PropertiesUsed returns a SELECT of properties ?s and the numbers ?n of their statements, most used first.
func PropertiesUsed(limit int) (string, error) {
	return newQuestion("browse-properties").limit(limit).write()
}

// Ends returns a SELECT of at most limit subjects ?s of statements with the property, or of objects that are IRIs.
func Ends(property string, objects bool, limit int) (string, error) {
	tag := map[bool]string{false: "browse-subjects", true: "browse-objects"}[objects]
	return newQuestion(tag).iri("Property", property).limit(limit).write()
}

// Members returns a SELECT of at most limit stated members ?s of the class.
func Members(typing, class string, limit int) (string, error) {
	return newQuestion("browse-members").iri("Type", typing).iri("Class", class).limit(limit).write()
}

// Sizes returns a SELECT of the classes ?s that have members, with their numbers ?n. Those of the subclasses are
// included, unless subclass is empty.
func Sizes(typing, subclass string, classes []string) (string, error) {
	q := newQuestion("browse-sizes").iri("Type", typing).values("Classes", classes)
	if subclass != "" {
		q = q.iri("Subclass", subclass)
	}
	return q.write()
}

// FindEnds returns a SELECT of at most limit individuals ?s that have a class and whose
// IRIs have all words of one of the texts in their last parts. A text without letters and
// digits is an ErrOptions.
func FindEnds(typing string, limit int, texts ...string) (string, error) {
	q := newQuestion("browse-ends").iri("Type", typing).limit(limit)
	var parts []string
	for _, text := range texts {
		words, err := wordsOf(strings.ToLower(text))
		if err != nil {
			return "", err
		}
		parts = append(parts, joinTexts(words, " && ", func(w string) string { return "CONTAINS(?end, " + q.quote(w) + ")" }))
	}
	return q.text("Condition", strings.Join(parts, " || ")).write()
}

// wordsOf returns the runs of letters and digits in the text, or an ErrOptions if there
// are none.
func wordsOf(text string) ([]string, error) {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: nothing to look for in %q", ErrOptions, text)
	}
	return words, nil
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

// AnyWith returns a SELECT of the subject ?s and the object ?o of one statement with the
// property.
func AnyWith(property string) (string, error) {
	return newQuestion("browse-with").iri("Property", property).write()
}

// FirstLook returns a SELECT of ?use: "any" if there is a statement, "class" if there is one between
// classes, as in Ubergraph: each is below itself, and those of the properties that statements have.
func FirstLook(properties []string) (string, error) {
	return newQuestion("browse-first").terms(properties).write()
}

// CountWith returns a SELECT of the number ?n of statements with the property, or if that is
// empty, of all statements. It counts up to a limit; zero means no limit.
func CountWith(property string, limit int) (string, error) {
	q := newQuestion("browse-size").text("Property", "?p")
	if property != "" {
		q.iri("Property", property)
	}
	q.data["Limit"] = limit
	return q.write()
}

// CountEach returns a SELECT of the properties ?s with the numbers ?n of their statements, counted up to the limit.
func CountEach(properties []string, limit int) (string, error) {
	q := newQuestion("browse-numbers").terms(properties).limit(limit)
	return q.write()
}

// Finder is a way to find individuals by their names on an endpoint. Which one is
// fast depends on the engine and its indexes.
type Finder string

// The finders.
const (
	// FindScan finds names with all words of a text, or with their beginnings. It looks at
	// every name and suits small endpoints.
	FindScan Finder = "scan"
	// FindExact finds whole names: the text as it is written, with a capital first
	// letter, or in lower case. Every engine has an index for that.
	FindExact Finder = "exact"
	// FindVirtuoso finds words by Virtuoso's full-text index. The last word may be the
	// beginning of a word.
	FindVirtuoso Finder = "virtuoso"
	// FindWikidata uses the search of the Wikidata query service.
	FindWikidata Finder = "wikidata"
	// FindLinked finds names with the first or the last words of a text, if a class or an
	// individual that is linked has the other words in its name. It looks at every name. No
	// setting chooses it.
	FindLinked Finder = "linked"
)

// FinderNames returns the names of the finders.
func FinderNames() []string {
	return []string{string(FindScan), string(FindExact), string(FindVirtuoso), string(FindWikidata)}
}

// FindOptions say how to find names.
type FindOptions struct {
	Finder    Finder   // empty: FindScan
	Labels    []string // properties from an individual to its label; empty: rdfs:label
	Others    []string // properties to other names, which find it, too
	Languages []string // languages of the names, best first, "" for none; empty: en and none
	Limit     int      // largest number of answers; 0: 20
}

// Find returns a SELECT of individuals ?s and names ?o that match one of the texts, with their properties ?p. A text
// without letters and digits is an ErrOptions, and so are several texts for FindWikidata.
func Find(o FindOptions, texts ...string) (string, error) {
	languages := o.Languages
	if len(languages) == 0 {
		languages = []string{"en", ""}
	}
	finder := cmp.Or(o.Finder, FindScan)
	labels := o.Labels
	if len(labels) == 0 {
		labels = []string{rdfsLabel}
	}
	q := newQuestion("find-"+string(finder)).iri("Label", labels[0])
	q.text("Labels", "("+q.brackets(labels, "|")+")")
	q.text("Naming", "VALUES ?p { "+q.brackets(slices.Concat(labels, o.Others), " ")+" }\n?s ?p ?o .")
	q.text("Named", "?s ?p ?o .\nFILTER("+q.inCondition("?p", slices.Concat(labels, o.Others))+")")
	q.literal("Language", languages[0]).limit(cmp.Or(max(o.Limit, 0), 20))
	var names, parts, indexed []string
	var linked []split
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return "", fmt.Errorf("%w: the text is not UTF-8", ErrOptions)
		}
		words, err := wordsOf(text)
		if err != nil {
			return "", err
		}
		text = strings.TrimSpace(text)
		names = append(names, q.spellings(text, languages))
		typed := TypedWords(text)
		parts = append(parts, q.contain("?o", typed))
		linked = append(linked, q.splits(typed)...)
		indexed = append(indexed, phrase(words))
	}
	switch finder {
	case FindExact:
		q.text("Names", strings.Join(names, " "))
	case FindScan:
		q.text("Condition", strings.Join(parts, " || "))
	case FindLinked:
		if len(linked) == 0 {
			return "", fmt.Errorf("%w: the finder %s finds several words, not one", ErrOptions, finder)
		}
		q.data["Splits"] = linked
	case FindVirtuoso:
		q.literal("Text", strings.Join(indexed, " OR "))
	case FindWikidata:
		if len(texts) != 1 {
			return "", fmt.Errorf("%w: the finder %s finds one text at a time, not %d", ErrOptions, finder, len(texts))
		}
		q.literal("Text", strings.TrimSpace(texts[0]))
	default:
		names := strings.Join(FinderNames(), ", ")
		return "", fmt.Errorf("%w: unknown finder %q: choose one of %s", ErrOptions, o.Finder, names)
	}
	return q.write()
}

// TypedWords returns the words of the text as FindScan and FindLinked look for them: what is
// between spaces and commas, so that C++ stays whole.
func TypedWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
}

// contain returns the condition that the variable contains all words.
func (q *question) contain(variable string, words []string) string {
	return joinTexts(words, " && ", func(w string) string {
		return "CONTAINS(LCASE(STR(" + variable + ")), " + q.quote(strings.ToLower(w)) + ")"
	})
}

// A split has the conditions of some words in a name, and of the others in a linked name.
type split struct{ Own, Linked string }

// splits returns the splits of the words with the first or the last words in the name.
func (q *question) splits(words []string) (all []split) {
	for i := 1; i < len(words); i++ {
		first, last := words[:i], words[i:]
		all = append(all,
			split{q.contain("?o", first), q.contain("?name", last)},
			split{q.contain("?o", last), q.contain("?name", first)})
	}
	return all
}

// phrase returns the expression of Virtuoso's full-text index for all of the words.
func phrase(words []string) string {
	last := len(words) - 1
	if len([]rune(words[last])) >= 4 { // shorter beginnings match too many words for the engine
		words[last] += "*"
	}
	text := `"` + strings.Join(words, `" AND "`) + `"`
	if last > 0 {
		return "(" + text + ")"
	}
	return text
}

// spellings returns the literals of the names that the text may stand for, in each of the
// languages.
func (e *escaper) spellings(text string, languages []string) string {
	first, size := utf8.DecodeRuneInString(text)
	texts := []string{text, string(unicode.ToUpper(first)) + text[size:], strings.ToLower(text)}
	slices.Sort(texts)
	var terms []string
	for _, s := range slices.Compact(texts) {
		for _, l := range languages {
			term := e.quote(s)
			if !languageTag.MatchString(l) {
				e.fail(fmt.Errorf("%w: %q is not a language tag", ErrOptions, l))
			}
			if l != "" {
				term += "@" + l
			}
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, " ")
}

// HasStatement returns an ASK for any statement in the named graphs, or in the default graph if none are named.
func HasStatement(graphs []string) (string, error) {
	var e escaper
	text := fmt.Sprintf("ASK\n%sWHERE { ?s ?p ?o . }", fromClause(graphs, e.bracket))
	return Layout(text), e.err
}

// SomeValues returns a query for some values ?o of a property, literals among them, in the named graphs.
func SomeValues(property string, limit int, graphs []string) (string, error) {
	var e escaper
	text := fmt.Sprintf("SELECT ?o\n%sWHERE { ?s %s ?o . }\nLIMIT %d", fromClause(graphs, e.bracket), e.bracket(property),
		limit)
	return Layout(text), e.err
}
