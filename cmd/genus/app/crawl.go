package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
)

// CrawlOptions are those of the settings.
func (s Session) CrawlOptions() (extract.CrawlOptions, error) {
	o, err := s.Config.Crawl()
	if err != nil {
		return o, Usage(err)
	}
	if len(s.Only) > 0 {
		o.Exclusions = extract.Exclusions{Only: s.Only, NoDefaults: true}
	}
	o.Progress, o.Logger = s.extracting, s.Reporter.Logger()
	return o, nil
}

// Crawl extracts into the database, and returns what it then holds of the source.
func (s Session) Crawl(ctx context.Context, db *store.DB, ex extract.Examples, o extract.CrawlOptions) (*store.Space, error) {
	report, err := extract.Crawl(ctx, s.Source.Client, db, ex.All(), o)
	if errors.Is(err, extract.ErrBudget) && s.Config.Out == "" && s.Config.Cache == "" {
		return nil, fmt.Errorf("%w: genus extract --out FILE.db keeps what it has and can go on", err)
	}
	if err != nil {
		return nil, err
	}
	s.extracted(report)
	return db.Space(ctx, report.Source)
}

// Database opens the file, or a database in memory if the path is empty, for
// writing.
func (s Session) Database(ctx context.Context, path string) (*store.DB, error) {
	if path == "" {
		return store.OpenMemory(ctx)
	}
	return store.Open(ctx, path, store.Options{Waiting: func() {
		s.Reporter.Note("waiting for another process that is writing to %s", path)
	}})
}

// GoesOn says that the extraction was only stopped, if it was and a file keeps
// what came.
func (s Session) GoesOn(ctx context.Context, err error, file string) {
	if file != "" && (ctx.Err() != nil || errors.Is(err, extract.ErrBudget)) {
		s.Reporter.Note("stopped: run the same command again, and %s goes on where it was", file)
	}
}

// extracting shows how far an extraction is.
func (s Session) extracting(p extract.Progress) {
	detail := Plural(p.Facts, "fact")
	if p.Requests > 0 {
		detail = fmt.Sprintf("%d of %d, %s, %s", p.Done, p.Total, Plural(p.Requests, "request"), detail)
	}
	s.Reporter.Progress(p.Phase, detail)
}

// extracted says what an extraction has brought, and what it left out.
func (s Session) extracted(r extract.Report) {
	text := fmt.Sprintf("extracted %s and %s", Plural(r.Individuals, "individual"), Plural(r.Facts, "fact"))
	if r.Requests > 0 {
		text += fmt.Sprintf(" with %s in %.1f s", Plural(r.Requests, "request"), r.Seconds)
	}
	s.Reporter.Note("%s", text)
	for _, w := range r.Warnings {
		s.Reporter.Note("note: %s", w)
	}
	left := 0
	for _, k := range r.Skipped {
		left += k.N
		s.Reporter.Detail("not used: %s %s %s: %s", Plural(k.N, "statement"), k.Property, k.Datatype, k.Reason)
	}
	if left > 0 {
		s.Reporter.Note("note: %s not used, such as texts and axioms (-v lists them)", Plural(left, "statement"))
	}
}
