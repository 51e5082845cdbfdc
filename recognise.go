package genus

import (
	"context"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/queries"
)

// On returns the session on an open source, with the vocabulary that its statements show.
func (s Session) On(src *Source) Session {
	s.Source = src
	if src != nil && src.Preset != "" {
		s.Config = s.Config.WithVocabulary(src.Preset)
	}
	return s
}

// recognise returns the preset with the vocabulary of a source that uses some properties,
// and says so; empty if the settings have one or no preset fits.
func (s Session) recognise(uses func(property string) bool) (preset string) {
	if preset = s.Config.Recognise(uses); preset != "" {
		s.Reporter.Note("note: these are statements as in Wikidata: their classes and properties are used as with "+
			"--preset %s (--preset none does not)", preset)
	}
	return preset
}

// recogniseTimeout limits how long an endpoint may take to say whether it has a statement
// with a property.
const recogniseTimeout = 5 * time.Second

// states reports whether the endpoint has a statement with the property. An endpoint that
// fails here has the same fault again when it is used, and is reported then.
func (s Session) states(ctx context.Context, client extract.Client, property string) bool {
	ctx, cancel := context.WithTimeout(ctx, recogniseTimeout)
	defer cancel()
	g := graph.NewWholeGraph(client, s.Config.Vocabulary(), s.Config.Exclusions(), queries.Options{})
	has, err := graph.Has(ctx, g, property)
	if err != nil {
		s.Reporter.Detail("how the endpoint states classes: %s", OneLine(err.Error()))
	}
	return has
}
