package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/learner/enrich"
)

// enrichDepth is the default role depth for files: three steps reach cousins.
const enrichDepth = 3

// enrichFormats are the values of --format.
var enrichFormats = []string{"text", "markdown", "html", "turtle", "functional", "shacl", "json"}

// enriching is what the flags of genus enrich say beyond the settings.
type enriching struct {
	app.EnrichOptions
	shard   string
	results string
	merge   []string
	accept  string
	format  string
}

func (a *program) enrich() *cobra.Command {
	var e enriching
	cmd := &cobra.Command{
		Use:   "enrich SOURCE",
		Short: "Propose definitions, conditions and other axioms for the classes of an ontology",
		Long: `Enrich looks at every class with enough members, and at every property, of a
source, and proposes axioms that the data bears out, each with its
evidence: definitions of classes and necessary conditions, domains and ranges,
functional and inverse properties, disjoint classes.

  definition   the class is equivalent to a concept: members against the members of
               sibling classes and near misses; confidence is F1 over all individuals
               that have a class
  conditions   what holds for nearly all members and for few others, strongest first
  properties   domains, ranges, functional and inverse properties
  siblings     that are disjoint

What the ontology states is not proposed again; what it states and the data does not
bear out is listed. The reports (markdown, html) have a box to tick for each axiom.
Save what you ticked, and --accept FILE writes these axioms only, as OWL (turtle,
functional) or as SHACL shapes of the conditions. Without --accept OWL has what holds
without exception, and SHACL what reaches --confidence.

Of an endpoint it takes --sample members of each class, or of the classes named and
their siblings, with what surrounds them: axioms are about these. --cache FILE keeps
what it took, and --db FILE goes on with that.

--results FILE keeps a line for each class and property as soon as it is done. The
next run with the same FILE goes on from there. --shard 3/16 takes the third of 16
parts, for 16 machines; --merge FILE... joins what they found, and needs no source.`,
		Example: `  genus enrich --data family.owl
  genus enrich --data family.owl --results family.jsonl --format html --out review.html
  genus enrich --merge family.jsonl --accept ticked.md --format turtle --out new.ttl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runEnrich(cmd.Context(), e) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&e.Classes, "class", nil, "only these classes, and no properties: `IRI,...`")
	f.Float64Var(&e.Confidence, "confidence", enrich.DefaultConfidence, "`SHARE` of the individuals that an axiom must hold for; definitions with a lower F1 are shown as weak")
	f.IntVar(&e.MinMembers, "min-members", enrich.DefaultMinMembers, "only classes with `N` members at least")
	f.IntVar(&e.Sample, "sample", 100, "take `N` members of each class of an endpoint")
	f.StringVar(&e.shard, "shard", "", "only the `I/N`th part of the classes and properties")
	f.StringVar(&e.results, "results", "", "keep results in a `FILE`, and go on from what it has")
	f.StringSliceVar(&e.merge, "merge", nil, "write what these results `FILE...` have, instead of looking at a source")
	f.StringVar(&e.accept, "accept", "", "only axioms that are ticked in a `FILE`: - [x] … `ID`")
	f.StringVar(&e.format, "format", "text", "`FORM` of the result: "+strings.Join(enrichFormats, ", "))
	offer(cmd, "format", enrichFormats)
	a.bind(cmd, func(c *config.Config) { c.Timeout, c.Reasoning = enrich.DefaultTimeout, "rdfs" }, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning}, "prefix", "out", "quiet", "verbose")
	for _, name := range []string{"mode", "score", "select", "solutions", "prefer", "dry-run", "elsewhere"} { // a definition has its own
		if flag := f.Lookup(name); flag != nil {
			flag.Hidden = true
		}
	}
	f.Lookup("timeout").Usage = "longest time for the definition of a class"
	showFirst(cmd, "data", "db", "endpoint", "class", "confidence", "min-members", "timeout", "depth", "max-size", "results", "shard", "merge", "accept", "format", "out", "quiet")
	return cmd
}

func (a *program) runEnrich(ctx context.Context, e enriching) error {
	if err := e.check(); err != nil {
		return err
	}
	var err error
	var accepted map[string]bool
	if e.accept != "" {
		if accepted, err = readTicked(e.accept); err != nil {
			return err
		}
	}
	var all enriched
	interrupted := false
	switch {
	case len(e.merge) > 0 && (e.results != "" || a.cfg.Endpoint != "" || len(a.cfg.Data) > 0 || a.cfg.DB != ""):
		return app.Usagef("--merge needs no source and no --results: it writes what its files have")
	case len(e.merge) > 0:
		all, err = mergeResults(e.merge)
	default:
		all, err = a.enrichSource(ctx, e)
		interrupted = errors.Is(err, context.Canceled)
	}
	if err != nil && (!interrupted || len(all.results) == 0) {
		return err
	}
	if interrupted {
		a.status.Note("interrupted: this is what there is")
	}
	if accepted != nil {
		if err := all.accept(accepted); err != nil {
			return err
		}
	}
	text, err := a.writeEnriched(all, e.format)
	if err != nil {
		return err
	}
	a.status.clear()
	if err := a.deliver(text); err != nil {
		return err
	}
	if interrupted {
		return context.Canceled
	}
	return nil
}

// check checks the flags.
func (e *enriching) check() error {
	switch {
	case !slices.Contains(enrichFormats, e.format):
		return app.Usagef("--format: unknown form %q: choose one of %s", e.format, strings.Join(enrichFormats, ", "))
	case !(e.Confidence > 0 && e.Confidence <= 1):
		return app.Usagef("--confidence is %v, but must be above 0 and at most 1", e.Confidence)
	case e.MinMembers < 1:
		return app.Usagef("--min-members is %d, but must be 1 at least", e.MinMembers)
	}
	if e.shard != "" {
		i, n, _ := strings.Cut(e.shard, "/")
		var noNumber, noTotal error
		e.Shard, noNumber = strconv.Atoi(i)
		e.Shards, noTotal = strconv.Atoi(n)
		if noNumber != nil || noTotal != nil || e.Shard < 1 || e.Shard > e.Shards {
			return app.Usagef("--shard: %q is not I/N with I from 1 to N, as 3/16", e.shard)
		}
	}
	return writable(e.results)
}

// enrichSource proposes axioms for what the results file does not have yet.
func (a *program) enrichSource(ctx context.Context, e enriching) (all enriched, err error) {
	s, err := a.openSource(ctx)
	if err != nil {
		return all, err
	}
	defer s.Source.Close()
	if e.Classes, err = app.Expand(e.Classes, s.Source.Prefixes); err != nil {
		return all, err
	}
	if s.Source.Client != nil {
		if e.Sample < e.MinMembers {
			return all, app.Usagef("--sample is %d, but must be %d at least, the number of --min-members", e.Sample, e.MinMembers)
		}
		if s.Source.Data, err = s.Enrichment().ExtractClasses(ctx, e.Classes, e.Sample); err != nil {
			return all, err
		}
	}
	if s.Source.Data.FromFiles() && s.Config.Depth == config.AutoDepth {
		a.cfg.Depth, s.Config.Depth = enrichDepth, enrichDepth
	}
	v, err := s.Vocabulary()
	if err != nil {
		return all, err
	}
	all.head = enrichHeader{
		Version: 1, Source: s.Source.Data.Source.Name, Key: a.enrichKey(s, e), Sample: len(s.Source.Data.Covered()), Confidence: e.Confidence,
		Prefixes: v.Document, Type: v.Vocabulary.Type, SubClassOf: v.Vocabulary.SubClassOf, Closure: v.Vocabulary.Closure, Kinds: kindIRIs(v.Kinds),
	}
	file, err := openResults(e.results, &all)
	if err != nil {
		return all, err
	}
	done := map[string]bool{}
	for _, r := range all.results {
		done[r.Subject] = true
	}
	if len(done) > 0 {
		a.status.Note("%s has %s", e.results, app.Plural(len(done), "result"))
	}
	e.Done = func(subject string) bool { return done[subject] }
	start := time.Now()
	err = s.Enrichment().Propose(ctx, e.EnrichOptions, func(r app.EnrichedJSON) error {
		all.results = append(all.results, r)
		a.status.Detail("%s: %s, %.1f s", r.Subject, app.Plural(len(r.Candidates), "axiom"), r.Seconds)
		return file.append(r)
	})
	if err == nil {
		a.status.Note("%s in %s", app.Plural(len(all.results)-len(done), "result"), time.Since(start).Round(time.Second/10))
	}
	if len(e.Classes) > 0 {
		all.results = slices.DeleteFunc(all.results, func(r app.EnrichedJSON) bool { return !slices.Contains(e.Classes, r.Subject) })
	}
	all.sort()
	return all, errors.Join(err, file.close())
}

// enrichKey is a digest of what the results depend on: the data and the settings
// but for time.
func (a *program) enrichKey(s app.Session, e enriching) string {
	c := a.cfg
	c.Workers, c.Timeout = 0, 0
	source := s.Source.Data.Source
	var files []string
	for _, f := range source.Files {
		files = append(files, f.SHA256)
	}
	text, err := json.Marshal([]any{c.VocabularyConfig, c.LearningConfig, c.Depth, e.Confidence, e.MinMembers, source.Kind, source.Name, source.Settings, files, s.Source.Data.Covered()})
	must(err)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
