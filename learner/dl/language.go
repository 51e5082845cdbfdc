package dl

import (
	"fmt"
	"slices"
	"strings"
)

// Language is a set of constructors. Concept names belong to every language,
// and so do boolean comparisons (f = v), which are concept names in all but
// spelling.
type Language uint32

const (
	WithAnd Language = 1 << iota
	WithOr
	WithNot
	WithExists
	WithForAll
	WithAtLeast
	WithAtMost
	WithInverse // inverse roles, in the restrictions of the language
	WithDataAtLeast
	WithDataAtMost
	WithTop
	WithBottom
	WithNominals // {o}
	WithStrings  // (f = s) for strings
	WithPresence // (∃f), (≥n f)
	WithTexts    // (f starts s), (f ends s), (f has-word s), (f lang l)
	WithClosures // r⁺ and r* as roles, in the restrictions of the language
	WithAgree    // (r ≐ s)
	WithLess     // (f < g)
)

// Values are the constructors for single values.
const Values = WithNominals | WithStrings

// Derived are the constructors of the derived symbols: names and roles whose extensions
// are computed.
const Derived = WithPresence | WithTexts | WithClosures | WithAgree | WithLess

// Additions are the constructors outside ALCQI(f). No named language has them.
const Additions = Values | Derived

// WithRoles are the restrictions: the constructors that follow a role.
const WithRoles = WithExists | WithForAll | WithAtLeast | WithAtMost

const (
	el  = WithAnd | WithExists | WithTop
	alc = el | WithOr | WithNot | WithForAll | WithBottom
	i   = WithInverse
	q   = WithAtLeast | WithAtMost
	f   = WithDataAtLeast | WithDataAtMost
)

// ALCQIF is the largest language of the table, ALCQI(f).
const ALCQIF = alc | i | q | f

// All are all constructors.
const All = ALCQIF | Additions

// languages is the one table of names; flags, help, engines and tests read it.
var languages = []struct {
	name string
	lang Language
}{
	{"el", el},
	{"eli", el | i},
	{"fl0", WithAnd | WithForAll | WithTop},
	{"elu", el | WithOr},
	{"alc", alc},
	{"alci", alc | i},
	{"alcq", alc | q},
	{"alcf", alc | f},
	{"alcqi", alc | q | i},
	{"alcqf", alc | q | f},
	{"alcif", alc | i | f},
	{"alcqif", ALCQIF},
}

// constructorNames are the spellings of --constructors, in bit order.
var constructorNames = []string{
	"and", "or", "not", "exists", "forall", "at-least", "at-most", "inverse",
	"data-at-least", "data-at-most", "top", "bottom", "nominal", "string",
	"present", "text", "closure", "agreement", "less",
}

// LanguageNames returns the names that [ParseLanguage] knows, smallest first.
func LanguageNames() []string {
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = l.name
	}
	return names
}

// ConstructorNames returns the names that [ParseConstructors] knows.
func ConstructorNames() []string { return slices.Clone(constructorNames) }

// ParseLanguage returns the language with the name, to which additions may be appended
// such as +nominal or +closure. Case and parentheses do not matter: ALCQI(f) is alcqif.
func ParseLanguage(name string) (Language, error) {
	plain := strings.NewReplacer("(", "", ")", "").Replace(strings.ToLower(strings.TrimSpace(name)))
	parts := strings.Split(plain, "+")
	for _, l := range languages {
		if l.name == parts[0] {
			more, err := parseAdditions(parts[1:])
			return l.lang | more, err
		}
	}
	return 0, fmt.Errorf("unknown language %q: choose one of %s", name, strings.Join(LanguageNames(), ", "))
}

func parseAdditions(names []string) (Language, error) {
	var l Language
	for _, name := range names {
		i := slices.Index(constructorNames, name)
		if i < 0 || !Additions.Has(1<<i) {
			return 0, fmt.Errorf("unknown addition %q to a language: choose from +%s", "+"+name,
				strings.Join(Additions.names(), ", +"))
		}
		l |= 1 << i
	}
	return l, nil
}

// ParseConstructors returns the language of the named constructors and no others: ∃r.⊤
// needs "top".
func ParseConstructors(names []string) (Language, error) {
	var l Language
	for _, name := range names {
		i := slices.Index(constructorNames, strings.ToLower(strings.TrimSpace(name)))
		if i < 0 {
			return 0, fmt.Errorf("unknown constructor %q: choose from %s", name, strings.Join(constructorNames, ", "))
		}
		l |= 1 << i
	}
	return l, nil
}

// Has reports whether all the constructors m are in the language.
func (l Language) Has(m Language) bool { return l&m == m }

// Any reports whether one of the constructors m is in the language.
func (l Language) Any(m Language) bool { return l&m != 0 }

// String returns the name of the language, with its additions such as +nominal.
// If the language has no name, String returns the list of its constructors.
func (l Language) String() string {
	for _, e := range languages {
		if e.lang == l&^Additions {
			return strings.Join(append([]string{e.name}, (l&Additions).names()...), "+")
		}
	}
	return strings.Join(l.names(), ",")
}

func (l Language) names() []string {
	var names []string
	for i, n := range constructorNames {
		if l.Any(1 << i) {
			names = append(names, n)
		}
	}
	return names
}

// LanguageOf returns the set of constructors that c uses.
func LanguageOf(c Concept) Language {
	return fold(c, func(c Concept, operands []Language) Language {
		l := constructorsOf(c)
		for _, m := range operands {
			l |= m
		}
		return l
	})
}

// constructorsOf returns the outermost constructor of c, with WithInverse if its role
// is inverse.
func constructorsOf(c Concept) Language {
	var l Language
	switch c := c.(type) {
	case Top:
		l = WithTop
	case Bottom:
		l = WithBottom
	case Not:
		l = WithNot
	case And:
		l = WithAnd
	case Or:
		l = WithOr
	case Exists:
		l = WithExists
	case ForAll:
		l = WithForAll
	case AtLeast:
		l = WithAtLeast
	case AtMost:
		l = WithAtMost
	case Nominal:
		l = WithNominals
	case Compare:
		switch {
		case c.Op != Equal && int(c.Op) < len(operators):
			l = operators[c.Op].of
		case c.Value.Kind() == String:
			l = WithStrings
		}
	case Agree:
		l = WithAgree
	case Less:
		l = WithLess
	}
	for _, r := range Roles(c) {
		if r.Inverse {
			l |= WithInverse
		}
		if r.Closure != NoClosure {
			l |= WithClosures
		}
	}
	return l
}

// SmallestLanguage returns the name of the first language in the table that has all
// constructors of c, with the additions that c needs. The last language is
// ALCQI(f), so there is always one.
func SmallestLanguage(c Concept) string {
	used := LanguageOf(c)
	for _, l := range languages {
		if l.lang.Has(used &^ Additions) {
			return (l.lang | used&Additions).String()
		}
	}
	return (ALCQIF | used&Additions).String()
}
