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
	Candidate       = answer.Candidate
	Changes         = source.Changes
	Class           = look.Class
	ColumnChoice    = members.ColumnChoice
	Conflict        = answer.Conflict
	Counted         = look.Counted
	Document        = answer.Document
	Edge            = look.Edge
	Edit            = look.Edit
	EnrichOptions   = enrich.EnrichOptions
	Evidence        = look.Evidence
	EvidenceFact    = look.EvidenceFact
	Explanation     = look.Explanation
	Fact            = answer.Fact
	Found           = names.Found
	Judged          = answer.Judged
	LanguageOptions = source.LanguageOptions
	Matches         = answer.Matches
	Members         = notation.Members
	NameCandidate   = names.NameCandidate
	Named           = names.Named
	Names           = names.Names
	Neighbourhood   = look.Neighbourhood
	NextQuestion    = answer.NextQuestion
	Options         = session.Options
	Part            = look.Part
	Parts           = look.Parts
	Problem         = source.Problem
	Proposal        = enrich.Proposal
	Proposals       = enrich.Proposals
	Question        = notation.Question
	Ranking         = answer.Ranking
	Reason          = look.Reason
	Repair          = answer.Repair
	RepairTask      = answer.RepairTask
	Request         = source.Request
	Result          = answer.Result
	Running         = answer.Running
	SearchOptions   = source.SearchOptions
	Session         = session.Session
	Table           = members.Table
	TableColumn     = members.TableColumn
	TableForm       = members.TableForm
	TableMember     = members.TableMember
	TableOptions    = members.TableOptions
	TableValue      = members.TableValue
	Task            = answer.Task
	Term            = source.Term
	UnknownName     = names.UnknownName
	Value           = look.Value
	Verdict         = answer.Verdict
	Watch           = members.Watch
	Writing         = source.Writing
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
	IsUsage = source.IsUsage
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
