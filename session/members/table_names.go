package members

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/source"
)

// columns returns the columns that the user names: each step of a path by IRI, or by the label or the last
// part of the IRI of a suggested property or, in files and databases, of any other.
func (s Lister) columns(ctx context.Context, suggested []ColumnChoice,
	o TableOptions) (list []queries.Column, err error) {
	for _, text := range o.Columns {
		steps, column := queries.NamedColumn(text)
		if err := s.nameSteps(ctx, suggested, steps, column.Path); err != nil {
			return nil, err
		}
		list = append(list, column)
	}
	if !o.Stated {
		s.respell(ctx, list, suggested)
	}
	return list, ctx.Err()
}

// nameSteps adds the IRIs of the properties to the roles of a path.
func (s Lister) nameSteps(ctx context.Context, suggested []ColumnChoice, steps []string, path []dl.Role) (err error) {
	for i, name := range steps {
		if path[i].IRI, err = s.propertyNamed(ctx, suggested, name); err != nil {
			return err
		}
	}
	return nil
}

// propertyNamed returns the property that the user names in a column.
func (s Lister) propertyNamed(ctx context.Context, suggested []ColumnChoice, name string) (string, error) {
	prefixes := s.Source.Prefixes()
	iri, err := source.ExpandName(name, prefixes)
	if err == nil {
		return iri, nil
	}
	at := slices.IndexFunc(suggested, func(c ColumnChoice) bool {
		return strings.EqualFold(c.Property.Label, name) || names.LocalName(c.Property.IRI) == name
	})
	if at >= 0 {
		return suggested[at].Property.IRI, nil
	}
	if iri, err = s.propertyWithLabel(ctx, name); err == nil {
		return iri, nil
	}
	var known []string
	for _, c := range suggested {
		known = append(known, cmp.Or(c.Property.Label, prefixes.Shorten(c.Property.IRI)))
	}
	return "", source.Usagef("no property of the members has the name %q: choose from %s, or write an IRI", name,
		cmp.Or(strings.Join(known, ", "), "none"))
}

// respell writes the properties of the columns as the source does, and warns of those that it does not have. Those
// of the suggested columns it has.
func (s Lister) respell(ctx context.Context, list []queries.Column, suggested []ColumnChoice) {
	finder := names.Finder{Use: s.Use}
	var named []dl.Concept
	for _, column := range list {
		for i, role := range column.Path {
			if slices.ContainsFunc(suggested, func(c ColumnChoice) bool { return c.Property.IRI == role.IRI }) {
				continue
			}
			form := finder.OtherForms(ctx, dl.Exists{Role: role, C: dl.Top{}})[role.IRI]
			column.Path[i].IRI = cmp.Or(form, role.IRI)
			named = append(named, dl.Exists{Role: column.Path[i], C: dl.Top{}})
		}
	}
	if _, err := finder.UnknownNames(ctx, dl.Conj(named...), nil); err != nil {
		s.Reporter.Note("warning: the spelling of columns was not checked: %v", err)
	}
}

// errNoProperty: no property, or several, have the name.
var errNoProperty = errors.New("no such property")

// propertyWithLabel returns the only property of the source with the label or the last part of its IRI.
func (s Lister) propertyWithLabel(ctx context.Context, name string) (string, error) {
	exact, _, err := names.Finder{Use: s.Use}.Labelled(ctx, syntax.Label{Text: name, Place: syntax.Property})
	if err == nil && len(exact) != 1 {
		err = errNoProperty
	}
	if err != nil {
		return "", err
	}
	return exact[0].IRI, nil
}
