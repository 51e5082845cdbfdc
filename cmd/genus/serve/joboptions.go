package serve

import (
	"math"
	"strconv"
)

// jobOptions are the settings of one job; what is left out is as the server was
// started.
type jobOptions struct {
	Language   string   `json:"language,omitempty"`
	Depth      *int     `json:"depth,omitempty"`
	MaxSize    *int     `json:"max_size,omitempty"`
	MaxNumber  *int     `json:"max_number,omitempty"`
	Thresholds *int     `json:"thresholds,omitempty"`
	Timeout    *float64 `json:"timeout,omitempty"`
	Mode       string   `json:"mode,omitempty"`
	Score      string   `json:"score,omitempty"`
	Select     string   `json:"select,omitempty"`
	Engine     string   `json:"engine,omitempty"`
	Solutions  *int     `json:"solutions,omitempty"`
	Differ     string   `json:"differ,omitempty"`
	Negatives  string   `json:"negatives,omitempty"`
	Seed       *int     `json:"seed,omitempty"`
	Nominals   *bool    `json:"nominals,omitempty"`
	Strings    *bool    `json:"strings,omitempty"`
	Confirm    *bool    `json:"confirm,omitempty"` // ask the endpoint; default true
}

// flags are the options as settings; which values there are, package config knows.
func (o jobOptions) flags() (map[string][]string, error) {
	flags := map[string][]string{}
	for name, text := range map[string]string{
		"language": o.Language, "mode": o.Mode, "score": o.Score, "select": o.Select, "engine": o.Engine, "differ": o.Differ, "negatives": o.Negatives,
	} {
		if text != "" {
			flags[name] = []string{text}
		}
	}
	for _, n := range []struct {
		field, name string
		value       *int
		least, most int
	}{
		{"depth", "depth", o.Depth, 0, maxDepth}, {"max_size", "max-size", o.MaxSize, 1, maxSize},
		{"max_number", "max-number", o.MaxNumber, 0, math.MaxInt32}, {"thresholds", "thresholds", o.Thresholds, 0, math.MaxInt32},
		{"solutions", "solutions", o.Solutions, 1, maxSolutions}, {"seed", "seed", o.Seed, 0, math.MaxInt32},
	} {
		if n.value == nil {
			continue
		}
		if *n.value < n.least || *n.value > n.most {
			return nil, invalid("%s: %d: want a number from %d to %d", n.field, *n.value, n.least, n.most)
		}
		flags[n.name] = []string{strconv.Itoa(*n.value)}
	}
	if o.Timeout != nil {
		if !(*o.Timeout > 0) || *o.Timeout > 1e6 {
			return nil, invalid("timeout: %g: want a number of seconds above 0", *o.Timeout)
		}
		flags["timeout"] = []string{strconv.FormatInt(max(int64(*o.Timeout*1000), 1), 10) + "ms"}
	}
	for name, value := range map[string]*bool{"nominals": o.Nominals, "strings": o.Strings} {
		if value != nil {
			flags[name] = []string{strconv.FormatBool(*value)}
		}
	}
	return flags, nil
}
