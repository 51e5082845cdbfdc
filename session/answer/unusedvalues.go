package answer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/bisim"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// nameUnused names what tells apart a pair of examples that no concept can, because genus does not use it:
// properties and classes that it leaves out, kinds of values, and roles that an extraction has dropped.
// Otherwise the reason would be that nothing does.
func (s Worker) nameUnused(ctx context.Context, p *source.Problem, f *learner.Fitting) {
	for i, reasons := range f.Reasons {
		if len(reasons) != 1 || !slices.Contains(reasons[0].Kinds, bisim.Nothing) {
			continue
		}
		pair := f.Ceiling.Pairs[i]
		d := difference{
			s:       s,
			p:       p,
			of:      map[string]map[string]int{},
			classes: map[string]bool{},
			why:     map[string]string{},
			removed: map[string]string{},
		}
		d.compare(ctx, p.Structure.IRI(pair[0]), p.Structure.IRI(pair[1]))
		if texts := d.texts(); len(texts) > 0 {
			reasons[0].Text = strings.Join(texts, "; ")
		} else if !s.Source.Complete() {
			reasons[0].Text = "nothing that was extracted tells them apart"
		}
	}
}

// A difference has what is stated of two examples and not used.
type difference struct {
	s       Worker
	p       *source.Problem
	of      map[string]map[string]int // by name: 1, 2 or 3 for each value of one or both
	classes map[string]bool           // the names of classes
	why     map[string]string         // of names: of which kind the values are; empty: it is left out
	removed map[string]string         // reasons, of properties that were dropped
}

// The limits of a comparison.
const (
	mostCompared = 200 // things whose statements are compared at once
	mostSteps    = 8   // along blank nodes, such as lists
)

// at is a thing that one step or more lead to from an example.
type at struct {
	side       int
	path, left string // left is the first name on the path that is left out
}

// compare compares what is stated of a and b: in files also of the things that they are linked to, and of blank
// nodes behind these.
func (d *difference) compare(ctx context.Context, a, b string) {
	here := map[string][]at{a: {{side: 1}}, b: {{side: 2}}}
	for step := 0; step < mostSteps && len(here) > 0 && ctx.Err() == nil; step++ {
		next := map[string][]at{}
		for _, x := range d.s.Source.Statements(ctx, d.s.Use, slices.Sorted(maps.Keys(here))) {
			for _, from := range here[x.Subject] {
				name, why := d.unused(x, step)
				if from.left != "" {
					name, why = from.left, ""
				}
				isBlank := strings.HasPrefix(x.Object, graph.Blank)
				value := x.Object + "\x00" + x.Lexical + "\x00" + x.Datatype + "\x00" + x.Lang
				if isBlank {
					value = graph.Blank
				}
				to := at{from.side, from.path + x.Property + "\x00" + value + "\x00", from.left}
				if name != "" {
					d.note(name, why, to)
					if why == "" {
						to.left = name
					}
				}
				if x.Object != "" && d.s.Source.Complete() && (isBlank || step == 0) && len(next) < mostCompared {
					next[x.Object] = append(next[x.Object], to)
				}
			}
		}
		here = next
	}
}

func (d *difference) note(name, why string, of at) {
	if d.of[name] == nil {
		d.of[name] = map[string]int{}
	}
	d.of[name][of.path] |= of.side
	d.why[name] = why
}

// unused returns the property or class of the statement that is not used, and of which kind its values are then;
// an empty name if the statement is used.
func (d *difference) unused(x extract.Statement, step int) (name, why string) {
	v := d.p.Info.Vocabulary
	switch {
	case x.Property == v.Type && d.isLeftOut(x.Object, true):
		d.classes[x.Object] = true
		return x.Object, ""
	case x.Property == v.Type || x.Property == v.SubClassOf:
		return "", ""
	case d.isLeftOut(x.Property, false):
		return x.Property, ""
	case x.Object == "":
		if why = unusedKind(x, v.Strings, d.p.Source.Prefixes()); why != "" {
			return x.Property, why
		}
	}
	if i := slices.IndexFunc(d.p.Removed,
		func(r interp.Removal) bool { return r.Feature == x.Property || r.Role.IRI == x.Property }); i >= 0 && step == 0 {
		d.removed[x.Property] = d.p.Removed[i].Reason
	}
	return "", ""
}

// isLeftOut reports whether the property or class is left out.
func (d *difference) isLeftOut(iri string, isClass bool) bool {
	if data := d.p.Source.Data(); data != nil && data.FromFiles() {
		if isClass {
			return len(data.LeavesOut(nil, []string{iri})) > 0
		}
		return len(data.LeavesOut([]string{iri}, nil)) > 0
	}
	symbols := graph.NewSymbols(d.p.Info.Vocabulary.WithDefaults(), d.s.Config.Exclusions().WithDefaults())
	if isClass {
		return !symbols.IsName(iri)
	}
	return !symbols.Uses(iri) && !symbols.IsAboutStatements(iri)
}

// texts says what differs, each in a phrase.
func (d *difference) texts() (texts []string) {
	shorten := func(iri string) string { return d.p.PrefixesOf(dl.Name{IRI: iri}).Shorten(iri) }
	var values []string
	var left source.Names
	for name, sides := range d.of {
		differs := slices.ContainsFunc(slices.Collect(maps.Values(sides)), func(side int) bool { return side != 3 })
		switch {
		case !differs:
		case d.why[name] != "":
			values = append(values, fmt.Sprintf("%s (%s)", shorten(name), d.why[name]))
		case d.classes[name]:
			left.Classes = append(left.Classes, name)
		default:
			left.Properties = append(left.Properties, name)
		}
	}
	slices.Sort(values)
	if len(values) > 0 {
		texts = append(texts, "values that are not used: "+strings.Join(values, ", "))
	}
	if left := d.s.leftOut(left, d.p.PrefixesOf, "--only all uses every property"); len(left) > 0 {
		texts = append(texts, strings.Join(left, " and "))
	}
	for _, name := range slices.Sorted(maps.Keys(d.removed)) {
		texts = append(texts, fmt.Sprintf("perhaps %s, which was left out: %s", shorten(name), d.removed[name]))
	}
	return texts
}

// unusedKind says of which kind a literal is, if no concept is about such literals.
func unusedKind(l extract.Statement, strings bool, prefixes syntax.Prefixes) string {
	_, known := dl.KindOf(l.Datatype)
	switch {
	case l.Lang != "":
		return "texts with a language"
	case l.Datatype == dl.XSD+"string" && !strings:
		return "texts: --strings uses them"
	}
	switch _, err := dl.ParseLiteral(l.Lexical, l.Datatype); {
	case err != nil && !known:
		return "values of type " + prefixes.Shorten(l.Datatype)
	case err != nil:
		return "values that are no " + prefixes.Shorten(l.Datatype)
	}
	return ""
}
