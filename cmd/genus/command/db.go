package command

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
)

func dbCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Inspect database files: info, export",
		Long: `A database is a growing cache, which genus extract and --cache fill: it holds the
answers of endpoints and when they were given. These commands show what is in a
database, and export it as RDF.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return genus.Usagef("say what to do: genus db info or export")
		},
	}
	cmd.AddCommand(dbInfo(a), dbExport(a))
	return cmd
}

func dbExport(a *program) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "export FILE.db [--to nt|ttl] [--out FILE]",
		Short: "Write a database as N-Triples or Turtle",
		Long: `Export writes everything that a database holds, as N-Triples or Turtle, to stdout
or to --out FILE. Comments name what is incomplete.`,
		Example:           `  genus db export family.db --to ttl --out family.ttl`,
		Args:              oneFile,
		ValidArgsFunction: databaseFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return runExport(cmd.Context(), a, args[0], to) },
	}
	cmd.Flags().StringVar(&to, "to", "nt", "`FORM`: nt for N-Triples, ttl for Turtle")
	offer(cmd, "to", []string{"nt", "ttl"})
	a.bind(cmd, nil, nil, "out", "quiet", "verbose")
	cmd.Flags().Lookup("out").Usage = "write to a file"
	return cmd
}

func runExport(ctx context.Context, a *program, path, to string) error {
	if to != "nt" && to != "ttl" {
		return genus.Usagef("--to: unknown form %q: use nt or ttl", to)
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
