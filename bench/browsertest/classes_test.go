package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
	"github.com/genus-kg/genus/internal/engines"
	"github.com/genus-kg/genus/internal/testfiles"
)

// dishes has classes and individuals whose names begin alike, and two classes that are below each other.
const dishes = `@prefix : <http://example.org/dish#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Pizza rdfs:subClassOf :Dish ; rdfs:label "pizza" .
:Marinara rdfs:subClassOf :Pizza ; rdfs:label "Pizza à marinheira"@pt .
:Pasta rdfs:subClassOf :Dish ; rdfs:label "pasta" .
:lunch a :Marinara ; rdfs:label "Mario's lunch" .
:dinner a :Marinara ; rdfs:label "dinner" .
:supper a :Pasta ; rdfs:label "supper" .
:mara a :Cook ; rdfs:label "Mara" .
:Broth rdfs:subClassOf :Soup . :Soup rdfs:subClassOf :Broth .
:soup a :Broth ; rdfs:label "a soup" .
`

// TestBrowserFindsClasses finds classes and individuals in one list, and opens a class from there.
func TestBrowserFindsClasses(t *testing.T) {
	file := testfiles.Write(t, "dishes.ttl", dishes)
	p := open(t, serve(t, "--data", file).url, desktop)
	p.waitOpened()
	p.write("#search-input", "mar")
	p.wait("document.querySelectorAll('.found-row').length === 3")
	check.Slice(t, p.texts(".found-row .name"), []string{"Mara", "Marinara", "Mario's lunch"}, "found")
	p.wait("/^class, 2 members$/.test(document.querySelectorAll('.found-row .evidence')[1].innerText)")
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	p.waitText(".found-row .name", "dinner") // until then, those of the text that was typed may stand there
	check.Slice(t, p.texts(".found-row .name"), []string{"dinner", "Mario's lunch"}, "members")
	p.write("#search-input", "mara")
	p.wait("document.querySelectorAll('.found-row').length === 1")
	p.press(kb.Enter)
	p.waitSides(1, 0)
	p.write("#search-input", "mar")
	p.click("#search-results", "Members of Marinara")
	p.click("#search-results", "Define Marinara")
	p.waitSides(2, 0)
}

// TestBrowserTree opens the tree of classes to the members of one, in a file and at an endpoint. Classes that are below
// each other are there, once on each way down.
func TestBrowserTree(t *testing.T) {
	triples := engines.NTriples(t, testfiles.Write(t, "dishes.ttl", dishes))
	for _, source := range []string{"file", "endpoint"} {
		t.Run(source, func(t *testing.T) {
			p := open(t, serve(t).url, desktop)
			if source == "endpoint" {
				p.connect(engines.StartEmbedded(t, triples).Endpoint)
			} else {
				p.upload("dishes.nt", triples)
			}
			p.waitOpened()
			shown := func(n int) string {
				p.wait(fmt.Sprintf("document.querySelectorAll('.tree-class').length === %d", n))
				shown := strings.Join(p.texts(".tree-class"), ", ")
				return strings.Join(strings.Fields(strings.NewReplacer("▸", "", "▾", "").Replace(shown)), " ")
			}
			p.click("#search-results", "Tree of classes")
			check.Equal(t, shown(3), "Dish 3, Broth 1, Cook 1", "roots")
			p.click(".tree", "What is below Dish")
			check.Equal(t, shown(5), "Dish 3, pizza 2, pasta 1, Broth 1, Cook 1", "with what is below Dish")
			p.click(".tree", "What is below pizza")
			p.click(".tree", "What is below Broth")
			shown(7)
			p.click(".tree", "What is below Soup")
			p.wait("/No class is below it/.test(document.querySelector('.tree').innerText)")
			check.Equal(t, shown(7), "Dish 3, pizza 2, Marinara 2, pasta 1, Broth 1, Soup 1, Cook 1", "the tree")
			p.click(".tree", "pasta")
			p.wait("document.querySelectorAll('.found-row').length === 1")
		})
	}
}
