package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Around is what is stated about an individual and what points to it, as far as it
// can be learned with. An endpoint is asked; files and databases have it in their
// graph.
type Around struct {
	Classes   []string
	Edges     []extract.Edge
	Values    []extract.FeatureValue
	Truncated bool // there is more
}

// ErrUnknownIndividual is returned for an IRI that nothing is stated about.
var ErrUnknownIndividual = errors.New("nothing is stated about this individual")

// Around has at most limit edges, and as many values.
func (b Session) Around(ctx context.Context, s *Source, iri string, limit int) (Around, error) {
	if s.Client == nil {
		g := s.Graph()
		if !g.Has(iri) {
			return Around{}, Usagef("%w: <%s>", ErrUnknownIndividual, iri)
		}
		n := Around{Classes: g.Classes(iri)}
		var more, other bool
		n.Edges, more = g.Edges(iri, limit)
		n.Values, other = g.Values(iri, limit)
		n.Truncated = more || other
		return n, nil
	}
	var n Around
	for _, inverse := range []bool{false, true} {
		q, err := queries.Around(iri, inverse, limit+1)
		if err != nil {
			return n, err
		}
		t, err := s.Client.Select(ctx, q)
		if err != nil {
			return n, fmt.Errorf("looking around: %w", err)
		}
		n.add(b, t, inverse)
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

// add takes the rows of an answer for what the vocabulary makes of them.
func (n *Around) add(b Session, t *connector.Table, inverse bool) {
	v := b.Config.Vocabulary().WithDefaults()
	uses := b.Config.Exclusions().Uses(v)
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

// Graph is what files and databases hold, to look around in; it is made once. Of
// an endpoint it is nil.
func (s *Source) Graph() *extract.Graph {
	s.graphing.Do(func() {
		if s.Data != nil {
			s.graph = s.Data.Graph()
		}
	})
	return s.graph
}

// Labels are the names of the IRIs that have one. An endpoint is asked for those
// that were not extracted; if it fails, they are missing.
func (b Session) Labels(ctx context.Context, s *Source, iris []string) map[string]string {
	known := s.known().labels
	found := map[string]string{}
	var missing []string
	for _, iri := range iris {
		if label := known[iri]; label != "" {
			found[iri] = label
		} else if _, err := queries.IRI(iri); err == nil {
			missing = append(missing, iri)
		}
	}
	if s.Client != nil {
		for batch := range slices.Chunk(missing, confirmBatch) {
			maps.Copy(found, labelsBy(ctx, s.Client, batch, b.Config.Vocabulary().WithDefaults()))
		}
	}
	return found
}

// Find looks for individuals by their names on the source's endpoint, in the way
// of the settings. The names of the answers are in the order of the answer.
func (b Session) Find(ctx context.Context, s *Source, text string, limit int) ([]Match, error) {
	v := b.Config.Vocabulary().WithDefaults()
	q, err := queries.Find(text, queries.FindOptions{
		Finder: queries.Finder(b.Config.Search), Label: v.Label[0], Languages: v.Languages, Limit: limit,
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, b.Config.SearchTimeout)
	defer cancel()
	t, err := s.Client.Select(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("looking for names: %w", err)
	}
	var found []Match
	for _, row := range t.Rows {
		if len(row) < 2 || row[0] == nil || row[1] == nil {
			continue
		}
		m := Match{IRI: row[0].String(), Label: row[1].String()}
		if !slices.ContainsFunc(found, func(o Match) bool { return o.IRI == m.IRI }) {
			found = append(found, m)
		}
	}
	return found, nil
}

// knowledge is what a source says about names and values.
type knowledge struct {
	data       *extract.Data
	labels     map[string]string
	kinds      map[string][]dl.Kind
	statistics queries.Statistics
	axioms     queries.Axioms
	domain     queries.Domain
}

// known is the knowledge in the data, or in what was extracted last.
func (s *Source) known() knowledge {
	data := s.Data
	if data == nil {
		s.kept.mu.Lock()
		data = s.kept.data
		s.kept.mu.Unlock()
	}
	s.knowing.Lock()
	defer s.knowing.Unlock()
	if data != nil && s.knows.data != data {
		s.knows = knowledge{data: data, labels: data.Labels(), kinds: data.Kinds(), axioms: data.Axioms(), domain: data.Domain()}
		if statistics, err := data.Statistics(context.Background()); err == nil { // without them the order of patterns is guessed
			s.knows.statistics = statistics
		}
	}
	return s.knows
}

// Vocabulary is that of the settings and of what is known of the source.
func (b Session) Vocabulary(s *Source) Vocabulary {
	k := s.known()
	if k.data == nil {
		k.domain = b.Config.Exclusions().Domain(b.Config.Vocabulary())
	}
	return Vocabulary{
		Prefixes: s.Prefixes, Document: s.Prefixes, Labels: k.labels, Kinds: k.kinds, Statistics: k.statistics, Axioms: k.axioms,
		Typing: b.Config.Type, Below: b.Config.Subclass, Closure: b.Config.Closure,
		Domain: k.domain,
	}
}
