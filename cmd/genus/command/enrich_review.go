package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/genus-kg/genus"
	"github.com/genus-kg/genus/cmd/genus/api"
	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/internal/say"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// The decisions about proposals, by their identifiers, which depend on the axiom alone. So the file is the same for
// every checkout, and two files are merged by writing one after the other: the last line about an identifier counts.

const (
	accepted = "accept"
	rejected = "reject"
	later    = "later"
)

// A decision is a line of the file.
type decision struct {
	ID       string `json:"id"`
	Decision string `json:"decision"`
	Axiom    string `json:"axiom"`            // for readers of the file
	Edited   string `json:"edited,omitempty"` // the axiom that is accepted in its place
}

// decisionsFile is the file of a review that names none.
const decisionsFile = "genus-decisions.jsonl"

// readDecisions returns the decisions by identifier; none if there is no file.
func readDecisions(path string) (map[string]decision, error) {
	known := map[string]decision{}
	if path == "" {
		return known, nil
	}
	text, err := extract.ReadFile(path, extract.LargestInput)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, source.Usagef("--decisions: %w", err)
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var d decision
		err := json.Unmarshal(line, &d)
		if err == nil && (d.ID == "" || !slices.Contains([]string{accepted, rejected, later}, d.Decision)) {
			err = errors.New(`want "id" and "decision": accept, reject or later`)
		}
		if err != nil {
			return nil, source.Usagef("--decisions: %s, line %d: %w", path, n, err)
		}
		known[d.ID] = d
	}
	return known, nil
}

// isDecided reports whether the proposal was accepted or rejected.
func isDecided(known map[string]decision, c enrich.Proposal) bool {
	d := known[c.ID]
	return d.Decision == accepted || d.Decision == rejected
}

// onlyNew leaves out the proposals that were accepted or rejected, and says how many there were.
func (a *program) onlyNew(all *enrichResults, known map[string]decision) {
	count := map[string]int{}
	for i := range all.Results {
		r := &all.Results[i]
		r.Candidates = slices.DeleteFunc(slices.Clone(r.Candidates), func(c enrich.Proposal) bool {
			if isDecided(known, c) {
				count[known[c.ID].Decision]++
			}
			return isDecided(known, c)
		})
	}
	if len(count) > 0 {
		a.status.Note("note: left out, because of --decisions: %d accepted, %d rejected", count[accepted], count[rejected])
	}
}

// A review asks for a decision about each new proposal.
type review struct {
	*program
	all   *enrichResults
	lines *bufio.Scanner
	file  *os.File
	// labels are those of all results.
	labels map[string]string
	// taken are the proposals that are accepted: a reasoner knows them.
	taken []enrich.Proposal
}

// errStop ends a review early.
var errStop = errors.New("stop")

func (a *program) review(ctx context.Context, all *enrichResults, path string, known map[string]decision) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return source.Usagef("--decisions: %w", err)
	}
	v := review{program: a, all: all, lines: bufio.NewScanner(a.stdin), file: f, labels: map[string]string{}}
	of, n := 0, 0
	for _, r := range all.Results {
		maps.Copy(v.labels, r.Labels)
		for _, c := range r.Candidates {
			if d := known[c.ID]; d.Decision == accepted {
				edited, err := all.readEdited(c, r, d.Edited)
				if err != nil {
					a.status.Note("note: what this adds is not known: %s", say.OneLine(err.Error()))
					continue
				}
				v.taken = append(v.taken, edited)
			}
			if !isDecided(known, c) {
				of++
			}
		}
	}
	a.status.clear()
	count := map[string]int{}
	for _, r := range all.Results {
		for _, c := range r.Candidates {
			if err != nil || isDecided(known, c) {
				continue
			}
			n++
			var d decision
			d, err = v.one(ctx, r, c, n, of)
			count[d.Decision]++
		}
	}
	if errors.Is(err, errStop) {
		err = nil
	}
	fmt.Fprintf(a.stderr, "\n%d accepted, %d rejected, %d for later, %d open: %s\n", count[accepted], count[rejected],
		count[later],
		of-count[accepted]-count[rejected]-count[later], path)
	return errors.Join(err, f.Close())
}

// one shows a proposal, asks for a decision and keeps it.
func (v *review) one(ctx context.Context, r genus.Proposals, c enrich.Proposal, n, of int) (d decision, err error) {
	row, err := v.all.Text(c, r, v.all.ReaderPrefixes())
	if err != nil {
		return d, err
	}
	if err := v.show(ctx, r, c, row, n, of); err != nil {
		return d, err
	}
	for d = (decision{ID: c.ID, Axiom: row.Axiom}); d.Decision == ""; {
		fmt.Fprint(v.stderr, "[a]ccept, [r]eject, [e]dit, [l]ater, [q]uit? ")
		key, err := readLine(ctx, v.lines)
		if errors.Is(err, io.EOF) {
			return decision{}, errStop
		}
		if err != nil {
			return decision{}, err
		}
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "a", accepted:
			d.Decision = accepted
		case "r", rejected:
			d.Decision = rejected
		case "l", later:
			d.Decision = later
		case "q", "quit":
			return decision{}, errStop
		case "e", "edit":
			fmt.Fprintf(v.stderr, "The axiom, instead of %s:\n", row.Axiom)
			text, err := readLine(ctx, v.lines)
			if err != nil {
				return decision{}, errStop
			}
			edited, err := v.all.readEdited(c, r, text)
			if err != nil {
				fmt.Fprintf(v.stderr, "%s\n", say.OneLine(err.Error()))
				continue
			}
			if d.Decision = accepted; edited.Was != "" {
				d.Edited, c = strings.TrimSpace(text), edited
			}
		}
	}
	if d.Decision == accepted {
		v.taken = append(v.taken, c)
	}
	text, err := json.Marshal(d)
	if err == nil {
		_, err = v.file.Write(append(text, '\n'))
	}
	if err != nil {
		return d, fmt.Errorf("--decisions: %w", err)
	}
	return d, nil
}

// show writes what a reviewer needs to know about the proposal.
func (v *review) show(ctx context.Context, r genus.Proposals, c enrich.Proposal, row api.ProposalText,
	n, of int) error {
	p := v.all.ReaderPrefixes()
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(v.stderr, "  %-10s  %s\n", name, say.OneLine(text))
		}
	}
	list := func(name string, iris []string) {
		var titles []string
		for _, iri := range iris[:min(len(iris), api.MostNamed)] {
			titles = append(titles, api.Title(iri, r.Labels, p))
		}
		if more := len(iris) - len(titles); more > 0 {
			titles = append(titles, "…")
		}
		line(name, strings.Join(titles, ", "))
	}
	fmt.Fprintf(v.stderr, "\n%d of %d  %s  (%s)\n", n, of, row.Axiom, c.ID)
	line("says", row.English)
	line("text", r.Definition)
	line("evidence", row.Evidence)
	list("supporting", c.Supporting)
	list("excluded", c.Excluded)
	line("but", row.But)
	pairs, err := enrich.NewlyEntailed(ctx, v.all.Stated, append(slices.Clone(v.taken), c))
	if err != nil {
		return err
	}
	var added []string
	for _, pair := range pairs[:min(len(pairs), api.MostNamed)] {
		added = append(added, api.Title(pair[0], v.labels, p)+" ⊑ "+api.Title(pair[1], v.labels, p))
	}
	if len(pairs) > api.MostNamed {
		added = append(added, "…")
	}
	if len(added) == 0 {
		added = []string{"nothing between named classes, by the rules of EL"}
	}
	line("adds", strings.Join(added, ", "))
	return nil
}
