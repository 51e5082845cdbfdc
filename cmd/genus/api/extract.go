package api

import (
	"context"

	"github.com/genus-kg/genus/session/source"
)

// ExtractInput is the input of Extract.
type ExtractInput struct {
	Examples
	File string `json:"file" jsonschema:"the database to fill"`
}

// ExtractOutput names the database.
type ExtractOutput struct {
	File  string   `json:"file" jsonschema:"the database"`
	Notes []string `json:"notes" jsonschema:"warnings, and what was left out and why"`
}

// Extract copies the surroundings of the examples from an endpoint into a database. It continues
// an interrupted run.
func Extract(ctx context.Context, s Session, in ExtractInput) (out ExtractOutput, err error) {
	ex, err := s.examples(ctx, in.Examples)
	if err != nil {
		return out, err
	}
	o, err := s.Work().ExtractOptions(ctx, ex)
	if err != nil {
		return out, err
	}
	db, err := source.OpenDatabase(ctx, s.Use(), in.File)
	if err != nil {
		return out, err
	}
	_, err = source.Crawl(ctx, s.Use(), db, in.File, ex, o)
	if closing := db.Close(); err == nil { // something is not on the disk
		err = closing
	}
	return ExtractOutput{in.File, s.Collected()}, err
}
