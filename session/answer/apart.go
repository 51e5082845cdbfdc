package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genus-kg/genus/learner/intent"
	"github.com/genus-kg/genus/learner/syntax"
	"github.com/genus-kg/genus/session/notation"
	"github.com/genus-kg/genus/session/source"
)

// Apart says in one sentence which positives go together, if genus found nothing that says what was meant of all
// of them. It is empty otherwise.
func (r *Ranking) Apart(p *source.Problem) string {
	if r == nil || len(r.Groups) == 0 {
		return ""
	}
	var parts []string
	n := 0
	for i, g := range r.Groups {
		if n += len(g.Individuals); i < mostGroups {
			parts = append(parts, groupText(p, g))
		}
	}
	if more := len(r.Groups) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more kinds", more))
	}
	text := strings.Join(parts, "; ")
	switch {
	case n > 1 && len(r.Groups) == 1 && r.Groups[0].Concept != nil:
		text += fmt.Sprintf(": genus found nothing more that %s share", allOf(n))
	case n > 1:
		text += fmt.Sprintf(": genus found nothing that %s share", allOf(n))
	}
	return text
}

// The largest numbers of groups, and of names in a group, that are written.
const (
	mostGroups  = 6
	mostInGroup = 4
)

// groupText says what the positives of a group are.
func groupText(p *source.Problem, g intent.Group) string {
	var names []string
	for _, iri := range g.Individuals {
		names = append(names, p.Name(iri))
	}
	if len(names) > mostInGroup {
		names = append(names[:mostInGroup-1:mostInGroup-1], fmt.Sprintf("%d more", len(names)-mostInGroup+1))
	}
	list := names[0]
	if last := len(names) - 1; last > 0 {
		list = strings.Join(names[:last], ", ") + " and " + names[last]
	}
	switch {
	case g.Concept == nil:
		return "nothing is known about " + list + " that a concept can say"
	case len(names) > 1:
		list = "each of " + list
	}
	return list + " " + syntax.EnglishClause(g.Concept, p.InWords(g.Concept))
}

func allOf(n int) string {
	switch n {
	case 2:
		return "both"
	case 3:
		return "all three"
	case 4:
		return "all four"
	}
	return fmt.Sprintf("all %d", n)
}

// A Group holds positives that go together, if genus found nothing that all share.
type Group struct {
	Concept  *notation.Written `json:"concept" jsonschema:"what they share; null if nothing is known about them"`
	Examples []source.Term     `json:"examples" jsonschema:"the positives of the group"`
}

// An Apart says which positives go together.
type Apart struct {
	Text   string  `json:"text" jsonschema:"a sentence for the user"`
	Groups []Group `json:"groups" jsonschema:"the largest first"`
}

// apart returns nil if the positives share something.
func (r *Ranking) apart(p *source.Problem, own syntax.Prefixes) *Apart {
	text := r.Apart(p)
	if text == "" {
		return nil
	}
	j := &Apart{Text: text}
	for _, g := range r.Groups {
		group := Group{Examples: source.LabelTerms(slices.Clone(g.Individuals), p.Info.Labels)}
		if g.Concept != nil {
			c := notation.Write(g.Concept, p.Writing(own))
			group.Concept = &c
		}
		j.Groups = append(j.Groups, group)
	}
	return j
}
