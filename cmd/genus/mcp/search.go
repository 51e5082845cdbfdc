package mcp

import (
	"cmp"
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
)

// SearchInput is the input of the tool search.
type SearchInput struct {
	Where
	Name  string `json:"name,omitempty" jsonschema:"the name of a thing or of a kind of things, or the beginning of its words"`
	Class string `json:"class,omitempty" jsonschema:"in place of name: the IRI of a class whose members are wanted, whole or with a prefix of the source"`
	Limit int    `json:"limit,omitempty" jsonschema:"largest number of individuals; default 20"`
}

// SearchOutput has the things with that name.
type SearchOutput struct {
	Individuals []genus.Term  `json:"individuals" jsonschema:"things, the best first: their iri is what learn takes"`
	Classes     []genus.Class `json:"classes" jsonschema:"kinds of things with that name"`
	More        bool          `json:"more" jsonschema:"there are more individuals"`
	Notes       []string      `json:"notes" jsonschema:"limits of the search in this source"`
}

func (s *Server) addSearch() error {
	return tool(s, &sdk.Tool{
		Name:        "search",
		Title:       "Find things by name",
		Description: "Finds the IRIs of things, and of kinds of things, by their names; or the members of a class. learn takes names, too: search if one of them is not certain.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "name", maxIRI)
		text(in, "class", maxIRI)
		between(in, "limit", 1, maxListed)
	}, s.search)
}

// defaultFound is the number of individuals that a search returns by default.
const defaultFound = 20

func (s *Server) search(ctx context.Context, w *task, in SearchInput) (out SearchOutput, err error) {
	if (in.Name == "") == (in.Class == "") {
		return out, genus.Usagef("give a name or a class")
	}
	session, done, err := s.open(ctx, w, in.Where, false)
	if err != nil {
		return out, err
	}
	defer done()
	limit := cmp.Or(in.Limit, defaultFound)
	found := genus.Found{Classes: []genus.Class{}}
	if in.Name != "" {
		found, err = session.Search(ctx, in.Name, limit)
	} else {
		var iris []string
		if iris, err = genus.Expand([]string{in.Class}, session.Prefixes()); err == nil {
			found.Individuals, found.More, err = session.Members(ctx, iris[0], limit)
		}
	}
	if err != nil {
		return out, err
	}
	out = SearchOutput{found.Individuals, found.Classes, found.More, []string{}}
	if found.Note != "" {
		out.Notes = append(out.Notes, found.Note)
	}
	return out, nil
}

// ClassesInput is the input of the tool classes.
type ClassesInput struct {
	Where
	Limit int `json:"limit,omitempty" jsonschema:"largest number of classes; default 50"`
}

// ClassesOutput has classes, those with most members first.
type ClassesOutput struct {
	Classes []genus.Class `json:"classes"`
	More    bool          `json:"more" jsonschema:"there are more classes"`
}

func (s *Server) addClasses() error {
	return tool(s, &sdk.Tool{
		Name:        "classes",
		Title:       "List the kinds of things",
		Description: "Lists the classes of the source with the numbers of their members, those with most members first. search with class gives members.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		between(in, "limit", 1, maxListed)
	}, s.classes)
}

const defaultClasses = 50

func (s *Server) classes(ctx context.Context, w *task, in ClassesInput) (out ClassesOutput, err error) {
	session, done, err := s.open(ctx, w, in.Where, false)
	if err != nil {
		return out, err
	}
	defer done()
	out.Classes, out.More, err = session.Classes(ctx, cmp.Or(in.Limit, defaultClasses))
	return out, err
}

// NeighbourhoodInput is the input of the tool neighbourhood.
type NeighbourhoodInput struct {
	Where
	IRI   string `json:"iri" jsonschema:"the individual: an IRI, whole or with a prefix of the source"`
	Limit int    `json:"limit,omitempty" jsonschema:"largest number of edges, and of values; default 200"`
}

func (s *Server) addNeighbourhood() error {
	return tool(s, &sdk.Tool{
		Name:        "neighbourhood",
		Title:       "Look around an individual",
		Description: "Returns what the source states about an individual: its classes, its properties in both directions with the individuals at the other end, and its values. Concepts are made of these.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "iri", maxIRI)
		between(in, "limit", 1, maxListed)
	}, s.neighbourhood)
}

func (s *Server) neighbourhood(ctx context.Context, w *task,
	in NeighbourhoodInput) (out genus.Neighbourhood, err error) {
	session, done, err := s.open(ctx, w, in.Where, false)
	if err != nil {
		return out, err
	}
	defer done()
	iris, err := genus.Expand([]string{in.IRI}, session.Prefixes())
	if err != nil {
		return out, err
	}
	return session.Neighbourhood(ctx, iris[0], in.Limit)
}
