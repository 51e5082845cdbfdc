package elephants

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/learner/dl"
)

const rdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

// zoo is the graph: property to subject to objects.
type zoo map[string]map[string][]string

func parse(t *testing.T) zoo {
	t.Helper()
	z := zoo{}
	add := func(p, s, o string) {
		if z[p] == nil {
			z[p] = map[string][]string{}
		}
		z[p][s] = append(z[p][s], o)
	}
	stats, err := rdffile.ReadFrom(context.Background(), strings.NewReader(Turtle), rdffile.Turtle, "http://example.org/zoo", func(tr rdf.Triple) error {
		add(tr.Pred.String(), tr.Subj.String(), tr.Obj.String())
		if tr.Pred.String() == Namespace+"childOf" {
			add("parentOf", tr.Obj.String(), tr.Subj.String())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if stats.Prefixes[Prefix] != Namespace || len(stats.Warnings) > 0 {
		t.Errorf("stats %+v", stats)
	}
	return z
}

func (z zoo) is(a, class string) bool {
	for _, c := range z[rdfType][a] {
		if c == Namespace+class {
			return true
		}
	}
	return false
}

func (z zoo) heavy(t *testing.T, a string) bool {
	for _, w := range z[Namespace+"weight"][a] {
		kg, err := strconv.ParseFloat(w, 64)
		if err != nil {
			t.Fatalf("weight %q of %s", w, a)
		}
		if kg >= 3000 {
			return true
		}
	}
	return false
}

func (z zoo) daughters(a string) int {
	found := map[string]bool{}
	for _, child := range z["parentOf"][a] {
		if z.is(child, "Female") {
			found[child] = true
		}
	}
	return len(found)
}

func (z zoo) inSister(a string) bool {
	return z.is(a, "Elephant") && z.is(a, "Male") && z.daughters(a) >= 2
}

func (z zoo) inTarget(t *testing.T, a string) bool {
	return z.is(a, "Elephant") && z.is(a, "Male") && (z.heavy(t, a) || z.daughters(a) >= 2)
}

func TestTargetsSeparate(t *testing.T) {
	z := parse(t)
	for _, tc := range []struct {
		name     string
		pos, neg []string
		in       func(string) bool
		nPos     int
		nNeg     int
		unseen   int
	}{
		{"main", Positives, Negatives, func(a string) bool { return z.inTarget(t, a) }, 14, 16, 10},
		{"sister", SisterPositives, SisterNegatives, z.inSister, 9, 14, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if len(tc.pos) != tc.nPos || len(tc.neg) != tc.nNeg {
				t.Errorf("%d positives and %d negatives, want %d and %d", len(tc.pos), len(tc.neg), tc.nPos, tc.nNeg)
			}
			example := map[string]bool{}
			for _, list := range []struct {
				iris []string
				want bool
			}{{tc.pos, true}, {tc.neg, false}} {
				for _, a := range list.iris {
					if example[a] {
						t.Errorf("%s is listed twice", a)
					}
					example[a] = true
					if len(z[rdfType][a]) == 0 {
						t.Errorf("%s is not in the graph", a)
					}
					if got := tc.in(a); got != list.want {
						t.Errorf("%s: in the target %t, want %t", a, got, list.want)
					}
				}
			}
			unseen := 0
			for a := range z[rdfType] {
				if !example[a] && tc.in(a) {
					unseen++
				}
			}
			if unseen < tc.unseen {
				t.Errorf("%d individuals of the target are no examples, want %d or more", unseen, tc.unseen)
			}
			t.Logf("%d individuals of the target are no examples", unseen)
		})
	}
}

func TestTargetSizes(t *testing.T) {
	if got := dl.Size(Target); got != 8 {
		t.Errorf("Target has size %d", got)
	}
	if got := dl.Size(SisterTarget); got != 6 {
		t.Errorf("SisterTarget has size %d", got)
	}
}

// TestNeeded: each part of the target is needed, for without it an example
// would be on the wrong side.
func TestNeeded(t *testing.T) {
	z := parse(t)
	elephant := func(a string) bool { return z.is(a, "Elephant") }
	male := func(a string) bool { return z.is(a, "Male") }
	heavy := func(a string) bool { return z.heavy(t, a) }
	father := func(a string) bool { return z.daughters(a) >= 2 }
	children := func(a string) bool { return len(z["parentOf"][a]) >= 2 }
	daughter := func(a string) bool { return z.daughters(a) >= 1 }
	for name, in := range map[string]func(string) bool{
		"not Elephant":       func(a string) bool { return male(a) && (heavy(a) || father(a)) },
		"not Male":           func(a string) bool { return elephant(a) && (heavy(a) || father(a)) },
		"not weight":         func(a string) bool { return elephant(a) && male(a) && father(a) },
		"not daughters":      func(a string) bool { return elephant(a) && male(a) && heavy(a) },
		"children for them":  func(a string) bool { return elephant(a) && male(a) && (heavy(a) || children(a)) },
		"one daughter":       func(a string) bool { return elephant(a) && male(a) && (heavy(a) || daughter(a)) },
		"both":               func(a string) bool { return elephant(a) && male(a) && heavy(a) && father(a) },
		"only male elephant": func(a string) bool { return elephant(a) && male(a) },
	} {
		wrong := 0
		for _, a := range Positives {
			if !in(a) {
				wrong++
			}
		}
		for _, a := range Negatives {
			if in(a) {
				wrong++
			}
		}
		if wrong == 0 {
			t.Errorf("%s: still separates", name)
		}
	}
}

func TestGraph(t *testing.T) {
	z := parse(t)
	individuals, german, twice, decimal := 0, 0, 0, 0
	for a, classes := range z[rdfType] {
		if strings.HasPrefix(classes[0], Namespace) {
			individuals++
			labels := z["http://www.w3.org/2000/01/rdf-schema#label"][a]
			if len(labels) == 0 {
				t.Errorf("%s has no label", a)
			}
			if len(labels) > 1 {
				german++
			}
		}
	}
	for a, weights := range z[Namespace+"weight"] {
		if len(weights) > 1 {
			twice++
		}
		if strings.Contains(weights[0], ".") {
			decimal++
		}
		if z.is(a, "Male") == z.is(a, "Female") {
			t.Errorf("%s is of both sexes or of none", a)
		}
		if len(z[Namespace+"livesIn"][a]) != 1 || len(z[Namespace+"keptBy"][a]) != 1 {
			t.Errorf("%s lives in %v, kept by %v", a, z[Namespace+"livesIn"][a], z[Namespace+"keptBy"][a])
		}
		birth := z[Namespace+"birthDate"][a]
		for _, p := range z[Namespace+"childOf"][a] {
			if parent := z[Namespace+"birthDate"][p]; len(parent) != 1 || parent[0] >= birth[0] {
				t.Errorf("%s, born %v, has the parent %s, born %v", a, birth, p, parent)
			}
		}
	}
	if individuals < 300 || individuals > 400 {
		t.Errorf("%d individuals", individuals)
	}
	if german < 10 || twice < 4 || decimal < 4 {
		t.Errorf("%d with German labels, %d weighed twice, %d with decimals", german, twice, decimal)
	}
}

// TestAttributesDoNotHelp: among the male elephants of the examples no
// threshold of a feature separates, and keepers, zoos and chips are mixed.
func TestAttributesDoNotHelp(t *testing.T) {
	z := parse(t)
	for name, lists := range map[string][2][]string{
		"main": {Positives, Negatives}, "sister": {SisterPositives, SisterNegatives},
	} {
		var values [2]map[string]map[string]int // side, property, value
		for side, list := range lists {
			values[side] = map[string]map[string]int{}
			for _, a := range list {
				if !z.is(a, "Elephant") || !z.is(a, "Male") {
					continue
				}
				for _, p := range []string{"height", "birthDate", "weight", "chipped", "keptBy", "livesIn"} {
					if values[side][p] == nil {
						values[side][p] = map[string]int{}
					}
					for _, v := range z[Namespace+p][a] {
						values[side][p][v]++
					}
				}
			}
		}
		for _, p := range []string{"height", "birthDate", "weight"} {
			loP, hiP := ends(values[0][p])
			loN, hiN := ends(values[1][p])
			if loP > hiN || hiP < loN {
				t.Errorf("%s: %s separates: %s to %s, %s to %s", name, p, loP, hiP, loN, hiN)
			}
		}
		for _, p := range []string{"chipped", "livesIn"} {
			for v := range values[1][p] {
				if values[0][p][v] == 0 {
					t.Errorf("%s: %s %s occurs with negatives only", name, p, v)
				}
			}
		}
	}
}

// ends returns the least and the greatest value; all values of a feature have
// as many digits before the point.
func ends(values map[string]int) (lo, hi string) {
	for v := range values {
		if lo == "" || v < lo {
			lo = v
		}
		hi = max(hi, v)
	}
	return lo, hi
}
