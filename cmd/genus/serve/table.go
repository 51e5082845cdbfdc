package serve

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/sheet"
)

type tableInput struct {
	Name   string   `query:"name" required:"true" doc:"name of the file: .csv, .tsv or .xlsx"`
	Tables []string `query:"table,explode" doc:"how it is read, an option at a time: separator=;, header=no, sheet=NAME, type=COLUMN:TYPE or missing=TEXT; left out: as it looks"`
}

// A tableJSON is a table that was read: the input of annotate.
type tableJSON struct {
	Columns   []string   `json:"columns" doc:"the names of the columns"`
	Rows      [][]string `json:"rows" doc:"the rows: a text for each column"`
	Described string     `json:"described" doc:"how it was read"`
}

// readTable reads an uploaded table. The file is removed when it is read.
func (s *sources) readTable(ctx context.Context, in *tableInput) (*found[tableJSON], error) {
	switch strings.ToLower(filepath.Ext(in.Name)) {
	case ".csv", ".tsv", ".xlsx":
	default:
		return nil, invalid("%s is no table: give a file that ends in .csv, .tsv or .xlsx", in.Name)
	}
	f, err := s.receive(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	defer f.remove()
	t, err := extract.ReadSheet(f.path, in.Tables...)
	if err != nil {
		return nil, invalid("%s", f.ofUser(err.Error()))
	}
	t.Clear(extract.KeyColumn(t.Names))
	if t.Rows == nil {
		t.Rows = [][]string{}
	}
	return &found[tableJSON]{tableJSON{t.Names, t.Rows, t.Described}}, nil
}

// inFormat binds an operation whose output is an object, or a file in the format that the input asks for.
func inFormat[I, O any](
	s *Server, do func(context.Context, api.Session, I) (O, error), format func(I) string, file func(O) []byte,
) func(context.Context, *posted[api.In[place, I]]) (*huma.StreamResponse, error) {
	return func(ctx context.Context, in *posted[api.In[place, I]]) (*huma.StreamResponse, error) {
		out, err := onSource(ctx, s, in.Body.Where.Source, do, in.Body.Input)
		if err != nil {
			return nil, err
		}
		form := format(in.Body.Input)
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			ctx.SetHeader("Content-Type", mediaType(form))
			if form == "" || form == "json" { // an error means that the client is gone
				_ = encode(ctx.BodyWriter(), out.Body)
			} else {
				_, _ = ctx.BodyWriter().Write(file(out.Body))
			}
		}}, nil
	}
}

// annotate answers with what a table is about, or with what differs from it.
func (s *Server) annotate() func(context.Context,
	*posted[api.In[place, api.AnnotateInput]]) (*huma.StreamResponse, error) {
	return inFormat(s, api.Annotate, func(in api.AnnotateInput) string { return in.Format },
		func(out api.AnnotateOutput) []byte { return out.File })
}

// compare answers with the parts of two sets, or with a table of them.
func (s *Server) compare() func(context.Context,
	*posted[api.In[place, api.CompareInput]]) (*huma.StreamResponse, error) {
	return inFormat(s, api.Compare, func(in api.CompareInput) string { return in.Format },
		func(out api.CompareOutput) []byte { return out.File })
}

// mediaType returns the media type of a format of annotate or compare.
func mediaType(form string) string {
	switch form {
	case "":
		return sheet.MediaType("json")
	case "quickstatements":
		return "text/plain; charset=utf-8"
	case "mismatches":
		return sheet.MediaType("csv")
	}
	return sheet.MediaType(form)
}
