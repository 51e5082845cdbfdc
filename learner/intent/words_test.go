package intent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
)

// musicians is a graph of people with an instrument, a country, a genre and, some of them, a place of birth.
func musicians(t *testing.T) *intent.Memory {
	t.Helper()
	var b interp.Builder
	labels := map[string]string{
		"plays": "instrument",
		"from":  "country of citizenship",
		"genre": "genre",
		"born":  "place of birth",
	}
	for _, o := range []string{"piano", "guitar", "drums", "jazz", "rock", "France", "Germany", "Italy", "Vienna"} {
		labels[o] = o
	}
	labels["US"] = "United States of America"
	for i := range 120 {
		p := fmt.Sprint("p", i)
		b.AddName("Person", p)
		b.AddRole("plays", p, []string{"piano", "guitar", "drums"}[i%3])
		if i%7 == 0 {
			b.AddRole("plays", p, "piano")
		}
		b.AddRole("from", p, []string{"US", "France", "Germany", "Italy"}[i/3%4])
		b.AddRole("genre", p, []string{"jazz", "rock"}[i/12%2])
		if i%5 > 0 {
			b.AddRole("born", p, []string{"Vienna", "France"}[i%2])
		}
	}
	s := require.Value(b.Build(t.Context()))(t)
	return intent.NewMemory(s, labels)
}

func firstWith(t *testing.T, words string, pos, neg []string) (intent.Ranking, *intent.Session) {
	t.Helper()
	s := require.Value(intent.New(musicians(t), pos, neg, intent.Options{Words: words}))(t)
	return require.Value(s.Rank(t.Context()))(t), s
}

// The words say which of the concepts that fit is meant.
func TestWords(t *testing.T) {
	some := func(r, o string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: r}, C: dl.Nominal{IRI: o}} }
	some2 := func(r, o, p string) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: r}, C: dl.Or{L: dl.Nominal{IRI: o}, R: dl.Nominal{IRI: p}}}
	}
	both := func(cs ...dl.Concept) dl.Concept { return dl.Conj(cs...) }
	one := []string{"p1"} // a guitarist of jazz from the US, born in France
	tests := []struct {
		words string
		pos   []string
		want  dl.Concept
	}{
		{"guitarists", one, some("plays", "guitar")},
		{"jazz guitars", one, both(some("plays", "guitar"), some("genre", "jazz"))},
		{"american people who play the guitar", one, both(some("plays", "guitar"), some("from", "US"))},
		{"from Germany or the US", one, some2("from", "US", "Germany")}, // a side that no example shows
		{"guitarists who are not from France", one, both(some("plays", "guitar"), dl.Not{C: some("from", "France")})},
		{"guitarists without a place of birth", []string{"p10"},
			both(some("plays", "guitar"), dl.Not{C: dl.Exists{Role: dl.Role{IRI: "born"}, C: dl.Top{}}})},
	}
	m := musicians(t)
	members := func(c dl.Concept) []string { return require.Value(m.Members(t.Context(), []dl.Concept{c}, 1000))(t)[0] }
	for _, tt := range tests {
		t.Run(tt.words, func(t *testing.T) {
			r, _ := firstWith(t, tt.words, tt.pos, nil)
			got := r.Candidates[0].Concept
			check.That(t, slices.Equal(members(got), members(tt.want)), "%v, want %v", got, tt.want)
			plain, _ := firstWith(t, "", tt.pos, nil)
			check.That(t, !slices.Equal(members(plain.Candidates[0].Concept), members(tt.want)), "no words are needed for %v",
				tt.want)
		})
	}
}

// A clause about names is a condition on labels, which may be denied.
func TestWordsAboutLabels(t *testing.T) {
	var b interp.Builder
	for i, name := range []string{"The Hours", "The Birds", "The Wrestler", "Jaws", "Alien", "Heat", "Rock Star",
		"Big Fish"} {
		for copy := range 4 {
			film := fmt.Sprint("f", i, "-", copy)
			b.AddName("Film", film)
			if lang := []string{"en", "de"}[copy/3]; i != 3 || lang != "en" {
				b.AddValue("label", film, dl.Text(name, lang))
			}
		}
	}
	m := intent.NewMemory(require.Value(b.Build(t.Context()))(t), map[string]string{"Film": "film"})
	on := func(op dl.Op, text string) dl.Concept {
		return dl.Compare{Feature: "label", Op: op, Value: dl.Str(text)}
	}
	for _, tt := range []struct {
		words string
		pos   []string
		want  dl.Concept
	}{
		{"films whose name starts with The", []string{"f0-0"}, on(dl.Starts, "The")},
		{"films with a title that does not start with The", []string{"f4-0", "f5-0"}, dl.Not{C: on(dl.Starts, "The")}},
		{"films whose title ends in \"sh\"", []string{"f7-1"}, on(dl.Ends, "sh")},
		{"films, name contains the word rock", []string{"f6-2"}, on(dl.HasWord, "rock")},
		{"films with a German title", []string{"f1-3", "f2-3"}, on(dl.Lang, "de")},
		{"films without an English label", []string{"f1-3", "f3-0"}, dl.Not{C: on(dl.Lang, "en")}},
	} {
		t.Run(tt.words, func(t *testing.T) {
			o := intent.Options{Words: tt.words, Labels: []string{"label"}}
			s := require.Value(intent.New(m, tt.pos, nil, o))(t)
			r := require.Value(s.Rank(t.Context()))(t)
			sets := require.Value(m.Members(t.Context(), []dl.Concept{r.Candidates[0].Concept, tt.want}, 1000))(t)
			check.Equal(t, fmt.Sprint(sets[0]), fmt.Sprint(sets[1]), fmt.Sprint(r.Candidates[0].Concept))
			check.Equal(t, len(r.Words.Lost), 0, "words that no name has")
		})
	}
}

// A ranking says which words the first candidate says, and which no name has.
func TestWordsThatAreHeard(t *testing.T) {
	r, _ := firstWith(t, "jazz guitarists on Mars", []string{"p1", "p13"}, nil)
	check.That(t, slices.Equal(r.Words.Lost, []string{"mars"}), "words that no name has: %v", r.Words.Lost)
	check.That(t, slices.Contains(r.Words.Said, "guitarists"), "said: %v", r.Words.Said)
	plain, _ := firstWith(t, "", []string{"p1", "p13"}, nil)
	check.That(t, plain.Words.Said == nil && plain.Words.Unsaid == nil && plain.Words.Lost == nil,
		"heard without words: %v", plain.Words)
}

// Words that say nothing change no score. Words that mislead are outweighed by examples.
func TestWordsThatMislead(t *testing.T) {
	pos, neg := []string{"p0", "p3", "p6", "p9", "p12"}, []string{"p1", "p2", "p4", "p5", "p8"} // pianists
	plain, _ := firstWith(t, "", pos, neg)
	for _, words := range []string{"the ones that are", "Mars", "italian rock drums", "no piano"} {
		r, _ := firstWith(t, words, pos, neg)
		check.Equal(t, r.Candidates[0].Concept, plain.Candidates[0].Concept, "the first candidate with the words "+words)
	}
	silent, _ := firstWith(t, "the ones that are", pos, neg)
	check.Equal(t, silent.Candidates[0].Score, plain.Candidates[0].Score, "the score with words that say nothing")
}

// A word that no path of three steps says leads to the end of a path of four.
func TestWordsAtTheEndOfAChain(t *testing.T) {
	var b interp.Builder
	labels := map[string]string{}
	countries := strings.Fields("Poland Spain France Italy Germany Austria Ireland Iceland Norway Sweden")
	for _, country := range countries {
		labels[country] = country
	}
	for i := range 200 {
		node := func(level string, n int) string { return fmt.Sprint(level, n) }
		b.AddRole("list", node("bom", i), node("entry", i))
		b.AddRole("part", node("entry", i), node("part", i))
		b.AddRole("supplier", node("part", i), node("supplier", i/3))
		b.AddRole("country", node("supplier", i/3), countries[i/3%len(countries)])
	}
	m := intent.NewMemory(require.Value(b.Build(t.Context()))(t), labels)
	var end dl.Concept = dl.Nominal{IRI: "Poland"}
	for _, r := range []string{"country", "supplier", "part", "list"} {
		end = dl.Exists{Role: dl.Role{IRI: r}, C: end}
	}
	first := func(words string) dl.Concept {
		s := require.Value(intent.New(m, []string{"bom0", "bom31", "bom62"}, nil, intent.Options{Words: words}))(t)
		return require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
	}
	check.Equal(t, first("those from Poland"), end, "the first candidate with a word at the end")
	check.That(t, first("") != end, "no words are needed for %v", end)
}

// Classes are below others at one step, or at any number, as the examples and the words say.
func TestWordsAboutSubclasses(t *testing.T) {
	var b interp.Builder
	labels := map[string]string{"above": "superclass"}
	add := func(class, above string) {
		labels[class] = class
		b.AddRole("above", class, above)
	}
	for _, root := range strings.Fields("artist scientist athlete") {
		labels[root] = root
		for i := range 5 {
			child := fmt.Sprint(root, "-", i)
			add(child, root)
			for j := range 4 {
				add(fmt.Sprint(child, "-", j), child)
			}
		}
	}
	m := intent.NewMemory(require.Value(b.Build(t.Context()))(t), labels)
	below := func(closure dl.Closure) dl.Concept {
		return dl.Exists{Role: dl.Role{IRI: "above", Closure: closure}, C: dl.Nominal{IRI: "artist"}}
	}
	first := func(words string, pos ...string) dl.Concept {
		o := intent.Options{Words: words, SubClassOf: "above"}
		s := require.Value(intent.New(m, pos, nil, o))(t)
		return require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
	}
	direct, deep := []string{"artist-0", "artist-1", "artist-2"}, []string{"artist-0", "artist-1-2", "artist-3-0"}
	check.Equal(t, first("", direct...), below(dl.NoClosure), "without words")
	check.Equal(t, first("direct subclasses of artist", direct...), below(dl.NoClosure), "direct subclasses")
	check.Equal(t, first("subclasses of artist", deep...), below(dl.Plus), "of examples at several levels")
}

// "Wider than tall" compares two properties with each other, and a bound is one of the property beside it, though it
// leaves nothing out.
func TestWordsThatCompare(t *testing.T) {
	var b interp.Builder
	labels := map[string]string{"width": "width (mm)", "height": "height (mm)", "depth": "depth (mm)"}
	for i := range 120 {
		part := fmt.Sprint("part", i)
		b.AddName("Part", part)
		b.AddValue("width", part, dl.Int(int64(10+i*7%60)))
		b.AddValue("height", part, dl.Int(int64(10+i*11%60)))
		b.AddValue("depth", part, dl.Int(int64(5+i*13%40)))
		b.AddName("Shelf", fmt.Sprint("shelf", i))
	}
	m := intent.NewMemory(require.Value(b.Build(t.Context()))(t), labels)
	wider := dl.Concept(dl.Less{F: "height", G: "width"})
	members := func(c dl.Concept) []string { return require.Value(m.Members(t.Context(), []dl.Concept{c}, 1000))(t)[0] }
	some := members(wider)[:3]
	first := func(words string) dl.Concept {
		s := require.Value(intent.New(m, some, nil, intent.Options{Words: words}))(t)
		return require.Value(s.Rank(t.Context()))(t).Candidates[0].Concept
	}
	for _, words := range []string{
		"parts that are wider than tall", "parts wider than they are tall, with a depth under 50 mm",
	} {
		got := first(words)
		check.That(t, slices.Equal(members(got), members(wider)), "%s: %v", words, got)
	}
}

// A phrase that settles what is meant ends the questions; one that leaves a word unsaid makes the answer less certain.
func TestWordsThatSettle(t *testing.T) {
	guitarists := []string{"p1", "p4", "p16"} // from three countries
	states := func(words string) (confidence float64, asks bool) {
		_, s := firstWith(t, words, guitarists, nil)
		q := require.Value(s.Next(t.Context()))(t)
		r := require.Value(s.Rank(t.Context()))(t)
		want := dl.Concept(dl.Exists{Role: dl.Role{IRI: "plays"}, C: dl.Nominal{IRI: "guitar"}})
		check.Equal(t, r.Candidates[0].Concept, want, words)
		return r.Confidence, q != nil
	}
	plain, asksPlain := states("")
	said, asksSaid := states("people who play the guitar")
	unsaid, asksUnsaid := states("italian people who play the guitar")
	check.That(t, asksPlain && !asksSaid && asksUnsaid,
		"asks without words %v, with words %v, with a word unsaid %v", asksPlain, asksSaid, asksUnsaid)
	check.That(t, said > max(plain, 0.8) && unsaid < said-0.1,
		"%.2f without words, %.2f with words, %.2f with a word unsaid", plain, said, unsaid)
}
