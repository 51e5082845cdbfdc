package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/mcp"
	"github.com/genus-kg/genus/config"
)

func mcpCommand(a *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp [--endpoint URL | --data FILE... | --db FILE] [--allow URL|PATH]...",
		Short: "Serve assistants over the Model Context Protocol, on stdin and stdout",
		Long: `Mcp has tools for assistants, to search, to look, to learn and to check what was
learned. A client starts it and talks to it on stdin and stdout.

A call may use the source of the flags, the data that are in the program, and
what --allow names; nothing else is opened, and nothing is written. Credentials
are sent only to the endpoint of --endpoint. --timeout limits the time to learn,
--max-time the time to extract, and --jobs the number of calls that run at a time.`,
		Example: `  genus mcp
  genus mcp --endpoint https://query.wikidata.org/sparql --preset wikidata --contact you@example.org
  genus mcp --data family.owl --allow ~/ontologies`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return runMCP(cmd.Context(), a) },
	}
	a.bind(cmd, func(c *config.Config) { // limits of a call
		c.Timeout = time.Minute
		c.MaxTime = 2 * time.Minute
		c.Memory = 2048
	}, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning}, "allow", "jobs", "prefix")
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "allow", "timeout", "jobs", "prefix")
	describeLimits(cmd, "call")
	cmd.Flags().Lookup("allow").Usage = "endpoint (URL), or file or folder (path), that a call may name, besides the " +
		"source of the flags; may be repeated"
	cmd.Flags().Lookup("jobs").Usage = "calls that run at a time"
	return cmd
}

func runMCP(ctx context.Context, a *program) error {
	server, err := mcp.New(mcp.Options{Given: a.given, Version: programVersion()})
	if err != nil {
		return err
	}
	err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(a.stdin), Writer: unclosed{a.stdout}})
	if errors.Is(err, io.EOF) {
		return nil // the client has left
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("stdin is not a message of the protocol (%w): genus mcp is for clients to start", err)
	}
	return err
}

// unclosed wraps stdout, which the transport must not close.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }
