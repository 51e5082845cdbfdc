package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/learner/dl"
)

func addStrictFlag(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "strict", false, "refuse a concept with a name that is in no statement of the source")
}

// unknownNames returns the names of the concept that are in no statement of the source,
// and warns about them. With strict they are an error, and so is a failed request.
func (a *program) unknownNames(
	ctx context.Context, s genus.Session, c dl.Concept, p *genus.Problem, strict bool,
) ([]genus.UnknownName, error) {
	if strict {
		s = s.Reporting(genus.Silent{}) // the error says it
	}
	unknown, err := s.UnknownNames(ctx, c, p)
	switch {
	case err != nil && (strict || ctx.Err() != nil):
		return nil, err
	case err != nil:
		s.Reporter().Note("warning: the spelling of names was not checked: %v", err)
	case strict && len(unknown) > 0:
		var texts []string
		for _, u := range unknown {
			texts = append(texts, u.Text(s.Prefixes()))
		}
		return nil, genus.Usagef("--strict: %s", strings.Join(texts, ". "))
	}
	return unknown, nil
}
