package encyclopedia

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Graph is statements, and what may be meant.
type Graph struct {
	Name string
	// NTriples are the statements; Preset is the preset that they show.
	NTriples, Preset string
	Concepts         []Concept
}

// A Concept is what somebody means. The constants of the ranking were chosen with those that do not Confirm.
type Concept struct {
	Name    string
	Confirm bool
	Members map[string]bool
}

// Sample draws so many members.
func (c Concept) Sample(n int, seed uint64) []string {
	var all []string
	for iri := range c.Members {
		all = append(all, iri)
	}
	slices.Sort(all)
	rng := rand.New(rand.NewPCG(seed, 1))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// Namespaces of both graphs.
const (
	rdfType  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	rdfs     = "http://www.w3.org/2000/01/rdf-schema#"
	owl      = "http://www.w3.org/2002/07/owl#"
	xsd      = "http://www.w3.org/2001/XMLSchema#"
	wikidata = "http://www.wikidata.org/entity/"
	schema   = "http://schema.org/"
)

// How many there are of each kind.
const persons, films, cities, mountains = 320, 180, 60, 80

// A writer writes a graph.
type writer struct {
	*rand.Rand
	text     strings.Builder
	concepts []Concept
}

// is states that the property leads from the subject to the object.
func (w *writer) is(s, p, o string) { fmt.Fprintf(&w.text, "<%s> <%s> <%s> .\n", s, p, o) }

// has states that the subject has the value, of a datatype or, after an @, in a language.
func (w *writer) has(s, p string, value any, datatype string) {
	suffix := "^^<" + datatype + ">"
	if strings.HasPrefix(datatype, "@") {
		suffix = datatype
	}
	fmt.Fprintf(&w.text, "<%s> <%s> \"%v\"%s .\n", s, p, value, suffix)
}

// mean notes whether the thing is meant by the concept; Confirm is set for names that begin with a star.
func (w *writer) mean(name, iri string, is bool) {
	plain := strings.TrimPrefix(name, "*")
	i := slices.IndexFunc(w.concepts, func(c Concept) bool { return c.Name == plain })
	if i < 0 {
		i = len(w.concepts)
		w.concepts = append(w.concepts, Concept{Name: plain, Confirm: plain != name, Members: map[string]bool{}})
	}
	if is {
		w.concepts[i].Members[iri] = true
	}
}

// A person, a film, a city and a mountain, as both graphs state them. Others are numbers.
type person struct {
	born, died  int // years
	month, day  int
	city        int
	country     int
	occupation  int
	height      int // cm; 0: not stated
	award       int // -1: none
	spouse      int // -1: none
	university  int
	isMale      bool
	redirected  bool // DBpedia: its occupation is stated by a name that redirects to it
	memberships []int
}

type film struct{ director, country, year, minutes, genre, award int }

type city struct{ country, population, elevation int }

type mountain struct{ country, height int }

// A world is what both graphs state.
type world struct {
	people    []person
	films     []film
	cities    []city
	mountains []mountain
}

var (
	countryNames    = []string{"France", "Italy", "Germany", "Spain", "Japan", "Brazil"}
	occupationNames = []string{"Singer", "Actor", "Physicist", "Politician", "Writer", "Painter"}
	awardNames      = []string{"Golden_Lion", "Nobel_Prize", "Order_of_Merit", "Silver_Bear"}
	genreNames      = []string{"Comedy", "Drama", "Thriller", "Western"}
	universityNames = []string{"Sorbonne", "Bologna", "Heidelberg", "Salamanca", "Kyoto"}
	clubNames       = []string{"Academy", "Chess_Club", "Rowing_Club", "Choir", "Union"}
)

func draw(rng *rand.Rand) world {
	var w world
	for range cities {
		population := []int{20_000, 80_000, 130_000, 300_000, 900_000}[rng.IntN(5)]
		w.cities = append(w.cities, city{rng.IntN(len(countryNames)), population + rng.IntN(population/2), 5 + rng.IntN(900)})
	}
	for range persons {
		p := person{
			born:       1900 + rng.IntN(90),
			month:      1 + rng.IntN(12),
			day:        1 + rng.IntN(28),
			city:       rng.IntN(cities),
			occupation: rng.IntN(len(occupationNames)),
			award:      rng.IntN(8) - 4,
			spouse:     -1,
			university: rng.IntN(len(universityNames)),
			isMale:     rng.IntN(2) == 0,
			redirected: rng.IntN(4) == 0,
		}
		p.country = w.cities[p.city].country
		if rng.IntN(4) == 0 { // they moved
			p.country = rng.IntN(len(countryNames))
		}
		if rng.IntN(3) > 0 {
			p.height = 150 + rng.IntN(55)
		}
		if p.born < 1950 && rng.IntN(5) > 0 {
			p.died = min(p.born+40+rng.IntN(50), 2020)
		}
		for c := range clubNames {
			if rng.IntN(4) == 0 {
				p.memberships = append(p.memberships, c)
			}
		}
		w.people = append(w.people, p)
	}
	for i := 0; i+1 < persons; i += 3 {
		w.people[i].spouse, w.people[i+1].spouse = i+1, i
	}
	for range films {
		w.films = append(w.films,
			film{rng.IntN(persons), rng.IntN(len(countryNames)), 1930 + rng.IntN(90), 70 + rng.IntN(110),
				rng.IntN(len(genreNames)), rng.IntN(8) - 4})
	}
	for range mountains {
		w.mountains = append(w.mountains, mountain{rng.IntN(len(countryNames)), 800 + rng.IntN(6000)})
	}
	return w
}

// isMarriedTo reports whether somebody is married to a person with the occupation.
func (w world) isMarriedTo(p person, occupation int) bool {
	return p.spouse >= 0 && w.people[p.spouse].occupation == occupation
}

// among reports whether least ≤ n ≤ most.
func among(n, least, most int) bool { return least <= n && n <= most }
