package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is set by the linker: -X github.com/genus-kg/genus/cmd/genus/command.release=1.2.3.
var release = ""

// programVersion returns the release, the version of the module, or "dev".
func programVersion() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

func versionCommand(a *program) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version",
		Hidden:            true, // --version says the same, and the list of commands fits a screen
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.stdout, versionLine())
			return err
		},
	}
}

// versionLine returns the output of genus version and genus --version.
func versionLine() string {
	return fmt.Sprintf("genus %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
