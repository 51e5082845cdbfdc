package config

import (
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
)

// Values of several settings.
const (
	Auto = "auto"
	None = "none"
)

// AnyAge is the largest age of answers if there is no limit.
const AnyAge = -1

// AutoDepth is the depth that depends on the source.
const AutoDepth = -1

// A Config holds the value of every setting, by group. The names and help texts are in
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

// SourceConfig chooses the source. Exactly one of the first three fields is set where a
// source is needed.
type SourceConfig struct {
	Endpoint string
	Data     []string // RDF files
	DB       string   // a database of genus extract
	Preset   string
	Depth    int // AutoDepth, or the role depth
}

// EndpointConfig controls the requests to an endpoint.
type EndpointConfig struct {
	Graph          []string
	Dialect        string // Auto, or a dialect of package queries
	Method         string
	Contact        string
	Credentials    string // path of a file
	RequestTimeout time.Duration
	Retries        int
	Rate           float64 // requests per second, 0: no limit
	Requests       int     // the largest number at a time
	Load           float64 // share of the time that the endpoint may work for genus, 0: no limit
	RowCap         []int
	Search         string // one of queries.FinderNames
}

// ExtractionConfig controls what is extracted, how much, and where it is kept.
type ExtractionConfig struct {
	VocabularyConfig
	MaxSuccessors  int
	MaxIndividuals int
	MaxFacts       int
	Batch          int // IRIs per request
	Rows           int // rows per request
	MaxRequests    int // 0: no limit
	MaxTime        time.Duration
	Cache          string        // path of a database
	MaxAge         time.Duration // of the answers in the database; 0: ask again for everything; AnyAge: no limit
}

// VocabularyConfig says which properties state classes and labels, and what is not used.
type VocabularyConfig struct {
	Type          string // empty: rdf:type
	Subclass      string // empty: rdfs:subClassOf
	Closure       bool
	Reasoning     string
	LabelProperty []string
	LabelLanguage []string
	Exclude       []string
	ExcludeClass  []string
	Only          []string
	Strings       bool     // for learning, too
	ExcludeKind   []string // of properties
	PropertyKind  string
	PropertyVia   string
	Statements    string
	Elsewhere     string
}

// ExamplesConfig gives the examples, by Pos and Neg, by PosIRI and NegIRI, or by Problem.
type ExamplesConfig struct {
	Pos, Neg       string // paths
	PosIRI, NegIRI []string
	Problem        string // path, and # and the name of a problem in the file
}

// LearningConfig controls what is learned, and for how long.
type LearningConfig struct {
	Language     string
	Constructors []string
	Nominals     Maybe
	BoundsConfig
	Mode    string
	Score   string
	Select  string
	Engine  string
	Workers int    // the number of solvers at a time
	Prefer  string // Meant or Smallest
	Memory  int    // MiB; 0: learner.DefaultMemory
	Timeout time.Duration
}

// BoundsConfig bounds the stages.
type BoundsConfig struct {
	MaxSize    int
	MaxNumber  Numbers
	Thresholds int // 0: grow with the size
}

// OutputConfig controls what is written.
type OutputConfig struct {
	Anchor string // Auto, None or a class
	Format string
	Out    string
	As     string // IRI of a class or shape that is written
	Labels bool
	// Confirm the queries of files and databases on an endpoint inside the process.
	Confirm bool
}

// ServerConfig configures genus serve and genus mcp.
type ServerConfig struct {
	Addr  string
	Allow []string // URLs of endpoints, paths, and host:NAME
	State string   // path of a database
	Jobs  int      // the largest number at a time
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
		MaxSuccessors:    extract.DefaultSuccessors,
		MaxIndividuals:   extract.DefaultIndividuals,
		MaxFacts:         extract.DefaultFacts,
		Batch:            extract.DefaultBatch,
		Rows:             extract.DefaultRows,
		MaxAge:           AnyAge,
	}
	c.LearningConfig = LearningConfig{
		Language: Auto, Nominals: Auto,
		BoundsConfig: BoundsConfig{MaxSize: learner.DefaultMaxSize, MaxNumber: "k"},
		Mode:         learner.Approx.String(),
		Score:        interp.Accuracy.String(),
		Select:       learner.SelectMDL.String(),
		Engine:       "auto",
		Workers:      1,
		Prefer:       Meant,
		Timeout:      5 * time.Minute,
	}
	c.OutputConfig = OutputConfig{Anchor: Auto, Format: "text"}
	c.ServerConfig = ServerConfig{Addr: "127.0.0.1:8010", Jobs: 2}
	return c
}

// A Maybe is a switch that the program sets while it is [Auto].
type Maybe string

// The values of a switch.
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
	return []string{"text", "json", "dl", "manchester", "sparql", "turtle", "shacl"}
}

// Engines returns the values of the setting engine. The engine auto is learner.Portfolio.
func Engines() []string { return []string{"auto", "search", "sat", "optimal"} }

// Allowed is what the setting allow names.
type Allowed struct{ Endpoints, Paths, Hosts []string }

// Allowed returns what the setting allow names, by kind.
func (c Config) Allowed() (a Allowed) {
	for _, what := range c.Allow {
		if host, ok := strings.CutPrefix(what, "host:"); ok {
			a.Hosts = append(a.Hosts, host)
		} else if strings.Contains(what, "://") {
			a.Endpoints = append(a.Endpoints, what)
		} else {
			a.Paths = append(a.Paths, what)
		}
	}
	return a
}

// ProblemFile returns the path of the problem file and the name of a problem in it, which is
// empty if none is given.
func (c Config) ProblemFile() (path, name string) {
	path, name, _ = strings.Cut(c.Problem, "#")
	return path, name
}

// OldestLoaded returns the largest age of answers that are read from a database; 0 means any.
func (c Config) OldestLoaded() time.Duration {
	switch c.MaxAge {
	case AnyAge:
		return 0
	case 0: // none is new enough
		return 1
	}
	return c.MaxAge
}
