package command

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	learner "github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/enrich"
)

func (a *program) writeEnriched(ctx context.Context, e enrichResults, format string) ([]byte, error) {
	var b bytes.Buffer
	switch format {
	case "json":
		err := e.Describe()
		if err == nil {
			err = say.WriteJSON(&b, e.EnrichOutput)
		}
		return b.Bytes(), err
	case "patch":
		return a.enrichedPatch(ctx, e)
	case "kgcl":
		return a.enrichedKGCL(e)
	case "turtle", "shacl", "robot":
		return a.enrichedDocument(e, format)
	}
	v, err := e.view()
	if err != nil {
		return nil, err
	}
	switch format {
	case "markdown":
		err = markdownTemplate.Execute(&b, v)
	default:
		err = v.text(&b)
	}
	return b.Bytes(), err
}

// enrichedDocument writes the ticked axioms as OWL, a template of ROBOT or SHACL. Without --accept it writes
// the conditions that reach the confidence as shapes, or the axioms without exceptions
// as OWL: these hold in the data, so they are consistent with it.
func (a *program) enrichedDocument(e enrichResults, format string) ([]byte, error) {
	var axioms []syntax.Axiom
	var shapes []syntax.Shape
	for _, r := range e.Results {
		for _, c := range r.Candidates {
			if !e.isWritten(c, format) {
				continue
			}
			x, err := c.Axiom()
			if err != nil {
				return nil, err
			}
			comment := c.Evidence()
			one := syntax.Axiom{Axiom: x, Comment: comment}
			if e.provenance == "none" {
				one.Comment = ""
			} else if c.Was == "" { // else the evidence was for another axiom
				one.Support, one.Confidence = c.Support, strconv.FormatFloat(c.Confidence, 'f', 4, 64)
			}
			axioms = append(axioms, one)
			if c.Kind == dl.SubClassOf {
				shapes = append(shapes,
					syntax.Shape{IRI: "urn:genus:shape:" + c.ID, Target: c.Subject, Concept: x.Concept, Message: comment})
			}
		}
	}
	var text string
	var skipped []error
	o := syntax.OntologyOptions{Prefixes: e.ReaderPrefixes(), Kinds: e.kinds(), AnyDatatype: e.isReviewed}
	switch format {
	case "robot":
		text, skipped = syntax.ROBOTTemplate(axioms, o)
	case "turtle":
		text, skipped = syntax.TurtleOntology(axioms, o)
	default:
		if len(shapes) == 0 {
			return nil, fmt.Errorf("there is no condition to write as a shape")
		}
		var err error
		text, err = syntax.SHACLShapes(shapes, syntax.SHACLOptions{
			Prefixes: o.Prefixes, Kinds: o.Kinds, Type: e.Type, SubClassOf: e.SubClassOf, Closure: e.Closure,
		})
		if err != nil {
			return nil, err
		}
		if n := len(axioms) - len(shapes); n > 0 {
			a.status.Note("left out: %s: a shape has what the members of a class must satisfy", say.Plural(n, "other axiom"))
		}
	}
	for _, err := range skipped {
		a.status.Note("left out: %v", err)
	}
	if errors.Is(errors.Join(skipped...), syntax.ErrDatatype) {
		a.status.Note("--accept writes ticked axioms with such datatypes, too")
	}
	return []byte(text), nil
}

// owlFormats are the formats of axioms in OWL.
var owlFormats = []string{"turtle", "robot", "patch", "kgcl"}

// isWritten reports whether the format has the proposal: all that are ticked; else those that reach the confidence,
// and of OWL those without exceptions.
func (e enrichResults) isWritten(c enrich.Proposal, format string) bool {
	switch {
	case e.isReviewed || format == "dosdp":
		return true
	case slices.Contains(owlFormats, format):
		return c.Confidence >= e.Confidence && c.Confidence == 1
	}
	return c.Confidence >= e.Confidence
}

// enrichView holds the results in the form of the reports for people.
type enrichView struct {
	Source   string      // with the size of the sample
	Found    []enrichRow // the definitions, for the table
	Sections []enrichSection
	Fits     string // how many stated axioms the data fits; empty for none
}

type enrichSection struct {
	Name, Note   string
	Members      string
	Lines, Unmet []enrichRow
	Fits         []enrichRow // of a section that has something else, or of a class that was named
	Folded       []enrichRow // disjointness axioms, if there are more than mostDisjoint
}

// mostDisjoint is how many disjointness axioms of a class are not folded.
const mostDisjoint = 3

type enrichRow struct {
	api.ProposalText
	Kind       dl.AxiomKind
	ID         string
	Members    int
	Confidence string
	Size       int
	Weak       bool // below --confidence
}

func (e enrichResults) view() (v enrichView, err error) {
	if v.Source = e.Source; e.Sample > 0 {
		v.Source += ", by " + say.Plural(e.Sample, "individual")
	}
	p, fits := e.ReaderPrefixes(), 0
	for _, r := range e.Results {
		s, err := e.section(r, p)
		if err != nil {
			return v, err
		}
		defined := func() bool { return len(s.Lines) > 0 && s.Lines[0].Kind == dl.EquivalentClasses }
		if defined() && !e.isReviewed && s.Lines[0].Weak {
			s.Note = fmt.Sprintf("no definition found: the best, %s, has F1 %s", s.Lines[0].Concept, s.Lines[0].Confidence)
			s.Lines = s.Lines[1:]
		}
		if defined() {
			v.Found = append(v.Found, s.Lines[0])
		} else if !r.Property && !e.isReviewed {
			v.Found = append(v.Found,
				enrichRow{
					ProposalText: api.ProposalText{Subject: api.Title(r.Subject, r.Labels, p), Concept: "–"},
					Members:      r.Members,
					Confidence:   "–",
				})
		}
		s.fold()
		fits += len(s.Fits)
		if len(s.Lines)+len(s.Unmet) > 0 || s.Note != "" || len(e.Results) == 1 && len(s.Fits) > 0 {
			v.Sections = append(v.Sections, s)
		}
	}
	if fits > 0 {
		v.Fits = say.Plural(fits, "stated axiom")
	}
	return v, nil
}

// section returns the proposals about a class or property, in words.
func (e enrichResults) section(r genus.Proposals, p syntax.Prefixes) (enrichSection, error) {
	s := enrichSection{Name: api.Title(r.Subject, nil, p), Note: r.Note, Members: say.Plural(r.Members, "member")}
	if label := r.Labels[r.Subject]; label != "" {
		s.Name = label + " (" + s.Name + ")"
	}
	if r.Property {
		s.Members = say.Plural(r.Members, "pair")
	}
	for _, part := range []struct {
		from []enrich.Proposal
		to   *[]enrichRow
	}{{r.Candidates, &s.Lines}, {r.Unmet, &s.Unmet}, {r.Fits, &s.Fits}} {
		for _, c := range part.from {
			row, err := e.row(c, r, p)
			if err != nil {
				return s, err
			}
			*part.to = append(*part.to, row)
		}
	}
	return s, nil
}

// fold moves disjointness axioms out of the lines if there are many.
func (s *enrichSection) fold() {
	var others, disjoint []enrichRow
	for _, l := range s.Lines {
		if l.Kind == dl.DisjointClasses {
			disjoint = append(disjoint, l)
		} else {
			others = append(others, l)
		}
	}
	if len(disjoint) > mostDisjoint {
		s.Lines, s.Folded = others, disjoint
	}
}

func (e enrichResults) row(c enrich.Proposal, r genus.Proposals, p syntax.Prefixes) (enrichRow, error) {
	text, err := e.Text(c, r, p)
	return enrichRow{
		ProposalText: text,
		ID:           c.ID,
		Kind:         c.Kind,
		Members:      r.Members,
		Confidence:   strconv.FormatFloat(c.Confidence, 'f', 3, 64),
		Size:         c.Size,
		Weak:         c.Confidence < e.Confidence && c.By != learner.ByPattern,
	}, err
}

// The reports for people.
var (
	//go:embed enrich_markdown.tmpl
	enrichMarkdown string
	//go:embed enrich_text.tmpl
	enrichText string

	markdownTemplate = template.Must(
		template.New("markdown").Funcs(template.FuncMap{"esc": escapeMarkdown.Replace}).Parse(enrichMarkdown),
	)
	textTemplate = template.Must(template.New("text").Parse(enrichText))
)

// escapeMarkdown escapes characters that Markdown reads as markup.
var escapeMarkdown = strings.NewReplacer("*", `\*`, "_", `\_`, "|", `\|`, "<", "&lt;", ">", "&gt;", "`", "'")

// text writes the results for a terminal.
func (v enrichView) text(b *bytes.Buffer) error {
	if err := textTemplate.Execute(b, v); err != nil || len(v.Found) == 0 {
		return err
	}
	t := table{columns: []string{"class", "members", "definition", "F1", "size"}}
	for _, f := range v.Found {
		var size any
		if f.Size > 0 {
			size = f.Size
		}
		t.rows = append(t.rows, []any{f.Subject, f.Members, f.Concept, f.Confidence, size})
	}
	p := &page{w: b}
	p.textTable(t, 0)
	return p.err
}
