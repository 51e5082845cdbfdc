package genus

import (
	"context"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session"
)

type (
	Candidate       = session.Candidate
	Changes         = session.Changes
	Class           = session.Class
	ColumnChoice    = session.ColumnChoice
	Conflict        = session.Conflict
	Counted         = session.Counted
	Document        = session.Document
	Edge            = session.Edge
	Edit            = session.Edit
	EnrichOptions   = session.EnrichOptions
	Evidence        = session.Evidence
	EvidenceFact    = session.EvidenceFact
	Explanation     = session.Explanation
	Fact            = session.Fact
	Found           = session.Found
	Judged          = session.Judged
	LanguageOptions = session.LanguageOptions
	Matches         = session.Matches
	Members         = session.Members
	NameCandidate   = session.NameCandidate
	Named           = session.Named
	Names           = session.Names
	Neighbourhood   = session.Neighbourhood
	NextQuestion    = session.NextQuestion
	Options         = session.Options
	Part            = session.Part
	Parts           = session.Parts
	Problem         = session.Problem
	Proposal        = session.Proposal
	Proposals       = session.Proposals
	Question        = session.Question
	Ranking         = session.Ranking
	Reason          = session.Reason
	Repair          = session.Repair
	RepairTask      = session.RepairTask
	Request         = session.Request
	Result          = session.Result
	Running         = session.Running
	SearchOptions   = session.SearchOptions
	Session         = session.Session
	Table           = session.Table
	TableColumn     = session.TableColumn
	TableForm       = session.TableForm
	TableMember     = session.TableMember
	TableOptions    = session.TableOptions
	TableValue      = session.TableValue
	Task            = session.Task
	Term            = session.Term
	UnknownName     = session.UnknownName
	Value           = session.Value
	Verdict         = session.Verdict
	Watch           = session.Watch
	Writing         = session.Writing
)

const (
	Asking     = session.Asking
	Confirming = session.Confirming
	Proving    = session.Proving
)

var (
	ErrEnough            = session.ErrEnough
	ErrNoRepair          = session.ErrNoRepair
	ErrNotCovered        = session.ErrNotCovered
	ErrUnknownIndividual = session.ErrUnknownIndividual
)

var (
	IsUsage = session.IsUsage
)

// Open opens the source of the settings: an endpoint, RDF files or a database; see
// [session.Open]. The caller must close the session.
func Open(ctx context.Context, c config.Config, o Options) (*Session, error) {
	return session.Open(ctx, c, o)
}
