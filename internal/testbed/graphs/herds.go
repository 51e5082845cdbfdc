package graphs

import (
	"fmt"

	"github.com/genus-kg/genus/internal/testsize"
	"github.com/genus-kg/genus/learner/dl"
)

// Herd returns a graph in which a property is dropped at each level.
func Herd() (w *World, pos, neg []string) {
	w = &World{}
	at := func(kind string, i int) string { return fmt.Sprintf("%s%s%d", NS, kind, i) }
	for i := range 12 {
		a := at("cow", i)
		w.Member(a, NS+[]string{"Cow", "Bull"}[i%2])
		w.Value(NS+"weight", a, fmt.Sprint(300+i), dl.XSD+"integer")
		w.Value(NS+"born", a, fmt.Sprintf("20%02d-01-01", i), dl.XSD+"date")
		w.Value(NS+"nickname", a, "Bessie", dl.XSD+"string")
		w.Role(NS+"livesIn", a, NS+"barn")
		w.Role(NS+"childOf", a, at("cow", (i+3)%12))
		w.Role(NS+"eats", a, at("food", i%5))
		w.Role(NS+"ownedBy", a, at("farmer", i%3))
	}
	for i := range 5 {
		w.Member(at("food", i), NS+"Food")
		w.Role(NS+"growsOn", at("food", i), "_:field")
		w.Role(NS+"soldAt", at("food", i), NS+"market")
	}
	for i := range 3 {
		w.Member(at("farmer", i), NS+"Farmer")
		w.Value(NS+"old", at("farmer", i), "true", dl.XSD+"boolean")
		w.Role(NS+"knows", at("farmer", i), at("farmer", (i+1)%3))
	}
	for c, d := range map[string]string{"Cow": "Cattle", "Bull": "Cattle", "Cattle": "Animal", "Farmer": "Person"} {
		w.Subclass(NS+c, NS+d)
	}
	return w, []string{at("cow", 0), at("cow", 2)}, []string{at("cow", 1), at("cow", 3)}
}

// Wide returns a graph whose individuals together have more properties than some
// endpoints send, and one of whose properties has more values at one individual.
func Wide() (w *World, pos, neg []string) {
	w = &World{}
	for i := range 40 {
		a := fmt.Sprintf("%sa%d", NS, i)
		if i%2 == 0 {
			pos = append(pos, a)
		} else {
			neg = append(neg, a)
		}
		for p := range 6 {
			w.Value(fmt.Sprintf("%sf%d", NS, p), a, fmt.Sprint(i*p), dl.XSD+"integer")
		}
		w.Member(a, NS+"A")
	}
	for i := range testsize.Choose(200, 400) {
		b := fmt.Sprintf("%sb%d", NS, i)
		w.Role(NS+"r", NS+"a0", b)
		w.Role(NS+"s", b, NS+"a1")
		w.Value(NS+"f0", NS+"a2", fmt.Sprintf("%d.5", i), dl.XSD+"decimal")
		w.Value(NS+"f0", NS+"a2", fmt.Sprintf("é \\\" %d", i), dl.XSD+"string")
		w.Member(b, NS+"B")
	}
	w.Role(NS+"q", NS+"a2", "_:blank")
	w.Role(NS+"f0", NS+"a2", "_:other") // a blank node has no hash
	return w, pos, neg
}
