package genus

import (
	"context"
	"iter"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

type (
	Candidate     = answer.Candidate
	Class         = look.Class
	Comparison    = members.Comparison
	Document      = answer.Document
	EnrichOptions = enrich.EnrichOptions
	Evidence      = look.Evidence
	Explanation   = look.Explanation
	Found         = names.Found
	Matches       = answer.Matches
	Inconsistency = enrich.Inconsistency
	Names         = names.Names
	Neighbourhood = look.Neighbourhood
	Options       = session.Options
	Problem       = source.Problem
	Proposal      = enrich.Proposal
	Proposals     = enrich.Proposals
	Question      = notation.Question
	Ranking       = answer.Ranking
	Repair        = answer.Repair
	RepairTask    = answer.RepairTask
	Reply         = answer.Reply
	Reporter      = source.Reporter
	Requirement   = answer.Requirement
	Result        = answer.Result
	Running       = answer.Running
	Session       = session.Session
	Stated        = enrich.Stated
	Table         = members.Table
	TableOptions  = members.TableOptions
	Task          = answer.Task
	Term          = source.Term
	Verdict       = answer.Verdict
	Watch         = members.Watch
	Writing       = source.Writing
)

const (
	Asking     = answer.Asking
	Confirming = answer.Confirming
	Proving    = answer.Proving
)

var (
	ErrEnough            = answer.ErrEnough
	ErrNoRepair          = answer.ErrNoRepair
	ErrNotCovered        = source.ErrNotCovered
	ErrUnknownIndividual = look.ErrUnknownIndividual
)

var (
	Inconsistencies = enrich.Inconsistencies
	IsUsage         = source.IsUsage
)

// Open opens the source of the settings: an endpoint, RDF files or a database; see
// [session.Open]. The caller must close the session.
func Open(ctx context.Context, c config.Config, o Options) (*Session, error) {
	return session.Open(ctx, c, o)
}

// OpenTriples opens a source of triples that the program has already; see [session.OpenTriples]. The
// caller must close the session.
func OpenTriples(ctx context.Context, triples iter.Seq[rdf.Triple], c config.Config, o Options) (*Session, error) {
	return session.OpenTriples(ctx, triples, c, o)
}
