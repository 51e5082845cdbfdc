package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/testfiles"
)

func TestSheetExamples(t *testing.T) {
	utf16 := "\xff\xfe"
	for _, r := range "iri,label\na,1\nb,0\n" {
		utf16 += string([]byte{byte(r), 0})
	}
	for _, tt := range []struct{ name, text, err string }{
		{name: "numbers", text: "iri,label\na,1.0\nb,0.0\n"},
		{name: "signs", text: "iri,label\na,+1\nb,−1\n"},
		{name: "separator and decimal commas", text: "sep=;\r\niri;label\r\na;1,0\r\nb;0,0\r\n"},
		{name: "separator in quotes", text: "\"SEP=|\"\niri|label\na|yes\nb|no\n"},
		{name: "UTF-16", text: utf16},
		{name: "Latin-1", text: "iri,label\na,1\nb\xe9,0\n", err: ":3: it is not UTF-8"},
		{name: "zeros", text: "iri,label\na\x00,1\n", err: ":2: it has zero bytes"},
		{name: "line", text: "sep=;\niri;label\na;2\n", err: `:3: "2" is not a label`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := ReadSheet(testfiles.Write(t, "x.csv", tt.text))
			var pos, neg []string
			if err == nil {
				pos, neg, err = s.Examples("iri", "label")
			}
			switch {
			case tt.err != "":
				check.That(t, err != nil && strings.Contains(err.Error(), tt.err), "got %v", err)
			case err != nil || !slices.Equal(pos, []string{"a"}) || !slices.Equal(neg, []string{"b"}):
				t.Errorf("got %q, %q, %v", pos, neg, err)
			}
		})
	}
}
