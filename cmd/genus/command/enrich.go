package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/enrich"
	"github.com/genus-kg/genus/session/source"
)

var enrichFormats = []string{"text", "markdown", "turtle", "robot", "patch", "kgcl", "dosdp", "shacl", "json"}

// enrichFlags holds the flags of genus enrich that are not settings.
type enrichFlags struct {
	api.EnrichInput
	shard   string
	results string
	merge   []string
	accept  string
	format  string

	decisions        string
	review, failNew  bool
	into, provenance string
}

func enrichCommand(a *program) *cobra.Command {
	var e enrichFlags
	cmd := &cobra.Command{
		Use:   "enrich SOURCE",
		Short: "Propose definitions, conditions and other axioms for the classes of an ontology",
		Long: `Enrich looks at every class with enough members, and at every property, of a
source, and proposes axioms that the data supports, each with its evidence:
definitions of classes and necessary conditions, domains and ranges, functional
and inverse properties, disjoint classes.

  definition   the class is equivalent to a concept: members against the members of
               sibling classes and near misses; confidence is F1 over all individuals
               that have a class
  conditions   what holds for nearly all members and for few others, strongest first
  properties   domains, ranges, functional and inverse properties
  siblings     disjoint ones, or all of them as a disjoint union

Axioms that the ontology states are not proposed again; those that it states but the
data does not support are listed. The report in markdown has a box to tick for each
axiom. --accept FILE writes only the ticked ones, as their boxes state them, as OWL (turtle), as a template for
robot template (robot), or the conditions as SHACL shapes. dosdp writes the patterns by which
classes are named and defined, and their tables, into the folder --out. patch writes a patch of
the edit file --into, in its form and with as few lines as the axioms need; kgcl writes commands
of the Knowledge Graph Change Language. Without --accept, OWL has the
axioms without exceptions that OWL 2 DL can express, so none with xsd:date; SHACL has the
conditions that reach --confidence. Axioms that contradict each other or the ontology are
named: OWL leaves out the one with the weakest evidence, and --accept refuses them.

From an endpoint, enrich extracts --sample members of each class and of its siblings, and
subjects and objects of each property, with their surroundings. An axiom is about those
of its class or property. --cache FILE keeps what it extracted, and --db FILE reads it again.

--review shows one proposal at a time, with the textual definition of its class, the classes that support
it and those that it keeps out, and what a reasoner would add, and asks: accept, reject, edit or later.
--decisions FILE keeps what you say, a line each without paths: commit it, and join two by writing one after the
other. What it accepts or rejects is not proposed again; --accept FILE writes what it accepts, and --new ends
with exit code 3 if there is something else.

--results FILE keeps a line for each class and property as soon as it is done. The
next run with the same FILE continues from there. --shard 3/16 runs the third of 16
parts, for 16 machines; of an endpoint it extracts only its own part. --merge FILE... joins
their results, and needs no source.`,
		Example: `  genus enrich --data family.owl
  genus enrich --data family.owl --results family.jsonl --format markdown --out review.md
  genus enrich --merge family.jsonl --accept review.md --format turtle --out new.ttl
  genus enrich --data family.owl --review --decisions decisions.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runEnrich(cmd.Context(), e) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&e.Classes, "class", nil, "only these classes, and no properties: `IRI,...`")
	f.Float64Var(&e.Confidence, "confidence", enrich.DefaultConfidence,
		"`SHARE` of the individuals that an axiom must hold for; definitions with a lower F1 are only noted")
	f.IntVar(&e.MinMembers, "min-members", enrich.DefaultMinMembers,
		fmt.Sprintf("only classes with at least `N` members (and properties of at least %d individuals)", enrich.FewestPairs))
	inputFlags(f, &e.EnrichInput, "negation")
	f.IntVar(&e.Sample, "sample", 100, "extract `N` members of each class of an endpoint")
	f.StringVar(&e.shard, "shard", "", "only part `I/N` of the classes and properties")
	f.StringVar(&e.results, "results", "", "keep results in a `FILE`, and continue from what it has")
	f.StringSliceVar(&e.merge, "merge", nil, "write the results of these `FILE...` instead of those of a source")
	f.StringVar(&e.accept, "accept", "",
		"only axioms that are ticked in a `FILE`, - [x] … `ID`, or accepted in one of --decisions")
	f.BoolVar(&e.review, "review", false, "decide about one proposal at a time, in the terminal")
	f.StringVar(&e.decisions, "decisions", "",
		"`FILE` of decisions: what was accepted or rejected is not proposed again (of --review: "+decisionsFile+")")
	f.BoolVar(&e.failNew, "new", false, "exit code 3 if something is proposed that --decisions does not decide about")
	f.StringVar(&e.into, "into", "",
		"edit file of the ontology for --format patch: `FILE` in OBO, functional-style or Manchester syntax or Turtle")
	f.StringVar(&e.provenance, "provenance", "comment",
		"what axioms in OWL, patches and templates have: none, comment (the evidence), or the `IRI` of a "+
			"dcterms:contributor (patch only)")
	f.StringVar(&e.format, "format", "text", "`FORM` of the result: "+strings.Join(enrichFormats, ", "))
	offer(cmd, "format", enrichFormats)
	a.bind(cmd, func(c *config.Config) {
		c.Timeout, c.MaxSize = enrich.DefaultTimeout, enrich.DefaultMaxSize
	},
		[]config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning}, "prefix", "out", "quiet",
		"verbose")
	for _, name := range []string{"mode", "score", "select", "prefer"} {
		f.Lookup(name).Hidden = true // definitions have their own
	}
	f.Lookup("timeout").Usage = "time limit for the definition of a class"
	showFirst(cmd, "data", "db", "endpoint", "class",
		"results", "review", "decisions", "new", "accept", "into", "provenance", "format", "out", "quiet")
	return cmd
}

func (a *program) runEnrich(ctx context.Context, e enrichFlags) error {
	if err := e.check(); err != nil {
		return err
	}
	a.cfg.Reasoning = a.cfg.ReasoningToPropose()
	var err error
	var ticks *ticks
	if e.accept != "" {
		if ticks, err = readTicked(e.accept); err != nil {
			return err
		}
	}
	var all enrichResults
	interrupted := false
	switch {
	case len(e.merge) > 0 && (e.results != "" || a.cfg.Endpoint != "" || len(a.cfg.Data) > 0 || a.cfg.DB != ""):
		return source.Usagef("--merge writes the results of its files: leave out the source and --results")
	case len(e.merge) > 0:
		all, err = mergeResults(e.merge)
	default:
		all, err = a.enrichSource(ctx, e)
		interrupted = errors.Is(err, context.Canceled)
	}
	if err != nil && (!interrupted || len(all.Results) == 0) {
		return err
	}
	if interrupted {
		a.status.Note("interrupted: these are the results so far")
	}
	if ticks != nil {
		if err := a.accept(&all, *ticks); err != nil {
			return err
		}
	}
	err = a.settle(ctx, &all, e.format)
	if errors.Is(err, context.Canceled) && ticks == nil && !slices.Contains(owlFormats, e.format) {
		a.status.Note("interrupted: not all contradictions among the proposals were looked for")
		interrupted, err = true, nil
	}
	if err != nil {
		return err
	}
	return a.present(ctx, e, all, interrupted)
}

// present reviews the results or writes them.
func (a *program) present(ctx context.Context, e enrichFlags, all enrichResults, interrupted bool) error {
	known, err := readDecisions(e.decisions)
	if err != nil {
		return err
	}
	if e.review {
		return a.review(ctx, &all, e.decisions, known)
	}
	if e.accept == "" {
		a.onlyNew(&all, known)
	}
	all.into, all.provenance = e.into, e.provenance
	isNew := slices.ContainsFunc(all.Results, func(r genus.Proposals) bool { return len(r.Candidates) > 0 })
	if err := a.deliverEnriched(ctx, all, e.format); err != nil {
		return err
	}
	switch {
	case interrupted:
		return context.Canceled
	case e.failNew && isNew:
		return errChanged
	}
	return nil
}

// deliverEnriched writes the results in the format.
func (a *program) deliverEnriched(ctx context.Context, all enrichResults, format string) error {
	write := a.deliver
	var text []byte
	var err error
	if format == "dosdp" {
		text, err = all.writeDOSDP(a.cfg.Out)
		write = func(text []byte) error {
			_, err := a.stdout.Write(text)
			return err
		}
	} else {
		text, err = a.writeEnriched(ctx, all, format)
	}
	if err != nil {
		return err
	}
	a.status.clear()
	return write(text)
}

func (e *enrichFlags) check() error {
	switch {
	case !slices.Contains(enrichFormats, e.format):
		return source.Usagef("--format: unknown form %q: choose one of %s", e.format, strings.Join(enrichFormats, ", "))
	case !(e.Confidence > 0 && e.Confidence <= 1):
		return source.Usagef("--confidence is %v, but must be above 0 and at most 1", e.Confidence)
	case e.MinMembers < 1:
		return source.Usagef("--min-members is %d, but must be at least 1", e.MinMembers)
	}
	if e.shard != "" {
		i, n, _ := strings.Cut(e.shard, "/")
		var noNumber, noTotal error
		e.Shard, noNumber = strconv.Atoi(i)
		e.Shards, noTotal = strconv.Atoi(n)
		if noNumber != nil || noTotal != nil || e.Shard < 1 || e.Shard > e.Shards {
			return source.Usagef("--shard: %q is not I/N with I from 1 to N, such as 3/16", e.shard)
		}
	}
	if err := e.checkReview(); err != nil {
		return err
	}
	return errors.Join(writable(e.results), writable(e.decisions))
}

// checkReview checks the flags of what becomes of the proposals.
func (e *enrichFlags) checkReview() error {
	isIRI := strings.Contains(e.provenance, ":")
	switch {
	case (e.format == "patch") != (e.into != ""):
		return source.Usagef("--format patch needs the edit file of the ontology, --into FILE, and only this format does")
	case e.provenance != "none" && e.provenance != "comment" && !isIRI:
		return source.Usagef("--provenance: want none, comment or the IRI of a contributor, not %q", e.provenance)
	case isIRI && e.format != "patch":
		return source.Usagef("--provenance: only --format patch names a contributor: use none or comment")
	}
	if e.review && e.decisions == "" {
		e.decisions = decisionsFile
	}
	if e.review && (e.accept != "" || e.failNew) {
		return source.Usagef("--review decides: use --accept and --new without it")
	}
	return nil
}

// enrichSource proposes axioms for the classes and properties that the results file
// does not have yet. It returns those of the file, too.
func (a *program) enrichSource(ctx context.Context, e enrichFlags) (all enrichResults, err error) {
	s, err := a.openSource(ctx)
	if err != nil {
		return all, err
	}
	defer s.Close()
	var file resultsFile
	kept, start := 0, time.Now()
	in := e.EnrichInput
	in.MaxSize, in.Timeout = a.cfg.MaxSize, a.cfg.Timeout.Seconds()
	in.Keep = func(h api.EnrichHeader, stated []genus.Stated,
		key string) ([]genus.Proposals, func(genus.Proposals) error, error) {
		all.EnrichHeader, all.Stated, all.key = h, stated, key
		var err error
		file, err = openResults(e.results, &all)
		if kept = len(all.Results); kept > 0 {
			a.status.Note("%s has %s", e.results, say.Plural(kept, "result"))
		}
		start = time.Now()
		return all.Results, func(r genus.Proposals) error {
			a.status.Detail("%s: %s, %.1f s", r.Subject, say.Plural(len(r.Candidates), "axiom"), r.Seconds)
			return file.append(r)
		}, err
	}
	all.EnrichOutput, err = api.Enrich(ctx, api.On(s), in)
	if err == nil {
		a.status.Note("%s in %s", say.Plural(len(all.Results)-kept, "result"), time.Since(start).Round(time.Second/10))
	}
	return all, errors.Join(err, file.close())
}
