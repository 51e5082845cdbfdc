package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// program is one run of the program; all commands share it.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       io.Writer // stdout without printable around it
	given          config.Given
	cfg            config.Config
	status         *status
	// The flags about the argument CONCEPT.
	class   string
	asked   api.About // what the flags say of the concept
	started bool      // a command runs: later errors are not about the command line
	dir     string    // with the built-in data that --data names; removed at the end
}

// Main runs the program and returns its exit code.
func Main(args []string, stdin io.Reader, out, errs io.Writer) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	stdout, stderr := &printable{w: out}, &printable{w: errs}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(
				stderr,
				"genus: internal error: %s: please report it with the command line at https://github.com/genus-kg/genus/issues\n",
				say.OneLine(fmt.Sprint(r)),
			)
			code = exitFailed
		}
	}()
	a := &program{stdin: stdin, stdout: stdout, stderr: stderr, terminal: out, status: newStatus(errs)}
	// net/http reports unsolicited answers of a server to the standard logger only.
	log.SetFlags(0)
	log.SetOutput(slog.NewLogLogger(a.status.Logger().Handler(), slog.LevelInfo).Writer())
	defer a.removeBuiltIn()
	root := a.root()
	root.SetArgs(helpAll(repeatVariadicFlags(args)))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(source.ReportWaits(ctx, a.status))
	a.status.clear()
	if err != nil && !a.started {
		err = source.Usage(err)
	}
	return a.report(ctx, err)
}

// interrupts are the signals that end the work and keep what it has found. A program that was
// started with nohup goes on when its terminal is closed.
func interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// Root returns the command of the program, for its manual pages.
func Root() *cobra.Command {
	return (&program{
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
		terminal: os.Stdout,
		status:   newStatus(os.Stderr),
	}).root()
}

func (a *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "genus",
		Short: "Learn what a set of things has in common, as a concept and a SPARQL query",
		Long: `genus learns what a set of things has in common. Name two or three: it finds what you
most likely mean, as a concept and a SPARQL query that the endpoint has confirmed.

Settings come from flags, then GENUS_* variables, then genus.yaml, then the preset.
Exit codes: 0 found, 1 not found or failed, 2 usage, 130 interrupted.`,
		Example:          `  genus learn "Herbie Hancock" "Chick Corea" --endpoint https://example.org/sparql`,
		SilenceUsage:     true,
		SilenceErrors:    true,
		PersistentPreRun: func(*cobra.Command, []string) { a.started = true },
		RunE:             func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Version = programVersion()
	root.SetVersionTemplate(versionLine())
	root.AddCommand(demoCommand(a), learnCommand(a), searchCommand(a), extractCommand(a), dbCommand(a), queryCommand(a),
		verifyCommand(a), whyCommand(a), repairCommand(a), watchCommand(a), evalCommand(a), predictCommand(a),
		resolveCommand(a), tableCommand(a), compareCommand(a), enrichCommand(a), serveCommand(a), mcpCommand(a),
		versionCommand(a))
	root.SetHelpFunc(help)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, name := range []string{"completion", "help"} {
		refuseUnknownArguments(root, name)
	}
	return root
}

// refuseUnknownArguments makes a command of cobra report unknown arguments instead of
// printing its help.
func refuseUnknownArguments(root *cobra.Command, name string) {
	cmd, _, err := root.Find([]string{name})
	must(err)
	of := root // its subcommands are the arguments
	if cmd.HasSubCommands() {
		of = cmd
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		found, rest, err := of.Find(args)
		if err == nil && (len(rest) == 0 || found != of) {
			return nil
		}
		var names []string
		for _, c := range of.Commands() {
			if c.IsAvailableCommand() {
				names = append(names, c.Name())
			}
		}
		return source.Usagef("unknown argument %q of genus %s: choose one of %s", args[0], name, strings.Join(names, ", "))
	}
}

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitChanged     = 3 // of genus watch
	exitInterrupted = 130
)

// errShown fails a command whose output on stdout says why; stderr stays empty.
var errShown = errors.New("failed")

// report shows the error and returns the exit code.
func (a *program) report(ctx context.Context, err error) int {
	code := exitCode(ctx, err)
	if code == exitOK || code == exitChanged || errors.Is(err, errShown) {
		return code
	}
	if code == exitInterrupted && errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.stderr, "genus: interrupted")
		return code
	}
	text := err.Error()
	// The text of a deadline does not say whose limit it was.
	if before, ok := strings.CutSuffix(text, context.DeadlineExceeded.Error()); ok {
		text = fmt.Sprintf("%sthe time limit of %s was reached: raise --timeout", before, a.cfg.Timeout)
	}
	fmt.Fprintf(a.stderr, "genus: %s\n", say.OneLine(text))
	var at *syntax.Error
	if errors.As(err, &at) && strings.TrimSpace(at.Input) != "" {
		for line := range strings.Lines(at.Caret()) {
			fmt.Fprintf(a.stderr, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return code
}

func exitCode(ctx context.Context, err error) int {
	switch {
	case err == nil, errors.Is(err, errServed):
		return exitOK
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.Is(err, errChanged):
		return exitChanged
	case genus.IsUsage(err):
		return exitUsage
	}
	return exitFailed
}
