package api

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// Forms are the forms of a concept besides DL and Manchester syntax.
var Forms = []string{"english", "sparql", "turtle", "shacl"}

// QueryInput is the input of Query.
type QueryInput struct {
	About
	To     []string `json:"to,omitempty" maxItems:"4" jsonschema:"forms to write besides DL and Manchester syntax; default english and sparql"`
	Labels bool     `json:"labels,omitempty" jsonschema:"the query has labels in its comments and variables; add labelled, the forms with labels in place of names"`
	As     string   `json:"as,omitempty" jsonschema:"IRI of the OWL class or SHACL shape that is defined"`
	Target string   `json:"target,omitempty" jsonschema:"IRI of the target class of the SHACL shape"`
	Names  *bool    `json:"check_names,omitempty" jsonschema:"look for names of the concept that are in no statement; default true"`
	Pos    []string `json:"pos,omitempty" maxItems:"10000" jsonschema:"names or IRIs of members: a query that needs a class to begin with, such as that of not A, is about the class that they share, as the results of learn and matches are"`

	Ask        string   `json:"ask,omitempty" jsonschema:"sparql: ask whether this IRI is a member" flag:"IRI"`
	Count      bool     `json:"count,omitempty" jsonschema:"sparql: ask for the number of members"`
	Limit      int      `json:"limit,omitempty" minimum:"1" jsonschema:"sparql: ask for N members at most" flag:"N"`
	Offset     *int     `json:"offset,omitempty" minimum:"0" jsonschema:"sparql: skip this many members, ordered by IRI; 0 for the first page of several"`
	ShowLabels bool     `json:"show_labels,omitempty" jsonschema:"sparql: ask for the labels of the members, too"`
	Columns    []string `json:"columns,omitempty" maxItems:"20" jsonschema:"sparql: ask for the values of these properties, too, or of paths of them with / between; ^ before one stands for the inverse, and # before that for the number of values"`
	Order      string   `json:"order,omitempty" maxLength:"4096" jsonschema:"sparql: ask for the members in the order of this property, as in columns, those without a value last; - before it puts the highest first; limit asks for the first ones"`
	Group      string   `json:"group,omitempty" maxLength:"4096" jsonschema:"sparql: ask for the values of this property, as in columns, with the number of members that have each"`
}

// Descriptions adds to those of the fields.
func (QueryInput) Descriptions() map[string]string { return tableDescriptions }

// TransformSchema adds the names of the forms.
func (QueryInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	enum(s, "to", Forms)
	return s
}

// QueryOutput has a concept in other forms.
type QueryOutput struct {
	Version  int                 `json:"version" jsonschema:"of the format: 1"`
	Concept  notation.Written    `json:"concept" jsonschema:"the concept"`
	SPARQL   string              `json:"sparql,omitempty" jsonschema:"the query for its members, or what was asked"`
	English  string              `json:"english,omitempty" jsonschema:"the concept in words"`
	Turtle   string              `json:"turtle,omitempty" jsonschema:"OWL in Turtle"`
	SHACL    string              `json:"shacl,omitempty" jsonschema:"a SHACL shape"`
	Labelled *notation.Labelled  `json:"labelled,omitempty" jsonschema:"with labels in place of names"`
	Errors   map[string]string   `json:"errors,omitempty" jsonschema:"why a form is missing, by form"`
	Language string              `json:"language" jsonschema:"the smallest language that the concept is in"`
	Unknown  []names.UnknownName `json:"unknown" nullable:"true" jsonschema:"names of the concept that are in no statement of the source; null if there is no source or an endpoint did not answer"`
	Notes    []string            `json:"notes" jsonschema:"warnings, and what was left out and why"`

	Task    dl.Concept    `json:"-"`
	Writing genus.Writing `json:"-"`
	Failed  error         `json:"-"` // the first of Errors
}

// Query writes a concept in other forms. The session needs no source.
func Query(ctx context.Context, s Session, in QueryInput) (out QueryOutput, err error) {
	v, err := s.Use().Writing(ctx)
	if err != nil {
		return out, err
	}
	c, query, err := s.Read(ctx, in.About, v.Prefixes)
	if err != nil {
		return out, err
	}
	out = QueryOutput{
		Version: 1, Concept: notation.Write(c, v), Language: dl.SmallestLanguage(c), Task: c,
	}
	about := s
	if s.Use().Source != nil {
		if in.Names == nil || *in.Names {
			columns := append(s.respellColumns(ctx, &in, v.Prefixes), columnsOf(query)...)
			if out.Unknown, err = s.UnknownNames(ctx, dl.Conj(append(columns, c)...), nil, in.Strict); err != nil {
				return out, err
			}
		}
		v.Document, v.Labels = s.Use().Source.PrefixesOf(c), source.Labels(ctx, s.Use(), syntax.IRIs(c))
		if about, err = s.anchored(ctx, in.Pos, c); err != nil {
			return out, err
		}
	}
	out.Writing = v
	asked := genus.Question{
		Ask:        in.Ask,
		Count:      in.Count,
		Limit:      in.Limit,
		ShowLabels: in.ShowLabels,
		Columns:    in.Columns,
		Group:      in.Group,
		Order:      in.Order,
		Of:         query,
	}
	if in.Offset != nil {
		asked.Offset, asked.Ordered = *in.Offset, true
	}
	about.Session = about.Configured(func(c *config.Config) { c.Labels = in.Labels })
	s.Session = s.Configured(func(c *config.Config) {
		if c.Labels = false; in.As != "" {
			c.As = in.As
		}
		if in.Target != "" {
			c.Anchor = in.Target
		}
	})
	to := in.To
	if len(to) == 0 {
		to = []string{"english", "sparql"}
	}
	for _, form := range to {
		var err error
		switch form {
		case "english":
			out.English = v.English(c)
		case "sparql":
			out.SPARQL, err = about.query(ctx, asked, c, v)
		case "turtle":
			out.Turtle, err = s.Notation().Form(form, c, v)
		default:
			out.SHACL, err = s.Notation().Form(form, c, v)
		}
		if err != nil {
			if out.Failed == nil {
				out.Errors, out.Failed = map[string]string{}, err
			}
			out.Errors[form] = say.OneLine(err.Error())
		}
	}
	if in.Labels {
		l := notation.NewLabelled(c, v)
		if l.SPARQL = out.SPARQL; !slices.Contains(to, "sparql") {
			l.SPARQL, _ = about.query(ctx, asked, c, v) // an error is of no interest: nobody asks for it
		}
		out.Labelled = &l
	}
	out.Notes = s.Collected()
	return out, nil
}

// columnsOf returns a concept for each column of a user's query; none of nil.
func columnsOf(query *names.Reading) (named []dl.Concept) {
	if query == nil {
		return nil
	}
	roles, _ := query.Columns()
	for _, role := range roles {
		named = append(named, dl.Exists{Role: role, C: dl.Top{}})
	}
	return named
}

// respellColumns writes the columns of the input in the Unicode normal form that the source has, and returns a concept
// for each.
func (s Session) respellColumns(ctx context.Context, in *QueryInput, p syntax.Prefixes) (named []dl.Concept) {
	texts := append(slices.Clone(in.Columns), in.Group)
	for i, text := range texts {
		steps, path := notation.Column(text, p)
		for k, role := range path {
			if role.IRI == "" { // the query reports it
				continue
			}
			column := dl.Exists{Role: role, C: dl.Top{}}
			if form := s.Names().OtherForms(ctx, column)[role.IRI]; form != "" {
				texts[i], column.Role.IRI = strings.Replace(texts[i], steps[k], "<"+form+">", 1), form
			}
			named = append(named, column)
		}
	}
	last := len(texts) - 1
	in.Columns, in.Group = texts[:last], texts[last]
	return named
}

func (s Session) query(ctx context.Context, asked genus.Question, c dl.Concept, v genus.Writing) (string, error) {
	v.Prefixes = v.Document
	return s.Notation().Query(ctx, asked, c, v)
}

// anchored returns the session with the class that restricts the query of c, if there are
// positives that may share one.
func (s Session) anchored(ctx context.Context, pos []string, c dl.Concept) (Session, error) {
	if len(pos) == 0 {
		return s, nil
	}
	ex, err := s.examples(ctx, Examples{Pos: pos})
	if err != nil {
		return s, err
	}
	p, err := s.Work().ProblemToQuery(ctx, ex, c)
	if err != nil {
		return s, err
	}
	anchor, err := s.Work().Anchor(ctx, p, c)
	s.Session = s.Configured(func(to *config.Config) { to.Anchor = cmp.Or(anchor, config.None) })
	return s, err
}
