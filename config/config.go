package config

import (
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/threshold"
	"github.com/genus-kg/genus/queries"
)

// Values of settings that leave a decision to the program, or say no.
const (
	Auto = "auto"
	None = "none"
)

// AutoDepth is the role depth that depends on the source.
const AutoDepth = -1

// Config is the value of every setting, by group. The names and help texts are in
// settings.go.
type Config struct {
	SourceConfig
	EndpointConfig
	ExtractionConfig
	ExamplesConfig
	LearningConfig
	OutputConfig
	ServerConfig

	Prefix  []string // p=IRI
	Quiet   bool
	Verbose bool
}

// SourceConfig chooses the source. Exactly one of the first three is set where a
// source is needed.
type SourceConfig struct {
	Endpoint string
	Data     []string // RDF files
	DB       string   // a database of genus extract
	From     string   // which source of it: number or name
	Preset   string
	Depth    int // AutoDepth, or the role depth
}

// EndpointConfig says how to ask an endpoint.
type EndpointConfig struct {
	Graph          []string
	Dialect        string // Auto, or what package queries knows
	Method         string
	Contact        string
	Credentials    string // path of a file
	RequestTimeout time.Duration
	Retries        int
	Rate           float64 // requests per second, 0 for as fast as they are answered
	Requests       int     // at a time
	MaxErrors      int     // failed requests a minute, 0 for any number
	RowCap         []int
	Search         string // of queries.FinderNames
}

// ExtractionConfig says what is extracted, how much, and where it is kept.
type ExtractionConfig struct {
	VocabularyConfig
	MaxSuccessors  int
	MaxIndividuals int
	MaxFacts       int
	Batch          int // IRIs per request
	Rows           int // rows per request
	MaxRequests    int // 0: any number
	MaxTime        time.Duration
	DryRun         bool
	Cache          string        // path of a database
	MaxAge         time.Duration // of what the database holds, 0: for ever
	Refresh        bool          // ask again for everything
}

// VocabularyConfig says how the source states classes and labels, and what of it
// is not used.
type VocabularyConfig struct {
	Type          string // empty: rdf:type
	Subclass      string // empty: rdfs:subClassOf
	Closure       bool
	Reasoning     string
	Label         []string
	LabelLanguage []string
	Exclude       []string
	ExcludeClass  []string
	Only          []string
	Strings       bool     // for learning, too
	ExcludeKind   []string // of properties
	PropertyKind  string
	PropertyVia   string
	Elsewhere     string
}

// ExamplesConfig gives the examples: one of pos and neg, pos-iri and neg-iri,
// problem.
type ExamplesConfig struct {
	Pos, Neg       string // paths
	PosIRI, NegIRI []string
	Problem        string // path
	Name           string // of a problem in it
	Negatives      string // empty, or auto or auto:N: found by the program
	Seed           int
}

// LearningConfig says what is learned and for how long.
type LearningConfig struct {
	Language     string
	Constructors []string
	Nominals     Maybe
	MaxValues    int
	BoundsConfig
	Mode      string
	Score     string
	Select    string
	Engine    string
	Workers   int // solvers at a time
	Solutions int
	Prefer    string // Meant or Smallest
	Memory    int    // MiB, 0: no limit
	Timeout   time.Duration
}

// BoundsConfig are the bounds of the stages.
type BoundsConfig struct {
	MaxSize         int
	MaxNumber       int // 0: grows with the size
	Thresholds      int // 0: grow with the size
	ThresholdMethod string
}

// OutputConfig says what is written.
type OutputConfig struct {
	Anchor string // Auto, None or a class
	Format string
	Out    string
	As     string // IRI of a class or shape that is written
	Target string // IRI of the class that a shape is about
	Labels bool
	// Confirm the queries about files and databases, too, on an endpoint inside the
	// process.
	Confirm bool
}

// ServerConfig is for genus serve and genus mcp.
type ServerConfig struct {
	Addr          string
	AllowEndpoint []string
	AllowPath     []string
	AllowHost     []string
	State         string // path of a database
	Jobs          int    // at a time
	Queue         int    // waiting
	MaxUpload     int    // MiB
}

// Default returns the default configuration.
func Default() Config {
	var c Config
	c.Depth = AutoDepth
	c.EndpointConfig = EndpointConfig{
		Dialect: Auto, Method: string(connector.PostForm), RequestTimeout: connector.DefaultTimeout,
		Retries: connector.DefaultRetries, Requests: extract.DefaultWorkers, Search: string(queries.FindScan),
	}
	c.ExtractionConfig = ExtractionConfig{
		VocabularyConfig: VocabularyConfig{Closure: true, Reasoning: None},
		MaxSuccessors:    extract.DefaultSuccessors, MaxIndividuals: extract.DefaultIndividuals, MaxFacts: extract.DefaultFacts,
		Batch: extract.DefaultBatch, Rows: extract.DefaultRows,
	}
	c.Seed = 1
	c.LearningConfig = LearningConfig{
		Language: dl.ALCQIF.String(), Nominals: Auto, MaxValues: learner.DefaultValues,
		BoundsConfig: BoundsConfig{MaxSize: learner.DefaultMaxSize, ThresholdMethod: threshold.Quantile.String()},
		Mode:         learner.Approx.String(), Score: interp.Accuracy.String(), Select: learner.SelectMDL.String(), Engine: "auto",
		Workers: 1, Solutions: 1, Prefer: Meant, Timeout: 5 * time.Minute,
	}
	c.OutputConfig = OutputConfig{Anchor: Auto, Format: "text"}
	c.ServerConfig = ServerConfig{Addr: "127.0.0.1:8010", Jobs: 2, Queue: 16, MaxUpload: 64}
	return c
}

// Maybe is a switch that the program sets by itself as long as it is [Auto].
type Maybe string

// The settings of a switch.
const (
	On  Maybe = "true"
	Off Maybe = "false"
)

// The values of the setting prefer.
const (
	Meant    = "meant"
	Smallest = "smallest"
)

// Formats returns the values of the setting format.
func Formats() []string {
	return []string{"text", "json", "dl", "ascii", "manchester", "sparql", "turtle", "functional", "shacl"}
}

// Engines returns the values of the setting engine; auto is learner.Portfolio.
func Engines() []string { return []string{"auto", "search", "sat", "optimal"} }
