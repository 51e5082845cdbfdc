package api

import (
	"context"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// SearchInput is the input of Search.
type SearchInput struct {
	Name  string `json:"name,omitempty" maxLength:"1000" jsonschema:"the name of a thing or of a kind of things, or the beginning of its words"`
	Class string `json:"class,omitempty" maxLength:"4096" jsonschema:"in place of name: the IRI of a class whose members are wanted, whole or with a prefix of the source"`
	Limit int    `json:"limit,omitempty" minimum:"1" maximum:"1000" jsonschema:"largest number of individuals; default 20"`
}

// SearchOutput has the things with a name.
type SearchOutput struct {
	Version     int           `json:"version" jsonschema:"of the format: 1"`
	Individuals []Individual  `json:"individuals" jsonschema:"things, the best first: their iri is what learn takes"`
	Classes     []genus.Class `json:"classes" jsonschema:"kinds of things with that name"`
	Before      []int         `json:"before" jsonschema:"for each class, how many individuals come before it"`
	More        bool          `json:"more" jsonschema:"there are more individuals"`
	Note        string        `json:"note" jsonschema:"what the search cannot find in this source; empty if it finds all"`
}

// An Individual is one with its classes.
type Individual struct {
	genus.Term
	Classes []genus.Term `json:"classes" jsonschema:"its classes, if they are in memory"`
}

// Search finds individuals and classes by name, or the members of a class.
func Search(ctx context.Context, s Session, in SearchInput) (out SearchOutput, err error) {
	text := strings.ToValidUTF8(in.Name, "")
	if (text == "") == (in.Class == "") {
		return out, source.Usagef("give a name or a class")
	}
	if in.Limit == 0 {
		in.Limit = defaultFound
	}
	found := genus.Found{Classes: []genus.Class{}, Before: []int{}}
	if in.Class == "" {
		found, err = s.Session.Names().Search(ctx, text, in.Limit)
	} else {
		var iris []string
		if iris, err = source.Expand([]string{in.Class}, s.Prefixes()); err == nil {
			found.Individuals, found.More, err = s.Look().Members(ctx, iris[0], in.Limit)
		}
	}
	if err != nil {
		return out, err
	}
	out = SearchOutput{
		Version: 1, Individuals: []Individual{}, Classes: found.Classes, Before: found.Before,
		More: found.More, Note: found.Note,
	}
	for _, m := range found.Individuals {
		out.Individuals = append(out.Individuals, Individual{m, s.Look().ClassesOf(m.IRI)})
	}
	return out, nil
}

// ClassesInput is the input of Classes.
type ClassesInput struct {
	Limit   int `json:"limit,omitempty" minimum:"1" maximum:"1000" jsonschema:"largest number of classes; default 50"`
	Members int `json:"members,omitempty" minimum:"0" maximum:"20" jsonschema:"how many members to list with each class of a file or database; default 0"`
}

// ClassesOutput has classes, those with most members first.
type ClassesOutput struct {
	Classes []ClassMembers `json:"classes" jsonschema:"those with most members first"`
	More    bool           `json:"more" jsonschema:"there are more classes"`
}

// ClassMembers is a class with some of its members.
type ClassMembers struct {
	genus.Class
	Individuals []genus.Term `json:"individuals" jsonschema:"some of its members, if these were asked for"`
}

const defaultClasses = 50

// Classes lists the classes of the source.
func Classes(ctx context.Context, s Session, in ClassesInput) (out ClassesOutput, err error) {
	if in.Limit == 0 {
		in.Limit = defaultClasses
	}
	list, more, err := s.Session.Look().Classes(ctx, in.Limit)
	if err != nil {
		return out, err
	}
	out = ClassesOutput{[]ClassMembers{}, more}
	for _, c := range list {
		class := ClassMembers{c, []genus.Term{}}
		if in.Members > 0 && s.Look().Size() != nil {
			if class.Individuals, _, err = s.Look().Members(ctx, c.IRI, in.Members); err != nil {
				return out, err
			}
		}
		out.Classes = append(out.Classes, class)
	}
	return out, nil
}

// NamesInput is the input of Names.
type NamesInput struct {
	Names []string `json:"names" maxItems:"500" jsonschema:"IRIs, names with a prefix of the source, or labels"`
}

// NamesOutput has what each name means.
type NamesOutput struct {
	Version int `json:"version" jsonschema:"of the format: 1"`
	genus.Names
}

// MostNames is the largest number of names.
const MostNames = 500

// longestName is the largest number of bytes of a name.
const longestName = 1000

// Names finds the individuals that names mean.
func Names(ctx context.Context, s Session, in NamesInput) (out NamesOutput, err error) {
	for i, name := range in.Names {
		if in.Names[i] = strings.ToValidUTF8(name, "\uFFFD"); len(name) > longestName {
			return out, source.Usagef("names: a text of %d bytes at most", longestName)
		}
	}
	names, err := s.Names().Resolve(ctx, in.Names)
	return NamesOutput{1, names}, err
}

// NeighbourhoodInput is the input of Neighbourhood.
type NeighbourhoodInput struct {
	IRI   string `json:"iri" minLength:"1" maxLength:"4096" jsonschema:"the individual: an IRI, whole or with a prefix of the source"`
	Limit int    `json:"limit,omitempty" minimum:"1" maximum:"1000" jsonschema:"largest number of edges, and of values; default 200"`
}

// Neighbourhood returns the statements about an individual, in both directions.
func Neighbourhood(ctx context.Context, s Session, in NeighbourhoodInput) (out genus.Neighbourhood, err error) {
	iris, err := source.Expand([]string{in.IRI}, s.Prefixes())
	if err != nil {
		return out, err
	}
	return s.Session.Look().Neighbourhood(ctx, iris[0], in.Limit)
}

// EvidenceInput is the input of Evidence.
type EvidenceInput struct {
	IRIs    []string `json:"iris" maxItems:"500" jsonschema:"the individuals"`
	Concept string   `json:"concept,omitempty" maxLength:"65536" jsonschema:"concept with the roles and features to return; without it, files and databases return some numbers and dates"`
}

// EvidenceOutput describes individuals.
type EvidenceOutput struct {
	Individuals []genus.Evidence `json:"individuals" jsonschema:"in the order of the request"`
}

// Evidence returns what individuals have of the properties that a concept names.
func Evidence(ctx context.Context, s Session, in EvidenceInput) (out EvidenceOutput, err error) {
	iris, err := source.Expand(in.IRIs, s.Prefixes())
	if err != nil {
		return out, err
	}
	var c dl.Concept
	if strings.TrimSpace(in.Concept) != "" {
		if c, _, err = s.Read(ctx, About{Concept: in.Concept}, s.Prefixes()); err != nil {
			return out, err
		}
	}
	list, err := s.Session.Look().Evidence(ctx, iris, c)
	return EvidenceOutput{append([]genus.Evidence{}, list...)}, err
}

// PartsInput is the input of Parts.
type PartsInput struct {
	About
	Must    []string `json:"must,omitempty" maxItems:"20" jsonschema:"conditions that are added"`
	MustNot []string `json:"must_not,omitempty" maxItems:"20" jsonschema:"conditions whose negations are added in place of them"`
}

// Parts adds conditions to a concept, and lists what it becomes when one part is changed.
func Parts(ctx context.Context, s Session, in PartsInput) (out look.Parts, err error) {
	c, _, err := s.Read(ctx, in.About, s.Prefixes())
	if err != nil {
		return out, err
	}
	var conditions []dl.Concept
	for _, text := range append(append([]string{}, in.Must...), in.MustNot...) {
		condition, _, err := s.Read(ctx, About{Concept: text}, s.Prefixes())
		if err != nil {
			return out, err
		}
		conditions = append(conditions, condition)
	}
	c = look.Saying(c, conditions[:len(in.Must)], conditions[len(in.Must):])
	if err := s.checkSize(c); err != nil {
		return out, err
	}
	return s.Session.Look().Parts(ctx, c)
}
