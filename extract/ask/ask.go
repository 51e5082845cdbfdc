package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// A Question is about the members of a concept.
type Question struct {
	Concept dl.Concept
	Anchor  string // a class that all members are in; empty: none
	// Individuals, unless it is nil, asks which of these are members. The anchor and what follows do not apply.
	Individuals []string
	Except      []string           // members that are left out; they are in Total
	Columns     []queries.Column   // the values of each member
	Labels      queries.ShowLabels // of the members, and of the values in labelled columns
	Group       Grouping
	Count       bool // the number of members, too
	// Order asks for the members in the order of their IRIs. With an Offset they have one in any case.
	Order bool
	// By asks for the members in the order of their values; it needs Count.
	By            *queries.Order
	Limit, Offset int // a limit of 0 means all
}

// A Grouping says what stands in place of the members.
type Grouping uint8

// The values of Grouping.
const (
	NoGroups   Grouping = iota
	ByValue             // the values of the first column; the others have aggregates, of all members of a group
	ByProperty          // the properties of some members, as many as the limit says, in any order
)

// An Answer has what a question asks for.
type Answer struct {
	Members []Member
	More    bool // there are members or groups after these
	Total   *int // the number of all members; nil if they were not counted
	Groups  []TableGroup
	// Labels are all labels of the members and of the values in labelled columns, sorted.
	Labels map[string][]string
}

// A Member has its values in each column.
type Member struct {
	IRI    string // or the label of a blank node after _:
	Label  string // the first label; empty if there is none
	Values [][]TableValue
}

// A TableValue is an individual or a literal.
type TableValue struct {
	Value    string `json:"value" jsonschema:"IRI or literal"`
	Label    string `json:"label" jsonschema:"label of an individual; empty if there is none"`
	Datatype string `json:"datatype" jsonschema:"IRI of the datatype; empty for an individual"`
	Lang     string `json:"-"`
}

// A TableGroup has the members with a value or a property.
type TableGroup struct {
	TableValue
	Members int `json:"members" jsonschema:"how many have the value"`
	// Values are those of the columns after the first. A value without text stands for none.
	Values  []TableValue `json:"values,omitempty" jsonschema:"those of the further columns; empty if there is none"`
	Example TableValue   `json:"-"` // a value of the property, with ByProperty
}

// Missing says what an answer lacks. The zero value means that it lacks nothing.
type Missing struct {
	What  error // why there may be other members, groups or values; nil if there are none
	Count error // why the members were not counted; nil if they were, or if it was not asked for
}

// Err returns an error unless nothing is missing.
func (m Missing) Err() error { return cmp.Or(m.What, m.Count) }

// A Port answers questions.
type Port interface {
	Ask(ctx context.Context, q Question) (Answer, Missing, error)
}

// ErrQuestion reports a question that has no meaning.
var ErrQuestion = errors.New("not a question")

// Check returns an error if the question has no meaning.
func (q Question) Check() error {
	switch {
	case q.Limit < 0 || q.Offset < 0:
		return fmt.Errorf("%w: limit %d, offset %d: neither can be negative", ErrQuestion, q.Limit, q.Offset)
	case q.Group == ByValue && len(q.Columns) == 0:
		return fmt.Errorf("%w: groups need a column", ErrQuestion)
	case q.Group == ByValue && slices.ContainsFunc(q.Columns[1:], isNoAggregate):
		return fmt.Errorf("%w: the columns of groups have aggregates", ErrQuestion)
	case q.By != nil && (q.Group != NoGroups || !q.Count || len(q.Except) > 0):
		return fmt.Errorf("%w: an order by values is that of a table of members", ErrQuestion)
	}
	return nil
}

func isNoAggregate(c queries.Column) bool { return c.Aggregate == "" }

// Of returns which of the individuals are members of the concept.
func Of(ctx context.Context, p Port, c dl.Concept, individuals []string) (map[string]bool, error) {
	members := map[string]bool{}
	if len(individuals) == 0 {
		return members, nil
	}
	a, missing, err := p.Ask(ctx, Question{Concept: c, Individuals: individuals})
	if err = cmp.Or(err, missing.Err()); err != nil {
		return nil, err
	}
	for _, m := range a.Members {
		members[m.IRI] = true
	}
	return members, nil
}

// IRIs returns the names of the members.
func (a Answer) IRIs() []string {
	iris := make([]string, len(a.Members))
	for i, m := range a.Members {
		iris[i] = m.IRI
	}
	return iris
}

// Finish sorts values and labels, drops repetitions, and gives members, values and groups their first label.
func (a *Answer) Finish(columns []queries.Column) {
	for iri, labels := range a.Labels {
		slices.Sort(labels)
		a.Labels[iri] = slices.Compact(labels)
	}
	for i := range a.Members {
		m := &a.Members[i]
		m.Label = a.firstLabel(m.IRI)
		for j, values := range m.Values {
			m.Values[j] = SortValues(append([]TableValue{}, values...))
			for k, v := range m.Values[j] {
				if columns[j].Labelled && v.Datatype == "" {
					m.Values[j][k].Label = a.firstLabel(v.Value)
				}
			}
		}
	}
}

func (a *Answer) firstLabel(iri string) string {
	if labels := a.Labels[iri]; len(labels) > 0 {
		return labels[0]
	}
	return ""
}

// SortValues sorts the values by their texts and drops repetitions.
func SortValues(list []TableValue) []TableValue {
	slices.SortFunc(list, func(v, w TableValue) int {
		return cmp.Or(strings.Compare(v.Value, w.Value), strings.Compare(v.Datatype, w.Datatype),
			strings.Compare(v.Lang, w.Lang))
	})
	return slices.Compact(list)
}

// SortGroups sorts the groups, those of most members first, and returns the page of them that the question asks
// for.
func (a *Answer) SortGroups(q Question) {
	slices.SortFunc(a.Groups, func(g, h TableGroup) int {
		return cmp.Or(cmp.Compare(h.Members, g.Members), strings.Compare(g.Value, h.Value),
			strings.Compare(g.Datatype, h.Datatype), strings.Compare(g.Lang, h.Lang))
	})
	a.Groups = a.Groups[min(q.Offset, len(a.Groups)):]
	a.More = q.Limit > 0 && q.Limit < len(a.Groups)
	if a.More {
		a.Groups = a.Groups[:q.Limit]
	}
}

// Rows returns the rows of the query: for each member, the combinations of its labels and values. A row begins with the
// IRI and a label, which may be empty. Rows stops when there are more than that many cells; members is the number of
// those that are whole.
func (a Answer) Rows(columns []queries.Column, cells int) (rows [][]string, members int) {
	rows = [][]string{}
	size := 0
	for i, m := range a.Members {
		own := [][]string{}
		for _, label := range orNone(a.Labels[m.IRI]) {
			own = append(own, []string{m.IRI, label})
		}
		for j, c := range columns {
			own = combine(own, a.cells(m.Values[j], c.Labelled))
			if len(own)*len(own[0]) > cells {
				return rows, i
			}
		}
		size += len(own) * len(own[0])
		if size > cells {
			return rows, i
		}
		rows = append(rows, own...)
	}
	return rows, len(a.Members)
}

// cells returns the cells of a column for one member: of each value its text and, if the column is labelled, each
// label.
func (a Answer) cells(values []TableValue, labelled bool) (out [][]string) {
	for _, v := range values {
		switch {
		case !labelled:
			out = append(out, []string{v.Value})
		case v.Datatype != "":
			out = append(out, []string{v.Value, ""})
		default:
			for _, label := range orNone(a.Labels[v.Value]) {
				out = append(out, []string{v.Value, label})
			}
		}
	}
	switch {
	case len(out) > 0:
		return out
	case labelled:
		return [][]string{{"", ""}}
	}
	return [][]string{{""}}
}

func combine(rows, cells [][]string) [][]string {
	out := make([][]string, 0, len(rows)*len(cells))
	for _, row := range rows {
		for _, cell := range cells {
			out = append(out, slices.Concat(row, cell))
		}
	}
	return out
}

func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}
