package app_test

import (
	"strings"
	"testing"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
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
