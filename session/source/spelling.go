package source

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Why an individual is not in the source although it seems to be: its IRI is spelled in another
// way there, or its statements are in a named graph that is not asked.

// mostHints is how many unknown examples are looked for in other ways.
const mostHints = 3

// withHint adds to an error about unknown examples where they are, if anywhere.
func (s Use) withHint(ctx context.Context, err error) error {
	var unknown *extract.UnknownExamplesError
	if !errors.As(err, &unknown) || unknown.Found != "" || s.Source == nil || ctx.Err() != nil {
		return err
	}
	for _, iri := range unknown.IRIs[:min(mostHints, len(unknown.IRIs))] {
		if unknown.Hint == "" { // else it is a class, and the hint says what to do
			unknown.Found = s.onlyLeftOut(ctx, iri)
		}
		if unknown.Found == "" {
			unknown.Found = s.findElsewhere(ctx, iri)
		}
		if unknown.Found != "" {
			break
		}
	}
	return err
}

// findElsewhere says where the individual is; it is empty if it is nowhere, or if looking fails.
func (s Use) findElsewhere(ctx context.Context, iri string) string {
	if g, err := Graph(ctx, s); err == nil {
		others := slices.DeleteFunc(spellings(iri), func(o string) bool { _, err := queries.IRI(o); return err != nil })
		if stated, err := graph.StatedTerms(ctx, g, others); err == nil {
			for _, other := range others {
				if stated[other] {
					return fmt.Sprintf("it has statements about %s: did you mean that?", graph.Bracketed(other))
				}
			}
		}
	}
	q, err := queries.GraphsOf(iri, mostGraphs+1)
	if err != nil {
		return ""
	}
	return s.namedGraphs(ctx, q, graph.Bracketed(iri)+" is in")
}

// onlyLeftOut says what is stated of an individual of which all statements are left out; it is empty if there is
// nothing. A database does not have what was left out of the extraction.
func (s Use) onlyLeftOut(ctx context.Context, iri string) string {
	e := s.Config.Exclusions()
	if ExtractedOnly(s) {
		return "the database has nothing of it: check the spelling, or extract it, too, " +
			"with what is left out by default (--only all)"
	}
	left := s.leftOutOf(ctx, iri)
	var names []string
	var lift string
	for _, of := range []struct {
		names []string
		why   func(iri string) extract.Cause
	}{{left.Classes, e.WhyClass}, {left.Properties, e.WhyProperty}} {
		for _, iri := range of.names {
			name := s.Source.Prefixes().Shorten(iri)
			if flag := s.Config.LeftOutBy(of.why(iri)); flag != "" {
				name += " by " + flag
			} else if !e.NoDefaults {
				lift = ": --only all uses what genus leaves out by default"
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("all that is stated of %s is left out (%s)%s", graph.Bracketed(iri), strings.Join(names, ", "),
		lift)
}

// leftOutOf returns what is stated of the individual and left out.
func (s Use) leftOutOf(ctx context.Context, iri string) (left Names) {
	if d := s.Source.Data(); d != nil && d.FromFiles() {
		left.Properties, left.Classes = d.LeftOutAt(ctx, func(a string) bool { return a == iri }, ^dl.Language(0))
		return left
	}
	v := s.Config.Vocabulary().WithDefaults()
	symbols := graph.NewSymbols(v, s.Config.Exclusions().WithDefaults())
	for _, x := range s.Source.Statements(ctx, s, []string{iri}) {
		switch {
		case x.Property == v.Type && !symbols.IsName(x.Object):
			left.Classes = append(left.Classes, x.Object)
		case x.Property != v.Type && x.Property != v.SubClassOf && !symbols.Uses(x.Property):
			left.Properties = append(left.Properties, x.Property)
		}
	}
	for _, list := range []*[]string{&left.Classes, &left.Properties} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return left
}

// HintAtGraphs says which named graphs the endpoint has, if it has nothing in its default graph.
func HintAtGraphs(ctx context.Context, s Use) string {
	if !s.Source.isEmpty(ctx) {
		return ""
	}
	return s.namedGraphs(ctx, allGraphs(mostGraphs+1), "all data is in")
}

// namedGraphs says which graphs the query returns, and how to ask them; it is empty if there are none.
func (s Use) namedGraphs(ctx context.Context, q, where string) string {
	graphs, more := s.Source.namedGraphs(ctx, s, q)
	if len(graphs) == 0 {
		return ""
	}
	var flags []string
	for _, g := range graphs {
		flags = append(flags, "--graph '"+g+"'")
	}
	switch {
	case more:
		where += fmt.Sprintf(" more than %d named graphs", mostGraphs)
	case len(graphs) > 1:
		where += fmt.Sprintf(" %d named graphs", len(graphs))
	default:
		where += " the named graph " + graph.Bracketed(graphs[0])
	}
	where += ", which the endpoint leaves out of its default graph"
	if s.Remote {
		return where + ": open the source with that graph"
	}
	return where + ": add " + strings.Join(flags, " ")
}

// mostGraphs is how many graphs are named.
const mostGraphs = 10

// selectGraphs returns the named graphs that the query selects, at most so many.
func selectGraphs(ctx context.Context, client extract.Client, q string, most int) (graphs []string, more bool) {
	t, err := client.Select(ctx, q)
	if err != nil {
		return nil, false
	}
	for _, row := range t.Rows {
		if len(row) == 1 && row[0] != nil && queries.IsIRI(row[0].String()) {
			graphs = append(graphs, row[0].String())
		}
	}
	slices.Sort(graphs)
	return graphs[:min(most, len(graphs))], len(graphs) > most
}

// pageOf matches the addresses of pages about things, which are not the things.
var pageOf = regexp.MustCompile(
	`^https?://(?:www\.wikidata\.org/wiki/(?:Special:EntityPage/)?([QP]\d+)|(?:[a-z]+\.)?dbpedia\.org/page/(.+))$`)

// spellings returns other ways to write an IRI: with other escapes, the other scheme, another normal
// form, with or without a slash at its end, and the thing that a page is about.
func spellings(iri string) []string {
	base := []string{iri}
	if m := pageOf.FindStringSubmatch(iri); m != nil && m[1] != "" {
		base = append(base, "http://www.wikidata.org/entity/"+m[1])
	} else if m != nil {
		base = append(base, "http://dbpedia.org/resource/"+m[2])
	}
	if plain, err := url.PathUnescape(iri); err == nil {
		base = append(base, plain)
	}
	var all []string
	add := func(s string) {
		if s != iri && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, b := range base {
		for _, form := range []string{b, norm.NFC.String(b), norm.NFD.String(b)} {
			for _, escaped := range []string{form, escape(form, false), escape(form, true)} {
				for _, s := range []string{escaped, lowerEscapes(escaped)} {
					add(s)
					add(otherScheme(s))
					slash := strings.TrimSuffix(s, "/")
					if slash == s {
						slash += "/"
					}
					add(slash)
				}
			}
		}
	}
	return all
}

// OtherForms returns the text in the Unicode normal forms C and D, as far as they differ from it.
func OtherForms(text string) (forms []string) {
	for _, form := range []string{norm.NFC.String(text), norm.NFD.String(text)} {
		if form != text && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms
}

// InOtherForms returns, for each of the IRIs that known does not have, the form of it that known has, if any.
func InOtherForms(iris []string, known func(iris []string) (map[string]bool, error)) (map[string]string, error) {
	var asked []string
	for _, iri := range iris {
		if forms := OtherForms(iri); len(forms) > 0 {
			asked = append(append(asked, iri), forms...)
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	has, err := known(asked)
	to := map[string]string{}
	for _, iri := range iris {
		for _, form := range OtherForms(iri) {
			if has[form] && !has[iri] {
				to[iri] = form
			}
		}
	}
	return to, err
}

// ThatWasExtracted restricts what is said of statements to those of a database.
const ThatWasExtracted = " that was extracted"

// ExtractedOnly reports whether the source has only the statements that were extracted.
func ExtractedOnly(s Use) bool { return !s.Source.Slow() && !s.Source.Complete() }

// CheckExcluded does for the classes that a request leaves out what is done for those in the settings when the
// source is opened: it warns of unknown ones, and returns the settings with the others as the source writes them.
func CheckExcluded(ctx context.Context, s Use, classes []string) Use {
	listed := slices.DeleteFunc(s.Config.Listed(), func(n config.Listed) bool { return !slices.Contains(classes, n.Name) })
	for i := range listed {
		listed[i].Setting = "exclude_class"
	}
	s.Config = s.Config.Respelling(s.checkListed(ctx, listed))
	return s
}

// checkListed warns of properties and classes to use or to leave out that are in no statement of the source, and
// returns the Unicode normal forms that it has of them. It says nothing of a source that does not answer.
func (s Use) checkListed(ctx context.Context, listed []config.Listed) (forms map[string]string) {
	if len(listed) == 0 {
		return nil
	}
	var iris []string
	for _, n := range listed {
		iris = append(append(iris, n.IRI), OtherForms(n.IRI)...)
	}
	iris = slices.DeleteFunc(iris, func(iri string) bool { _, err := queries.IRI(iri); return err != nil })
	stated, err := s.statedNames(ctx, iris)
	if err != nil {
		s.Reporter.Detail("properties to use or to leave out: %s", say.OneLine(err.Error()))
		return nil
	}
	of := ""
	if ExtractedOnly(s) {
		of = ThatWasExtracted
	}
	forms = map[string]string{}
	for _, n := range listed {
		isForm := slices.IndexFunc(OtherForms(n.IRI), func(form string) bool { return stated[form] })
		switch {
		case stated[n.IRI]:
		case isForm >= 0:
			forms[n.IRI] = OtherForms(n.IRI)[isForm]
		default:
			name := s.Source.Prefixes().Shorten(n.IRI)
			s.Reporter.Note("warning: %s %s: it is in no statement%s", n.Setting, name, of)
		}
	}
	NoteForms(s, forms)
	return forms
}

// statedNames returns which of the properties and classes are in statements of the source, or follow from such.
func (s Use) statedNames(ctx context.Context, iris []string) (map[string]bool, error) {
	var g graph.Graph = s.Source.Graph()
	if client := s.Source.Endpoint(); client != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, recogniseTimeout)
		defer cancel()
		g = graph.NewWholeGraph(client, s.Config.Vocabulary(), s.Config.Exclusions(), queries.Options{})
	}
	stated, err := graph.StatedTerms(ctx, g, iris)
	if err != nil {
		return nil, err
	}
	v := s.Config.Vocabulary().WithDefaults()
	if d := s.Source.Data(); d != nil {
		v = d.Vocabulary
		for _, iri := range iris {
			things, literals, _ := d.StatedValues(iri)
			stated[iri] = stated[iri] || things || literals
		}
	}
	for _, iri := range append(v.Label, v.Type, v.SubClassOf) { // these have a use of their own
		stated[iri] = true
	}
	return stated, nil
}

// formsIn returns the Unicode normal forms that the statements have of the properties and classes in the settings.
func formsIn(c config.Config, of stated) map[string]string {
	var iris []string
	for _, n := range c.Listed() {
		iris = append(iris, n.IRI)
	}
	forms, _ := InOtherForms(iris, func(iris []string) (map[string]bool, error) {
		has, typing := map[string]bool{}, c.Vocabulary().WithDefaults().Type
		for _, iri := range iris {
			has[iri] = len(of("", iri, "")) > 0 || len(of("", typing, iri)) > 0
		}
		return has, nil
	})
	return forms
}

// inOtherForms returns the forms of unknown examples that the source knows.
func (s Use) inOtherForms(ctx context.Context, unknown []string) map[string]string {
	to, err := InOtherForms(unknown, func(iris []string) (map[string]bool, error) {
		g, err := Graph(ctx, s)
		if err != nil {
			return nil, err
		}
		known, err := graph.KnownTerms(ctx, g, iris)
		has := map[string]bool{}
		for _, iri := range known {
			has[iri] = true
		}
		return has, err
	})
	if err != nil {
		s.Reporter.Detail("examples in another Unicode normal form: %s", say.OneLine(err.Error()))
	}
	return to
}

// NoteForms says that IRIs are read in another normal form.
func NoteForms(s Use, to map[string]string) {
	for _, from := range slices.Sorted(maps.Keys(to)) {
		s.Reporter.Note("note: %s is in another Unicode normal form in the data, and is read so",
			s.Source.Prefixes().Shorten(from))
	}
}

func otherScheme(iri string) string {
	if rest, ok := strings.CutPrefix(iri, "http://"); ok {
		return "https://" + rest
	}
	if rest, ok := strings.CutPrefix(iri, "https://"); ok {
		return "http://" + rest
	}
	return iri
}

// escape escapes what is not ASCII, or punctuation of the last part of the path, too.
func escape(iri string, punctuation bool) string {
	last := strings.LastIndexAny(iri, "/#") + 1
	var b strings.Builder
	for i := range len(iri) {
		c := iri[i]
		if c >= 0x80 || c == ' ' || punctuation && i >= last && strings.IndexByte("()',!*;:@&=+$", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

var percent = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

func lowerEscapes(iri string) string { return percent.ReplaceAllStringFunc(iri, strings.ToLower) }
