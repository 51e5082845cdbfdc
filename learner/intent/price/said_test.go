package price

import (
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent/ask"
	"github.com/genus-kg/genus/learner/interp"
)

// saying returns what the phrase says over a graph of films and people, where 40 films have "film" in their names.
func saying(t *testing.T, phrase string) *Words {
	t.Helper()
	var b interp.Builder
	labels := map[string]string{
		"work": "occupation", "genre": "genre", "spouse": "spouse", "from": "citizenship", "in": "cast",
	}
	names := strings.Fields("actor singer writer musician scientist comedy-film comedy-drama " +
		"science-fiction new-age-music non-fiction-writer fiction-records american")
	for _, name := range names {
		labels[name] = strings.ReplaceAll(name, "-", " ")
	}
	for i := range 40 {
		f := fmt.Sprint("f", i)
		labels[f] = fmt.Sprint("film of number ", i)
		b.AddRole("genre", f, names[i%len(names)])
		p := fmt.Sprint("p", i)
		b.AddRole("work", p, names[i%5])
		b.AddRole("spouse", p, fmt.Sprint("p", i/2))
		b.AddRole("from", p, "american")
		b.AddRole("in", p, f)
	}
	m := ask.NewMemory(require.Value(b.Build(t.Context()))(t), labels)
	return NewEvidence(&Prior{Knowledge: ask.NewKnowledge(m)}, []string{"p0"}, nil, phrase).Words
}

// Of two concepts words speak for the one that people would say so.
func TestWhatWordsSpeakFor(t *testing.T) {
	some := func(r string, c dl.Concept) dl.Concept { return dl.Exists{Role: dl.Role{IRI: r}, C: c} }
	one := func(names ...string) dl.Concept {
		var cs []dl.Concept
		for _, name := range names {
			cs = append(cs, dl.Nominal{IRI: name})
		}
		return dl.Disj(cs...)
	}
	both := func(cs ...dl.Concept) dl.Concept { return dl.Conj(cs...) }
	not := func(c dl.Concept) dl.Concept { return dl.Not{C: c} }
	actor, singer, writer := some("work", one("actor")), some("work", one("singer")), some("work", one("writer"))
	for _, tt := range []struct {
		words        string
		better, than dl.Concept
	}{
		// The words of one name are no sides of a list, nor are those of several conditions.
		{"actors in science fiction", both(actor, some("in", some("genre", one("science-fiction")))),
			both(some("work", one("actor", "scientist", "non-fiction-writer")))},
		{"actors or singers", some("work", one("actor", "singer")), actor},
		// A word is said of one thing.
		{"musicians", some("work", one("musician")),
			both(some("work", one("musician")), some("genre", one("new-age-music")))},
		// What follows a role is said of its values.
		{"people whose spouse is an actor", some("spouse", actor), both(some("spouse", dl.Top{}), actor)},
		// A word that many names have says little of one.
		{"comedies", some("genre", one("comedy-film")), some("genre", one("comedy-drama"))},
	} {
		t.Run(tt.words, func(t *testing.T) {
			w := saying(t, tt.words)
			better, than := w.BitsOf(tt.better), w.BitsOf(tt.than)
			check.That(t, better < than, "%v costs %.1f, %v %.1f", tt.better, better, tt.than, than)
		})
	}
	w := saying(t, "actors who are neither singers nor writers")
	gain := func(c, d dl.Concept) float64 { return w.BitsOf(c) - w.BitsOf(both(c, d)) }
	check.That(t, gain(both(actor, not(singer)), not(writer)) > gain(actor, writer)+sideSaid-1,
		"the second of two negations is not said as a list is")
	other := func(name string) dl.Concept { return some("work", not(one(name))) }
	denied := w.BitsOf(both(actor, not(singer), not(writer)))
	others := w.BitsOf(both(actor, other("singer"), other("writer")))
	check.That(t, denied < others-sideSaid, "some other occupation is said as none of them")
}

// A phrase settles what it says in full, and nothing more.
func TestWhatWordsSettle(t *testing.T) {
	some := func(r, o string) dl.Concept { return dl.Exists{Role: dl.Role{IRI: r}, C: dl.Nominal{IRI: o}} }
	actor, american := some("work", "actor"), some("from", "american")
	w := saying(t, "american actors")
	check.That(t, w.Settle(dl.Conj(actor, american)), "all is said")
	check.That(t, !w.Settle(actor), "american is left unsaid")
	check.That(t, !w.Settle(dl.Conj(actor, american, some("genre", "science-fiction"))), "a genre that no word says")
	check.That(t, !w.Settle(dl.Conj(actor, american, some("spouse", "american"))), "one word says two things")
	check.That(t, !saying(t, "american actors on Mars").Settle(dl.Conj(actor, american)), "a word that no name has")
	check.That(t, !(*Words)(nil).Settle(actor), "no words")
}
