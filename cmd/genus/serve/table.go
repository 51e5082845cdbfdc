package serve

import (
	"bytes"
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
	Tables []string `query:"table,explode" doc:"how it is read, an option at a time: separator=;, header=no, sheet=NAME or type=COLUMN:TYPE; left out: as it looks"`
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
	if t.Rows == nil {
		t.Rows = [][]string{}
	}
	return &found[tableJSON]{tableJSON{t.Names, t.Rows, t.Described}}, nil
}

// An annotateInput is a request for what a table is about, in a form.
type annotateInput struct {
	Source string `json:"source" jsonschema:"id of the source"`
	Format string `json:"format,omitempty" enum:"json,csv,tsv,xlsx,md,quickstatements,mismatches" jsonschema:"what to answer: an object (default); a table of what differs, with the columns list, row, iri, label, column, cell and values; or a text for QuickStatements or Mismatch Finder, of a Wikibase only"`
}

// annotate answers with what a table is about, or with what differs from it.
func (s *Server) annotate(ctx context.Context, in *posted[api.In[annotateInput, api.AnnotateInput]]) (*huma.StreamResponse, error) {
	form := in.Body.Where.Format
	var file bytes.Buffer
	do := func(ctx context.Context, on api.Session, about api.AnnotateInput) (api.AnnotateOutput, error) {
		isEdit := form == "quickstatements" || form == "mismatches"
		if isEdit && on.Settings().Statements == "" {
			return api.AnnotateOutput{}, invalid("%s is for a Wikibase, and this source is none", form)
		}
		out, err := api.Annotate(ctx, on, about)
		if err != nil {
			return out, err
		}
		switch form {
		case "", "json":
			err = encode(&file, out)
		case "quickstatements":
			_, err = api.Annotator(on).WriteQuickStatements(ctx, &out.Annotation, &file)
		case "mismatches":
			_, err = api.Annotator(on).WriteMismatches(ctx, &out.Annotation, &file)
		default:
			err = sheet.Output{Form: form}.Write(&file, api.ListNames, out.Lists())
		}
		return out, err
	}
	if _, err := onSource(ctx, s, in.Body.Where.Source, do, in.Body.Input); err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", annotationType(form))
		_, _ = file.WriteTo(ctx.BodyWriter()) // an error means that the client is gone
	}}, nil
}

// annotationType returns the media type of an annotation in a form.
func annotationType(form string) string {
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
