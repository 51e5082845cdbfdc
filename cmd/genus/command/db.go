package command

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session/source"
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
			return source.Usagef("say what to do: genus db info or export")
		},
	}
	cmd.AddCommand(dbInfo(a), dbExport(a))
	return cmd
}

func dbExport(a *program) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "export FILE.db|--data FILE... [--to nt|ttl] [--out FILE]",
		Short: "Write a database, or RDF files with what follows from them, as RDF",
		Long: `Export writes everything that a database holds, as N-Triples or Turtle, to stdout
or to --out FILE. Comments name what is incomplete.

With --data it writes what genus reads from RDF files, with what --reasoning adds.`,
		Example: `  genus db export family.db --to ttl --out family.ttl
  genus db export --data family.owl --reasoning owlrl --out closed.nt`,
		ValidArgsFunction: databaseFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return runExport(cmd, a, args, to) },
	}
	cmd.Flags().StringVar(&to, "to", "nt", "`FORM`: nt for N-Triples, ttl for Turtle")
	offer(cmd, "to", []string{"nt", "ttl"})
	a.bind(cmd, nil, []config.Group{config.Extraction}, "data", "graph", "preset", "out", "prefix", "quiet", "verbose")
	showFirst(cmd, "data", "reasoning", "preset", "to", "out", "prefix", "quiet", "verbose")
	cmd.Flags().Lookup("out").Usage = "write to a file"
	return cmd
}

func runExport(cmd *cobra.Command, a *program, args []string, to string) error {
	if to != "nt" && to != "ttl" {
		return source.Usagef("--to: unknown form %q: use nt or ttl", to)
	}
	if len(args) > 1 || cmd.Flags().Changed("data") == (len(args) == 1) {
		return source.Usagef("want one database, or --data FILE...: see %s --help", cmd.CommandPath())
	}
	if len(args) == 1 {
		a.cfg.Endpoint, a.cfg.Data, a.cfg.DB = "", nil, args[0]
	}
	ctx := cmd.Context()
	s, err := genus.Open(ctx, a.cfg, a.options())
	if err != nil {
		return err
	}
	defer s.Close()
	d := s.Use().Source.Data()
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
