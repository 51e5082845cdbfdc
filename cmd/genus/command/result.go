package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// write writes the result in the format of the settings to stdout or --out. A file is
// written completely or not at all.
func (a *program) write(ctx context.Context, l api.Learning, r *genus.Result) error {
	a.status.clear()
	own, err := source.OwnPrefixes(a.cfg)
	switch {
	case err != nil:
		return err
	case a.cfg.Format == "json":
		return a.deliverJSON(l.Output(ctx, r))
	case a.cfg.Format == "text":
		return a.deliverPage(func(p *page) { p.result(r, a.cfg.Verbose) })
	case r.Fitting.Concept == nil:
		return nil // the error says why
	case r.TooLarge:
		return fmt.Errorf(
			"a concept of %d nodes is too large to write out: choose --format text or json, or another engine",
			r.Fitting.Size,
		)
	}
	text := r.Query
	if a.cfg.Format != "sparql" {
		if text, err = a.session().Notation().Form(a.cfg.Format, r.Fitting.Concept, r.Problem.Writing(own)); err != nil {
			// The error shows the concept, so that it is not lost.
			return fmt.Errorf("%w; the concept is %s", err, syntax.Print(r.Fitting.Concept, syntax.Options{Prefixes: own}))
		}
	}
	return a.deliver([]byte(strings.TrimRight(text, "\n") + "\n"))
}

func (a *program) deliver(text []byte) error {
	if a.cfg.Out == "" {
		if _, err := a.stdout.Write(text); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
		return nil
	}
	return writeFile(a.cfg.Out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// textOrJSON makes a command refuse other forms of its result.
func (a *program) textOrJSON(cmd *cobra.Command) {
	cmd.Flags().Lookup("format").Usage = "form of the result: text or json"
	load := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		err := load(cmd, args)
		if f := a.cfg.Format; err == nil && f != "text" && f != "json" {
			err = source.Usagef("--format %s: this command has text or json", f)
		}
		return err
	}
}

// deliverForm writes the output as JSON or as a text for people, as --format says.
func (a *program) deliverForm(out any, write func(*page)) error {
	a.status.clear()
	if a.cfg.Format == "json" {
		return a.deliverJSON(out)
	}
	return a.deliverPage(write)
}

func (a *program) deliverJSON(v any) error {
	var b bytes.Buffer
	if err := say.WriteJSON(&b, v); err != nil {
		return err
	}
	return a.deliver(b.Bytes())
}

// deliverPage writes a text for people to stdout or --out. If it does not fit the
// terminal, the answer is repeated at the end, so that it is on the screen.
func (a *program) deliverPage(write func(*page)) error {
	var b bytes.Buffer
	p := &page{w: &b, titles: a.cfg.Labels}
	f, isTerminal := asTerminal(a.terminal)
	isTerminal = isTerminal && a.cfg.Out == ""
	if isTerminal && hasColours(f) {
		p.w, p.styles = &printable{w: &b}, &b
	}
	if write(p); p.err != nil {
		return p.err
	}
	if isTerminal {
		if _, height, err := term.GetSize(int(f.Fd())); err == nil {
			p.repeatAnswer(bytes.Count(b.Bytes(), []byte("\n")), height)
		}
	}
	if p.styles == nil {
		return a.deliver(b.Bytes())
	}
	_, err := f.Write(b.Bytes())
	return err
}

// repeatAnswer writes the answer again if the page has as many lines as the terminal or
// more.
func (p *page) repeatAnswer(lines, height int) {
	if p.answer != "" && lines >= height {
		p.printf("\n")
		p.styled(bold, p.answer)
		p.printf("\n")
	}
}
