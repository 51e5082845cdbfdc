package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/extract/store"
)

func (a *program) dbInfo() *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "info FILE.db [--format text|json]",
		Short: "Show what a database holds",
		Long: `Info lists the sources in a database with their numbers (for --from), how much is
there of each, when it was asked, and the extractions: from how many examples, how
deep, and what was given up and why.`,
		Args:              oneFile,
		ValidArgsFunction: databaseFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			return a.runInfo(cmd.Context(), args[0], format)
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "`FORM` of the answer: text, json")
	offer(cmd, "format", []string{"text", "json"})
	bind(cmd, nil, "quiet", "verbose")
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
		Files       []fileJSON      `json:"files"`
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
	fileJSON struct {
		Path   string `json:"path"`
		Bytes  int64  `json:"bytes"`
		SHA256 string `json:"sha256"`
	}
	runJSON struct {
		ID       int        `json:"id"`
		Depth    int        `json:"depth"`
		Started  time.Time  `json:"started"`
		Finished *time.Time `json:"finished"`
		Examples []string   `json:"examples"`
		Cuts     []cutJSON  `json:"cuts"`
	}
	cutJSON struct {
		Property   string `json:"property"`
		Direction  string `json:"direction"`
		Individual string `json:"individual"`
		N          int    `json:"n"`
		Reason     string `json:"reason"`
	}
)

func (a *program) runInfo(ctx context.Context, path, format string) error {
	if format != "text" && format != "json" {
		return app.Usagef("--format: unknown value %q: choose one of text, json", format)
	}
	db, err := store.Open(ctx, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	info := infoJSON{Version: 1, Path: path, Sources: []sourceJSON{}}
	err = db.Snapshot(ctx, func() error { return info.read(ctx, db) })
	if err != nil {
		return err
	}
	if format == "json" {
		e := json.NewEncoder(a.stdout)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(info)
	}
	return info.text(a.stdout, a.cfg.Verbose)
}

func (i *infoJSON) read(ctx context.Context, db *store.DB) error {
	size, err := db.Size(ctx)
	if err != nil {
		return err
	}
	i.Schema, i.Bytes, i.Free = db.SchemaVersion(), size.Bytes, size.Free
	sources, err := db.Sources(ctx)
	if err != nil {
		return err
	}
	for _, s := range sources {
		space, err := db.Space(ctx, s.ID)
		if err != nil {
			return err
		}
		j, err := describe(ctx, space)
		if err != nil {
			return err
		}
		i.Sources = append(i.Sources, j)
	}
	return nil
}

func describe(ctx context.Context, space *store.Space) (sourceJSON, error) {
	s := space.Source()
	j := sourceJSON{
		ID: s.ID, Kind: string(s.Kind), Name: s.Name, Graphs: slices.Clip(append([]string{}, s.Graphs...)), Files: []fileJSON{},
		Vocabulary: json.RawMessage(s.Vocabulary), Runs: []runJSON{},
	}
	for _, f := range s.Files {
		j.Files = append(j.Files, fileJSON{f.Path, f.Size, f.SHA256})
	}
	n, err := space.Count(ctx)
	if err != nil {
		return j, err
	}
	j.Individuals, j.Classes, j.Subclasses, j.Roles, j.Values = n.Individuals, n.Classes, n.Subclasses, n.Roles, n.Values
	oldest, newest, err := space.Age(ctx)
	if err != nil {
		return j, err
	}
	j.Oldest, j.Newest = moment(oldest), moment(newest)
	runs, err := space.Runs(ctx)
	for _, r := range runs {
		run := runJSON{ID: r.ID, Depth: r.Depth, Started: r.Started.UTC(), Finished: moment(r.Finished), Examples: append([]string{}, r.Examples...), Cuts: []cutJSON{}}
		for _, c := range r.Cuts {
			run.Cuts = append(run.Cuts, cutJSON{c.Property, string(c.Direction), c.Individual, c.N, c.Reason})
		}
		j.Runs = append(j.Runs, run)
	}
	return j, err
}

// moment is nil for no time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

func (i *infoJSON) text(w io.Writer, verbose bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, schema %d", i.Path, size(i.Bytes), i.Schema)
	if i.Free > 0 {
		fmt.Fprintf(&b, ", %s of it free (genus db vacuum)", size(i.Free))
	}
	fmt.Fprintln(&b)
	for _, s := range i.Sources {
		s.text(&b, verbose)
	}
	if len(i.Sources) == 0 {
		fmt.Fprintln(&b, "empty")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s sourceJSON) text(b *strings.Builder, verbose bool) {
	fmt.Fprintf(b, "\nsource %d: %s %s\n", s.ID, s.Kind, s.Name)
	for _, g := range s.Graphs {
		fmt.Fprintf(b, "  graph <%s>\n", g)
	}
	fmt.Fprintf(b, "  %s, %s: %d of classes, %d of superclasses, %d of roles, %d of features\n", app.Plural(s.Individuals, "individual"),
		app.Plural(s.Classes+s.Subclasses+s.Roles+s.Values, "fact"), s.Classes, s.Subclasses, s.Roles, s.Values)
	if s.Oldest != nil {
		fmt.Fprintf(b, "  asked from %s to %s\n", s.Oldest.Format(time.RFC3339), s.Newest.Format(time.RFC3339))
	}
	for _, r := range s.Runs {
		state := "interrupted: run it again to continue"
		if r.Finished != nil {
			state = "finished " + r.Finished.Format(time.RFC3339)
		}
		fmt.Fprintf(b, "  run %d: %s, depth %d, %s\n", r.ID, app.Plural(len(r.Examples), "example"), r.Depth, state)
		if verbose {
			for _, e := range r.Examples {
				fmt.Fprintf(b, "    from <%s>\n", e)
			}
		}
		for _, c := range r.Cuts {
			fmt.Fprintf(b, "    without <%s> (%s): %s\n", c.Property, c.Direction, app.OneLine(c.Reason))
		}
	}
}
