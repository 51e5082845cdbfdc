package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/extract/store"
)

func (a *app) extract() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "extract SOURCE [EXAMPLES] (--out FILE.db | --to nt FILE)",
		Short: "Fill a database from an endpoint or files, or export it as N-Triples",
		Long: `Extract pulls the surroundings of the examples out of an endpoint into one SQLite
file, which genus learn --db reads without a network. A run that was interrupted
goes on where it was when it is started again. RDF files are taken as a whole and
need no examples. With --to nt FILE the data is written as N-Triples instead.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if to == "" {
				return noArgs(cmd, args)
			}
			if len(args) > 1 {
				return usagef("unexpected argument %q: --to nt takes one file", args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.load(cmd); err != nil {
				return err
			}
			return a.runExtract(cmd.Context(), to, args)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "export in this `FORM`: nt for N-Triples, followed by the file to write")
	offer(cmd, "to", []string{"nt"})
	bind(cmd, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Names}, "out")
	cmd.Flags().Lookup("out").Usage = "database to fill; an interrupted run goes on in it"
	return cmd
}

func (a *app) runExtract(ctx context.Context, to string, args []string) error {
	if to != "" && to != "nt" {
		return usagef("--to: unknown form %q: use nt", to)
	}
	if to == "" && a.cfg.Out == "" && !a.cfg.DryRun {
		return usagef("no database to fill: give --out FILE.db (or --to nt FILE)")
	}
	if to != "" && len(args) == 0 {
		return usagef("no file to export to: write --to nt FILE")
	}
	if err := a.problemData(); err != nil {
		return err
	}
	if err := a.oneSource(); err != nil {
		return err
	}
	if a.cfg.DB != "" && (to == "" || a.cfg.Out != "") {
		return usagef("--db is a database already: export it with --to nt FILE")
	}
	d, err := a.fill(ctx, to != "")
	if err != nil || to == "" {
		return err
	}
	if err := writeFile(args[0], func(w io.Writer) error { return d.WriteNTriples(ctx, w) }); err != nil {
		return err
	}
	a.status.note("wrote %s", args[0])
	return nil
}

// fill extracts the source into the database --out, or one in memory, and
// returns the data if it is needed: it may be large.
func (a *app) fill(ctx context.Context, needed bool) (*extract.Data, error) {
	if a.cfg.DB != "" {
		return a.readDatabase(ctx)
	}
	if len(a.cfg.Data) > 0 {
		d, err := a.importFiles(ctx)
		if err != nil || a.cfg.Out == "" {
			return d, err
		}
		db, err := a.database(ctx, a.cfg.Out)
		if err != nil {
			return nil, err
		}
		defer func() { _ = db.Close() }()
		if err := d.Save(ctx, db); err != nil {
			return nil, err
		}
		return d, a.saved(db)
	}
	own, err := a.ownPrefixes()
	if err != nil {
		return nil, err
	}
	ex, err := a.examples(own)
	if err != nil {
		return nil, err
	}
	o, err := a.crawlOptions()
	if err != nil {
		return nil, err
	}
	client, done, err := a.client()
	if err != nil {
		return nil, err
	}
	defer done()
	if ex, err = a.askNegatives(ctx, client, ex); err != nil {
		return nil, err
	}
	if err := a.onlyEstimate(ctx, client, a.cfg.Out, ex, o); err != nil {
		return nil, err
	}
	db, err := a.database(ctx, a.cfg.Out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	space, err := a.crawl(ctx, client, db, ex, o)
	if err != nil {
		a.goesOn(ctx, err, a.cfg.Out)
		return nil, err
	}
	var d *extract.Data
	if needed {
		if d, err = extract.ReadData(ctx, space); err != nil {
			return nil, err
		}
	}
	if a.cfg.Out == "" {
		return d, nil
	}
	return d, a.saved(db)
}

// database opens the file, or a database in memory if the path is empty, for
// writing.
func (a *app) database(ctx context.Context, path string) (*store.DB, error) {
	if path == "" {
		return store.OpenMemory(ctx)
	}
	return store.Open(ctx, path, store.Options{Waiting: func() {
		a.status.note("waiting for another process that is writing to %s", path)
	}})
}

// goesOn says so if the extraction was only stopped, and a file keeps what came.
func (a *app) goesOn(ctx context.Context, err error, file string) {
	if file != "" && (ctx.Err() != nil || errors.Is(err, extract.ErrBudget)) {
		a.status.note("stopped: run the same command again, and %s goes on where it was", file)
	}
}

// saved closes the database, which says whether everything is on the disk.
func (a *app) saved(db *store.DB) error {
	if err := db.Close(); err != nil {
		return err
	}
	a.status.clear()
	_, err := fmt.Fprintln(a.stdout, a.cfg.Out)
	return err
}
