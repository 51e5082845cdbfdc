package encyclopedia

import (
	"fmt"
	"math/rand/v2"
)

// Namespaces of DBpedia.
const (
	dbr  = "http://dbpedia.org/resource/"
	dbo  = "http://dbpedia.org/ontology/"
	dbp  = "http://dbpedia.org/property/"
	dbd  = "http://dbpedia.org/datatype/"
	dct  = "http://purl.org/dc/terms/"
	foaf = "http://xmlns.com/foaf/0.1/"
)

// DBpedia draws a graph in the shape of DBpedia: properties of its ontology, and what infoboxes say under like names
// (dbp:), links of pages, categories, titles that redirect, and parts of a page as things of their own.
func DBpedia(seed uint64) Graph {
	rng := rand.New(rand.NewPCG(seed, 9))
	w := &writer{Rand: rng}
	drawn := draw(rng)
	for _, c := range [][2]string{
		{"Person", "Agent"}, {"Organisation", "Agent"}, {"University", "Organisation"}, {"Film", "Work"}, {"City", "Place"},
		{"Country", "Place"}, {"Mountain", "Place"},
	} {
		w.is(dbo+c[0], rdfs+"subClassOf", dbo+c[1])
	}
	for _, o := range occupationNames {
		w.page(dbr+o, "PersonFunction", o, "Occupations")
		w.is(dbr+o+"_(occupation)", dbo+"wikiPageRedirects", dbr+o)
		w.has(dbr+o+"_(occupation)", rdfs+"label", o+" (occupation)", "@en")
		w.has(dbr+o+"_(occupation)", dbo+"wikiPageID", w.IntN(1e7), xsd+"integer")
	}
	for _, kind := range []struct {
		class string
		names []string
	}{{"Country", countryNames}, {"Award", awardNames}, {"University", universityNames}, {"Organisation", clubNames},
		{"Genre", genreNames}} {
		for _, name := range kind.names {
			w.page(dbr+name, kind.class, name, kind.class)
		}
	}
	for i, c := range drawn.cities {
		iri := fmt.Sprint(dbr, "City_", i)
		w.page(iri, "City", fmt.Sprint("City ", i), "Cities in "+countryNames[c.country])
		w.twice(iri, "country", dbr+countryNames[c.country])
		w.has(iri, dbo+"populationTotal", c.population, xsd+"nonNegativeInteger")
		w.has(iri, dbp+"populationTotal", c.population, xsd+"integer")
		w.has(iri, dbo+"elevation", fmt.Sprintf("%d.0", c.elevation), xsd+"double")
		w.mean("cities of 100,000 to 200,000 inhabitants", iri, among(c.population, 100_000, 200_000))
	}
	for i := range drawn.people {
		w.dbpediaPerson(drawn, i)
	}
	for i := range drawn.films {
		w.dbpediaFilm(drawn, i)
	}
	for i, m := range drawn.mountains {
		iri := fmt.Sprint(dbr, "Mountain_", i)
		w.page(iri, "Mountain", fmt.Sprint("Mountain ", i), "Mountains of "+countryNames[m.country])
		w.twice(iri, "locatedInArea", dbr+countryNames[m.country])
		w.has(iri, dbo+"elevation", fmt.Sprintf("%d.0", m.height), xsd+"double")
		w.has(iri, dbp+"elevationM", m.height, xsd+"integer")
		w.mean("*mountains of 4000 m and more", iri, m.height >= 4000)
	}
	return Graph{Name: "dbpedia", NTriples: w.text.String(), Preset: "dbpedia", Concepts: w.concepts}
}

// page states what DBpedia says of every page, and some links to other pages.
func (w *writer) page(iri, class, name, category string) {
	w.is(iri, rdfType, dbo+class)
	w.is(iri, rdfType, owl+"Thing")
	if class == "Person" {
		w.is(iri, rdfType, foaf+"Person")
		w.is(iri, rdfType, dbo+"Agent")
	}
	w.has(iri, rdfs+"label", name, "@en")
	w.has(iri, foaf+"name", name, "@en")
	w.has(iri, rdfs+"comment", name+" is described here.", "@en")
	w.has(iri, dbo+"abstract", name+" is described here, at length.", "@en")
	w.has(iri, dbo+"wikiPageID", w.IntN(1e7), xsd+"integer")
	w.has(iri, dbo+"wikiPageRevisionID", w.IntN(1e9), xsd+"integer")
	w.has(iri, dbo+"wikiPageLength", w.IntN(1e5), xsd+"nonNegativeInteger")
	w.is(iri, foaf+"isPrimaryTopicOf", "http://en.wikipedia.org/wiki/"+iri[len(dbr):])
	w.is(iri, dbp+"wikiPageUsesTemplate", dbr+"Template:Infobox_"+class)
	w.is(iri, dct+"subject", fmt.Sprintf("%sCategory:%s", dbr, underscored(category)))
	w.is(iri, owl+"sameAs", fmt.Sprintf("%sQ%d", wikidata, w.IntN(1e8)))
	for range 8 {
		w.is(iri, dbo+"wikiPageWikiLink", fmt.Sprint(dbr, "Person_", w.IntN(persons)))
	}
	w.is(iri, dbo+"wikiPageWikiLink", fmt.Sprintf("%sCategory:%s", dbr, underscored(category)))
}

// twice states a property of the ontology and what the infobox says, and that the page links there.
func (w *writer) twice(s, p, o string) {
	w.is(s, dbo+p, o)
	w.is(s, dbo+"wikiPageWikiLink", o)
	if w.IntN(4) > 0 {
		w.is(s, dbp+p, o)
	}
}

func (w *writer) dbpediaPerson(drawn world, i int) {
	p, iri := drawn.people[i], fmt.Sprint(dbr, "Person_", i)
	w.page(iri, "Person", fmt.Sprint("Person ", i), fmt.Sprint(p.born, " births"))
	born := fmt.Sprintf("%d-%02d-%02d", p.born, p.month, p.day)
	w.has(iri, dbo+"birthDate", born, xsd+"date")
	w.has(iri, dbp+"birthDate", born, []string{xsd + "date", "@en"}[w.IntN(2)])
	w.has(iri, dbo+"birthYear", p.born, xsd+"gYear")
	if p.died > 0 {
		w.has(iri, dbo+"deathDate", fmt.Sprintf("%d-%02d-%02d", p.died, p.day%12+1, p.month), xsd+"date")
		w.has(iri, dbo+"deathYear", p.died, xsd+"gYear")
	}
	w.twice(iri, "birthPlace", fmt.Sprint(dbr, "City_", p.city))
	w.twice(iri, "nationality", dbr+countryNames[p.country])
	w.twice(iri, "almaMater", dbr+universityNames[p.university])
	occupation := dbr + occupationNames[p.occupation]
	if p.redirected {
		occupation += "_(occupation)"
	}
	w.twice(iri, "occupation", occupation)
	for k, c := range p.memberships {
		part := fmt.Sprint(iri, "__", k+1)
		w.is(iri, dbo+"careerStation", part)
		w.is(part, rdfType, dbo+"CareerStation")
		w.is(part, dbo+"team", dbr+clubNames[c])
		w.has(part, dbo+"years", 1950+w.IntN(60), xsd+"gYear")
	}
	if p.height > 0 {
		w.has(iri, dbo+"height", fmt.Sprintf("%.2f", float64(p.height)/100), xsd+"double")
		w.has(iri, dbo+"Person/height", fmt.Sprintf("%d.0", p.height), dbd+"centimetre")
	}
	if p.award >= 0 {
		w.twice(iri, "award", dbr+awardNames[p.award])
	}
	if p.spouse >= 0 {
		w.twice(iri, "spouse", fmt.Sprint(dbr, "Person_", p.spouse))
	}
	inClub := func(club int) (is bool) {
		for _, c := range p.memberships {
			is = is || c == club
		}
		return is
	}
	w.mean("people born in the 1950s", iri, among(p.born, 1950, 1959))
	w.mean("people of 190 cm and more", iri, p.height >= 190)
	w.mean("singers", iri, p.occupation == 0)
	w.mean("people who played for the Rowing Club", iri, inClub(2))
	w.mean("people born in France", iri, drawn.cities[p.city].country == 0)
	w.mean("*people who died in the 1990s", iri, among(p.died, 1990, 1999))
	w.mean("*people of 160 to 170 cm", iri, among(p.height, 160, 170))
	w.mean("*people married to a singer", iri, drawn.isMarriedTo(p, 0))
	w.mean("*Italian physicists", iri, p.country == 1 && p.occupation == 2)
	w.mean("*actors who studied in Kyoto", iri, p.occupation == 1 && p.university == 4)
}

func (w *writer) dbpediaFilm(drawn world, i int) {
	f, iri := drawn.films[i], fmt.Sprint(dbr, "Film_", i)
	director := drawn.people[f.director]
	w.page(iri, "Film", fmt.Sprint("Film ", i), fmt.Sprint(f.year, " films"))
	w.twice(iri, "director", fmt.Sprint(dbr, "Person_", f.director))
	w.twice(iri, "country", dbr+countryNames[f.country])
	w.twice(iri, "genre", dbr+genreNames[f.genre])
	w.has(iri, dbo+"releaseDate", fmt.Sprintf("%d-%02d-%02d", f.year, f.minutes%12+1, f.minutes%28+1), xsd+"date")
	w.has(iri, dbo+"runtime", fmt.Sprintf("%d.0", 60*f.minutes), xsd+"double")
	w.has(iri, dbo+"Work/runtime", fmt.Sprintf("%d.0", f.minutes), dbd+"minute")
	if f.award >= 0 {
		w.twice(iri, "award", dbr+awardNames[f.award])
	}
	w.mean("films of the 1980s", iri, among(f.year, 1980, 1989))
	w.mean("films by an Italian", iri, director.country == 1)
	w.mean("*films of less than 90 minutes", iri, f.minutes < 90)
	w.mean("*French comedies", iri, f.country == 0 && f.genre == 0)
}

func underscored(text string) string {
	out := []rune(text)
	for i, r := range out {
		if r == ' ' {
			out[i] = '_'
		}
	}
	return string(out)
}
