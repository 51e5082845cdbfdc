package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/store"
)

func dbCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Inspect and maintain database files: info, export, merge, vacuum",
		Long: `A database is a growing cache, which genus extract and --cache fill: it holds the
answers of endpoints and when they were given. These commands show what is in a
database, export it as RDF, merge others into it, and shrink it.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return app.Usagef("say what to do: genus db info, export, merge or vacuum")
		},
	}
	cmd.AddCommand(dbInfo(a), dbExport(a), dbMerge(a), dbVacuum(a))
	return cmd
}

func dbExport(a *program) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "export FILE.db [--to nt|ttl] [--from SOURCE] [--out FILE]",
		Short: "Write a source of a database as N-Triples or Turtle",
		Long: `Export writes everything that a database holds of one source, as N-Triples or
Turtle, to stdout or to --out FILE. Comments name what is incomplete.`,
		Example:           `  genus db export family.db --to ttl --out family.ttl`,
		Args:              oneFile,
		ValidArgsFunction: databaseFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return runExport(cmd.Context(), a, args[0], to) },
	}
	cmd.Flags().StringVar(&to, "to", "nt", "`FORM`: nt for N-Triples, ttl for Turtle")
	offer(cmd, "to", []string{"nt", "ttl"})
	a.bind(cmd, nil, nil, "from", "out", "quiet", "verbose")
	cmd.Flags().Lookup("out").Usage = "write to a file"
	return cmd
}

func runExport(ctx context.Context, a *program, path, to string) error {
	if to != "nt" && to != "ttl" {
		return app.Usagef("--to: unknown form %q: use nt or ttl", to)
	}
	a.cfg.DB = path
	d, db, err := a.session().ReadDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	write := func(w io.Writer) error { return d.WriteNTriples(ctx, w) }
	if to == "ttl" {
		write = func(w io.Writer) error { return d.WriteTurtle(ctx, w) }
	}
	if a.cfg.Out == "" {
		return write(a.stdout)
	}
	if err := writeFile(a.cfg.Out, write); err != nil {
		return err
	}
	a.status.Note("wrote %s", a.cfg.Out)
	return nil
}

func dbMerge(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge INTO.db FROM.db...",
		Short: "Merge databases into one",
		Long: `Merge copies everything in the other databases into the first, which is created
if it does not exist. Where two hold an answer of one source to the same question,
the newer answer is kept. The other files are not changed.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return app.Usagef("%d files given: want the database to fill and one or more to merge into it", len(args))
			}
			return nil
		},
		ValidArgsFunction: databaseFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return runMerge(cmd.Context(), a, args[0], args[1:]) },
	}
	a.bind(cmd, nil, nil, "quiet", "verbose")
	return cmd
}

func runMerge(ctx context.Context, a *program, into string, from []string) error {
	same, err := os.Stat(into)
	for _, path := range from {
		info, statErr := os.Stat(path)
		if statErr != nil {
			_, err := store.Open(ctx, path, store.Options{ReadOnly: true}) // says what to do
			return err
		}
		if err == nil && os.SameFile(same, info) {
			return app.Usagef("%s cannot be merged into itself: name two files", path)
		}
	}
	db, err := a.session().Extraction().Database(ctx, into)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for _, path := range from {
		a.status.Progress("merging "+path, "")
		if err := db.Merge(ctx, path); err != nil {
			return err
		}
	}
	return closeDatabase(a, db, into)
}

func dbVacuum(a *program) *cobra.Command {
	var drop []int
	cmd := &cobra.Command{
		Use:   "vacuum FILE.db [--max-age TIME] [--drop SOURCE]",
		Short: "Shrink a database",
		Long: `Vacuum rewrites a database without the space that replaced answers left. Before
that it removes the sources that --drop names and, with --max-age, older answers
of endpoints. It prints the size of the file before and after.`,
		Args:              oneFile,
		ValidArgsFunction: databaseFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return runVacuum(cmd.Context(), a, args[0], drop) },
	}
	cmd.Flags().IntSliceVar(&drop, "drop", nil, "remove the source with this `NUMBER`, as genus db info lists them")
	a.bind(cmd, nil, []config.Group{}, "max-age", "quiet", "verbose")
	cmd.Flags().Lookup("max-age").Usage = "remove answers of endpoints that are older than this `TIME`, such as 720h"
	return cmd
}

func runVacuum(ctx context.Context, a *program, path string, drop []int) error {
	before, err := os.Stat(path)
	if err != nil {
		_, err := store.Open(ctx, path, store.Options{ReadOnly: true}) // says what to do
		return err
	}
	db, err := a.session().Extraction().Database(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if len(drop) > 0 {
		if _, err := db.Drop(ctx, store.Old{Sources: drop}); err != nil {
			return err
		}
	}
	if a.cfg.MaxAge > 0 {
		n, err := db.Drop(ctx, store.Old{Before: time.Now().Add(-a.cfg.MaxAge)})
		if err != nil {
			return err
		}
		a.status.Note("removed %s", app.Plural(n, "answer"))
	}
	if err := db.Vacuum(ctx); err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	after, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "%s: %s before, %s after\n", path, size(before.Size()), size(after.Size()))
	return err
}
