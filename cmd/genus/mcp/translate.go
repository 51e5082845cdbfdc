package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/syntax"
)

var forms = []string{"dl", "manchester", "text", "sparql", "turtle", "shacl"}

// usualForms has the forms for a call that names none.
var usualForms = []string{"dl", "manchester", "text", "sparql"}

// TranslateInput is the input of the tool translate.
type TranslateInput struct {
	Where
	Selected
	Concept string   `json:"concept" jsonschema:"a concept in DL or Manchester syntax, such as, of the elephants: zoo:Elephant and ((zoo:weight >= 3000) or (inverse zoo:childOf min 2 zoo:Female)). Names are <IRI>s, short with a prefix of the source, or labels in single quotes: 'elephant'"`
	To      []string `json:"to,omitempty" jsonschema:"forms that are wanted; default dl, manchester, text (English) and sparql"`
	Limit   int      `json:"limit,omitempty" jsonschema:"sparql: ask for this many members at most"`
}

// TranslateOutput has the concept in these forms.
type TranslateOutput struct {
	Size     int               `json:"size" jsonschema:"number of nodes of the concept"`
	Depth    int               `json:"depth" jsonschema:"how many edges it looks"`
	Language string            `json:"language" jsonschema:"the smallest language that it is in"`
	Forms    map[string]string `json:"forms" jsonschema:"the concept, by the name of the form"`
	Notes    []string          `json:"notes" jsonschema:"warnings, such as about names that the source does not know"`
}

// text returns the forms without JSON, one after the other.
func (o TranslateOutput) text() string {
	var b strings.Builder
	for _, form := range forms {
		if text, ok := o.Forms[form]; ok {
			fmt.Fprintf(&b, "%s:\n%s\n\n", form, strings.TrimRight(text, "\n"))
		}
	}
	for _, note := range o.Notes {
		b.WriteString(note + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func (s *Server) addTranslate() error {
	return tool(s, &sdk.Tool{
		Name:  "translate",
		Title: "Translate a concept",
		Description: "Reads a concept in DL or Manchester syntax and writes it in other notations, in English, as a SPARQL query, " +
			"as an OWL class (turtle) or as a SHACL shape. Prefixes and labels are those of the source.",
	}, func(in *jsonschema.Schema) {
		refineWhere(in)
		text(in, "concept", maxText)
		to := property(in, "to")
		to.Types, to.Type = nil, "array"
		for _, form := range forms {
			to.Items.Enum = append(to.Items.Enum, form)
		}
		to.MaxItems = ptr(len(forms))
		between(in, "limit", 1, 1e6)
	}, s.translate)
}

func (s *Server) translate(ctx context.Context, w *task, in TranslateInput) (out TranslateOutput, err error) {
	session, done, err := s.open(ctx, w, in.Where, false)
	if err != nil {
		return out, err
	}
	defer done()
	c, query, err := parse(ctx, session, in.Concept, in.Variable)
	if err != nil {
		return out, err
	}
	v, err := session.Writing(ctx)
	if err != nil {
		return out, err
	}
	v.Labels = session.Labels(ctx, syntax.IRIs(c))
	out = TranslateOutput{
		Size:     dl.Size(c),
		Depth:    dl.Steps(c),
		Language: dl.SmallestLanguage(c),
		Forms:    map[string]string{},
	}
	to := in.To
	if len(to) == 0 {
		to = usualForms
	}
	for _, form := range to {
		session = session.Configured(func(c *config.Config) { c.Labels = form == "text" }) // the other forms must parse again
		if form == "sparql" {
			out.Forms[form], err = session.Query(ctx, genus.Question{Limit: in.Limit, Of: query}, c, v)
		} else {
			out.Forms[form], err = session.Form(form, c, v)
		}
		if err != nil {
			return TranslateOutput{}, err
		}
	}
	noteUnknownNames(ctx, session, c, nil)
	out.Notes = w.collectedNotes()
	return out, nil
}
