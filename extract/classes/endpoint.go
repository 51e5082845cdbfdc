package classes

import (
	"context"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// batchSize is the number of IRIs in a request.
const batchSize = 100

// An endpoint is the graph of a SPARQL endpoint.
type endpoint struct {
	client     graph.Client
	vocabulary graph.Vocabulary
}

// objects returns the objects of the statements with the subjects and properties, by
// subject. It halves a batch that the endpoint cannot answer, and returns nothing for a
// subject about which the endpoint does not answer even alone.
func (e *endpoint) objects(ctx context.Context, subjects, properties []string) (map[string][]string, error) {
	found := map[string][]string{}
	_, err := graph.InHalves(ctx, subjects, batchSize, func(batch []string) error {
		q, err := queries.PullStatements(queries.Statements{Subjects: batch, Properties: properties})
		if err != nil {
			return err
		}
		rows, err := e.columns(ctx, q, "s", "o")
		for _, row := range rows {
			found[row[0]] = append(found[row[0]], row[1])
		}
		return err
	})
	return found, err
}

// columns returns the IRIs in the columns of the answer to a query. It skips rows in which
// one of them is not an IRI.
func (e *endpoint) columns(ctx context.Context, query string, names ...string) ([][]string, error) {
	table, err := e.client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for _, row := range table.Rows {
		var iris []string
		for _, name := range names {
			i := slices.Index(table.Vars, name)
			if i >= 0 && row[i] != nil && row[i].Type() == rdf.TermIRI && !queries.BlankNode(row[i].String()) {
				iris = append(iris, row[i].String())
			}
		}
		if len(iris) == len(names) {
			rows = append(rows, iris)
		}
	}
	return rows, nil
}

func (e *endpoint) classes(ctx context.Context, individuals []string) (map[string][]string, error) {
	return e.objects(ctx, individuals, e.vocabulary.Type)
}

func (e *endpoint) superclasses(ctx context.Context, classes []string) (map[string][]string, error) {
	return e.objects(ctx, classes, e.vocabulary.SubClass)
}

func (e *endpoint) members(ctx context.Context, class string, limit int) ([]string, error) {
	return e.subjects(ctx, e.vocabulary.Type, class, limit)
}

func (e *endpoint) subclasses(ctx context.Context, class string) ([]string, error) {
	return e.subjects(ctx, e.vocabulary.SubClass, class, maxMembers)
}

// subjects returns the subjects of the statements with one of the properties and the object.
func (e *endpoint) subjects(ctx context.Context, properties []string, object string, limit int) ([]string, error) {
	q, err := queries.SubjectsWith(properties, object, limit)
	if err != nil {
		return nil, err
	}
	rows, err := e.columns(ctx, q, "s")
	found := make([]string, len(rows))
	for i, row := range rows {
		found[i] = row[0]
	}
	return found, err
}
