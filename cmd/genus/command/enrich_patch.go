package command

import (
	"bytes"
	"context"
	"fmt"

	"github.com/genus-kg/genus/extract"
	"github.com/genus-kg/genus/learner/dl"
	"github.com/genus-kg/genus/session/enrich"
	"github.com/genus-kg/genus/session/source"
)

// additions returns the axioms that the format writes, with what is noted at them, and the labels of their terms.
func (e enrichResults) additions(format string) (all []enrich.Addition, labels map[string]string, err error) {
	labels = map[string]string{}
	for _, r := range e.Results {
		for iri, label := range r.Labels {
			labels[iri] = label
		}
		for _, c := range r.Candidates {
			if !e.isWritten(c, format) {
				continue
			}
			a, err := c.Axiom()
			if err != nil {
				return nil, nil, err
			}
			one := enrich.Addition{Axiom: a}
			switch {
			case e.provenance == "comment":
				one.Comment = c.Evidence()
			case e.provenance != "none":
				one.Contributor = e.provenance
			}
			all = append(all, one)
		}
	}
	return all, labels, nil
}

// enrichedPatch returns a patch of the edit file.
func (a *program) enrichedPatch(ctx context.Context, e enrichResults) ([]byte, error) {
	text, err := extract.ReadFile(e.into, largestResults)
	if err != nil {
		return nil, source.Usagef("--into: %w", err)
	}
	axioms, labels, err := e.additions("patch")
	if err != nil {
		return nil, err
	}
	diff, left, err := enrich.PatchFile(ctx, e.into, string(text), labels, axioms)
	if err != nil {
		return nil, source.Usagef("--into: %w", err)
	}
	for _, err := range left {
		a.status.Note("left out: %v", err)
	}
	return []byte(diff), nil
}

// enrichedKGCL returns commands of the Knowledge Graph Change Language (Hegde and others, Database 2025), which has
// edges, and no logical definitions.
func (a *program) enrichedKGCL(e enrichResults) ([]byte, error) {
	axioms, _, err := e.additions("kgcl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	p := e.ReaderPrefixes()
	edge := func(subject, predicate, object string) {
		fmt.Fprintf(&b, "create edge %s %s %s\n", p.Shorten(subject), predicate, p.Shorten(object))
	}
	for _, x := range axioms {
		for _, part := range dl.Conjuncts(x.Axiom.Concept) {
			name, isName := part.(dl.Name)
			some, isSome := part.(dl.Exists)
			filler, isSimple := some.C.(dl.Name)
			switch {
			case x.Axiom.Kind == dl.SubClassOf && isName:
				edge(x.Axiom.Subject, "rdfs:subClassOf", name.IRI)
			case x.Axiom.Kind == dl.SubClassOf && isSome && isSimple && !some.Role.Inverse:
				edge(x.Axiom.Subject, p.Shorten(some.Role.IRI), filler.IRI)
			default:
				a.status.Note("left out: %s about <%s>: KGCL has edges only", x.Axiom.Kind, x.Axiom.Subject)
			}
		}
	}
	return b.Bytes(), nil
}
