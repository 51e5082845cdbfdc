package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const shown = `Cats that purr.

Concept    Cat ⊓ ∃does.Purring
Endpoint   not confirmed by http://e/: no answer

# cat
SELECT DISTINCT ?x
WHERE {
  # ∃does.purring
  ?x :does ?y .
}

Matches    no others
`

func TestPaint(t *testing.T) {
	got := paint(shown)
	for _, want := range []string{
		bold + "Cats that purr." + plain + "\n",
		dim + "Concept    " + plain + bold + "Cat ⊓ ∃does.Purring" + plain + "\n",
		dim + "Endpoint   " + plain + red + "not confirmed",
		"\n" + dim + "# cat" + plain + "\nSELECT DISTINCT ?x\n",
		dim + "  # ∃does.purring" + plain + "\n  ?x :does ?y .\n",
		dim + "Matches    " + plain + "no others\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	for _, style := range []string{bold, dim, red, green, plain} {
		got = strings.ReplaceAll(got, style, "")
	}
	if got != shown {
		t.Errorf("without styles: %q", got)
	}
}

// What does not fit the terminal ends with the answer.
func TestRepeatAnswer(t *testing.T) {
	lines := strings.Count(shown, "\n")
	if got := string(repeatAnswer([]byte(shown), lines+1)); got != shown {
		t.Errorf("it fits: %q", got)
	}
	if got := string(repeatAnswer([]byte(shown), lines)); got != shown+"\nCats that purr.\n" {
		t.Errorf("it does not fit: %q", got)
	}
	if entry := "Concept    none found\n"; string(repeatAnswer([]byte(entry), 1)) != entry {
		t.Error("an entry is no sentence")
	}
}

// paint knows the label of every entry.
func TestLabels(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`\.(?:entry|list)\("([^"]+)"`).FindAllSubmatch(text, -1) {
			if n++; !slices.Contains(labels, string(match[1])) {
				t.Errorf("%s: %q is not among the labels", file, match[1])
			}
		}
	}
	if n < len(labels)-1 {
		t.Errorf("%d entries for %d labels", n, len(labels))
	}
}

func TestColoursAreForTerminals(t *testing.T) {
	if hasColours(&strings.Builder{}) {
		t.Error("a buffer is no terminal")
	}
}
