package evaluation

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

func TestFoldsFileIsReadBack(t *testing.T) {
	p := sister(t)
	f := split(t, p, 5, 3)
	var b bytes.Buffer
	require.NoError(t, WriteFolds(&b, []FoldsOf{{"a, b", p, f, ""}, {"c", p, f, ""}}))
	check.Equal(t, strings.Count(b.String(), "\n"), 1+2*(len(p.Pos)+len(p.Neg)), "lines")
	all, err := ReadFolds(&b)
	require.NoError(t, err)
	for _, name := range []string{"a, b", "c"} {
		got, err := all.FoldsFor(name, p)
		check.That(t, err == nil && fmt.Sprint(got) == fmt.Sprint(f), "%s: %v and error %v, want %v", name, got, err, f)
	}
}

func TestFoldsFileErrors(t *testing.T) {
	p := sister(t)
	f := split(t, p, 2, 1)
	var b bytes.Buffer
	require.NoError(t, WriteFolds(&b, []FoldsOf{{"x", p, f, ""}}))
	good := b.String()
	first := strings.Split(good, "\n")[1] // of a positive example
	iri := p.Structure.IRI(p.Pos[0])
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "empty"},
		{"another header", "a,b,c,d,e\n", "the first line must be"},
		{"no number", strings.Replace(good, first, "x,one,positive,1,"+iri, 1), `line 2: fold "one"`},
		{"fold 0", strings.Replace(good, first, "x,0,positive,1,"+iri, 1), `line 2: fold "0"`},
		{"no label", strings.Replace(good, first, "x,1,yes,1,"+iri, 1), `line 2: label "yes"`},
		{"the other label", strings.Replace(good, first, "x,1,negative,1,"+iri, 1), "line 2: " + iri + " is a positive example of x"},
		{"a stranger", strings.Replace(good, iri, "http://example.org/stranger", 1), "line 2: http://example.org/stranger is not an example of x"},
		{"twice", good + first + "\n", "or for the second time"},
		{"one missing", strings.Replace(good, first+"\n", "", 1), iri + " of x is in no fold"},
		{"another problem", strings.ReplaceAll(good, "x,", "y,"), `no folds of a problem "x"`},
		{"a fold left out", strings.ReplaceAll(good, "x,2,", "x,3,"), "fold 2 of 3 has no examples"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := ReadFolds(strings.NewReader(test.in))
			if err == nil {
				_, err = all.FoldsFor("x", p)
			}
			check.That(t, err != nil && strings.Contains(err.Error(), test.want), "error %v, want one with %q", err, test.want)
		})
	}
}
