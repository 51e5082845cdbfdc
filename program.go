package genus

import "github.com/genus-kg/genus/session"

// What only the program uses.
type (
	Access           = session.Access
	Apart            = session.Apart
	Bounds           = session.Bounds
	Ceiling          = session.Ceiling
	Confirmation     = session.Confirmation
	Contradiction    = session.Contradiction
	Course           = session.Course
	DetailedDocument = session.DetailedDocument
	DetailedStage    = session.DetailedStage
	EndpointAnswer   = session.EndpointAnswer
	ExampleCounts    = session.ExampleCounts
	Group            = session.Group
	Labelled         = session.Labelled
	LeftOutRole      = session.LeftOutRole
	Meant            = session.Meant
	MemberChanges    = session.MemberChanges
	Reading          = session.Reading
	Removed          = session.Removed
	RepairBounds     = session.RepairBounds
	RepairChanges    = session.RepairChanges
	RepairDocument   = session.RepairDocument
	RepairRival      = session.RepairRival
	Reporter         = session.Reporter
	Score            = session.Score
	Silent           = session.Silent
	Solution         = session.Solution
	Source           = session.Source
	SourceState      = session.SourceState
	Stage            = session.Stage
	UsageError       = session.UsageError
	WatchDocument    = session.WatchDocument
	Written          = session.Written
	WrittenEdit      = session.WrittenEdit
	WrittenRival     = session.WrittenRival
)

const (
	DefaultNeighbours = session.DefaultNeighbours
	MostNodes         = session.MostNodes
	NotRun            = session.NotRun
	Remove            = session.Remove
	Tighten           = session.Tighten
	Widen             = session.Widen
)

var (
	ErrForbidden = session.ErrForbidden
	ErrNames     = session.ErrNames
	ErrNoRoom    = session.ErrNoRoom
)

var (
	Cell           = session.Cell
	Correct        = session.Correct
	Elephants      = session.Elephants
	Expand         = session.Expand
	IRIFlag        = session.IRIFlag
	IsName         = session.IsName
	IsURL          = session.IsURL
	LearnFold      = session.LearnFold
	New            = session.New
	NewAccess      = session.NewAccess
	NewLabelled    = session.NewLabelled
	NewScore       = session.NewScore
	ProblemData    = session.ProblemData
	Properties     = session.Properties
	ReportWaits    = session.ReportWaits
	Saying         = session.Saying
	StageName      = session.StageName
	StageText      = session.StageText
	UsablePrefixes = session.UsablePrefixes
	Usage          = session.Usage
	Usagef         = session.Usagef
	Write          = session.Write
)

// A Pool is a [session.Pool].
type Pool[T interface{ Close() }] = session.Pool[T]
