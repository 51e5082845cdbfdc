package session

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner"
)

// Options are what a program gives to Open besides the settings. The zero value means the
// defaults.
type Options struct {
	// HTTPClient has the Transport for requests to the endpoint; nil means that of genus.
	// Timeouts and redirects are those of the settings.
	HTTPClient *http.Client
	// Logger receives what genus does; nil discards it.
	Logger *slog.Logger
}

// Open opens the source of the settings: an endpoint, RDF files or a database. The settings
// come from config.Default, or from config.Preset for a graph such as Wikidata. For settings without
// a preset Open sends an endpoint two requests, and a few more if it is a Wikibase
// (config.Config.Recognise, config.Config.WikibaseOf).
// The caller must close the session.
func Open(ctx context.Context, c config.Config, o Options) (*Session, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Endpoint == "" && len(c.Data) == 0 && c.DB == "" {
		return nil, Usagef("no source: set Endpoint, Data or DB")
	}
	s := &Session{
		Config:     c,
		HTTPClient: o.HTTPClient,
		Reporter:   logReporter{slog.New(slog.DiscardHandler)},
		Spent:      new(extract.Spent),
	}
	if o.Logger != nil {
		s.Reporter = logReporter{o.Logger}
	}
	src, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	*s = s.On(src)
	return s, nil
}

// Close closes the source of the session.
func (s Session) Close() { s.Source.Close() }

// Task returns the task to learn what is common to the positives, by the settings, and to
// confirm its query. The examples are IRIs, whole or with a prefix of the source.
func (s Session) Task(pos, neg []string) (Task, error) {
	_, ex, err := s.With(Request{Pos: pos, Neg: neg})
	if err != nil {
		return Task{}, err
	}
	o, err := s.Config.Learner()
	return Task{Examples: ex, Options: o, Confirm: true}, Usage(err)
}

// A logReporter writes everything to the log.
type logReporter struct{ log *slog.Logger }

func (r logReporter) Progress(phase, detail string)   { r.log.Debug(phase, "detail", detail) }
func (r logReporter) Note(format string, args ...any) { r.log.Info(fmt.Sprintf(format, args...)) }
func (r logReporter) Detail(format string, args ...any) {
	r.log.Debug(fmt.Sprintf(format, args...))
}
func (r logReporter) Logger() *slog.Logger { return r.log }

func (r logReporter) Stage(p learner.Progress, weighted bool) {
	r.log.Debug(StageName(p), "best", StageText(p, weighted))
}
