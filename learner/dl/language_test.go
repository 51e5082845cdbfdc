package dl_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
)

func TestLanguageTable(t *testing.T) {
	const (
		el    = "and exists top"
		alc   = el + " or not forall bottom"
		q     = " at-least at-most"
		f     = " data-at-least data-at-most"
		inver = " inverse"
	)
	want := []struct{ name, constructors string }{
		{"el", el}, {"eli", el + inver}, {"fl0", "and forall top"}, {"elu", el + " or"},
		{"alc", alc}, {"alci", alc + inver}, {"alcq", alc + q}, {"alcf", alc + f},
		{"alcqi", alc + q + inver}, {"alcqf", alc + q + f}, {"alcif", alc + inver + f}, {"alcqif", alc + q + inver + f},
	}
	var names []string
	for _, w := range want {
		names = append(names, w.name)
		l, err := dl.ParseLanguage(w.name)
		if err != nil {
			t.Errorf("%s: %v", w.name, err)
			continue
		}
		var has []string
		for i, c := range dl.ConstructorNames() {
			if l.Has(1 << i) {
				has = append(has, c)
			}
		}
		constructors := strings.Fields(w.constructors)
		slices.Sort(constructors)
		slices.Sort(has)
		check.That(t, slices.Equal(has, constructors), "%s has %v, want %v", w.name, has, constructors)
		check.That(t, l.String() == w.name, "%s prints as %s", w.name, l)
		again, err := dl.ParseConstructors(has)
		check.That(t, err == nil && again == l, "%s from its constructors: %v, %v", w.name, again, err)
	}
	check.Slice(t, dl.LanguageNames(), names, "LanguageNames()")
}

func TestParseLanguageSpellings(t *testing.T) {
	for _, name := range []string{"ALCQI(f)", " alcqif ", "Alcqi(F)"} {
		check.Equal(t, require.Value(dl.ParseLanguage(name))(t), dl.ALCQIF, "%q", name)
	}
	for name, want := range map[string]dl.Language{
		"el+nominal":            dl.WithAnd | dl.WithExists | dl.WithTop | dl.WithNominals,
		"ALCQI(f)+String":       dl.ALCQIF | dl.WithStrings,
		"alcqif+string+nominal": dl.ALCQIF | dl.Values,
		"el+closure+present":    dl.WithAnd | dl.WithExists | dl.WithTop | dl.WithPresence | dl.WithClosures,
		dl.All.String():         dl.All,
	} {
		check.Equal(t, require.Value(dl.ParseLanguage(name))(t), want, "%q", name)
	}
	for _, name := range []string{"alc+", "alc+not", "alc+nominals", "alc++string"} {
		l, err := dl.ParseLanguage(name)
		check.That(t, err != nil && strings.Contains(err.Error(), "+nominal"),
			"%q: %v, %v; want an error that says what there is", name, l, err)
	}
	for _, name := range []string{"", "alcqifx", "owl"} {
		_, err := dl.ParseLanguage(name)
		check.That(t, err != nil && strings.Contains(err.Error(), "alcqif"), "%q: error %v, want one that lists the names",
			name, err)
	}
}

func TestParseConstructors(t *testing.T) {
	for _, test := range []struct {
		name  string
		names []string
		want  dl.Language
		bad   bool
	}{
		{"none", nil, 0, false},
		{"top does not come along", []string{"and"}, dl.WithAnd, false},
		{"bottom does not come with not", []string{"not"}, dl.WithNot, false},
		{"top and bottom", []string{"top", "bottom"}, dl.WithTop | dl.WithBottom, false},
		{"case and space", []string{" At-Least ", "INVERSE"}, dl.WithAtLeast | dl.WithInverse, false},
		{"values", []string{"nominal", "string"}, dl.Values, false},
		{"unknown", []string{"and", "some"}, 0, true},
		{"empty name", []string{""}, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := dl.ParseConstructors(test.names)
			check.That(t, got == test.want && (err != nil) == test.bad, "got %v, %v; want %v", got, err, test.want)
		})
	}
	check.Equal(t, dl.All.String(), "alcqif+nominal+string+present+text+closure+agreement+less",
		"all constructors print as")
	check.Equal(t, (dl.WithNot | dl.WithInverse | dl.WithStrings).String(), "not,inverse,string",
		"a language without a name prints as")
}
