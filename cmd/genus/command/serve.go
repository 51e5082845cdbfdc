package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus/cmd/genus/serve"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/session/source"
)

// tokenVariable is the environment variable with the token of the server. A flag
// would be visible in the list of processes.
const tokenVariable = "GENUS_TOKEN"

// tokensVariable is the environment variable with the path of a file that has a name and a token for
// each user.
const tokensVariable = "GENUS_TOKENS"

func serveCommand(a *program) *cobra.Command {
	var open, demo bool
	cmd := &cobra.Command{
		Use:   "serve [--endpoint URL | --data FILE... | --db FILE] [--addr ADDR]",
		Short: "Learn in the browser, and over HTTP",
		Long: `Serve opens a page on which you find and mark examples, learn from them and
correct the result, and an HTTP API for programs (/api/openapi.json). Both are
for this machine only, unless --addr says otherwise. The page offers the built-in
elephants, and the source of the flags if there is one.

On an address that other machines can reach, every request must have a token:
GENUS_TOKEN, or one that is generated and printed once. Then only the endpoints
that --endpoint and --allow name can be used. Files can be opened if --allow
names them. GENUS_TOKENS names a file with a line NAME TOKEN for each user: users
see neither each other's sources nor jobs nor saved work. --demo is for a page
that everybody may use: it has the built-in data only, and needs no token.

Flags for learning are the defaults of jobs; no job may exceed --timeout and
--memory. --max-time limits how long a job extracts.`,
		Example: `  genus serve
  genus serve --db animals.db
  genus serve --endpoint https://query.wikidata.org/sparql --preset wikidata --contact you@example.org`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("open") {
				open = a.isDesktop()
			}
			return runServe(cmd.Context(), a, open, demo)
		},
	}
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser (default: on a terminal with a display)")
	cmd.Flags().BoolVar(&demo, "demo", false,
		"serve the built-in data to everybody: no files, no endpoints, no saved work, limits per address")
	cmd.AddCommand(healthCommand())
	a.bind(cmd, func(c *config.Config) { // limits of a job; public endpoints can be slow
		c.Timeout = time.Minute
		c.MaxTime = 15 * time.Minute
		c.Memory = 2048
	}, []config.Group{config.Source, config.Endpoint, config.Extraction, config.Learning, config.Server, config.Names})
	showFirst(cmd, "endpoint", "data", "db", "preset", "contact", "open", "demo", "addr", "allow", "state", "timeout",
		"depth",
		"prefix", "quiet")
	describeLimits(cmd, "job")
	return cmd
}

// describeLimits describes the limits of a job or call in the help of a server.
func describeLimits(cmd *cobra.Command, work string) {
	for name, usage := range map[string]string{
		"timeout":  "time limit for a " + work + " to learn; the result is then the best concept so far",
		"max-time": "time limit for a " + work + " to extract; the next one continues; 0 means no limit",
		"memory":   "memory limit while learning, in MiB; 0 means half of the memory of the machine or container",
	} {
		cmd.Flags().Lookup(name).Usage = usage
	}
}

// address returns the host and port of the page for this machine: localhost if the
// server listens on all addresses.
func address(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", fmt.Sprint(tcp.Port))
	}
	return a.String()
}

func runServe(ctx context.Context, a *program, open, demo bool) error {
	loopback, err := serve.Loopback(a.cfg.Addr)
	if err != nil {
		return source.Usage(err)
	}
	if _, err := a.cfg.Learner(); err != nil {
		return source.Usage(err)
	}
	token := os.Getenv(tokenVariable)
	var users []serve.User
	if path := os.Getenv(tokensVariable); path != "" {
		if users, err = serve.ReadUsers(path); err != nil {
			return source.Usage(err)
		}
	}
	generated := token == "" && !loopback && users == nil && !demo
	if generated {
		token = rand.Text()
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.cfg.Addr)
	if err != nil {
		return fmt.Errorf("serve: %w: choose another --addr", err)
	}
	defer func() { _ = listener.Close() }() // s.Run has closed it, if it ran
	s, err := serve.New(ctx, serve.Options{
		Config: a.cfg, Given: a.given, Version: programVersion(), Token: token, Users: users, Demo: demo,
		Logger: a.status.Logger(),
	})
	if err != nil {
		return err
	}
	defer s.Close()
	a.status.clear()
	url := "http://" + address(listener.Addr()) + "/"
	if generated {
		// A browser does not send what follows #, so it is in no log.
		if _, err := fmt.Fprintf(a.stdout, "%s#token=%s\n", url, token); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(a.stdout, url); err != nil {
		return err
	}
	elsewhere := ""
	if !loopback {
		elsewhere = ", and at this machine's name and addresses"
	}
	a.status.Note("genus serves at %s%s; Ctrl-C ends it", url, elsewhere)
	if open {
		a.openBrowser(ctx, url)
	}
	if err := s.Run(ctx, listener); err != nil {
		return err
	}
	return errServed
}

// errServed is what genus serve ends with: an interruption is its normal end.
var errServed = errors.New("served")
