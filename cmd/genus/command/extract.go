package command

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/extract/store"
)

func extractCommand(a *program) *cobra.Command {
	var table exampleFlags
	cmd := &cobra.Command{
		Use:   "extract [NAME|IRI|@FILE...] --endpoint URL [EXAMPLES] --out FILE.db",
		Short: "Fill a database from an endpoint",
		Long: `Extract copies the surroundings of the examples from an endpoint into one SQLite
file, which genus learn --db reads without a network. The same command continues
an interrupted run. genus db export writes the file as N-Triples or Turtle.`,
		Example: `  genus extract --endpoint http://localhost:7200/sparql --pos pos.txt --neg neg.txt --out animals.db
  genus learn --db animals.db --pos pos.txt --neg neg.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.takeExamples(cmd, args, table); err != nil {
				return err
			}
			return runExtract(cmd.Context(), a)
		},
	}
	table.bind(cmd)
	a.bind(cmd, nil, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Examples, config.Names},
		"out")
	showFirst(cmd, "endpoint", "preset", "contact", "pos", "neg", "depth", "rate", "max-requests", "max-time",
		"out", "prefix", "quiet", "verbose")
	cmd.Flags().Lookup("out").Usage = "database to fill; the same command continues an interrupted run"
	for _, name := range []string{"data", "db"} { // they need no extraction
		cmd.Flags().Lookup(name).Hidden = true
	}
	return cmd
}

// runExtract crawls the surroundings of the examples into the database --out.
func runExtract(ctx context.Context, a *program) error {
	switch {
	case len(a.cfg.Data) > 0:
		return genus.Usagef("--data needs no database: genus learn --data reads the files (genus db export --data writes what it reads)")
	case a.cfg.DB != "":
		return genus.Usagef("--db is a database already: genus db export writes it as RDF")
	case a.cfg.Endpoint == "":
		return genus.Usagef("no endpoint: give --endpoint URL")
	case a.cfg.Out == "":
		return genus.Usagef("no database to fill: give --out FILE.db")
	}
	s, ex, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if os.Getenv("GOGC") == "" { // a crawl allocates much and keeps little
		debug.SetGCPercent(150)
	}
	o, err := s.ExtractOptions(ctx, ex)
	if err != nil {
		return err
	}
	db, err := s.OpenDatabase(ctx, a.cfg.Out)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := s.Crawl(ctx, db, a.cfg.Out, ex, o); err != nil {
		return err
	}
	return closeDatabase(a, db, a.cfg.Out)
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
