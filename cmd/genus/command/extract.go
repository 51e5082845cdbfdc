package command

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session/source"
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
		return source.Usagef(
			"--data needs no database: genus learn --data reads the files (genus db export --data writes what it reads)")
	case a.cfg.DB != "":
		return source.Usagef("--db is a database already: genus db export writes it as RDF")
	case a.cfg.Endpoint == "":
		return source.Usagef("no endpoint: give --endpoint URL")
	case a.cfg.Out == "":
		return source.Usagef("no database to fill: give --out FILE.db")
	}
	s, ex, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if os.Getenv("GOGC") == "" { // a crawl allocates much and keeps little
		debug.SetGCPercent(150)
	}
	out, err := api.Extract(ctx, api.On(s),
		api.ExtractInput{Examples: api.Examples{Pos: ex.Pos, Neg: ex.Neg}, File: a.cfg.Out})
	if err != nil {
		return err
	}
	a.status.clear()
	_, err = fmt.Fprintln(a.stdout, out.File)
	return err
}
