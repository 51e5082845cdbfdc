package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/source"
)

// showAnswerSoFar writes what the answer so far is.
func (l *learning) showAnswerSoFar(s genus.Session, r *genus.Ranking) {
	l.status.clear()
	best := r.Candidates[0]
	fmt.Fprintf(l.stderr, "\nSo far: %s\n        %s, %s likely%s\n",
		syntax.English(best.Concept, source.InWords(s.Use(), best.Concept, r.Labels)),
		membersText(best.Members), percent(best.Alone), withAnyThreshold(best))
}

// showIndividual writes the question about an individual, and what is known about it.
func (l *learning) showIndividual(s genus.Session, r *genus.Ranking) {
	q, prefixes := r.Question, s.Prefixes()
	inWords := func(c dl.Concept) syntax.EnglishOptions { return source.InWords(s.Use(), c, r.Labels) }
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
		fmt.Fprintf(l.stderr, "  %-4s %s\n", yesNo(f.Holds),
			withReason(syntax.EnglishClause(f.Concept, inWords(f.Concept)), r.Reason(f.Concept, prefixes)))
	}
}

// withReason adds why something cannot hold, if that is known.
func withReason(clause, reason string) string {
	if reason == "" {
		return clause
	}
	return clause + ": " + reason
}

// showConditions lists the conditions that the user may judge: the parts of the first concept, then others.
func (l *learning) showConditions(s genus.Session, r *genus.Ranking) {
	for i, p := range r.Proposals {
		kind := "also?"
		if p.InFirst {
			kind = "part"
		}
		clause := syntax.EnglishClause(p.Concept, source.InWords(s.Use(), p.Concept, r.Labels))
		fmt.Fprintf(l.stderr, "  %d  %-5s  %s (%s)\n", i+1, kind, clause, membersText(p.Members))
	}
}

const howToJudge = "  (or judge a condition: must …, not …, need not …; parts lists some)\n"

// askOne asks the question of r, and repeats the prompt until the answer is valid.
func (l *learning) askOne(ctx context.Context, s genus.Session, answers *bufio.Scanner,
	r *genus.Ranking) (genus.Reply, error) {
	l.showAnswerSoFar(s, r)
	asked, isCondition := r.Condition()
	if isCondition {
		clause := syntax.EnglishClause(asked.Concept, source.InWords(s.Use(), asked.Concept, r.Labels))
		l.status.Heading(fmt.Sprintf("Must all of them be so: %s?", clause))
	} else {
		l.showIndividual(s, r)
	}
	if !l.told {
		fmt.Fprint(l.stderr, howToJudge)
		l.told = true
	}
	reply := func(is intent.Truth) genus.Reply {
		if isCondition {
			return genus.Reply{Conditions: []genus.Requirement{{Concept: asked.Concept, Answer: asModality[is]}}}
		}
		return genus.Reply{Is: is}
	}
	for {
		fmt.Fprint(l.stderr, "yes, no, ? (don't know) or enough: ")
		line, err := readLine(ctx, answers)
		if err != nil {
			return genus.Reply{}, err
		}
		line = strings.TrimSpace(line)
		switch strings.ToLower(line) {
		case "":
			continue
		case "y", "yes":
			return reply(intent.Yes), nil
		case "n", "no":
			return reply(intent.No), nil
		case "?", "d", "don't know":
			return reply(intent.Unknown), nil
		case "p", "parts":
			l.showConditions(s, r)
			continue
		case "u", "undo":
			return genus.Reply{Undo: true}, nil
		case "e", "enough", "q", "quit":
			return genus.Reply{}, genus.ErrEnough
		}
		said, err := l.readConditions(ctx, s, r, line)
		if err == nil && ctx.Err() == nil {
			return genus.Reply{Conditions: said}, nil
		}
		fmt.Fprintf(l.stderr, "%s\n", say.OneLine(cmp.Or(ctx.Err(), err).Error()))
	}
}

// asModality is what an answer says of a condition that was asked about.
var asModality = map[intent.Truth]intent.Modality{
	intent.Yes:     intent.Must,
	intent.No:      intent.NeedNot,
	intent.Unknown: intent.Unsure,
}

// modalities are the words that begin a judgement of a condition.
var modalities = []struct {
	word   string
	answer intent.Modality
}{{"must not ", intent.MustNot}, {"must ", intent.Must}, {"need not ", intent.NeedNot}, {"not ", intent.MustNot}}

// readConditions reads a judgement: "must", "not" or "need not" with the number of a listed condition or with a
// concept, or "N or VALUE", which adds a value to a listed condition.
func (l *learning) readConditions(ctx context.Context, s genus.Session, r *genus.Ranking,
	line string) ([]genus.Requirement, error) {
	lower := strings.ToLower(line)
	for _, m := range modalities {
		if strings.HasPrefix(lower, m.word) {
			c, err := l.condition(ctx, s, r, strings.TrimSpace(line[len(m.word):]))
			return []genus.Requirement{{Concept: c, Answer: m.answer}}, err
		}
	}
	if n, err := strconv.Atoi(line); err == nil { // a number alone drops a part, or adds another condition
		c, err := l.condition(ctx, s, r, line)
		answer := intent.Must
		if err == nil && r.Proposals[n-1].InFirst {
			answer = intent.NeedNot
		}
		return []genus.Requirement{{Concept: c, Answer: answer}}, err
	}
	if strings.HasPrefix(lower, "or ") {
		line = "1 " + line
	}
	number, value, ok := strings.Cut(line, " or ")
	if !ok {
		return nil, fmt.Errorf(
			"%q is no answer: write yes, no, ?, enough, undo, parts, or must, not or need not with a condition or the number "+
				"of a part, or 1 or VALUE", line)
	}
	part, err := l.condition(ctx, s, r, strings.TrimSpace(number))
	if err != nil {
		return nil, err
	}
	with, err := l.orValue(ctx, s, part, strings.TrimSpace(value))
	return []genus.Requirement{{Concept: part, Answer: intent.NeedNot}, {Concept: with, Answer: intent.Must}}, err
}

// condition returns the condition with this number of the list, or the concept of the text.
func (l *learning) condition(ctx context.Context, s genus.Session, r *genus.Ranking, text string) (dl.Concept, error) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, "."))
	if err != nil {
		return l.concept(ctx, api.On(s), text)
	}
	if n < 1 || n > len(r.Proposals) {
		return nil, fmt.Errorf("the list has no %d: choose 1 to %d", n, len(r.Proposals))
	}
	return r.Proposals[n-1].Concept, nil
}

// orValue returns the condition with a further value, a name or an IRI.
func (l *learning) orValue(ctx context.Context, s genus.Session, part dl.Concept, value string) (dl.Concept, error) {
	e, isRole := part.(dl.Exists)
	if isClass := func(c dl.Concept) bool { _, is := c.(dl.Name); return is }; isClass(dl.Disjuncts(part)[0]) ||
		isRole && isClass(dl.Disjuncts(e.C)[0]) {
		class, err := l.concept(ctx, api.On(s), value)
		if err != nil || !isRole {
			return dl.Or{L: part, R: class}, err
		}
		return dl.Exists{Role: e.Role, C: dl.Or{L: e.C, R: class}}, nil
	}
	if !isRole {
		return nil, errors.New("a value can be added to a class, or to a property with values")
	}
	names := []string{value}
	if err := api.On(s).Names().ResolveLabels(ctx, &names); err != nil {
		return nil, err
	}
	iris, err := source.Expand(names, s.Prefixes())
	if err != nil {
		return nil, err
	}
	return dl.Exists{Role: e.Role, C: dl.Or{L: e.C, R: dl.Nominal{IRI: iris[0]}}}, nil
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
