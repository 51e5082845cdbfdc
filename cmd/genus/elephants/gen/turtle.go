package main

import (
	"fmt"
	"sort"
	"strings"
)

const namespace = "http://example.org/zoo#"

const header = `# The zoo: a made-up knowledge graph, the example of "genus demo".
# Written by gen; do not edit.

@prefix zoo: <http://example.org/zoo#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://example.org/zoo> a owl:Ontology ;
    rdfs:label "The zoo"@en , "Der Zoo"@de ;
    rdfs:comment "Elephants, giraffes and rhinos, their parents, keepers and weights."@en ;
    owl:versionInfo "1" .

zoo:Animal a owl:Class ; rdfs:label "animal"@en , "Tier"@de ;
    rdfs:comment "Any animal; the species of some is not recorded."@en .
zoo:Elephant a owl:Class ; rdfs:subClassOf zoo:Animal ; rdfs:label "elephant"@en , "Elefant"@de .
zoo:Giraffe a owl:Class ; rdfs:subClassOf zoo:Animal ; rdfs:label "giraffe"@en , "Giraffe"@de .
zoo:Rhino a owl:Class ; rdfs:subClassOf zoo:Animal ; rdfs:label "rhinoceros"@en , "Nashorn"@de .
zoo:Male a owl:Class ; rdfs:label "male"@en , "männlich"@de .
zoo:Female a owl:Class ; rdfs:label "female"@en , "weiblich"@de .
zoo:Keeper a owl:Class ; rdfs:label "keeper"@en , "Pfleger"@de .
zoo:Zoo a owl:Class ; rdfs:label "zoo"@en .

zoo:childOf a owl:ObjectProperty ; rdfs:label "child of"@en ; rdfs:domain zoo:Animal ; rdfs:range zoo:Animal ;
    rdfs:comment "From the child to a parent."@en .
zoo:keptBy a owl:ObjectProperty ; rdfs:label "kept by"@en ; rdfs:domain zoo:Animal ; rdfs:range zoo:Keeper .
zoo:livesIn a owl:ObjectProperty ; rdfs:label "lives in"@en ; rdfs:domain zoo:Animal ; rdfs:range zoo:Zoo .
zoo:friendOf a owl:ObjectProperty ; rdfs:label "friend of"@en ; rdfs:domain zoo:Keeper ; rdfs:range zoo:Keeper .
zoo:weight a owl:DatatypeProperty ; rdfs:label "weight"@en ; rdfs:comment "In kilograms; one value per weighing."@en .
zoo:height a owl:DatatypeProperty ; rdfs:label "height"@en ; rdfs:comment "In metres."@en .
zoo:birthDate a owl:DatatypeProperty ; rdfs:label "date of birth"@en ; rdfs:range xsd:date .
zoo:chipped a owl:DatatypeProperty ; rdfs:label "has a chip"@en ; rdfs:range xsd:boolean .
`

var zooNames = [zoos]string{"Riverside", "Hillpark", "Oldport", "Northwood", "Lakeview"}

var keeperNames = [keepers]string{"Ada", "Boris", "Carla", "Dmitri", "Elif", "Femi", "Greta", "Hiro", "Ines", "Jonas", "Kofi", "Lena"}

// generate returns the files by name.
func generate() map[string]string {
	h := newHerd()
	var sb strings.Builder
	sb.WriteString(header)
	for _, name := range zooNames {
		fmt.Fprintf(&sb, "\nzoo:%s a zoo:Zoo ; rdfs:label \"%s Zoo\"@en .", name, name)
	}
	sb.WriteByte('\n')
	for i, name := range keeperNames {
		// Each keeper names two friends and is named by two: no keeper is special.
		fmt.Fprintf(&sb, "\nzoo:%s a zoo:Keeper ; rdfs:label \"%s\"@en ; zoo:friendOf zoo:%s , zoo:%s .",
			name, name, keeperNames[(i+1)%keepers], keeperNames[(i+5)%keepers])
	}
	sb.WriteByte('\n')
	sort.Slice(h.animals, func(i, j int) bool { return h.animals[i].name < h.animals[j].name })
	for i, a := range h.animals {
		writeAnimal(&sb, a, i%9 == 0)
	}
	return map[string]string{
		"elephants.ttl":  sb.String(),
		"pos.txt":        list(h, 'p', "Male elephants that weigh at least three tonnes or have at least two daughters."),
		"neg.txt":        list(h, 'n', "Animals that are not; each is like one of the others but for one thing."),
		"sister_pos.txt": list(h, 'P', "Male elephants that have at least two daughters."),
		"sister_neg.txt": list(h, 'N', "Animals that are not; each is like one of the others but for one thing."),
	}
}

func writeAnimal(sb *strings.Builder, a *animal, german bool) {
	kind, sex := a.species, "Male"
	if kind == "" {
		kind = "Animal"
	}
	if a.female {
		sex = "Female"
	}
	fmt.Fprintf(sb, "\nzoo:%s a zoo:%s , zoo:%s ; rdfs:label \"%s\"@en", a.name, kind, sex, a.name)
	if german {
		fmt.Fprintf(sb, " , \"%s\"@de", a.name)
	}
	for i, p := range a.parents {
		sb.WriteString([]string{" ;\n    zoo:childOf zoo:", " , zoo:"}[min(i, 1)] + p.name)
	}
	fmt.Fprintf(sb, " ;\n    zoo:keptBy zoo:%s ; zoo:livesIn zoo:%s ;\n    zoo:weight %s ; zoo:height %d.%02d ;",
		keeperNames[a.keeper], zooNames[a.keeper%zoos], strings.Join(a.weights, " , "), a.height/100, a.height%100)
	fmt.Fprintf(sb, " zoo:birthDate \"%s\"^^xsd:date ; zoo:chipped %t .\n", a.birth.Format("2006-01-02"), a.chipped)
}

// list is an example list: the animals whose lists hold the letter.
func list(h *herd, letter rune, comment string) string {
	var sb strings.Builder
	sb.WriteString("# " + comment + "\n# Written by gen; do not edit.\n")
	for _, a := range h.animals {
		if strings.ContainsRune(a.lists, letter) {
			sb.WriteString(namespace + a.name + "\n")
		}
	}
	return sb.String()
}
