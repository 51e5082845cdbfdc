package mcp

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
)

// RepairInput is the input of the tool repair.
type RepairInput struct {
	Where
	Selected
	Concept string   `json:"concept" jsonschema:"a concept in DL or Manchester syntax, or a SPARQL query for its members"`
	Missing []string `json:"missing,omitempty" jsonschema:"IRIs that must become members"`
	Wrong   []string `json:"wrong,omitempty" jsonschema:"IRIs that must not be members"`
	Right   []string `json:"right,omitempty" jsonschema:"IRIs of members that must stay; at least one if none is missing"`
}

// RepairOutput is a repair with the notes of the call.
type RepairOutput struct {
	genus.RepairDocument
	Notes []string `json:"notes"`
}

func (s *Server) addRepair() error {
	return tool(s, &sdk.Tool{
		Name:  "repair",
		Title: "Repair a concept",
		Description: "Changes a concept with as few edits as possible, so that it has the missing individuals and not the " +
			"wrong ones, and says which members join and leave.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "concept", maxText)
		for _, list := range []string{"missing", "wrong", "right"} {
			iriList(in, list, 0)
		}
	}, s.repair)
}

func (s *Server) repair(ctx context.Context, w *task, in RepairInput) (out RepairOutput, err error) {
	session, c, query, done, err := s.openFor(ctx, w, in.Where, in.Concept, in.Variable)
	if err != nil {
		return out, err
	}
	defer done()
	r, err := session.Repair(ctx, genus.RepairTask{
		Concept: c, Query: query, Missing: in.Missing, Wrong: in.Wrong, Right: in.Right, Confirm: session.Confirms(),
	})
	if err != nil {
		return out, explainBudget(err)
	}
	own, err := session.OwnPrefixes()
	return RepairOutput{r.Document(own), w.collectedNotes()}, err
}
