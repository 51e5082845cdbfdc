package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/genus-kg/genus/connector"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/graph"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
)

// CrawlOptions returns the options of the settings for extractions.
func CrawlOptions(s Use) (extract.CrawlOptions, error) {
	o, err := s.Config.Crawl()
	if err != nil {
		return o, Usage(err)
	}
	if len(s.Only) > 0 {
		o.Exclusions = extract.Exclusions{NoDefaults: true, Via: o.Exclusions.Via} // which leads to labels, too
		for _, p := range s.Only {
			o.Exclusions.Only = append(o.Exclusions.Only, o.Vocabulary.Statements.DirectOf(p))
		}
	}
	o.Progress, o.Logger = showProgress(s.Reporter), s.Reporter.Logger()
	if s.Proving {
		o.Progress = showProof(s.Reporter)
	}
	return o, nil
}

// namedIn returns the properties that the concepts name and the extraction leaves out otherwise. It reads classes
// in any case, and superclasses as those of a class, not as values.
func namedIn(o extract.CrawlOptions, concepts []dl.Concept) []string {
	o.Exclusions.Named = nil // an earlier concept named them
	symbols := graph.NewSymbols(o.Vocabulary.WithDefaults(), o.Exclusions.WithDefaults())
	return slices.DeleteFunc(dl.EntitiesOf(concepts...).Properties(), func(p string) bool {
		return symbols.IsType(p) || symbols.Uses(p) || symbols.IsAboutStatements(p)
	})
}

// Crawl extracts the neighbourhood of the examples into the database. Examples that are
// redirects are replaced. If it is stopped and the database is a file, it tells the user how
// to continue.
func Crawl(ctx context.Context, s Use, db *store.DB, file string, ex extract.Examples,
	o extract.CrawlOptions) (*extract.Data, error) {
	return FollowRedirects(ctx, s, ex,
		func(ex extract.Examples) (*extract.Data, error) { return s.crawl(ctx, db, file, ex, o) })
}

func (s Use) crawl(ctx context.Context, db *store.DB, file string, ex extract.Examples,
	o extract.CrawlOptions) (*extract.Data, error) {
	if s.Spent != nil {
		o.Spent = *s.Spent
	}
	if s.Proving {
		ctx = connector.Background(ctx)
	}
	d, report, err := extract.Crawl(ctx, s.Source.Endpoint(), db, ex.All(), o)
	if s.Spent != nil {
		s.Spent.Requests += report.Requests
		s.Spent.Time += time.Duration(report.Seconds * float64(time.Second))
	}
	outOfBudget := errors.Is(err, extract.ErrBudget)
	if outOfBudget && s.Config.Out == "" && s.Config.Cache == "" {
		err = fmt.Errorf("%w: genus extract --out FILE.db keeps what it has and can continue", err)
	}
	if err != nil {
		if file != "" && (ctx.Err() != nil || outOfBudget) {
			s.Reporter.Note("stopped: run the same command again to continue (%s has the answers so far)", file)
		}
		return nil, err
	}
	noteReport(s.Reporter, report)
	return d, nil
}

// OpenDatabase opens a database for writing: the file, or a database in memory if the path is
// empty.
func OpenDatabase(ctx context.Context, s Use, path string) (*store.DB, error) {
	if path == "" {
		return store.OpenMemory(ctx)
	}
	return store.Open(ctx, path, store.Options{Waiting: func() {
		s.Reporter.Note("waiting for another process that is writing to %s", path)
	}})
}

func showProgress(r Reporter) func(extract.Progress) {
	return func(p extract.Progress) {
		detail := say.Plural(p.Facts, "fact")
		if p.Requests > 0 {
			detail = fmt.Sprintf("%d of %d, %s, %s", p.Done, p.Total, say.Plural(p.Requests, "request"), detail)
		}
		r.Progress(p.Phase, detail)
	}
}

// showProof shows the progress of an extraction behind the first answer, with the number of
// requests that it needs at least: those so far, and those for the rest of the phase if it
// goes on as it began.
func showProof(r Reporter) func(extract.Progress) {
	began := time.Now()
	phase := ""
	before := 0
	return func(p extract.Progress) {
		if p.Phase != phase {
			phase, before = p.Phase, p.Requests
		}
		least := p.Requests
		if p.Done > 0 {
			least += (p.Requests - before) * (p.Total - p.Done) / p.Done
		}
		if p.Requests == 0 { // the database has the answers
			return
		}
		r.Progress("proof", fmt.Sprintf("%d of at least %s, %s (%s: %d of %d)",
			p.Requests, say.Plural(least, "request"), shortly(time.Since(began)), p.Phase, p.Done, p.Total))
	}
}

// shortly writes a duration in seconds, or from two minutes on in minutes.
func shortly(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// noteReport tells the user what was extracted and what was not used.
func noteReport(to Reporter, r extract.Report) {
	text := fmt.Sprintf("%s and %s", say.Plural(r.Individuals, "individual"), say.Plural(r.Facts, "fact"))
	if r.Requests == 0 { // of files
		text = "read " + text
	} else {
		text = "extracted " + text + fmt.Sprintf(" with %s in %.1f s", say.Plural(r.Requests, "request"), r.Seconds)
	}
	to.Note("%s", text)
	for _, note := range r.Notes {
		to.Note("read %s", note)
	}
	for _, w := range r.Warnings {
		to.Note("note: %s", w)
	}
	noteIllTyped(to, r.Skipped)
	left := 0
	for _, k := range r.Skipped {
		if k.Reason == extract.Malformed {
			continue
		}
		left += k.N
		to.Detail("not used: %s %s %s: %s", say.Plural(k.N, "statement"), k.Property, k.Datatype, k.Reason)
	}
	if left > 0 {
		to.Note("note: %s not used, such as texts and axioms (-v lists them)", say.Plural(left, "statement"))
	}
}

// mostIllTyped is how many properties with ill-typed literals the note names.
const mostIllTyped = 5

// noteIllTyped names the literals that are not of their datatype, such as "abc"^^xsd:integer.
func noteIllTyped(to Reporter, skipped []extract.Skipped) {
	var texts []string
	all := 0
	for _, k := range skipped {
		if k.Reason != extract.Malformed {
			continue
		}
		all += k.N
		datatype := strings.Replace(k.Datatype, dl.XSD, "xsd:", 1)
		texts = append(texts, fmt.Sprintf("%s %q^^%s (%d)", k.Property, k.Example, datatype, k.N))
	}
	if more := len(texts) - mostIllTyped; more > 0 {
		texts = append(texts[:mostIllTyped], fmt.Sprintf("%d more (-v lists all)", more))
		for _, k := range skipped {
			if k.Reason == extract.Malformed {
				to.Detail("not used: %s %s %s: %s, such as %q", say.Plural(k.N, "statement"), k.Property, k.Datatype, k.Reason,
					k.Example)
			}
		}
	}
	if all > 0 {
		to.Note("note: %s not used, as the text is not of the datatype: %s", say.Plural(all, "literal"),
			strings.Join(texts, ", "))
	}
}
