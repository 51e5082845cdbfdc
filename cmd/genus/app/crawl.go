package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
)

// CrawlOptions are the options of an extraction, by the settings.
func (s Session) CrawlOptions() (extract.CrawlOptions, error) {
	o, err := s.Config.Crawl()
	if err != nil {
		return o, Usage(err)
	}
	if len(s.Only) > 0 {
		o.Exclusions = extract.Exclusions{Only: s.Only, NoDefaults: true}
	}
	o.Progress, o.Logger = s.showProgress, s.Reporter.Logger()
	return o, nil
}

// Crawl extracts the surroundings of the examples by way of the database.
func (s Session) Crawl(ctx context.Context, db *store.DB, ex extract.Examples, o extract.CrawlOptions) (*extract.Data, error) {
	d, report, err := extract.Crawl(ctx, s.Source.Client, db, ex.All(), o)
	if errors.Is(err, extract.ErrBudget) && s.Config.Out == "" && s.Config.Cache == "" {
		return nil, fmt.Errorf("%w: genus extract --out FILE.db keeps what it has and can continue", err)
	}
	if err != nil {
		return nil, err
	}
	s.noteReport(report)
	return d, nil
}

// Database opens a database for writing: the file, or one in memory if the path is
// empty.
func (s Session) Database(ctx context.Context, path string) (*store.DB, error) {
	if path == "" {
		return store.OpenMemory(ctx)
	}
	return store.Open(ctx, path, store.Options{Waiting: func() {
		s.Reporter.Note("waiting for another process that is writing to %s", path)
	}})
}

// NoteResumable tells the user that an extraction that was stopped can continue, if
// a file keeps its answers.
func (s Session) NoteResumable(ctx context.Context, err error, file string) {
	if file != "" && (ctx.Err() != nil || errors.Is(err, extract.ErrBudget)) {
		s.Reporter.Note("stopped: run the same command again to continue (%s has the answers so far)", file)
	}
}

// showProgress shows the progress of an extraction.
func (s Session) showProgress(p extract.Progress) {
	detail := Plural(p.Facts, "fact")
	if p.Requests > 0 {
		detail = fmt.Sprintf("%d of %d, %s, %s", p.Done, p.Total, Plural(p.Requests, "request"), detail)
	}
	s.Reporter.Progress(p.Phase, detail)
}

// noteReport tells the user what was extracted and what was not used.
func (s Session) noteReport(r extract.Report) {
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
