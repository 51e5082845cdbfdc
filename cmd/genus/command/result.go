package command

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"

	"github.com/genus-kg/genus/cmd/genus/app"
	"github.com/genus-kg/genus/learner/syntax"
)

// write writes the result in the format of the settings, to stdout or to a file,
// completely or not at all.
func (a *program) write(r *app.Result) error {
	a.status.clear()
	var b bytes.Buffer
	if err := a.format(&b, r); err != nil {
		return err
	}
	if a.cfg.Format == "text" {
		return a.deliverText(b.Bytes())
	}
	return a.deliver(b.Bytes())
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

func (a *program) format(w io.Writer, r *app.Result) error {
	if a.cfg.Format == "json" {
		own, err := a.session().OwnPrefixes()
		if err != nil {
			return err
		}
		return app.WriteJSON(w, r.JSON(own))
	}
	if a.cfg.Format == "text" {
		return textResult(w, r, a.cfg.Labels, a.cfg.Verbose)
	}
	if r.Fitting.Concept == nil {
		return nil // the error says why
	}
	own, err := a.session().OwnPrefixes()
	if err != nil {
		return err
	}
	if r.TooLarge {
		return fmt.Errorf("a concept of %d nodes is too large to write out: choose --format text or json, or another engine", r.Fitting.Size)
	}
	text := r.Query
	if a.cfg.Format != "sparql" {
		if text, err = a.session().Writer().Form(a.cfg.Format, r.Fitting.Concept, r.Problem.Vocabulary(own)); err != nil {
			// The error shows the concept, so that it is not lost.
			return fmt.Errorf("%w; the concept is %s", err, syntax.Print(r.Fitting.Concept, syntax.Options{Prefixes: own}))
		}
	}
	_, err = fmt.Fprintln(w, strings.TrimRight(text, "\n"))
	return err
}

// deliverText writes a text for people to stdout or to a file. On a terminal that it does not
// fit, its first line follows once more, so that the answer is on the screen.
func (a *program) deliverText(text []byte) error {
	f, ok := asTerminal(a.terminal)
	if a.cfg.Out != "" || !ok {
		return a.deliver(text)
	}
	if _, height, err := term.GetSize(int(f.Fd())); err == nil {
		text = repeatAnswer(text, height)
	}
	if !hasColours(f) {
		return a.deliver(text)
	}
	var clean bytes.Buffer // before there are the escape codes of the styles
	if _, err := (&printable{w: &clean}).Write(text); err != nil {
		return err
	}
	_, err := f.WriteString(paint(clean.String()))
	return err
}
