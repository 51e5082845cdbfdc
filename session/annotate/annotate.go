package annotate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// An Annotation says what a table is about.
type Annotation struct {
	Rows    []Row    `json:"rows" jsonschema:"what each row is about"`
	Columns []Column `json:"columns" jsonschema:"the columns but that of the names, in the order of the table"`
	// Differ and Lacking are about the columns that have a path.
	Differ  []Cell `json:"differ" jsonschema:"cells that no value in the graph agrees with"`
	Lacking []Cell `json:"lacking" jsonschema:"cells whose individual has no such value in the graph"`
	Note    string `json:"note" jsonschema:"what was not looked at; empty if nothing"`
}

// A Row is what a row names.
type Row struct {
	Row int `json:"row" jsonschema:"number of the row, from 1, without the names of the columns"`
	names.Named
}

// A Column is a column of the table with the path that gives its cells.
type Column struct {
	Name  string              `json:"name" jsonschema:"as in the table"`
	Path  []members.TableStep `json:"path" jsonschema:"the properties that lead from the individual to the value; empty if no path gives the cells"`
	Year  bool                `json:"year" jsonschema:"the cells are the years of the dates"`
	Agree int                 `json:"agree" jsonschema:"cells that a value of the path agrees with"`
	Of    int                 `json:"of" jsonschema:"cells that are not empty, in rows with an individual"`

	index    int // in the sheet
	roles    []dl.Role
	datatype string // of the values; empty: individuals
}

// A Cell is a cell that does not agree with the graph.
type Cell struct {
	Row        int                  `json:"row" jsonschema:"number of the row, from 1"`
	Individual source.Term          `json:"individual" jsonschema:"that the row is about"`
	Column     string               `json:"column" jsonschema:"name of the column"`
	Cell       string               `json:"cell" jsonschema:"its text"`
	Values     []members.TableValue `json:"values" jsonschema:"what the graph has; empty if nothing"`

	column int // of Annotation.Columns
}

// mostNames is how many names are looked up, and individuals compared, at once.
const mostNames = 1000

// Annotate finds what the rows name and which paths of at most two properties give the columns, and compares every
// cell with the values in the graph.
func (s Annotator) Annotate(ctx context.Context, t Sheet) (*Annotation, error) {
	a := &Annotation{Columns: []Column{}, Differ: []Cell{}, Lacking: []Cell{}}
	if err := s.findRows(ctx, t, a); err != nil {
		return nil, err
	}
	for j, name := range t.Names {
		if j != t.Key {
			a.Columns = append(a.Columns, Column{Name: name, Path: []members.TableStep{}, index: j})
		}
	}
	if len(a.Individuals()) == 0 {
		return a, nil
	}
	if err := s.findPaths(ctx, t, a); err != nil {
		return nil, err
	}
	return a, s.compare(ctx, t, a)
}

// Individuals returns the IRIs of the individuals, each once, in the order of the rows.
func (a *Annotation) Individuals() (iris []string) {
	seen := map[string]bool{}
	for _, r := range a.Rows {
		if r.Accepted != nil && !seen[r.Accepted.IRI] {
			seen[r.Accepted.IRI] = true
			iris = append(iris, r.Accepted.IRI)
		}
	}
	return iris
}

// findRows finds what the rows name.
func (s Annotator) findRows(ctx context.Context, t Sheet, a *Annotation) error {
	a.Rows = make([]Row, len(t.Rows))
	var texts []string
	for i, row := range t.Rows {
		a.Rows[i] = Row{Row: i + 1, Named: names.Named{Text: row[t.Key], Candidates: []names.NameCandidate{}}}
		if text := strings.TrimSpace(row[t.Key]); text != "" {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	found := map[string]names.Named{}
	finder := names.Finder{Use: s.Use, Rows: true}
	for batch := range slices.Chunk(texts, mostNames) {
		s.Reporter.Progress("looking for names", fmt.Sprintf("%d of %d", len(found), len(texts)))
		r, err := finder.Resolve(ctx, batch)
		if err != nil {
			return err
		}
		for i, n := range r.Names {
			found[batch[i]] = n
		}
		a.Note = cmp.Or(a.Note, r.Note)
	}
	for i, row := range t.Rows {
		if n, ok := found[strings.TrimSpace(row[t.Key])]; ok {
			a.Rows[i].Named = n
		}
	}
	return nil
}

// compare reads the values of all individuals, and compares the cells with them.
func (s Annotator) compare(ctx context.Context, t Sheet, a *Annotation) error {
	var columns []string // each path once
	for _, c := range a.Columns {
		if text := c.Text(); text != "" && !slices.Contains(columns, text) {
			columns = append(columns, text)
		}
	}
	iris := a.Individuals()
	done := 0
	var cells []Cell
	values := map[string][][]members.TableValue{}
	for batch := range slices.Chunk(iris, mostNames) {
		progress := fmt.Sprintf("%d of %s", done, say.Plural(len(iris), "individual"))
		s.Reporter.Progress("comparing with the graph", progress)
		found, err := members.Lister{Use: s.Use}.ValuesAt(ctx, batch, columns)
		if err != nil {
			return err
		}
		for _, iri := range batch {
			values[iri] = found.Of(iri)
		}
		done += len(batch)
	}
	for i, row := range a.Rows {
		if row.Accepted == nil {
			continue
		}
		for j, c := range a.Columns {
			if strings.TrimSpace(t.Rows[i][c.index]) == "" {
				continue
			}
			a.Columns[j].Of++
			k := slices.Index(columns, c.Text())
			if k < 0 {
				continue
			}
			cell := Cell{Row: row.Row, Individual: *row.Accepted, Column: c.Name, Cell: t.Rows[i][c.index], column: j}
			cell.Values = []members.TableValue{}
			if of := values[row.Accepted.IRI]; of != nil {
				cell.Values = append(cell.Values, of[k]...)
			}
			cells = append(cells, cell)
		}
	}
	called, err := s.otherNames(ctx, cells)
	if err != nil {
		return err
	}
	for _, c := range cells {
		a.judge(c, called)
	}
	return nil
}

// otherNames returns the individuals that the texts of the cells name, for the cells that no value agrees with as it is
// shown.
func (s Annotator) otherNames(ctx context.Context, cells []Cell) (map[string][]string, error) {
	isIndividual := func(v members.TableValue) bool { return v.Datatype == "" }
	texts := map[string]bool{}
	for _, c := range cells {
		if slices.ContainsFunc(c.Values, isIndividual) && !agrees(c.Cell, c.Values, nil) {
			for _, text := range slices.Concat(append(splits(c.Cell), []string{c.Cell})...) {
				texts[text] = true
			}
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	return names.Finder{Use: s.Use}.Called(ctx, slices.Sorted(maps.Keys(texts)))
}

// judge counts a cell, and lists it if the graph does not agree with it. called are the individuals by their names.
func (a *Annotation) judge(c Cell, called map[string][]string) {
	switch {
	case agrees(c.Cell, c.Values, called):
		a.Columns[c.column].Agree++
	case len(c.Values) == 0:
		a.Lacking = append(a.Lacking, c)
	default:
		a.Differ = append(a.Differ, c)
	}
}

// listSeparators divide a cell with several values.
var listSeparators = []string{" | ", "|", ";", ", "}

// agrees reports whether some value agrees with the cell or, if it has several parts, with each of them. An individual
// agrees with the names that called has for it, too.
func agrees(cell string, values []members.TableValue, called map[string][]string) bool {
	is := func(text string) bool {
		return slices.ContainsFunc(values, func(v members.TableValue) bool {
			return members.Agrees(v, text) || v.Datatype == "" && slices.Contains(called[text], v.Value)
		})
	}
	if is(cell) {
		return true
	}
	return slices.ContainsFunc(splits(cell), func(parts []string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return !is(part) })
	})
}

// splits returns the parts of a cell by each of the separators that it has.
func splits(cell string) (all [][]string) {
	for _, separator := range listSeparators {
		if parts := strings.Split(cell, separator); len(parts) > 1 {
			for i := range parts {
				parts[i] = strings.TrimSpace(parts[i])
			}
			all = append(all, parts)
		}
	}
	return all
}

// columnText writes a path as a column of a table of members.
func columnText(path []dl.Role) string {
	var steps []string
	for _, role := range path {
		step := "<" + role.IRI + ">"
		if role.Inverse {
			step = "^" + step
		}
		steps = append(steps, step)
	}
	return strings.Join(steps, "/")
}

// MembersAmong says of each individual whether it is a member of the concept.
func (s Annotator) MembersAmong(ctx context.Context, p *source.Problem, c dl.Concept,
	iris []string) (map[string]bool, error) {
	port, err := source.Port(ctx, s.Use, p)
	if err != nil {
		return nil, err
	}
	a, missing, err := port.Ask(ctx, ask.Question{Concept: c, Individuals: iris})
	if err = cmp.Or(err, missing.Err()); err != nil {
		return nil, fmt.Errorf("asking which rows belong: %w", err)
	}
	is := map[string]bool{}
	for _, iri := range iris {
		is[iri] = false
	}
	for _, m := range a.Members {
		is[m.IRI] = true
	}
	return is, nil
}

// Literal reports whether the values of the path are literals.
func (c Column) Literal() bool { return c.datatype != "" }

// Text returns the path of the column as a column of a table of members; empty if it has none.
func (c Column) Text() string { return columnText(c.roles) }
