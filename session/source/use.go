package source

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// A Reporter shows progress and messages to the user. Its methods must be safe for
// concurrent use.
type Reporter interface {
	// Progress shows the current phase and its progress in place of the ones before.
	Progress(phase, detail string)
	// Note prints a line that stays. Detail does so if the user asked for details.
	Note(format string, args ...any)
	Detail(format string, args ...any)
	// Stage shows the progress of learning. weighted reports whether its counts are
	// weights.
	Stage(p learner.Progress, weighted bool)
	// Logger receives the log of libraries.
	Logger() *slog.Logger
}

// Silent is a Reporter that shows nothing.
type Silent struct{}

func (Silent) Progress(string, string) {}

func (Silent) Note(string, ...any) {}

func (Silent) Detail(string, ...any) {}

func (Silent) Stage(learner.Progress, bool) {}

func (Silent) Logger() *slog.Logger { return slog.New(slog.DiscardHandler) }

// ReportWaits returns a context in which long waits for an endpoint appear as progress.
func ReportWaits(ctx context.Context, r Reporter) context.Context {
	const seldom, long = 10 * time.Second, 2 * time.Second
	var mu sync.Mutex
	var last time.Time
	return connector.ReportWaits(ctx, func(wait time.Duration, because string) {
		mu.Lock()
		defer mu.Unlock()
		if wait >= long && time.Since(last) >= seldom {
			last = time.Now()
			r.Progress("waiting", fmt.Sprintf("%s, because %s", wait.Round(time.Second), because))
		}
	})
}

// Options are what a program gives to Open besides the settings. The zero value means the
// defaults.
type Options struct {
	// HTTPClient has the Transport for requests to the endpoint; nil means that of genus.
	// Timeouts and redirects are those of the settings.
	HTTPClient *http.Client
	// Logger receives what genus does; nil discards it.
	Logger *slog.Logger
	// Reporter, if not nil, receives progress and messages in place of the Logger.
	Reporter Reporter
	Version  string // of the program, for the User-Agent
	// Anonymous: requests carry no credentials of the environment or of a file, because
	// these are meant for another endpoint.
	Anonymous bool
	// Credentials, unless they are zero, are sent to the endpoint of the settings.
	Credentials connector.Credentials
	// Remote: whoever reads the messages cannot change the settings of this process.
	Remote bool
	// Access, if set, restricts the redirects of the endpoint, and the files that catalogs name.
	Access *Access
	// Serve serves the files of the settings over HTTP inside the process, and uses that endpoint.
	Serve bool
	// ShareStructure: all problems over a file share one structure with all of its facts,
	// and learning bounds the role depth. Otherwise the structure of a problem holds only
	// what is within its role depth.
	ShareStructure bool
}

// A Use is the use of one source with one configuration. It is a value: a copy with other
// settings or another reporter uses the same source.
type Use struct {
	Config config.Config
	Options
	Source Source // open; nil if none is needed
	// Triples, if not nil, are the facts in place of files.
	Triples []rdf.Triple
	Only    []string // if set, the only properties to extract
	// Spent counts what the extractions have used of their budget: the ranking with reasoning
	// extracts, and so does the problem.
	Spent *extract.Spent
	// Rankings are those of dialogues about the source.
	Rankings *intent.Rankings
	// Start are the concepts that learning starts from (see learner.Options). Graphs and problems have what they name.
	Start   []dl.Concept
	Proving bool // the first answer was shown: extractions report as its proof

	unseen bool // the settings lack the vocabulary of the source, because nothing was seen of it yet
}

// OwnPrefixes returns the prefixes of flags, file and preset.
func OwnPrefixes(c config.Config) (syntax.Prefixes, error) {
	m, err := c.Prefixes()
	if err != nil {
		return nil, Usage(err)
	}
	p := syntax.Prefixes(m)
	if err := p.Validate(); err != nil {
		return nil, Usage(err)
	}
	for _, prefix := range slices.Sorted(maps.Keys(p)) {
		if _, err := queries.IRI(p[prefix]); err != nil {
			return nil, Usagef("prefix %q: %w", prefix, err)
		}
	}
	return p, nil
}

// UsablePrefixes returns the prefixes that are valid in concepts and in queries.
func UsablePrefixes(m map[string]string) syntax.Prefixes {
	p := syntax.Prefixes{}
	for prefix, iri := range m {
		if _, err := queries.IRI(iri); err == nil && (syntax.Prefixes{prefix: iri}).Validate() == nil {
			p[prefix] = iri
		}
	}
	return p
}
