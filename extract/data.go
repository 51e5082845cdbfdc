package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/queries"
)

// Data is everything that was extracted from one source, in memory. ReadData and
// ImportFiles make it; it does not change afterwards and is safe for concurrent
// use.
type Data struct {
	terms       []string // by number; terms[0] is empty
	individuals []store.ID
	classes     []store.Tuple // (individual, class)
	subclasses  []store.Tuple // (class, superclass)
	roles       []store.Tuple // (property, subject, object)
	values      []store.Value
	declared    []store.Declared
	labels      []store.LabelText
	axioms      [][3]string // (property, predicate, object), if they are heeded
	prefixes    map[string]string
	source      store.Source
	crawled     *crawled // nil for files
	skipped     []store.Skipped
	vocabulary  Vocabulary
	exclusions  Exclusions
	index       map[string]store.ID
}

// crawled is what was asked of an endpoint.
type crawled struct {
	runs    []store.Run // the latest first
	present map[store.ID]store.Presence
	kinds   []store.KindOf
	gaps    map[store.ID][]store.Gap

	occurrences []store.Occurrence
	axioms      int64            // when they were asked for, in milliseconds since 1970; 0: never
	occurs      map[string]int64 // when occurrences at an individual were
}

// ReadData reads a source from a database.
func ReadData(ctx context.Context, db *store.Space) (*Data, error) {
	var d *Data
	err := db.Snapshot(ctx, func() (err error) {
		d, err = readData(ctx, db)
		return err
	})
	return d, err
}

func readData(ctx context.Context, db *store.Space) (*Data, error) {
	d := &Data{source: db.Source()}
	err := firstError(
		into(&d.terms, db.Terms)(ctx),
		into(&d.individuals, db.Individuals)(ctx),
		into(&d.classes, db.ClassFacts)(ctx),
		into(&d.subclasses, db.Subclasses)(ctx),
		into(&d.roles, db.RoleFacts)(ctx),
		into(&d.values, db.Values)(ctx),
		into(&d.declared, db.Declared)(ctx),
		into(&d.labels, db.Labels)(ctx),
		into(&d.axioms, db.Axioms)(ctx),
		into(&d.prefixes, db.Prefixes)(ctx),
		into(&d.skipped, db.Skipped)(ctx),
	)
	if err == nil && d.source.Kind == store.Endpoint {
		d.crawled, err = readCrawled(ctx, db)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	for _, s := range []struct {
		what, text string
		to         any
	}{{"vocabulary", d.source.Vocabulary, &d.vocabulary}, {"exclusions", d.source.Exclusions, &d.exclusions}} {
		if err := json.Unmarshal([]byte(s.text), s.to); err != nil {
			return nil, fmt.Errorf("database %s: the %s of source %d is unreadable: %w", db.Path(), s.what, d.source.ID, err)
		}
	}
	d.makeIndex()
	return d, nil
}

func readCrawled(ctx context.Context, db *store.Space) (*crawled, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	c := &crawled{runs: runs, gaps: map[store.ID][]store.Gap{}}
	if c.present, err = db.Present(ctx); err != nil {
		return nil, err
	}
	if c.kinds, err = db.Kinds(ctx); err != nil {
		return nil, err
	}
	gaps, err := db.Gaps(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range gaps {
		c.gaps[g.Term] = append(c.gaps[g.Term], g)
	}
	if c.occurrences, err = db.Occurrences(ctx); err != nil {
		return nil, err
	}
	if c.occurs, err = db.AskedFor(ctx, store.Occurs); err != nil {
		return nil, err
	}
	asked, err := db.AskedFor(ctx, store.Axioms)
	c.axioms = asked[aboutProperties]
	return c, err
}

func into[T any](to *T, read func(context.Context) (T, error)) func(context.Context) error {
	return func(ctx context.Context) (err error) {
		*to, err = read(ctx)
		return err
	}
}

// firstError is the first error: after one, the others are its echo.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Data) makeIndex() {
	d.index = make(map[string]store.ID, len(d.terms))
	for id, iri := range d.terms {
		if id > 0 {
			d.index[iri] = store.ID(id)
		}
	}
}

// Prefixes are the namespace prefixes that came with the data.
func (d *Data) Prefixes() map[string]string { return maps.Clone(d.prefixes) }

// Labels are the best label of every term that has one, by the order of the
// vocabulary's languages.
func (d *Data) Labels() map[string]string { return d.bestLabels() }

// Kinds are the kinds of values that each feature has, booleans and strings
// included, sorted.
func (d *Data) Kinds() map[string][]dl.Kind {
	kinds := map[string][]dl.Kind{}
	follows := d.entailing(d.taste())
	for _, v := range d.values {
		k, ok := dl.KindOf(d.terms[v.Datatype])
		for _, p := range follows.valuesAbove(d.terms[v.Property]) {
			if ok && !slices.Contains(kinds[p], k) {
				kinds[p] = append(kinds[p], k)
			}
		}
	}
	for _, ks := range kinds {
		slices.Sort(ks)
	}
	return kinds
}

// Axioms are what a query about the source must ask for beside the symbols.
func (d *Data) Axioms() queries.Axioms { return d.axiomsFor(d.taste()) }

// HasStrings reports whether strings were kept: see Vocabulary.Strings.
func (d *Data) HasStrings() bool { return d.vocabulary.Strings }

// taste is what the vocabulary, the exclusions and the kinds of properties say.
func (d *Data) taste() *taste {
	t := newTaste(d.vocabulary, d.exclusions)
	if d.crawled != nil {
		excludeKinds(t, d.crawled.kinds, d.exclusions)
	}
	if d.vocabulary.RDFS {
		t.heed(d.axioms)
	}
	return t
}

// Source is where the data comes from.
func (d *Data) Source() store.Source { return d.source }

// Save writes imported files into a database, beside what it holds of other
// sources and in place of an earlier import of the same files.
func (d *Data) Save(ctx context.Context, db *store.DB) error {
	if d.crawled != nil {
		return errors.New("save: the data comes from a database already")
	}
	// One transaction: half an import would be no use, and cannot be resumed.
	return db.Import(ctx, d.source, func(tx *store.Tx) error {
		for _, write := range []func(*store.Tx){d.saveFacts, d.saveSignature} {
			if err := ctx.Err(); err != nil {
				return err
			}
			write(tx)
		}
		return nil
	})
}

func (d *Data) saveFacts(tx *store.Tx) {
	for _, a := range d.individuals {
		tx.AddIndividual(d.terms[a])
	}
	for _, f := range d.classes {
		tx.AddClass(d.terms[f[0]], d.terms[f[1]])
	}
	for _, f := range d.subclasses {
		tx.AddSubclass(d.terms[f[0]], d.terms[f[1]])
	}
	for _, f := range d.roles {
		tx.AddRole(d.terms[f[0]], d.terms[f[1]], d.terms[f[2]])
	}
	for _, v := range d.values {
		tx.AddValue(d.terms[v.Property], d.terms[v.Individual], v.Lexical, d.terms[v.Datatype])
	}
}

func (d *Data) saveSignature(tx *store.Tx) {
	for _, s := range d.declared {
		tx.Declare(s.IRI, s.Kind)
	}
	for _, l := range d.labels {
		tx.AddLabel(l.IRI, l.Lang, l.Text)
	}
	for p, iri := range d.prefixes {
		tx.AddPrefix(p, iri)
	}
	for _, s := range d.skipped {
		tx.Skip("", s)
	}
	for _, a := range d.axioms {
		tx.AddAxiom(a[0], a[1], a[2])
	}
}

// fileSource describes files that were read.
func fileSource(files []store.File, v Vocabulary, e Exclusions) store.Source {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return store.Source{Kind: store.FileSource, Name: strings.Join(paths, " "), Vocabulary: toJSON(v), Exclusions: toJSON(e), Files: files}
}
