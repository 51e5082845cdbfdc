package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/connector/embedded"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/rdffile"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/queries"
)

// source is an open source with the examples in it.
type source struct {
	problem  interp.Problem
	info     extract.Info
	examples extract.Examples
	siblings *extract.Siblings // the negatives, if the program found them
	prefixes syntax.Prefixes   // the user's before those of the data
	client   extract.Client    // of the endpoint; nil for files and databases
	data     *extract.Data     // of files and databases; nil for endpoints
	close    func()
}

// oneSource reports how many sources there are, if not one.
func (a *app) oneSource() error {
	if a.cfg.Endpoint == "" && len(a.cfg.Data) == 0 && a.cfg.DB == "" {
		return usagef("no source: give --endpoint URL, --data FILE... or --db FILE")
	}
	if a.cfg.Endpoint == "" && a.cfg.DryRun {
		return usagef("--dry-run says what asking an endpoint would cost: give --endpoint URL")
	}
	return nil
}

// client asks the endpoint of the settings.
func (a *app) client() (extract.Client, func(), error) {
	o, err := a.cfg.Connector(programVersion())
	if err != nil {
		return nil, nil, usage(err)
	}
	o.Logger = a.status.logger()
	c, err := connector.New(o)
	if err != nil {
		return nil, nil, usage(err)
	}
	if a.cfg.Contact == "" && strings.HasPrefix(c.URL(), "https:") && !strings.HasPrefix(c.URL(), "https://127.0.0.1") {
		a.status.note("note: no contact given: public endpoints slow down or refuse clients that name nobody (--contact MAIL)")
	}
	return c, c.Close, nil
}

// open opens the source: an endpoint is crawled into a database in memory.
func (a *app) open(ctx context.Context) (*source, error) {
	if err := a.problemData(); err != nil {
		return nil, err
	}
	if err := a.oneSource(); err != nil {
		return nil, err
	}
	if a.cfg.Endpoint != "" {
		return a.openEndpoint(ctx)
	}
	s := &source{close: func() {}}
	var err error
	if a.cfg.DB != "" {
		s.data, err = a.readDatabase(ctx)
	} else {
		s.data, err = a.importFiles(ctx)
	}
	if err != nil {
		return nil, err
	}
	if err := s.names(a, s.data.Prefixes()); err != nil {
		return nil, err
	}
	if s.examples, err = a.examples(s.prefixes); err != nil {
		return nil, err
	}
	s.examples, err = a.negatives(s.examples, func(pos []string, o extract.SiblingOptions) (extract.Siblings, error) {
		return s.data.Siblings(ctx, pos, o)
	})
	if err != nil {
		return nil, err
	}
	s.siblings = a.found
	s.problem, s.info, err = s.data.Problem(s.examples, extract.LoadOptions{Depth: max(a.cfg.Depth, 0), MaxAge: a.cfg.MaxAge})
	return s, err
}

// readDatabase reads the source of the database that the settings name or, if
// they do not, that the examples are from.
func (a *app) readDatabase(ctx context.Context) (*extract.Data, error) {
	db, err := store.Open(ctx, a.cfg.DB, store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	a.status.progress("reading "+a.cfg.DB, "")
	sources, err := db.Sources(ctx)
	if err != nil {
		return nil, err
	}
	var ex extract.Examples
	if len(sources) > 1 && a.cfg.From == "" {
		own, err := a.ownPrefixes()
		if err != nil {
			return nil, err
		}
		// Prefixes of the data are not known before it is read: those of the
		// settings must do to choose. What is wrong with the examples is said
		// when they are read with all prefixes; without them the choice fails
		// and says what there is to choose from.
		ex, _ = a.examples(own)
	}
	space, err := extract.Choose(ctx, db, a.cfg.From, ex)
	if err != nil {
		return nil, err
	}
	d, err := extract.ReadData(ctx, space)
	if err == nil && a.cfg.Vocabulary().Strings && !d.HasStrings() {
		return nil, usagef("%s was extracted without strings: run genus extract with --strings into another file", a.cfg.DB)
	}
	return d, err
}

func (a *app) importFiles(ctx context.Context) (*extract.Data, error) {
	d, report, err := extract.ImportFiles(ctx, a.cfg.Data, extract.ImportOptions{
		Vocabulary: a.cfg.Vocabulary(), Exclusions: a.cfg.Exclusions(), Progress: a.extracting, RDFS: a.cfg.Reasoning == "rdfs",
	})
	if err != nil {
		return nil, err
	}
	a.extracted(report)
	return d, nil
}

func (a *app) openEndpoint(ctx context.Context) (*source, error) {
	s := &source{}
	if err := s.names(a, nil); err != nil {
		return nil, err
	}
	var err error
	if s.examples, err = a.examples(s.prefixes); err != nil {
		return nil, err
	}
	o, err := a.crawlOptions()
	if err != nil {
		return nil, err
	}
	if s.client, s.close, err = a.client(); err != nil {
		return nil, err
	}
	if s.examples, err = a.askNegatives(ctx, s.client, s.examples); err != nil {
		return nil, err
	}
	s.siblings = a.found
	if err := a.onlyEstimate(ctx, s.client, a.cfg.Cache, s.examples, o); err != nil {
		return nil, err
	}
	db, err := a.database(ctx, a.cfg.Cache)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	space, err := a.crawl(ctx, s.client, db, s.examples, o)
	if err != nil {
		a.goesOn(ctx, err, a.cfg.Cache)
		return nil, err
	}
	d, err := extract.ReadData(ctx, space)
	if err != nil {
		return nil, err
	}
	s.problem, s.info, err = d.Problem(s.examples, extract.LoadOptions{Depth: max(o.Bounds.Depth, 0)})
	return s, err
}

// askNegatives is negatives for an endpoint.
func (a *app) askNegatives(ctx context.Context, client extract.Client, ex extract.Examples) (extract.Examples, error) {
	return a.negatives(ex, func(pos []string, o extract.SiblingOptions) (extract.Siblings, error) {
		return extract.FindSiblings(ctx, client, pos, o)
	})
}

func (a *app) crawlOptions() (extract.CrawlOptions, error) {
	o, err := a.cfg.Crawl()
	if err != nil {
		return o, usage(err)
	}
	if len(a.only) > 0 {
		o.Exclusions = extract.Exclusions{Only: a.only, NoDefaults: true}
	}
	o.Progress, o.Logger = a.extracting, a.status.logger()
	return o, nil
}

// crawl extracts into the database, and returns what it then holds of the source.
func (a *app) crawl(ctx context.Context, client extract.Client, db *store.DB, ex extract.Examples, o extract.CrawlOptions) (*store.Space, error) {
	report, err := extract.Crawl(ctx, client, db, ex.All(), o)
	if errors.Is(err, extract.ErrBudget) && a.cfg.Out == "" && a.cfg.Cache == "" {
		return nil, fmt.Errorf("%w: genus extract --out FILE.db keeps what it has and can go on", err)
	}
	if err != nil {
		return nil, err
	}
	a.extracted(report)
	return db.Space(ctx, report.Source)
}

// extracting shows how far an extraction is.
func (a *app) extracting(p extract.Progress) {
	detail := plural(p.Facts, "fact")
	if p.Requests > 0 {
		detail = fmt.Sprintf("%d of %d, %s, %s", p.Done, p.Total, plural(p.Requests, "request"), detail)
	}
	a.status.progress(p.Phase, detail)
}

// extracted says what an extraction has brought, and what it left out.
func (a *app) extracted(r extract.Report) {
	text := fmt.Sprintf("extracted %s and %s", plural(r.Individuals, "individual"), plural(r.Facts, "fact"))
	if r.Requests > 0 {
		text += fmt.Sprintf(" with %s in %.1f s", plural(r.Requests, "request"), r.Seconds)
	}
	a.status.note("%s", text)
	for _, w := range r.Warnings {
		a.status.note("note: %s", w)
	}
	left := 0
	for _, s := range r.Skipped {
		left += s.N
		a.status.detail("not used: %s %s %s: %s", plural(s.N, "statement"), s.Property, s.Datatype, s.Reason)
	}
	if left > 0 {
		a.status.note("note: %s not used, such as texts and axioms (-v lists them)", plural(left, "statement"))
	}
}

// names puts the prefixes of the settings before those of the data, which may
// be unusable.
func (s *source) names(a *app, data map[string]string) error {
	own, err := a.ownPrefixes()
	if err != nil {
		return err
	}
	s.prefixes = usable(data)
	maps.Copy(s.prefixes, own)
	return nil
}

// prefixesOf are the prefixes of the source and those that the concept needs
// besides.
func (s *source) prefixesOf(c dl.Concept) syntax.Prefixes {
	p := maps.Clone(s.prefixes)
	maps.Copy(p, syntax.NewPrefixes(s.prefixes, syntax.IRIs(c)...))
	return p
}

// ownPrefixes are those of flags, file and preset.
func (a *app) ownPrefixes() (syntax.Prefixes, error) {
	m, err := a.cfg.Prefixes()
	if err != nil {
		return nil, usage(err)
	}
	p := syntax.Prefixes(m)
	if err := p.Validate(); err != nil {
		return nil, usage(err)
	}
	for _, prefix := range slices.Sorted(maps.Keys(p)) {
		if _, err := queries.IRI(p[prefix]); err != nil {
			return nil, usagef("prefix %q: %w", prefix, err)
		}
	}
	return p, nil
}

// usable are the prefixes that can be used in concepts and in queries.
func usable(m map[string]string) syntax.Prefixes {
	p := syntax.Prefixes{}
	for prefix, iri := range m {
		if _, err := queries.IRI(iri); err == nil && (syntax.Prefixes{prefix: iri}).Validate() == nil {
			p[prefix] = iri
		}
	}
	return p
}

// asker is a client for the source: of its endpoint or, for files and databases,
// of an endpoint inside the process that serves them.
func (s *source) asker(ctx context.Context, a *app) (extract.Client, func(), error) {
	if s.client != nil {
		return s.client, func() {}, nil
	}
	var text bytes.Buffer
	if err := s.data.WriteNTriples(ctx, &text); err != nil {
		return nil, nil, err
	}
	return serve(ctx, a, &text, rdffile.NTriples)
}

// serve starts the embedded endpoint with the document, and a client for it.
func serve(ctx context.Context, a *app, text *bytes.Buffer, format rdffile.Format) (extract.Client, func(), error) {
	var triples []rdf.Triple
	_, err := rdffile.ReadFrom(ctx, text, format, "urn:genus:source", func(t rdf.Triple) error {
		triples = append(triples, t)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	e, err := embedded.Start(ctx, triples, embedded.Options{Logger: a.status.logger()})
	if err != nil {
		return nil, nil, err
	}
	c, err := connector.New(connector.Options{URL: e.URL(), Version: programVersion(), Logger: a.status.logger()})
	if err != nil {
		_ = e.Close()
		return nil, nil, err
	}
	return c, func() { c.Close(); _ = e.Close() }, nil
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
