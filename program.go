package genus

import (
	"github.com/genus-kg/genus/session"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// What only the program uses.
type (
	Access           = source.Access
	DetailedDocument = answer.DetailedDocument
	Labelled         = notation.Labelled
	EndpointAnswer   = answer.EndpointAnswer
	NamesError       = names.NamesError
	Reading          = names.Reading
	RepairChanges    = answer.RepairChanges
	RepairDocument   = answer.RepairDocument
	Reporter         = source.Reporter
	Score            = notation.Score
	Silent           = source.Silent
	SourceState      = look.SourceState
	Written          = notation.Written
)

const (
	DefaultNeighbours = look.DefaultNeighbours
	MostNodes         = answer.MostNodes
	NotRun            = answer.NotRun
)

var (
	ErrForbidden = source.ErrForbidden
	ErrNoRoom    = source.ErrNoRoom
)

var (
	Cell           = members.Cell
	Correct        = answer.Correct
	Expand         = source.Expand
	IRIFlag        = source.IRIFlag
	IsURL          = source.IsURL
	LearnFold      = answer.LearnFold
	NewAccess      = source.NewAccess
	NewLabelled    = notation.NewLabelled
	NewScore       = notation.NewScore
	ProblemData    = source.ProblemData
	Properties     = source.Properties
	ReportWaits    = source.ReportWaits
	Saying         = look.Saying
	StageName      = answer.StageName
	StageText      = answer.StageText
	UsablePrefixes = source.UsablePrefixes
	Usage          = source.Usage
	Usagef         = source.Usagef
	Write          = notation.Write
)

// A Pool is a [source.Pool].
type Pool[T interface{ Close() }] = source.Pool[T]

// New returns a session without a source; see [session.New].
var New = session.New
