package read

import (
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// withoutLanguages returns the concept without the languages of articles that their sites say: people write
// both, schema:isPartOf <https://ml.wikipedia.org/> ; schema:inLanguage "ml".
func withoutLanguages(c dl.Concept) dl.Concept {
	c = dl.MapChildren(c, withoutLanguages)
	about, _ := c.(dl.Exists)
	if about.Role != (dl.Role{IRI: dl.ArticleAbout, Inverse: true}) {
		return c
	}
	parts := dl.Conjuncts(about.C)
	rest := slices.DeleteFunc(slices.Clone(parts), func(d dl.Concept) bool {
		v, is := d.(dl.Compare)
		return is && v.Feature == dl.ArticleLanguage && v.Op == dl.Equal &&
			slices.ContainsFunc(parts, func(in dl.Concept) bool { return isSiteIn(in, v.Value.Lexical()) })
	})
	return dl.Exists{Role: about.Role, C: dl.Conj(rest...)}
}

// isSiteIn reports whether the concept is that of articles in one site of the language.
func isSiteIn(c dl.Concept, language string) bool {
	in, _ := c.(dl.Exists)
	site, is := in.C.(dl.Nominal)
	return is && in.Role == dl.Role{IRI: dl.ArticleIn} && strings.HasPrefix(site.IRI, "https://"+language+".")
}
