package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/require"
)

// qualities is an ontology of which eight of thirty classes are defined, and the others are named in the same way.
func qualities(t *testing.T) string {
	t.Helper()
	text := "format-version: 1.2\nontology: q\n\n[Term]\nid: Q:0\nname: quality\n\n[Term]\nid: Q:1\nname: high\n\n"
	for i, noun := range strings.Fields(
		"age area length mass height width depth colour weight speed force volume density hardness warmth " +
			"brightness pressure duration frequency thickness roughness texture odour acidity opacity rigidity moisture " +
			"porosity salinity viscosity") {
		text += fmt.Sprintf(
			"[Term]\nid: Q:1%02d\nname: %s\nis_a: Q:0\n\n[Term]\nid: Q:2%02[1]d\nname: increased %s\ndef: \"A %[2]s that is "+
				"high.\" [x:y]\n", i, noun)
		if i < 8 {
			text += fmt.Sprintf("intersection_of: Q:1%02d\nintersection_of: has_level Q:1\n\n", i)
		} else {
			text += fmt.Sprintf("is_a: Q:1%02d\n\n", i)
		}
	}
	text += "[Term]\nid: Q:2\nname: heaviness\nintersection_of: Q:108\nintersection_of: has_level " +
		"Q:1\n\n[Typedef]\nid: has_level\nname: has level\n"
	file := filepath.Join(t.TempDir(), "qualities.obo")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// TestBrowserReview reviews twenty proposals with keys alone. The decisions survive a reload, and the file of them is
// that of the terminal, in both directions.
func TestBrowserReview(t *testing.T) {
	for name, s := range screens() {
		t.Run(name, func(t *testing.T) {
			chromium(t)
			axe := string(require.Value(os.ReadFile(os.Getenv("GENUS_AXE")))(t))
			file, dir := qualities(t), t.TempDir()
			server := serve(t, "--data", file)
			p := open(t, server.url, s)
			p.downloadTo(dir)
			p.waitOpened()
			p.tabTo("Proposals")
			p.press(kb.Enter)
			p.waitText(".review", "1 of 22")
			p.waitText(".review [data-part=adds]", "increased weight ⊑ heaviness")
			for part, want := range map[string]string{
				".axiom":                 "'increased weight' ≡ weight ⊓ ∃'has level'.high",
				"[data-part=says]":       "weights that have a level that is high",
				"[data-part=text]":       "A weight that is high.",
				"[data-part=evidence]":   "8 of 8 classes",
				"[data-part=supporting]": "increased age",
			} {
				p.waitText(".review "+part, want)
			}
			p.checkAccessible("review", axe)
			p.keepScreenshot("review-" + name)

			keys := strings.Repeat("arl", 6) + "a" // and one is edited
			for i, key := range strings.Split(keys, "") {
				p.waitText(".review", fmt.Sprintf("%d of 22", i+1))
				p.press(key)
			}
			p.waitText(".review", "20 of 22")
			p.press("u")
			p.waitText(".review", "19 of 22")
			p.press("a")
			p.waitText(".review", "20 of 22")
			p.press("e")
			p.wait("document.activeElement.id === 'edited'")
			axiom := p.text(".review .axiom")
			p.checkAccessible("edit", axe)
			p.expect("422")
			p.write("#edited", strings.Replace(axiom, "≡ ", "≡ and ", 1))
			p.press(kb.Enter)
			p.waitText(".review .error", "and now has")
			p.write("#edited", strings.Replace(axiom, "≡", "⊑", 1))
			p.press(kb.Enter)
			p.waitText(".review", "21 of 22")

			// The reload asks for what has no decision, and for what was left for later.
			p.reload()
			p.waitOpened()
			p.click("#examples", "Proposals")
			p.waitText(".review", "1 of 8")
			p.click(".review", "Save decisions")
			saved := filepath.Join(dir, "genus-decisions.jsonl")
			for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
				if _, err := os.Stat(saved); err == nil {
					break
				}
				require.That(t, !time.Now().After(end), "nothing was downloaded")
			}
			text := string(require.Value(os.ReadFile(saved))(t))
			check.Equal(t, strings.Count(text, "\n"), 20, "lines of the file")
			genus := require.Value(binary())(t)
			enrich := func(more ...string) string {
				out, err := exec.Command(genus,
					append([]string{"enrich", "--data", file, "--decisions", saved}, more...)...).CombinedOutput()
				require.NoError(t, err, string(out))
				return string(out)
			}
			check.Contains(t, enrich(), "left out, because of --decisions: 8 accepted, 6 rejected", "the terminal says")
			check.Contains(t, enrich("--accept", saved, "--format", "turtle"), "rdfs:subClassOf _:",
				"the edited axiom is written")

			// A decision of the terminal is one of the page.
			var last struct{ ID string }
			require.NoError(t, json.Unmarshal([]byte(text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:]), &last))
			more := filepath.Join(t.TempDir(), "more.jsonl")
			require.NoError(t,
				os.WriteFile(more, []byte(text+"\n"+`{"id":"`+last.ID+`","decision":"later","axiom":""}`+"\n"), 0o600))
			other := open(t, server.url, s)
			other.waitOpened()
			other.click("#examples", "Proposals")
			other.waitText(".review", "1 of 22")
			other.chooseFile("#decisions-file", more)
			other.waitText(".review", "1 of 9")
			require.NoError(t, os.WriteFile(more, []byte("{}\n"), 0o600))
			other.chooseFile("#decisions-file", more)
			other.waitText(".review-files .error", "Line 1 is no decision")
		})
	}
}
