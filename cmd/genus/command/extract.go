package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
)

func extractCommand(a *program) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "extract SOURCE [EXAMPLES] (--out FILE.db | --to nt FILE)",
		Short: "Fill a database from an endpoint or files, or export it as N-Triples",
		Long: `Extract copies the surroundings of the examples from an endpoint into one SQLite
file, which genus learn --db reads without a network. The same command continues
an interrupted run. RDF files are imported whole and need no examples. With
--to nt FILE the data is written as N-Triples instead.`,
		Example: `  genus extract --endpoint http://localhost:7200/sparql --pos pos.txt --neg neg.txt --out animals.db
  genus extract --data family.ttl --out family.db`,
		Args: func(cmd *cobra.Command, args []string) error {
			if to == "" {
				return noArgs(cmd, args)
			}
			if len(args) > 1 {
				return app.Usagef("unexpected argument %q: --to nt takes one file", args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runExtract(cmd.Context(), a, to, args) },
	}
	cmd.Flags().StringVar(&to, "to", "", "export in this `FORM`: nt for N-Triples, followed by the file to write")
	offer(cmd, "to", []string{"nt"})
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Names}, "out")
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "pos", "neg", "depth", "rate", "max-requests", "max-time",
		"out", "to", "prefix", "quiet", "verbose")
	cmd.Flags().Lookup("out").Usage = "database to fill; the same command continues an interrupted run"
	return cmd
}

func runExtract(ctx context.Context, a *program, to string, args []string) error {
	if to != "" && to != "nt" {
		return app.Usagef("--to: unknown form %q: use nt", to)
	}
	if to == "" && a.cfg.Out == "" {
		return app.Usagef("no database to fill: give --out FILE.db (or --to nt FILE)")
	}
	if to != "" && len(args) == 0 {
		return app.Usagef("no file to export to: write --to nt FILE")
	}
	var err error
	if a.cfg.Data, err = app.ProblemData(a.cfg); err != nil {
		return err
	}
	if err := a.checkSource(); err != nil {
		return err
	}
	if a.cfg.DB != "" && (to == "" || a.cfg.Out != "") {
		return app.Usagef("--db is a database already: export it with --to nt FILE")
	}
	d, err := fill(ctx, a)
	if err != nil || to == "" {
		return err
	}
	if err := writeFile(args[0], func(w io.Writer) error { return d.WriteNTriples(ctx, w) }); err != nil {
		return err
	}
	a.status.Note("wrote %s", args[0])
	return nil
}

// fill extracts the source into the database --out, or into one in memory, and returns
// the data. With --db it returns the data of that database.
func fill(ctx context.Context, a *program) (*extract.Data, error) {
	if a.cfg.DB != "" {
		d, db, err := a.session().ReadDatabase(ctx)
		if err == nil {
			err = db.Close()
		}
		return d, err
	}
	if len(a.cfg.Data) > 0 {
		d, err := a.session().ImportFiles(ctx)
		if err != nil || a.cfg.Out == "" {
			return d, err
		}
		db, err := a.session().Extraction().Database(ctx, a.cfg.Out)
		if err != nil {
			return nil, err
		}
		defer func() { _ = db.Close() }()
		if err := d.Save(ctx, db); err != nil {
			return nil, err
		}
		return d, closeDatabase(a, db, a.cfg.Out)
	}
	return fillFromEndpoint(ctx, a)
}

// fillFromEndpoint crawls the surroundings of the examples into the database --out, or
// into one in memory.
func fillFromEndpoint(ctx context.Context, a *program) (*extract.Data, error) {
	s, ex, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Source.Close()
	if os.Getenv("GOGC") == "" { // a crawl allocates much and keeps little
		debug.SetGCPercent(150)
	}
	o, err := s.Extraction().Options()
	if err != nil {
		return nil, err
	}
	db, err := s.Extraction().Database(ctx, a.cfg.Out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	d, err := s.Extraction().Crawl(ctx, db, a.cfg.Out, ex, o)
	if err != nil || a.cfg.Out == "" {
		return d, err
	}
	return d, closeDatabase(a, db, a.cfg.Out)
}

// closeDatabase closes the database and prints its path. An error of closing it means
// that something is not on the disk.
func closeDatabase(a *program, db *store.DB, path string) error {
	if err := db.Close(); err != nil {
		return err
	}
	a.status.clear()
	_, err := fmt.Fprintln(a.stdout, path)
	return err
}
