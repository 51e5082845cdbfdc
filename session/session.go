package session

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"slices"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/answer"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/members"
	"github.com/genus-kg/genus/session/names"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// Options are what a program gives to Open besides the settings.
type Options = source.Options

// A Session is work on one source with one configuration. It is a value: a copy with other
// settings works on the same source.
type Session struct{ use source.Use }

// New returns a session without a source. It can read examples, and write concepts by the
// settings.
func New(c config.Config, o Options) Session {
	if o.Reporter == nil {
		o.Reporter = logReporter{cmp.Or(o.Logger, slog.New(slog.DiscardHandler))}
	}
	return Session{source.Use{Config: c, Options: o, Spent: new(extract.Spent), Rankings: new(intent.Rankings)}}
}

// Open opens the source of the settings: an endpoint, RDF files or a database. The settings
// come from config.Default, or from config.Preset for a graph such as Wikidata. For settings without
// a preset Open sends an endpoint two requests, and a few more if it is a Wikibase
// (config.Config.Recognise, config.Config.WikibaseOf). If a database has several sources, it opens
// the one that holds the examples of the settings. The caller must close the session.
func Open(ctx context.Context, c config.Config, o Options) (*Session, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Endpoint == "" && len(c.Data) == 0 && c.DB == "" {
		return nil, source.Usagef("no source: set Endpoint, Data or DB")
	}
	return New(c, o).open(ctx)
}

// OpenTriples opens a source of the triples, such as a Go program has already. The settings must name
// no other source. The caller must close the session.
func OpenTriples(ctx context.Context, triples iter.Seq[rdf.Triple], c config.Config, o Options) (*Session, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Endpoint != "" || len(c.Data) > 0 || c.DB != "" {
		return nil, source.Usagef("the settings name a source beside the triples: leave Endpoint, Data and DB empty")
	}
	s := New(c, o)
	if s.use.Triples = slices.Collect(triples); s.use.Triples == nil {
		s.use.Triples = []rdf.Triple{}
	}
	return s.open(ctx)
}

func (s Session) open(ctx context.Context) (*Session, error) {
	open := source.Open
	if s.use.Serve {
		open = source.OpenServed
	}
	src, err := open(ctx, s.use)
	if err != nil {
		return nil, err
	}
	s.use = s.use.On(src)
	return &s, nil
}

// Close closes the source of the session, and of all its copies.
func (s Session) Close() { s.use.Source.Close() }

// Settings returns the settings, with the vocabulary that the statements of the source show.
func (s Session) Settings() config.Config { return s.use.Config }

// Configured returns a copy of the session with changed settings.
func (s Session) Configured(change func(*config.Config)) Session {
	change(&s.use.Config)
	return s
}

// Reporting returns a copy of the session, with a budget of its own, that reports to r.
func (s Session) Reporting(r source.Reporter) Session {
	s.use.Reporter, s.use.Spent = r, new(extract.Spent)
	return s
}

// Starting returns a copy of the session whose learning starts from the concepts, too (see
// learner.Options).
func (s Session) Starting(from ...dl.Concept) Session {
	s.use.Start = slices.Concat(s.use.Start, from)
	return s
}

// Extracting returns a copy of the session that extracts no properties but these.
func (s Session) Extracting(only []string) Session {
	s.use.Only = only
	return s
}

// Prefixes returns the prefixes of the user and, for names that the user does not define, the
// usable ones of the data.
func (s Session) Prefixes() syntax.Prefixes { return s.use.Source.Prefixes() }

// Recognised returns a copy of the session with the vocabulary of the source. If an endpoint did not answer when
// the session was opened, Recognised looks at its statements again. Use it at the start of an operation of a session
// that stays open.
func (s Session) Recognised(ctx context.Context) Session {
	s.use = s.use.Recognised(ctx)
	return s
}

// With returns a copy of the session with the options of the request, and the examples of the
// request.
func (s Session) With(r source.Request) (Session, extract.Examples, error) {
	with, ex, err := s.use.With(r)
	return Session{with}, ex, err
}

// CheckExcluded warns of classes that a request leaves out and that are in no statement of the source, and returns a
// copy of the session with the others as the source writes them.
func (s Session) CheckExcluded(ctx context.Context, classes []string) Session {
	s.use = source.CheckExcluded(ctx, s.use, classes)
	return s
}

// Task returns the task to learn what is common to the positives, by the settings, and to
// confirm its query. The examples are IRIs, whole or with a prefix of the source.
func (s Session) Task(pos, neg []string) (answer.Task, error) {
	_, ex, err := s.With(source.Request{Pos: pos, Neg: neg})
	if err != nil {
		return answer.Task{}, err
	}
	o, err := s.use.Config.Learner()
	return answer.Task{Examples: ex, Options: o, Confirm: true}, source.Usage(err)
}

// Bounded returns a copy of the session with a bound of the role depth, if neither the settings nor
// the source have one.
func (s Session) Bounded(depth int) Session {
	if s.use.Source.Complete() && s.use.Config.Depth == config.AutoDepth {
		s.use.Config.Depth = depth
	}
	return s
}

// Use returns what the rooms below work with, for what else they can do. It may change in any version.
func (s Session) Use() source.Use { return s.use }

// Look shows what is in the source.
func (s Session) Look() look.Looker { return look.On(s.use) }

// Names finds what texts mean.
func (s Session) Names() names.Finder { return names.Finder{Use: s.use} }

// Notation writes concepts.
func (s Session) Notation() notation.Writer { return notation.Writer{Use: s.use} }

// Work learns, verifies and repairs.
func (s Session) Work() answer.Worker { return answer.On(s.use) }

// Members lists members of concepts.
func (s Session) Members() members.Lister { return members.Lister{Use: s.use} }

// Axioms proposes axioms.
func (s Session) Axioms() enrich.Enricher { return enrich.Enricher{Use: s.use} }
