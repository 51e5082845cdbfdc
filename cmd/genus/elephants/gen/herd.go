package main

import (
	"fmt"
	"strings"
	"time"
)

const (
	zoos      = 5
	keepers   = 12
	inAll     = 345  // individuals: zoos, keepers and animals
	seed      = 1871 // any number will do
	firstYear = 1968
)

// animal is an individual of the graph.
type animal struct {
	name    string
	species species // "" if it is not recorded
	female  bool
	weights []string // kg
	height  int      // cm
	birth   time.Time
	chipped bool
	keeper  int // its zoo is the keeper's
	parents []*animal
	lists   string // see member
}

// herd makes the animals.
type herd struct {
	random  *random
	animals []*animal
}

func (h *herd) add(a animal) *animal {
	h.animals = append(h.animals, &a)
	return &a
}

func (h *herd) date(firstYear, lastYear int) time.Time {
	start := time.Date(firstYear, 1, 1, 0, 0, 0, 0, time.UTC)
	return start.AddDate(0, 0, h.random.below(365*(lastYear-firstYear+1)))
}

// stranger is an animal whose attributes are drawn at random.
func (h *herd) stranger(sp species, female bool, firstYear, lastYear, lightest, heaviest int) animal {
	weights := []string{fmt.Sprint(h.random.between(lightest, heaviest))}
	switch h.random.below(12) {
	case 0: // a finer scale
		weights[0] += ".5"
	case 1: // weighed again
		weights = append(weights, fmt.Sprint(h.random.between(lightest, heaviest)))
	}
	return animal{
		species: sp, female: female, weights: weights, height: h.random.between(160, 410),
		birth: h.date(firstYear, lastYear), chipped: h.random.below(2) == 0, keeper: h.random.below(keepers),
	}
}

// examples adds a group with the children and their other parents. Which
// member of the group is taller, older or has the heavier children alternates.
func (h *herd) examples(index int, g group) {
	base := h.stranger(elephant, false, 1974, 1994, 0, 0)
	base.height = h.random.between(230, 360)
	base.keeper = index % keepers
	var children []animal
	for range 5 {
		children = append(children, h.stranger(elephant, false, 2003, 2017, 700, 2600))
	}
	mates := map[string]*animal{}
	for i, m := range g.members {
		sign := 1 - 2*((i+index)%2)
		a := base
		a.species, a.female, a.weights, a.lists = m.species, m.female, m.weights, m.lists
		a.height += sign * h.random.between(1, 4)
		a.birth = a.birth.AddDate(0, 0, -sign*h.random.between(5, 60))
		parent := h.add(a)
		for n, letter := range m.children {
			child := children[n]
			child.species, child.female = m.species, letter == 'F'
			if g.unsorted {
				child.species = ""
			}
			child.height += sign * h.random.between(0, 3)
			child.birth = child.birth.AddDate(0, 0, sign*h.random.between(0, 40))
			child.parents = []*animal{parent, h.mate(mates, m)}
			h.add(child)
		}
	}
}

// mate returns the other parent of the children of m: the same for members of
// the same kind, so that it does not tell them apart.
func (h *herd) mate(mates map[string]*animal, m member) *animal {
	kind := fmt.Sprint(m.species, m.female)
	if mates[kind] == nil {
		mates[kind] = h.add(h.stranger(m.species, !m.female, 1974, 1994, 1800, 2900))
	}
	return mates[kind]
}

// others fills the herd with three generations of strangers.
func (h *herd) others(number int) {
	kinds := []species{elephant, elephant, giraffe, rhino}
	parents := map[species][2][]*animal{} // by sex: male, female
	var young []*animal
	for i := range number {
		sp, female := kinds[h.random.below(len(kinds))], h.random.below(2) == 0
		generation := 3 * i / number
		a := h.stranger(sp, female, firstYear+18*generation, firstYear+18*generation+12, 1200, 5200)
		if generation == 2 {
			a = h.stranger(sp, female, firstYear+36, firstYear+50, 300, 2800)
		}
		sires, dams := parents[sp][0], parents[sp][1]
		if generation > 0 && len(sires) > 0 && len(dams) > 0 {
			a.parents = []*animal{sires[h.random.below(len(sires))], dams[h.random.below(len(dams))]}
		}
		young = append(young, h.add(a))
		if i+1 < number && 3*(i+1)/number > generation { // the young are the parents of the next
			parents = map[species][2][]*animal{}
			for _, y := range young {
				both := parents[y.species]
				sex := 0
				if y.female {
					sex = 1
				}
				both[sex] = append(both[sex], y)
				parents[y.species] = both
			}
			young = nil
		}
	}
}

// name gives the animals names that say nothing about them.
func (h *herd) name() {
	var names []string
	for _, a := range strings.Fields("Ba Cho Da Fu Gi Ha Im Ja Ka La Mo Na Om Pa Ra Sha Ta Ul Va Ya") {
		for _, b := range strings.Fields("bu ndi go jali ko lani mba nika ri sa tara wen zuri ela dhu piko shi fari moya thu") {
			names = append(names, a+b)
		}
	}
	shuffle(h.random, names)
	shuffle(h.random, h.animals)
	for i, a := range h.animals {
		a.name = names[i]
	}
}

func newHerd() *herd {
	r := random(seed)
	h := &herd{random: &r}
	for i, g := range groups {
		h.examples(i, g)
	}
	h.others(inAll - zoos - keepers - len(h.animals))
	h.name()
	return h
}
