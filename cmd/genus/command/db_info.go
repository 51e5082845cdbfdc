package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/source"
)

func dbInfo(a *program) *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "info FILE.db [--format text|json]",
		Short: "Show what a database holds",
		Long: `Info shows how much it has, when it was queried, and the extraction runs: the number of
examples, the depth, and what was dropped and why. It reads the whole file, so it
detects damage, too.`,
		Args:              oneFile,
		ValidArgsFunction: databaseFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runInfo(cmd.Context(), a, args[0], format)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "`FORM` of the output: text, json")
	offer(cmd, "format", []string{"text", "json"})
	a.bind(cmd, nil, nil, "quiet", "verbose")
	return cmd
}

// The answer of genus db info, version 1: fields are only added.
type (
	infoJSON struct {
		Version int          `json:"version"`
		Path    string       `json:"path"`
		Schema  int          `json:"schema"`
		Bytes   int64        `json:"bytes"`
		Free    int64        `json:"free"`
		Sources []sourceJSON `json:"sources"`
	}
	sourceJSON struct {
		ID          int             `json:"id"`
		Kind        string          `json:"kind"`
		Name        string          `json:"name"`
		Graphs      []string        `json:"graphs"`
		Vocabulary  json.RawMessage `json:"vocabulary"`
		Individuals int             `json:"individuals"`
		Classes     int             `json:"class_facts"`
		Subclasses  int             `json:"subclasses"`
		Roles       int             `json:"role_facts"`
		Values      int             `json:"values"`
		Oldest      *time.Time      `json:"oldest"`
		Newest      *time.Time      `json:"newest"`
		Runs        []runJSON       `json:"runs"`
	}
	runJSON struct {
		ID       int             `json:"id"` // 1 is the one that began first
		Depth    int             `json:"depth"`
		Started  time.Time       `json:"started"`
		Finished *time.Time      `json:"finished"`
		Examples []string        `json:"examples"`
		Cuts     []store.Dropped `json:"cuts"`
	}
)

func runInfo(ctx context.Context, a *program, path, format string) error {
	if format != "text" && format != "json" {
		return source.Usagef("--format: unknown value %q: choose one of text, json", format)
	}
	db, err := store.Open(ctx, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	size, err := db.Size(ctx)
	if err != nil {
		return err
	}
	info := infoJSON{1, path, store.Version, size.Bytes, size.Free, []sourceJSON{}}
	sources, err := db.Sources(ctx)
	if err != nil {
		return err
	}
	for _, s := range sources {
		src, err := db.SourceByID(ctx, s.ID)
		if err != nil {
			return err
		}
		j, err := describe(ctx, src)
		if err != nil {
			return err
		}
		info.Sources = append(info.Sources, j)
	}
	if format == "json" {
		return say.WriteJSON(a.stdout, info)
	}
	var b bytes.Buffer
	info.text(&b, a.cfg.Verbose)
	return a.deliver(b.Bytes())
}

func describe(ctx context.Context, src *store.Source) (sourceJSON, error) {
	s := src.Info()
	j := sourceJSON{ID: s.ID, Kind: s.Kind, Name: s.Name, Graphs: append([]string{}, s.Graphs...), Runs: []runJSON{}}
	d, err := extract.ReadData(ctx, src)
	if err != nil {
		return j, err
	}
	if j.Vocabulary, err = json.Marshal(d.Vocabulary); err != nil {
		return j, err
	}
	f := d.Facts
	j.Individuals = len(f.Individuals)
	j.Classes = len(f.Classes)
	j.Subclasses = len(f.Superclasses)
	j.Roles = len(f.Roles)
	j.Values = len(f.Values)
	if j.Oldest, j.Newest, err = answerTimes(ctx, src); err != nil {
		return j, err
	}
	runs, err := src.Runs(ctx)
	for n, r := range runs {
		run := runJSON{
			ID:       len(runs) - n,
			Depth:    r.Depth,
			Started:  r.Started.UTC(),
			Finished: moment(r.Finished),
			Examples: append([]string{}, r.Examples...),
			Cuts:     append([]store.Dropped{}, r.Dropped...),
		}
		j.Runs = append(j.Runs, run)
	}
	return j, err
}

// answerTimes returns the times of the first and the last answer; nil if there is none.
func answerTimes(ctx context.Context, src *store.Source) (oldest, newest *time.Time, err error) {
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for a, err := range src.All(ctx) {
		if err != nil {
			return nil, nil, err
		}
		first, last = min(first, a.Time), max(last, a.Time)
	}
	if first > last {
		return nil, nil, nil
	}
	return moment(time.UnixMilli(first)), moment(time.UnixMilli(last)), nil
}

// moment returns t in UTC, or nil if t is zero.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func (i infoJSON) text(b *bytes.Buffer, verbose bool) {
	fmt.Fprintf(b, "%s: %s, schema %d", i.Path, size(i.Bytes), i.Schema)
	if i.Free > 0 {
		fmt.Fprintf(b, ", %s of it free", size(i.Free))
	}
	fmt.Fprintln(b)
	for _, s := range i.Sources {
		s.text(b, verbose)
	}
	if len(i.Sources) == 0 {
		fmt.Fprintln(b, "empty")
	}
}

func (s sourceJSON) text(b *bytes.Buffer, verbose bool) {
	fmt.Fprintf(b, "\nsource %d: %s %s\n", s.ID, s.Kind, s.Name)
	for _, g := range s.Graphs {
		fmt.Fprintf(b, "  graph <%s>\n", g)
	}
	fmt.Fprintf(b, "  %s, %s: %d of classes, %d of superclasses, %d of roles, %d of features\n",
		say.Plural(s.Individuals, "individual"), say.Plural(s.Classes+s.Subclasses+s.Roles+s.Values, "fact"),
		s.Classes, s.Subclasses, s.Roles, s.Values)
	if s.Oldest != nil {
		fmt.Fprintf(b, "  asked from %s to %s\n", s.Oldest.Format(time.RFC3339), s.Newest.Format(time.RFC3339))
	}
	for _, r := range s.Runs {
		state := "interrupted: run it again to continue"
		if r.Finished != nil {
			state = "finished " + r.Finished.Format(time.RFC3339)
		}
		fmt.Fprintf(b, "  run %d: %s, depth %d, %s\n", r.ID, say.Plural(len(r.Examples), "example"), r.Depth, state)
		if verbose {
			for _, e := range r.Examples {
				fmt.Fprintf(b, "    from <%s>\n", e)
			}
		}
		for _, c := range r.Cuts {
			fmt.Fprintf(b, "    without <%s> (%s): %s\n", c.Property, c.Direction, say.OneLine(c.Reason))
		}
	}
}

// oneFile checks that exactly one database is given.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return source.Usagef("%d files given: want one database: see %s --help", len(args), cmd.CommandPath())
	}
	return nil
}

// size formats a number of bytes for people.
func size(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
