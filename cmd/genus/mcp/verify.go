package mcp

import (
	"cmp"
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
)

// VerifyInput is the input of the tool verify.
type VerifyInput struct {
	Where
	Selected
	Concept   string   `json:"concept" jsonschema:"a concept in DL or Manchester syntax, as learn returns it in concept.dl"`
	Positives []string `json:"positives" jsonschema:"names or IRIs of things that should be in it"`
	Negatives []string `json:"negatives" jsonschema:"names or IRIs of things that should not"`
}

// VerifyOutput says for every example whether it is in the concept, and whether the
// query returns it.
type VerifyOutput struct {
	URL       string         `json:"url" jsonschema:"the endpoint that ran the query"`
	Confirmed bool           `json:"confirmed" jsonschema:"concept and query agree on every example"`
	Score     *genus.Score   `json:"score" jsonschema:"how the concept classifies the examples"`
	Examples  []genus.Judged `json:"examples"`
	Notes     []string       `json:"notes"`
}

func (s *Server) addVerify() error {
	return tool(s, &sdk.Tool{
		Name:        "verify",
		Title:       "Verify a concept",
		Description: "Evaluates a concept at every example and runs its SPARQL query on the source. Returns which examples are in it, and whether both agree.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "concept", maxText)
		iriList(in, "positives", 1)
		iriList(in, "negatives", 1)
	}, s.verify)
}

func (s *Server) verify(ctx context.Context, w *task, in VerifyInput) (out VerifyOutput, err error) {
	session, c, _, done, err := s.openFor(ctx, w, in.Where, in.Concept, in.Variable)
	if err != nil {
		return out, err
	}
	defer done()
	session, p, err := problemAbout(ctx, session, c, in.Positives, in.Negatives)
	if err != nil {
		return out, err
	}
	v, err := session.Verify(ctx, p, c)
	if err != nil {
		return out, err
	}
	return VerifyOutput{
		v.URL,
		len(v.Mismatches()) == 0 && !v.NotRun,
		genus.NewScore(v.Confusion()),
		v.Examples,
		w.collectedNotes(),
	}, nil
}

// MatchesInput is the input of the tool matches.
type MatchesInput struct {
	Where
	Selected
	Concept   string   `json:"concept" jsonschema:"a concept in DL or Manchester syntax, as learn returns it in concept.dl"`
	Positives []string `json:"positives" jsonschema:"the positives that it was learned from; they are left out"`
	Negatives []string `json:"negatives,omitempty" jsonschema:"the negatives that it was learned from"`
	Limit     int      `json:"limit,omitempty" jsonschema:"largest number of matches; default 20"`
	Offset    int      `json:"offset,omitempty" jsonschema:"how many to skip, for the next page"`
}

// MatchesOutput has members of the concept.
type MatchesOutput struct {
	Matches []genus.Term `json:"matches" jsonschema:"members of the concept that are not examples"`
	More    bool         `json:"more" jsonschema:"there are more: call again with a larger offset"`
	Total   *int         `json:"total" jsonschema:"how many there are; null if they were not counted"`
	Notes   []string     `json:"notes" jsonschema:"warnings, such as about names that the source does not know"`
}

func (s *Server) addMatches() error {
	return tool(s, &sdk.Tool{
		Name:        "matches",
		Title:       "List members of a concept",
		Description: "Lists the other members of a concept, page by page. Show some to your user, add those that are wrong to the negatives, and learn again.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "concept", maxText)
		iriList(in, "positives", 1)
		iriList(in, "negatives", 0)
		between(in, "limit", 1, maxListed)
		between(in, "offset", 0, maxOffset)
	}, s.matches)
}

// maxOffset limits how many results an endpoint has to sort.
const maxOffset = 5000

func (s *Server) matches(ctx context.Context, w *task, in MatchesInput) (out MatchesOutput, err error) {
	session, c, _, done, err := s.openFor(ctx, w, in.Where, in.Concept, in.Variable)
	if err != nil {
		return out, err
	}
	defer done()
	session, p, err := problemAbout(ctx, session, c, in.Positives, in.Negatives)
	if err != nil {
		return out, err
	}
	m, err := session.Matches(ctx, p, c, cmp.Or(in.Limit, defaultFound), in.Offset)
	if err != nil {
		return out, err
	}
	return MatchesOutput{m.Matches, m.More, m.Total, w.collectedNotes()}, nil
}
