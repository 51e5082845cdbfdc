package mcp

import (
	"cmp"
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// MatchesInput is a concept, and what is known already.
type MatchesInput struct {
	Where
	Concept   string   `json:"concept" jsonschema:"a concept in DL or Manchester syntax, as learn returns it in concept.dl"`
	Positives []string `json:"positives" jsonschema:"the positives that it was learned from; they are left out"`
	Negatives []string `json:"negatives,omitempty" jsonschema:"the negatives that it was learned from"`
	Limit     int      `json:"limit,omitempty" jsonschema:"largest number of matches; default 20"`
	Offset    int      `json:"offset,omitempty" jsonschema:"how many to skip, for the next page"`
}

// MatchesOutput are members of the concept.
type MatchesOutput struct {
	Matches []app.TermJSON `json:"matches" jsonschema:"members of the concept that are no examples"`
	More    bool           `json:"more" jsonschema:"there are more: ask again with a larger offset"`
	Total   *int           `json:"total" jsonschema:"how many there are; null if nobody has counted them"`
	Notes   []string       `json:"notes" jsonschema:"warnings, such as about names that the source does not know"`
}

func (s *Server) addMatches() error {
	return tool(s, &sdk.Tool{
		Name:        "matches",
		Title:       "List members of a concept",
		Description: "Lists what else a concept is true of, page by page: show some to your user, and learn again with those that are wrong among the negatives.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "concept", maxText)
		iriList(in, "positives", 1)
		iriList(in, "negatives", 0)
		between(in, "limit", 1, maxListed)
		between(in, "offset", 0, maxOffset)
	}, s.matches)
}

// maxOffset bounds what an endpoint has to sort.
const maxOffset = 5000

func (s *Server) matches(ctx context.Context, w *task, in MatchesInput) (out MatchesOutput, err error) {
	session, c, done, err := s.openFor(ctx, w, in.Where, in.Concept)
	if err != nil {
		return out, err
	}
	defer done()
	session, ex, err := session.With(app.Request{Pos: in.Positives, Neg: in.Negatives})
	if err != nil {
		return out, err
	}
	p, err := session.ProblemAbout(ctx, ex, c)
	if err != nil {
		return out, explainBudget(err)
	}
	p.NoteUnknownSymbols(w, c)
	list, more, total, err := session.Matches(ctx, p, c, cmp.Or(in.Limit, defaultFound), in.Offset)
	if err != nil {
		return out, err
	}
	out = MatchesOutput{Matches: list, More: more, Notes: w.collectedNotes()}
	if total >= 0 {
		out.Total = &total
	}
	return out, nil
}
