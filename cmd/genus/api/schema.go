package api

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

func init() {
	huma.DefaultArrayNullable = false // lists are empty, not null; a tag names the others
}

// Schema returns the JSON Schema of a type as one document.
func Schema[T any]() *huma.Schema {
	const prefix = "#/$defs/"
	r := huma.NewMapRegistry(prefix, huma.DefaultSchemaNamer)
	t := reflect.TypeFor[T]()
	s := huma.SchemaFromType(r, t)
	Complete(r, prefix)
	describe(s, t)
	if len(r.Map()) > 0 {
		s.Extensions = map[string]any{"$defs": r.Map()}
	}
	return s
}

// Complete adds to the schemas of types what huma does not: the descriptions in their tags,
// and null where a pointer to an object may be nil.
func Complete(r huma.Registry, prefix string) {
	for name, s := range r.Map() {
		describe(s, r.TypeFromRef(prefix+name))
	}
}

func describe(s *huma.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			describe(s, f.Type)
			continue
		}
		p := s.Properties[name]
		if p == nil || len(p.OneOf) > 0 {
			continue
		}
		p.Format = "" // of numbers
		if p.Items != nil {
			p.Items.Format = ""
		}
		if p.Ref != "" && f.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omit") {
			p = &huma.Schema{OneOf: []*huma.Schema{{Type: "null"}, {Ref: p.Ref}}}
			s.Properties[name] = p
		}
		if text := f.Tag.Get("jsonschema"); text != "" {
			p.Description = text
		}
	}
}

// In is the input of an operation with what a door needs besides, in one object: where to
// do it.
type In[Where, Input any] struct {
	Where Where
	Input Input
}

// UnmarshalJSON reads both from one object.
func (in *In[Where, Input]) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &in.Where); err != nil {
		return err
	}
	return json.Unmarshal(b, &in.Input)
}

// Schema returns the schema of the object.
func (in *In[Where, Input]) Schema(r huma.Registry) *huma.Schema {
	s := objectSchema(r, reflect.TypeFor[Input]())
	where := objectSchema(r, reflect.TypeFor[Where]())
	maps.Copy(s.Properties, where.Properties)
	s.Required = slices.Concat(where.Required, s.Required)
	return s
}

func objectSchema(r huma.Registry, t reflect.Type) *huma.Schema {
	s := huma.SchemaFromType(r, t)
	describe(s, t)
	return s
}

// enum restricts a property to names.
func enum(s *huma.Schema, property string, names []string) {
	p := s.Properties[property]
	if p.Items != nil {
		p = p.Items
	}
	p.Enum = nil
	for _, name := range names {
		p.Enum = append(p.Enum, name)
	}
}
