package command

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
)

// showQuestion writes the question of r, what the answer so far is, and what is known about the
// individual.
func (l *learning) showQuestion(s genus.Session, r *genus.Ranking) {
	l.status.clear()
	q, prefixes := r.Question, s.Prefixes()
	inWords := func(c dl.Concept) syntax.EnglishOptions { return s.InWords(c, r.Labels) }
	best := r.Candidates[0]
	fmt.Fprintf(l.stderr, "\nSo far: %s\n        %s, %s likely%s\n",
		syntax.English(best.Concept, inWords(best.Concept)),
		membersText(best.Members), percent(best.Alone), withAnyThreshold(best))
	name, called := prefixes.Shorten(q.Individual), q.Label
	var classes []string
	for _, iri := range q.Classes {
		class := say.OneLine(r.Labels[iri])
		if called == "" && class != "" {
			called = "this " + class
		}
		classes = append(classes, cmp.Or(class, prefixes.Shorten(iri)))
	}
	if called != "" {
		name = called + " (" + name + ")"
	}
	l.status.Heading(fmt.Sprintf("Is %s one of them?", name))
	if len(classes) > 0 {
		fmt.Fprintf(l.stderr, "  is   %s\n", strings.Join(classes, ", "))
	}
	for _, f := range q.Facts {
		fmt.Fprintf(l.stderr, "  %-4s %s\n", yesNo(f.Holds), withReason(syntax.EnglishClause(f.Concept, inWords(f.Concept)), r.Reason(f.Concept, prefixes)))
	}
}

// withReason adds why something cannot hold, if that is known.
func withReason(clause, reason string) string {
	if reason == "" {
		return clause
	}
	return clause + ": " + reason
}

// askOne asks the question of r, and repeats the prompt until the answer is valid.
func (l *learning) askOne(ctx context.Context, s genus.Session, answers *bufio.Scanner,
	r *genus.Ranking) (intent.Truth, error) {
	l.showQuestion(s, r)
	for {
		fmt.Fprint(l.stderr, "yes, no, ? (don't know) or enough: ")
		line, err := readLine(ctx, answers)
		if err != nil {
			return intent.Unknown, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			return intent.Yes, nil
		case "n", "no":
			return intent.No, nil
		case "?", "d", "don't know":
			return intent.Unknown, nil
		case "e", "enough", "q", "quit":
			return intent.Unknown, genus.ErrEnough
		}
	}
}

// readLine reads a line. It returns genus.ErrEnough at the end of the input, and the
// error of ctx if ctx ends first.
func readLine(ctx context.Context, lines *bufio.Scanner) (string, error) {
	type line struct {
		text string
		err  error
	}
	read := make(chan line, 1)
	go func() {
		switch {
		case lines.Scan():
			read <- line{lines.Text(), nil}
		case lines.Err() != nil:
			read <- line{"", fmt.Errorf("reading the answer: %w", lines.Err())}
		default:
			read <- line{"", fmt.Errorf("%w: %w", genus.ErrEnough, io.EOF)}
		}
	}()
	select {
	case l := <-read:
		return l.text, l.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
