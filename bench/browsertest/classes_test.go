package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/check"
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
	check.Slice(t, p.texts(".found-row .name"), []string{"Mara", ":Marinara", "Mario's lunch"}, "found")
	p.wait("/^class, 2 members$/.test(document.querySelectorAll('.found-row .evidence')[1].innerText)")
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	p.wait("document.querySelector('.chip.on') && document.querySelectorAll('.found-row').length === 2")
	check.Slice(t, p.texts(".found-row .name"), []string{"dinner", "Mario's lunch"}, "members")
	p.write("#search-input", "mara")
	p.wait("document.querySelectorAll('.found-row').length === 1")
	p.press(kb.Enter)
	p.waitSides(1, 0)
	p.write("#search-input", "mar")
	p.click("#search-results", "Members of :Marinara")
	p.click("#search-results", "Define :Marinara")
	p.waitSides(2, 0)
}
