package annotate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// Limits of the search for paths.
const (
	mostSampled  = 60  // individuals that are looked at
	mostFarther  = 12  // of them, whose values are looked at, too
	mostReached  = 400 // values that are looked at
	mostPointing = 20  // statements of a property that point to an individual
	fewestAgree  = 2   // cells that a path must give, unless there are fewer
	leastShare   = 0.2 // of the cells of the sample that it must give
	leastRight   = 0.5 // of the cells whose individuals have a value at its end
)

// A reached value is at the end of a path.
type reached struct {
	role  dl.Role
	value members.TableValue
}

// A score is how well a path gives the cells of a column.
type score struct {
	path  []dl.Role
	agree int // rows
	of    int // rows that have a value at the end of the path
	all   int // values in the rows that agree
}

// findPaths finds the path of each column by some of the individuals: first among the values that are one step away,
// and then, for the columns that these do not give, among those two steps away.
func (s Annotator) findPaths(ctx context.Context, t Sheet, a *Annotation) error {
	rows := sample(a, mostSampled)
	near, err := s.around(ctx, rows)
	if err != nil {
		return err
	}
	ways := map[string][]way{}
	for _, r := range rows {
		for _, x := range near[r.iri] {
			ways[r.iri] = append(ways[r.iri], way{[]dl.Role{x.role}, x.value})
		}
	}
	if a.choose(t, rows, ways, nil) {
		return s.label(ctx, a)
	}
	called, err := names.Finder{Use: s.Use}.Called(ctx, a.cellsWithoutPath(t, rows))
	if err != nil {
		return err
	}
	if a.choose(t, rows, ways, called) {
		return s.label(ctx, a)
	}
	rows = sample(a, mostFarther)
	var ends []row
	seen := map[string]bool{}
	for _, r := range rows {
		for _, x := range near[r.iri] {
			if iri := x.value.Value; x.value.Datatype == "" && !seen[iri] && len(ends) < mostReached {
				seen[iri] = true
				ends = append(ends, row{iri: iri})
			}
		}
	}
	far, err := s.around(ctx, ends)
	if err != nil {
		return err
	}
	ways = map[string][]way{}
	for _, r := range rows {
		for _, x := range near[r.iri] {
			if x.value.Datatype != "" {
				continue
			}
			for _, y := range far[x.value.Value] {
				if y.role != x.role.Inv() { // there and back
					ways[r.iri] = append(ways[r.iri], way{[]dl.Role{x.role, y.role}, y.value})
				}
			}
		}
	}
	a.choose(t, rows, ways, called)
	return s.label(ctx, a)
}

// A row is a row of the sample, with the IRI of its individual.
type row struct {
	index int // in the sheet
	iri   string
}

// A way is a path to a value.
type way struct {
	path  []dl.Role
	value members.TableValue
}

// sample returns rows with different individuals, evenly chosen.
func sample(a *Annotation, most int) (chosen []row) {
	var all []row
	seen := map[string]bool{}
	for i, r := range a.Rows {
		if r.Accepted != nil && !seen[r.Accepted.IRI] {
			seen[r.Accepted.IRI] = true
			all = append(all, row{i, r.Accepted.IRI})
		}
	}
	n := min(most, len(all))
	for i := range n {
		chosen = append(chosen, all[i*len(all)/n])
	}
	return chosen
}

// around returns the values that are one step away from each individual, in both directions, with labels.
func (s Annotator) around(ctx context.Context, rows []row) (map[string][]reached, error) {
	found := map[string][]reached{}
	if len(rows) == 0 {
		return found, nil
	}
	var iris []string
	for _, r := range rows {
		iris = append(iris, r.iri)
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	individuals := map[string]bool{}
	add := func(iri string, role dl.Role, v members.TableValue) {
		if x := (reached{role, v}); !slices.Contains(found[iri], x) {
			found[iri] = append(found[iri], x)
		}
		if v.Datatype == "" {
			individuals[v.Value] = true
		}
	}
	for _, kind := range []graph.Kind{graph.Out, graph.In} {
		stated, err := graph.StatementsOf(ctx, g, kind, iris, nil, mostPointing)
		if err != nil {
			return nil, fmt.Errorf("reading the values of the rows: %w", err)
		}
		for iri, of := range stated {
			for _, r := range of.Rows {
				role := dl.Role{IRI: r.Property, Inverse: kind == graph.In}
				if r.Value != graph.AtLeast {
					add(iri, role, members.TableValue{Value: r.Value, Datatype: r.Datatype})
				}
			}
		}
	}
	for _, x := range s.Source.Statements(ctx, s.Use, iris) { // texts, too
		if x.Object == "" {
			v := members.TableValue{Value: x.Lexical, Datatype: cmp.Or(x.Datatype, dl.XSD+"string")}
			add(x.Subject, dl.Role{IRI: x.Property}, v)
		}
	}
	labels := source.Labels(ctx, s.Use, slices.Sorted(maps.Keys(individuals)))
	for _, list := range found {
		for i := range list {
			if list[i].value.Datatype == "" {
				list[i].value.Label = labels[list[i].value.Value]
			}
		}
	}
	return found, nil
}

// cellsWithoutPath returns the different cells of the rows in columns that have no path.
func (a *Annotation) cellsWithoutPath(t Sheet, rows []row) (cells []string) {
	for _, c := range a.Columns {
		for _, r := range rows {
			if len(c.roles) == 0 {
				cells = append(cells, strings.TrimSpace(t.Rows[r.index][c.index]))
			}
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// choose gives the columns that have no path the best of the ways. It reports whether all columns have one, or are
// empty. called are individuals by their names.
func (a *Annotation) choose(t Sheet, rows []row, ways map[string][]way, called map[string][]string) (done bool) {
	done = true
	for j := range a.Columns {
		c := &a.Columns[j]
		if len(c.roles) > 0 {
			continue
		}
		scores := map[string]*score{}
		filled, years := 0, 0
		for _, r := range rows {
			cell := strings.TrimSpace(t.Rows[r.index][c.index])
			if cell == "" {
				continue
			}
			filled++
			if members.IsYear(cell) {
				years++
			}
			addScores(scores, cell, ways[r.iri], called)
		}
		best := bestOf(scores)
		if best == nil || best.agree < min(fewestAgree, filled) || float64(best.agree) < leastShare*float64(filled) ||
			float64(best.agree) < leastRight*float64(best.of) {
			done = done && filled == 0
			continue
		}
		c.roles, c.datatype = best.path, datatypeOf(ways, best.path)
		kind, _ := dl.KindOf(c.datatype)
		c.Year = years > filled/2 && kind.Family() == dl.DateTime.Family() && kind != dl.GYear
	}
	return done
}

// addScores counts a cell for the paths that its individual has.
func addScores(scores map[string]*score, cell string, ways []way, called map[string][]string) {
	values := map[string][]members.TableValue{}
	for _, w := range ways {
		key := columnText(w.path)
		if scores[key] == nil {
			scores[key] = &score{path: w.path}
		}
		values[key] = append(values[key], w.value)
	}
	for key, list := range values {
		scores[key].of++
		if agrees(cell, list, called) {
			scores[key].agree++
			scores[key].all += len(list)
		}
	}
}

// bestOf returns the path that gives most cells; of several the one with fewest other values, then the shortest. It
// returns nil if no path gives any.
func bestOf(scores map[string]*score) (best *score) {
	for _, key := range slices.Sorted(maps.Keys(scores)) {
		x := scores[key]
		if x.agree > 0 && (best == nil || cmp.Or(cmp.Compare(x.agree, best.agree), cmp.Compare(best.all, x.all),
			cmp.Compare(len(best.path), len(x.path))) > 0) {
			best = x
		}
	}
	return best
}

// datatypeOf returns the datatype of some value at the end of the path.
func datatypeOf(ways map[string][]way, path []dl.Role) string {
	for _, iri := range slices.Sorted(maps.Keys(ways)) {
		for _, w := range ways[iri] {
			if slices.Equal(w.path, path) {
				return w.value.Datatype
			}
		}
	}
	return ""
}

// label adds the properties of the paths with their labels.
func (s Annotator) label(ctx context.Context, a *Annotation) error {
	var properties []string
	for _, c := range a.Columns {
		for _, role := range c.roles {
			properties = append(properties, role.IRI)
		}
	}
	labels := source.Labels(ctx, s.Use, properties)
	for j := range a.Columns {
		for _, role := range a.Columns[j].roles {
			property := source.Term{IRI: role.IRI, Label: labels[role.IRI]}
			a.Columns[j].Path = append(a.Columns[j].Path, members.TableStep{Property: property, Inverse: role.Inverse})
		}
	}
	return ctx.Err()
}
