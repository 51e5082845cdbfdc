package source

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A Request is a learning problem as a server receives it: the names of the examples, and
// changes of the settings.
type Request struct {
	Pos, Neg []string // IRIs, whole or with a prefix of the source
	Options  Changes
}

// Changes are settings of one request. Those that are left out keep the value of the
// session.
type Changes struct {
	LanguageOptions
	SearchOptions
	Prefer string   `json:"prefer,omitempty" jsonschema:"meant (default): of the concepts that fit, the one that is most likely meant, where members can be counted in the whole source; smallest: the smallest one, with a proof"`
	Words  string   `json:"words,omitempty" jsonschema:"what is meant in the user's words, such as: jazz pianists from the US. They count beside the examples, and a ranking note says which of them the first concept says"`
	Start  []string `json:"start,omitempty" jsonschema:"concepts to start from: the result is never worse than the best of them. A concept that the search cannot use is an error"`
}

// LanguageOptions restrict the concepts.
type LanguageOptions struct {
	Language   string `json:"language,omitempty" jsonschema:"what concepts may be made of; auto: alcqif and values that examples share; alcqif: and, or, not, some, only, numbers of successors, inverse properties, comparisons with numbers and dates"`
	Depth      *int   `json:"depth,omitempty" jsonschema:"how many edges from an individual a concept may look"`
	MaxNumber  *int   `json:"max_number,omitempty" jsonschema:"largest number in number restrictions; by default it grows with the size"`
	Thresholds *int   `json:"thresholds,omitempty" jsonschema:"thresholds per feature; by default the number grows with the size"`
	Nominals   *bool  `json:"nominals,omitempty" jsonschema:"concepts may name individuals, such as a country"`
	Strings    *bool  `json:"strings,omitempty" jsonschema:"concepts may compare strings"`
	// ExcludeClass are the IRIs of classes that the concept must not name.
	ExcludeClass []string `json:"exclude_class,omitempty" jsonschema:"IRIs of classes that the concept must not name"`
}

// SearchOptions control the search, and which concept is the best.
type SearchOptions struct {
	MaxSize  *int     `json:"max_size,omitempty" jsonschema:"largest size of a concept"`
	Patience *int     `json:"patience,omitempty" jsonschema:"end after so many sizes with nothing better; 0: never"`
	Timeout  *float64 `json:"timeout,omitempty" jsonschema:"time limit in seconds, at most that of the server"`
	Mode     string   `json:"mode,omitempty" jsonschema:"approx: the best score; exact: no errors"`
	Score    string   `json:"score,omitempty" jsonschema:"what approx makes best"`
	Select   string   `json:"select,omitempty" jsonschema:"which size's best concept approx returns"`
	Engine   string   `json:"engine,omitempty" jsonschema:"which engine searches"`
}

func (o Changes) apply(c *config.Config) error {
	if o.Language != "" {
		c.Constructors = nil
	}
	replaceText(&c.Language, o.Language)
	replaceText(&c.Mode, o.Mode)
	replaceText(&c.Score, o.Score)
	replaceText(&c.Select, o.Select)
	replaceText(&c.Engine, o.Engine)
	replaceText(&c.Prefer, o.Prefer)
	replaceText(&c.Words, o.Words)
	replace(&c.Depth, o.Depth)
	replace(&c.MaxSize, o.MaxSize)
	replace(&c.Patience, o.Patience)
	if o.MaxNumber != nil {
		c.MaxNumber = config.Numbers(strconv.Itoa(*o.MaxNumber))
	}
	replace(&c.Thresholds, o.Thresholds)
	if o.Nominals != nil {
		if c.Nominals = config.Off; *o.Nominals {
			c.Nominals = config.On
		}
	}
	replace(&c.Strings, o.Strings)
	c.ExcludeClass = slices.Concat(c.ExcludeClass, o.ExcludeClass)
	if o.Timeout != nil {
		if seconds := *o.Timeout; seconds < c.Timeout.Seconds() {
			c.Timeout = max(time.Duration(math.Round(seconds*1000))*time.Millisecond, time.Millisecond)
		}
	}
	return c.Check()
}

func replaceText(setting *string, v string) {
	if v != "" {
		*setting = v
	}
}

func replace[T any](setting, v *T) {
	if v != nil {
		*setting = *v
	}
}

// With applies the options of the request to a copy of the session, and reads the
// examples of the request.
func (s Use) With(r Request) (Use, extract.Examples, error) {
	var ex extract.Examples
	if err := r.Options.apply(&s.Config); err != nil {
		return s, ex, err
	}
	if err := s.Config.CheckExclusions(); err != nil {
		return s, ex, Usage(err)
	}
	for _, text := range r.Options.Start {
		c, err := syntax.Parse(text, s.Source.Prefixes())
		if err != nil {
			return s, ex, Usagef("start: %w", err)
		}
		s.Start = append(s.Start, c)
	}
	pos, err := Expand(r.Pos, s.Source.Prefixes())
	if err != nil {
		return s, ex, Usagef("positives: %w", err)
	}
	neg, err := Expand(r.Neg, s.Source.Prefixes())
	if err != nil {
		return s, ex, Usagef("negatives: %w", err)
	}
	ex, err = extract.NewExamples(pos, neg)
	return s, ex, err
}

// Expand replaces prefixes by their namespaces. Blank nodes stay as they are.
func Expand(names []string, p syntax.Prefixes) ([]string, error) {
	iris := make([]string, 0, len(names))
	for _, name := range names {
		name = strings.TrimSpace(name)
		if !queries.BlankNode(name) {
			var err error
			if name, err = extract.Expand(name, p); err != nil {
				return nil, Usage(err)
			}
		}
		iris = append(iris, name)
	}
	return iris, nil
}
