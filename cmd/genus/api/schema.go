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

// OutputSchema returns the JSON Schema of an output as one document. Later versions may add fields.
func OutputSchema[T any]() *huma.Schema {
	s := InputSchema[T]()
	open(s)
	defs, _ := s.Extensions["$defs"].(map[string]*huma.Schema)
	for _, def := range defs {
		open(def)
	}
	return s
}

// open lets an object have fields that its schema does not name.
func open(s *huma.Schema) {
	if s.AdditionalProperties == false {
		s.AdditionalProperties = nil
	}
}

// OpenOutputs does the same for all schemas of a document that no request has.
func OpenOutputs(doc *huma.OpenAPI, prefix string) {
	all, closed := doc.Components.Schemas.Map(), map[string]bool{}
	var visit func(*huma.Schema)
	visit = func(s *huma.Schema) {
		if s == nil {
			return
		}
		if name := strings.TrimPrefix(s.Ref, prefix); s.Ref != "" && !closed[name] {
			closed[name] = true
			visit(all[name])
		}
		visit(s.Items)
		for _, part := range slices.Concat(slices.Collect(maps.Values(s.Properties)), s.OneOf) {
			visit(part)
		}
	}
	for _, path := range doc.Paths {
		for _, op := range []*huma.Operation{path.Post, path.Put} {
			if op != nil && op.RequestBody != nil {
				for _, media := range op.RequestBody.Content {
					visit(media.Schema)
				}
			}
		}
	}
	for name, s := range all {
		if !closed[name] {
			open(s)
		}
	}
}

// InputSchema returns the JSON Schema of an input as one document.
func InputSchema[T any]() *huma.Schema {
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

// A describer adds to the descriptions in the tags of its fields, by their names in JSON.
type describer interface{ Descriptions() map[string]string }

func describe(s *huma.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	var more map[string]string
	if d, is := reflect.New(t).Interface().(describer); is {
		more = d.Descriptions()
	}
	for f := range t.Fields() {
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
			p.Description = text + more[name]
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
