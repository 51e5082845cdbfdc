package enrich

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// EnrichOptions select which axioms are proposed.
type EnrichOptions struct {
	Classes    []string // IRIs; empty: all classes and properties
	Confidence float64
	MinMembers int
	Negation   bool
	Sample     int // of each class of an endpoint
	// Shard of Shards: the part of the classes and properties that this run looks at;
	// 0 shards means all of them.
	Shard, Shards int
	// Samples has what Extract has extracted for each class and property of an endpoint: nil for other sources,
	// whose individuals are all evidence for all.
	Samples map[string][]string
	// Done says which subjects have a result already; nil: none has.
	Done func(subject string) bool
}

// Enrich proposes axioms for the classes and properties of the source's data. It passes
// one result at a time to each, in their order.
func (s Enricher) Enrich(ctx context.Context, o EnrichOptions, each func(Proposals) error) error {
	of, info, err := s.ontology(ctx, o)
	if err != nil {
		return err
	}
	ontology := of("")
	synonyms, definitions, err := s.texts(ctx)
	if err != nil {
		return err
	}
	patterns, err := s.patterns(ctx, ontology, info.Labels, synonyms, definitions)
	if err != nil {
		return err
	}
	subjects, properties, err := s.subjectsOf(ctx, o, ontology, patterns)
	if err != nil {
		return err
	}
	all := slices.Concat(subjects, properties)
	for i, iri := range all {
		if !o.inShard(iri) || o.Done != nil && o.Done(iri) {
			continue
		}
		s.Reporter.Progress(fmt.Sprintf("%d of %d", i+1, len(all)), iri)
		if o.Samples != nil {
			ontology = of(iri)
		}
		propose := ontology.Class
		if i >= len(subjects) {
			propose = ontology.Property
		}
		r, err := propose(ctx, iri)
		if err != nil {
			return fmt.Errorf("enrich <%s>: %w", iri, err)
		}
		if i < len(subjects) {
			withPatterns(&r, patterns)
		}
		proposals := newProposals(r, info.Labels)
		proposals.Definition = definitions[iri]
		if err := each(proposals); err != nil {
			return err
		}
	}
	return nil
}

// subjectsOf returns the classes and properties about which axioms are proposed.
func (s Enricher) subjectsOf(ctx context.Context, o EnrichOptions, ontology *enrich.Ontology,
	patterns *enrich.Patterns) (classes, properties []string, err error) {
	for _, class := range o.Classes {
		if !ontology.Has(class) {
			return nil, nil, source.Usagef("the data has no class <%s>", class)
		}
	}
	if classes, properties = o.Classes, nil; len(o.Classes) == 0 {
		classes, properties = ontology.Classes(), ontology.Properties()
	}
	if o.Samples != nil {
		notSampled := func(iri string) bool { return o.Samples[iri] == nil }
		return slices.DeleteFunc(slices.Clone(classes), notSampled), slices.DeleteFunc(slices.Clone(properties), notSampled),
			nil
	}
	if len(o.Classes) > 0 {
		return classes, properties, nil
	}
	data := s.Source.Data()
	for _, c := range data.ClassNames() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if !slices.Contains(classes, c) && len(patterns.Complete(c)) > 0 {
			classes = append(classes, c)
		}
	}
	slices.Sort(classes)
	return s.own(ctx, classes, properties, slices.Concat(data.ClassNames(), data.PropertyNames()))
}

// inShard reports whether the subject belongs to the shard. It depends on the IRI only.
func (o EnrichOptions) inShard(iri string) bool {
	if o.Shards == 0 {
		return true
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(iri))
	return int(h.Sum32()%uint32(o.Shards)) == o.Shard-1
}

// ontology loads the source once, for all classes. It returns the ontology with the individuals of the sample of
// a class or property, or with all for "".
func (s Enricher) ontology(ctx context.Context,
	o EnrichOptions) (of func(subject string) *enrich.Ontology, info extract.Info, err error) {
	data := s.Source.Data()
	if s.Config.Nominals == config.Auto { // a definition should not name individuals
		s.Config.Nominals = config.Off
	}
	options, err := s.Config.Learner()
	if err != nil {
		return nil, extract.Info{}, source.Usage(err)
	}
	options.Logger = s.Reporter.Logger()
	if !s.Config.ChoosesLanguage() && s.Config.Individuals != extract.Classes { // annotations define no class
		options.Language |= dl.WithPresence
	}
	load := extract.LoadOptions{Exclusions: s.Config.Exclusions()}
	among := extract.Examples{Pos: data.Covered()} // the classes of other individuals are not known
	s.Reporter.Progress("loading", "")
	start := time.Now()
	p, info, err := data.Problem(ctx, among, load)
	if err != nil {
		return nil, info, err
	}
	if !s.Source.Complete() && info.Depth < s.Config.Depth {
		s.Reporter.Note("note: definitions have role depth %d at most, because the data was extracted that deep", info.Depth)
	}
	if info.Depth == 0 { // no edges were extracted
		options.Language &^= dl.WithRoles | dl.WithInverse
	}
	p, err = interp.WithDerived(ctx, p, options.Language&dl.WithPresence, interp.Limits{})
	if err != nil {
		return nil, info, err
	}
	in := enrich.Input{Problem: p, Among: p.Pos, Superclasses: map[string][]string{}}
	in.Problem.Pos = nil
	above := data.Facts.Superclasses
	if info.Vocabulary.ClassTriples() { // its members are below a class
		above = data.Facts.Classes
	}
	for _, t := range above {
		class := data.Facts.Term(t[0])
		in.Superclasses[class] = append(in.Superclasses[class], data.Facts.Term(t[1]))
	}
	stated, terms, err := s.statedAxioms(ctx)
	if err != nil {
		return nil, info, err
	}
	isNeverProposed := func(a dl.Axiom) bool { return a.Kind == subProperty || a.Kind == transitive }
	in.Stated = slices.DeleteFunc(stated, isNeverProposed)
	valued := p.Structure.Valued()
	for i, a := range in.Stated { // cardinalities of data properties
		if a.Concept != nil {
			in.Stated[i].Concept = dl.PreferPresence(a.Concept, func(f string) bool { return slices.Contains(valued, f) })
		}
	}
	in.OfClasses = info.Vocabulary.OfClasses()
	in.IsSchema = func(iri string) bool { return terms[iri] }
	s.Reporter.Detail("loaded %s with %s in %.1f s", say.Plural(p.Structure.Len(), "individual"),
		say.Plural(p.Structure.NumFacts(), "fact"), time.Since(start).Seconds())
	return func(subject string) *enrich.Ontology {
		in := in
		if sample := o.Samples[subject]; sample != nil {
			in.Among = nil
			for _, iri := range sample {
				if a, ok := p.Structure.Lookup(iri); ok {
					in.Among = append(in.Among, a)
				}
			}
		}
		return enrich.New(in, enrich.Options{
			Learner: options, Timeout: s.Config.Timeout, MinMembers: o.MinMembers, Confidence: o.Confidence,
			Negation: o.Negation,
		})
	}, info, nil
}

// Proposals are those for one class or property, in a results file and in JSON.
type Proposals struct {
	Subject    string            `json:"subject" jsonschema:"IRI of the class or property"`
	Property   bool              `json:"property,omitempty" jsonschema:"it is a property"`
	Members    int               `json:"members" jsonschema:"number of its members"`
	Candidates []Proposal        `json:"candidates" jsonschema:"the axioms that are proposed"`
	Unmet      []Proposal        `json:"unmet" jsonschema:"stated axioms that the data contradicts"`
	Fits       []Proposal        `json:"fits,omitempty" jsonschema:"stated axioms that the data fits"`
	Definition string            `json:"definition,omitempty" jsonschema:"textual definition of the class"`
	Note       string            `json:"note,omitempty" jsonschema:"why something is missing"`
	Labels     map[string]string `json:"labels,omitempty" jsonschema:"label by IRI"`
	Seconds    float64           `json:"seconds" jsonschema:"how long it took, in seconds"`
}

// A Proposal is an axiom with its evidence (see enrich.Candidate).
type Proposal struct {
	ID         string       `json:"id" jsonschema:"identifier of the axiom"`
	Kind       dl.AxiomKind `json:"kind" jsonschema:"equivalent, subclass, disjoint, domain, range, functional, inverse and others"`
	Subject    string       `json:"subject" jsonschema:"IRI of the class or property"`
	Concept    string       `json:"concept,omitempty" jsonschema:"the other class, in DL syntax with whole IRIs"`
	Other      string       `json:"other,omitempty" jsonschema:"IRI of the other property"`
	Feature    bool         `json:"feature,omitempty" jsonschema:"the property has values, not individuals"`
	Support    int          `json:"support" jsonschema:"how many individuals it holds for"`
	Of         int          `json:"of" jsonschema:"of how many that it is about"`
	Confidence float64      `json:"confidence" jsonschema:"share of them; of a definition its F1"`
	Others     int          `json:"others" jsonschema:"number of individuals outside the class"`
	Met        int          `json:"met" jsonschema:"of a subclass axiom: how many of the others meet it"`
	Elsewhere  float64      `json:"elsewhere" jsonschema:"share of the others that meet it"`
	Supporting []string     `json:"supporting,omitempty" jsonschema:"individuals or classes that it holds for, at most some; of a pattern, its instances"`
	Excluded   []string     `json:"excluded,omitempty" jsonschema:"other classes that a definition keeps out, or that have the form of a pattern and other axioms, at most some"`
	Exceptions []string     `json:"exceptions" jsonschema:"individuals that it does not hold for, at most some"`
	// ExceptionClasses are the classes of exceptions, each a list.
	ExceptionClasses [][]string      `json:"exception_classes,omitempty" jsonschema:"lists of classes, of which some exceptions have all"`
	Extra            int             `json:"extra" jsonschema:"number of individuals outside the class that a definition holds for"`
	ExtraClasses     [][]string      `json:"extra_classes,omitempty" jsonschema:"lists of classes, of which some individuals outside the class that a definition holds for have all"`
	Extras           []string        `json:"extras,omitempty" jsonschema:"some of these"`
	Size             int             `json:"size,omitempty" jsonschema:"number of nodes of the concept"`
	By               string          `json:"by,omitempty" jsonschema:"ground of an axiom: below, siblings or pattern, about classes; edited, by a reviewer"`
	Pattern          *enrich.Pattern `json:"pattern,omitempty" jsonschema:"of ground pattern: the form of texts that goes with such axioms"`
	Conflict         *Inconsistency  `json:"conflict,omitempty" jsonschema:"why it cannot be accepted with others, or at all"`
	Was              string          `json:"was,omitempty" jsonschema:"what was proposed, and a reviewer has changed"`
	Proved           bool            `json:"proved,omitempty" jsonschema:"no smaller definition is as good"`
}

func newProposals(r enrich.Result, labels map[string]string) Proposals {
	out := Proposals{
		Subject:    r.Subject,
		Property:   r.Property,
		Members:    r.Members,
		Note:       r.Note,
		Seconds:    math.Round(r.Elapsed.Seconds()*1000) / 1000,
		Candidates: []Proposal{},
		Unmet:      []Proposal{},
		Labels:     map[string]string{},
	}
	label := func(iris ...string) {
		for _, iri := range iris {
			if text, ok := labels[iri]; ok {
				out.Labels[iri] = text
			}
		}
	}
	label(r.Subject)
	for _, side := range []struct {
		from []enrich.Candidate
		to   *[]Proposal
	}{{r.Candidates, &out.Candidates}, {r.Unmet, &out.Unmet}, {r.Fits, &out.Fits}} {
		for _, c := range side.from {
			label(slices.Concat(c.Exceptions, c.Extras, c.Supporting, c.Excluded, []string{c.Subject})...)
			if label(c.Other); c.Concept != nil {
				label(syntax.IRIs(c.Concept)...)
			}
			*side.to = append(*side.to, newProposal(c))
		}
	}
	return out
}

func newProposal(c enrich.Candidate) Proposal {
	round := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	out := Proposal{
		Kind:             c.Kind,
		Subject:          c.Subject,
		Other:            c.Other,
		Feature:          c.Feature,
		Support:          c.Support,
		Of:               c.Of,
		Confidence:       round(c.Confidence),
		Others:           c.Others,
		Met:              c.Met,
		Elsewhere:        round(c.Elsewhere),
		Supporting:       c.Supporting,
		Excluded:         c.Excluded,
		Exceptions:       append([]string{}, c.Exceptions...),
		ExceptionClasses: c.ExceptionClasses,
		Extra:            c.Extra,
		Extras:           c.Extras,
		ExtraClasses:     c.ExtraClasses,
		Size:             c.Size,
		By:               c.By,
		Pattern:          c.Pattern,
		Proved:           c.Proved,
	}
	if c.Concept != nil {
		out.Concept = syntax.Print(c.Concept, syntax.Options{Exact: true})
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", out.Kind, out.Subject, out.Concept, out.Other))
	out.ID = hex.EncodeToString(sum[:4])
	return out
}

// edited is the ground of an axiom that a reviewer has changed.
const edited = "edited"

// Edited returns the axiom that a reviewer has written in place of the proposed one. The evidence was for that one.
func (c Proposal) Edited(kind dl.AxiomKind, concept dl.Concept, was string) Proposal {
	axiom := dl.Axiom{Kind: kind, Subject: c.Subject, Concept: concept, Feature: c.Feature}
	out := newProposal(enrich.Candidate{Axiom: axiom, By: edited})
	out.Was, out.Size, out.Confidence = was, dl.Size(concept), 1
	return out
}

// Axiom returns the axiom of the candidate.
func (c Proposal) Axiom() (dl.Axiom, error) {
	a := dl.Axiom{Kind: c.Kind, Subject: c.Subject, Other: c.Other, Feature: c.Feature}
	if c.Concept == "" {
		return a, nil
	}
	var err error
	if a.Concept, err = syntax.ParseDL(c.Concept, nil); err != nil {
		err = fmt.Errorf("the concept %q of candidate %s: %w", c.Concept, c.ID, err)
	}
	return a, err
}

// Evidence returns a sentence about the evidence for the axiom.
func (c Proposal) Evidence() string {
	switch c.By {
	case edited:
		return "a reviewer wrote it in place of " + c.Was
	case enrich.ByPattern:
		what := "name"
		if c.Pattern.IsDef {
			what = "textual definition"
		}
		return fmt.Sprintf("%d of %d classes that have such axioms and a %s like %q have it", c.Support, c.Of, what,
			c.Pattern.Text)
	case enrich.BySiblings:
		return fmt.Sprintf("%d of %d siblings have it", c.Support, c.Of)
	case enrich.ByBelow:
		if c.Kind == dl.EquivalentClasses {
			return fmt.Sprintf("F1 %.3f: holds for all %d classes below and %d of %d other classes; size %d", c.Confidence, c.Of,
				c.Extra, c.Others, c.Size)
		}
		return fmt.Sprintf("holds for all %d classes below and %d of %d other classes", c.Of, c.Met, c.Others)
	}
	switch c.Kind {
	case dl.EquivalentClasses:
		text := fmt.Sprintf("F1 %.3f: holds for %d of %s and %d of %s; size %d", c.Confidence, c.Support,
			say.Plural(c.Of, "member"), c.Extra, say.Plural(c.Others, "other"), c.Size)
		if c.Proved {
			text += ", no smaller one is as good"
		}
		return text
	case dl.SubClassOf:
		text := fmt.Sprintf("holds for %d of %s", c.Support, say.Plural(c.Of, "member"))
		if c.Others > 0 {
			text += fmt.Sprintf(" and %d of %s", c.Met, say.Plural(c.Others, "other"))
		}
		return text
	case dl.Sufficient:
		return fmt.Sprintf("all %d individuals that meet it are members", c.Of)
	case dl.DisjointClasses:
		return fmt.Sprintf("none of the %d and %d members is in both", c.Of-c.Others, c.Others)
	case dl.DisjointUnion:
		return fmt.Sprintf("each of %s is in one of them", say.Plural(c.Of, "member"))
	case dl.InverseProperties, dl.SymmetricProperty:
		return fmt.Sprintf("holds for %d of %s", c.Support, say.Plural(c.Of, "pair"))
	}
	return fmt.Sprintf("holds for %d of %s", c.Support, say.Plural(c.Of, "individual"))
}
