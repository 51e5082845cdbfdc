// Bench measures genus: the tables and the figure of the paper, other learners, and how often
// the first concept is the intended one. It is a module of its own, because only it draws
// pictures:
//
//	go run -C bench . table1 ~/SML-Bench/learningtasks --picture table1.svg
//
// Times are those of this run on this machine; the ratios in a table compare times of one
// process. bench/speed has measurements of SPARQL engines, which are tests.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/genus-kg/genus/config"
	"github.com/genus-kg/genus/config/genusyaml"
)

// A benchmark is a row of the table of benchmarks.
type benchmark struct {
	name, args string
	doc        string
	// settings are the settings of genus that are flags of the benchmark, besides those
	// that defaults changes.
	settings []string
	defaults func(*config.Config)
	// bind adds further flags, and returns the function that runs the benchmark.
	bind func(*pflag.FlagSet) func(context.Context, *runner, []string) (report, error)
}

var table = []benchmark{engineBench, table1, table2, table3, table5, figure1, intentions, repairs, annotations,
	hiddenBench, peersBench}

// A runner has what the benchmarks share.
type runner struct {
	cfg    config.Config
	flags  *pflag.FlagSet
	given  map[string][]string // the settings that are given
	stderr io.Writer
	quiet  bool
}

// progress says what is being done.
func (r *runner) progress(format string, args ...any) {
	if !r.quiet {
		fmt.Fprintf(r.stderr, format+"\n", args...)
	}
}

// usageError is an error in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	err := start(ctx, args, stdout, stderr)
	switch {
	case err == nil, errors.Is(err, pflag.ErrHelp):
		return 0
	case ctx.Err() != nil:
		return 130
	}
	fmt.Fprintf(stderr, "bench: %v\n", err)
	if errors.As(err, new(usageError)) || errors.As(err, new(*config.Error)) {
		return 2
	}
	return 1
}

func start(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		fmt.Fprintln(stdout, "Usage: go run -C bench . NAME [ARGUMENT...] [FLAG...]")
		for _, b := range table {
			summary, _, _ := strings.Cut(b.doc, "\n")
			fmt.Fprintf(stdout, "  %-8s %s\n", b.name, summary)
		}
		return nil
	}
	i := slices.IndexFunc(table, func(b benchmark) bool { return b.name == args[0] })
	if i < 0 {
		return usagef("unknown benchmark %q: run bench without arguments for a list", args[0])
	}
	b := table[i]
	r := &runner{flags: pflag.NewFlagSet(b.name, pflag.ContinueOnError), given: map[string][]string{}, stderr: stderr}
	r.flags.SetOutput(stdout)
	r.flags.Usage = func() {
		fmt.Fprintf(stdout, "Usage: go run -C bench . %s %s [FLAG...]\n\n%s\n\n%s", b.name, b.args, b.doc,
			r.flags.FlagUsages())
	}
	var to output
	to.bind(r.flags)
	r.flags.BoolVarP(&r.quiet, "quiet", "q", false, "print no progress")
	work := b.bind(r.flags)
	r.bindSettings(b)
	if err := r.flags.Parse(args[1:]); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return err
		}
		return usageError{err}
	}
	if err := to.check(); err != nil {
		return err
	}
	var err error
	if r.cfg, err = genusyaml.Load(config.Given{Flags: r.given, Defaults: b.defaults}); err != nil {
		return err
	}
	rep, err := work(ctx, r, r.flags.Args())
	if err != nil && len(rep.rows) == 0 {
		return err
	}
	rep.interrupted = ctx.Err() != nil
	return errors.Join(to.write(stdout, rep), err)
}

// bindSettings adds the flags of the settings of genus.
func (r *runner) bindSettings(b benchmark) {
	c := config.Default()
	if b.defaults != nil {
		b.defaults(&c)
	}
	for _, s := range c.Settings() {
		if slices.Contains(b.settings, s.Name) {
			f := r.flags.VarPF(&given{r.given, s.Name}, s.Name, "", s.Help)
			if s.IsSwitch() {
				f.NoOptDefVal = "true"
			}
		}
	}
}

// given is the flag of a setting. It collects the values as texts, which config reads.
type given struct {
	all  map[string][]string
	name string
}

func (g *given) String() string { return "" }
func (g *given) Type() string   { return "value" }
func (g *given) Set(text string) error {
	g.all[g.name] = append(g.all[g.name], text)
	return nil
}
