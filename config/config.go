package config

// Values of several settings.
const (
	Auto = "auto"
	None = "none"
)

// A Config holds the value of every setting, by group. The file of a group has its fields,
// defaults, settings and what they mean to other packages.
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

	declared map[string]string // the prefixes of the source
	forms    map[string]string // the IRIs that the source has in place of those that the settings have
}

// Default returns the default configuration.
func Default() Config {
	return Config{
		SourceConfig:     SourceConfig{Depth: AutoDepth},
		EndpointConfig:   defaultEndpoint(),
		ExtractionConfig: defaultExtraction(),
		LearningConfig:   defaultLearning(),
		OutputConfig:     OutputConfig{Anchor: Auto, Format: "text"},
		ServerConfig:     ServerConfig{Addr: "127.0.0.1:8010", Jobs: 2},
	}
}

// A Maybe is a switch that the program sets while it is [Auto].
type Maybe string

// The values of a switch.
const (
	On  Maybe = "true"
	Off Maybe = "false"
)
