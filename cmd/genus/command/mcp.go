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
		Use:   "mcp [--endpoint URL | --data FILE... | --db FILE] [--allow-endpoint URL]... [--allow-path PATH]...",
		Short: "Serve assistants by the Model Context Protocol, on stdin and stdout",
		Long: `Mcp has tools for assistants: search, classes, neighbourhood, learn, matches,
verify and translate. A client starts it and talks to it on stdin and stdout.

A call may use the source of the flags, a built-in example about elephants, and
what --allow-endpoint and --allow-path name; nothing else is opened, and nothing
is written. Credentials are sent to the endpoint of --endpoint only. --timeout
is the longest time to learn, --max-time the longest time to extract, --jobs the
number of calls that work at a time.`,
		Example: `  genus mcp
  genus mcp --endpoint https://query.wikidata.org/sparql --preset wikidata --contact you@example.org
  genus mcp --data family.owl --allow-path ~/ontologies`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return runMCP(cmd.Context(), a) },
	}
	a.bind(cmd, func(c *config.Config) { // bounds of what an assistant can ask for
		c.Timeout, c.MaxTime, c.Memory = time.Minute, 2*time.Minute, 2048
	}, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning}, "allow-endpoint", "allow-path", "jobs", "prefix")
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "allow-endpoint", "allow-path", "timeout", "jobs", "prefix")
	bounded(cmd, "call")
	cmd.Flags().Lookup("allow-endpoint").Usage = "endpoint that a call may name, besides that of --endpoint (default none); may be repeated"
	cmd.Flags().Lookup("jobs").Usage = "calls that work at a time"
	for _, name := range []string{"dry-run", "search"} {
		if f := cmd.Flags().Lookup(name); f != nil {
			f.Hidden = true // they do nothing here
		}
	}
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
		return fmt.Errorf("what came on stdin is no message of the protocol (%w): genus mcp is started by a client", err)
	}
	return err
}

// unclosed is stdout, which does not belong to the transport.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }
