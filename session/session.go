package session

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"

	"github.com/genus-kg/genus/extract/graph"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/syntax"
)

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
	// Access, if set, restricts the redirects of the endpoint.
	Access *Access
	// Serve serves the files of the settings over HTTP inside the process, and uses that endpoint.
	Serve bool
	// ShareStructure: all problems over a file share one structure with all of its facts,
	// and learning bounds the role depth. Otherwise the structure of a problem holds only
	// what is within its role depth.
	ShareStructure bool
}

// A Session is work on one source with one configuration. It is a value: a copy with other
// settings works on the same source.
type Session struct{ use use }

// New returns a session without a source. It can read examples, and write concepts by the
// settings.
func New(c config.Config, o Options) Session {
	s := use{
		Config: c, Reporter: o.Reporter, Version: o.Version, HTTPClient: o.HTTPClient, Spent: new(extract.Spent),
		Anonymous: o.Anonymous, Credentials: o.Credentials, Remote: o.Remote, Access: o.Access,
	}
	if s.Reporter == nil {
		s.Reporter = logReporter{cmp.Or(o.Logger, slog.New(slog.DiscardHandler))}
	}
	return Session{s}
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
		return nil, Usagef("no source: set Endpoint, Data or DB")
	}
	s := New(c, o)
	open := s.use.Open
	if o.Serve {
		open = s.use.OpenServed
	}
	src, err := open(ctx)
	if err != nil {
		return nil, err
	}
	src.ShareStructure = o.ShareStructure
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
func (s Session) Reporting(r Reporter) Session {
	s.use.Reporter, s.use.Spent = r, new(extract.Spent)
	return s
}

// Reporter returns what receives the progress and the messages.
func (s Session) Reporter() Reporter { return s.use.Reporter }

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

// IsOpen reports whether the session has a source.
func (s Session) IsOpen() bool { return s.use.Source != nil }

// Prefixes returns the prefixes of the user and, for names that the user does not define, the
// usable ones of the data.
func (s Session) Prefixes() syntax.Prefixes { return s.use.Source.Prefixes }

// PrefixesOf returns the prefixes of the source and those that the concept needs in addition.
func (s Session) PrefixesOf(c dl.Concept) syntax.Prefixes { return s.use.Source.PrefixesOf(c) }

// Preset returns the preset with the vocabulary that the statements of the source show; empty if
// the settings name one, or if none fits.
func (s Session) Preset() string { return s.use.Source.Preset }

// With returns a copy of the session with the options of the request, and the examples of the
// request.
func (s Session) With(r Request) (Session, extract.Examples, error) {
	with, ex, err := s.use.With(r)
	return Session{with}, ex, err
}

// Anchored returns a copy of the session with the class that restricts the query of c, for Query.
func (s Session) Anchored(p *Problem, c dl.Concept) (Session, error) {
	anchored, err := s.use.Anchored(p, c)
	return Session{anchored}, err
}

// Task returns the task to learn what is common to the positives, by the settings, and to
// confirm its query. The examples are IRIs, whole or with a prefix of the source.
func (s Session) Task(pos, neg []string) (Task, error) {
	_, ex, err := s.With(Request{Pos: pos, Neg: neg})
	if err != nil {
		return Task{}, err
	}
	o, err := s.use.Config.Learner()
	return Task{Examples: ex, Options: o, Confirm: true}, Usage(err)
}

// Slow reports whether each question to the source takes time, as at an endpoint. So answers come
// step by step, and concepts should not look far.
func (s Session) Slow() bool { return s.use.Source.IsEndpoint() }

// DefaultDepth returns the role depth where the settings leave it open; [config.AutoDepth] means that
// of the data, or none.
func (s Session) DefaultDepth() int {
	if s.use.Source.IsEndpoint() {
		return extract.DefaultDepth
	}
	return config.AutoDepth
}

// Bounded returns a copy of the session with a bound of the role depth, if neither the settings nor
// the source have one.
func (s Session) Bounded(depth int) Session {
	if s.use.Source.IsWhole() && s.use.Config.Depth == config.AutoDepth {
		s.use.Config.Depth = depth
	}
	return s
}

// Data returns the data of files, of a database, or that ExtractClasses has extracted; nil if there
// is none.
func (s Session) Data() *extract.Data { return s.use.Source.Data }

// Size returns how much is in memory; nil if the source is an endpoint.
func (s Session) Size() *graph.MemorySize {
	g := s.use.Source.Graph()
	if g == nil {
		return nil
	}
	n := g.Size()
	return &n
}

// ClassesOf returns the classes of an individual, as far as they are in memory.
func (s Session) ClassesOf(iri string) []Term {
	list := []Term{}
	if g := s.use.Source.Graph(); g != nil {
		for _, class := range g.ClassesOf(iri) {
			list = append(list, Term{class, g.Label(class)})
		}
	}
	return list
}

// CheckExtraction returns an error if the settings do not say how to extract from the source.
func (s Session) CheckExtraction() error {
	if !s.use.Source.IsEndpoint() {
		return nil
	}
	_, err := s.use.CrawlOptions()
	return err
}

// Endpoint returns the client of the endpoint; nil if there is none.
func (s Session) Endpoint() extract.Client { return s.use.Source.Client }

// OwnPrefixes returns the prefixes of flags, file and preset.
func (s Session) OwnPrefixes() (syntax.Prefixes, error) { return s.use.OwnPrefixes() }

// Confirms reports whether the settings want the query to run at the examples.
func (s Session) Confirms() bool {
	return s.use.Confirms()
}

// Answer does the whole work on a task, in this order:
//
//	look → ranking: shown → confirmation: shown → question: shown → extraction → search and proof
//
// The ranking needs few requests of an endpoint, the extraction many. What was shown is not
// taken back: if the extraction or the search fails or is interrupted, the result is the
// first answer, and its Unproved says why it has no proof. Where nothing is ranked, the
// extraction comes first.
//
// Examples that are redirects are replaced. An error means that there is no answer, or that
// the user has to correct the examples or the concepts to start from.
func (s Session) Answer(ctx context.Context, t Task) (*Result, error) {
	return s.use.Answer(ctx, t)
}

// Classes returns at most limit classes of the source, those with most members first;
// more reports whether there are others. Members of subclasses count in files and
// databases, but not at an endpoint. The time limit is that of a search by name.
func (s Session) Classes(ctx context.Context, limit int) ([]Class, bool, error) {
	return s.use.Classes(ctx, limit)
}

// Members returns at most limit members of the class; more reports whether there are
// others. Members in files are sorted by name.
func (s Session) Members(ctx context.Context, class string, limit int) ([]Term, bool, error) {
	return s.use.Members(ctx, class, limit)
}

// Terms returns the IRIs with their labels.
func (s Session) Terms(ctx context.Context, iris []string) []Term {
	return s.use.Terms(ctx, iris)
}

// ClassExamples returns at most limit members of the class, and at most limit individuals
// of other classes.
func (s Session) ClassExamples(ctx context.Context, class string, limit int) (extract.ClassExamples, error) {
	return s.use.ClassExamples(ctx, class, limit)
}

// Try asks an endpoint a few small questions. It asks nothing of files and databases. The
// error says why the source cannot be used.
func (s Session) Try(ctx context.Context) (SourceState, error) {
	return s.use.Try(ctx)
}

// Matches returns limit members of the concept that are not examples, after the first
// offset of them, within the class that the query is restricted to. In files and databases the
// evaluator finds and counts them. Otherwise it asks the endpoint.
func (s Session) Matches(ctx context.Context, p *Problem, c dl.Concept, limit int, offset int) (Matches, error) {
	return s.use.Matches(ctx, p, c, limit, offset)
}

// CrawlOptions returns the options of the settings for extractions.
func (s Session) CrawlOptions() (extract.CrawlOptions, error) {
	return s.use.CrawlOptions()
}

// ExtractOptions returns the options of the settings for an extraction around the examples. Of a
// Wikibase it also reads the statements of the properties whose qualifiers nearly all positives
// share.
func (s Session) ExtractOptions(ctx context.Context, ex extract.Examples) (extract.CrawlOptions, error) {
	return s.use.ExtractOptions(ctx, ex)
}

// Crawl extracts the neighbourhood of the examples into the database. Examples that are
// redirects are replaced. If it is stopped and the database is a file, it tells the user how
// to continue.
func (s Session) Crawl(ctx context.Context, db *store.DB, file string, ex extract.Examples, o extract.CrawlOptions) (*extract.Data, error) {
	return s.use.Crawl(ctx, db, file, ex, o)
}

// OpenDatabase opens a database for writing: the file, or a database in memory if the path is
// empty.
func (s Session) OpenDatabase(ctx context.Context, path string) (*store.DB, error) {
	return s.use.OpenDatabase(ctx, path)
}

// Dialect returns the dialect of the settings. If they leave it open, it probes the
// endpoint of the source, once. Without an endpoint or a source the engine inside the
// process is meant, which is standard.
func (s Session) Dialect(ctx context.Context) (queries.Dialect, error) {
	return s.use.Dialect(ctx)
}

// Parts returns the parts of the concept with their edits, each with its number of members.
// An endpoint gets few requests for all of them.
func (s Session) Parts(ctx context.Context, c dl.Concept) (Parts, error) {
	return s.use.Parts(ctx, c)
}

// ExtractClasses extracts members of the classes and their neighbourhood from the
// endpoint, as the data for Enrich. It also takes members of siblings of the classes.
// Without names it takes members of all classes. The data lasts until the source is
// closed.
func (s Session) ExtractClasses(ctx context.Context, classes []string, sample int) error {
	return s.use.ExtractClasses(ctx, classes, sample)
}

// Enrich proposes axioms for the classes and properties of the source's data. It passes
// one result at a time to each, in their order.
func (s Session) Enrich(ctx context.Context, o EnrichOptions, each func(Proposals) error) error {
	return s.use.Enrich(ctx, o, each)
}

// Evidence describes the individuals by what matters for the concept. Without a concept
// it gives their classes and some of their values; for several with the same label the
// properties in which they differ.
func (s Session) Evidence(ctx context.Context, iris []string, c dl.Concept) ([]Evidence, error) {
	return s.use.Evidence(ctx, iris, c)
}

// Examples reads the examples of the settings. Prefixes may shorten their names.
func (s Session) Examples(prefixes map[string]string) (extract.Examples, error) {
	return s.use.Examples(prefixes)
}

// CheckExamples returns an error for examples that cannot be used, whatever the data is.
// Only the data may know the prefixes of some.
func (s Session) CheckExamples() error {
	return s.use.CheckExamples()
}

// ResolveLabels replaces the labels in the lists of names by the IRIs of the individuals that
// they mean (see Resolve). The error names those that mean none for certain.
func (s Session) ResolveLabels(ctx context.Context, lists ...*[]string) error {
	return s.use.ResolveLabels(ctx, lists...)
}

// Prove searches for a concept, proves what it can about it, and writes its query. If the
// search finds no concept, the Err of the result says why. An error means that there was no
// search. Prove returns either a result or an error, and a result without a concept has an Err.
func (s Session) Prove(ctx context.Context, p *Problem, o learner.Options) (*Result, error) {
	return s.use.Prove(ctx, p, o)
}

// Confirm runs the query of the result at every example, and asks for members that are
// not examples. Over files and databases the evaluator finds these, and the query is run only if that takes
// a short time. The result must have a query.
func (s Session) Confirm(ctx context.Context, r *Result) error {
	return s.use.Confirm(ctx, r)
}

// Labels returns the labels of the IRIs that have one. It asks an endpoint for those
// that were not extracted, and leaves them out if that fails: labels are for reading only.
func (s Session) Labels(ctx context.Context, iris []string) map[string]string {
	return s.use.Labels(ctx, iris)
}

// Limit returns a context for a run that begins now. It does nothing if the settings limit no
// requests, and within another run.
func (s Session) Limit(ctx context.Context) context.Context {
	return s.use.Limit(ctx)
}

// LimitAll is Limit for a run that --timeout limits as a whole if --max-time does not limit its
// requests.
func (s Session) LimitAll(ctx context.Context) context.Context {
	return s.use.LimitAll(ctx)
}

// Neighbourhood returns the statements with the individual as subject or object, without
// excluded properties, with labels. The limit 0 means DefaultNeighbours.
func (s Session) Neighbourhood(ctx context.Context, iri string, limit int) (Neighbourhood, error) {
	return s.use.Neighbourhood(ctx, iri, limit)
}

// ProblemAbout returns the problem of the examples for looking at the concept, not for
// learning. It reads an endpoint to the depth of the earlier problem, whatever the
// settings are now, or else to the depth of the concept.
func (s Session) ProblemAbout(ctx context.Context, ex extract.Examples, c dl.Concept) (*Problem, error) {
	return s.use.ProblemAbout(ctx, ex, c)
}

// ReadConcept reads a concept in a notation of the command line, with labels as ReplaceLabels reads
// them, or a SPARQL query (package queries/read), which it returns, too, about the values of the variable or,
// if that is empty, of the first. The source is asked whether the
// concept has the members of the query, also at the individuals that the user names.
func (s Session) ReadConcept(ctx context.Context, text string, variable string, p syntax.Prefixes, individuals ...string) (dl.Concept, *read.Reading, error) {
	return s.use.ReadConcept(ctx, text, variable, p, individuals...)
}

// ReplaceLabels returns the text of a concept with an IRI in place of each label in single
// quotes: that of the class, property or individual that has the label, as the place of the
// label asks. Upper and lower case are the same. An error names the labels that nothing or
// several things have there, with what they may mean. Without a source, the text stays as
// it is.
func (s Session) ReplaceLabels(ctx context.Context, text string) (string, error) {
	return s.use.ReplaceLabels(ctx, text)
}

// CanRank reports whether concepts are ranked with these settings and examples. The
// engine optimal does not rank.
func (s Session) CanRank(ex extract.Examples) bool {
	return s.use.CanRank(ex)
}

// Rank starts a ranking of concepts for the examples.
func (s Session) Rank(ctx context.Context, ex extract.Examples) (*Meant, error) {
	return s.use.Rank(ctx, ex)
}

// Repair finds the nearest concept. Of equally near ones it prefers one that is small and
// under which the individuals are likely drawn (nodeBits and RepairChanges.bits). If the time is up or the context
// ends, it returns the best so far; Proved then reports whether that is the nearest all the
// same. An error means that there is none.
func (s Session) Repair(ctx context.Context, t RepairTask) (*Repair, error) {
	return s.use.Repair(ctx, t)
}

// Resolve finds the individuals that texts mean: each is an IRI, a name with a prefix of the
// source, or a label. An IRI is accepted if any statement has it. A label is accepted if one
// individual has it, or if one of those that have it is of a class of the others: of the
// members of a class that at least half of the other texts may mean, too. Labels that
// nothing has as a whole give the candidates that Search finds.
//
// The candidates are ranked as OpenRefine's reconciliation does it: whole labels first, then
// those of the classes of the others, then those with most statements. An endpoint gets few
// requests for all texts together.
func (s Session) Resolve(ctx context.Context, texts []string) (Names, error) {
	return s.use.Resolve(ctx, texts)
}

// Individuals returns the IRIs of the individuals that the texts mean (see Resolve). The
// error names all texts that mean none for certain.
func (s Session) Individuals(ctx context.Context, texts []string) ([]string, error) {
	return s.use.Individuals(ctx, texts)
}

// Problem returns the problem of the examples in the source. It extracts the
// neighbourhood of the examples from an endpoint, and does not repeat requests that it made
// before, for these examples or others. Problems with the same individuals as examples, on whichever side, share a structure.
//
// Examples of an endpoint that are a subset of earlier ones are taken from what was
// extracted for those: a role that was dropped for the others stays dropped.
func (s Session) Problem(ctx context.Context, ex extract.Examples) (*Problem, error) {
	return s.use.Problem(ctx, ex)
}

// Search finds individuals and classes by name. In files and databases every word of the
// text must be the beginning of a word of the name, or of the name of a class or of a linked
// individual; at least one must be of the name itself. If there are none, names with one
// other letter in a word of four letters count, too, or with two in a word of eight. At an
// endpoint the setting search says what is found.
func (s Session) Search(ctx context.Context, text string, limit int) (Found, error) {
	return s.use.Search(ctx, text, limit)
}

// ProblemToSplit returns the problem of the examples for cross-validation. Of a Wikibase it has all
// statements that a training part may choose ([LearnFold]): those in files or in a database, and of an
// endpoint those of the properties that any part chooses. parts returns the training parts of a
// problem with these examples; its structure has nothing but them.
func (s Session) ProblemToSplit(ctx context.Context, ex extract.Examples, parts func(interp.Problem) ([]interp.Problem, error)) (*Problem, error) {
	return s.use.ProblemToSplit(ctx, ex, parts)
}

// Table returns members of the concept, examples included, with values of their properties. An
// endpoint answers the query of the table, page by page if there are many members. Results
// that it cuts are asked for in smaller parts; what is still missing is in Missing. In files and
// databases the evaluator finds the members, and their values are those that the data states.
func (s Session) Table(ctx context.Context, p *Problem, c dl.Concept, o TableOptions) (*Table, error) {
	return s.use.Table(ctx, p, c, o)
}

// UnknownNames returns the names of the concept that are in no statement of the source,
// and warns about them. p is the problem that the concept is about, or nil. One request
// asks an endpoint for all names that were not extracted for p; an error is one of that
// request.
func (s Session) UnknownNames(ctx context.Context, c dl.Concept, p *Problem) ([]UnknownName, error) {
	return s.use.UnknownNames(ctx, c, p)
}

// ProblemToQuery returns the problem of the examples for asking the source about the concept.
// It extracts nothing from an endpoint, unless the query depends on it.
func (s Session) ProblemToQuery(ctx context.Context, ex extract.Examples, c dl.Concept) (*Problem, error) {
	return s.use.ProblemToQuery(ctx, ex, c)
}

// Verify evaluates the concept, part by part, and runs its query at every example.
func (s Session) Verify(ctx context.Context, p *Problem, c dl.Concept) (Verdict, error) {
	return s.use.Verify(ctx, p, c)
}

// Watch compares the members of the concept with those before. With repair it looks for the nearest
// concept that has those who left and not those who joined. Members are IRIs. A
// database of an endpoint's data does not have all members: that is an error.
func (s Session) Watch(ctx context.Context, c dl.Concept, before []string, repair bool) (*Watch, error) {
	return s.use.Watch(ctx, c, before, repair)
}

// FirstWatch lists the members of the concept for the first time.
func (s Session) FirstWatch(ctx context.Context, c dl.Concept) (*Watch, error) {
	return s.use.FirstWatch(ctx, c)
}

// Why explains every example of the problem, the positive ones first. It returns an
// error unless the data decides the concept (see CheckCoverage). Over an endpoint, its
// answers decide about derived symbols, such as (∃f).
func (s Session) Why(ctx context.Context, p *Problem, c dl.Concept) ([]Explanation, error) {
	return s.use.Why(ctx, p, c)
}

// Writing returns how concepts are written by the settings and by what is known about the
// source. Counting what files have takes seconds where they are large; the error may be that of
// the context.
func (s Session) Writing(ctx context.Context) (Writing, error) {
	return s.use.Writing(ctx)
}

// Query returns the query that asks the question about c.
func (s Session) Query(ctx context.Context, q Question, c dl.Concept, v Writing) (string, error) {
	return s.use.Query(ctx, q, c, v)
}

// Form writes a concept in one of the forms that need no query.
func (s Session) Form(name string, c dl.Concept, v Writing) (string, error) {
	return s.use.Form(name, c, v)
}

// OutputNames returns the IRIs of the class or shape that is written, and of the target
// of a shape, by the settings.
func (s Session) OutputNames(p syntax.Prefixes) (string, string, error) {
	return s.use.OutputNames(p)
}
