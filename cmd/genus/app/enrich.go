package app

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
)

// EnrichOptions say which axioms are proposed.
type EnrichOptions struct {
	Classes    []string // IRIs; empty: all classes and properties
	Confidence float64
	MinMembers int
	// Shard of Shards: the part of the classes and properties that this run looks at;
	// Shards 0 means all of them.
	Shard, Shards int
	// Done says which subjects have a result already.
	Done func(subject string) bool
}

// Enrich proposes axioms for the classes and properties of a file or database, one
// result at a time, in their order.
func (s Session) Enrich(ctx context.Context, o EnrichOptions, each func(EnrichedJSON) error) error {
	ontology, info, err := s.ontology(ctx, o)
	if err != nil {
		return err
	}
	type unit struct {
		iri      string
		property bool
	}
	var units []unit
	subjects, properties := ontology.Classes(), ontology.Properties()
	if len(o.Classes) > 0 {
		subjects, properties = o.Classes, nil
		for _, class := range o.Classes {
			if !ontology.Has(class) {
				return Usagef("the data has no class <%s>", class)
			}
		}
	}
	for _, iri := range subjects {
		units = append(units, unit{iri, false})
	}
	for _, iri := range properties {
		units = append(units, unit{iri, true})
	}
	for i, u := range units {
		if !o.mine(u.iri) || o.Done(u.iri) {
			continue
		}
		s.Reporter.Progress(fmt.Sprintf("%d of %d", i+1, len(units)), u.iri)
		propose := ontology.Class
		if u.property {
			propose = ontology.Property
		}
		r, err := propose(ctx, u.iri)
		if err != nil {
			return fmt.Errorf("enrich <%s>: %w", u.iri, err)
		}
		if err := each(newEnrichedJSON(r, info.Labels)); err != nil {
			return err
		}
	}
	return nil
}

// mine reports whether the subject belongs to the shard. It depends on the IRI only.
func (o EnrichOptions) mine(iri string) bool {
	if o.Shards == 0 {
		return true
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(iri))
	return int(h.Sum32()%uint32(o.Shards)) == o.Shard-1
}

// ontology loads the source once, for all classes.
func (s Session) ontology(ctx context.Context, o EnrichOptions) (*enrich.Ontology, extract.Info, error) {
	data := s.Source.Data
	if data == nil {
		return nil, extract.Info{}, Usagef("enrich works on files and databases: extract the endpoint into a database with genus extract, then give --db FILE")
	}
	if s.Config.Nominals == config.Auto { // a class is not defined by the individuals of today
		s.Config.Nominals = config.Off
	}
	options, err := s.Config.Learner()
	if err != nil {
		return nil, extract.Info{}, Usage(err)
	}
	options.Logger = s.Reporter.Logger()
	load := extract.LoadOptions{Exclusions: s.Config.Exclusions()}
	var among extract.Examples
	if !data.FromFiles() { // only what it was extracted around is known
		among.Pos = data.Covered()
		load.Depth = max(s.Config.Depth, 0)
	}
	s.Reporter.Progress("loading", "")
	start := time.Now()
	p, info, err := data.Problem(ctx, among, load)
	if err != nil {
		return nil, info, err
	}
	if info.Depth == 0 { // no edges were extracted
		options.Language &^= dl.WithRoles | dl.WithInverse
	}
	in := enrich.Input{Problem: p, Among: p.Pos, Superclasses: map[string][]string{}}
	in.Problem.Pos = nil
	for _, t := range data.Facts.Superclasses {
		class := data.Facts.Term(t[0])
		in.Superclasses[class] = append(in.Superclasses[class], data.Facts.Term(t[1]))
	}
	if in.Stated, err = s.stated(ctx); err != nil {
		return nil, info, err
	}
	s.Reporter.Detail("loaded %s with %s in %.1f s", Plural(p.Structure.Len(), "individual"), Plural(p.Structure.NumFacts(), "fact"), time.Since(start).Seconds())
	return enrich.New(in, enrich.Options{
		Learner: options, Timeout: s.Config.Timeout, MinMembers: o.MinMembers, Confidence: o.Confidence,
	}), info, nil
}
