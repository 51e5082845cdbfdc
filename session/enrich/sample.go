package enrich

import (
	"context"
	"fmt"
	"slices"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/session/look"
	"github.com/genus-kg/genus/session/source"
)

// mostEnriched limits how many classes of an endpoint, and how many properties, a shard enriches if none is named.
const mostEnriched = 500

// Extract extracts individuals for each class and property of the shard from the endpoint, with their neighbourhood:
// members of the class and of its siblings, or subjects and objects of the property. They alone are evidence
// for it, so that the results of a subject do not depend on the shard. The data lasts until the source is closed.
func (s Enricher) Extract(ctx context.Context, o EnrichOptions) (samples map[string][]string, err error) {
	classes, properties := o.Classes, []string(nil)
	if len(o.Classes) == 0 {
		if classes, properties, err = s.subjects(ctx, o); err != nil {
			return nil, err
		}
	}
	samples = map[string][]string{}
	var all []string
	for i, iri := range slices.Concat(classes, properties) {
		if !o.inShard(iri) {
			continue
		}
		s.Reporter.Progress("looking for members", fmt.Sprintf("%d of %d", i+1, len(classes)+len(properties)))
		var sample []string
		if i < len(classes) {
			found, err := look.On(s.Use).ClassExamples(ctx, iri, o.Sample)
			if err != nil && (len(o.Classes) > 0 || !source.IsUsage(err)) { // a class without members has no evidence
				return nil, err
			}
			sample = slices.Concat(found.Members, found.Others)
		} else {
			for _, objects := range []bool{false, true} {
				found, err := s.ends(ctx, iri, objects, o.Sample)
				if err != nil {
					return nil, err
				}
				sample = append(sample, found...)
			}
		}
		if len(sample) > 0 {
			samples[iri] = extract.NewList(sample).IRIs
			all = append(all, sample...)
		}
	}
	return samples, s.Source.ExtractAround(ctx, s.Use, extract.NewList(all).IRIs)
}

// subjects returns the classes and properties of the endpoint, counted there.
func (s Enricher) subjects(ctx context.Context, o EnrichOptions) (classes, properties []string, err error) {
	most := mostEnriched * max(1, o.Shards)
	list, more, err := look.On(s.Use).Classes(ctx, most)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: name some with --class", err)
	}
	for _, c := range list {
		classes = append(classes, c.IRI)
	}
	above, err := s.ends(ctx, s.Config.Vocabulary().WithDefaults().SubClassOf, true, most+1)
	if err != nil {
		return nil, nil, err
	}
	q, err := queries.PropertiesUsed(most + 1)
	if err == nil {
		properties, err = s.column(ctx, q)
	}
	switch {
	case err != nil:
		return nil, nil, err
	case more || len(above) > most || len(properties) > most:
		return nil, nil, source.Usagef(
			"the endpoint has more than %d classes or properties: name some with --class, or use more of --shard I/N", most)
	}
	hidden := func(iri string) bool { return look.On(s.Use).IsHidden(iri) }
	classes = slices.DeleteFunc(extract.NewList(append(classes, above...)).IRIs, hidden)
	properties = slices.DeleteFunc(properties, hidden)
	if classes, properties, err = s.own(ctx, classes, properties, slices.Concat(classes, properties)); err != nil {
		return nil, nil, err
	}
	slices.Sort(classes)
	slices.Sort(properties)
	return classes, properties, nil
}

// ends returns subjects or objects of statements with the property.
func (s Enricher) ends(ctx context.Context, property string, objects bool, limit int) ([]string, error) {
	q, err := queries.Ends(property, objects, limit)
	if err != nil {
		return nil, err
	}
	return s.column(ctx, q)
}

// column returns the first column of the answer to a query.
func (s Enricher) column(ctx context.Context, query string) (iris []string, err error) {
	client, err := s.Source.Client(ctx, s.Use)
	if err != nil {
		return nil, err
	}
	table, err := client.Select(ctx, query)
	if err != nil {
		return nil, err
	}
	for _, row := range table.Rows {
		if len(row) > 0 && row[0] != nil {
			iris = append(iris, row[0].String())
		}
	}
	return iris, nil
}
