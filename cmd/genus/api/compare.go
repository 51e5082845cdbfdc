package api

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/internal/sheet"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// SetInput is a set of individuals: the members of a concept, or those that a list names.
type SetInput struct {
	Concept  string   `json:"concept,omitempty" maxLength:"65536" jsonschema:"a concept, or a SPARQL query"`
	Variable string   `json:"variable,omitempty" jsonschema:"of a query: the variable with the members"`
	Names    []string `json:"names,omitempty" maxItems:"10000" jsonschema:"in place of a concept: names or IRIs"`

	// Definition, if not nil, is the concept, which was read from OWL.
	Definition dl.Concept `json:"-"`
}

// CompareInput has two sets.
type CompareInput struct {
	A       SetInput     `json:"a" jsonschema:"the first set: concept or names"`
	B       SetInput     `json:"b" jsonschema:"the second set: concept or names"`
	Limit   int          `json:"limit,omitempty" minimum:"0" maximum:"100000" jsonschema:"list so many of each part (100)"`
	Learn   bool         `json:"learn,omitempty" jsonschema:"learn what tells A from B: definition has it"`
	Options LearnOptions `json:"options,omitzero" jsonschema:"of learning: settings other than those of the program"`
	All     bool         `json:"-"` // list all individuals
	Format  string       `json:"format,omitempty" jsonschema:"answer with an object (default), or a table: list, iri, label"`
}

// TransformSchema says what the formats are.
func (CompareInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	enum(s, "format", []string{"", "json", "csv", "tsv", "xlsx", "md"})
	return s
}

// SetOutput is what was compared.
type SetOutput struct {
	Concept *notation.Written `json:"concept" jsonschema:"null if the set is a list"`
	English string            `json:"english" jsonschema:"the concept in words; empty for a list"`
	Total   *int              `json:"total" jsonschema:"how many individuals it has; null if they were not counted"`
	Scope   string            `json:"scope" jsonschema:"why it is not all members of the concept; empty if it is"`
	Unknown []names.Named     `json:"unknown" jsonschema:"names that mean nothing or may mean several: left out"`
}

// PartOutput has the individuals that are in both sets, or only in one.
type PartOutput struct {
	members.Part
	// Lacks are conditions of the other concept, unless it has only one or is a list.
	Lacks []LackOutput `json:"lacks" jsonschema:"conditions of the other concept that some do not satisfy, most first"`
}

// LackOutput is a condition that some individuals do not satisfy.
type LackOutput struct {
	Concept notation.Written `json:"concept" jsonschema:"the condition"`
	English string           `json:"english" jsonschema:"the condition in words"`
	Members *int             `json:"members" jsonschema:"how many do not satisfy it; null if they were not counted"`
}

// CompareOutput says which individuals are in both sets, and which are only in one.
type CompareOutput struct {
	Version int        `json:"version" jsonschema:"of the format: 1"`
	A       SetOutput  `json:"a" jsonschema:"the first set"`
	B       SetOutput  `json:"b" jsonschema:"the second set"`
	Both    PartOutput `json:"both" jsonschema:"individuals in both"`
	OnlyA   PartOutput `json:"only_a" jsonschema:"individuals only in A"`
	OnlyB   PartOutput `json:"only_b" jsonschema:"individuals only in B"`
	// Examples are empty if nothing tells A from B. Definition is null then, and if it was not asked for.
	Examples   ComparedExamples `json:"examples" jsonschema:"from which learn learns what tells A from B"`
	Definition *LearnOutput     `json:"definition" jsonschema:"what tells A from B; null if it was not learned"`
	Notes      []string         `json:"notes" jsonschema:"warnings, and what was left out and why"`
	Text       string           `json:"text,omitempty" jsonschema:"the table in the format that was asked for"`
	File       []byte           `json:"-"` // the same, also a workbook; a door sends one of the two
}

// ComparedExamples are individuals of two sets.
type ComparedExamples struct {
	Pos []genus.Term `json:"pos" jsonschema:"individuals that are only in A; if there are none, of both"`
	Neg []genus.Term `json:"neg" jsonschema:"individuals that are only in B; if there are none, of both"`
}

// defaultCompared is how many individuals of each part are listed.
const defaultCompared = 100

// Compare says which individuals are in both sets, and which are only in one.
func Compare(ctx context.Context, s Session, in CompareInput) (out CompareOutput, err error) {
	a, shownA, err := s.set(ctx, "a", in.A)
	if err != nil {
		return out, err
	}
	b, shownB, err := s.set(ctx, "b", in.B)
	if err != nil {
		return out, err
	}
	limit := cmp.Or(in.Limit, defaultCompared)
	if in.All {
		limit = 0
	}
	x, err := s.Members().Compare(ctx, a, b, limit)
	if err != nil {
		return out, err
	}
	out = CompareOutput{Version: 1, A: shownA, B: shownB}
	for _, side := range []struct {
		set  members.Set
		out  *SetOutput
		only members.Part
	}{{a, &out.A, x.OnlyA}, {b, &out.B, x.OnlyB}} {
		if side.out.Total = sum(x.Both.Total, side.only.Total); side.set.Concept == nil {
			continue
		}
		if _, err := s.UnknownNames(ctx, side.set.Concept, x.Problem, false); err != nil {
			return out, err
		}
		written := writtenIn(x.Problem, side.set.Concept)
		side.out.Concept, side.out.English = &written, x.Problem.English(side.set.Concept)
	}
	out.Both, out.OnlyA, out.OnlyB = partOutput(x, x.Both), partOutput(x, x.OnlyA), partOutput(x, x.OnlyB)
	pos, neg := x.Examples(mostLearned)
	out.Examples = ComparedExamples{pos, neg}
	if in.Learn && len(pos) > 0 {
		apart := LearnInput{Pos: irisOf(pos), Neg: irisOf(neg), Options: in.Options}
		out.Definition, _, err = learnUnasked(ctx, s, apart)
		err = s.orWithoutDefinition(ctx, err)
	}
	if out.Notes = s.Collected(); err == nil {
		out.File, err = out.inFormat(in.Format)
	}
	return out, err
}

func irisOf(terms []genus.Term) (iris []string) {
	for _, t := range terms {
		iris = append(iris, t.IRI)
	}
	return iris
}

// sum adds two numbers; nil if one is not known.
func sum(a, b *int) *int {
	if a == nil || b == nil {
		return nil
	}
	n := *a + *b
	return &n
}

func writtenIn(p *genus.Problem, c dl.Concept) notation.Written {
	return notation.Write(c, p.Writing(p.Prefixes()))
}

func partOutput(x *members.Comparison, p members.Part) PartOutput {
	out := PartOutput{p, []LackOutput{}}
	for _, l := range p.Lacks {
		written := writtenIn(x.Problem, l.Condition)
		out.Lacks = append(out.Lacks, LackOutput{written, x.Problem.English(l.Condition), l.Members})
	}
	return out
}

// set reads a set. name is the field of the input.
func (s Session) set(ctx context.Context, name string, in SetInput) (x members.Set, out SetOutput, err error) {
	out.Unknown = []names.Named{}
	isConcept := strings.TrimSpace(in.Concept) != "" || in.Definition != nil
	switch {
	case isConcept && len(in.Names) > 0:
		return x, out, source.Usagef("%s: give a concept or names, not both", name)
	case !isConcept && len(in.Names) == 0:
		return x, out, source.Usagef("%s: give a concept, a query, or the names of a list", name)
	case !isConcept:
		x.List, err = s.list(ctx, name, in.Names, &out)
		return x, out, err
	}
	about := About{Concept: in.Concept, Variable: in.Variable, Definition: in.Definition}
	c, query, err := s.readRows(ctx, about, s.Prefixes())
	if err != nil {
		return x, out, fmt.Errorf("%s: %w", name, err)
	}
	x.Concept = c
	if query == nil || query.Rows.Limit+query.Rows.Offset == 0 { // in a set the order does not matter
		return x, out, nil
	}
	if query.Rows.Groups != nil {
		s.noteRows(query)
		out.Scope = "all members: LIMIT and OFFSET of the query are about groups, and were not used"
		return x, out, nil
	}
	x.Rows, out.Scope = query.Rows, "the query asks for "+
		rowsText(query.Rows.Limit, query.Rows.Offset, query.Rows.By != nil)
	return x, out, nil
}

// rowsText says which rows a query asks for.
func rowsText(limit, offset int, ordered bool) string {
	text := "its members"
	if limit > 0 {
		text = say.Plural(limit, "member")
	}
	if offset > 0 {
		text += fmt.Sprintf(" after the first %d", offset)
	}
	if ordered {
		return text + ", in its order"
	}
	return text + ", in the order of their IRIs"
}

// list finds the individuals that names mean, each once.
func (s Session) list(ctx context.Context, name string, texts []string, out *SetOutput) (iris []string, err error) {
	var wanted []string
	for _, text := range texts {
		if text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")); len(text) > longestName {
			return nil, source.Usagef("%s: a name has at most %d bytes", name, longestName)
		} else if text != "" {
			wanted = append(wanted, text)
		}
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	finder := names.Finder{Use: s.Use(), Rows: true}
	for batch := range slices.Chunk(wanted, mostResolved) {
		found, err := finder.Resolve(ctx, batch)
		if err != nil {
			return nil, err
		}
		for _, n := range found.Names {
			if n.Accepted != nil {
				iris = append(iris, n.Accepted.IRI)
			} else {
				out.Unknown = append(out.Unknown, n)
			}
		}
		if found.Note != "" {
			s.Use().Reporter.Note("note: %s", found.Note)
		}
	}
	out.Scope = "a list"
	if n := len(out.Unknown); n > 0 {
		const without = "a list without %d of its %d names, which mean no individual or may mean several"
		out.Scope = fmt.Sprintf(without, n, len(wanted))
	}
	return iris, nil
}

// mostResolved is how many names are looked up at once.
const mostResolved = 1000

// ComparedNames are the names of the columns of CompareOutput.Lists.
var ComparedNames = []string{"list", "iri", "label"}

// Lists returns the individuals, a row each.
func (out *CompareOutput) Lists() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, list := range []struct {
			name string
			part PartOutput
		}{{"both", out.Both}, {"only A", out.OnlyA}, {"only B", out.OnlyB}} {
			for _, m := range list.part.Members {
				if !yield([]string{list.name, m.IRI, m.Label}) {
					return
				}
			}
		}
	}
}

// inFormat returns the lists in a format of CompareInput; nil for json.
func (out *CompareOutput) inFormat(format string) ([]byte, error) {
	if format == "" || format == "json" {
		return nil, nil
	}
	var b bytes.Buffer
	err := sheet.Output{Form: format}.Write(&b, ComparedNames, out.Lists())
	return b.Bytes(), err
}
