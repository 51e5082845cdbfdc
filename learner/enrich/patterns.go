package enrich

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
)

// Patterns of definitions: how the classes that have a definition are defined, named and described. "increased speed"
// ≡ speed ⊓ ∃'increased in magnitude relative to'.normal is an instance of
//
//	increased {genus}  ≡  {genus} ⊓ ∃'increased in magnitude relative to'.normal
//
// A slot of the definition is filled by a class that the text names, or is the same class in all instances. So a class
// whose text has the form of a pattern gets its definition, however few classes are below it. A text is a name, a
// synonym or the textual definition. The evidence are the defined classes whose text has the form: the confidence is
// the share of them that the pattern defines as they are.

// A Described is a class with its texts and axioms.
type Described struct {
	IRI         string
	Names       []string     // the label first
	Definition  string       // textual; empty for none
	Equivalent  []dl.Concept // stated definitions
	Necessary   []dl.Concept // stated conditions that are no names
	Supers      []string     // the nearest superclasses
	IsUndefined bool         // a definition is looked for

	plain, plainDefinition []string // in plain words
}

// A Pattern is a form of texts with the definition that goes with it. A slot of the definition is a class, or {0}, {1},
// … for what is there in the text.
type Pattern struct {
	Kind      dl.AxiomKind `json:"kind" jsonschema:"equivalent or subclass"`
	Text      string       `json:"text" jsonschema:"form of the text, with {0}, {1}, … for classes"`
	IsDef     bool         `json:"of_definitions,omitempty" jsonschema:"the form of textual definitions, not of names"`
	Genus     string       `json:"genus,omitempty" jsonschema:"IRI of the genus, its place in the text as {0}, or super: the nearest superclass that does not meet the other conditions; none for a condition without one"`
	Relations []string     `json:"relations" jsonschema:"IRIs of the properties"`
	Fillers   []string     `json:"fillers" jsonschema:"for each property, the IRI of its filler, or its place in the text as {0}"`
	Instances []string     `json:"instances" jsonschema:"IRIs of the classes that the ontology defines so"`
	Of        int          `json:"of" jsonschema:"number of defined classes whose text has the form"`

	form   *regexp.Regexp
	others []string   // defined classes of the form that it does not define as they are
	seen   [][]string // for each instance, its genus, if it has one, and its fillers

	genusKinds []string   // the classes that the genera of all instances are below
	kinds      [][]string // for each property, the same of the fillers
}

// Confidence returns the share of the defined classes whose text has the form that the pattern defines as they are.
func (p *Pattern) Confidence() float64 { return share(len(p.Instances), p.Of) }

// Super is the genus of a pattern by which it is the nearest superclass of the class that does not meet the other
// conditions.
const Super = "super"

const (
	fewestInstances = 2
	mostSlots       = 4 // of a definition
	mostWords       = 40
)

// Patterns has the patterns of an ontology.
type Patterns struct {
	classes  map[string]*Described
	byName   map[string]string // class by its name in plain words; empty for several
	holds    func(class string, d dl.Concept) bool
	patterns []*Pattern
	byWord   map[string][]int // the patterns by a word that each text of the form has, or by ""
}

// NewPatterns learns the patterns of the classes. holds reports whether the axioms say that a class meets a concept.
// The error is that of the context.
func NewPatterns(ctx context.Context, classes []Described,
	holds func(class string, d dl.Concept) bool) (*Patterns, error) {
	ps := &Patterns{classes: map[string]*Described{}, byName: map[string]string{}, holds: holds}
	for i := range classes {
		c := &classes[i]
		ps.classes[c.IRI] = c
		if words := strings.Fields(c.Definition); len(words) > 0 && len(words) <= mostWords {
			c.plainDefinition = []string{plainWords(c.Definition)}
		}
		for _, name := range c.Names {
			name = plainWords(name)
			c.plain = append(c.plain, name)
			if other, known := ps.byName[name]; known && other != c.IRI {
				ps.byName[name] = ""
				continue
			}
			ps.byName[name] = c.IRI
		}
	}
	found := map[string]*Pattern{}
	for i := range classes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := &classes[i]
		for _, d := range c.Equivalent {
			ps.abstract(c, dl.EquivalentClasses, d, found)
		}
		for _, d := range c.Necessary {
			ps.abstract(c, dl.SubClassOf, d, found)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		p := found[key]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(p.Instances) < fewestInstances {
			continue
		}
		p.form = formOf(p.Text)
		ps.findKinds(p)
		ps.patterns = append(ps.patterns, p)
		p.Instances = nil // count finds out which it defines as they are
		if bySuper := *p; p.Kind == dl.EquivalentClasses && strings.Contains(p.Genus, "{") {
			bySuper.Genus = Super
			if key := bySuper.key(); found[key] == nil {
				found[key] = &bySuper
				ps.patterns = append(ps.patterns, &bySuper)
			}
		}
	}
	ps.index()
	for i := range classes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ps.count(&classes[i])
	}
	ps.patterns = slices.DeleteFunc(ps.patterns, func(p *Pattern) bool { return len(p.Instances) < fewestInstances })
	ps.index()
	return ps, nil
}

// index indexes the patterns by the longest word of their forms.
func (ps *Patterns) index() {
	ps.byWord = map[string][]int{}
	for i, p := range ps.patterns {
		longest := ""
		for word := range strings.FieldsSeq(p.Text) {
			if len(word) > len(longest) && !strings.Contains(word, "{") {
				longest = word
			}
		}
		ps.byWord[longest] = append(ps.byWord[longest], i)
	}
}

// mayFit returns the patterns whose form a text of the class may have, in their order.
func (ps *Patterns) mayFit(c *Described) (out []*Pattern) {
	words := map[string]bool{"": true}
	for _, text := range slices.Concat(c.plain, c.plainDefinition) {
		for word := range strings.FieldsSeq(text) {
			words[word] = true
		}
	}
	var at []int
	for word := range words {
		at = append(at, ps.byWord[word]...)
	}
	slices.Sort(at)
	for _, i := range at {
		out = append(out, ps.patterns[i])
	}
	return out
}

// count counts the class for the patterns whose form its text has.
func (ps *Patterns) count(c *Described) {
	for _, p := range ps.mayFit(c) {
		stated := c.Equivalent
		if p.Kind == dl.SubClassOf {
			stated = c.Necessary
		}
		if len(stated) == 0 {
			continue
		}
		d := ps.fill(p, c)
		if d == nil {
			continue
		}
		p.Of++
		if slices.ContainsFunc(stated, func(x dl.Concept) bool { return sameParts(x, d) }) {
			p.Instances = append(p.Instances, c.IRI)
		} else {
			p.others = append(p.others, c.IRI)
		}
	}
}

// sameParts reports whether both are the same conjunction.
func sameParts(c, d dl.Concept) bool {
	in := dl.Conjuncts(d)
	return len(dl.Conjuncts(c)) == len(in) &&
		!slices.ContainsFunc(dl.Conjuncts(c), func(part dl.Concept) bool { return !slices.Contains(in, part) })
}

// parts are the slots of a definition.
type parts struct {
	genera    []string
	relations []string
	fillers   []string
}

// partsOf returns the slots of a conjunction of names and restrictions of names.
func partsOf(d dl.Concept) (x parts, ok bool) {
	for _, c := range dl.Conjuncts(d) {
		switch c := c.(type) {
		case dl.Name:
			x.genera = append(x.genera, c.IRI)
		case dl.Exists:
			filler, isName := c.C.(dl.Name)
			if !isName || c.Role.Inverse || c.Role.Closure != dl.NoClosure {
				return x, false
			}
			x.relations, x.fillers = append(x.relations, c.Role.IRI), append(x.fillers, filler.IRI)
		default:
			return x, false
		}
	}
	n := len(x.genera) + len(x.fillers)
	return x, len(x.genera) <= 1 && len(x.fillers) > 0 && n <= mostSlots
}

// abstract adds the patterns that a class is an instance of: by each of its texts, with each choice of slots that the
// text names.
func (ps *Patterns) abstract(c *Described, kind dl.AxiomKind, d dl.Concept, found map[string]*Pattern) {
	x, ok := partsOf(d)
	if !ok {
		return
	}
	slots := append(slices.Clone(x.genera), x.fillers...)
	add := func(text string, isDef bool) {
		for choice := 1; choice < 1<<len(slots); choice++ {
			form, filled := ps.replace(text, slots, choice)
			if form == "" {
				continue
			}
			p := &Pattern{Kind: kind, Text: form, IsDef: isDef, Relations: x.relations, Fillers: filled[len(x.genera):]}
			if len(x.genera) > 0 {
				p.Genus = filled[0]
			}
			ps.addInstance(p, c.IRI, slots, found)
			if kind == dl.EquivalentClasses && p.Genus != "" && !strings.Contains(p.Genus, "{") {
				bySuper := *p
				bySuper.Genus = Super
				ps.addInstance(&bySuper, c.IRI, slots, found)
			}
		}
	}
	for _, name := range c.plain {
		add(name, false)
	}
	for _, text := range c.plainDefinition {
		add(text, true)
	}
}

func (ps *Patterns) addInstance(p *Pattern, class string, slots []string, found map[string]*Pattern) {
	key := p.key()
	if found[key] == nil {
		found[key] = p
	}
	if p = found[key]; !slices.Contains(p.Instances, class) {
		p.Instances, p.seen = append(p.Instances, class), append(p.seen, slots)
	}
}

func (p *Pattern) key() string {
	key := []string{string(p.Kind), p.Text, p.Genus}
	for i, r := range p.Relations {
		key = append(key, r, p.Fillers[i])
	}
	return strings.Join(key, "\n")
}

// fill returns what the pattern says of the class; nil if no text has the form, or what would fill a slot is no class.
func (ps *Patterns) fill(p *Pattern, c *Described) dl.Concept {
	texts := c.plain
	if p.IsDef {
		texts = c.plainDefinition
	}
	for _, text := range texts {
		m := p.form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if d := ps.filled(p, c, m); d != nil {
			return d
		}
	}
	return nil
}

func (ps *Patterns) filled(p *Pattern, c *Described, match []string) dl.Concept {
	class := func(slot string) string {
		iri := slot
		if at := strings.Index(slot, "{"); at >= 0 {
			iri = ps.byName[slot[:at]+match[p.form.SubexpIndex("s"+slot[at+1:at+2])]+slot[at+3:]]
		}
		if iri == c.IRI || iri != "" && ps.holds(iri, dl.Name{IRI: c.IRI}) {
			return "" // it would be defined by itself
		}
		return iri
	}
	var all []dl.Concept
	for i, r := range p.Relations {
		filler := class(p.Fillers[i])
		if filler == "" || !ps.isOfKind(p.kinds[i], filler) {
			return nil
		}
		all = append(all, dl.Exists{Role: dl.Role{IRI: r}, C: dl.Name{IRI: filler}})
	}
	if p.Genus == "" {
		return dl.Conj(all...)
	}
	genus := ""
	if p.Genus == Super {
		genus = ps.superOf(c, all)
	} else {
		genus = class(p.Genus)
	}
	if genus == "" || !ps.isOfKind(p.genusKinds, genus) || len(c.Supers) > 0 && !ps.holds(c.IRI, dl.Name{IRI: genus}) {
		return nil
	}
	for _, some := range all { // a thing is not told from others of its genus by these
		filler := some.(dl.Exists).C.(dl.Name)
		if ps.holds(filler.IRI, dl.Name{IRI: genus}) || ps.holds(genus, filler) {
			return nil
		}
	}
	return dl.Conj(append([]dl.Concept{dl.Name{IRI: genus}}, all...)...)
}

// isOfKind reports whether the class of a slot is below what those of all instances are below: what was said of
// specimens only is said of no assay.
func (ps *Patterns) isOfKind(kinds []string, class string) bool {
	return !slices.ContainsFunc(kinds, func(kind string) bool {
		return class != kind && !ps.holds(class, dl.Name{IRI: kind})
	})
}

// findKinds sets the kinds of the slots: the common superclasses of what is there.
func (ps *Patterns) findKinds(p *Pattern) {
	for k := range p.seen[0] {
		var common []string
		for i, slots := range p.seen {
			above := append(ps.classes[slots[k]].above(ps), slots[k])
			if i == 0 {
				common = above
				continue
			}
			common = slices.DeleteFunc(common, func(super string) bool { return !slices.Contains(above, super) })
		}
		if k == 0 && p.Genus != "" {
			p.genusKinds = common
		} else {
			p.kinds = append(p.kinds, common)
		}
	}
}

// above returns the superclasses.
func (c *Described) above(ps *Patterns) (all []string) {
	if c == nil {
		return nil
	}
	all = slices.Clone(c.Supers)
	for i := 0; i < len(all); i++ {
		if super := ps.classes[all[i]]; super != nil {
			for _, s := range super.Supers {
				if !slices.Contains(all, s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// superOf returns the one nearest superclass that does not meet the conditions; empty if there are others.
func (ps *Patterns) superOf(c *Described, conditions []dl.Concept) (genus string) {
	for _, super := range c.Supers {
		if ps.holds(super, dl.Conj(conditions...)) {
			continue
		}
		if genus != "" {
			return ""
		}
		genus = super
	}
	return genus
}

// leastPattern is the least confidence of a pattern. A reviewer sees the others that have the form.
const leastPattern = 0.5

// Complete returns what patterns say of a class: its definition, if it has none, and conditions that it lacks.
func (ps *Patterns) Complete(class string) (out []Candidate) {
	c := ps.classes[class]
	if c == nil {
		return nil
	}
	var all []Candidate
	for _, p := range ps.mayFit(c) {
		isDefinition := p.Kind == dl.EquivalentClasses
		if isDefinition && !c.IsUndefined || p.Confidence() < leastPattern {
			continue
		}
		d := ps.fill(p, c)
		if d == nil || !isDefinition && ps.holds(class, d) {
			continue
		}
		all = append(all, Candidate{
			Axiom: dl.Axiom{Kind: p.Kind, Subject: class, Concept: d}, By: ByPattern, Pattern: p,
			Supporting: p.Instances[:min(mostNamed, len(p.Instances))], Excluded: p.others[:min(mostNamed, len(p.others))],
			Support: len(p.Instances), Of: p.Of, Confidence: p.Confidence(), Size: dl.Size(d),
		})
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		known := func(x Candidate) int { // how many of its parts are known of the class, the nearest twice
			n := 0
			for _, part := range dl.Conjuncts(x.Concept) {
				if ps.holds(class, part) {
					n++
				}
				if genus, is := part.(dl.Name); is && slices.Contains(c.Supers, genus.IRI) {
					n++
				}
			}
			return n
		}
		words := func(x Candidate) int { return len(strings.Fields(slotOrWord.ReplaceAllString(x.Pattern.Text, ""))) }
		return cmp.Or(known(b)-known(a), words(b)-words(a), cmp.Compare(b.Confidence, a.Confidence), b.Support-a.Support,
			a.Size-b.Size)
	})
	for _, x := range all { // one definition, and what it does not say
		says := slices.ContainsFunc(out, func(o Candidate) bool {
			return o.Kind == x.Kind && x.Kind == dl.EquivalentClasses || slices.Contains(dl.Conjuncts(o.Concept), x.Concept) ||
				o.Concept == x.Concept
		})
		if !says {
			out = append(out, x)
		}
	}
	return out
}
