package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/session/source"
)

// EnrichInput is the input of Enrich.
type EnrichInput struct {
	Classes    []string `json:"classes,omitempty" maxItems:"500" jsonschema:"only these classes, and no properties: IRIs, whole or with a prefix of the source; left out: all classes and properties"`
	Confidence float64  `json:"confidence,omitempty" exclusiveMinimum:"0" maximum:"1" jsonschema:"share of the individuals that an axiom must hold for; default 0.9"`
	MinMembers int      `json:"min_members,omitempty" minimum:"1" jsonschema:"only classes with at least so many members; default 5"`
	Negation   bool     `json:"negation,omitempty" jsonschema:"definitions may have ¬, ∀ and ≤, by which a thing is a member because something is not stated"`
	Sample     int      `json:"sample,omitempty" minimum:"1" maximum:"1000" jsonschema:"how many members of each class to extract from an endpoint; default 100"`
	MaxSize    int      `json:"max_size,omitempty" minimum:"1" maximum:"50" jsonschema:"largest size of a definition; default 10"`
	Timeout    float64  `json:"timeout,omitempty" exclusiveMinimum:"0" maximum:"1000000" jsonschema:"seconds for the definition of a class; default 30"`

	// Shard of Shards is the part of the classes and properties to look at; 0 shards: all.
	Shard, Shards int `json:"-"`
	// Keep, if not nil, gets the header, the axioms that proposals may contradict, and the digest of the data and the
	// settings before the first result. It returns the results that there are already, and what gets each new one.
	Keep func(EnrichHeader, []genus.Stated, string) ([]genus.Proposals, func(genus.Proposals) error, error) `json:"-"`
}

// EnrichHeader describes the source of proposals.
type EnrichHeader struct {
	Version    int                 `json:"version" jsonschema:"of the format: 1"`
	Source     string              `json:"source" jsonschema:"the source"`
	Sample     int                 `json:"sample,omitempty" jsonschema:"number of individuals that were extracted; absent: all"`
	Confidence float64             `json:"confidence" jsonschema:"share of the individuals that an axiom must hold for"`
	Prefixes   map[string]string   `json:"prefixes" jsonschema:"namespace by prefix"`
	Type       string              `json:"type,omitempty" jsonschema:"property that states a class, unless it is rdf:type"`
	SubClassOf string              `json:"subclass,omitempty" jsonschema:"property that states a superclass, unless it is rdfs:subClassOf"`
	Closure    bool                `json:"closure" jsonschema:"superclasses of superclasses count"`
	Kinds      map[string][]string `json:"kinds" jsonschema:"datatypes by feature"`
}

// EnrichOutput has the axioms that are proposed.
type EnrichOutput struct {
	EnrichHeader
	Results []genus.Proposals       `json:"results" jsonschema:"proposals for each class, and then for each property"`
	Texts   map[string]ProposalText `json:"texts" jsonschema:"the candidates in words, by their identifiers"`
	Notes   []string                `json:"notes" jsonschema:"warnings, and what was left out and why"`
	// Stated are the axioms of the source that proposals may contradict.
	Stated []genus.Stated `json:"-"`
}

// EnrichTimeout is the default time limit for the definition of a class.
const EnrichTimeout = enrich.DefaultTimeout

// enrichDepth is the default role depth for files: three steps reach cousins.
const enrichDepth = 3

// Enrich proposes axioms for the classes and properties of the source. If it is interrupted, the
// output has the results so far.
func Enrich(ctx context.Context, s Session, in EnrichInput) (out EnrichOutput, err error) {
	in.defaults()
	s.Session = s.Configured(func(c *config.Config) {
		c.MaxSize, c.Timeout = in.MaxSize, time.Duration(in.Timeout*float64(time.Second))
	})
	if in.Classes, err = source.Expand(in.Classes, s.Prefixes()); err != nil {
		return out, err
	}
	o := genus.EnrichOptions{
		Classes: in.Classes, Confidence: in.Confidence, MinMembers: in.MinMembers, Negation: in.Negation, Sample: in.Sample,
		Shard: in.Shard, Shards: in.Shards,
	}
	if s.Use().Source.Slow() {
		if in.Sample < in.MinMembers {
			return out, source.Usagef("--sample is %d, but must be at least %d, the number of --min-members", in.Sample,
				in.MinMembers)
		}
		if o.Samples, err = s.Axioms().Extract(ctx, o); err != nil {
			return out, err
		}
	}
	s.Session = s.Bounded(enrichDepth)
	if out.EnrichHeader, err = s.enrichHeader(ctx, in); err != nil {
		return out, err
	}
	if out.Stated, err = s.Axioms().Stated(ctx); err != nil {
		return out, err
	}
	keep, done := func(genus.Proposals) error { return nil }, map[string]bool{}
	out.Results = []genus.Proposals{}
	if in.Keep != nil {
		var kept []genus.Proposals
		if kept, keep, err = in.Keep(out.EnrichHeader, out.Stated, s.enrichKey(in)); err != nil {
			return out, err
		}
		for _, r := range kept {
			out.Results, done[r.Subject] = append(out.Results, r), true
		}
	}
	o.Done = func(subject string) bool { return done[subject] }
	err = s.Session.Axioms().Enrich(ctx, o, func(r genus.Proposals) error {
		out.Results = append(out.Results, r)
		return keep(r)
	})
	if len(in.Classes) > 0 {
		out.Results = slices.DeleteFunc(out.Results,
			func(r genus.Proposals) bool { return !slices.Contains(in.Classes, r.Subject) })
	}
	out.Sort()
	out.Notes = s.Collected()
	if err != nil || in.Keep != nil { // who keeps the results looks at those of other runs, too
		return out, err
	}
	if _, err = out.FindInconsistencies(ctx,
		func(c genus.Proposal) bool { return c.Confidence >= in.Confidence }); err != nil {
		return out, err
	}
	return out, out.Describe()
}

// FindInconsistencies returns why some of the proposals that count cannot be accepted together, and notes it at these.
func (out *EnrichOutput) FindInconsistencies(ctx context.Context,
	counts func(genus.Proposal) bool) ([]genus.Inconsistency, error) {
	var proposals []genus.Proposal
	for _, r := range out.Results {
		for _, c := range r.Candidates {
			if counts(c) {
				proposals = append(proposals, c)
			}
		}
	}
	conflicts, err := genus.Inconsistencies(ctx, out.Stated, proposals)
	for i := range conflicts {
		for _, r := range out.Results {
			for j := range r.Candidates {
				if r.Candidates[j].ID == conflicts[i].ID {
					r.Candidates[j].Conflict = &conflicts[i]
				}
			}
		}
	}
	return conflicts, err
}

// Sort sorts the results: the classes, and then the properties, by their IRIs.
func (out *EnrichOutput) Sort() {
	slices.SortStableFunc(out.Results, func(a, b genus.Proposals) int {
		if a.Property != b.Property {
			if b.Property {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Subject, b.Subject)
	})
}

func (in *EnrichInput) defaults() {
	or(&in.Confidence, enrich.DefaultConfidence)
	or(&in.MinMembers, enrich.DefaultMinMembers)
	or(&in.Sample, 100)
	or(&in.MaxSize, enrich.DefaultMaxSize)
	or(&in.Timeout, EnrichTimeout.Seconds())
}

func (s Session) enrichHeader(ctx context.Context, in EnrichInput) (h EnrichHeader, err error) {
	v, err := s.Use().Writing(ctx)
	if err != nil {
		return h, err
	}
	data := s.Use().Source.Data()
	return EnrichHeader{
		Version: 1, Source: data.Source.Name, Sample: len(data.Covered()), Confidence: in.Confidence,
		Prefixes: v.Document, Type: v.Vocabulary.Type, SubClassOf: v.Vocabulary.SubClassOf, Closure: !v.Vocabulary.NoClosure,
		Kinds: kindIRIs(v.Kinds),
	}, nil
}

// enrichKey returns a digest of everything that the results depend on: the data and the
// settings, except the time limit and the number of workers. Files count by their content, wherever they are.
func (s Session) enrichKey(in EnrichInput) string {
	c := s.Settings()
	c.Workers, c.Timeout = 0, 0
	info := s.Use().Source.Data().Source
	var files []string
	for _, f := range info.Files {
		files = append(files, f.SHA256)
	}
	slices.Sort(files)
	if len(files) > 0 {
		info.Name = ""
	}
	individuals := s.Use().Source.Data().Covered()
	if s.Use().Source.Slow() && in.Shards > 0 { // each shard has others
		individuals = []string{fmt.Sprint(in.Sample)}
	}
	text, _ := json.Marshal([]any{ // values of these types have no errors
		c.VocabularyConfig, c.LearningConfig, c.Depth, in.Confidence, in.MinMembers, in.Negation, info.Kind, info.Name,
		info.Settings, files, individuals,
	})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func kindIRIs(kinds map[string][]dl.Kind) map[string][]string {
	out := map[string][]string{}
	for feature, ks := range kinds {
		for _, k := range ks {
			out[feature] = append(out[feature], k.IRI())
		}
	}
	return out
}

// or gives a field that is zero its default.
func or[T comparable](field *T, def T) {
	if *field == *new(T) {
		*field = def
	}
}
