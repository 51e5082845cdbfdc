package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// surroundings are what is stated about an individual and what points to it, without
// excluded properties.
type surroundings struct {
	Classes   []string
	Edges     []extract.Edge
	Values    []extract.FeatureValue
	Truncated bool // the limit left some out
}

// ErrUnknownIndividual is returned for an IRI without statements.
var ErrUnknownIndividual = errors.New("nothing is stated about this individual")

// surroundingsOf returns the surroundings of an individual, with at most limit edges and
// at most limit values.
func (s Browser) surroundingsOf(ctx context.Context, iri string, limit int) (surroundings, error) {
	if s.Source.Client == nil {
		g := s.Source.Graph()
		if !g.Has(iri) {
			return surroundings{}, Usagef("%w: <%s>", ErrUnknownIndividual, iri)
		}
		n := surroundings{Classes: g.Classes(iri)}
		var more, other bool
		n.Edges, more = g.Edges(iri, limit)
		n.Values, other = g.Values(iri, limit)
		n.Truncated = more || other
		return n, nil
	}
	var n surroundings
	for _, inverse := range []bool{false, true} {
		q, err := queries.Around(iri, inverse, limit+1)
		if err != nil {
			return n, err
		}
		t, err := s.Source.Client.Select(ctx, q)
		if err != nil {
			return n, fmt.Errorf("asking for the surroundings: %w", err)
		}
		n.add(s.Config, t, inverse)
		n.Truncated = n.Truncated || len(t.Rows) > limit
	}
	if len(n.Classes)+len(n.Edges)+len(n.Values) == 0 {
		return n, Usagef("%w: <%s>", ErrUnknownIndividual, iri)
	}
	if n.Truncated = n.Truncated || len(n.Edges) > limit; len(n.Edges) > limit {
		n.Edges = n.Edges[:limit]
	}
	return n, nil
}

// add sorts the rows of an answer into classes, edges and values.
func (n *surroundings) add(c config.Config, t *connector.Table, inverse bool) {
	v := c.Vocabulary().WithDefaults()
	uses := c.Exclusions().Uses(v)
	p, o := slices.Index(t.Vars, "p"), slices.Index(t.Vars, "o")
	for _, row := range t.Rows {
		if p < 0 || o < 0 || row[p] == nil || row[o] == nil {
			continue
		}
		property, term := row[p].String(), row[o]
		literal, isLiteral := term.(rdf.Literal)
		switch {
		case !inverse && slices.Contains(v.Type, property):
			if !isLiteral && !queries.BlankNode(term.String()) {
				n.Classes = append(n.Classes, term.String())
			}
		case !uses(property):
		case isLiteral:
			n.Values = append(n.Values, extract.FeatureValue{Feature: property, Lexical: literal.String(), Datatype: literal.DataType.String()})
		case queries.BlankNode(term.String()):
		default:
			n.Edges = append(n.Edges, extract.Edge{Role: dl.Role{IRI: property, Inverse: inverse}, Target: term.String()})
		}
	}
}

// searchTimeout is how long a search by name may take. A person waits for it.
const searchTimeout = 10 * time.Second

// find searches the endpoint for things by label, as the setting search says. Where
// the setting allows to look at everything and no label fits, it looks at the last
// parts of the IRIs. The results have the order of the answer.
func (s Browser) find(ctx context.Context, text string, limit int) ([]TermJSON, error) {
	v := s.Config.Vocabulary().WithDefaults()
	q, err := queries.Find(text, queries.FindOptions{
		Finder: queries.Finder(s.Config.Search), Label: v.Label[0], Languages: v.Languages, Limit: limit,
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.searching(ctx)
	defer cancel()
	t, err := s.Source.Client.Select(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("searching by name with --search %s (one of %s): %w", s.Config.Search, strings.Join(queries.FinderNames(), ", "), err)
	}
	var found []TermJSON
	for _, row := range t.Rows {
		if len(row) < 2 || row[0] == nil || row[1] == nil {
			continue
		}
		m := TermJSON{IRI: row[0].String(), Label: row[1].String()}
		if !slices.ContainsFunc(found, func(o TermJSON) bool { return o.IRI == m.IRI }) {
			found = append(found, m)
		}
	}
	if len(found) > 0 || s.isLarge() {
		return found, nil
	}
	typing, _ := s.typing()
	if q, err = queries.FindEnds(typing, text, limit); err != nil {
		return nil, err
	}
	if t, err = s.Source.Client.Select(ctx, q); err != nil {
		return nil, fmt.Errorf("searching by name: %w", err)
	}
	for _, row := range pairs(t, "s", "s") {
		found = append(found, TermJSON{IRI: row[0]})
	}
	return found, nil
}
