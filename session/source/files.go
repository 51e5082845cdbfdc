package source

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/ask"
	"github.com/genus-kg/genus/learner"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/interp"
	"github.com/genus-kg/genus/queries"
	"github.com/genus-kg/genus/queries/read"
)

// files is a source with all of its facts in memory: those of RDF files, or triples.
type files struct {
	inMemory
	// sharing: all problems share one structure with all facts, and learning bounds the role
	// depth. Otherwise the structure of a problem holds only what is within its role depth.
	sharing bool
	whole   extract.LoadOptions // of the structure with all facts
}

func (s Use) openFiles(ctx context.Context) (*files, error) {
	d, err := s.importFiles(ctx)
	if err != nil {
		return nil, err
	}
	f := &files{newInMemory(s, newCommon(), d), s.ShareStructure, s.wholeOptions()}
	s.noteShape(f.view.Load().shape)
	return f, nil
}

func (f *files) Complete() bool { return true }

func (f *files) load(_ context.Context, s Use, _ extract.Examples, about dl.Concept,
	qualified []string) (*extract.Data, extract.LoadOptions, error) {
	o := s.loadOptions()
	if f.sharing {
		o.Depth = 0
	}
	o.Statements, o.Properties = len(qualified) > 0, qualified
	if o.Exclusions.Named = s.named(f.data, about); len(o.Exclusions.Named) > 0 {
		o.Depth = 0 // they lead further
	}
	return f.data, o, nil
}

func (f *files) WholeGraph(ctx context.Context, s Use, ex extract.Examples,
	_ []string) (intent.Graph, *Problem, error) {
	o := s.wholeOptions()
	o.Exclusions.Named = s.named(f.data, nil)
	p, info, err := f.structure(ctx, f.data, ex, o)
	if err != nil {
		return nil, nil, err
	}
	m := intent.NewMemory(p.Structure, info.Labels)
	m.Names = f.Graph().Labels
	return m, &Problem{Problem: p, Info: info}, nil
}

func (f *files) Subclasses(context.Context, Use) func(class string) bool {
	return f.Graph().HasSubclasses
}

func (f *files) Values(ctx context.Context, s Use) func(property string) read.Values {
	roles, valued := map[string]bool{}, map[string]bool{}
	var mu sync.Mutex
	var info *extract.Info // nil before it is loaded
	load := func() *extract.Info {
		mu.Lock()
		defer mu.Unlock()
		if info != nil {
			return info
		}
		_, p, err := f.WholeGraph(ctx, s, extract.Examples{}, nil)
		if err != nil {
			return nil
		}
		sig := p.Structure.Signature()
		for r := range sig.NumRoles() {
			roles[sig.Role(interp.RoleID(r)).IRI] = true
		}
		for _, f := range p.Structure.Valued() {
			valued[f] = true
		}
		info = &p.Info
		return info
	}
	return func(property string) read.Values {
		info := load()
		if info == nil || !roles[property] && !valued[property] { // its time zones are not known
			things, literals, kinds := f.data.StatedValues(property)
			return read.Values{Known: things || literals, Things: things, Literals: literals, Kinds: kinds, Zoned: literals}
		}
		zones, dated := info.Zones[property]
		return read.Values{Known: roles[property] || valued[property], Things: roles[property], Literals: valued[property],
			Kinds: info.Kinds[property], Zoned: dated && zones == queries.AnyZones}
	}
}

func (f *files) port(_ context.Context, s Use, _ *Problem) (ask.Port, error) {
	return f.executor(s), nil
}

// importFiles reads the RDF files of the settings, or the triples.
func (s Use) importFiles(ctx context.Context) (*extract.Data, error) {
	limited, stop := learner.WithinMemory(ctx, uint64(s.Config.Memory)<<20)
	defer stop()
	o := extract.ImportOptions{
		Vocabulary:  s.Config.Vocabulary(),
		Exclusions:  s.Config.Exclusions(),
		Progress:    showProgress(s.Reporter),
		ReasonFor:   s.Config.Timeout,
		SkipBad:     s.Config.SkipBad,
		Graphs:      s.Config.Graph,
		Keys:        s.Config.Key,
		Tables:      s.Config.Tables,
		Individuals: s.Config.Individuals,
		Keep:        s.keptFiles(),
		Settings:    fmt.Sprintf("%q", []string{s.Config.Preset, s.Config.Type, s.Config.Subclass, s.Config.Statements}),
		Recognise: func(of func(subject, property, object string) [][2]string,
			prefixes map[string]string) (extract.Vocabulary, extract.Exclusions) {
			h := s.recognise(func(p string) bool { return len(of("", p, "")) > 0 }, of)
			h.forms = formsIn(s.Config.Declaring(UsablePrefixes(prefixes)), of)
			c := h.in(s.Config).Declaring(UsablePrefixes(prefixes))
			return c.Vocabulary(), c.Exclusions()
		},
	}
	if s.Access != nil {
		o.MayImport = func(path string) error { _, err := s.Access.Path(path); return err }
	}
	if s.Triples != nil {
		o.Triples = slices.Values(s.Triples)
	}
	d, report, err := extract.ImportFiles(limited, s.Config.Data, o)
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			what := cmp.Or(strings.Join(s.Config.Data, " "), "triples")
			err = fmt.Errorf("reading %s: %w: raise --memory, or load them into a SPARQL engine and give --endpoint",
				what, context.Cause(limited))
		}
		return nil, err
	}
	noteReport(s.Reporter, report)
	return d, nil
}

// keptFiles returns the directory for what is read of files; "" if nothing is kept.
func (s Use) keptFiles() string {
	dir, err := os.UserCacheDir()
	if err != nil || s.Config.NoCache {
		return ""
	}
	return filepath.Join(dir, "genus")
}
