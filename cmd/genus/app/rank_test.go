package app_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/learner/syntax"
)

// phases is a Reporter that keeps the progress.
type phases struct {
	app.Silent
	texts []string
}

func (p *phases) Progress(phase, detail string) { p.texts = append(p.texts, phase+": "+detail) }

// A ranking reports what it asks an endpoint, which may take seconds to answer.
func TestRankingSaysWhatItAsks(t *testing.T) {
	text, ex := citizens(t)
	url, _ := serveTurtle(t, text)
	told := &phases{}
	s := openSession(t, func(c *config.Config) { c.Endpoint = url })
	s.Reporter = told
	m, err := s.Ranker().Start(t.Context(), ex)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Rank(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(told.texts, "\n"); !strings.Contains(all, "ranking: asking how many members ") || !strings.Contains(all, "ranking: looking for an individual to ask about") {
		t.Errorf("the ranking says\n%s", all)
	}
}

// Positives that share nothing get the union of what they are, which is not likely. The
// text says which of them go together.
func TestPositivesApart(t *testing.T) {
	for _, test := range []struct {
		language  string
		pos       []string
		concept   string
		text      string
		misses    []string
		unlikely  bool
		noConcept bool
	}{
		{pos: []string{"Badhu", "Ada", "Lakeview"}, concept: "zoo:Keeper ⊔ zoo:Male ⊔ zoo:Zoo", unlikely: true, text: "Badhu is male; Ada is a keeper; Lakeview Zoo is a zoo: nothing was found that all three share"},
		{pos: []string{"Badhu", "Bago", "Lakeview"}, concept: "zoo:Elephant ⊔ zoo:Zoo", unlikely: true, text: "each of Badhu and Bago is an elephant; Lakeview Zoo is a zoo: nothing was found that all three share"},
		{pos: []string{"Badhu", "Bago", "Bako", "Lakeview"}, concept: "zoo:Elephant", misses: []string{"Lakeview"}, text: "each of Badhu, Bago and Bako is an elephant; Lakeview Zoo is a zoo: nothing was found that all four share"},
		{pos: []string{"Badhu", "Lakeview"}, language: "el", noConcept: true, text: "Badhu is male; Lakeview Zoo is a zoo: nothing was found that both share"},
		{pos: []string{"Badhu", "Bago"}, concept: "zoo:Elephant"},
	} {
		t.Run(strings.Join(test.pos, " "), func(t *testing.T) {
			s := openSession(t, func(c *config.Config) {
				c.Data = []string{elephantFile}
				if test.language != "" {
					c.Language = test.language
				}
			})
			ex := extract.Examples{Pos: zooIRIs(test.pos)}
			p, err := s.RankedProblem(t.Context(), ex, nil, nil)
			require.NoError(t, err)
			o, err := s.Config.Learner()
			require.NoError(t, err)
			r, err := s.Learn(t.Context(), p, o)
			require.NoError(t, err)
			if got := r.Apart(); got != test.text {
				t.Errorf("text %q, want %q", got, test.text)
			}
			if test.noConcept {
				if r.Fitting.Concept != nil || r.Err == nil || r.Err.Error() != test.text {
					t.Errorf("concept %v, error %v", r.Fitting.Concept, r.Err)
				}
				return
			}
			got := syntax.Print(r.Fitting.Concept, syntax.Options{Prefixes: s.Source.Prefixes})
			likely, ok := r.Likely()
			if got != test.concept || !ok || !slices.Equal(likely.Wrong, zooIRIs(test.misses)) {
				t.Errorf("%s without %q, want %s without %q", got, likely.Wrong, test.concept, test.misses)
			}
			if p := likely.Probability; p <= 0 || (p < 0.05) != test.unlikely {
				t.Errorf("probability %g", p)
			}
		})
	}
}

func zooIRIs(names []string) []string {
	var iris []string
	for _, name := range names {
		iris = append(iris, "http://example.org/zoo#"+name)
	}
	return iris
}
