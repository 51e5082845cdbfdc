package syntax

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/genus-kg/genus/learner/dl"
)

// projects are the names of the projects of Wikimedia that have a site for each language, by their domains.
var projects = map[string]string{
	"wikipedia.org":   "Wikipedia",
	"wikisource.org":  "Wikisource",
	"wikiquote.org":   "Wikiquote",
	"wikivoyage.org":  "Wikivoyage",
	"wikinews.org":    "Wikinews",
	"wikibooks.org":   "Wikibooks",
	"wikiversity.org": "Wikiversity",
	"wiktionary.org":  "Wiktionary",
}

// sites are the names of other sites.
var sites = map[string]string{
	"commons.wikimedia.org": "Wikimedia Commons",
	"species.wikimedia.org": "Wikispecies",
	"meta.wikimedia.org":    "Meta-Wiki",
	"simple.wikipedia.org":  "the Simple English Wikipedia",
}

// siteName returns the name of a site of Wikimedia, such as "the Malayalam Wikipedia" for
// https://ml.wikipedia.org/, or "".
func siteName(iri string) string {
	host, ok := strings.CutPrefix(strings.TrimSuffix(iri, "/"), "https://")
	code, domain, _ := strings.Cut(host, ".")
	project := projects[domain]
	switch name := languageName(code); {
	case !ok || sites[host] != "" || project == "":
		return sites[host]
	case name != "":
		return "the " + name + " " + project
	}
	return host
}

// languageName returns the English name of a language, or "" if it has none.
func languageName(code string) string {
	tag, err := language.Parse(code)
	if err != nil {
		return ""
	}
	if name := display.English.Languages().Name(tag); name != code {
		return name
	}
	return ""
}

// article returns the statement that somebody has an article, or none, as verb says, in sites of Wikimedia or a
// language.
func (s *speaker) article(c dl.Exists, verb string) (text clause, ok bool) {
	if c.Role != (dl.Role{IRI: dl.ArticleAbout, Inverse: true}) {
		return text, false
	}
	if in, is := c.C.(dl.Compare); is && in.Feature == dl.ArticleLanguage && in.Op == dl.Equal {
		name := languageName(in.Value.Lexical())
		return newClause(verb + " in " + name), name != ""
	}
	in, _ := c.C.(dl.Exists)
	if in.Role != (dl.Role{IRI: dl.ArticleIn}) {
		return text, false
	}
	for _, d := range dl.Disjuncts(in.C) {
		if o, is := d.(dl.Nominal); !is || siteName(o.IRI) == "" {
			return text, false
		}
	}
	return newClause(verb + " in " + s.individuals(in.C)), true
}
