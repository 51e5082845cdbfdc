package look

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/source"
)

// A Class is a class.
type Class struct {
	source.Term
	Members *int `json:"members" jsonschema:"how many there are; null if they were not counted"`
}

// Classes returns at most limit classes of the source, those with most members first;
// more reports whether there are others. Members of subclasses count in files and
// databases, but not at an endpoint. The time limit is that of a search by name.
func (s Looker) Classes(ctx context.Context, limit int) (list []Class, more bool, err error) {
	list = []Class{}
	if s.IsLarge() {
		return nil, false, source.Usagef("this endpoint is too large to list its classes: search by name")
	}
	ctx, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, false, err
	}
	sizes, more, err := graph.ClassSizes(ctx, g, limit+len(vocabularies)*10)
	if err != nil {
		return nil, false, err
	}
	sizes = slices.DeleteFunc(sizes, func(c graph.ClassSize) bool { return s.IsHidden(c.IRI) })
	more = more || len(sizes) > limit
	var iris []string
	for _, c := range sizes[:min(limit, len(sizes))] {
		list, iris = append(list, Class{source.Term{IRI: c.IRI}, &c.Members}), append(iris, c.IRI)
	}
	for i, term := range s.Terms(ctx, iris) {
		list[i].Term = term
	}
	return list, more, nil
}

// vocabularies are the namespaces of RDF, RDFS and OWL and of engines. Their classes are
// not those of a domain.
var vocabularies = []string{
	"http://www.w3.org/2002/07/owl#",
	"http://www.w3.org/2000/01/rdf-schema#",
	"http://www.w3.org/1999/02/22-rdf-syntax-ns#",
	"http://www.openlinksw.com/schemas/",
	"http://www.w3.org/ns/sparql-service-description#",
}

// IsLarge reports whether the settings forbid queries that scan the whole endpoint.
func (s Looker) IsLarge() bool {
	return s.Source.Slow() && cmp.Or(queries.Finder(s.Config.Search), queries.FindScan) != queries.FindScan
}

// IsHidden reports whether the class is not shown, because nobody looks for its members.
func (s Looker) IsHidden(class string) bool {
	starts := func(prefix string) bool { return strings.HasPrefix(class, prefix) }
	return slices.ContainsFunc(vocabularies, starts) || slices.ContainsFunc(s.Config.Exclusions().Classes, starts)
}

// SearchTimeout limits the time of a search by name. A person waits for it.
const SearchTimeout = 10 * time.Second

// A slowError is the [context.DeadlineExceeded] of a request that a person waits for.
type slowError time.Duration

func (e slowError) Error() string {
	return fmt.Sprintf("no answer within %s: try again later, or write IRIs in place of names", time.Duration(e))
}

func (slowError) Unwrap() error { return context.DeadlineExceeded }

// WithSearchTimeout limits the time of a request that a person waits for. The request does
// not queue behind those of a crawl.
func (s Looker) WithSearchTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := min(SearchTimeout, s.Config.RequestTimeout)
	return context.WithTimeoutCause(connector.Interactive(ctx), limit, slowError(limit))
}

// Members returns at most limit members of the class; more reports whether there are
// others. Members in files are sorted by name.
func (s Looker) Members(ctx context.Context, class string, limit int) (found []source.Term, more bool, err error) {
	ctx, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return nil, false, err
	}
	iris, more, err := graph.MembersOf(ctx, g, class, limit)
	if err != nil {
		return nil, false, err
	}
	return s.Terms(ctx, iris), more, nil
}

// Terms returns the IRIs with their labels.
func (s Looker) Terms(ctx context.Context, iris []string) []source.Term {
	return source.LabelTerms(iris, source.Labels(ctx, s.Use, iris))
}

// ClassExamples returns at most limit members of the class, and at most limit individuals
// of other classes.
func (s Looker) ClassExamples(ctx context.Context, class string, limit int) (found extract.ClassExamples, err error) {
	if _, err := queries.IRI(class); err != nil {
		return found, source.Usage(err)
	}
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return found, err
	}
	otherClasses := func() (iris []string) {
		list, _, err := s.Classes(ctx, limit)
		if err != nil {
			s.Reporter.Detail("others of <%s>: %s", class, say.OneLine(err.Error()))
		}
		for _, c := range list {
			iris = append(iris, c.IRI)
		}
		return iris
	}
	symbols, v, learnable := s.symbols()
	found, err = extract.FindClass(ctx, g, symbols, v, learnable, class, otherClasses, limit)
	if err == nil && len(found.Members) == 0 {
		err = source.Usagef("the source states no member of <%s>", class)
	}
	return found, err
}

// symbols returns the symbols and the vocabulary of the source, and a function that reports
// whether the source has everything about an individual; nil means it has for all.
func (s Looker) symbols() (*graph.Symbols, graph.Vocabulary, func(iri string) bool) {
	if data := s.Source.Data(); data != nil {
		return data.Symbols, data.Vocabulary, data.Learnable()
	}
	v := s.Config.Vocabulary().WithDefaults()
	return graph.NewSymbols(v, s.Config.Exclusions().WithDefaults()), v, nil
}

// Separate divides what an endpoint has found by name into individuals and classes. It
// leaves out properties. Terms about which the endpoint does not answer are individuals.
func (s Looker) Separate(ctx context.Context, found []source.Term) (individuals, classes []source.Term) {
	individuals = []source.Term{}
	var iris []string
	for _, m := range found {
		iris = append(iris, m.IRI)
	}
	var uses map[string]string
	g, err := source.Graph(ctx, s.Use)
	if err == nil {
		uses, err = graph.UsesOf(ctx, g, iris)
	}
	if err != nil {
		s.Reporter.Detail("which terms are classes: %s", say.OneLine(err.Error()))
	}
	for _, m := range found {
		switch uses[m.IRI] {
		case graph.UsedAsClass:
			classes = append(classes, m)
		case "":
			individuals = append(individuals, m)
		}
	}
	return individuals, classes
}

// A SourceState describes a source that was tried.
type SourceState struct {
	Server     string  `json:"server" jsonschema:"name that the endpoint gives its engine; empty if it gives none"`
	Labels     bool    `json:"labels" jsonschema:"things have labels"`
	Classes    *int    `json:"classes" jsonschema:"number of classes that have members; null if counting took too long"`
	MoreThan   bool    `json:"more_than" jsonschema:"there are more classes than this"`
	Statements *int    `json:"statements" jsonschema:"number of statements; null if counting took too long"`
	Seconds    float64 `json:"seconds" jsonschema:"seconds until the first answer"`
	// Preset fits the statements, if the settings have none; may be empty.
	Preset string `json:"preset" jsonschema:"preset that fits the statements, if the source has none; may be empty"`
}

// mostCounted limits how many classes of an endpoint are counted in a trial.
const mostCounted = 200

// Size returns how much is in memory; nil if the source is an endpoint.
func (s Looker) Size() *graph.MemorySize {
	g := s.Source.Graph()
	if g == nil {
		return nil
	}
	n := g.Size()
	return &n
}

// Try asks an endpoint a few small questions. It asks nothing of files and databases. The
// error says why the source cannot be used.
func (s Looker) Try(ctx context.Context) (SourceState, error) {
	var state SourceState
	if n := s.Size(); n != nil {
		return SourceState{Labels: true, Classes: &n.Classes, Statements: &n.Facts}, nil
	}
	begun := time.Now()
	limited, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	g, err := source.Graph(ctx, s.Use)
	if err != nil {
		return state, err
	}
	any, err := graph.Has(limited, g, "")
	if err != nil {
		return state, fmt.Errorf("the endpoint does not answer a small question: %w", err)
	}
	state.Seconds = time.Since(begun).Seconds()
	if c, ok := s.Source.Endpoint().(interface{ Server() string }); ok {
		state.Server = c.Server()
	}
	if !any {
		return state, source.Usagef("the endpoint answers, but it has no statements%s", ofGraphs(s.Config.Graph))
	}
	state.Preset = s.Config.Fitting(func(property string) bool {
		has, _ := graph.Has(limited, g, property) // without an answer, nothing is known
		return has
	})
	state.Labels, _ = graph.Has(limited, g, s.Config.Vocabulary().WithDefaults().Label[0])
	classes, more, err := s.Classes(ctx, mostCounted)
	if err != nil { // too large to be counted
		return state, ctx.Err()
	}
	n := len(classes)
	state.Classes, state.MoreThan = &n, more
	counting, cancel := s.WithSearchTimeout(ctx)
	defer cancel()
	if n, err := graph.CountWith(counting, g, "", 0); err == nil {
		state.Statements = &n
	}
	return state, ctx.Err()
}

// ofGraphs completes the message about a source without statements.
func ofGraphs(graphs []string) string {
	if len(graphs) == 0 {
		return " in its default graph: name the graph that has them"
	}
	return " in " + strings.Join(graphs, " ") + ": is the name of the graph right?"
}

// ClassesOf returns the classes of an individual, as far as they are in memory.
func (s Looker) ClassesOf(iri string) []source.Term {
	list := []source.Term{}
	if g := s.Source.Graph(); g != nil {
		for _, class := range g.ClassesOf(iri) {
			list = append(list, source.Term{IRI: class, Label: g.Label(class)})
		}
	}
	return list
}
