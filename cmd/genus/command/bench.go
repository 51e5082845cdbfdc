package command

import (
	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/app"
)

// benchCommand returns the parent of the benchmarks.
func benchCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench NAME",
		Short: "Measure genus on datasets that you have",
		Long: `Bench runs a benchmark and prints a table of the results. Times are those of
this run on this machine; the ratios in a table compare times of one process.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return app.Usagef("unknown benchmark %q: see genus bench --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(benchEngines(a), benchTable1(a), benchTable2(a), benchTable3(a), benchTable5(a), benchFigure1(a), benchIntent(a), benchPeers(a))
	return cmd
}
