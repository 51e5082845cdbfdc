package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/learner/dl"
)

// Data is everything that was extracted, in memory. ReadData and ImportFiles
// make it; it does not change afterwards and is safe for concurrent use.
type Data struct {
	terms       []string // by number; terms[0] is empty
	individuals []store.ID
	classes     []store.Tuple // (individual, class)
	subclasses  []store.Tuple // (class, superclass)
	roles       []store.Tuple // (property, subject, object)
	values      []store.Value
	declared    []store.Declared
	labels      []store.LabelText
	prefixes    map[string]string
	sources     []store.Source
	examples    map[string]int // depth to which a crawl is complete; nil for files
	cuts        []store.Cut
	skipped     []store.Skipped
	vocabulary  Vocabulary
	exclusions  Exclusions
	index       map[string]store.ID
}

// ReadData reads a database, from a crawl or from files.
func ReadData(ctx context.Context, db *store.DB) (*Data, error) {
	d := &Data{}
	var meta map[string]string
	var examples []store.Example
	err := errors.Join(
		into(&meta)(db.Meta(ctx)),
		into(&d.sources)(db.Sources(ctx)),
		into(&d.terms)(db.Terms(ctx)),
		into(&d.individuals)(db.Individuals(ctx)),
		into(&d.classes)(db.ClassFacts(ctx)),
		into(&d.subclasses)(db.Subclasses(ctx)),
		into(&d.roles)(db.RoleFacts(ctx)),
		into(&d.values)(db.Values(ctx)),
		into(&d.declared)(db.Declared(ctx)),
		into(&d.labels)(db.Labels(ctx)),
		into(&d.prefixes)(db.Prefixes(ctx)),
		into(&d.cuts)(db.Cuts(ctx)),
		into(&d.skipped)(db.Skipped(ctx)),
		into(&examples)(db.Examples(ctx)),
	)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, first(err)
	}
	if len(d.sources) == 0 {
		return nil, fmt.Errorf("%w: %s is empty: fill it with genus extract", ErrIncomplete, db.Path())
	}
	for key, to := range map[string]any{metaVocabulary: &d.vocabulary, metaExclusions: &d.exclusions} {
		if err := json.Unmarshal([]byte(meta[key]), to); err != nil {
			return nil, fmt.Errorf("database %s: %s is unreadable: %w", db.Path(), key, err)
		}
	}
	if d.sources[0].Kind == store.Endpoint {
		d.examples = map[string]int{}
		for _, e := range examples {
			d.examples[e.IRI] = e.Depth
		}
	}
	d.makeIndex()
	return d, nil
}

func into[T any](to *T) func(T, error) error {
	return func(v T, err error) error {
		*to = v
		return err
	}
}

// first is the first of joined errors: after one, the others are its echo.
func first(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
		return joined.Unwrap()[0]
	}
	return err
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
	for _, v := range d.values {
		p := d.terms[v.Property]
		if k, ok := dl.KindOf(d.terms[v.Datatype]); ok && !slices.Contains(kinds[p], k) {
			kinds[p] = append(kinds[p], k)
		}
	}
	for _, ks := range kinds {
		slices.Sort(ks)
	}
	return kinds
}

// HasStrings reports whether strings were kept: see Vocabulary.Strings.
func (d *Data) HasStrings() bool { return d.vocabulary.Strings }

// Sources are where the data comes from.
func (d *Data) Sources() []store.Source { return slices.Clone(d.sources) }

// Save writes imported files into an empty database.
func (d *Data) Save(ctx context.Context, db *store.DB) error {
	if d.examples != nil {
		return errors.New("save: the data comes from a database already")
	}
	sources, err := db.Sources(ctx)
	if err != nil {
		return err
	}
	if len(sources) > 0 {
		return fmt.Errorf("%w: %s was filled from %s; name another file", ErrOtherSource, db.Path(), sources[0].Name)
	}
	// One transaction: half an import would be no use, and cannot be resumed.
	return db.Update(ctx, func(tx *store.Tx) error {
		for _, write := range []func(*store.Tx){d.saveFacts, d.saveSignature} {
			if err := ctx.Err(); err != nil {
				return err
			}
			write(tx)
		}
		now := time.Now().UTC().Format(time.RFC3339)
		tx.SetMeta(metaStarted, now)
		tx.SetMeta(metaFinished, now)
		tx.SetMeta(metaVocabulary, toJSON(d.vocabulary))
		tx.SetMeta(metaExclusions, toJSON(d.exclusions))
		for _, s := range d.sources {
			tx.AddSource(s)
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
		tx.Skip(s)
	}
}
