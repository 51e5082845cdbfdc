package graph

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/facts"
	"github.com/genus-kg/genus/queries"
)

// A ClassSize is a class with the number of its members.
type ClassSize struct {
	IRI     string
	Members int
}

// ClassSizes returns at most limit classes, those with most members first; more reports
// whether there are others.
func ClassSizes(ctx context.Context, g Graph, limit int) (list []ClassSize, more bool, err error) {
	rows, more, err := someRows(ctx, g,
		Question{Kind: Classes, Terms: []string{""}, Limit: limit, Phase: "listing the classes"})
	for _, r := range rows {
		list = append(list, ClassSize{r.Value, int(r.N)})
	}
	return list, more, err
}

// mostSized is how many classes a request counts the members of.
const mostSized = 50

// SizesOf returns the numbers of members of the classes, their subclasses included.
func SizesOf(ctx context.Context, g Graph, classes []string) (map[string]int, error) {
	sizes := map[string]int{}
	for batch := range slices.Chunk(classes, mostSized) {
		rows, _, err := someRows(ctx, g, Question{Kind: Sizes, Terms: batch, Phase: "counting members"})
		if err != nil {
			return nil, err
		}
		for _, iri := range batch {
			sizes[iri] = 0
		}
		for _, r := range rows {
			sizes[r.Value] = int(r.N)
		}
	}
	return sizes, nil
}

// MembersOf returns at most limit members of the class; more reports whether there are
// others.
func MembersOf(ctx context.Context, g Graph, class string, limit int) (iris []string, more bool, err error) {
	rows, more, err := someRows(ctx, g,
		Question{Kind: Instances, Terms: []string{class}, Limit: limit, Phase: "listing the members"})
	for _, r := range rows {
		iris = append(iris, r.Value)
	}
	return iris, more, err
}

// SubjectsOf returns at most limit subjects of statements with the object and one of the
// properties, which are those from an individual to its class or from a class to its
// superclass.
func SubjectsOf(ctx context.Context, g Graph, object string, properties []string,
	limit int) (iris []string, err error) {
	rows, _, err := someRows(ctx, g,
		Question{
			Kind:       Subjects,
			Terms:      []string{object},
			Properties: properties,
			Limit:      limit,
			Phase:      "listing what belongs to a class",
		})
	for _, r := range rows {
		iris = append(iris, r.Value)
	}
	return iris, err
}

func someRows(ctx context.Context, g Graph, q Question) (rows []Row, more bool, err error) {
	err = g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			for _, r := range a.Rows {
				if r.Value == AtLeast && r.Property == "" { // a name may read so, too
					more = true
				} else {
					rows = append(rows, r)
				}
			}
		}
		return nil
	})
	return rows, more, err
}

// Statements are those of a term in one direction, without blank nodes, texts and what
// cannot be a fact. Missing says why some were not read, if so.
type Statements struct {
	Rows    []Row
	Missing string
}

// StatementsOf returns the statements of the terms by the properties, or if these are nil by
// all properties. Of those that point to a term, at most limit of a property are read.
func StatementsOf(ctx context.Context, g Graph, kind Kind, terms, properties []string,
	limit int) (map[string]Statements, error) {
	found := make(map[string]Statements, len(terms))
	terms = slices.DeleteFunc(uniqueSorted(terms),
		func(iri string) bool { _, inMemory := g.(*Memory); return !inMemory && !queries.IsIRI(iri) })
	q := Question{
		Kind:       kind,
		Terms:      terms,
		Properties: properties,
		Limit:      limit,
		Needs:      func(string) bool { return true },
		Phase:      "reading statements",
	}
	if kind == Out && properties == nil { // of what is described
		q.Around = []Kind{Labels}
	}
	return found, g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			if a.Kind != kind {
				continue
			}
			s := found[a.Term]
			s.Missing = cmp.Or(s.Missing, a.Incomplete)
			for _, r := range a.Rows {
				if r.Value != Blank && r.Value != Invalid && r.Lang == "" {
					s.Rows = append(s.Rows, r)
				}
			}
			found[a.Term] = s
		}
		return nil
	})
}

// browsed are the kinds of questions that the first rows of one query answer.
var browsed = map[Kind]func(v Vocabulary, q Question) (string, error){
	Classes: func(v Vocabulary, q Question) (string, error) { return queries.Classes(v.Type, q.Limit+1) },
	Sizes: func(v Vocabulary, q Question) (string, error) {
		if v.NoClosure {
			return queries.Sizes(v.Type, "", q.Terms)
		}
		return queries.Sizes(v.Type, v.SubClassOf, q.Terms)
	},
	Instances: func(v Vocabulary, q Question) (string, error) {
		return queries.Members(v.Type, q.Terms[0], q.Limit+1)
	},
	Subjects: func(_ Vocabulary, q Question) (string, error) {
		return queries.SubjectsWith(q.Properties, q.Terms[0], q.Limit+1)
	},
	Named: func(v Vocabulary, q Question) (string, error) {
		labels, others := v.Names()
		return queries.Find(queries.FindOptions{
			Finder: queries.Finder(q.Properties[0]), Labels: labels, Others: others, Languages: v.Languages, Limit: q.Limit + 1,
		}, q.Terms...)
	},
	NamedByEnd: func(v Vocabulary, q Question) (string, error) {
		return queries.FindEnds(v.Type, q.Limit+1, q.Terms...)
	},
	AnySubject: func(_ Vocabulary, q Question) (string, error) {
		if property := q.Terms[0]; property != "" {
			return queries.AnyWith(property)
		}
		return queries.AnyStatement()
	},
	NumStatements: func(_ Vocabulary, q Question) (string, error) {
		if len(q.Terms) > 1 {
			return queries.CountEach(q.Terms, q.Limit)
		}
		return queries.CountWith(q.Terms[0], q.Limit)
	},
}

// browse answers a question with the first rows of one query.
func (e *Endpoint) browse(ctx context.Context, q Question, receive func([]Answer) error) error {
	query, err := browsed[q.Kind](e.o.Vocabulary, q)
	if err != nil {
		return err
	}
	asked := time.Now()
	rows, _, err := e.query(ctx, query)
	if err != nil {
		return err
	}
	if len(q.Terms) > 1 && q.Kind == NumStatements {
		answers, err := groupByTerm(q.Kind, q.Terms, asked, rows, func(r solution) (Row, bool) {
			n, ok := parseCount(r.n)
			return Row{N: int64(n)}, ok
		})
		return cmp.Or(err, receive(answers))
	}
	a := Answer{Term: q.Terms[0], Kind: q.Kind, Time: asked.UnixMilli()}
	for _, r := range rows {
		n, _ := parseCount(r.n)
		row := Row{N: int64(n)}
		if q.Kind != NumStatements {
			if !isUsable(r.s) {
				continue
			}
			row.Value = text(r.s)
		}
		if q.Kind == Named {
			if r.o == nil {
				continue
			}
			rank, _ := e.o.Vocabulary.NameRank(text(r.p))
			row.Property, row.Value, row.N = row.Value, text(r.o), int64(rank)
		}
		a.Rows = append(a.Rows, row)
	}
	if q.Limit > 0 {
		a.Rows = upTo(a.Rows, q.Limit)
	}
	return receive([]Answer{a})
}

// A NamedTerm is a term with the name by which it was found, and the rank of that (facts.Label). The name of a
// term that was found by the end of its IRI is empty.
type NamedTerm struct {
	IRI, Name string
	Rank      uint8
}

// IsLabel reports whether the name is a label of the term, and not another name, which is not shown.
func (n NamedTerm) IsLabel() bool { return n.Rank < facts.OtherName }

// FindNamed returns at most limit terms with a name that fits one of the texts, found in the
// way of the finder; more reports whether there are others.
func FindNamed(ctx context.Context, g Graph, by queries.Finder, limit int,
	texts ...string) (found []NamedTerm, more bool, err error) {
	rows, more, err := someRows(ctx, g, Question{
		Kind: Named, Terms: texts, Properties: []string{string(by)}, Limit: limit, Phase: "searching by name",
	})
	for _, r := range rows {
		found = append(found, NamedTerm{r.Property, r.Value, uint8(r.N)})
	}
	return found, more, err
}

// FindByEnd returns at most limit individuals whose IRIs have all words of one of the texts
// in their last parts.
func FindByEnd(ctx context.Context, g Graph, limit int, texts ...string) ([]NamedTerm, error) {
	rows, _, err := someRows(ctx, g, Question{Kind: NamedByEnd, Terms: texts, Limit: limit, Phase: "searching by name"})
	var found []NamedTerm
	for _, r := range rows {
		found = append(found, NamedTerm{IRI: r.Value})
	}
	return found, err
}

// Has reports whether the graph has a statement with the property, or if that is empty,
// any statement.
func Has(ctx context.Context, g Graph, property string) (bool, error) {
	subject, err := AnySubjectOf(ctx, g, property)
	return subject != "", err
}

// AnySubjectOf returns the subject of some statement with the property; empty if there is none.
func AnySubjectOf(ctx context.Context, g Graph, property string) (string, error) {
	rows, _, err := someRows(ctx, g,
		Question{Kind: AnySubject, Terms: []string{property}, Phase: "trying the endpoint"})
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0].Value, nil
}

// CountWith returns the number of statements with the property, or if that is empty, of all
// statements. It counts up to a limit; zero means no limit.
func CountWith(ctx context.Context, g Graph, property string, limit int) (int, error) {
	rows, _, err := someRows(ctx, g,
		Question{Kind: NumStatements, Terms: []string{property}, Limit: limit, Phase: "counting the statements"})
	if err != nil || len(rows) != 1 {
		return 0, cmp.Or(err, ErrInconsistent)
	}
	return int(rows[0].N), nil
}

// CountsWith returns the numbers of statements with the properties that the graph tells, counted up to the limit.
func CountsWith(ctx context.Context, g Graph, properties []string, limit int) (map[string]int, error) {
	numbers := map[string]int{}
	q := Question{Kind: NumStatements, Terms: properties, Limit: limit, Phase: "counting the statements"}
	err := g.Ask(ctx, q, func(answers []Answer) error {
		for _, a := range answers {
			if len(a.Rows) == 1 {
				numbers[a.Term] = int(a.Rows[0].N)
			}
		}
		return nil
	})
	return numbers, err
}
