package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
)

// phases is a Reporter that keeps the progress.
type phases struct {
	Silent
	texts []string
}

func (p *phases) Progress(phase, detail string) { p.texts = append(p.texts, phase+": "+detail) }

// A ranking reports that it counts: an endpoint may take seconds for that.
func TestRankingSaysWhatItAsks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "zoo.ttl")
	if err := os.WriteFile(path, []byte("@prefix : <http://example.org/> . :a a :C . :b a :C . :c a :C . :d a :D ."), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Given{Flags: map[string][]string{"data": {path}}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	told := &phases{}
	s := Session{Config: c, Reporter: told}
	if s.Source, err = s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer s.Source.Close()
	ex, err := extract.NewExamples([]string{"http://example.org/a", "http://example.org/b"}, nil)
	if err != nil {
		t.Fatal(err)
	}
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
