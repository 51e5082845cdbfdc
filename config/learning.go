package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
)

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
	// Words are what the user says of what is meant. They are part of a task, as examples are: no setting.
	Words string
}

// BoundsConfig bounds the stages.
type BoundsConfig struct {
	MaxSize    int
	Patience   int // learner.Options.Patience: no setting, but an option of a task
	MaxNumber  Numbers
	Thresholds int // 0: grow with the size
}

// The values of the setting prefer.
const (
	Meant    = "meant"
	Smallest = "smallest"
)

// Engines returns the values of the setting engine. The engine auto is learner.Portfolio.
func Engines() []string { return []string{"auto", "search", "sat", "optimal"} }

func defaultLearning() LearningConfig {
	return LearningConfig{
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
}

// learningSettings returns the settings of the group Learning.
func (c *Config) learningSettings() []Setting {
	return []Setting{
		{
			Name:   "language",
			Group:  Learning,
			Arg:    "L",
			Help:   "language of concepts: " + strings.Join(Languages(), ", "),
			Value:  &c.Language,
			Choice: "language",
			Side:   "language",
			OneOf:  Languages(),
			check: func() error {
				_, err := c.language()
				return err
			},
		},
		{
			Name:   "constructors",
			Group:  Learning,
			Arg:    "C,...",
			Help:   "language of these constructors and no others: " + strings.Join(dl.ConstructorNames(), ", "),
			Value:  &c.Constructors,
			Choice: "language",
			Side:   "constructors",
			OneOf:  dl.ConstructorNames(),
			check: func() error {
				_, err := c.language()
				return err
			},
		},
		{
			Name:  "nominals",
			Group: Learning,
			Help: "use individuals by name, such as a country: {o} is a concept for each that at least two examples lead to " +
				"(default: only for up to 20 shared values, in the default language)",
			Value: &c.Nominals,
		},
		{
			Name: "mode", Group: Learning, Arg: "M", Value: &c.Mode, OneOf: learner.ModeNames(),
			Help: "approx: the best score; exact: no errors",
		},
		{
			Name: "score", Group: Learning, Arg: "S", Value: &c.Score, OneOf: interp.ScoreNames(),
			Help: "score that the mode approx maximises: " + strings.Join(interp.ScoreNames(), ", "),
		},
		{
			Name: "select", Group: Learning, Arg: "R", Value: &c.Select, OneOf: learner.SelectNames(),
			Help: "which of the best concepts of all sizes the mode approx returns: that with the best score " +
				"(score), or with the minimum description length (mdl)",
		},
		{
			Name: "engine", Group: Learning, Arg: "E", Value: &c.Engine, OneOf: Engines(),
			Help: "auto (search, with sat in parallel where it may be faster), search, sat (the paper's) or optimal " +
				"(best score at any size, at once)",
		},
		{
			Name: "workers", Group: Learning, Arg: "N", Value: &c.Workers, least: 1,
			Help: "number of solvers at a time; the result is the same for any number",
		},
		{
			Name: "prefer", Group: Learning, Arg: "W", Value: &c.Prefer, OneOf: []string{Meant, Smallest},
			Help: "which concept that fits to return: meant (the one most likely meant) or smallest",
		},
		{
			Name: "memory", Group: Learning, Arg: "MIB", Value: &c.Memory,
			Help: "memory limit while learning, in MiB; the result is then the best concept so far; 0 means half of " +
				"the memory of the machine or container",
		},
		{
			Name: "timeout", Group: Learning, Arg: "TIME", Value: &c.Timeout, least: 1,
			Help: "time limit for learning; the result is then the best concept so far",
		},
	}
}

// boundsSettings returns the settings of the group that bound the stages.
func (c *Config) boundsSettings() []Setting {
	return []Setting{
		{Name: "max-size", Group: Learning, Arg: "N", Help: "largest size of a concept", Value: &c.MaxSize, least: 1},
		{
			Name: "max-number", Group: Learning, Arg: "N", Value: &c.MaxNumber,
			Help: "largest number in ≥n and ≤n: a number, or a function of the size k: k, 2k or 2^k",
			check: func() error {
				_, _, err := c.MaxNumber.limit()
				return err
			},
		},
		{
			Name: "thresholds", Group: Learning, Arg: "N", Value: &c.Thresholds, zeroGrows: true,
			Help: "number of thresholds per feature (default grows with the size)",
		},
	}
}

// mostWorkers is far beyond the processors of any machine. Each worker takes memory.
const mostWorkers = 1024

// Learner returns the options of learning. Depth 0 removes the roles from the language;
// AutoDepth leaves the depth to the problem.
func (c Config) Learner() (learner.Options, error) {
	language, err := c.language()
	if err != nil {
		return learner.Options{}, err
	}
	if c.Workers > mostWorkers {
		return learner.Options{}, fmt.Errorf("workers is %d, but must be %d at most", c.Workers, mostWorkers)
	}
	o := learner.Options{
		Language: language, Shared: c.namesOnlyShared(), MaxSize: c.MaxSize, Patience: c.Patience,
		Thresholds: c.Thresholds,
		Memory:     uint64(c.Memory) << 20, Optimal: c.Engine == "optimal",
	}
	if o.MaxNumber, o.Growth, err = c.MaxNumber.limit(); err != nil {
		return learner.Options{}, err
	}
	switch c.Engine {
	case "sat":
		o.Engine = learner.SAT{Workers: c.Workers}
	case "search":
		o.Engine = learner.Search{Workers: c.Workers}
	default:
		o.Engine = learner.Portfolio{Workers: c.Workers}
	}
	switch {
	case c.Depth == 0:
		o.Language &^= dl.WithRoles | dl.WithInverse
	case c.Depth > 0:
		o.MaxDepth = c.Depth
	}
	if o.Language == 0 { // which would mean the default
		return learner.Options{}, errors.New("constructors: without roles none of them is left")
	}
	if o.Mode, err = learner.ParseMode(c.Mode); err != nil {
		return learner.Options{}, err
	}
	// A threshold in the middle between two examples favours neither.
	o.Midpoints = o.Mode == learner.Approx && o.Thresholds == 0
	if o.Score, err = interp.ParseScore(c.Score); err != nil {
		return learner.Options{}, err
	}
	if o.Select, err = learner.ParseSelect(c.Select); err != nil {
		return learner.Options{}, err
	}
	return o, o.Validate()
}

func (c Config) language() (l dl.Language, err error) {
	if len(c.Constructors) > 0 {
		var names []string
		for _, list := range c.Constructors {
			names = append(names, strings.Split(list, ",")...)
		}
		l, err = dl.ParseConstructors(names)
	} else if l = dl.ALCQIF; c.Language != Auto {
		l, err = dl.ParseLanguage(c.Language)
	}
	l = c.AboutClasses(l)
	if c.Nominals == On || c.namesOnlyShared() {
		l |= dl.WithNominals
	}
	if c.Strings {
		l |= dl.WithStrings
	}
	return l, err
}

// namesOnlyShared reports whether concepts may name shared values, but no other individuals. They
// may unless the user chose a language, or whether it has nominals.
func (c Config) namesOnlyShared() bool {
	return c.Nominals == Auto && !c.ChoosesLanguage() && !c.HasClassTriples()
}

// AboutClasses returns the language without what axioms about classes do not say, unless the user
// chose it: that is how many values there are, that there are no others, and what has the class as a value.
func (c Config) AboutClasses(l dl.Language) dl.Language {
	if c.Individuals != extract.Classes || c.ChoosesLanguage() {
		return l
	}
	if c.HasClassTriples() { // all values are classes
		l &^= dl.WithNominals
	}
	return l &^ (dl.WithForAll | dl.WithAtLeast | dl.WithAtMost | dl.WithInverse | dl.WithClosures |
		dl.WithAgree | dl.WithLess)
}

// ChoosesLanguage reports whether the user chose the language of the concepts.
func (c Config) ChoosesLanguage() bool { return len(c.Constructors) > 0 || c.Language != Auto }

// Languages returns the values of the setting language. The first, [Auto], is alcqif with values
// that the examples share.
func Languages() []string { return append([]string{Auto}, dl.LanguageNames()...) }
